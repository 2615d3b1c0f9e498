"""``rule``."""

import re
import sys

from critloop.app import current_user
from critloop.cli.gates import gate_policy
from critloop.cli.headless import Headless, print_result
from critloop.cli.opening import open_run
from critloop.model.errors import LeaseHeld, UsageProblem
from critloop.model.items import ItemStatus

SETTLED: dict[str, ItemStatus] = {"uphold": "gap", "refute": "holds", "accept": "accepted"}
_FINDING = re.compile(r"f\d+", re.IGNORECASE)


def rule_item(prefix: str, item: str, ruling: str, *, reason: str, as_json: bool, yes: bool) -> int:
    """Settle what could not be verified. Once nothing else keeps the gate open, the run goes on: its exit code then.

    0 while the run still waits, or another process goes on with it.

    Raises:
        UsageProblem: There is no such run or open item, or the ruling lacks something.
    """
    critloop, run = open_run(prefix)
    try:
        if _FINDING.fullmatch(item):
            raise UsageProblem(
                f"{item} is a finding, and only items that could not be verified are ruled on", _gate(run)
            )
        if ruling not in SETTLED:
            raise UsageProblem(f"{item} has to be settled now, so it can't be deferred", "uphold, refute or accept it")
        before = critloop.state(run).version
        state = critloop.rule(run, item, SETTLED[ruling], reason=reason)
        if state.open_gate is not None:
            print_result(state, as_json=as_json, critloop=critloop)
            return 0
        waiting = gate_policy("wait", "", current_user())
        return Headless(critloop, run, as_json=as_json, gate=waiting, yes=yes, after=before).run()
    except LeaseHeld as held:
        print(f"recorded; {held.holder} goes on with run {held.run}", file=sys.stderr)
        print_result(critloop.state(run), as_json=as_json, critloop=critloop)
        return 0
    finally:
        critloop.close()


def _gate(run: str) -> str:
    return f"answer the gate: critloop decide {run} continue|approve|abort"
