"""Gaps and repetitions in what an author numbered by hand."""

import re
from collections.abc import Callable, Iterable, Iterator

from critloop.checks.document import Document
from critloop.checks.framework import Check, Edit, LineEdit, Problem
from critloop.checks.series import Numbered, Series, heading_series, list_series, step_series
from critloop.checks.surroundings import Surroundings
from critloop.model.finding import Severity

_TAKEN_OUT = re.compile(
    r"\b(removed?|dropped|merged|skipped|folded|deferred|moved|done|completed?|obsolete|deleted|superseded|reserved"
    r"|split|elsewhere|shipped|landed)\b",
    re.IGNORECASE,
)
_FEWEST = 3


def _anomaly(series: Series) -> tuple[int, str] | None:
    """The one place where a series stops counting: its index and ``gap`` or ``repeat``.

    None for a series that counts, and for one whose numbers are names rather than a count: out of
    order, beginning far up, with several anomalies, or too short to tell.
    """
    items = series.items
    found: list[tuple[int, str]] = []
    for index in range(1, len(items)):
        before, here = items[index - 1], items[index]
        step = here.number - before.last
        if step == 0 and before.exact and here.exact:
            found.append((index, "repeat"))
        elif step == 2:  # noqa: PLR2004 - one number is left out
            found.append((index, "gap"))
        elif step > 2 or step < 0:  # noqa: PLR2004
            return None
    if not found or len(found) > 1 or items[0].number > 1:
        return None
    return found[0]


def _labelled(check: Check, document: Document, series: Iterable[Series]) -> Iterator[Problem]:
    """Problems of series with a word before the number."""
    for one in series:
        found = _anomaly(one)
        if found is None:
            continue
        index, kind = found
        item, before = one.items[index], one.items[index - 1]
        name = f"{one.label} {one.prefix}{item.number}".strip()
        missing = item.number - 1
        if kind == "gap" and (_is_elsewhere(document, one, missing) or _is_explained(document, one, missing)):
            continue
        yield _problem(check, document, one, index, kind, name, before)


def _problem(
    check: Check, document: Document, series: Series, index: int, kind: str, name: str, before: Numbered
) -> Problem:
    item = series.items[index]
    earlier = f"{series.label} {series.prefix}{before.last}".strip()
    missing = f"{series.label} {series.prefix}{item.number - 1}".strip()
    # A gap has two readings, a lost item and a wrong number; a repetition has one.
    fix = _renumbered(document, series, index) if kind == "repeat" else None
    if kind == "repeat":
        title = f"{name} comes twice"
        issue = f"{name} is given twice."
    else:
        title = f"{missing} is missing"
        issue = f"{earlier} is followed by {name}; there is no {missing}."
    advice = "Number on from there." if fix else "Renumber, or put in what is missing, and correct references."
    return check.problem(document, item.line, title, issue, advice=advice, fix=fix)


def _is_elsewhere(document: Document, series: Series, missing: int) -> bool:
    """True when another heading has the missing number, below another parent or in other words."""
    if series.label == "Step":
        return False
    number = rf"(?<![\d.]){re.escape(series.prefix)}{missing}(?!\d)"
    name = re.compile(rf"{series.label}s?\s+{number}" if series.label else number, re.IGNORECASE)
    return any(name.search(section.heading.raw) for section in document.sections)


def _is_explained(document: Document, series: Series, missing: int) -> bool:
    """True when the text itself says that the missing number was taken out."""
    words = rf"{series.label}s?\s+" if series.label else r"(?:section|§|item|step)\s*"
    name = re.compile(rf"\b{words}(?:\d+\W+(?:and\W+)?)*{re.escape(series.prefix)}{missing}\b", re.IGNORECASE)
    lines = document.source.lines[series.scope[0] - 1 : series.scope[1]] if series.label == "Step" else None
    return any(name.search(line) and _TAKEN_OUT.search(line) for line in lines or document.source.lines)


def _renumbered(document: Document, series: Series, index: int) -> Edit | None:
    """Numbers from the anomaly on, counted on from the one before; None where something refers to one of them."""
    rest = series.items[index:]
    if any(not item.exact or item.last != item.number for item in series.items):
        return None
    if _is_referred_to(document, series, {item.number for item in rest}):
        return None
    edits = []
    for offset, item in enumerate(rest):
        old = document.source.line(item.line)
        width = len(re.match(r"\d*", old[item.column :]).group())  # type: ignore[union-attr]  # matches always
        new = f"{old[: item.column]}{series.items[index - 1].last + 1 + offset}{old[item.column + width :]}"
        if not width:
            return None
        edits.append(LineEdit(item.line, old, new))
    what = f"{series.label.lower()}s" if series.label else "list" if not series.prefix else "sections"
    return Edit(tuple(edit for edit in edits if edit.old != edit.new), f"renumber the {what} from line {rest[0].line}")


def _is_referred_to(document: Document, series: Series, numbers: set[int]) -> bool:
    """True when another line names one of these numbers, so that renumbering would break a reference."""
    own = {item.line for item in series.items}
    words = rf"{series.label}s?\s+" if series.label else r"(?:sections?|§+|items?|points?|steps?|#)\s*"
    group = "|".join(re.escape(f"{series.prefix}{number}") for number in sorted(numbers))
    pattern = re.compile(
        rf"(?<!\w){words}(?:[\d.]+\W+(?:and\W+|to\W+)?)*(?:{group})(?!\d)|\]\(#(?:{group})", re.IGNORECASE
    )
    first, last = series.scope if series.label == "Step" else (1, len(document.source.lines))
    return any(number not in own and pattern.search(document.source.line(number)) for number in range(first, last + 1))


def _steps(check: Check, document: Document, around: Surroundings) -> Iterator[Problem]:
    del around
    headed = [series for series in heading_series(document) if series.label == "Step"]
    yield from _labelled(check, document, [*headed, *step_series(document)])


def _tasks(check: Check, document: Document, around: Surroundings) -> Iterator[Problem]:
    del around
    yield from _labelled(check, document, [s for s in heading_series(document) if s.label not in ("", "Step")])


def _sections(check: Check, document: Document, around: Surroundings) -> Iterator[Problem]:
    del around
    plain = [s for s in heading_series(document) if not s.label and len(s.items) >= _FEWEST]
    yield from _labelled(check, document, plain)


def _lists(check: Check, document: Document, around: Surroundings) -> Iterator[Problem]:
    del around
    for series in list_series(document):
        found = _anomaly(series) if len(series.items) >= _FEWEST else None
        if found is None:
            continue
        index, kind = found
        item, before = series.items[index], series.items[index - 1]
        issue = (
            f"In the list, the number {item.number} is given twice."
            if kind == "repeat"
            else f"In the list, {before.number} is followed by {item.number}."
        )
        title = f"list number {item.number} {'comes twice' if kind == 'repeat' else f'follows {before.number}'}"
        fix = _renumbered(document, series, index)
        yield check.problem(document, item.line, title, issue, advice="Number the list in order.", fix=fix)


def _numbering(check_id: str, severity: Severity, explanation: str, find: Callable[..., Iterable[Problem]]) -> Check:
    why = "a number that is missing or used twice leaves it open whether something was lost, and what a reference means"
    wording = r"is given twice|is followed by"
    return Check(check_id, "consistency", severity, explanation, why, find, wording)


STEPS = _numbering("step-number", Severity.MEDIUM, "steps of one section with a number missing or repeated", _steps)
TASKS = _numbering("task-number", Severity.MEDIUM, "tasks, phases, chunks with a number missing or repeated", _tasks)
SECTIONS = _numbering("section-number", Severity.MEDIUM, "numbered headings with a gap or repetition", _sections)
LISTS = _numbering("list-number", Severity.LOW, "an ordered list with a gap or repetition", _lists)
