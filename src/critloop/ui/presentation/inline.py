"""Inline markdown of one paragraph, heading or cell: text to spans with inks.

Follows CommonMark's rules for code spans, emphasis (delimiter runs), links, autolinks, entities
and escapes, and GFM's for strike-through and bare addresses. Nothing is resolved or fetched.
"""

import re

from msgspec import Struct

from critloop.ui.presentation.cleaning import clean_line
from critloop.ui.presentation.lines import Span, add_ink

_SPECIAL = re.compile(r"[\\`*_~\[!<&\n]|https?://")
_TICKS = re.compile(r"`+")
_RUN = re.compile(r"\*+|_+|~+")
_LINK = re.compile(
    r"\[((?:[^\[\]\\]|\\.|\[[^\[\]]*\])*)\]"
    r"(?:\((?:<[^<>\n]*>|[^()\s]*(?:\([^()\s]*\)[^()\s]*)*)(?:\s+(?:\"[^\"]*\"|'[^']*'))?\s*\)|\[[^\[\]]*\])"
)
_AUTOLINK = re.compile(r"<((?:https?|ftp|mailto):[^\s<>]*|[\w.+-]+@[\w.-]+)>")
_TAG = re.compile(r"</?[A-Za-z][^<>]*>|<!--.*?-->", re.DOTALL)
_BREAK_TAG = re.compile(r"<br\s*/?>", re.IGNORECASE)
_ENTITY = re.compile(r"&(?:#\d{1,7}|#[xX][0-9a-fA-F]{1,6}|[A-Za-z][A-Za-z0-9]{1,31});")
_ADDRESS = re.compile(r"https?://[^\s<>]+[^\s<>.,;:!?\"')\]*_~]")
_PUNCTUATION = frozenset("!\"#$%&'()*+,-./:;<=>?@[\\]^_`{|}~")
_INKS = {"**": "strong", "__": "strong", "*": "em", "_": "em", "~~": "strike", "~": "strike"}


class _Run(Struct):
    """A delimiter run that may still open or close something. ``node`` is its place among the spans."""

    node: int
    char: str
    count: int
    opens: bool
    closes: bool


def inline(text: str, ink: str = "") -> tuple[Span, ...]:
    """The spans of one block's text; a hard line break is a line feed in them, a soft one a space."""
    if _SPECIAL.search(text) is None:
        return ((text, ink),)
    return _Scanner(text, ink).scan()


class _Scanner:
    """One pass over the text, with the open delimiter runs on a stack."""

    def __init__(self, text: str, ink: str) -> None:
        self.text = text
        self.ink = ink
        self.nodes: list[list[str]] = []
        self.runs: list[_Run] = []
        self.at = 0

    def scan(self) -> tuple[Span, ...]:
        """All spans."""
        text, end = self.text, len(self.text)
        while self.at < end:
            found = _SPECIAL.search(text, self.at)
            stop = found.start() if found else end
            if stop > self.at:
                self._add(text[self.at : stop])
                self.at = stop
            if found:
                self._special(text[stop])
        return tuple((piece, ink) for piece, ink in self.nodes if piece)

    def _add(self, piece: str, ink: str = "") -> None:
        """A span in the ink of the block and one more."""
        self.nodes.append([piece, add_ink(self.ink, ink)])

    def _special(self, char: str) -> None:
        """What begins with this character, or the character itself."""
        match char:
            case "\\":
                self._escape()
            case "\n":
                self._line_end()
            case "`":
                self._code()
            case "*" | "_" | "~":
                self._delimiters()
            case "[" | "!":
                self._link()
            case "<":
                self._angle()
            case "&":
                self._entity()
            case _:
                self._address()

    def _escape(self) -> None:
        following = self.text[self.at + 1 : self.at + 2]
        if following == "\n":
            self._add("\n")
        elif following in _PUNCTUATION:
            self._add(following)
        else:
            self._add("\\")
            self.at -= 1
        self.at += 2

    def _line_end(self) -> None:
        hard = self.text.endswith("  ", 0, self.at)
        if self.nodes:
            self.nodes[-1][0] = self.nodes[-1][0].rstrip(" ")
        self._add("\n" if hard else " ")
        self.at += 1
        while self.text.startswith(" ", self.at):
            self.at += 1

    def _code(self) -> None:
        ticks = _TICKS.match(self.text, self.at)
        assert ticks is not None  # noqa: S101  the caller saw a backtick here
        for closing in _TICKS.finditer(self.text, ticks.end()):
            if len(closing.group()) == len(ticks.group()):
                inner = self.text[ticks.end() : closing.start()].replace("\n", " ")
                padded = inner.startswith(" ") and inner.endswith(" ") and inner.strip()
                self._add(inner[1:-1] if padded else inner, "code")
                self.at = closing.end()
                return
        self._add(ticks.group())
        self.at = ticks.end()

    def _delimiters(self) -> None:
        found = _RUN.match(self.text, self.at)
        assert found is not None  # noqa: S101  the caller saw a delimiter here
        marks, char = found.group(), self.text[self.at]
        before = self.text[self.at - 1] if self.at else " "
        after = self.text[found.end()] if found.end() < len(self.text) else " "
        left = not after.isspace() and (after not in _PUNCTUATION or before.isspace() or before in _PUNCTUATION)
        right = not before.isspace() and (before not in _PUNCTUATION or after.isspace() or after in _PUNCTUATION)
        if char == "_":
            left, right = left and (not right or before in _PUNCTUATION), right and (not left or after in _PUNCTUATION)
        self._add(marks)
        self.at = found.end()
        run = _Run(len(self.nodes) - 1, char, len(marks), left, right)
        if run.closes:
            self._close(run)
        if run.opens and run.count:
            self.runs.append(run)

    def _close(self, run: _Run) -> None:
        """Match a closing run with the nearest opening ones and ink what is between."""
        while run.count:
            place = next((i for i in range(len(self.runs) - 1, -1, -1) if _pairs(self.runs[i], run)), None)
            if place is None:
                return
            opener = self.runs[place]
            size = 2 if opener.count > 1 and run.count > 1 else 1
            for node in self.nodes[opener.node + 1 : run.node]:
                node[1] = add_ink(node[1], _INKS[run.char * size])
            for other in (opener, run):
                other.count -= size
                self.nodes[other.node][0] = other.char * other.count
            del self.runs[place + 1 if opener.count else place :]

    def _link(self) -> None:
        image = self.text[self.at] == "!"
        found = _LINK.match(self.text, self.at + image)
        if found is None:
            self._add(self.text[self.at])
            self.at += 1
            return
        if image:
            self._add(f"[image: {found.group(1)}]", "link")
        else:
            self.nodes.extend([piece, ink] for piece, ink in inline(found.group(1), add_ink(self.ink, "link")))
        self.at = found.end()

    def _angle(self) -> None:
        if found := _AUTOLINK.match(self.text, self.at):
            self._add(found.group(1), "link")
        elif found := _BREAK_TAG.match(self.text, self.at):
            self._add("\n")
        elif found := _TAG.match(self.text, self.at):
            self._add(found.group().replace("\n", " "), "dim")
        else:
            self._add("<")
        self.at = found.end() if found else self.at + 1

    def _entity(self) -> None:
        found = _ENTITY.match(self.text, self.at)
        # A numeric entity can name an escape character, so its result is cleaned again.
        self._add(clean_line(_unescaped(found.group())) if found else "&")
        self.at = found.end() if found else self.at + 1

    def _address(self) -> None:
        found = _ADDRESS.match(self.text, self.at)
        if found:
            self._add(found.group(), "link")
        else:
            self._add(self.text[self.at])
        self.at = found.end() if found else self.at + 1


def _pairs(opener: _Run, closer: _Run) -> bool:
    """True when two runs can delimit the same span."""
    if opener.char != closer.char:
        return False
    return opener.char != "~" or opener.count == closer.count


def _unescaped(entity: str) -> str:
    from html import unescape  # noqa: PLC0415 - a table of two thousand names, for the texts that have one

    return unescape(entity)
