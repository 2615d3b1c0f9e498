"""An entry of a review as a finding."""

import re
from dataclasses import dataclass
from typing import Literal

from critloop.model.finding import Evidence, Finding, Location, Severity
from critloop.reports.characters import comparable, unmarked
from critloop.reports.entries import Entry
from critloop.reports.fields import Fields, Value, label_of, read_fields
from critloop.reports.heads import DIMENSIONS, Head, read_head, title_of
from critloop.reports.locations import read_lines, read_location
from critloop.reports.nothing import says_nothing

_DONE = r"(?:fixed|resolved|closed|addressed|done|已修复|已解决|修正済み|解決済み)"
_SETTLED = re.compile(
    rf"\S.*(?:(?:[(\[]|[✅✔☑]\s*|[—–]\s*\*\*)\s*{_DONE}(?:\s+(?:in|by|since|at)\b(?P<by>[^)\]]*))?\s*[)\]*]*|[✅✔☑]\ufe0f?)"
    r"[.\s]*$",
    re.IGNORECASE | re.DOTALL,
)
_STILL = re.compile(
    r"\b(?:only|partly|partial|partially|mostly|largely|half|incomplete(?:ly)?|in part|not|never|isn't|aren't|wasn't"
    r"|hasn't|doesn't|still|yet|remain(?:s|ed|ing)?|except|but|however|reopen(?:ed)?|unresolved|unfixed|some of"
    r"|most of|attempt(?:ed)?|regress\w*|again|to ?do|deferred|postponed|pending|needs?|needed|new|introduc\w+"
    r"|open|more|later|next|\d+ (?:of|out of) \d+)\b|未|部分|仍|一部|まだ",
    re.IGNORECASE,
)
_TO_COME = re.compile(r"\b(?:next|later|future|planned|pending|follow|coming|upcoming|subsequent|tbd)", re.IGNORECASE)
_WEIGHT = re.compile(
    r"(?:(?:critical|blocking|blockers?|high|important|major|medium|minor|low|nits?|severity|priority|issues?|findings?"
    r"|must fix|p[0-3]|严重|高|中|低|\d+|[():])\s*)+"
)
_QUOTES = {'"': '"', "“": "”", "„": "“", "«": "»", "「": "」", "『": "』", "`": "`"}


@dataclass(frozen=True, slots=True)
class Settled:
    """An entry that the report itself marks as fixed, by its title."""

    title: str


def read_finding(entry: Entry, kind: Literal["issues", "advice"]) -> Finding | Settled | None:
    """The finding of an entry; None where the entry says that there is none."""
    fields = fields_of_row(entry) if entry.form == "row" else read_fields(entry.lines)
    if not fields.values and says_nothing("\n".join(part for part in (fields.head, fields.body) if part)):
        return None
    head = read_head(fields.head)
    if not fields.values and not fields.body and says_nothing(f"{head.issue} - {head.why}" if head.why else head.issue):
        return None
    if is_settled(entry, fields.head):
        return settled(entry, fields)
    return _finding(entry, fields, head, advisory=kind == "advice")


def _finding(entry: Entry, fields: Fields, head: Head, *, advisory: bool) -> Finding:
    issue, why, title = _words(entry, fields, head)
    named = title_of(fields.get("title") or "") if not fields.exact("title") else fields.get("title")
    return Finding(
        severity=Severity.LOW if advisory else Severity.HIGH,
        label="Recommendation" if advisory else "Issue",
        dimension=_dimension(fields, head, advisory=advisory),
        title=title if named is None or (not named and not fields.exact("title")) else named,
        issue=issue,
        why=why,
        location=_location(entry, fields, head),
        evidence=evidence_of(fields),
        suggested_fix=fields.get("fix") if fields.exact("fix") else fields.get("fix") or None,
    )


def _words(entry: Entry, fields: Fields, head: Head) -> tuple[str, str, str]:
    """The issue, why it matters, and the title."""
    stated, why = fields.get("issue"), fields.get("why")
    whole = f"{head.issue} - {head.why}" if head.why else head.issue
    if stated is not None:
        return stated, why or "", title_of(head.issue or stated)
    if entry.form == "headed" and fields.body:
        return fields.body, why or "", title_of(whole)
    if why is not None:
        return _joined(whole, fields.body), why, title_of(whole)
    return _joined(head.issue, fields.body), head.why, title_of(head.issue or fields.body)


def _joined(head: str, body: str) -> str:
    return "\n\n".join(part for part in (head, body) if part)


def _dimension(fields: Fields, head: Head, *, advisory: bool) -> str:
    stated = fields.get("dimension")
    if stated is not None and fields.exact("dimension"):
        return stated
    plain = unmarked(stated or "")
    known = plain.casefold() if plain.casefold() in DIMENSIONS else plain
    return known or head.dimension or ("advisory" if advisory else "general")


def _location(entry: Entry, fields: Fields, head: Head) -> Location:
    """The place that the fields name, over that of the first line, over the heading above the entry."""
    place = head.location
    if where := fields.get("where"):
        place = read_location(where)
    changes: dict[str, object] = {
        name: value for name in ("section", "path") if (value := fields.get(name)) is not None
    }
    if lines := fields.get("lines"):
        changes["start_line"], changes["end_line"] = read_lines(lines)
    place = place.but(changes)
    group = re.sub(r"^\W*(?:\d+[.)]\s+)?", "", unmarked(entry.group)).strip(" :")
    if place == Location() and group and not _WEIGHT.fullmatch(comparable(group)):
        return read_location(group)
    return place


def fields_of_row(entry: Entry) -> Fields:
    """The cells of a table row by the titles of their columns; without known titles, all cells as the issue."""
    cells = [cell.strip() for cell in entry.lines[0].own.strip().strip("|").split("|")]
    titles = [title.strip() for title in "|".join(entry.columns).strip().strip("|").split("|")]
    names = [label_of(title) for title in titles] + [None] * len(cells)
    values = {name: Value([cell]) for name, cell in zip(names, cells, strict=False) if name and cell}
    if "issue" not in values:
        return Fields(head=" - ".join(cell for cell in cells if cell))
    return Fields(values=values) if not says_nothing(values["issue"].text) else Fields(head="none")


def is_settled(entry: Entry, head: str) -> bool:
    """True for an entry that the report itself marks as fixed, and takes nothing back of it."""
    words = [line for line in entry.lines if line.content.strip()]
    if words and all(line.struck for line in words if line.kind == "text"):
        return any(line.struck for line in words)
    marked = _SETTLED.match(head)
    return bool(marked and not _TO_COME.search(marked["by"] or "")) and not still_open(entry)


def still_open(entry: Entry) -> bool:
    """True for an entry with any word that takes back that it is settled."""
    return any(_STILL.search(line.text) for line in entry.lines if not line.struck)


def settled(entry: Entry, fields: Fields) -> Settled:
    """The entry as one that is fixed."""
    return Settled(title_of(fields.head) or title_of(_struck(entry)))


def _struck(entry: Entry) -> str:
    return " ".join(line.content.replace("~~", "").strip() for line in entry.lines)


def evidence_of(fields: Fields) -> Evidence:
    """The quotation that a finding gives; its place in the text is not looked at here."""
    quote = fields.get("quote")
    if quote is not None and not fields.exact("quote"):
        quote = _unquoted(quote)
    return Evidence(quote=quote, status="unverified") if quote else Evidence()


def _unquoted(quote: str) -> str:
    """A quote without the one pair of marks around it."""
    marked = len(quote) > 1 and _QUOTES.get(quote[0]) == quote[-1]
    return quote[1:-1] if marked else quote
