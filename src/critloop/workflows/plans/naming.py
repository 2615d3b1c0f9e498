"""What the heading of a plan announces: a chunk, a task, a group of tasks, or something else.

Source: document-review.txt, "Chunk definition" and "Markdown Task Syntax"; other wordings are those that
plans are found with.
"""

import re
from typing import Literal

from critloop.model.base import Frozen

Kind = Literal["chunk", "task", "group", "coded", "constraints", "stack", "other"]

_TASK = r"task|work[ -]item|work[ -]package|任务|任務|タスク|작업|задача|tarea|tarefa|tâche|aufgabe"
_GROUP = (
    r"phase|stage|milestone|step|part|work[ -]?stream|track|sprint|iteration|slice|increment|wave|epic|pr"
    r"|阶段|階段|步骤|里程碑|フェーズ|ステップ|단계|этап|fase|étape|schritt"
)
_DIGITS = r"\d+(?:\.\d+)*(?:[a-z](?![a-z]))?(?:\s*[-–—~]\s*\d+(?![\w.]))?"
_LETTERS = (
    r"(?:[a-z]{1,2}-?\d+(?:\.\d+)*[a-z]?|[ivx]{2,}|[a-mo-wyz]|[零一二三四五六七八九十百]+"
    r"|one|two|three|four|five|six|seven|eight|nine|ten)(?=\s*(?:[:.)\](*—–|+、-]|$))"
)
_LABELLED = re.compile(
    rf"(?:\d+(?:\.\d+)*[.)]\s+)?(?P<word>chunk|{_TASK}|{_GROUP})s?(?![a-z])\s*(?:#|no\.?\s|-)?\s*"
    rf"(?P<number>{_DIGITS}|{_LETTERS})(?P<rest>.*)$",
    re.IGNORECASE,
)
_CODED = re.compile(
    r"(?:(?P<number>\d+(?:\.\d+)+[a-z]?)[.):]?|(?P<plain>\d+)[.):]|(?P<code>[A-Z]{1,2}-?\d+(?:\.\d+)*[a-z]?)(?:[:.)]|\s+[—–-](?=\s)|[—–]))"
    r"(?:\s+|(?<=[:—–])\s*)(?P<rest>\S.*)$"
)
_END = r"(?:\s*[:(&—–].*|\s+-\s.*|,\s.*|\s+and\s.*)?$"
_CONSTRAINTS = re.compile(
    r"(?:\d+(?:\.\d+)*[.)]?\s+)?(?:(?:[\w-]+\s+){0,2}(?:constraints?|conventions|invariants|ground\s+rules|guardrails)"
    r"|(?:(?:global|general|hard|project|plan|team|house|coding|code[\s-]quality)\s+)?rules"
    r"|(?:全局|通用|项目|共通|全体)?(?:约束|約束|约定|規約|制約|规则|规范)(?:条件)?)" + _END,
    re.IGNORECASE,
)
_STACK = re.compile(r"(?:(?:tech(?:nology|nical)?\s+)?stack|architecture|技术栈|架构)" + _END, re.IGNORECASE)
_TASK_WORD = re.compile(rf"(?:{_TASK})$", re.IGNORECASE)
_LEAD = re.compile(r"^(?:\[[ xX]?\]|[^\w\[`]|_)*")
_SEPARATOR = re.compile(r"[\s*_~)\]]*(?:[:：.|、)）]|[—–-]+(?=\s))?(?:(?:\*\*|__|~~)(?=\s|$))?\s*")
_PLAIN = {wide: wide - 0xFEE0 for wide in range(0xFF01, 0xFF5F)} | {0x3000: 0x20}
_MARKS = ("**", "~~", "__", "*")
_BINDING: tuple[tuple[Kind, re.Pattern[str]], ...] = (("constraints", _CONSTRAINTS), ("stack", _STACK))


class Name(Frozen):
    """What a heading announces. ``number`` is as written (``4b``, ``1.2``), empty where there is none.

    ``word`` is the label in lower case (``task``, ``phase``); ``text`` the name without label and number.
    """

    kind: Kind
    word: str = ""
    number: str = ""
    text: str = ""


def name_of(heading: str) -> Name:
    """Read a heading's text, without its ``#`` marks. Full-width forms count as their plain ones."""
    plain = heading.translate(_PLAIN)
    start = _LEAD.match(plain).end()  # type: ignore[union-attr]  # matches always
    if match := _LABELLED.match(plain, start):
        word = match["word"].lower()
        number, text = _number(match["number"]), _bare(heading[match.start("rest") :])
        return Name(kind=_kind(word), word=word, number=number, text=text)
    text = _bare(heading[start:])
    for kind, pattern in _BINDING:
        if pattern.match(plain[start:].strip(" *_:")):
            return Name(kind=kind, text=text)
    if match := _CODED.match(plain, start):
        number = match["number"] or match["plain"] or match["code"]
        return Name(kind="coded", number=number, text=_bare(heading[match.start("rest") :]))
    return Name(kind="other", text=text)


def plain_number(typed: str) -> str:
    """A task's number as people type it (``3``, ``#3``, ``Task 4B``, ``03``), in the form that is compared."""
    text = typed.translate(_PLAIN).strip()
    found = _LABELLED.match(text)
    text = found["number"] if found else text.strip("#*[]:. ")
    return re.sub(r"(?<![\d.])0+(?=\d)", "", _number(text).casefold())


def _kind(word: str) -> Kind:
    if word == "chunk":
        return "chunk"
    return "task" if _TASK_WORD.match(word) else "group"


def _number(text: str) -> str:
    return re.sub(r"\s*[-–—~]\s*", "-", text.strip())


def _bare(text: str) -> str:
    """A name without what separates it from its number, and without the end of an emphasis that began before it."""
    text = _SEPARATOR.sub("", text, count=1).rstrip()
    for mark in _MARKS:
        if text.endswith(mark) and text.count(mark) % 2:
            text = text.removesuffix(mark).rstrip()
    return text
