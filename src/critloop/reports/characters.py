"""What is done to characters before text is matched; values are always cut from the text as written."""

import re
import unicodedata

_RANGES = (
    *((0x00, 0x08), (0x0B, 0x1F), (0x7F, 0x9F), (0xAD, 0xAD), (0x200B, 0x200B), (0x200E, 0x200F)),
    *((0x202A, 0x202E), (0x2060, 0x2060), (0x2066, 0x2069), (0xFEFF, 0xFEFF)),
)
_DROPPED = dict.fromkeys(code for first, last in _RANGES for code in range(first, last + 1))
_JOINERS = dict.fromkeys([0x200C, 0x200D, 0xFE0E, 0xFE0F])
_WIDE = {code: code - 0xFEE0 for code in range(0xFF01, 0xFF5F)} | str.maketrans(
    "\u3000\u00a0\u2007\u202f。、【】〔〕“”„«»「」『』‘’", '    .,[][]"""""""""\'\''
)
_ITALICS = re.compile(r"(?<!\w)_(?=\S)([^_]*[^\s_])_(?!\w)")
_MARKUP = re.compile(r"\*+|__|`+")


def whole(text: str) -> str:
    """The text with line ends made line feeds, no byte order mark, and unpaired surrogates replaced."""
    text = text.encode("utf-8", "replace").decode("utf-8")
    return text.removeprefix("\ufeff").replace("\r\n", "\n").replace("\r", "\n")


def clean(text: str) -> str:
    """The text without control, zero-width and direction characters; tabs and joiners inside words stay."""
    return text if text.isascii() and text.isprintable() else text.translate(_DROPPED)


def matchable(text: str) -> str:
    """The text of the same length, with full-width punctuation, brackets and quotes made plain."""
    return text if text.isascii() else text.translate(_WIDE)


def unmarked(text: str) -> str:
    """The text without the marks of bold, italics and code spans."""
    return _ITALICS.sub(r"\1", _MARKUP.sub("", text)).strip()


def comparable(text: str) -> str:
    """The text as vocabularies are looked up in it: no markup, one case, single spaces."""
    folded = unicodedata.normalize("NFKC", clean(text).translate(_JOINERS).translate(_WIDE))
    return " ".join(unmarked(folded).casefold().split())
