"""Reads and writes the review of one task (source: task-review.txt, "Design" and "Cost iterations")."""

from collections.abc import Iterator, Sequence

from critloop.model.finding import Finding, Location
from critloop.model.report import CheckItem, ReadResult, Report
from critloop.reports.formats import Format, VerdictLine, begins_pattern, title_pattern
from critloop.reports.graded import COMPLIANCE, GAP
from critloop.reports.grading import groups_of, item, list_of
from critloop.reports.items import checked_in, texts_of
from critloop.reports.locations import SOURCE, places_in, write_lines
from critloop.reports.markdown import read_document
from critloop.reports.review import read_review
from critloop.reports.sections import cut
from critloop.reports.titles import EVERY, SectionKind
from critloop.reports.values import RULE, plainest, text_item, with_summary
from critloop.reports.verdicts import passes, words_of

_WORDS = r"task(?: \d+[\w.]*)?(?: code| independent| independent code)? review(?: report)?"
_GAPS = VerdictLine(
    key="compliance",
    name="Spec compliance",
    marker="**Spec compliance:**",
    passing="✅ Compliant",
    failing="❌ Gaps",
    holds="gaps",
    listed="### Gaps",
    item="“- `path:line` — what is missing”",
)
_QUALITY = VerdictLine(
    key="quality",
    name="Task quality",
    marker="**Task quality:**",
    passing="Approved",
    failing="Needs fixes",
    holds="issues",
    listed="### Issues, in the groups Critical and Important",
    item="“- `path:line` — what is wrong - why it matters”",
)
TASK = Format(
    name="task",
    shown="## Task Review",
    title=title_pattern(_WORDS),
    begins=begins_pattern(_WORDS, "spec compliance"),
    verdicts=(_GAPS, _QUALITY),
    dimensions=(
        *("quality", "clarity", "duplication", "errors", "error handling", "tests", "maintainability"),
        *("responsibility", "testability", "structure", "file structure", "growth", COMPLIANCE),
    ),
    default="quality",
    lesser="Minor",
    files=SOURCE,
    kinds=EVERY,
    graded=True,
    strict=True,
)


def read_task_review(reply: str) -> ReadResult:
    """What a reply says as a task review; never raises.

    Both verdicts are there, spec compliance first, and each agrees with its own list: the gaps, and
    the issues that are Critical or Important. Items that can't be verified take nothing from either.
    """
    return read_review(reply, TASK)


def write_task_review(report: Report) -> str:
    """A task review in the form that ``read_task_review`` reads.

    A report whose verdicts disagree with its findings is written as it is, and read as malformed.
    """
    gaps = [finding for finding in report.findings if is_gap(finding)]
    others = [finding for finding in report.findings if not is_gap(finding)]
    start = ["## Task Review", "", f"**Spec compliance:** {_told(report, _GAPS)}", ""]
    start += ["### Gaps", "", *list_of(gaps, TASK, item, GAP), ""]
    start += ["### Cannot verify from diff", "", *_texts(report.cannot_verify, "unverified"), ""]
    start += ["### What was checked", "", *_checks(report.checked), ""]
    end = [*groups_of(others, TASK), "### Tests wanted", "", *_texts(report.tests_wanted, "tests"), ""]
    last = [f"**Task quality:** {_told(report, _QUALITY)}", ""]
    text = with_summary(report, "### Strengths", start, [*end, *last], read_task_review)
    if isinstance(read_task_review(text), Report):
        return text
    return with_summary(report, "### Strengths", start, [*end, RULE, "", *last], read_task_review)


def is_gap(finding: Finding) -> bool:
    """True for what the requirement asks for and the diff lacks."""
    return finding.label == GAP


def _told(report: Report, line: VerdictLine) -> str:
    """A verdict's own words where they say the same, else those of the format."""
    said = next((verdict for verdict in report.verdicts if verdict.name == line.name), None)
    if said is None:
        return line.passing if report.approves else line.failing
    if said.text == words_of(said.text) and passes(said.text, line.key) is said.passed:
        return said.text
    return line.passing if said.passed else line.failing


def _texts(texts: Sequence[str], kind: SectionKind) -> list[str]:
    items = [
        plainest(
            (text_item(text, fenced=fenced) for fenced in (False, True)),
            lambda lines, text=text: _reads_as(lines, kind, ([text], [])),  # type: ignore[misc]
        )
        for text in texts
    ]
    return [line for lines in items for line in lines] or ["- None"]


def _checks(checked: Sequence[CheckItem]) -> list[str]:
    items = [
        plainest(
            _check_forms(check),
            lambda lines, check=check: _reads_as(lines, "checked", ([], [check])),  # type: ignore[misc]
        )
        for check in checked
    ]
    return [line for lines in items for line in lines] or ["- None"]


def _check_forms(check: CheckItem) -> Iterator[list[str]]:
    """As it is, where it names its places itself; with them behind it; in a fence."""
    yield text_item(check.text, fenced=False)
    yield text_item(check.text, fenced=False, places=_places(check.places))
    yield text_item(check.text, fenced=True, places=_places(check.places))


def _places(places: Sequence[Location]) -> str:
    """Places as ``places_in`` reads them; those without a file or a line are not written."""
    words = []
    for place in places:
        lines = write_lines(place.start_line, place.end_line).split(" ")[-1]
        if place.path and lines:
            bare = f"{place.path}:{lines}"
            words.append(bare if places_in(bare) == (place,) else f"`{bare}`")
    return ", ".join(words)


def _reads_as(lines: Sequence[str], kind: SectionKind, meant: tuple[list[str], list[CheckItem]]) -> bool:
    """True for lines that are read as what is meant, as the first item of a section and as a later one."""
    return all(_read(before, lines, kind) == meant for before in ([], ["- first"]))


def _read(before: Sequence[str], lines: Sequence[str], kind: SectionKind) -> tuple[list[str], list[CheckItem]] | None:
    """What these lines are read as, after others of a section in a review that approves."""
    skip = len(before)
    title = {"unverified": "Cannot verify from diff", "tests": "Tests wanted", "checked": "What was checked"}[kind]
    end = ["", "### Issues", "", "None.", "", "**Task quality:** Approved", ""]
    text = "\n".join(
        ["## Task Review", "", "**Spec compliance:** ✅ Compliant", "", f"### {title}", "", *before, *lines, *end]
    )
    if not isinstance(read_review(text, TASK), Report):
        return None
    section = next(section for section in cut(read_document(text).lines, TASK) if section.kind == kind)
    return ([], checked_in(section)[skip:]) if kind == "checked" else (texts_of(section)[skip:], [])
