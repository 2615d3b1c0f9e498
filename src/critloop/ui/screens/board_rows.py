"""Rows of the board: a run in one line, those that wait for a human first. Pure."""

from dataclasses import dataclass, replace
from enum import IntEnum

from critloop.loop.state import RunState
from critloop.model.finding import Severity
from critloop.model.outcome import Outcome
from critloop.model.ports import RunRow
from critloop.ui import leading, wording
from critloop.ui.presentation import links, units
from critloop.ui.shown import current_unit
from critloop.ui.situation import Mode

MINUTE, HOUR, DAY = 60, 3600, 86400


class Place(IntEnum):
    """The order on the board."""

    WAITING = 0
    GOING = 1
    OPEN = 2
    ENDED = 3
    UNREAD = 4


APPROVALS = (Outcome.APPROVED, Outcome.APPROVED_WITH_KNOWN_ISSUES)
NOT_APPROVED = "✗"
GLYPHS = {Place.WAITING: "▲", Place.GOING: "●", Place.OPEN: "○", Place.ENDED: "✓", Place.UNREAD: "·"}


@dataclass(frozen=True)
class BoardRow:
    """A run as the board shows it. Until its state is read only its spec and times are known."""

    row: RunRow
    state: RunState | None = None
    mode: Mode = "idle"
    nested: bool = False

    @property
    def glyph(self) -> str:
        """Where it stands, at a glance; only an approval has a tick."""
        ended_badly = self.state is not None and self.state.outcome not in (None, *APPROVALS)
        return NOT_APPROVED if ended_badly else GLYPHS[self.place]

    @property
    def place(self) -> Place:
        """Where it stands in the order."""
        state = self.state
        if state is None:
            return Place.UNREAD
        if state.outcome is not None:
            return Place.ENDED
        run = leading.led(state)
        if wording.waits_for_answer(state) or (self.mode == "idle" and run is not None and run.outcome is not None):
            return Place.WAITING
        return Place.GOING if self.mode in ("driving", "paused", "watching") else Place.OPEN

    def cells(self, now: float) -> tuple[str, ...]:
        """State, loop, subject, unit, round, open findings, age, id; a link of a chain is set in below it."""
        spec, state = self.row.spec, self.state
        standing = _standing(state, self.mode) if state else "reading …"
        number = wording.round_now(state) if state else 0
        opened = _open_words(state) if state else ""
        age = age_words(now - self.row.changed_at)
        title = f"└ {spec.title}" if self.nested else state.spec.title if state else spec.title
        place = _unit_words(state) if state else ""
        return f"{self.glyph} {standing}", spec.loop, title, place, str(number or "–"), opened, age, spec.run

    def contains(self, wanted: str) -> bool:
        """True when every word stands somewhere in the row."""
        text = " ".join(self.cells(self.row.changed_at)).casefold()
        return all(word in text for word in wanted.casefold().split())


def _standing(state: RunState, mode: Mode) -> str:
    return links.standing_of(state, mode) if leading.is_chain(state) else wording.standing(state, mode)


def _unit_words(state: RunState) -> str:
    """``2 of 5``: the unit in work, or the link that a chain is at."""
    if leading.is_chain(state):
        at = links.place_of(state)
        return f"{at.number} of {at.total}" if at else "–"
    unit = current_unit(state)
    place = units.place_of(state, unit.unit.id) if unit else None
    return place.short.partition(" ")[2] if place and place.number else "–"


def _open_words(state: RunState) -> str:
    found = [item.finding.severity for item in state.open_findings()]
    counts = [f"{found.count(severity)} {severity.value}" for severity in Severity if severity in found]
    unverified = sum(item.status == "open" for item in state.items.values())
    if leading.is_chain(state):
        return "–"
    return ", ".join([*counts, *([f"{unverified} unverified"] if unverified else [])]) or "none"


def age_words(seconds: float) -> str:
    """``now``, ``5 min``, ``3 h``, ``12 d``."""
    if seconds < MINUTE:
        return "now"
    if seconds < HOUR:
        return f"{int(seconds // MINUTE)} min"
    return f"{int(seconds // HOUR)} h" if seconds < DAY else f"{int(seconds // DAY)} d"


def ordered(rows: list[BoardRow]) -> list[BoardRow]:
    """Those that wait first, then those that go on, the latest change first; below each chain its links' runs."""
    by_run = {row.row.spec.run: row for row in rows}
    chains = {run.run: row.row.spec.run for row in rows if row.state for run in row.state.links if run.run in by_run}
    nested = {chain: [replace(by_run[run], nested=True) for run in chains if chains[run] == chain] for chain in by_run}
    heads = [row for row in rows if row.row.spec.run not in chains]

    def first(head: BoardRow) -> tuple[Place, float]:
        group = [head, *nested[head.row.spec.run]]
        return min(row.place for row in group), -max(row.row.changed_at for row in group)

    return [row for head in sorted(heads, key=first) for row in (head, *nested[head.row.spec.run])]
