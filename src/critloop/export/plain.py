"""Agent text as plain text: what could drive a terminal or hide is taken out."""

import re
import unicodedata

SEQUENCE = re.compile(r"\x1b(?:\[[0-?]*[ -/]*[@-~]|\][^\x07\x1b]*(?:\x07|\x1b\\)?|[@-Z\\-_])")
BIDI = frozenset("\u061c\u200e\u200f\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069")


def plain(text: str) -> str:
    """The text without escape sequences, control characters (but line ends and tabs) and bidi controls."""
    kept = SEQUENCE.sub("", text.replace("\r\n", "\n").replace("\r", "\n"))
    return "".join(
        char for char in kept if char in "\n\t" or (unicodedata.category(char) not in {"Cc", "Cs"} and char not in BIDI)
    )


def one_line(text: str, limit: int | None = None) -> str:
    """The text in one line, cut with an ellipsis at ``limit`` characters."""
    line = " ".join(plain(text).split())
    return line if limit is None or len(line) <= limit else line[: limit - 1].rstrip() + "…"
