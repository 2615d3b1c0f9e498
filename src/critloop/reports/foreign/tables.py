"""Tables of a review: their columns by name, and their rows."""

import re
from collections.abc import Sequence
from dataclasses import dataclass

from critloop.reports.characters import comparable
from critloop.reports.foreign.parts import Part
from critloop.reports.lines import Line

_ROW = re.compile(r"\s*\|.*\|?\s*$")
_DIVIDER = re.compile(r"\s*\|?\s*:?-{1,}:?\s*(?:\|\s*:?-*:?\s*)*$")
_CELL = re.compile(r"(?<!\\)\|")
_COLUMNS = {
    "weight": r"sev(?:erity)?|priority|level|risk|impact level|严重(?:程度|性|度|级别)|优先级|级别|重要(?:性"
    "|度)|重大度|優先度|深刻度",
    "status": r"status|state|resolution|resolved|fixed|disposition|状态|处理(?:状态|结果)?|対応(?:状況)?|状況",
    "issue": (
        r"issues?|findings?|problems?|defects?|bugs?|gaps?|descriptions?|details?|title|item|summary|what"
        r"|concern|comment|observation|feature"
        r"|问题(?:描述)?|发现|描述|说明|标题|指摘(?:内容)?|内容|問題"
    ),
    "path": r"files?|file ?[:/&] ?lines?|path|location|where|cite|line|lines|位置|文件|行|場所|ファイル",
    "fix": r"fix|suggested fix|suggestion|recommendation|recommended fix|remediation|action|建议|修复建议|修正案|対策",
    "dimension": r"category|dimension|area|type|类别|分类|カテゴリ|分類",
    "count": r"count|number|total|qty|open|数量|数目|件数|个数|总数|#|n",
    "verdict": r"verdict|decision|判定|结论|裁定|結論",
    "number": r"#|no\.?|id|nr|序号|编号|番号",
}
_VOID = re.compile(r"(?P<sign>[⬜◻▫➖⏭])\ufe0f?\s*(?:=|:)?\s*(?:n/?a\b|not applicable\b)", re.IGNORECASE)
_KINDS = {name: re.compile(pattern) for name, pattern in _COLUMNS.items()}


@dataclass(frozen=True, slots=True)
class Row:
    """A row of a table, its cells as written."""

    line: Line
    cells: tuple[str, ...]
    columns: tuple[str, ...]

    def of(self, kind: str) -> str | None:
        """The cell under the first column of a kind (``weight``, ``issue``, ``status``, …)."""
        for title, cell in zip(self.columns, self.cells, strict=False):
            if kind_matches(kind, title):
                return cell
        return None


def is_row(line: Line) -> bool:
    """True for a line in the form of a table's row."""
    return (
        line.live
        and line.kind == "text"
        and line.text.count("|") > 1
        and _ROW.match(line.text) is not None
        and line.text.lstrip()[:1] == "|"
    )


def kind_matches(kind: str, title: str) -> bool:
    """True for a column whose title is of a kind."""
    return _KINDS[kind].fullmatch(comparable(title).strip(" .:?")) is not None


def rows_of(lines: Sequence[Line]) -> list[Row]:
    """The rows of a table without its head; all of them with no titles where it has no ruler."""
    cells = [_cells(line) for line in lines]
    if len(lines) > 1 and _DIVIDER.match(lines[1].text):
        return [Row(line, own, cells[0]) for line, own in zip(lines[2:], cells[2:], strict=True)]
    return [Row(line, own, ()) for line, own in zip(lines, cells, strict=True)]


def counts_weights(row: Row) -> bool:
    """True for a row of a table that only counts findings by weight (``| High | 3 |``)."""
    numbers = [cell for cell in row.cells[1:] if re.fullmatch(r"\W*\d{1,4}\W*", cell)]
    return bool(numbers) and any(kind_matches("count", title) for title in row.columns[1:])


def counts_issues(row: Row) -> int:
    """The number of issues that a row gives beside a verdict (``| Approved | 3 |`` under ``Status | Issues``)."""
    told = row.of("issue")
    beside = bool(row.columns) and (kind_matches("status", row.columns[0]) or kind_matches("verdict", row.columns[0]))
    return int(told) if beside and told is not None and re.fullmatch(r"\d{1,4}", told) else 0


def voids(parts: Sequence[Part]) -> frozenset[str]:
    """The signs that a legend of the review gives to what does not apply (``⬜ N/A client-side``)."""
    lines = [line.text for part in parts for line in part.lines if line.live and "legend" in line.text.lower()]
    return frozenset(match["sign"] for line in lines for match in _VOID.finditer(line))


def _cells(line: Line) -> tuple[str, ...]:
    return tuple(cell.strip() for cell in _CELL.split(line.own.strip().removeprefix("|").removesuffix("|")))
