"""The ways of saying that a list is empty."""

import re

from critloop.reports.characters import comparable

_LONG = 500
_THINGS = r"(?:issues?|findings?|problems?|concerns?|blockers?|gaps?|recommendations?|suggestions?|defects?|changes?)"
_KINDS = r"(?:(?:blocking|critical|important|major|minor|high|open|new|further|other|remaining|and|or|any)\s+)*"
_NO_THINGS = rf"(?:no|0|zero)\s+{_KINDS}{_THINGS}"
_FOUND = (
    r"(?:\s+(?:were\s+|was\s+|have\s+been\s+)?(?:found|identified|detected|remain|remaining|left|noted|to report))?"
)
_NONE = re.compile(
    rf"(?:\(?(?:none(?:\s+(?:found|identified|blocking|remaining|at this time))?"
    rf"|n/?a|nil|nothing(?:\s+(?:found|to report|blocking))?"
    rf"|not applicable|0|{_NO_THINGS}{_FOUND}(?:\s+at this time)?)\)?"
    r"|[-–—]+|无|無|没有|暂无|なし|特になし|该当なし|該当なし|无问题|没有问题|未发现问题|問題なし|无阻塞问题)\s*[.!]*"
)
_SENTENCE = re.compile(r"\s*[.;,:–—!]\s+|\s+-\s+|\s*\n\s*")
_ADVERSE = re.compile(
    r"\b(?:but|however|except|although|though|aside|apart|besides|yet|still|unless|other than|only)\b|但|除|ただし"
)
_EMPTY_TOO = re.compile(
    r"\b(?:no|none|nothing|fixed|resolved|closed|addressed|ready|complete|clear|consistent)\b|无|没有|なし"
)
_WELL = re.compile(
    r"\b(?:no|none|nothing) (?:\w+ ){0,3}(?:issues?|findings?|problems?|concerns?|blockers?|gaps?|found|remains?)\b"
    r"|\b(?:is|are|looks?) (?:\w+ ){0,2}(?:ready|complete|clear|consistent|sound|good|fine)\b|\bapproved\b|^ready\b"
)
_NOT = re.compile(r"\b(?:not|never|isn't|aren't|incomplete|unclear|inconsistent|unresolved|lacks?|missing|undefined)\b")


def says_nothing(text: str) -> bool:
    """True for ``None``, ``N/A``, ``No issues found.`` and the like, also with a sentence that agrees."""
    words = comparable(text.strip().removeprefix("- "))
    if len(words) > _LONG:
        return False
    if not words or _NONE.fullmatch(words):
        return bool(words)
    first, *rest = [part for part in _SENTENCE.split(words) if part]
    if not _NONE.fullmatch(first) or _ADVERSE.search(words):
        return False
    return all(_EMPTY_TOO.search(part) and not _NOT.search(part) for part in rest)


def agrees(text: str) -> bool:
    """True where every sentence says that something is well, and none takes it back."""
    words = comparable(text)
    if len(words) > _LONG or _ADVERSE.search(words) or _NOT.search(words):
        return False
    parts = [part for part in _SENTENCE.split(words) if part.strip(" .!")]
    return bool(parts) and all(_WELL.search(part) for part in parts)
