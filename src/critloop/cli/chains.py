"""Running a chain, headless or in the dashboard."""

import os
import sys
from pathlib import Path

from critloop import __version__
from critloop.app import CHAIN, Critloop, current_user, new_run_id
from critloop.chains.checking import check_links
from critloop.chains.driving import Chain
from critloop.chains.reading import read_chain
from critloop.cli.exits import Exit
from critloop.cli.gates import gate_policy
from critloop.cli.headless import Headless, exit_code
from critloop.cli.loops import is_headless
from critloop.cli.opening import in_terminal, show_dashboard
from critloop.cli.options import Driving
from critloop.cli.progress import progress_line
from critloop.cli.summary import next_commands
from critloop.cli.telling import tell
from critloop.config import Settings
from critloop.export.chain import chain_result, name_of
from critloop.export.result import event_of
from critloop.export.standing import standing_words
from critloop.loop.state import RunState
from critloop.model.chain import ChainInputs, standing_at
from critloop.model.errors import UsageProblem, WorkspaceProblem
from critloop.model.events import RunCreated
from critloop.model.run import RunSpec


def start_chain(file: Path, driving: Driving) -> int:
    """Create a chain and drive it; the exit code.

    Raises:
        UsageProblem: Something of the file, the settings or the links is wrong; nothing was started.
    """
    gate = gate_policy(driving.on_gate, driving.reason, current_user())
    headless = is_headless(gate, headless=driving.headless or driving.json, yes=driving.yes)
    chain = read_chain(file)
    folder = Path(os.path.realpath(file)).parent
    settings = Settings.load(folder)
    critloop = Critloop(settings)
    try:
        check_links(critloop, chain.links, folder, str(file))
        run = _create(critloop, chain, file, folder)
        if not headless:
            return show_dashboard(critloop, run)
        return drive_chain(critloop, run, driving)
    finally:
        critloop.close()


def _create(critloop: Critloop, chain: ChainInputs, file: Path, folder: Path) -> str:
    roles = critloop.settings.roles
    spec = RunSpec(
        run=new_run_id(),
        loop=CHAIN,
        subject=file.name,
        root=str(folder),
        maker=roles.maker.ref,
        critic=roles.critic.ref,
        inputs=chain,
    )
    created = RunCreated(spec=spec, version=__version__)
    critloop.journal.append(spec.run, 0, [created], at=critloop.clock.now())
    return spec.run


def drive_chain(critloop: Critloop, run: str, driving: Driving, after: int = 0) -> int:
    """Drive one link after another, until one does not end approved; print the chain's result; the exit code.

    Raises:
        LeaseHeld: Another process is advancing the chain, or the run that it is at.
    """
    printed = _Printed(critloop, run, as_json=driving.json, seen=after)
    lease = critloop.journal.lease(run)
    try:
        chain = Chain(critloop, run, lease, offers=driving.yes or in_terminal(), by=current_user())
        code = _drive_links(critloop, chain, driving, printed)
    finally:
        printed.more()
        lease.release()
    if chain.problem is not None and driving.json:
        tell(chain.problem.message, chain.problem.remedy)
    state = critloop.state(run)
    print_chain(critloop, state, as_json=driving.json)
    return exit_code(state) if code is None else code


def _drive_links(critloop: Critloop, chain: Chain, driving: Driving, printed: "_Printed") -> int | None:
    """Drive runs of the chain until it is through or waits; an exit code that says more than where it then stands."""
    gate = gate_policy(driving.on_gate, driving.reason, current_user())
    while (child := chain.next_run()) is not None:
        printed.more()
        seen = critloop.state(child).version
        link = Headless(
            critloop, child, as_json=driving.json, gate=gate, yes=driving.yes, after=seen if seen > 1 else 0
        )
        try:
            state = link.driven()
        except (UsageProblem, WorkspaceProblem) as problem:
            tell(problem.message, problem.remedy)
            chain.stood(critloop.state(child), problem.message)
            return Exit.UNEXPECTED if isinstance(problem, WorkspaceProblem) else None
        if not chain.stood(state):
            return Exit.INTERRUPTED if state.stopped else None
    return None


class _Printed:
    """Prints the chain's own events as they come, each once."""

    def __init__(self, critloop: Critloop, run: str, *, as_json: bool, seen: int) -> None:
        self._critloop, self._run, self._as_json, self._seen = critloop, run, as_json, seen

    def more(self) -> None:
        """Print what is new."""
        for recorded in self._critloop.events(self._run, self._seen):
            self._seen = recorded.seq
            if self._as_json:
                print(event_of(recorded).line(), flush=True)
            elif (line := progress_line(recorded.event)) is not None:
                print(line, file=sys.stderr, flush=True)


def print_chain(critloop: Critloop, state: RunState, *, as_json: bool) -> None:
    """Where a chain stands, and each of its links: a JSON object in one line, or a few lines of text."""
    runs = {item.run: critloop.state(item.run) for item in state.links}
    if as_json:
        print(chain_result(state, runs).line(), flush=True)
        return
    held = critloop.holder(state.spec.run) is not None
    print(f"{standing_words(state, held=held)}: chain {state.spec.subject}, run {state.spec.run}")
    for item in state.links:
        child = runs[item.run]
        print(f"  {name_of(item)}: {standing_words(child)} — {child.spec.loop} of {child.spec.title}, run {item.run}")
    at = standing_at(state.links) if state.blocked is None else None
    stopped = runs[at.run] if at is not None else None
    for command in next_commands(stopped) if stopped is not None else []:
        print(f"next: {command}")
    if state.outcome is None:
        print(f"next: critloop resume {state.spec.run} (go on with the chain)")
