"""What a report says that it is about, in its title."""

import re
from pathlib import PurePosixPath

from critloop.model.run import Unit
from critloop.reports.characters import comparable
from critloop.reports.markdown import read_document

_CHUNK = re.compile(r"plan review\b.*?\b(?:chunk|task|part|section)\s+#?(?P<number>\d+(?:\.\d+)*[a-z]?)\b")
_PAGE = re.compile(r"docs? (?:critic )?(?:report|review)\s*[:—–-]\s*(?P<page>\S.*)")


def other_chunk(reply: str, unit: Unit, place: int) -> bool:
    """True where the title of a plan review gives a number that is neither the unit's place nor its own."""
    found = _title(reply, _CHUNK)
    if found is None:
        return False
    number = found["number"]
    return number not in {str(place)} | _numbers(unit.id) | _numbers(comparable(unit.name))


def _numbers(text: str) -> set[str]:
    return set(re.findall(r"\d+(?:\.\d+)*[a-z]?", text))


def other_page(reply: str, unit: Unit) -> bool:
    """True where the title of a docs report names a file that the page is not."""
    found = _title(reply, _PAGE)
    if found is None:
        return False
    named = re.search(r"[\w./-]+\.(?:mdx?|rst|txt|adoc)\b", found["page"])
    return named is not None and PurePosixPath(named[0]).name != PurePosixPath(comparable(unit.path)).name


def _title(reply: str, pattern: re.Pattern[str]) -> re.Match[str] | None:
    """What the last title that fits says."""
    lines = [line for line in read_document(reply).lines if line.live and line.kind == "heading"]
    matches = (pattern.search(comparable(line.text)) for line in reversed(lines))
    return next((match for match in matches if match), None)
