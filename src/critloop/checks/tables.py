"""Tables whose rows don't fit their header (GFM, "Tables (extension)")."""

import re
from collections.abc import Iterator

from critloop.checks.document import Document, Table
from critloop.checks.framework import Check, Edit, LineEdit, Problem
from critloop.checks.surroundings import Surroundings
from critloop.model.finding import Severity

_PREFIX = re.compile(r"[\s>]*")
_DELIMITER = re.compile(r"[\s>]*\|?\s*:?-+:?\s*(?:\|\s*:?-+:?\s*)*\|?\s*$")
_CODE = re.compile(r"(`+)(?!`)(.+?)(?<!`)\1(?!`)")


def cells(row: str) -> list[str]:
    """The cells of a row: cut at every pipe without a backslash, those inside code spans too."""
    body = row[_PREFIX.match(row).end() :].rstrip()  # type: ignore[union-attr]  # matches always
    parts = re.split(r"(?<!\\)\|", body)
    if parts and not parts[0].strip():
        parts = parts[1:]
    if parts and not parts[-1].strip():
        parts = parts[:-1]
    return [part.strip() for part in parts]


def _rows(document: Document, table: Table) -> Iterator[tuple[int, str]]:
    for number in range(table.line + 2, table.end_line + 1):
        yield number, document.source.line(number)


def _long(check: Check, document: Document, around: Surroundings) -> Iterator[Problem]:
    del around
    for table in document.tables:
        width = len(cells(document.source.line(table.line)))
        for number, row in _rows(document, table):
            held = cells(row)
            if not any(held[width:]):
                continue
            escaped = _CODE.sub(lambda match: re.sub(r"(?<!\\)\|", r"\\|", match.group()), row)
            fits = escaped != row and len(cells(escaped)) == width
            yield check.problem(
                document,
                number,
                f"a table row has {len(held)} cells for {width} columns",
                f"The row “{held[0][:40]}” has {len(held)} cells, the header {width}; what is too much is not shown.",
                advice="Write the pipes inside code as \\|." if fits else "Bring the row to the columns of the header.",
                fix=Edit((LineEdit(number, row, escaped),), "escape the pipes inside code in a table row")
                if fits
                else None,
            )


def _short(check: Check, document: Document, around: Surroundings) -> Iterator[Problem]:
    del around
    for table in document.tables:
        width = len(cells(document.source.line(table.line)))
        for number, row in _rows(document, table):
            held = cells(row)
            if len(held) >= width or not row.strip(" \t>"):
                continue
            padded = row.rstrip().removesuffix("|").rstrip() + " |" + "  |" * (width - len(held))
            fixable = row.rstrip().endswith("|") and "|" in row.strip()[:-1]
            yield check.problem(
                document,
                number,
                f"a table row has {len(held)} cells for {width} columns",
                f"The row “{(held or [''])[0][:40]}” has {len(held)} cells, the header {width}.",
                advice="Add the missing cells.",
                fix=Edit((LineEdit(number, row, padded),), "fill up a table row") if fixable else None,
            )


def _broken(check: Check, document: Document, around: Surroundings) -> Iterator[Problem]:
    """Paragraphs that were to be tables: header and delimiter row have different numbers of cells."""
    del around
    for prose in document.prose:
        lines = prose.content.split("\n")
        if prose.kind != "paragraph" or len(lines) < 3 or "|" not in lines[0]:  # noqa: PLR2004 - header, rule, a row
            continue
        if "|" not in lines[1] or not _DELIMITER.fullmatch(lines[1]):
            continue
        width, ruled = len(cells(lines[0])), len(cells(lines[1]))
        if width == ruled:
            continue
        line = prose.line + 1
        old = document.source.line(line)
        agreed = all(len(cells(row)) == width for row in lines[2:]) and not prose.quoted
        indent = old[: len(old) - len(old.lstrip())]
        rule = Edit((LineEdit(line, old, indent + "|" + "---|" * width),), "give the table's rule one cell a column")
        yield check.problem(
            document,
            line,
            "a table is not shown as one",
            f"The header has {width} cells and the rule below it {ruled}, so no table is made of them.",
            advice="Give both rows the same number of cells.",
            fix=rule if agreed else None,
        )


LONG = Check(
    id="table-overflow",
    dimension="clarity",
    severity=Severity.MEDIUM,
    explanation="a table row with more cells than the header",
    why="the cells beyond the last column are lost when the table is shown",
    find=_long,
    wording=r"The row “.*” has \d+ cells, the header",
)
SHORT = Check(
    id="table-short-row",
    dimension="completeness",
    severity=Severity.LOW,
    explanation="a table row with fewer cells than the header",
    why="it stays open whether the missing cells are empty or forgotten",
    find=_short,
    wording=r"The row “.*” has \d+ cells, the header",
)
BROKEN = Check(
    id="table-rule",
    dimension="clarity",
    severity=Severity.MEDIUM,
    explanation="a table whose rule has another number of columns than its header",
    why="its rows run together as plain text",
    find=_broken,
    wording=r"The header has \d+ cells and the rule below it",
)
