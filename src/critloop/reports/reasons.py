"""Why a reply is no report, in sentences for the next critic.

They speak of form alone: the next critic is fresh and may not learn what the last one found.
"""

from critloop.model.report import Malformed, MalformedKind
from critloop.reports.formats import Format, VerdictLine

MAX_REPLY = 1_000_000
MAX_LINES = 50_000
"""A longer reply, in characters or lines, is no report, and is not looked into."""

EMPTY = Malformed(kind="empty", reason="The reply was empty.")
LONG = Malformed(
    kind="truncated",
    reason=f"The reply is too long to be a report: it has more than {MAX_REPLY:,} characters or {MAX_LINES:,} lines.",
)

_REASONS: dict[str, tuple[MalformedKind, str]] = {
    "verdicts": (
        "contradictory",
        "The reply states verdicts that disagree: write one report, with {markers} once and nothing else of the kind.",
    ),
    "reports": (
        "contradictory",
        "The reply holds more than one report, and not all of them approve: write exactly one.",
    ),
    "beside": (
        "contradictory",
        (
            "Beside the verdict {passing} stands text that may be an issue, or that casts doubt on the verdict. Each"
            " issue belongs under {listed} with the verdict {failing}; what does not block belongs under"
            " {lesser}; no other lists, labels, tables or headings."
        ),
    ),
    "silent": ("no_verdict", "The report states no verdict: it needs the line {forms}, outside of fences and quotes."),
    "unclear": (
        "unknown_verdict",
        "The verdict behind {marker} is not clear: write exactly {passing} or exactly {failing}, and nothing after it.",
    ),
    "order": ("missing_section", "The verdicts stand in the wrong order: {markers}, each once, in this order."),
    "conditional": (
        "contradictory",
        "An approval may depend on nothing: what has to change first is an issue; the verdict then is {failing}.",
    ),
    "disagree": (
        "contradictory",
        (
            "The verdict behind {marker} and its list disagree: {passing} goes with nothing that blocks under {listed},"
            " {failing} with at least one such item. What does not block belongs under {lesser}."
        ),
    ),
    "counts": (
        "contradictory",
        "A title counts issues, and the list or the verdict does not agree: {passing} goes with none.",
    ),
    "foreign": (
        "contradictory",
        "The list under {listed} holds a fence or a quote in place of a list: write None, or list the items.",
    ),
    "foreign review": (
        "missing_section",
        "The reply is not the report that was asked for: it needs the title {shown} and the sections of the format.",
    ),
    "unlisted": ("missing_section", "The verdict {failing} needs the section {listed} with a list under it."),
    "no list": (
        "missing_section",
        "The report needs the section {listed}, with the findings, or with the word None where there are none.",
    ),
    "none": ("no_findings", "The verdict {failing} needs at least one open item under {listed}, written as {item}."),
}


def malformed(case: str, style: Format, line: VerdictLine | None = None) -> Malformed:
    """The reason by name, in the words of a format and of one of its verdicts."""
    verdict = line or style.verdicts[-1]
    kind, reason = _REASONS[case]
    kind = style.empty if case == "none" else kind
    words = {name: getattr(verdict, name) for name in ("marker", "passing", "failing", "listed", "item", "forms")}
    markers = " and ".join(each.marker for each in style.verdicts)
    return Malformed(kind=kind, reason=reason.format(**words, markers=markers, shown=style.shown, lesser=style.lesser))


def torn(line: int) -> Malformed:
    """A fence that only the end of its list item closes."""
    return Malformed(kind="truncated", reason=f"The fence that opens in line {line} of the report is never closed.")
