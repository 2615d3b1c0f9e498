"""The units of a run: what each is called, how far it is, and its row in a list."""

from typing import Final, Literal

from msgspec import Struct

from critloop.loop.state import RunState, UnitState
from critloop.model.finding import Severity
from critloop.model.turn import Role
from critloop.ui.presentation import words
from critloop.ui.presentation.cleaning import clean_line
from critloop.ui.presentation.lines import Line, Span, fit

Standing = Literal[
    "to be written",
    "being written",
    "to come",
    "in review",
    "being fixed",
    "waiting for you",
    "approved",
    "approved with known issues",
    "reopened",
    "gone",
]
_INK: Final[dict[Standing, str]] = {
    "approved": "success",
    "approved with known issues": "success",
    "waiting for you": "warning strong",
    "in review": "strong",
    "being fixed": "strong",
    "being written": "strong",
    "reopened": "warning",
    "to come": "dim",
    "to be written": "dim",
    "gone": "dim",
}
GLYPH: Final[dict[Standing, str]] = {
    "approved": "✓",
    "approved with known issues": "✓",
    "waiting for you": "▲",
    "in review": "●",
    "being fixed": "●",
    "being written": "●",
    "reopened": "↺",
    "to come": "·",
    "to be written": "·",
    "gone": "–",
}
_KIND: Final = {"plan": "chunk", "task": "part", "branch": "part"}


class Place(Struct, frozen=True):
    """Where a unit stands among those of its run; ``number`` is None for one that is gone, ``total`` while it grows."""

    kind: str
    number: int | None
    total: int | None
    name: str

    @property
    def short(self) -> str:
        """``chunk 2 of 5``."""
        if self.number is None:
            return f"{self.kind} that is gone"
        return f"{self.kind} {self.number}" + (f" of {self.total}" if self.total else "")

    @property
    def long(self) -> str:
        """``chunk 2 of 5 · Storage``."""
        return f"{self.short} · {self.name}" if self.name else self.short


def kind_of(state: RunState) -> str:
    """What a unit of this loop is called."""
    return _KIND.get(state.spec.loop, "unit")


def has_several(state: RunState) -> bool:
    """True where a unit has to be named: there are more, there were, or more are to be written."""
    return len(state.units) + len(state.gone) > 1 or is_growing(state)


def is_growing(state: RunState) -> bool:
    """True while a plan is written chunk by chunk, so that nobody knows how many there will be."""
    return state.spec.loop == "plan" and not state.created


def place_of(state: RunState, unit: str) -> Place | None:
    """The place of a unit; None where the subject is one unit."""
    if not has_several(state):
        return None
    ids = [item.unit.id for item in state.units]
    number = ids.index(unit) + 1 if unit in ids else None
    known = next((item for item in (*state.units, *state.gone) if item.unit.id == unit), None)
    name = "" if known is None or known.phase == "create" or state.spec.range else clean_line(known.unit.name)
    return Place(kind_of(state), number, None if is_growing(state) else len(ids), name)


def standing_of(state: RunState, unit: UnitState) -> Standing:
    """How far a unit is."""
    if unit.phase == "done":
        return "approved with known issues" if unit.outcome == "approved_with_known_issues" else "approved"
    if unit in state.gone:
        return "gone"
    gate, turn = state.open_gate, state.running_turn
    if gate is not None and gate.unit == unit.unit.id:
        return "waiting for you"
    at_work = turn is not None and turn.unit == unit.unit.id
    if unit.phase == "create":
        return "being written" if at_work else "to be written"
    if at_work and turn is not None:
        return "in review" if turn.role is Role.CRITIC else "being fixed"
    if unit.done_hash:
        return "reopened"
    return _between(state, unit)


def _between(state: RunState, unit: UnitState) -> Standing:
    """Between two turns; a unit that has passed may still be audited, or looked at."""
    judged = state.judged_round(unit.unit.id)
    passed = judged is not None and judged.report.approves and not state.blocking(unit.unit.id)
    if unit.phase == "fix" and not passed:
        return "being fixed"
    return "in review" if unit.rounds else "to come"


class UnitRow(Struct, frozen=True):
    """A unit ready to be shown: its id, how far it is, and its cells as they are written."""

    id: str
    standing: Standing
    number: str
    rounds: str
    open: str
    size: str
    name: str


def unit_rows(state: RunState) -> list[UnitRow]:
    """All units in order, those that are gone last."""
    rows = [_row(state, unit, str(number)) for number, unit in enumerate(state.units, start=1)]
    return rows + [_row(state, unit, "–") for unit in state.gone]


def _row(state: RunState, unit: UnitState, number: str) -> UnitRow:
    written = unit.phase != "create"
    return UnitRow(
        id=unit.unit.id,
        standing=standing_of(state, unit),
        number=number,
        rounds=str(unit.rounds or "–"),
        open=open_words(state, unit.unit.id),
        size=_size(unit) if written else "–",
        name=clean_line(unit.unit.name),
    )


def open_words(state: RunState, unit: str | None = None) -> str:
    """``● 2  ○ 1  ? 1``: what is open by severity, and what could not be verified; ``–`` for nothing."""
    found = [item.finding.severity for item in state.open_findings(unit)]
    parts = [f"{words.SEVERITY_GLYPH[s]} {found.count(s)}" for s in Severity if s in found]
    unverified = sum(item.status == "open" and unit in (None, item.unit) for item in state.items.values())
    return "  ".join([*parts, *([f"? {unverified}"] if unverified else [])]) or "–"


def _size(unit: UnitState) -> str:
    if unit.unit.files:
        return words.count(len(unit.unit.files), "file")
    if unit.unit.start_line is not None and unit.unit.end_line is not None:
        return f"lines {unit.unit.start_line}–{unit.unit.end_line}"
    return words.count(unit.snapshot.lines, "line") if unit.snapshot else "–"


_WIDTHS: Final = (3, 28, 6, 16, 15)
_NARROW: Final = (3, 18, 6, 10, 13)
_ROOMY: Final = 100
HEADS: Final = ("#", "STATE", "ROUNDS", "OPEN", "SIZE", "NAME")


def unit_line(row: UnitRow, width: int) -> Line:
    """A unit in one line."""
    state = f"{GLYPH[row.standing]} {row.standing}"
    ink = _INK[row.standing]
    plain = "dim" if ink == "dim" else ""
    cells = ((row.number, "dim"), (state, ink), (row.rounds, plain), (row.open, plain), (row.size, plain))
    return _line(cells, row.name, plain, width)


def units_header(width: int) -> Line:
    """The names of the columns."""
    return _line([(head, "table-head dim") for head in HEADS[:-1]], HEADS[-1], "table-head dim", width)


def _line(cells: "tuple[Span, ...] | list[Span]", last: str, ink: str, width: int) -> Line:
    widths = _WIDTHS if width >= _ROOMY else _NARROW
    spans: list[Span] = []
    for (text, cell_ink), cells_wide in zip(cells, widths, strict=True):
        spans += [(fit(text, cells_wide), cell_ink), ("  ", "")]
    room = max(width - sum(widths) - 2 * len(widths), 8)
    return (*spans, (fit(last, room), ink))
