"""The published JSON objects. Their schemas change by version only; ``critloop schema`` prints them."""

import json
from typing import Any, Literal

import msgspec

from critloop.model.base import Frozen
from critloop.model.events import Event
from critloop.model.finding import AnswerKind, Evidence, FindingStatus, Location, Progress, Severity
from critloop.model.gate import GateReason
from critloop.model.outcome import Outcome
from critloop.model.report import Verdict


class Published(Frozen):
    """An object that names its schema; ``data`` and ``line`` write it."""

    def data(self) -> dict[str, Any]:
        """The object as JSON values."""
        values: dict[str, Any] = json.loads(self.line())
        return values

    def line(self) -> str:
        """The object as one line of ASCII, which no reader cuts at a Unicode line end."""
        return json.dumps(msgspec.to_builtins(self))


class AnswerJson(Frozen):
    """The maker's latest answer."""

    kind: AnswerKind
    reason: str


class FindingJson(Frozen):
    """A finding and where it stands. Rounds count from 1; 0 where no round raised it.

    ``progress`` is null once the finding is settled; ``rounds_open`` counts the rounds from the
    first that raised it to the last in which it was open.
    """

    id: str
    unit: str
    severity: Severity
    label: str
    dimension: str
    title: str
    issue: str
    location: Location
    evidence: Evidence
    suggested_fix: str | None
    blocking: bool
    status: FindingStatus
    progress: Progress | None
    answer: AnswerJson | None
    first_round: int
    last_round: int
    rounds_open: int


class ReviewedJson(Frozen):
    """What was reviewed: the range of revisions in the work copy, the files, and what was left out and why."""

    range: str
    files: tuple[str, ...]
    lines: int
    excluded: tuple[str, ...]


class UnitJson(Frozen):
    """A unit; its outcome is the run's where it has none of its own."""

    name: str
    outcome: Outcome
    rounds: int


class GateJson(Frozen):
    """The gate that waits for a human: its reasons, the leading one first."""

    reasons: tuple[GateReason, ...]


class UsageJson(Frozen):
    """Tokens by kind, US dollars (null: no price is known), seconds of turns."""

    input: int
    cache_read: int
    cache_write: int
    output: int
    cost_usd: float | None
    seconds: float


class CommitJson(Frozen):
    """A commit of the run, with the ids of the findings that it claims to fix."""

    sha: str
    subject: str
    findings: tuple[str, ...]
    by: Literal["maker", "orchestrator"]


class ResultJson(Published, kw_only=True):
    """``critloop.result/1``: where a run stands, or how it ended.

    ``revision`` is the commit in the work copy that the last valid report judged, null before the
    first; ``unreviewed_commits`` are the later ones.
    """

    schema_: Literal["critloop.result/1"] = msgspec.field(default="critloop.result/1", name="schema")
    run: str
    loop: str
    subject: str
    outcome: Outcome
    rounds: int
    revision: str | None
    reviewed: ReviewedJson
    units: tuple[UnitJson, ...]
    gate: GateJson | None
    findings: tuple[FindingJson, ...]
    unreviewed_commits: tuple[CommitJson, ...]
    usage: UsageJson
    commits: tuple[CommitJson, ...]


class ScoreJson(Frozen):
    """How the text stands to one criterion; ``gap`` is empty where it passes."""

    criterion_id: str
    passed: bool = msgspec.field(name="pass")
    gap: str


class PolishResultJson(ResultJson, kw_only=True):
    """``critloop.result/1`` of a polish run.

    ``status`` is null while the run has neither converged nor reached its cap. ``scores`` and
    ``remaining_gaps`` are of the version that the run stands on, its best at the cap.
    """

    status: Literal["CONVERGED", "CAP_REACHED"] | None
    iterations: int
    scores: tuple[ScoreJson, ...]
    remaining_gaps: tuple[str, ...]


class EventJson(Published, kw_only=True):
    """``critloop.event/1``: one event of a run. ``seq`` counts from 1; ``at`` is Unix time in seconds."""

    schema_: Literal["critloop.event/1"] = msgspec.field(default="critloop.event/1", name="schema")
    run: str
    seq: int
    at: float
    event: Event


class ReportJson(Published, kw_only=True):
    """``critloop.report/1``: a review from anywhere, as it was read. ``reason`` says why it is no report."""

    schema_: Literal["critloop.report/1"] = msgspec.field(default="critloop.report/1", name="schema")
    format: str
    status: Literal["approved", "issues", "malformed", "not_reviewed"]
    reason: str
    verdicts: tuple[Verdict, ...]
    findings: tuple[FindingJson, ...]
    cannot_verify: tuple[str, ...]
    tests_wanted: tuple[str, ...]


class CheckFindingJson(FindingJson, kw_only=True):
    """A finding of a mechanical check: which one, and whether ``--fix`` can repair it."""

    check: str
    fixable: bool


class CheckJson(Published, kw_only=True):
    """``critloop.check/1``: what the mechanical checks found."""

    schema_: Literal["critloop.check/1"] = msgspec.field(default="critloop.check/1", name="schema")
    findings: tuple[CheckFindingJson, ...]


SHAPES: dict[str, tuple[type[Frozen], ...]] = {
    "event": (EventJson,),
    "result": (ResultJson, PolishResultJson),
    "report": (ReportJson,),
    "check": (CheckJson,),
    "finding": (FindingJson,),
}
"""The forms that each published object can have."""


def schema_of(name: str) -> dict[str, Any]:
    """The JSON Schema of a published object. Every field is written, so every field is required."""
    forms, parts = msgspec.json.schema_components(SHAPES[name], ref_template="#/$defs/{name}")
    for part in parts.values():
        if "properties" in part:
            part["required"] = list(part["properties"])
    whole = parts.pop(forms[0]["$ref"].rsplit("/", 1)[-1]) if len(forms) == 1 else {"anyOf": list(forms)}
    return {"$schema": "https://json-schema.org/draft/2020-12/schema", **whole, "$defs": parts}
