"""``decide`` and ``undo``."""

import sys
from pathlib import Path

from critloop.app import CHAIN, current_user
from critloop.cli.consenting import consent
from critloop.cli.gates import gate_policy, parse_choice
from critloop.cli.headless import Headless, print_result
from critloop.cli.opening import open_run
from critloop.loop.state import RunState
from critloop.model.errors import LeaseHeld, UsageProblem
from critloop.model.gate import GateDecision
from critloop.prompting.linting import lint_guidance

CHOICES = "continue|approve|abort"


def decide_gate(
    prefix: str, decision: str, *, reason: str, guidance: str, discard: bool, as_json: bool, yes: bool
) -> int:
    """Answer the gate of a run, then go on with it headless; the exit code of what comes of it.

    Where another process holds the run, that one goes on; 0 then.

    Raises:
        UsageProblem: There is no such run, no open gate, or the decision lacks something.
    """
    said = _decision(decision, reason=reason, guidance=guidance, discard=discard)
    consent(lint_guidance(guidance), yes=yes)
    critloop, run = open_run(prefix)
    try:
        before = critloop.state(run).version
        critloop.decide(run, said)
        waiting = gate_policy("wait", "", said.by)
        return Headless(critloop, run, as_json=as_json, gate=waiting, yes=yes, after=before).run()
    except LeaseHeld as held:
        print(f"recorded; {held.holder} goes on with run {held.run}", file=sys.stderr)
        print_result(critloop.state(run), as_json=as_json, critloop=critloop)
        return 0
    finally:
        critloop.close()


def undo_run(prefix: str) -> int:
    """Take a brought-back result out again; 0.

    Raises:
        UsageProblem: There is no such run, or it brought nothing back.
        WorkspaceProblem: The file changed since.
    """
    critloop, run = open_run(prefix)
    try:
        if critloop.journal.loop(run) == CHAIN:
            runs = ", ".join(item.run for item in critloop.state(run).links)
            raise UsageProblem(
                f"{run} is a chain: its links have results of their own", f"undo one of {runs or 'none yet'}"
            )
        state = critloop.undo(run)
        print(f"{_undone(state)} as it was before run {run} brought its result back")
    finally:
        critloop.close()
    return 0


def _undone(state: RunState) -> str:
    done = state.brought_back
    if done and done.mode == "branch":
        return f"branch {done.branch} is"
    files = [file.path for file in done.files] if done else []
    if len(files) > 1:
        return f"{len(files)} files in {state.spec.root} are"
    return f"{Path(state.spec.root) / (files[0] if files else state.spec.subject)} is"


def _decision(text: str, *, reason: str, guidance: str, discard: bool) -> GateDecision:
    choice, rounds = parse_choice(text, flag="the decision", allowed=CHOICES)
    if choice == "continue":
        if discard:
            raise UsageProblem("--discard goes with abort only", "leave it out")
        return GateDecision(choice="continue", by=current_user(), rounds=rounds, reason=reason, guidance=guidance)
    if guidance:
        raise UsageProblem("--guidance goes with continue only", "leave it out")
    if choice == "approve":
        if discard:
            raise UsageProblem("--discard goes with abort only", "leave it out")
        return GateDecision(choice="approve", by=current_user(), reason=reason)
    return GateDecision(choice="abort", by=current_user(), reason=reason, discard=discard)
