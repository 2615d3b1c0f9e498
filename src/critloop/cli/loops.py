"""Starting a loop and going on with one, in the dashboard or headless."""

from collections.abc import Mapping
from pathlib import Path

from critloop.app import CHAIN, Critloop, current_user
from critloop.cli.consenting import consent
from critloop.cli.exits import Exit
from critloop.cli.gates import GatePolicy, gate_policy
from critloop.cli.headless import Headless, print_result
from critloop.cli.opening import in_terminal, open_dashboard, open_run, show_dashboard
from critloop.cli.options import Driving, LoopFlags
from critloop.cli.reading import read_review, standard_input
from critloop.cli.telling import tell
from critloop.config import Settings
from critloop.model.errors import LeaseHeld, UsageProblem
from critloop.starting import Wanted

STANDARD_INPUT = "-"


def wanted_of(loop: str, folder: Path, flags: LoopFlags, given: Mapping[str, object]) -> Wanted:
    """The request that a command line is: the flags of all loops, and what its own loop was ``given``.

    Raises:
        UsageProblem: The review to begin with, or standard input, can't be read as text.
    """
    wanted = Wanted(
        loop=loop,
        folder=str(folder),
        maker=flags.maker,
        critic=flags.critic,
        rounds=flags.rounds,
        rereview=flags.rereview.value if flags.rereview else None,
        max_cost=flags.max_cost,
        max_tokens=flags.max_tokens,
        max_time=flags.max_time,
        keep_branch=flags.keep_branch,
        review=read_review(Path(flags.review)) if flags.review is not None else None,
    ).but(given)
    if loop == "polish" and wanted.subject == STANDARD_INPUT:
        return wanted.but({"subject": None, "text": standard_input("pass a text to polish")})
    return wanted


def start_loop(wanted: Wanted, driving: Driving) -> int:
    """Create a run and drive it; the exit code.

    Raises:
        UsageProblem: Something of the command, the settings or the files is wrong; nothing was started.
    """
    gate = gate_policy(driving.on_gate, driving.reason, current_user())
    piped = wanted.text is not None
    headless = is_headless(gate, headless=driving.headless or driving.json or piped, yes=driving.yes)
    settings = wanted.settings()
    _check_settings(settings)
    critloop = Critloop(settings)
    try:
        proposal = critloop.propose(wanted)
        critloop.check_agents(proposal.spec)
        consent(proposal.flags, yes=driving.yes)
        run = critloop.create(proposal.spec, proposal.text)
        for note in proposal.notes:
            tell(note)
        if not headless:
            return show_dashboard(critloop, run)
        return Headless(critloop, run, as_json=driving.json, gate=gate, yes=driving.yes).run()
    finally:
        critloop.close()


def resume_loop(prefix: str, driving: Driving) -> int:
    """Go on with a run; the exit code. One that ended unread is tried again; any other end is shown as it is.

    Raises:
        UsageProblem: There is no such run.
    """
    gate = gate_policy(driving.on_gate, driving.reason, current_user())
    if not is_headless(gate, headless=driving.headless or driving.json, yes=driving.yes):
        return open_dashboard(prefix)
    critloop, run = open_run(prefix)
    try:
        return _go_on(critloop, run, driving, gate)
    except LeaseHeld as held:
        tell(held.message, held.remedy)
        _tell_standing(critloop, run, as_json=driving.json)
        return Exit.UNEXPECTED
    finally:
        critloop.close()


def _go_on(critloop: Critloop, run: str, driving: Driving, gate: GatePolicy) -> int:
    after = critloop.state(run).version
    if critloop.journal.loop(run) == CHAIN:
        from critloop.cli.chains import drive_chain  # noqa: PLC0415 - other runs needn't wait for it

        return drive_chain(critloop, run, driving, after)
    critloop.retry(run)
    if driving.yes or in_terminal():
        critloop.offer_again(run)
    return Headless(critloop, run, as_json=driving.json, gate=gate, yes=driving.yes, after=after).run()


def _tell_standing(critloop: Critloop, run: str, *, as_json: bool) -> None:
    """Print where a run stands that another process advances."""
    state = critloop.state(run)
    if state.spec.loop == CHAIN:
        from critloop.cli.chains import print_chain  # noqa: PLC0415 - other runs needn't wait for it

        print_chain(critloop, state, as_json=as_json)
    else:
        print_result(state, as_json=as_json, critloop=critloop)


def is_headless(gate: GatePolicy, *, headless: bool, yes: bool) -> bool:
    """Whether to drive a run without a dashboard.

    Raises:
        UsageProblem: A flag for headless runs is given where the dashboard opens.
    """
    if headless or not in_terminal():
        return True
    if gate.choice != "wait" or gate.reason:
        raise UsageProblem("--on-gate and --reason work headless only", "add --headless, or decide in the dashboard")
    if yes:
        raise UsageProblem("--yes works headless only", "add --headless, or answer in the dashboard")
    return False


def _check_settings(settings: Settings) -> None:
    sources = settings.sources
    if settings.checks.disable:
        from critloop.cli.checking import check_names  # noqa: PLC0415 - the checks are only loaded to be named

        check_names(settings)
    critic_alone = "roles.critic.agent" in sources and "roles.maker.agent" not in sources
    if critic_alone and settings.roles.critic.agent != "builtin":
        raise UsageProblem("a critic is named and no maker", "add one, for example: --maker builtin")
