"""What a headless run does where a human is asked: ``--on-gate``."""

import re
from dataclasses import dataclass
from typing import Literal

from critloop.loop.fold_findings import is_reviewed
from critloop.loop.state import RunState
from critloop.model.errors import UsageProblem
from critloop.model.gate import GateDecision

CHOICE = re.compile(r"(wait|approve|abort|continue)(?::(\d+))?")


@dataclass(frozen=True)
class GatePolicy:
    """A choice made beforehand. ``rounds`` are all that ``continue`` grants, over all gates of the run."""

    choice: Literal["wait", "approve", "abort", "continue"]
    rounds: int
    reason: str
    by: str

    def answer(self, state: RunState, begun: int, granted: int | None) -> GateDecision | None:
        """The decision on the open gate; None to leave it to a human.

        ``begun`` is the number of rounds at the first gate, ``granted`` that at the last decision: where
        no round came of it, another one would come to nothing either.
        """
        done = len(state.rounds)
        match self.choice:
            case "wait":
                return None
            case "continue":
                left = self.rounds - (done - begun)
                if left < 1 or done == granted:
                    return None
                return GateDecision(choice="continue", by=self.by, rounds=left, reason=self.reason)
            case "approve" | "abort":
                return (
                    None if self.held_back(state) else GateDecision(choice=self.choice, by=self.by, reason=self.reason)
                )

    def held_back(self, state: RunState) -> str:
        """Why an approval said beforehand does not count at the open gate; empty where it does, or none was said.

        What no valid report judges is approved by a human who sees that, not by a flag (mission, rule 4).
        """
        gate = state.open_gate
        if self.choice != "approve" or gate is None:
            return ""
        unit = state.unit_of(gate.unit)
        if unit.phase == "create":
            return f"{unit.unit.name} is not written yet, so --on-gate approve leaves it to you"
        if is_reviewed(state, unit):
            return ""
        revision = f" at {unit.snapshot.revision[:12]}" if unit.snapshot else ""
        return f"no valid report judges {unit.unit.name}{revision}, so --on-gate approve leaves it to you"


def parse_choice(text: str, *, flag: str, allowed: str = "wait|approve|abort|continue") -> tuple[str, int]:
    """The choice and the number of rounds that ``continue[:N]`` and the like say.

    Raises:
        UsageProblem: It is no choice, or has a number where none belongs.
    """
    found = CHOICE.fullmatch(text)
    valid = found is not None and found[1] in allowed.split("|") and (found[2] is None or found[1] == "continue")
    if found is None or not valid or found[2] == "0":
        raise UsageProblem(f"{flag}: {text!r} is no choice", f"one of: {', '.join(allowed.split('|'))}, continue:N")
    return found[1], int(found[2] or 1)


def gate_policy(text: str, reason: str, by: str) -> GatePolicy:
    """The policy that ``--on-gate`` and ``--reason`` name.

    Raises:
        UsageProblem: It is no choice, or an approval has no reason.
    """
    choice, rounds = parse_choice(text, flag="--on-gate")
    if choice == "approve" and not reason.strip():
        raise UsageProblem("--on-gate approve needs a reason", "say why the open findings may stay: --reason TEXT")
    for known in ("wait", "approve", "abort", "continue"):
        if choice == known:
            return GatePolicy(choice=known, rounds=rounds, reason=reason, by=by)
    raise AssertionError("parse_choice gives one of these")
