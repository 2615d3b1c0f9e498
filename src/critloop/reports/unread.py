"""Replies that say that nothing was reviewed."""

import re
from collections.abc import Iterable, Iterator

_SHOWN = 200
_WINDOW = 1000
_NAME = r"(?:file|document|doc|spec|specification|path|diff|artifact|page)\b(?!\s+(?:of|for|that|which)\b)"
_PATH = r"[`\"']?[\w./\\~-]{0,80}[\w-]\.\w{1,8}\b"
_THIS = rf"(?:(?:the|this|that|your)\s+(?:\w+\s+)?{_NAME}|{_PATH})"
_THING = rf"(?:{_THIS}|(?:any |its |the )?(?:{_NAME}|it\b|text\b|contents?\b))"
_CANNOT = (
    r"(?:unable to|not able to|could not|couldn't|cannot|can't|can not|failed to|did not manage to|"
    r"wasn't able to|was not able to)\s+(?:\w+ly\s+)?"
)
_READ = rf"(?:(?:read|open|access|load|retrieve|fetch|view|review|examine|inspect|get)\s+{_THING}|find\s+{_THIS})"
_START = r"(?:^|[.:;!?—–(]\s*|\s-\s+)"
_NOT_DONE = (
    r"(?:unavailable|not (?:performed|completed|possible|run|done|carried out)|skipped|aborted|timed out|"
    r"could not be (?:performed|completed|run|done|carried out)|did not (?:run|complete|finish)|failed)\b"
)
_NOT_READ = r"(?:could not|couldn't|cannot|can't) be (?:read|opened|accessed|found|located|loaded|retrieved|reviewed)\b"
_PART = r"(?:the (?:first|beginning|start)|part|half|lines?|a (?:part|portion)|up to|some of|parts of)\b"
_CODE = re.compile(r"`(?![^`\s]*[./])[^`]*`|\"[^\"]*\"")
_PATTERNS = tuple(
    re.compile(pattern, re.IGNORECASE | re.MULTILINE)
    for pattern in (
        rf"\b(?:I|we)\b[^.;\n]{{0,40}}\b{_CANNOT}{_READ}",
        rf"{_START}(?:sorry[,:]?\s*)?{_CANNOT}{_READ}",
        rf"{_START}(?:the |this |requested )*(?:{_NAME}|{_PATH})(?:\s+(?:at|in)?\s*{_PATH})?\s+{_NOT_READ}",
        rf"\b(?:automated |automatic |the |this )?review(?:er)?\s+(?:is |was |has been )?{_NOT_DONE}",
        rf"(?:{_START}|due to |because of )(?:an? )?(?:API|server|rate limit|timeout|network) error\b(?!\s+[^\W\d])",
        rf"{_START}(?:error: )?(?:permission denied|file (?:was )?not found)\b",
        r"\b(?:no such file or directory|ENOENT|EACCES)\b",
        r"\b(?:I|we) (?:do not|don't|did not|didn't) have (?:read )?access\b",
        rf"\b(?:I|we)\b[^.;\n]{{0,30}}\bonly (?:able to )?(?:read|review|reviewed|see|saw) {_PART}",
        rf"\b(?:I|we) (?:have not|haven't|did not|didn't) (?:actually )?(?:read|review|reviewed|open|opened) {_THING}",
        r"(?:无法|不能|未能|没能)(?:读取|打开|访问|找到|审阅|查看)|文件不存在",
        r"(?:読み取れ|読め|開け|アクセスでき|見つかり)(?:ません|なかった)",
    )
)
_STEMS = (
    *("unable", "not", "n't", "fail", "unavailable", "skipped", "aborted", "timed out", "error", "denied", "no such"),
    *("enoent", "eacces", "only", "无法", "不能", "未能", "没能", "不存在", "ません", "なかった"),
)
"""Every pattern needs one of these; they are looked for first, for that is much faster."""


def says_unread(texts: Iterable[str]) -> str:
    """The sentence that says that the review did not take place; empty where none does."""
    may = (text for text in texts if any(stem in text.lower() for stem in _STEMS))
    for text in (window for whole in may for window in _windows(_CODE.sub(" ", whole))):
        for pattern in _PATTERNS:
            if match := pattern.search(text):
                return _sentence(text, match.start(), match.end())
    return ""


def _windows(text: str) -> Iterator[str]:
    """The text in overlapping pieces, so that no line is too long for the patterns."""
    for start in range(0, max(len(text) - _WINDOW // 5, 1), _WINDOW - _WINDOW // 5):
        yield text[start : start + _WINDOW]


def _sentence(text: str, start: int, end: int) -> str:
    marks = ("\n", ". ", "。")
    begin = max(text.rfind(mark, 0, start + 1) + len(mark) if mark in text[: start + 1] else 0 for mark in marks)
    stops = [position for mark in marks if (position := text.find(mark, end)) >= 0]
    sentence = " ".join(text[begin : min(stops, default=len(text))].split()).strip(" .。")
    return sentence if len(sentence) <= _SHOWN else sentence[: _SHOWN - 1] + "…"
