"""Criteria on words: those that have to appear, those that must not, and which one is used for which."""

import re
from collections.abc import Sequence

from critloop.checks.criteria.artifact import MET, Artifact, Judge, Judged, Place, Repair, none_of
from critloop.checks.criteria.bounds import BOUND, Bound, bound_of
from critloop.checks.criteria.wording import (
    HAVE,
    LEAD,
    MODAL,
    NOT,
    QUOTED,
    QUOTED_TERMS,
    SUBJECT,
    TERM,
    TERMS,
    form,
    occurrences,
    terms,
)
from critloop.checks.placeholders import PLACEHOLDER

_NOUN = r"(?:words?|terms?|phrases?|expressions?|strings?|names?|sentences?)"
_SAY = rf"(?:{HAVE}|says?|mentions?|using|use|say|mention|contain|include|name)"
_ANY = r"(?:any of |one of |either )?(?:the |following |these )*"
# Either the words are quoted, or a noun says that they are meant as words: “no jargon” is no list of words.
_LISTED = rf"(?:{_ANY}(?:{_NOUN}(?: of)?:? (?P<listed>{TERMS})|(?P<quoted>{QUOTED_TERMS}))|any of: (?P<these>{TERMS}))"
_ABSENT = (
    form(rf"(?:{SUBJECT} )?{NOT} {_SAY} {_LISTED}"),
    form(rf"{LEAD}{_SAY} (?:none of |no |neither )(?:of )?{_LISTED}"),
    form(rf"{LEAD}(?:avoids?|omits?|is free of|be free of|free of|without) {_LISTED}"),
    form(rf"no (?:mention|use|occurrence)s? of {_LISTED}"),
    form(rf"{_LISTED} (?:{NOT} (?:appears?|occurs?|be used|used)|(?:is|are) absent)(?: anywhere)?(?: in {SUBJECT})?"),
)
_PRESENT = (
    form(rf"{LEAD}{_SAY} (?:both |all of )?{_LISTED}"),
    form(rf"{_LISTED} (?:{MODAL} )?(?:appears?|occurs?|is mentioned|are mentioned)(?: in {SUBJECT})?"),
)
_EITHER = form(r"\b(?:or|any of|one of|either)\b")
_TIMES = form(
    rf"(?:the (?:word|term|phrase) )?(?P<term>{QUOTED}) (?:{MODAL} )?(?:appears?|occurs?|is used) {BOUND} times"
)
_AS = r"(?:the )?(?:word|term|name|spelling|phrase) "
_RIGHT = rf"{LEAD}(?:uses?|says?|writes?|spells?) "
_NEVER = r"(?:,? and never|,? never|,? (?:and )?not|,? instead of|,? rather than) "
# Without a noun both have to be quoted: “uses tables instead of lists” is about no words.
_RATHER = (
    form(rf"{_RIGHT}{_AS}(?P<right>{TERM}){_NEVER}(?:{_AS})?(?P<wrong>{TERMS})"),
    form(rf"{_RIGHT}(?P<right>{QUOTED}){_NEVER}(?:{_AS})?(?P<wrong>{QUOTED_TERMS})"),
)
_MARK = r"(?:TODOs?|TBDs?|FIXMEs?|XXX|placeholders?|to-dos?)"
_OPEN = form(
    rf"(?:{LEAD}{HAVE} )?(?:no|{NOT} {HAVE}(?: any)?|free of|without)(?: leftover| remaining| open)? "
    rf"(?P<marks>{_MARK}(?:(?:,? (?:and|or|nor) |, |/)(?:no )?{_MARK})*)(?: markers?| items?| comments?| text)?"
    rf"(?: (?:(?:is|are) )?(?:left|remain(?:s|ing)?|in it|in {SUBJECT}))?"
)
_UNFINISHED = re.compile(r"(?<!\w)(?:TODO|TBD|TBC|FIXME|XXX)(?!\w)|\?{3,}|(?i:lorem ipsum|\bplaceholder\b)")


def absent_or_present(text: str) -> Judge | None:
    """``does not contain the word “simply”``, ``mentions “SQLite”``, ``“draft” appears at most twice``."""
    for pattern in _ABSENT:
        if match := pattern.fullmatch(text):
            return _none_there(_listed(match))
    if match := _TIMES.fullmatch(text):
        return _counted(match["term"].strip('"'), bound_of(match))
    if _EITHER.search(text):
        return None
    matches = (pattern.fullmatch(text) for pattern in _PRESENT)
    return next((_all_there(_listed(match)) for match in matches if match), None)


def rather(text: str) -> tuple[Judge, Repair] | None:
    """``uses the term “work copy”, never “worktree”``: the one appears, the others don't."""
    match = next(filter(None, (pattern.fullmatch(text) for pattern in _RATHER)), None)
    if match is None:
        return None
    right, wrong = match["right"].strip('"'), terms(match["wrong"])
    if any(term.casefold() == right.casefold() for term in wrong):
        return None

    def judge(artifact: Artifact) -> Judged:
        left = none_of(_all_places(artifact, wrong), f"The term is “{right}”, and there stands another")
        return _all_there([right])(artifact) if left.met else left

    return judge, lambda artifact: _replaced(artifact, right, wrong)


def unfinished(text: str) -> Judge | None:
    """``no TODO``, ``contains no placeholders``: neither the marks nor what the checks take for open text."""
    match = _OPEN.fullmatch(text)
    if match is None:
        return None
    marks = {mark.upper().rstrip("S").replace("-", "") for mark in re.findall(_MARK, match["marks"], re.IGNORECASE)}
    return _no_placeholder if "PLACEHOLDER" in marks else _no_marks(sorted(marks))


def _listed(match: re.Match[str]) -> list[str]:
    return terms(match["listed"] or match["quoted"] or match["these"])


def places_of(artifact: Artifact, term: str) -> list[Place]:
    """Every place of a word or phrase, each with its line as it stands."""
    text = "\n".join(artifact.lines)
    found = occurrences(term).finditer(text)
    numbers = [text.count("\n", 0, match.start()) + 1 for match in found]
    return [Place(number, artifact.lines[number - 1]) for number in dict.fromkeys(numbers)]


def _all_places(artifact: Artifact, wanted: Sequence[str]) -> list[Place]:
    found = [Place(place.line, term) for term in wanted for place in places_of(artifact, term)]
    return sorted(found, key=lambda place: place.line)


def _none_there(unwanted: Sequence[str]) -> Judge:
    return lambda artifact: none_of(_all_places(artifact, unwanted), "There stands")


def _all_there(wanted: Sequence[str]) -> Judge:
    def judge(artifact: Artifact) -> Judged:
        missing = [term for term in wanted if not places_of(artifact, term)]
        return Judged(met=False, gap=f"Nowhere stands: {', '.join(f'“{t}”' for t in missing)}.") if missing else MET

    return judge


def _counted(term: str, bound: Bound) -> Judge:
    def judge(artifact: Artifact) -> Judged:
        number = len(occurrences(term).findall("\n".join(artifact.lines)))
        if bound.holds(number):
            return MET
        return Judged(met=False, gap=f"“{term}” stands there {number} times; asked for are {bound}.")

    return judge


def _no_marks(marks: Sequence[str]) -> Judge:
    words = [mark.replace("TODO", "TO-?DO") for mark in marks]
    pattern = form(rf"(?<!\w)(?:{'|'.join(words)})S?(?!\w)")
    return lambda artifact: none_of(_lines_with(artifact, pattern), "Something is still open")


def _no_placeholder(artifact: Artifact) -> Judged:
    found = {place.line: place for place in _lines_with(artifact, _UNFINISHED)}
    for problem in PLACEHOLDER.find(PLACEHOLDER, artifact.document, artifact.around):
        found.setdefault(problem.line, Place(problem.line, problem.quote))
    return none_of([found[line] for line in sorted(found)], "Something is still open")


def _lines_with(artifact: Artifact, pattern: re.Pattern[str]) -> list[Place]:
    return [Place(n, line) for n, line in enumerate(artifact.lines, start=1) if pattern.search(line)]


def _replaced(artifact: Artifact, right: str, wrong: Sequence[str]) -> str:
    """The other terms replaced in prose; code, and the targets of links, are left as they are."""
    lines = list(artifact.lines)
    for block in artifact.document.prose:
        masked = block.masked.split("\n")
        for offset, shown in enumerate(masked):
            at = block.line - 1 + offset
            words = block.content.split("\n")[offset]
            if words and words == shown and lines[at].count(words) == 1:
                lines[at] = lines[at].replace(words, _with(words, right, wrong))
    source = artifact.document.source
    return type(source)(tuple(lines), source.ends, source.bom).join()


def _with(words: str, right: str, wrong: Sequence[str]) -> str:
    capital = right[:1].upper() + right[1:]
    for term in wrong:
        words = occurrences(term).sub(lambda found: capital if found[0][:1].isupper() else right, words)
    return words
