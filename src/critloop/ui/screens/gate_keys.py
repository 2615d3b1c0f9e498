"""The gate's bottom line: only the keys that do something at the moment, and what. Pure."""

from collections.abc import Mapping
from dataclasses import dataclass

from critloop.ui.chrome.keybar import Hint
from critloop.ui.gate_form import Choice

CONFIRM: dict[Choice, str] = {"continue": "continue", "approve": "approve", "abort": "abort", "settle": "settle"}
AGAIN: dict[Choice, str] = {"continue": "guidance", "approve": "reason"}


@dataclass(frozen=True)
class Moment:
    """Where the human is in the gate.

    Attributes:
        choice: What is chosen.
        discard: Whether an abort deletes the work copy.
        armed: The last word is asked for.
        typing: A field has the focus.
        written: That field holds a text.
        own: The fields are those of a single finding.
        findings: Whether there is a list to choose from.
        ruling: The field is that of a ruling on something unverified.
        at_item: The cursor is on something unverified.
    """

    choice: Choice | None = None
    discard: bool = False
    armed: bool = False
    typing: bool = False
    written: bool = False
    own: bool = False
    findings: bool = True
    ruling: bool = False
    at_item: bool = False


def gate_hints(now: Moment, keys: Mapping[str, str]) -> tuple[Hint, ...]:
    """The hints of a moment; ``keys`` are the actions' keys as they are written for people."""
    if now.armed:
        said: tuple[tuple[str, str], ...] = (("really", last_word(now)), ("close", "no, back"))
    elif now.typing:
        said = _typing(now)
    else:
        said = _choosing(now)
    return tuple(Hint(action, keys[action], label) for action, label in said)


def last_word(now: Moment) -> str:
    """What a ``y`` says."""
    if now.choice in ("approve", "settle"):
        return f"yes, {now.choice}"
    return "yes, discard" if now.discard else "yes, abort"


def _typing(now: Moment) -> tuple[tuple[str, str], ...]:
    if now.ruling:
        return ("confirm", "take it, on to the next row"), ("close", "back to the list")
    if now.own:
        return ("confirm", "on to the common reason"), ("field", "next field"), ("close", "back to the list")
    leave = "leave the field, keep the text" if now.written else "look around"
    return ("confirm", CONFIRM[now.choice or "continue"]), ("field", "next field"), ("close", leave)


def _choosing(now: Moment) -> tuple[tuple[str, str], ...]:
    """The keys of the choices stand in the line above; one that is chosen means something else now."""
    labels: tuple[tuple[str, str], ...] = ()
    if now.choice == "abort":
        labels = (("abort", "again: keep" if now.discard else "again: discard"),)
    elif now.choice in AGAIN:
        labels = ((now.choice, AGAIN[now.choice]),)
    first: tuple[tuple[str, str], ...] = ()
    if now.choice == "approve":
        first = (("confirm", "a reason of its own"),) if now.findings else ()
    elif now.choice is not None:
        first = (("confirm", CONFIRM[now.choice]),)
    elif now.at_item:
        first = (("holds", "holds"), ("gap", "gap"), ("known", "as known"))
    return (*first, *labels, ("close", "look around"), ("quit", "quit"), ("help", "help"))
