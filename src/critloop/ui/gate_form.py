"""What a human has filled in at the gate, what is still missing, and the decision that it makes. Pure."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import date
from typing import Literal

from critloop.loop.state import Gate, RunState, TrackedFinding
from critloop.model.gate import Acceptance, GateDecision
from critloop.model.items import Unverified
from critloop.model.workcopy import BringBackPreview
from critloop.ui.presentation.cleaning import clean_line
from critloop.ui.presentation.words import count

Choice = Literal["continue", "approve", "abort", "settle"]
RulingKind = Literal["holds", "gap", "accepted"]
Row = TrackedFinding | Unverified
"""What a gate lists: open findings, and what could not be verified."""
MOST_ROUNDS = 99


@dataclass
class Words:
    """Why findings may stay, who answers for it, and until when (YYYY-MM-DD, may be empty)."""

    reason: str = ""
    owner: str = ""
    expires: str = ""


@dataclass
class Ruling:
    """What a human says of something unverified, and why."""

    kind: RulingKind
    reason: str = ""


@dataclass
class GateForm:
    """The fields of all three choices.

    Attributes:
        choice: What is chosen; None at first, so that a stray ``enter`` does nothing.
        rounds: As typed.
        guidance: Goes to the maker.
        every: The words for each row that has none of its own.
        own: Words for single rows, by id.
        rulings: What is chosen for unverified rows, by id.
        discard: Whether an abort deletes the work copy.
    """

    choice: Choice | None = None
    rounds: str = "1"
    guidance: str = ""
    every: Words = field(default_factory=Words)
    own: dict[str, Words] = field(default_factory=dict)
    rulings: dict[str, Ruling] = field(default_factory=dict)
    discard: bool = False

    def unsent(self, rows: Sequence[str]) -> int:
        """How many of these rows, by id, have something filled in that nobody has been told."""
        chosen = {key for key, ruling in self.rulings.items() if ruling.reason.strip()}
        chosen |= {key for key, own in self.own.items() if own.reason.strip()}
        return len(chosen.intersection(rows))

    def settled(self, items: Sequence[Unverified]) -> dict[str, Ruling]:
        """The rulings that have a reason, of rows that are still open."""
        kept = {item.id: self.rulings[item.id] for item in items if item.id in self.rulings}
        return {key: ruling for key, ruling in kept.items() if ruling.reason.strip()}

    def said_of(self, row: str) -> str | None:
        """What is filled in for one row, in words; None for nothing."""
        if self.choice == "approve":
            own = self.own.get(row)
            return f"accepted: {own.reason}" if own and own.reason else None
        ruling = self.rulings.get(row)
        return f"{ruling.kind}: {ruling.reason}" if ruling else None

    def missing(self, rows: Sequence[Row], today: date) -> str:
        """What keeps the choice from being carried out, in words; empty when nothing does."""
        match self.choice:
            case None:
                return "choose first: c, a or x"
            case "continue":
                right = self.rounds.isdecimal() and 1 <= int(self.rounds) <= MOST_ROUNDS
                return "" if right else f"rounds are a number from 1 to {MOST_ROUNDS}"
            case "approve":
                return self._missing_words(rows, today)
            case "abort":
                return ""
            case "settle":
                items = [row for row in rows if isinstance(row, Unverified)]
                return "" if self.settled(items) else "choose for a row first, with a reason"

    def _missing_words(self, rows: Sequence[Row], today: date) -> str:
        silent = [row for row in rows if not self._words(row.id).reason.strip()]
        if silent and self.own:
            noun = "row" if any(isinstance(row, Unverified) for row in rows) else "finding"
            return f"{count(len(silent), noun)} still without a reason"
        if silent or (not rows and not self.every.reason.strip()):
            return "approving needs a reason: say why this is good enough"
        return self.wrong_date(rows, today)

    def wrong_date(self, rows: Sequence[Row], today: date) -> str:
        """What is wrong with the first date that is none or past, and whose it is; empty when all are right."""
        named = [("all findings", self.every)]
        named += [(f"“{clean_line(title_of(row))}”", self.own[row.id]) for row in rows if row.id in self.own]
        for name, words in named:
            if problem := _date_problem(words.expires.strip(), today):
                return f"Until, for {name}: {problem}"
        return ""

    def _words(self, finding: str) -> Words:
        own = self.own.get(finding)
        if own is None or not own.reason.strip():
            return self.every
        return Words(own.reason, own.owner or self.every.owner, own.expires or self.every.expires)

    def decision(self, rows: Sequence[Row], by: str) -> GateDecision:
        """The decision; call it when nothing is missing."""
        match self.choice:
            case "approve":
                accepted = tuple(self._acceptance(row.id, by) for row in rows)
                return GateDecision(choice="approve", by=by, reason=self.every.reason.strip(), acceptances=accepted)
            case "abort":
                return GateDecision(choice="abort", by=by, discard=self.discard)
            case _:
                return GateDecision(choice="continue", by=by, rounds=int(self.rounds), guidance=self.guidance.strip())

    def _acceptance(self, finding: str, by: str) -> Acceptance:
        words = self._words(finding)
        return Acceptance(
            finding=finding,
            reason=words.reason.strip(),
            owner=words.owner.strip() or by,
            expires=words.expires.strip() or None,
        )


def title_of(row: Row) -> str:
    """The words of a row in one line."""
    return row.text if isinstance(row, Unverified) else row.finding.title


def _date_problem(text: str, today: date) -> str:
    if not text:
        return ""
    try:
        return f"{text} is past already" if date.fromisoformat(text) < today else ""
    except ValueError:
        return f"{text!r} is no date; write it as YYYY-MM-DD"


def consequence(form: GateForm, state: RunState, gate: Gate, preview: BringBackPreview | None) -> str:
    """What the choice would do, to the run and to the user's file."""
    opened = count(len(state.open_findings(gate.unit)), "open finding")
    items = state.open_items(gate.unit)
    unverified = f" and {count(len(items), 'unverified row')}" if items else ""
    match form.choice:
        case None:
            return "Nothing happens until you choose; the run waits as long as you like."
        case "continue":
            rounds = count(int(form.rounds), "more round") if form.rounds.isdecimal() else "more rounds"
            told = " and your guidance" if form.guidance.strip() else ""
            return f"The maker gets {opened}{told}; up to {rounds} of a fresh critic. Your file is not touched."
        case "approve":
            return f"Accepts {opened}{unverified} as known{_unreviewed(state, gate)}. {_file_words(preview)}"
        case "abort":
            kept = (
                "The work copy and its commits are deleted; x again: keep them."
                if form.discard
                else "The work copy stays, with its commits; x again: discard the work copy."
            )
            return f"Ends the run. Your file stays exactly as it is. {kept}"
        case "settle":
            return _settling(form, state, gate)


def _settling(form: GateForm, state: RunState, gate: Gate) -> str:
    """What settling the chosen rows leads to."""
    items = state.open_items(gate.unit)
    chosen = form.settled(items)
    said = ", ".join(f"{key} {RULED[ruling.kind]}" for key, ruling in chosen.items())
    left = len(items) - len(chosen)
    if left or len(gate.causes) > 1:
        return f"Settles {said}. The gate stays open: {f'{left} more' if left else 'more was asked'}."
    gaps = any(ruling.kind == "gap" for ruling in chosen.values())
    return f"Settles {said}. " + ("The gap goes back to the maker." if gaps else "The unit is then approved.")


RULED: dict[RulingKind, str] = {"holds": "holds", "gap": "is a gap", "accepted": "is accepted as known"}


def _unreviewed(state: RunState, gate: Gate) -> str:
    unit = next((item for item in state.units if item.unit.id == gate.unit), None)
    last = state.judged_round(gate.unit)
    if unit is None or unit.snapshot is None or (last and last.snapshot.revision == unit.snapshot.revision):
        return ""
    return f", and that revision {unit.snapshot.revision[:8]} was not reviewed"


def _file_words(preview: BringBackPreview | None) -> str:
    if preview is None:
        return "You see what would change in your file before anything is written."
    match preview.mode:
        case "nothing":
            return "Your file stays as it is: the text is the same."
        case "fast_forward":
            return "Next you are asked whether your branch moves on to the run's commits."
        case "write":
            return "Next you are asked whether the text is written to your file, uncommitted."
        case "merge":
            conflicts = f", with {count(preview.conflicts, 'conflict')}" if preview.conflicts else ""
            return f"Your file has changed since: next you are shown a merge{conflicts} to accept or not."
        case "branch":
            return "Next you are asked whether the run's branch is left in your repository; no file is touched."
        case "blocked":
            return f"Bringing it back is not possible now: {preview.reason}"
