"""Running a chain, headless or in the dashboard."""

import os
import sys
from pathlib import Path

from critloop import __version__
from critloop.app import CHAIN, Critloop, current_user, new_run_id
from critloop.chains.asking import wanted_of
from critloop.chains.driving import Chain
from critloop.chains.reading import read_chain
from critloop.cli.gates import gate_policy
from critloop.cli.headless import Headless, exit_code
from critloop.cli.loops import is_headless
from critloop.cli.opening import show_dashboard
from critloop.cli.options import Driving
from critloop.cli.progress import progress_line
from critloop.cli.summary import next_commands
from critloop.config import Settings
from critloop.export.chain import chain_result, name_of
from critloop.export.result import event_of
from critloop.export.standing import standing_words
from critloop.loop.state import RunState
from critloop.model.chain import ChainInputs
from critloop.model.events import RunCreated
from critloop.model.run import RunSpec


def start_chain(file: Path, driving: Driving) -> int:
    """Create a chain and drive it; the exit code.

    Raises:
        UsageProblem: Something of the file, the settings or the first link is wrong; nothing was started.
    """
    gate = gate_policy(driving.on_gate, driving.reason, current_user())
    headless = is_headless(gate, headless=driving.headless or driving.json, yes=driving.yes)
    chain = read_chain(file)
    folder = Path(os.path.realpath(file)).parent
    settings = Settings.load(folder)
    critloop = Critloop(settings)
    try:
        _check(critloop, chain, folder)
        run = _create(critloop, chain, file, folder)
        if not headless:
            return show_dashboard(critloop, run)
        return drive_chain(critloop, run, driving)
    finally:
        critloop.close()


def _check(critloop: Critloop, chain: ChainInputs, folder: Path) -> None:
    """Find out beforehand what is wrong with the settings of any link, and with all of the first one."""
    for number, link in enumerate(chain.links):
        wanted = wanted_of(link, "", {}, folder)
        settings = wanted.settings()
        if number == 0 and not link.takes and link.options.get("task") != "all":
            critloop.check_agents(critloop.propose(wanted, settings).spec)


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
    """Drive one link after another, until one does not end approved; print the chain's result; the exit code."""
    gate = gate_policy(driving.on_gate, driving.reason, current_user())
    printed = _Printed(critloop, run, as_json=driving.json, seen=after)
    lease = critloop.journal.lease(run)
    try:
        chain = Chain(critloop, run, lease)
        while (child := chain.next_run()) is not None:
            printed.more()
            seen = critloop.state(child).version
            link = Headless(
                critloop, child, as_json=driving.json, gate=gate, yes=driving.yes, after=seen if seen > 1 else 0
            )
            if not chain.stood(link.driven()):
                break
    finally:
        printed.more()
        lease.release()
    state = critloop.state(run)
    print_chain(critloop, state, as_json=driving.json)
    return exit_code(state)


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
    stopped = runs[state.links[-1].run] if state.links and not state.links[-1].passed else None
    for command in next_commands(stopped) if stopped is not None else []:
        print(f"next: {command}")
    if state.outcome is None:
        print(f"next: critloop resume {state.spec.run} (go on with the chain)")
