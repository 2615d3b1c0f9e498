"""Struck-through passages (``~~so~~``), which may run over the lines of one paragraph."""

import re

_LONG = 4000
_CODE = re.compile(r"(`+)(?!`).*?(?<!`)\1(?!`)")


def without_struck(lines: list[str]) -> list[str]:
    """The lines of one paragraph without what is struck through; a mark without a partner is kept."""
    pieces = [_pieces(line) for line in lines]
    marks = sum(piece == "~~" for line in pieces for piece in line)
    struck, left, kept = False, marks - marks % 2, []
    for line in pieces:
        out = ""
        for piece in line:
            if piece == "~~" and left:
                struck, left = not struck, left - 1
            elif not struck:
                out += piece
        kept.append(out)
    return kept


def _pieces(line: str) -> list[str]:
    """The line cut at its ``~~`` marks; those inside code spans are text."""
    spans = [match.span() for match in _CODE.finditer(line[:_LONG])]
    pieces, start = [], 0
    for mark in re.finditer(r"(?<!~)~~(?!~)", line):
        if any(begin <= mark.start() < end for begin, end in spans):
            continue
        pieces += [line[start : mark.start()], "~~"]
        start = mark.end()
    return [piece for piece in [*pieces, line[start:]] if piece]
