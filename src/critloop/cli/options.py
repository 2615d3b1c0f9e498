"""The flags that several commands share. Importing this needs nothing but typer."""

from dataclasses import dataclass
from enum import StrEnum
from typing import Annotated

import typer


class OutputFormat(StrEnum):
    """How ``check`` prints what it found."""

    TEXT = "text"
    JSON = "json"


class ExportFormat(StrEnum):
    """How ``export`` writes a run."""

    MD = "md"
    JSON = "json"


class FailOn(StrEnum):
    """The severity from which ``check`` exits with 1."""

    HIGH = "high"
    MEDIUM = "medium"
    LOW = "low"


class LoopName(StrEnum):
    """The loops that there are checks for."""

    SPEC = "spec"
    PLAN = "plan"
    DOCS = "docs"
    TASK = "task"
    POLISH = "polish"


class Rereview(StrEnum):
    """How what was fixed is looked at again."""

    FULL = "full"
    SCOPED = "scoped"


class Ruling(StrEnum):
    """What a human says of something that a reviewer could not verify."""

    UPHOLD = "uphold"
    REFUTE = "refute"
    ACCEPT = "accept"
    DEFER = "defer"


class SchemaName(StrEnum):
    """The published JSON objects."""

    EVENT = "event"
    RESULT = "result"
    REPORT = "report"
    CHECK = "check"
    FINDING = "finding"


class ReportFormat(StrEnum):
    """The report formats that ``read`` knows."""

    AUTO = "auto"
    DOCS = "docs"
    SPEC = "spec"
    PLAN = "plan"
    TASK = "task"
    BRANCH = "branch"
    EVALUATION = "evaluation"


Run = Annotated[str, typer.Argument(metavar="RUN", help="A run: any unambiguous beginning of its id, or 'last'.")]
Maker = Annotated[
    str | None, typer.Option("--maker", metavar="AGENT[:MODEL]", help="Who writes and fixes: builtin, replay:<file>.")
]
Critic = Annotated[
    str | None, typer.Option("--critic", metavar="AGENT[:MODEL]", help="Who reads and judges: builtin, replay:<file>.")
]
Rounds = Annotated[int | None, typer.Option("--rounds", min=1, metavar="N", help="Rounds until a human is asked.")]
Cap = Annotated[
    int | None, typer.Option("--cap", min=1, metavar="N", help="Evaluations until a human is asked, at most 8.")
]
RereviewMode = Annotated[
    Rereview | None,
    typer.Option("--rereview", help="What a fresh critic reads after a fix: all, or what was open and the fix."),
]
MaxCost = Annotated[float | None, typer.Option("--max-cost", min=0.0, metavar="USD", help="US dollars a run may cost.")]
MaxTokens = Annotated[int | None, typer.Option("--max-tokens", min=1, metavar="N", help="Tokens a run may take.")]
MaxTime = Annotated[
    str | None, typer.Option("--max-time", metavar="T", help="Time that turns may take: 90s, 30m, 1h30m.")
]
Headless = Annotated[bool, typer.Option("--headless", help="No dashboard: progress and result as plain text.")]
Json = Annotated[bool, typer.Option("--json", help="One JSON object a line: every event, then the result.")]
OnGate = Annotated[
    str,
    typer.Option(
        "--on-gate", metavar="wait|approve|abort|continue[:N]", help="What to do where a human is asked (headless)."
    ),
]
Reason = Annotated[str, typer.Option("--reason", metavar="TEXT", help="Why; an approval needs it.")]
KeepBranch = Annotated[bool, typer.Option("--keep-branch", help="Leave the branch critloop/RUN in the repository.")]
Yes = Annotated[bool, typer.Option("--yes", help="Headless: go on without asking, and bring an approved result back.")]
Review = Annotated[
    str | None, typer.Option("--review", metavar="REPORT", help="A file with an existing review: the first round.")
]


@dataclass(frozen=True)
class Driving:
    """How a run is driven: with a dashboard or without one, and what is done where a human is asked."""

    headless: Headless = False
    json: Json = False
    on_gate: OnGate = "wait"
    reason: Reason = ""
    yes: Yes = False


@dataclass(frozen=True)
class LoopFlags(Driving):
    """The flags of every loop."""

    maker: Maker = None
    critic: Critic = None
    rounds: Rounds = None
    rereview: RereviewMode = None
    review: Review = None
    max_cost: MaxCost = None
    max_tokens: MaxTokens = None
    max_time: MaxTime = None
    keep_branch: KeepBranch = False
