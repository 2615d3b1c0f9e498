"""Lines that give something a failing answer (``Tests: FAIL``, ``| Retry | not met |``), or all the answers at once."""

import re

from critloop.reports.characters import unmarked

_VALUE = (
    r"(?:fail(?:s|ed|ing|ure)?|denied|reject(?:ed)?|refused|declined|unmet|hold|on hold|do not merge|not yet|nack"
    r"|not (?:met|ready|ok|okay|done|approved|accepted|implemented|satisfied|passed|passing|fixed|merged|mergeable)"
    r"|needs? (?:work|changes|fix(?:es|ing)?|rework|revision)|changes requested|issues found|broken|red"
    r"|incomplete|missing"
    r"|absent|unimplemented|partial(?:ly)?(?: (?:met|done|implemented))?|withdrawn|revoked|vulnerable|insecure"
    r"|unsafe)"
)
_ANSWER = r"(?:no|nope|false|none of them)"
_ENDS = r"(?:\W*$|\s*[(\[,;.—–].*$|\s-\s.*$)"
_LINE = re.compile(
    rf"[\W_]*(?P<label>[^:：=?|]{{1,80}}?)\s*(?:\([^()]*\)\s*)?(?:[:：=?]\W{{0,6}}|\s[—–-]+\s+)(?P<value>{_VALUE}"
    rf"|{_ANSWER}){_ENDS}",
    re.IGNORECASE,
)
_CELL = re.compile(rf"\W*{_VALUE}{_ENDS}", re.IGNORECASE)
_WANTED = re.compile(
    r"issue|problem|block|bug|defect|concern|risk|gap|break|regress|fail|error|missing|vulnerab|change|finding"
    r"|warning|todo"
    r"|debt|leak|duplicat|unrelated|creep|anything|any\b|optional|conflict|noise|question|left|remain|open|need|todo"
    r"|deviat|violat|extra|unused|dead|side effect|surprise|blocked|migration|depend",
    re.IGNORECASE,
)
_GRADE = re.compile(
    r"[\W_]*(?:overall |final )?(?:(?:confidence)\W{0,6}[:：]\W{0,6}(?:very )?low\b"
    r"|(?:grade|mark)\W{0,6}[:：]\W{0,6}[df][+-]?\W*$"
    r"|(?:score|rating|grade)\W{0,6}[:：]\W{0,6}(?P<some>\d{1,3}(?:\.\d+)?) ?(?:/|of|out of) ?(?P<all>\d{1,3})\b)",
    re.IGNORECASE,
)
_CHOICE = re.compile(
    r"\b(?:approved?|pass(?:ed)?|lgtm|yes|compliant)\b\W{0,4}(?:\||/|\bor\b)\W{0,4}"
    r"(?:issues found|needs? \w+|fail(?:ed)?|reject(?:ed)?|request changes|changes requested|not approved|iterate"
    r"|no|gaps)\b",
    re.IGNORECASE,
)
_HALF = 0.5


def fails_something(own: str) -> bool:
    """True for a line or a row that gives a failing answer, a low grade, or a choice that was left open."""
    plain = unmarked(own).strip()
    if _CHOICE.search(plain) or _graded_low(plain):
        return True
    if plain.startswith("|"):
        return any(_CELL.fullmatch(cell.strip()) for cell in plain.strip("|").split("|")[1:])
    match = _LINE.fullmatch(plain)
    return match is not None and not _is_well(match["label"], match["value"])


def _is_well(label: str, value: str) -> bool:
    """True for an answer that is as one would have it (``Breaking changes: no``, ``Missing key: rejected``)."""
    return (
        _WANTED.search(label) is not None
        and re.fullmatch(rf"{_ANSWER}|fail\w*|reject\w*|denied|missing|absent", value, re.IGNORECASE) is not None
    )


def _graded_low(plain: str) -> bool:
    match = _GRADE.match(plain)
    if match is None or match["some"] is None:
        return match is not None
    return float(match["some"]) < float(match["all"]) * _HALF
