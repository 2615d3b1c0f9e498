"""The Basis tab: what the verdict rests on."""

from textual import on
from textual.app import ComposeResult
from textual.message import Message

from critloop.loop.state import Round
from critloop.model.material import RangeText
from critloop.ui.presentation.basis import basis_of, exploration_section
from critloop.ui.presentation.diff_basis import diff_sections
from critloop.ui.presentation.sheet import Section, plain
from critloop.ui.presentation.units import place_of
from critloop.ui.session import RunSession
from critloop.ui.shown import Shown
from critloop.ui.tabs.tab import Tab
from critloop.ui.widgets.sheet import Sheet


class BasisTab(Tab):
    """What was given to the critic and what it answered, as far as the loop has it."""

    class Ranged(Message):
        """The range of a diff has been read; ``key`` is its two ends."""

        def __init__(self, key: tuple[str, str], text: RangeText) -> None:
            super().__init__()
            self.key = key
            self.text = text

    def __init__(self, name: str, session: RunSession) -> None:
        super().__init__(name, session)
        self._sheet = Sheet(id="basis-sheet")
        self._key: tuple[str, str] | None = None
        self._range: RangeText | None = None

    def compose(self) -> ComposeResult:
        """A note, and the sheet."""
        yield self._note
        yield self._sheet

    def show(self, shown: Shown) -> None:
        """Show the sections; those of a diff's range come when it has been read."""
        key = (shown.base, shown.revision) if shown.base and shown.revision else None
        if key != self._key:
            self._key, self._range = key, None
            if key is not None:
                self.run_worker(self._read(key), group="basis", exclusive=True, exit_on_error=False)
        sections = self._sections(shown)
        if self.is_new(tuple(sections)):
            self._sheet.show(sections)
            self.copyable = plain(sections)
            place = place_of(shown.state, shown.unit.unit.id) if shown.unit else None
            self.note("What the verdict rests on" + (f" · {place.long}" if place else ""))
            self.post_message(self.Ready())

    async def _read(self, key: tuple[str, str]) -> None:
        self.post_message(self.Ranged(key, await self.session.range(*key)))

    @on(Ranged)
    def _show_range(self, read: Ranged) -> None:
        if read.key == self._key and self._moment is not None:
            self._range = read.text
            self.show(self._moment)

    def _sections(self, shown: Shown) -> list[Section]:
        unit, judged = shown.unit, judged_of(shown)
        sections = list(basis_of(shown.state, unit.unit.id if unit else "", judged))
        if shown.base:
            sections += diff_sections(shown.state, unit, self._range, judged)
        if shown.base or any(turn.tools for turn in shown.state.turns.values()):
            sections.append(exploration_section(shown.state))
        return sections


def judged_of(shown: Shown) -> Round | None:
    """The round whose verdict counts at the moment: of a past one itself, live that on the unit's present text."""
    if not shown.live or shown.unit is None:
        return shown.round
    return shown.state.judged_round(shown.unit.unit.id)
