"""Agent text is data: what a terminal could obey, or a reader could be fooled by, is removed or shown.

Escape sequences (CSI, OSC, DCS and the like, in their 7-bit and C1 forms) go away as a whole. Lone
control characters and bidi controls become visible symbols. Zero-width and tag characters go away.
"""

import re
from typing import Final

TAB: Final = 4

_SEQUENCE = re.compile(
    r"(?:\x1b\[|\x9b)[0-?]*[ -/]*[@-~]"  # CSI: colours, cursor movement, modes
    r"|(?:\x1b[\]PX^_]|[\x90\x98\x9d-\x9f])[^\x07\x1b\x9c\n]*(?:\x07|\x1b\\|\x9c)"  # OSC, DCS, SOS, PM, APC
    r"|\x1b[ -/]*[0-OQ-WYZ\\`-~]"  # two-character sequences
)
_INVISIBLE = (
    r"\u00ad\u034f\u115f\u1160\u17b4\u17b5\u180b-\u180f\u200b-\u200d\u2060-\u2064\u206a-\u206f"
    r"\u3164\ufe00-\ufe0f\ufeff\uffa0\U000e0000-\U000e0fff"
)
_GONE = re.compile(f"[{_INVISIBLE}]")
_BIDI = r"\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069"
_CONTROL = r"\x00-\x08\x0b-\x1f\x7f-\x9f\u2028\u2029\ud800-\udfff\ufff9-\ufffb"
_SHOWN = re.compile(f"[{_CONTROL}{_BIDI}]")
_DIRTY = re.compile(f"[{_CONTROL}{_BIDI}{_INVISIBLE}]")

_SYMBOL_BLOCK: Final = 0x2400
_LAST_C0: Final = 0x1F
_DELETE: Final = 0x7F
_LAST_C1: Final = 0x9F


def clean(text: str) -> str:
    """Text of any number of lines that is safe to paint; carriage returns, alone or not, end lines too.

    Line ends stay, tabs become spaces up to the next multiple of four columns. Every other
    character is printable, and what looks like one line is one.
    """
    if "\r" in text:
        text = text.replace("\r\n", "\n").replace("\r", "\n")
    if not text.isascii() or not text.isprintable():
        text = _strip(text)
    return text.expandtabs(TAB) if "\t" in text else text


def clean_line(text: str) -> str:
    """One line that is safe to paint: as ``clean``, and line ends inside it become ``␤``."""
    text = clean(text)
    return text.replace("\n", "␤") if "\n" in text else text


def _strip(text: str) -> str:
    """Without sequences and invisible characters, the rest of the dangerous ones as symbols."""
    if _DIRTY.search(text) is None:
        return text
    return _SHOWN.sub(_symbol, _GONE.sub("", _SEQUENCE.sub("", text)))


def _symbol(match: re.Match[str]) -> str:
    """A visible stand-in for one character."""
    code = ord(match.group())
    if code <= _LAST_C0:
        return chr(_SYMBOL_BLOCK + code)
    if code == _DELETE:
        return "␡"
    if code <= _LAST_C1 or match.group().encode("utf-8", "ignore") == b"":
        return "\ufffd"
    return f"‹U+{code:04X}›"
