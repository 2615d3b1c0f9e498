"""The tables of settings. Each field's docstring is its manual entry; ``docs/settings.md`` is made from them."""

from critloop.config.values import (
    AgentName,
    Amount,
    Cap,
    Commands,
    Count,
    Duration,
    File,
    Globs,
    Model,
    Name,
    Names,
    Rereview,
    SecondModel,
)
from critloop.model.base import Frozen
from critloop.model.turn import AgentRef

AS_CRITIC = "as-critic"


class Table(Frozen):
    """A table of settings: fixed keys, exact types."""


class RoleSettings(Table):
    """Who does a role's turns."""

    agent: AgentName = "builtin"
    """The agent: `builtin` (mechanical checks and fixes, no network), or `replay:<file>` (turns read from
    a file, relative to the settings file that names it)."""

    model: Model | None = None
    """The model, for an agent that takes one: its name, or `agent` for the agent's own choice. `builtin` and
    `replay` take none."""

    @property
    def ref(self) -> AgentRef:
        """The agent as a run records it."""
        return AgentRef(agent=self.agent, model=self.model)


class SecondRoleSettings(Table):
    """Who does turns that are the critic's unless another agent is named."""

    agent: AgentName | None = None
    """The agent, as for the critic. Not set: the critic's."""

    model: SecondModel = AS_CRITIC
    """The model: `as-critic` for the critic's agent and model, else as for the critic."""


class Roles(Table):
    """The roles of a loop."""

    maker: RoleSettings = RoleSettings()
    """Writes and fixes."""

    critic: RoleSettings = RoleSettings()
    """Reads and judges."""

    auditor: SecondRoleSettings = SecondRoleSettings()
    """Does the final full review where re-reviews are scoped."""

    extractor: SecondRoleSettings = SecondRoleSettings()
    """Turns the goal of a polish run into criteria."""


class LimitSettings(Table):
    """When a run asks a human because it has taken enough."""

    max_cost: Amount | None = None
    """US dollars that a run may cost. Reached: the gate opens, with the reason `budget`."""

    max_tokens: Count | None = None
    """Tokens of all kinds that a run may take. Reached: the gate opens, with the reason `budget`."""

    max_time: Duration | None = None
    """Time that a run's turns may take together; waiting for a human costs nothing. Reached: the gate opens,
    with the reason `budget`."""

    turn_idle: Duration = 300.0
    """How long a turn may show nothing before it counts as failed."""


class SizeSettings(Table):
    """What every loop has a limit for."""

    max_bytes: Count = 1_000_000
    """The largest file, in bytes, that the loop takes. `critloop check` takes any size."""


class LoopSettings(SizeSettings):
    """How a loop runs in which findings go back and forth."""

    rounds: Count = 5
    """Reports that a unit may get before a human is asked."""

    rereview: Rereview = "full"
    """Each round a fresh critic reads all (`full`), or only what was open and what was done about it
    (`scoped`); then one fresh full review, the auditor's, judges the final version."""


class DocsSettings(LoopSettings):
    """How pages are reviewed."""

    rounds: Count = 3
    """Reports that a page may get; the maker still answers the last one, then a human is asked."""

    sources: Globs = ()
    """Source files to hold a page against, below the project's root. With many files, those that define or use
    what the page names are looked for among them; not set, in the whole project."""

    related: Globs = ()
    """Pages that the critic is always given, below the project's root."""

    persona: File | None = None
    """An agent definition in Markdown, relative to the settings file that names it: its text is the critic's
    persona, and its tools narrow the critic's. Not set: a sceptical senior technical writer and developer."""


class DiffSettings(LoopSettings):
    """How a loop runs that judges a diff."""

    tests: Commands = ()
    """Commands that a maker may have run as tests, word for word.

    They are started without a shell, in the work copy, with a small part of your environment: `PATH`, `HOME`, `USER`,
    `SHELL`, `TMPDIR`, `TZ`, `LANG` and `LC_*`; what tools are found by (`VIRTUAL_ENV`, `PYTHON*`, `NODE_*`,
    `JAVA_HOME`, `GOPATH`, `CARGO_HOME` and the like, `CC`, `CFLAGS`, `LD_LIBRARY_PATH`); certificates (`SSL_CERT_*`);
    proxies without a user in them. All else is left out, since it may be a secret; give a command what it needs by
    name: `env DATABASE_URL=sqlite:///test.db pytest`.
    """

    max_patch: Count = 2_000
    """Lines of a diff that go into one look. A longer diff is cut at its files and reviewed in parts."""


class BranchSettings(DiffSettings):
    """How a branch is reviewed."""

    rounds: Count = 2
    """Reports that a branch may get before a human is asked: one broad review, and one of the fixes."""


class PolishSettings(SizeSettings):
    """How a text is polished."""

    cap: Cap = 4
    """Evaluations that a text may get before a human is asked. A criteria file's own cap comes before this."""


class Loops(Table):
    """The loops, each with a table of its own."""

    spec: LoopSettings = LoopSettings()
    """The review of a design spec."""

    plan: LoopSettings = LoopSettings()
    """The review of an implementation plan, chunk by chunk."""

    docs: DocsSettings = DocsSettings()
    """The review of a documentation page."""

    task: DiffSettings = DiffSettings()
    """The review of one task's diff."""

    branch: BranchSettings = BranchSettings()
    """The final review of a whole branch."""

    polish: PolishSettings = PolishSettings()
    """The scoring of a text against criteria."""


class CheckSettings(Table):
    """The mechanical checks, of `critloop check` and of the built-in critic."""

    disable: Names = ()
    """Checks that are left out, by their id."""


class UiSettings(Table):
    """The dashboard."""

    theme: Name | None = None
    """The name of a theme. Unset: the dashboard's own."""
