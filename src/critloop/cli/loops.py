"""Starting a loop and going on with one, in the dashboard or headless."""

from dataclasses import dataclass
from pathlib import Path

from critloop.app import Critloop, current_user
from critloop.cli.gates import GatePolicy, gate_policy
from critloop.cli.headless import Headless
from critloop.cli.opening import in_terminal, open_dashboard, open_run, show_dashboard
from critloop.cli.reading import read_review
from critloop.config import Settings
from critloop.config.model import role_entries
from critloop.model.errors import UsageProblem
from critloop.subjects import project_root


@dataclass(frozen=True)
class LoopCall:
    """A loop command as it was typed."""

    loop: str
    subject: Path
    create: str | None
    maker: str | None
    critic: str | None
    rounds: int | None
    review: str | None
    max_tokens: int | None
    max_time: str | None
    headless: bool
    json: bool
    on_gate: str
    reason: str
    keep_branch: bool
    yes: bool

    @property
    def flags(self) -> dict[str, tuple[str, object]]:
        """The settings that its flags set, by key, with the flag's name."""
        return {
            **role_entries({"--maker": self.maker, "--critic": self.critic}),
            f"loops.{self.loop}.rounds": ("--rounds", self.rounds),
            "limits.max_tokens": ("--max-tokens", self.max_tokens),
            "limits.max_time": ("--max-time", self.max_time),
        }


def start_loop(call: LoopCall) -> int:
    """Create a run and drive it; the exit code.

    Raises:
        UsageProblem: Something of the command, the settings or the file is wrong; nothing was started.
    """
    gate = gate_policy(call.on_gate, call.reason, current_user())
    headless = _is_headless(gate, headless=call.headless or call.json, yes=call.yes)
    settings = Settings.load(project_root(call.subject), flags=call.flags)
    _check_roles(settings, call)
    if settings.checks.disable:
        from critloop.cli.checking import check_names  # noqa: PLC0415 - the checks are only loaded to be named

        check_names(settings)
    review = read_review(Path(call.review)) if call.review is not None else None
    critloop = Critloop(settings)
    try:
        spec = critloop.new_spec(call.loop, call.subject, keep_branch=call.keep_branch, review=review)
        run = critloop.create(spec)
        if not headless:
            return show_dashboard(critloop, run)
        return Headless(critloop, run, as_json=call.json, gate=gate, yes=call.yes).run()
    finally:
        critloop.close()


def resume_loop(prefix: str, *, headless: bool, as_json: bool, on_gate: str, reason: str, yes: bool) -> int:
    """Go on with a run; the exit code. One that has ended is shown as it ended.

    Raises:
        UsageProblem: There is no such run.
    """
    gate = gate_policy(on_gate, reason, current_user())
    headless = _is_headless(gate, headless=headless or as_json, yes=yes)
    if not headless:
        return open_dashboard(prefix)
    critloop, run = open_run(prefix)
    try:
        after = critloop.state(run).version
        if yes or in_terminal():
            critloop.offer_again(run)
        return Headless(critloop, run, as_json=as_json, gate=gate, yes=yes, after=after).run()
    finally:
        critloop.close()


def _is_headless(gate: GatePolicy, *, headless: bool, yes: bool) -> bool:
    if headless or not in_terminal():
        return True
    if gate.choice != "wait" or gate.reason:
        raise UsageProblem("--on-gate and --reason work headless only", "add --headless, or decide in the dashboard")
    if yes:
        raise UsageProblem("--yes works headless only", "add --headless, or answer in the dashboard")
    return False


def _check_roles(settings: Settings, call: LoopCall) -> None:
    roles, sources = settings.roles, settings.sources
    if call.create is not None:
        raise UsageProblem(
            f"the agent {roles.maker.ref} can't write a {call.loop} from an instruction",
            f"write a first draft, then run: critloop {call.loop} {call.subject}",
        )
    if "roles.critic.agent" in sources and "roles.maker.agent" not in sources and roles.critic.agent != "builtin":
        raise UsageProblem("a critic is named and no maker", "add one, for example: --maker builtin")
