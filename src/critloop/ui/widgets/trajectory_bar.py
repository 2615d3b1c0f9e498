"""How a run goes, in one line."""

from typing import Unpack

from critloop.loop.state import RunState
from critloop.ui.presentation.lines import Line
from critloop.ui.presentation.trajectory import trajectory_line
from critloop.ui.widgets.surface import LineSurface, Names


class TrajectoryBar(LineSurface, can_focus=False):
    """One row: what each round found, and where the blocking findings are heading."""

    DEFAULT_CSS = """
    TrajectoryBar {
        height: 1;
        overflow-y: hidden;
    }
    """

    def __init__(self, **names: Unpack[Names]) -> None:
        """Take what every Textual widget takes."""
        super().__init__(**names)
        self._state: RunState | None = None

    def show(self, state: RunState) -> None:
        """Show how this run goes."""
        self._state = state
        self.refresh()

    def line_at(self, row: int) -> Line:
        """The one line."""
        if row or self._state is None:
            return ()
        return trajectory_line(self._state, self.text_width)
