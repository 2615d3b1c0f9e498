"""The files that a task says it creates, changes, tests or deletes."""

import re
from collections.abc import Iterator, Sequence
from typing import Literal

from critloop.model.base import Frozen

Action = Literal["create", "modify", "test", "delete"]

_WORDS: dict[str, Action] = {
    "create": "create",
    "add": "create",
    "new": "create",
    "新建": "create",
    "创建": "create",
    "新增": "create",
    "modify": "modify",
    "update": "modify",
    "edit": "modify",
    "change": "modify",
    "extend": "modify",
    "修改": "modify",
    "更新": "modify",
    "test": "test",
    "测试": "test",
    "delete": "delete",
    "remove": "delete",
    "删除": "delete",
    "移除": "delete",
}
_WORD = "|".join(_WORDS)
_MOVE = r"rename|move|重命名|移动"
_ITEM = re.compile(r"(?P<indent>\s*)(?:[-*+]|\d+[.)])\s+(?P<box>\[.\]\s+)?(?P<rest>.*)$")
_LABEL = re.compile(
    rf"[*_`]{{0,2}}(?P<word>{_WORD}|{_MOVE}|files?)(?:\s+(?:tests?|files?))?[*_`]{{0,2}}\s*[:：][*_]{{0,2}}\s*(?P<rest>.*)$",
    re.IGNORECASE,
)
_FILES = re.compile(
    r"\s*(?:#{1,6}\s+)?[*_]{0,2}(?:files?|文件)(?:\s+[\w ]+)?(?:[(（][^)）]*[)）])?[*_]{0,2}\s*"
    r"(?:[:：][*_]{0,2}\s*(?P<rest>.*))?$",
    re.IGNORECASE,
)
_ASIDE = re.compile(r"\s[—–-]\s.*|[(（][^)）]*[)）]|[；;].*")
_CODE = re.compile(r"`+([^`]+)`+")
_ARROW = re.compile(r"\s*(?:→|->|=>|\b(?:in)?to\b)\s*")
_WHERE = re.compile(r":\d[\d,\s:–-]*$|#L\d.*$")
_NAME = re.compile(r"[\w.@~$+%{},()\[\]*/\\-]*[\w}\])*/]")
_WITH_ENDING = re.compile(
    r"(?:.*[\w})\]*])?\.[A-Za-z]\w{0,9}$|(?:Makefile|Dockerfile|LICENSE|Procfile|Justfile|Gemfile)$"
)
_BRACES = re.compile(r"\{([^{}]*,[^{}]*)\}")
_MARKED = re.compile(rf"[(（]\s*(?P<word>{_WORD})\b", re.IGNORECASE)
_CELL = re.compile(rf"[*_`]{{0,2}}(?P<word>{_WORD})[*_`]{{0,2}}$", re.IGNORECASE)


class FileMention(Frozen):
    """A file that a task names, relative to the project, and what the task does with it."""

    path: str
    action: Action


def files_of(lines: Sequence[str]) -> tuple[FileMention, ...]:
    """The files that these lines name under ``Files`` or behind ``Create:``, ``Modify:`` and the like.

    Code must be left out of the lines. A file that is only mentioned in a sentence isn't one of them.
    """
    return tuple(dict.fromkeys(_found(lines)))


def _found(lines: Sequence[str]) -> Iterator[FileMention]:
    listing, action, deep = False, "modify", 0
    for line in lines:
        item = _ITEM.match(line)
        indent = len(item["indent"]) if item else 0
        label = _LABEL.match(item["rest"]) if item else None
        if label and label["word"].lower() != "file":
            listing, deep = True, indent
            action = _WORDS.get(label["word"].lower(), "move")
            yield from _mentions(label["rest"], action)
        elif item and item["box"]:
            listing = False
        elif item and listing:
            marked = _MARKED.search(item["rest"])
            under = action if indent > deep else "modify"
            yield from _mentions(item["rest"], _WORDS[marked["word"].lower()] if marked else under)
        elif (heading := _FILES.match(line)) and not item:
            listing, action, deep = True, "modify", -1
            yield from _inline(heading["rest"] or "")
        elif line.lstrip().startswith("|"):
            yield from _row(line)
        elif line.strip() and not line[0].isspace():
            listing = False


def _inline(text: str) -> Iterator[FileMention]:
    """What stands behind ``Files:`` on its own line."""
    label = _LABEL.match(text)
    yield from _mentions(label["rest"] if label else text, _WORDS.get(label["word"].lower(), "move") if label else "")


def _row(line: str) -> Iterator[FileMention]:
    """A row of a table in which one cell is an action and another a path."""
    cells = [cell.strip() for cell in line.strip().strip("|").split("|")]
    actions = [match["word"].lower() for cell in cells if (match := _CELL.match(cell))]
    if len(actions) == 1:
        paths = next((found for cell in cells if (found := _paths(cell))), [])
        yield from (FileMention(path=path, action=_WORDS[actions[0]]) for path in paths)


def _mentions(text: str, action: str) -> Iterator[FileMention]:
    kind = action or "modify"
    if kind != "move":
        yield from (FileMention(path=path, action=kind) for path in _paths(text))  # type: ignore[arg-type]  # a word's
        return
    before, *after = _ARROW.split(text, maxsplit=1)
    # What is moved out of a folder leaves the folder.
    yield from (FileMention(path=p, action="modify" if p.endswith("/") else "delete") for p in _paths(before))
    yield from (FileMention(path=path, action="create") for path in _paths(" ".join(after)))


def _paths(text: str) -> list[str]:
    """The paths of a text up to its explanation: code spans where there are any, else plain words."""
    kept = _ASIDE.sub("", _CODE.sub(lambda match: match[0].replace(" ", "\x00").replace("(", "\x01"), text))
    kept = kept.replace("\x00", " ").replace("\x01", "(")
    words = _CODE.findall(kept)
    if not words:
        words = re.split(r"(?:[,\s、，]|\band\b)+", kept.strip().rstrip("."))
        words = words if all(map(_path, words)) else []
    return [path for word in words for one in _expanded(_WHERE.sub("", word.strip())) if (path := _path(one))]


def _expanded(word: str) -> list[str]:
    """``a/{b,c}.md`` as two paths."""
    match = _BRACES.search(word)
    if match is None:
        return [word]
    return [word[: match.start()] + part.strip() + word[match.end() :] for part in match[1].split(",")]


def _path(word: str) -> str:
    """A word that is a path, without ``./``; empty for any other."""
    looks = _NAME.fullmatch(word) and ("/" in word or _WITH_ENDING.fullmatch(word)) and "()" not in word
    return word.removeprefix("./") if looks and not word.startswith("-") and "//" not in word else ""
