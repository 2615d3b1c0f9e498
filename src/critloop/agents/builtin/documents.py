"""The built-in critic on a text: a spec, a chunk of a plan, a page."""

from collections.abc import Collection, Sequence

from critloop.agents.builtin.judgement import Judgement, counted, read_call
from critloop.agents.builtin.problems import Kept, chunks_of, everything, problems_of, text_of, within_chunk
from critloop.checks.findings import to_finding
from critloop.checks.pages import SECTIONS, page_kind
from critloop.checks.plain import other_markup
from critloop.checks.run import checks_of
from critloop.context.kinds import required_of
from critloop.model.finding import Finding, Severity
from critloop.model.ports import TurnRequest
from critloop.model.report import Report, Verdict

DIMENSIONS = {"completeness": "completeness", "coverage": "completeness", "consistency": "consistency"}
"""The docs loop's names for what the checks look at; all else is quality."""

_UNCHECKED = "I could not review the text: every check that fits it is switched off, so none was made.\n"


def judge_document(request: TurnRequest, disabled: Collection[str]) -> Judgement:
    """The review of the unit's file, in the loop's format.

    Raises:
        AgentProblem: The file can't be read, or is no UTF-8 text.
    """
    path = request.folder / request.unit.path
    text = text_of(path)
    if not checks_of(request.loop, disabled, other_markup(path)):
        return Judgement(_UNCHECKED)
    kept = kept_in(request)
    found = problems_of(text, path, root=request.folder, loop=request.loop, disabled=disabled, kept=kept)
    findings = [to_finding(problem) for problem in found]
    summary = _summary(request, text, disabled)
    match request.loop:
        case "docs":
            written = _docs(request, findings, " ".join([summary, _on_kind(request, text, disabled)]).strip())
        case "plan":
            written = _plan(request, text, findings, summary)
        case _:
            written = _spec(findings, summary)
    return Judgement(written, (read_call(request.unit.path, text),))


def kept_in(request: TurnRequest) -> Kept:
    """Which problems of the file belong to the unit."""
    return within_chunk(request.unit) if request.loop == "plan" else everything


def _summary(request: TurnRequest, text: str, disabled: Collection[str]) -> str:
    lines = len(text.splitlines())
    unit = request.unit
    if request.loop == "plan" and unit.start_line and unit.end_line:
        lines = unit.end_line - unit.start_line + 1
    markup = other_markup(unit.path)
    ran = counted(len(checks_of(request.loop, disabled, markup)), "mechanical check")
    left = f" The checks of Markdown were left out: this is {markup}." if markup else ""
    return f"{ran} over {counted(lines, 'line')}; whether the content is right was not judged.{left}"


def passes(findings: Sequence[Finding]) -> bool:
    """True where no finding is more than a recommendation."""
    return all(finding.severity is Severity.LOW for finding in findings)


def _status(findings: Sequence[Finding], style: str, summary: str) -> Report:
    passed = passes(findings)
    verdict = Verdict(name="Status", text="Approved" if passed else "Issues Found", passed=passed)
    return Report(format=style, verdicts=(verdict,), findings=tuple(findings), summary=summary)


def _spec(findings: Sequence[Finding], summary: str) -> str:
    from critloop.reports.writing import write_spec_review  # noqa: PLC0415 - each loop loads its own writer

    return write_spec_review(_status(findings, "spec", summary))


def _plan(request: TurnRequest, text: str, findings: Sequence[Finding], summary: str) -> str:
    from critloop.reports.plan import write_plan_review  # noqa: PLC0415 - the same

    ids = [chunk.id for chunk in chunks_of(text)]
    number = ids.index(request.unit.id) + 1 if request.unit.id in ids else 1
    return write_plan_review(_status(findings, "plan", summary), f"Chunk {number}: {request.unit.name}")


def _docs(request: TurnRequest, findings: Sequence[Finding], summary: str) -> str:
    from critloop.reports.docs import write_docs_report  # noqa: PLC0415 - the same

    own = [
        finding.but(
            {
                "label": finding.severity.value.upper(),
                "dimension": DIMENSIONS.get(finding.dimension, "quality"),
            }
        )
        for finding in findings
    ]
    counts = {severity: sum(1 for finding in own if finding.severity is severity) for severity in Severity}
    high, medium = counts[Severity.HIGH], counts[Severity.MEDIUM]
    passed = not high and not medium
    words = "APPROVED" if passed else f"ITERATE — {high} high, {medium} medium issues remain"
    verdict = Verdict(name="Verdict", text=words, passed=passed)
    report = Report(format="docs", verdicts=(verdict,), findings=tuple(own), summary=summary)
    return write_docs_report(report, request.unit.path)


def _on_kind(request: TurnRequest, text: str, disabled: Collection[str]) -> str:
    """What is said of the sections that a page of its kind needs."""
    if SECTIONS.id in disabled:
        return ""
    kind = page_kind(request.unit.path, text)
    if kind is None:
        return "Nothing tells for certain what kind of page it is, so the check for required sections was skipped."
    required = required_of(kind)
    return f"Sections that a {kind} page needs: {', '.join(required)}." if required else ""
