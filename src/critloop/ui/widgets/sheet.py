"""Facts under headings, read-only."""

from collections.abc import Sequence

from critloop.ui.presentation.pieces import Frame, Note
from critloop.ui.presentation.sheet import Section, sheet
from critloop.ui.widgets.flow_view import FlowView


class Sheet(FlowView):
    """Shows sections, laid out to the width."""

    def show(self, sections: Sequence[Section], empty: str = "nothing yet") -> None:
        """Show other sections from the top."""
        self.begin_pieces(sheet(sections) or [Note(Frame(), empty, "dim")])
