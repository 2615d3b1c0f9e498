"""A reply whose whole report stands in one fence: the wrapper is taken off."""

import re

from critloop.reports.characters import whole
from critloop.reports.lines import Document
from critloop.reports.markdown import read_document

_OPENER = re.compile(r"\s{0,3}(`{3,}|~{3,})[ \t]*(?:markdown|md|text)?[ \t]*$", re.IGNORECASE)
_PREAMBLE = re.compile(
    r"(?:(?:sure|okay|ok|certainly|of course|done)[,.!:]*\s*)?"
    r"(?:(?:here|below)(?:'s| is| are)? (?:my|the)(?: (?:complete|full|final|spec|document|requested))*"
    r" (?:review|report|evaluation)(?: of [^.:`]{1,80})?)?[.:!]*",
    re.IGNORECASE,
)


def read_reply(reply: str, first: re.Pattern[str]) -> Document:
    """The structure of a reply, of what is inside where one fence wraps all of it.

    A fence is a wrapper only when its first line of content matches ``first`` (the title of the
    report), when it ends the reply, and when what is before it says no more than that a report
    follows. Any other fence is a quotation.
    """
    text = whole(reply)
    document = read_document(text)
    inner = _inside(text, document, first)
    return document if inner is None else inner


def _inside(text: str, document: Document, first: re.Pattern[str]) -> Document | None:
    lines = text.rstrip().split("\n")
    start = next((index for index, line in enumerate(lines) if _OPENER.match(line)), None)
    if start is None or not _PREAMBLE.fullmatch(" ".join(" ".join(lines[:start]).split())):
        return None
    opener = _OPENER.match(lines[start])
    mark = opener[1] if opener else ""
    body = lines[start + 1 : -1]
    title = next((line for line in body if line.strip()), "")
    closes = len(lines) > start + 1 and re.fullmatch(rf" {{0,3}}{mark[0]}{{{len(mark)},}}\s*", lines[-1])
    if not closes or not first.match(title):
        return None
    inner = read_document("\n".join(body))
    alone = not document.unclosed and not any(line.live for line in document.lines[start:])
    nested = document.unclosed == len(lines) and not inner.unclosed
    return inner if alone or nested else None
