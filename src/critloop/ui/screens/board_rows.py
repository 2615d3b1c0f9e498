"""Rows of the board: a run in one line, those that wait for a human first. Pure."""

from dataclasses import dataclass
from enum import IntEnum

from critloop.loop.state import RunState
from critloop.model.finding import Severity
from critloop.model.outcome import Outcome
from critloop.model.ports import RunRow
from critloop.ui import wording
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
        if wording.waits_for_answer(state):
            return Place.WAITING
        return Place.GOING if self.mode in ("driving", "paused", "watching") else Place.OPEN

    def cells(self, now: float) -> tuple[str, ...]:
        """State, loop, subject, round, open findings, age, id."""
        spec, state = self.row.spec, self.state
        standing = wording.standing(state, self.mode) if state else "reading …"
        number = wording.round_now(state) if state else 0
        opened = _open_words(state) if state else ""
        age = age_words(now - self.row.changed_at)
        return f"{self.glyph} {standing}", spec.loop, spec.subject, str(number or "–"), opened, age, spec.run

    def contains(self, wanted: str) -> bool:
        """True when every word stands somewhere in the row."""
        text = " ".join(self.cells(self.row.changed_at)).casefold()
        return all(word in text for word in wanted.casefold().split())


def _open_words(state: RunState) -> str:
    found = [item.finding.severity for item in state.open_findings()]
    counts = [f"{found.count(severity)} {severity.value}" for severity in Severity if severity in found]
    return ", ".join(counts) or "none"


def age_words(seconds: float) -> str:
    """``now``, ``5 min``, ``3 h``, ``12 d``."""
    if seconds < MINUTE:
        return "now"
    if seconds < HOUR:
        return f"{int(seconds // MINUTE)} min"
    return f"{int(seconds // HOUR)} h" if seconds < DAY else f"{int(seconds // DAY)} d"


def ordered(rows: list[BoardRow]) -> list[BoardRow]:
    """Those that wait first, then those that go on, the latest change first."""
    return sorted(rows, key=lambda item: (item.place, -item.row.changed_at))
