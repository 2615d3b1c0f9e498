"""Reads criteria (source: polish.txt, "Wave 1"): an extractor's reply, or a file of the user's."""

import re
from typing import Any

from critloop.model.criteria import EVERY, MOST, Criteria, Criterion
from critloop.model.errors import UsageProblem
from critloop.model.report import Malformed
from critloop.reports.characters import comparable
from critloop.reports.falsifiable import unfalsifiable
from critloop.reports.json_text import Object, Twice, decode, objects_in
from critloop.reports.reasons import EMPTY, LONG, MAX_REPLY

_ID = re.compile(r"[A-Za-z][A-Za-z0-9_-]{0,19}")
_THRESHOLD = re.compile(r"pass_all|pass_[1-9]\d?")
_FORM = '{"criteria": [{"id": "C1", "text": "…"}], "threshold": "pass_all" or "pass_N", "cap": 4}'
_KEYS = frozenset({"criteria", "threshold", "cap"})
_CAP = 4


class _Problem(Exception):
    """What is wrong with criteria, and a word of the text that stands where it is."""

    def __init__(self, message: str, near: str = "") -> None:
        super().__init__(message)
        self.message = message
        self.near = near


def read_criteria(reply: str) -> Criteria | Malformed:
    """The criteria that an extractor's reply gives; never raises."""
    if len(reply) > MAX_REPLY:
        return LONG
    if not comparable(reply):
        return EMPTY
    found = objects_in(reply, frozenset({"criteria"}))
    if not found.objects:
        if "truncated" in found.broken:
            return Malformed(kind="truncated", reason="The JSON object is cut off before its end.")
        return Malformed(kind="missing_section", reason=f"The reply holds no valid criteria: write {_FORM}.")
    if found.broken or any(other != found.objects[0] for other in found.objects):
        return Malformed(kind="contradictory", reason="The reply holds more than one JSON object: write exactly one.")
    try:
        return _criteria(found.objects[0], quoted=False)
    except _Problem as problem:
        return Malformed(kind="missing_section", reason=f"The criteria can't be used: {problem.message}.")


def read_criteria_file(text: str, where: str) -> Criteria:
    """The criteria of a file; ``where`` is its name.

    Raises:
        UsageProblem: They can't be used; it names the file and the line.
    """
    try:
        return _criteria(decode(text.removeprefix("\ufeff")), quoted=True)
    except Twice:
        message, line = "a key stands twice in one object", 1
    except _Problem as problem:
        message, line = problem.message, _line_of(text, problem.near)
    except RecursionError:
        message, line = "it is nested too deeply", 1
    except ValueError as error:
        message, line = f"it is no JSON object: {getattr(error, 'msg', error)}", getattr(error, "lineno", 1)
    raise UsageProblem(f"{where}:{line}: {message}", f"a criteria file holds {_FORM}")


def _line_of(text: str, near: str) -> int:
    place = text.find(near) if near else 0
    return text.count("\n", 0, max(place, 0)) + 1


def _criteria(value: Object, *, quoted: bool) -> Criteria:
    """Criteria from JSON. ``quoted``: a problem may quote their text."""
    if unknown := sorted(value.keys() - _KEYS):
        raise _Problem(f"there is no key {unknown[0]!r}" if quoted else "there are keys that nothing reads", unknown[0])
    items = value.get("criteria")
    if not isinstance(items, list) or not 1 <= len(items) <= MOST:
        raise _Problem(f"there have to be 1 to {MOST} criteria", '"criteria"')
    criteria = tuple(_criterion(item, quoted=quoted) for item in items)
    ids = [criterion.id for criterion in criteria]
    if len(set(ids)) != len(ids):
        twice = next(key for key in ids if ids.count(key) > 1)
        raise _Problem("every criterion needs an id of its own", f'"{twice}"')
    return Criteria(criteria=criteria, threshold=_threshold(value, len(ids)), cap=_cap(value))


def _criterion(item: Any, *, quoted: bool) -> Criterion:  # noqa: ANN401 - anything may stand in JSON
    if not isinstance(item, dict) or item.keys() != {"id", "text"}:
        raise _Problem("a criterion is an object with id and text", '"criteria"')
    key, text = item["id"], item["text"]
    if not isinstance(key, str) or not _ID.fullmatch(key):
        raise _Problem("an id is a letter followed by letters, digits, - or _ (C1)", '"id"')
    if not isinstance(text, str) or not text.strip():
        raise _Problem("a criterion needs a text", f'"{key}"')
    if why := unfalsifiable(text):
        said = f"{key} can't be falsified: {why}" if quoted else "one of them can't be falsified"
        raise _Problem(f"{said}; name something that a reader can point at and find there, or not", f'"{key}"')
    return Criterion(id=key, text=text)


def _threshold(value: Object, count: int) -> str:
    threshold = value.get("threshold", EVERY)
    if not isinstance(threshold, str) or not _THRESHOLD.fullmatch(threshold):
        raise _Problem("threshold is pass_all, or pass_N with a number", '"threshold"')
    if threshold != EVERY and int(threshold.removeprefix("pass_")) > count:
        raise _Problem("threshold asks for more criteria than there are", '"threshold"')
    return threshold


def _cap(value: Object) -> int:
    cap = value.get("cap", _CAP)
    if isinstance(cap, bool) or not isinstance(cap, int) or not 1 <= cap <= MOST:
        raise _Problem(f"cap is a whole number from 1 to {MOST}", '"cap"')
    return cap
