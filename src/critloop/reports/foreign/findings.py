"""A block or a headed passage of a review as a finding."""

import re
from collections.abc import Sequence
from dataclasses import dataclass

from critloop.model.finding import Evidence, Finding, Location, Severity
from critloop.reports.characters import matchable, unmarked
from critloop.reports.fields import Fields, read_fields
from critloop.reports.foreign.roles import Role
from critloop.reports.foreign.settled import is_settled, says_done
from critloop.reports.foreign.silence import states_none
from critloop.reports.foreign.tables import Row
from critloop.reports.foreign.weights import Weight, field_weight, named_weight, tag_of, unnumbered, weight_of
from critloop.reports.heads import title_of
from critloop.reports.lines import Line
from critloop.reports.locations import read_lines

_UNWEIGHTED = Weight(Severity.HIGH, "Issue")
_ADVISED = Weight(Severity.LOW, "Recommendation")
_NUMBERS = r"L?\d{1,7}(?:\s*[-–—,]\s*L?\d{1,7})*"
_PLACE = re.compile(
    rf"(?<![\w/@~.+-])(?P<path>[\w/@~.+-]{{0,200}}\.[A-Za-z]\w{{0,9}})(?:\s*[:#]\s*|`?,?\s+(?:lines?"
    rf"|L)\s*)(?P<lines>{_NUMBERS})"
)
_FILE = re.compile(r"`(?P<path>[\w/@~.+-]+\.[A-Za-z]\w{0,9})`")
_NEAR = 3000
_STATUS_SIGNS = re.compile(
    r"\s*(?:[—–-]\s*)?(?:[✅✔☑]\s*)?(?:\*\*)?\[?(?:verified|confirmed|unverified)\]?(?:\*\*)?\s*$", re.IGNORECASE
)


@dataclass(frozen=True, slots=True)
class Settled:
    """A finding that the report marks as done with, by its title."""

    title: str


Read = Finding | Settled | None
"""None: it says that there is nothing."""


def from_lines(lines: Sequence[Line], role: Role) -> Read:
    """The finding of an item, a paragraph, labelled lines or a headed passage."""
    fields = read_fields(lines)
    head = fields.head or (fields.get("title") or fields.get("issue") or "")
    if not head.strip() and not fields.body and not fields.values:
        struck = next((line for line in lines if line.struck), None)
        return Settled(title_of(struck.content.replace("~~", ""))) if struck else None
    tagged = tag_of(head)
    words = tagged.rest if tagged else unnumbered(head)[0]
    if not fields.values and (states_none(words) if words.strip(" .*_-—") else not fields.body):
        return None
    if words.strip(" .") in {"0", "**0**"}:
        return None
    if is_settled(head, list(lines)):
        return Settled(_title(words) or _title(head))
    stated = next((weight for line in lines if line.live and (weight := field_weight(line.text))), None)
    return _finding(fields, words, _weight(tagged.weight if tagged else stated or named_weight(head), role))


def from_row(row: Row, role: Role) -> Read:
    """The finding of a table's row."""
    status = row.of("status")
    told = row.of("issue")
    words = told if told is not None else max((cell for cell in row.cells), key=len, default="")
    if states_none(words) or not words.strip(" -—–"):
        return None
    text = unnumbered(words)[0]
    if (status is not None and says_done(status)) or is_settled(text, [row.line]):
        return Settled(_title(text))
    cell = row.of("weight")
    stated = weight_of(cell) if cell else None
    tagged = tag_of(words)
    stated = stated or (tagged.weight if tagged else None)
    return Finding(
        severity=(weight := _weight(stated, role)).severity,
        label=weight.label,
        dimension=unmarked(row.of("dimension") or "") or "general",
        title=_title(text),
        issue=" - ".join(cell for cell in row.cells if cell),
        location=_place(Fields(), " ".join([row.of("path") or "", *row.cells])),
        suggested_fix=row.of("fix") or None,
    )


def _finding(fields: Fields, words: str, weight: Weight) -> Finding:
    issue = fields.get("issue") or "\n\n".join(part for part in (words, fields.body) if part)
    quote = fields.get("quote")
    title = _title(words) or _title(issue) or _title(fields.get("fix") or "")
    return Finding(
        severity=weight.severity,
        label=weight.label,
        dimension=unmarked(fields.get("dimension") or "") or "general",
        title=title,
        issue=issue or title,
        why=fields.get("why") or "",
        location=_place(fields, f"{words}\n{fields.body}"),
        evidence=Evidence(quote=quote, status="unverified") if quote else Evidence(),
        suggested_fix=fields.get("fix") or None,
    )


def _weight(own: Weight | None, role: Role) -> Weight:
    """A finding's own weight before that of its section.

    Under a title that says non-blocking, an important finding is a low one; a high one stays high,
    for no title takes that back.
    """
    if role.kind == "advice":
        if own is None:
            return role.weight or _ADVISED
        return own if own.severity is Severity.HIGH else Weight(Severity.LOW, own.label)
    return own or role.weight or _UNWEIGHTED


def _title(words: str) -> str:
    bold = re.match(r"\s*\*\*(?P<name>[^*]{3,120}?)\.?\*\*(?!\s*[:：])", words)
    bold = None if bold and bold["name"].endswith((":", "：")) else bold
    plain = _STATUS_SIGNS.sub("", bold["name"] if bold else words)
    return title_of(plain.strip())


def _place(fields: Fields, text: str) -> Location:
    """The file and lines that the labelled lines name, or else the first place in the text."""
    path = unmarked(fields.get("path") or "") or None
    where = f"{fields.get('where') or ''} {fields.get('path') or ''}"
    found = _PLACE.search(matchable(where)) or (
        None if path else _PLACE.search(matchable(text[:_NEAR]).replace("`", ""))
    )
    if path and found is None:
        start, end = read_lines(fields.get("lines") or "")
        return Location(path=path, start_line=start, end_line=end)
    if found:
        start, end = read_lines(found["lines"])
        return Location(path=found["path"], start_line=start, end_line=end)
    section = unmarked(fields.get("where") or fields.get("section") or "") or None
    named = _FILE.search(text[:_NEAR])
    start, end = read_lines(fields.get("lines") or "")
    return Location(
        path=named["path"] if named and not section else None, start_line=start, end_line=end, section=section
    )
