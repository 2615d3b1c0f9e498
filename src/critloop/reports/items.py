"""Items that are no findings: what could not be verified, tests that are wanted, and answered check items."""

import re

from critloop.model.report import CheckItem
from critloop.reports.adverse import is_tagged
from critloop.reports.entries import Entry, entries
from critloop.reports.fields import begins_field, read_fields
from critloop.reports.heads import unnumbered
from critloop.reports.locations import names_only_places, places_in
from critloop.reports.nothing import says_nothing
from critloop.reports.sections import Section

AS_FOLLOWS = "as follows"
"""The words of an item whose text stands below it in a fence."""

_DASH = re.compile(r"\s+[-–—]\s+")
_UNVERIFIED = re.compile(
    r"\W*(?:can ?not|can't|could not|couldn't) (?:be )?verif(?:y|ied) (?:from|in|with|by) (?:the )?diff\W*?"
    r"(?::|[—–]|\s-\s)\W*(?P<rest>\w.*)$",
    re.IGNORECASE | re.DOTALL,
)


def unverified_in(entry: Entry) -> str:
    """The item of an entry that says of itself that it could not be verified; empty for any other."""
    text = text_of(entry) if entry.lines and not is_tagged(entry.lines[0].text) else ""
    match = _UNVERIFIED.match(text)
    return match["rest"] if match else ""


def texts_of(section: Section) -> list[str]:
    """The items of a section as texts; none where it says that there are none."""
    texts = [text_of(entry) for entry in entries(section) if entry.form != "block"]
    return [text for text in texts if text and not says_nothing(text)]


def text_of(entry: Entry) -> str:
    """The words of an item; to the character where they stand in a fence below it."""
    fields = read_fields(entry.lines)
    if fields.head == AS_FOLLOWS and fields.exact("issue"):
        return fields.get("issue") or ""
    lines = [line for line in entry.lines if not line.struck and line.kind != "hidden"]
    words = [unnumbered(line.own) if line is lines[0] else f"{'- ' if line.marker else ''}{line.own}" for line in lines]
    return "\n".join(word.strip() for word in words).strip()


def checked_in(section: Section) -> list[CheckItem]:
    """The answered check items of a section, each with the places that it names."""
    found = [entry for entry in entries(section) if entry.form != "block"]
    return [item for entry in found if (item := _checked(entry)).text and not says_nothing(item.text)]


def _checked(entry: Entry) -> CheckItem:
    fields = read_fields(entry.lines)
    text = text_of(entry)
    if fields.head == AS_FOLLOWS and fields.exact("issue"):
        return CheckItem(text=text, places=places_in(fields.get("where") or ""))
    if "where" in fields.values:
        before = [line for line in entry.lines if not (begins_field(line) and places_in(line.text))]
        words = text_of(Entry(entry.form, entry.group, before)) if before else text
        return CheckItem(text=words, places=places_in(text))
    dashes = list(_DASH.finditer(text))
    if dashes and names_only_places(text[dashes[-1].end() :]):
        return CheckItem(text=text[: dashes[-1].start()].rstrip(), places=places_in(text[dashes[-1].end() :]))
    return CheckItem(text=text, places=places_in(text))
