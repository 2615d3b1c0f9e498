"""All the findings of a review, wherever it lists them, and what was left out of them."""

import re
from collections.abc import Sequence

from critloop.model.finding import Finding, Severity
from critloop.reports.adverse import signs_failure
from critloop.reports.characters import unmarked
from critloop.reports.foreign.blocks import Block, blocks_of, items_within
from critloop.reports.foreign.collected import Collected
from critloop.reports.foreign.findings import Read, Settled, from_lines, from_row
from critloop.reports.foreign.headings import Headings, names_a_group
from critloop.reports.foreign.labels import label_in, labelled
from critloop.reports.foreign.parts import Part, under
from critloop.reports.foreign.passages import introduces_solved, lists_reasons, own_lines, states_pass, tagged_runs
from critloop.reports.foreign.roles import Role
from critloop.reports.foreign.settled import is_open_again
from critloop.reports.foreign.silence import states_none
from critloop.reports.foreign.tables import Row, counts_issues, counts_weights, rows_of, voids
from critloop.reports.foreign.vocabulary import meaning_of
from critloop.reports.foreign.weights import field_weight, group_of, tag_of, weight_of
from critloop.reports.lines import Line

_PLACED = re.compile(r"\s*(?:\*\*)?\[(?![ xX]\])[^\[\]]{2,80}\](?:\*\*)?\s*(?::|[-–—]\s)")
_LIST_LIKE = re.compile(
    r"\s*(?:\(\d{1,3}\)\s|\(?[a-z]\)\s|[①-⑳➀-➓]|[–—▪◦‣·●○■►▶]\s|\\[-*]\s|<(?:ul|ol|li)\b)", re.IGNORECASE
)
_NUMBER = re.compile(r"(\d{1,4})(?: (?:\w+ )?(?:issues?|findings?|items?|problems?|found|open))*[.,;]?")


def collect(parts: Sequence[Part]) -> Collected:
    """The findings of a review."""
    return _Collector(parts).collect()


class _Collector:
    """Goes through the parts of a review in order."""

    def __init__(self, parts: Sequence[Part]) -> None:
        self.parts = parts
        for index, part in enumerate(parts):
            part.index = index
        self.found = Collected()
        self.index: list[Read] = []
        self.used: set[int] = set()
        self.headings = Headings(parts)
        self.void = voids(parts)

    def collect(self) -> Collected:
        for part in self.parts:
            if id(part) not in self.used:
                self._part(part)
        self._settle_index()
        return self.found

    def _part(self, part: Part) -> None:
        role = part.within
        if part.role.kind in {"issues", "advice"}:
            self.found.sections += 1
        if part.role.kind == "none" and states_pass(part):
            role = Role()
        if role.kind == "legend":
            return
        if (part.heading or part.numbered) and part.role.kind == "none" and self.headings.is_finding(part, role):
            self._headed(part, role)
            return
        before = len(self.found.open) + len(self.found.dropped)
        if role.kind == "none" and lists_reasons(part):
            self._listed_under_verdict(part)
            return
        aside = part.heading and part.role.kind == "none" and bool(part.above) and not names_a_group(part.title)
        self._blocks(part, Role() if aside and role.kind == "issues" and self.headings.beside_numbers(part) else role)
        self._count(part, before)

    def _headed(self, part: Part, role: Role) -> None:
        lines = [Line(part.number, part.title, part.title, part.title, kind="heading"), *own_lines(part.lines)]
        for inner in under(self.parts, part):
            if not self._belongs(inner, part):
                continue
            self.used.add(id(inner))
            lines += [
                Line(
                    inner.number,
                    f"{inner.title.rstrip(':')}:",
                    f"{inner.title.rstrip(':')}:",
                    f"{inner.title.rstrip(':')}:",
                )
            ]
            lines += own_lines(inner.lines)
        self._add(from_lines(lines, role), role, [part.number, *(line.number for line in lines)])

    def _belongs(self, inner: Part, part: Part) -> bool:
        """True for a part that only tells more of the finding that it stands in."""
        between = inner.above[inner.above.index(part) + 1 :]
        if any(id(other) not in self.used for other in between):
            return False
        if inner.heading and (tag_of(inner.title) or group_of(inner.title)):
            return False
        stated = labelled(Line(inner.number, inner.title, inner.title, inner.title, kind="heading"))
        return stated is None or stated.weak

    def _blocks(self, part: Part, role: Role) -> None:
        blocks = blocks_of(part.lines)
        listed = any(block.kind != "text" for block in blocks) or self._holds_findings(part)
        lead = ""
        # A title that is a verdict (“Recommendation: Approve”) does not say that what stands below it doesn't block.
        decided = role.kind == "advice" and states_pass(part)
        listing = Role("issues", role.weight) if decided else role
        for index, block in enumerate(blocks):
            if block.kind == "text":
                self._text(block, Role() if decided else role, listed=listed, first=index == 0)
                lead = block.words
            elif block.kind == "table":
                self._table(block, listing)
            else:
                self._item(block, listing, lead)

    def _listed_under_verdict(self, part: Part) -> None:
        """The reasons of a verdict that doesn't approve: the items of its list, and what bears a weight."""
        for block in blocks_of(part.lines):
            if block.kind == "table":
                self._table(block, Role())
            elif block.kind == "text":
                self._text(block, Role(), listed=True, first=False)
            elif meaning_of(block.words) == "unclear":
                self._item(block, Role("issues"), "")

    def _item(self, block: Block, role: Role, lead: str) -> None:
        """An item of a list, or labelled lines: a finding where its section or its own weight says so."""
        first = next((line for line in block.lines if line.content.strip()), block.lines[0])
        stated = labelled(first)
        if stated and not stated.weak and meaning_of(stated.words, asked=stated.asks) != "unclear":
            return
        if self._counts(first):
            return
        group = group_of(first.own) if block.kind == "item" else None
        inner = items_within(block) if group else []
        if group and inner:
            for item in inner:
                self._item(item, Role("issues", group), "")
            return
        tagged = (
            bool(tag_of(first.own))
            or block.kind == "fields"
            or any(field_weight(line.text) for line in block.lines if line.live)
        )
        solved = introduces_solved(lead)
        placed = role.kind == "none" and _PLACED.match(first.text) is not None
        if role.kind in {"issues", "advice", "resolved"} or tagged or placed:
            resolved = (role.kind == "resolved" or (solved and not tagged)) and not is_open_again(block.lines)
            self._add(
                from_lines(block.lines, role),
                Role("resolved") if resolved else Role("issues") if role.kind == "resolved" else role,
                [line.number for line in block.lines],
            )

    def _text(self, block: Block, role: Role, *, listed: bool, first: bool) -> None:
        """A paragraph: a finding where it bears a weight, or where its section holds nothing else."""
        stated = labelled(block.lines[0])
        if stated and (not stated.weak or meaning_of(stated.words) != "unclear"):
            return
        tagged = [line for line in block.lines if line.live and tag_of(line.own) and not self._counts(line)]
        if tagged and role.kind != "resolved":
            for lines in tagged_runs(block.lines):
                self._add(from_lines(lines, role), role, [line.number for line in lines])
            return
        if role.kind not in {"issues", "advice"} or not block.words:
            return
        listlike = _LIST_LIKE.match(block.words) is not None or signs_failure(block.words)
        if (listed or not first) and not listlike:
            return
        if not states_none(block.words) and not block.words.endswith(":"):
            self._add(from_lines(block.lines, role), role, [line.number for line in block.lines])

    def _counts(self, line: Line) -> bool:
        """True for a line that only counts findings of a weight (``Critical: 2``), which is noted."""
        tagged = tag_of(line.own)
        number = _NUMBER.fullmatch(unmarked(tagged.rest)) if tagged else None
        if tagged is None or number is None:
            return False
        severity = tagged.weight.severity
        self.found.claimed[severity] = max(self.found.claimed.get(severity, 0), int(number[1]))
        self.found.taken.add(line.number)
        return True

    def _table(self, block: Block, role: Role) -> None:
        rows = rows_of(block.lines)
        for row in rows:
            if number := counts_issues(row):
                self.found.claimed[Severity.HIGH] = self.found.claimed.get(Severity.HIGH, 0) + number
            elif counts_weights(row):
                self._claim(row)
            elif self._is_listed(row, role):
                read = from_row(row, role)
                if isinstance(read, Finding) and any(cell.strip() in self.void for cell in row.cells):
                    self.found.dropped.append(f"does not apply, by the report: {read.title}")
                    self.found.taken.add(row.line.number)
                    continue
                if role.kind in {"summary", "closing", "other"}:
                    self.index.append(read)
                else:
                    self._add(read, role, [row.line.number])

    def _is_listed(self, row: Row, role: Role) -> bool:
        """True for a row that is a finding."""
        cell = row.of("weight")
        if cell is not None:
            return weight_of(cell) is not None or role.kind == "issues"
        if role.kind not in {"issues", "advice", "resolved"} or not row.columns:
            return False
        return row.of("issue") is not None

    def _claim(self, row: Row) -> None:
        weight = weight_of(row.cells[0])
        number = next((int(digits[0]) for cell in row.cells[1:] if (digits := re.search(r"\d+", cell))), 0)
        if weight:
            self.found.claimed[weight.severity] = self.found.claimed.get(weight.severity, 0) + number

    def _count(self, part: Part, before: int) -> None:
        """What the title of a part counts beyond the findings that stand under it."""
        own = part.role.weight.severity if part.role.weight else Severity.HIGH if part.role.kind == "issues" else None
        if part.role.count and own and len(self.found.open) + len(self.found.dropped) == before:
            severity = own
            if not self._holds_findings(part):
                self.found.claimed[severity] = self.found.claimed.get(severity, 0) + part.role.count

    def _holds_findings(self, part: Part) -> bool:
        """True for a part with parts in it that may be findings, or hold them."""
        return any(
            inner.role.kind in {"none", "issues"} and label_in(inner.title, alone=True) is None
            for inner in under(self.parts, part)
        )

    def _add(self, read: Read, role: Role, numbers: Sequence[int]) -> None:
        self.found.taken.update(numbers)
        if isinstance(read, Settled):
            self.found.dropped.append(f"marked as done by the report: {read.title}")
        elif read is not None and role.kind == "resolved":
            self.found.dropped.append(f"listed as resolved by the report: {read.title}")
        elif read is not None:
            self.found.open.append(read)

    def _settle_index(self) -> None:
        """Rows of a summary are findings only where the review lists none elsewhere."""
        listed = bool(self.found.open or self.found.dropped)
        for read in self.index:
            if isinstance(read, Finding) and listed:
                self.found.indexed.append(read)
            elif isinstance(read, Finding):
                self.found.open.append(read)
