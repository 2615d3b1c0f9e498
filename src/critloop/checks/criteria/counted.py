"""Criteria that count: in the whole text, and in each of its elements."""

import re
from collections.abc import Callable

from critloop.checks.criteria.artifact import MET, Artifact, Judge, Judged, Place, shown
from critloop.checks.criteria.bounds import BOUND, NUMBER, OVER, UNDER, Bound, bound_of, number_of
from critloop.checks.criteria.measures import COUNTS, EACH, EACH_LOOSELY, LOOSELY
from critloop.checks.criteria.wording import HAVE, LEAD, MODAL, NOT, SUBJECT, form

_UNITS = {
    "word": r"words?",
    "line": r"lines?",
    "character": r"characters?|chars?|columns?",
    "sentence": r"sentences?",
    "paragraph": r"paragraphs?",
    "section": r"sections?",
    "heading": r"headings?",
    "link": r"links?",
    "image": r"images?|pictures?",
    "table": r"tables?",
    "block": r"(?:fenced |code )?(?:code )?blocks?|fences?",
}
_UNIT = rf"(?P<unit>{'|'.join(_UNITS.values())})"
_ELEMENT = r"(?P<element>sentences?|lines?|paragraphs?|sections?|headings?)"
_LONG = r"(?: long| in length| in total| in all| overall| wide| or less| or fewer)?"
_BE = rf"(?:is|are|be|stays?|{HAVE}|runs to|keep(?: it| the text)?(?: to)?)"

_TOTAL = form(rf"(?P<subject>{LEAD}(?:{_BE} )?){BOUND} {_UNIT}{_LONG}")
_HOW = r"(?P<how>at most|max(?:imum)?|or (?:fewer|less)|at least|or more|minimum)"
_AFTER = form(rf"(?P<subject>{LEAD}(?:{_BE} )?)(?P<n>{NUMBER}) {_UNIT} {_HOW}")
_NONE = form(rf"{LEAD}(?:{HAVE} |{NOT} {HAVE} (?:any )?|(?:is|are) )?(?:no|any) {_UNIT}")
_SOME = form(rf"{LEAD}(?:{HAVE}|is) (?:a|an|some) {_UNIT}")
_NO_EACH = form(
    rf"no {_ELEMENT} (?:(?:is|are|{HAVE}|may be|may have|goes|runs|exceeds?) )?"
    rf"(?:(?:of |with )?(?P<over>{OVER}|beyond) |(?P<under>{UNDER}) |(?P<bare>))(?P<n>{NUMBER}) {_UNIT}{_LONG}"
)
_EACH = form(
    rf"(?:(?:every|each) |all (?:the )?|(?P<plural>(?=\w+s\b)))?{_ELEMENT} (?:{MODAL} )?{_BE} {BOUND} {_UNIT}{_LONG}"
)
_WRAPPED = form(
    rf"(?:all |the )?lines (?:are |is )?wrap(?:ped)? (?:at|to|after) (?P<n>{NUMBER})(?: characters| columns)?"
)

Builder = Callable[[str], Judge | None]


def unit_of(words: str) -> str:
    """The name of what is counted."""
    return next(name for name, pattern in _UNITS.items() if re.fullmatch(pattern, words, re.IGNORECASE))


def total(text: str) -> Judge | None:
    """``at most 500 words``, ``has no tables``, ``contains a link``."""
    if match := _TOTAL.fullmatch(text):
        return _in_all(unit_of(match["unit"]), bound_of(match))
    if match := _AFTER.fullmatch(text):
        number, low = number_of(match["n"]), match["how"].casefold() in ("at least", "or more", "minimum")
        return _in_all(unit_of(match["unit"]), Bound(low=number) if low else Bound(high=number))
    if (match := _NONE.fullmatch(text)) and _denies_once(text):
        return _in_all(unit_of(match["unit"]), Bound(high=0))
    if match := _SOME.fullmatch(text):
        return _in_all(unit_of(match["unit"]), Bound(low=1))
    return None


def is_bare(text: str) -> bool:
    """True for a bound that names nothing that it is about: after another clause it may be about that one's."""
    match = _TOTAL.fullmatch(text) or _AFTER.fullmatch(text)
    return match is not None and not re.search(rf"^(?:{SUBJECT})\b", match["subject"], re.IGNORECASE)


def each(text: str) -> Judge | None:
    """``no sentence is longer than 25 words``, ``every section has at least two sentences``."""
    if match := _NO_EACH.fullmatch(text):
        if match["bare"] is not None:
            exceeds = re.search(r"\bexceeds? ", text, re.IGNORECASE)
            return _in_each(match, Bound(high=number_of(match["n"]))) if exceeds else None
        number = number_of(match["n"])
        return _in_each(match, Bound(high=number) if match["over"] else Bound(low=number))
    if (match := _EACH.fullmatch(text)) and (
        match["plural"] is not None or re.match(r"every|each|all", text, re.IGNORECASE)
    ):
        return _in_each(match, bound_of(match))
    if match := _WRAPPED.fullmatch(text):
        return _measured("line", "character", Bound(high=number_of(match["n"])))
    return None


def _denies_once(text: str) -> bool:
    """``contains no tables`` and ``does not contain any tables``, but not ``contains any tables``."""
    any_ = re.search(r"\bany\b", text, re.IGNORECASE) is not None
    denied = re.search(rf"\b{NOT}\b", text, re.IGNORECASE) is not None
    return any_ is denied


def _in_all(unit: str, bound: Bound) -> Judge:
    count, loosely = COUNTS[unit], LOOSELY.get(unit)
    name = "code block" if unit == "block" else unit

    def judge(artifact: Artifact) -> Judged:
        number = count(artifact)
        if not bound.holds(number):
            return Judged(
                met=False, gap=f"The text has {number} {name}{'' if number == 1 else 's'}, and may have {bound}."
            )
        if loosely and bound.high is not None and loosely(artifact) > bound.high:
            return Judged(met=None, gap=f"where its {name}s end can't be told for certain")
        return MET

    return judge


def _in_each(match: re.Match[str], bound: Bound) -> Judge | None:
    element = match["element"].casefold().removesuffix("s")
    unit = unit_of(match["unit"])
    return _measured(element, unit, bound) if (element, unit) in EACH else None


def _measured(element: str, unit: str, bound: Bound) -> Judge:
    measure, loosely = EACH[element, unit], EACH_LOOSELY.get((element, unit))

    def judge(artifact: Artifact) -> Judged:
        wrong = [
            Place(place.line, f"{number} {unit}{'' if number == 1 else 's'}: {place.words}")
            for place, number in measure(artifact)
            if not bound.holds(number)
        ]
        if wrong:
            units = unit if str(bound).split()[-1] == "1" else f"{unit}s"
            return Judged(met=False, gap=f"Each {element} may have {bound} {units}, and not so: {shown(wrong)}.")
        if loosely and bound.high is not None and any(number > bound.high for _, number in loosely(artifact)):
            return Judged(met=None, gap=f"where its {unit}s end can't be told for certain")
        return MET

    return judge
