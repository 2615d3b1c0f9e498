"""An entry of a review whose findings bear a severity: ``#### [HIGH/accuracy] …``, or an item under ``Critical``."""

import re
from dataclasses import dataclass

from critloop.model.finding import Finding, Location, Severity
from critloop.reports.characters import matchable, unmarked
from critloop.reports.entries import Entry
from critloop.reports.fields import Fields, read_fields
from critloop.reports.findings import Settled, evidence_of, fields_of_row, is_settled, settled, still_open
from critloop.reports.formats import Format
from critloop.reports.heads import split_why, title_of, unnumbered
from critloop.reports.locations import names_only_places, places_in, read_lines, read_location
from critloop.reports.nothing import says_nothing
from critloop.reports.sections import Section
from critloop.reports.severities import group_of, severity_of, tag_of, worse
from critloop.reports.titles import stated

GAP, UNGRADED, ADVICE = "Gap", "Issue", "Recommendation"
"""Labels of findings for which the report has no word of its own."""

COMPLIANCE = "spec-compliance"
_LONG = 200
_DONE = re.compile(r"(?:[✅✔☑]\s*)?(?:fixed|resolved|closed|addressed)", re.IGNORECASE)
_NUMBERS = r"L?\d{1,7}(?:\s*[-–—,~]\s*L?\d{1,7})*"
_AT = re.compile(
    rf"(?:\*\*|__)?\[?`?(?P<path>[^\s`*\[\]:|]{{1,200}})(?::(?P<lines>{_NUMBERS}))?"
    r"`?\]?(?:\*\*|__)?\s*(?::|[-–—](?=\s))\s*"
)
_BOXED = re.compile(r"(?:\*\*|__)?\[(?P<place>[^\[\]]{2,})\](?:\*\*|__)?(?![(\[])\s*(?::|[-–—](?=\s))\s*")
_BOLD = re.compile(r"(?:\*\*|__)(?P<title>[^*]{2,}?)[.:]?(?:\*\*|__)[.:]?\s*(?:[-–—]\s+)?(?P<rest>.*)$", re.DOTALL)


@dataclass(frozen=True, slots=True)
class _Grade:
    """A severity with the report's own word for it."""

    severity: Severity
    label: str


def graded_finding(entry: Entry, section: Section, style: Format) -> Finding | Settled | None:
    """The finding of an entry; None where the entry says that there is none."""
    fields = fields_of_row(entry) if entry.form == "row" else read_fields(entry.lines)
    own = unnumbered(fields.head)
    tag = tag_of(own)
    head = tag.rest if tag else own
    if not fields.values and says_nothing("\n".join(part for part in (head, fields.body) if part)):
        return None
    if is_settled(entry, fields.head) or _says_fixed(entry):
        return settled(entry, fields)
    grades = [_Grade(tag.severity, tag.label)] if tag else []
    return _finding(entry, section, style, fields, head, tag.dimension if tag else "", grades)


def _finding(
    entry: Entry,
    section: Section,
    style: Format,
    fields: Fields,
    head: str,
    dimension: str,
    grades: list[_Grade],
) -> Finding:
    own, head = _own_dimension(head, style)
    location, head = (Location(), head) if entry.form == "headed" else _place(head, style)
    grade = _grade(section, fields, grades)
    title, issue, why = _words(entry, fields, head)
    return Finding(
        severity=grade.severity,
        label=grade.label,
        dimension=_dimension(section, fields, own or dimension, style),
        title=title,
        issue=issue,
        why=why,
        location=_with_fields(location, fields, style),
        evidence=evidence_of(fields),
        suggested_fix=fields.get("fix") if fields.exact("fix") else fields.get("fix") or None,
    )


def _says_fixed(entry: Entry) -> bool:
    """True for an entry with a line ``Status: fixed``, and no word that takes it back."""
    said = [words for line in entry.lines if line.live and (words := stated(line))]
    done = [words for words in said if words.name == "status" and _DONE.fullmatch(words.words.strip(" .*_`"))]
    return bool(done) and not still_open(entry)


def _grade(section: Section, fields: Fields, grades: list[_Grade]) -> _Grade:
    """The worst of the severities that the entry, its fields and its group give."""
    word = (fields.get("severity") or "").strip()
    if stated_severity := severity_of(word):
        grades = [_Grade(stated_severity, word), *grades]
    if group := group_of(section.group):
        grades = [*grades, _Grade(*group)]
    if section.kind == "gaps":
        return _Grade(Severity.HIGH, grades[0].label if grades else GAP)
    if not grades:
        return _Grade(Severity.LOW, ADVICE) if section.kind == "advice" else _Grade(Severity.HIGH, UNGRADED)
    worst = grades[0].severity
    for grade in grades:
        worst = worse(worst, grade.severity)
    return next(grade for grade in grades if grade.severity is worst)


def _own_dimension(head: str, style: Format) -> tuple[str, str]:
    """A known dimension in brackets or parentheses before the words, and the rest of them."""
    known = "|".join(map(re.escape, style.dimensions))
    match = re.match(rf"[\[(]\s*({known})\s*[\])](?:\*\*|__)?\s*:?\s*", matchable(head), re.IGNORECASE)
    return (match[1].lower(), head[match.end() :]) if match else ("", head)


def _dimension(section: Section, fields: Fields, own: str, style: Format) -> str:
    said = fields.get("dimension")
    if said is not None and fields.exact("dimension"):
        return said
    plain = unmarked(said or own)
    known = plain.casefold() if plain.casefold() in style.dimensions else plain
    default = {"gaps": COMPLIANCE, "advice": "advisory"}.get(section.kind, style.default)
    return known or default


def _words(entry: Entry, fields: Fields, head: str) -> tuple[str, str, str]:
    """The title, the issue, and why it matters."""
    named, said, why = _title(fields), fields.get("issue"), fields.get("why")
    if entry.form == "headed":
        title, issue = _line(head), (said if said is not None else fields.body or _plain(head))
        return _first(named, title, issue), issue, why or ""
    title = _line(head)
    if said is not None:
        return _first(named, title_of(title), said), said, why or ""
    bold = _BOLD.match(head.strip())
    name, rest = (bold["title"], bold["rest"]) if bold and bold["rest"].strip() and named is None else (None, head)
    issue, reason = (rest, "") if why is not None else split_why(rest.strip())
    reason = "" if names_only_places(reason) else reason
    issue = "\n\n".join(part for part in (issue.strip(), fields.body) if part)
    return _first(named if name is None else _line(name), None, issue), issue, why or reason


def _title(fields: Fields) -> str | None:
    """A labelled title; None where there is none."""
    named = fields.get("title")
    return named if named is None or fields.exact("title") else _line(named) or None


def _first(named: str | None, title: str | None, issue: str) -> str:
    return named if named is not None else title or title_of(issue)


def _line(words: str) -> str:
    """Words as a title: one line without markup, whole unless it is very long."""
    line = _plain(words)
    return line if len(line) <= _LONG else title_of(line)


def _plain(words: str) -> str:
    return " ".join(unmarked(words).split())


def _place(head: str, style: Format) -> tuple[Location, str]:
    """The place that a first line begins with, or the first that it names; and the words about it."""
    text = matchable(head)
    if (match := _BOXED.match(text)) and match["place"].strip():
        return read_location(head[match.start("place") : match.end("place")], style.files), head[match.end() :]
    match = _AT.match(text)
    if match and style.files.fullmatch(match["path"]):
        start, end = read_lines(match["lines"] or "")
        return Location(path=match["path"], start_line=start, end_line=end), head[match.end() :]
    named = places_in(head)
    return (named[0] if named else Location()), head


def _with_fields(place: Location, fields: Fields, style: Format) -> Location:
    if where := fields.get("where"):
        place = read_location(where, style.files)
    changes: dict[str, object] = {
        name: value for name in ("section", "path") if (value := fields.get(name)) is not None
    }
    if lines := fields.get("lines"):
        changes["start_line"], changes["end_line"] = read_lines(lines)
    return place.but(changes)
