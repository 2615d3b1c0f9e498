"""A finding's detail in words. Pure: state to styled content."""

from itertools import chain

from textual.content import Content

from critloop.loop.state import RunState, TrackedFinding
from critloop.model.finding import EvidenceStatus, Location
from critloop.ui.presentation import words
from critloop.ui.presentation.cleaning import clean, clean_line
from critloop.ui.presentation.units import Place, place_of
from critloop.ui.screens.gate_lines import ANSWERS, MUTED, severity

STYLES: dict[EvidenceStatus, str] = {
    "verified": "$success",
    "moved": "$warning",
    "unverified": "$error",
    "absent": MUTED,
}
AROUND = 6


def heading(tracked: TrackedFinding, place: Place | None = None) -> Content:
    """Severity, dimension, standing, and the unit where there are several."""
    standing = tracked.progress.value if tracked.progress else tracked.status.value
    plural = "" if tracked.first_round == tracked.last_round else "s"
    rounds = f"round{plural} {words.rounds(tracked.first_round, tracked.last_round)}"
    blocking = "blocks approval" if tracked.blocking else "advisory"
    line = f"{clean_line(tracked.finding.dimension)} · {standing} · {rounds} · {blocking}"
    unit = f" · {place.long}" if place else ""
    return Content.assemble(severity(tracked.finding.severity), " ", line, unit)


def objection(tracked: TrackedFinding) -> Content:
    """What is wrong and why it matters."""
    finding = tracked.finding
    issue = clean(finding.issue) if finding.issue.strip() != finding.title.strip() else ""
    parts = [Content.styled(clean_line(finding.title), "bold")]
    parts += [Content(text) for text in (issue, clean(finding.why)) if text.strip()]
    if tracked.note:
        parts.append(Content.assemble((f"{tracked.status.value}: ", "bold"), clean(tracked.note), _owner(tracked)))
    return Content("\n").join(parts)


def _owner(tracked: TrackedFinding) -> str:
    owner = f" · {clean_line(tracked.owner)}" if tracked.owner else ""
    return owner + (f" · until {tracked.expires}" if tracked.expires else "")


def evidence(tracked: TrackedFinding) -> Content:
    """The critic's side: place, quote, what it suggests."""
    finding = tracked.finding
    status = finding.evidence.status
    held = f"{words.EVIDENCE[status]}: {words.EVIDENCE_MEANING[status]}"
    parts = [Content(place_words(finding.location)), Content.styled(held, STYLES[status])]
    if finding.evidence.quote:
        parts.append(Content.styled(f"“{clean(finding.evidence.quote.strip())}”", "italic"))
    if finding.suggested_fix:
        parts.append(Content.assemble(("Suggests: ", MUTED), clean(finding.suggested_fix.strip())))
    return Content("\n").join(parts)


def place_words(place: Location) -> str:
    """``docs/a.md, lines 88–96, “Storage”``."""
    lines = ""
    if place.start_line is not None:
        same = place.end_line in (None, place.start_line)
        lines = f"line {place.start_line}" if same else f"lines {place.start_line}–{place.end_line}"
    section = f"“{clean_line(place.section)}”" if place.section else ""
    path = clean_line(place.path) if place.path else ""
    return ", ".join(filter(None, (path, lines, section))) or "no place is named"


def answers(state: RunState, tracked: TrackedFinding) -> Content:
    """The maker's side: each answer, and the commit that claims the fix."""
    if not tracked.replies:
        return Content.styled("The maker has not answered it.", MUTED)
    subjects = {item.commit.sha: item.commit.subject for item in state.commits}
    lines = []
    for reply in tracked.replies:
        said = ANSWERS[reply.answer.kind.value]
        lines.append(Content.assemble((f"for round {reply.round} ", MUTED), (said, "bold")))
        if reply.answer.reason:
            lines.append(Content(clean(reply.answer.reason)))
        if reply.commit:
            lines.append(
                Content.assemble((reply.commit[:8], "$accent"), " ", clean_line(subjects.get(reply.commit, "")))
            )
    return Content("\n").join(lines)


def history(tracked: TrackedFinding) -> Content:
    """Each round that raised it: how it was recognised, and its words where they changed."""
    lines: list[Content] = []
    before = ""
    for seen in tracked.sightings:
        title = clean_line(seen.finding.title)
        renamed = "" if title == before else f"  {title}"
        lines.append(Content.assemble((f"round {seen.round:<3}", MUTED), clean_line(seen.reason), (renamed, MUTED)))
        before = title
    return Content("\n").join(lines) if lines else Content.styled("No report raised it.", MUTED)


def excerpt(text: str, first: int, last: int, quote: str | None) -> Content:
    """The lines around 1-based ``first`` to ``last``, numbered, these marked and the quote highlighted."""
    lines = clean(text).split("\n")
    start, end = max(first - AROUND, 1), min(last + AROUND, len(lines))
    wanted = {part.strip() for part in clean(quote or "").split("\n") if part.strip()}
    rows = []
    for number in range(start, end + 1):
        inside = first <= number <= last
        bar = Content.styled("▌" if inside else " ", "$accent")
        rows.append(Content.assemble((f"{number:>5} ", MUTED), bar, _quoted(lines[number - 1], wanted, inside)))
    return Content("\n").join(rows)


def _quoted(line: str, wanted: set[str], inside: bool) -> Content:
    content = Content(line) if inside else Content.styled(line, MUTED)
    for part in wanted:
        at = line.find(part)
        if inside and at >= 0:
            content = content.stylize("reverse $accent", at, at + len(part))
    return content


def plain(state: RunState, tracked: TrackedFinding) -> str:
    """The finding as text to copy."""
    parts = (
        heading(tracked, place_of(state, tracked.unit)),
        objection(tracked),
        evidence(tracked),
        answers(state, tracked),
        history(tracked),
    )
    return "\n\n".join(chain.from_iterable([[part.plain.rstrip()] for part in parts]))
