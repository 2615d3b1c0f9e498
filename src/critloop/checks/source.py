"""A document's text as it lies in the file: lines, their ends, and the byte order mark."""

import re
from dataclasses import dataclass

from critloop.model.errors import UsageProblem

BOM = "\ufeff"
_LINE = re.compile(r"([^\r\n]*)(\r\n|\r|\n|$)")


@dataclass(frozen=True, slots=True)
class SourceText:
    """Lines without their ends, the ends beside them, and whether a byte order mark came first.

    ``join()`` gives the text back to the character. Line numbers are 1-based everywhere else;
    ``lines[0]`` is line 1.
    """

    lines: tuple[str, ...]
    ends: tuple[str, ...]
    bom: bool

    @classmethod
    def of(cls, text: str) -> "SourceText":
        """Split at CR LF, LF and CR, as CommonMark does."""
        bom = text.startswith(BOM)
        pairs = _LINE.findall(text, 1 if bom else 0)
        if pairs and pairs[-1] == ("", ""):
            pairs.pop()
        return cls(tuple(line for line, _ in pairs), tuple(end for _, end in pairs), bom)

    @property
    def newline(self) -> str:
        """The line end to use for new lines: that of the first line, else LF."""
        return next((end for end in self.ends if end), "\n")

    def line(self, number: int) -> str:
        """The line with this number, without its end; empty outside the text."""
        return self.lines[number - 1] if 0 < number <= len(self.lines) else ""

    def join(self) -> str:
        """The whole text, byte order mark and line ends included."""
        body = "".join(line + end for line, end in zip(self.lines, self.ends, strict=True))
        return BOM + body if self.bom else body


def decode(data: bytes, name: str) -> str:
    """The text of a file's bytes; a byte order mark stays at its front.

    Raises:
        UsageProblem: The bytes are no UTF-8 text, or hold NUL characters; says where.
    """
    try:
        text = data.decode("utf-8")
    except UnicodeDecodeError as problem:
        line = data.count(b"\n", 0, problem.start) + 1
        raise UsageProblem(
            f"{name}, line {line}: byte 0x{data[problem.start]:02x} is not UTF-8 text",
            "convert the file to UTF-8",
        ) from None
    position = text.find("\x00")
    if position >= 0:
        line = text.count("\n", 0, position) + 1
        raise UsageProblem(f"{name}, line {line}: a NUL character; this is no text", "name a Markdown document")
    return text
