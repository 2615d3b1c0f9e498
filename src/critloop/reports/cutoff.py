"""Clear signs that a report was cut off before its end."""

import re
from collections.abc import Sequence

from critloop.reports.fields import read_fields
from critloop.reports.lines import Document, Line
from critloop.reports.titles import stated, title_of
from critloop.reports.verdicts import may_be_cut

_END = 2000
_CODE = re.compile(r"(`+)(?!`).*?(?<!`)\1(?!`)")
_BOLD = re.compile(r"(?<![/*\\])\*\*(?![/*])")
_OPEN_PLACE = re.compile(r"\W*\[[^\]]*$")


def cut_off(document: Document) -> str:
    """Why a text must be incomplete, as the end of a sentence about it; empty where nothing says so."""
    if document.unclosed:
        return f"the fence or comment that opens in line {document.unclosed} is never closed"
    last = next((line for line in reversed(document.lines) if line.content.strip() or line.marker), None)
    if last is None or last.quoted or last.kind not in {"text", "heading"}:
        return ""
    if not last.content.strip():
        return "it ends in an empty list item"
    return _announces(last) or _breaks_off(document, last) or _left_open(document.lines, last)


def _announces(last: Line) -> str:
    named = title_of(last.own, colon=last.kind != "heading" and not re.fullmatch(r"\s*\*\*.*\*\*:?\s*", last.own))
    if named and named.kind in {"issues", "advice", "summary"} and not named.rest and not re.search(r"\d", named.notes):
        return "its last line is a title with nothing after it"
    said = stated(last)
    return "it announces a verdict and ends" if said and said.strong and not said.words else ""


def _breaks_off(document: Document, last: Line) -> str:
    """A verdict that may be half a word, and after which not even the line ends."""
    if last is not document.lines[-1]:
        return ""
    said = stated(last)
    cut = may_be_cut(said.words, said.name) if said else may_be_cut(last.text)
    return "its verdict may be only the beginning of a word" if cut else ""


def _left_open(lines: Sequence[Line], last: Line) -> str:
    text = _CODE.sub("", last.text[-_END:])
    if len(_BOLD.findall(text)) % 2 or "`" in text:
        return "its last line opens bold or code and does not close it"
    if last.marker and _OPEN_PLACE.match(text):
        return "its last list item breaks off inside the brackets"
    value = read_fields([line for line in lines if line.number == last.number]).get("quote")
    opened = value and value[0] in '"“' and (len(value) == 1 or value[-1] not in '"”')
    return "its last quote is not closed" if opened else ""
