"""Values as a report writes them: on a line where that is enough, in a fence where it isn't."""

import json
import re
from collections.abc import Callable, Iterable, Mapping, Sequence

from critloop.model.report import ReadResult, Report
from critloop.reports.characters import clean, whole
from critloop.reports.fields import ESCAPED
from critloop.reports.items import AS_FOLLOWS

_LONGEST = 1000
RULE = "---"
"""Stands before a verdict where the words before it would announce it as a quotation."""


def plainest(forms: Iterable[Sequence[str]], holds: Callable[[Sequence[str]], bool]) -> list[str]:
    """The first of several forms that is read back as what was meant, else the last."""
    lines: Sequence[str] = []
    for lines in forms:
        if holds(lines):
            break
    return list(lines)


def labelled(
    values: Mapping[str, str | None], *, bullet: str = "  - ", bold: bool = False, fenced: bool = False
) -> list[str]:
    """A labelled line for each value that there is, in a fence where it would not survive on a line.

    ``bullet`` stands before each label; what belongs to it is indented as deep as the bullet's text.
    """
    lines: list[str] = []
    mark = "**" if bold else ""
    for label, value in values.items():
        if value is None:
            continue
        before = f"{bullet}{mark}{label}:{mark}"
        if label == "Lines" or (not fenced and fits_a_line(value)):
            quoted = label == "Quote" or (label == "Evidence" and '"' not in value)
            lines.append(f'{before} "{value}"' if quoted else f"{before} {value}")
        else:
            lines += [before, *(f"{' ' * len(bullet)}{line}" for line in fence(value))]
    return lines


def text_item(text: str, *, fenced: bool, places: str = "") -> list[str]:
    """A list item that holds a text, with places behind it."""
    if not fenced:
        return [f"- {text}{f' — {places}' if places else ''}"]
    own = labelled({"Details": text}, fenced=True)
    return [f"- {AS_FOLLOWS}", *own, *([f"  - Location: {places}"] if places else [])]


def fits_a_line(value: str) -> bool:
    """True for a value that is the same when it is read from the rest of a line."""
    plain = value and clean(value) == value == " ".join(value.split()) and "~~" not in value
    return bool(plain) and len(value) <= _LONGEST


def fence(value: str) -> list[str]:
    """A value in a fence longer than any inside; as one JSON string where line ends would not survive."""
    if whole(value) != value:
        return [f"```{ESCAPED}", json.dumps(value), "```"]
    longest = max((len(run) for run in re.findall(r"`+", value)), default=0)
    mark = "`" * max(3, longest + 1)
    return [f"{mark}text", *(value.split("\n") if value else []), mark]


def with_summary(
    report: Report,
    title: str,
    start: Sequence[str],
    end: Sequence[str],
    read: Callable[[str], ReadResult],
) -> str:
    """A report with its summary under a heading: as it is where it is read back so, else in a fence."""
    if not report.summary:
        return "\n".join([*start, *end])
    forms = [[*start, title, "", *words, "", *end] for words in ([report.summary], fence(report.summary))]
    return "\n".join(plainest(forms, lambda lines: _same_summary(read("\n".join(lines)), report)))


def _same_summary(read: ReadResult, report: Report) -> bool:
    if not isinstance(read, Report):
        return False
    return (read.summary, len(read.findings), read.approves) == (report.summary, len(report.findings), report.approves)
