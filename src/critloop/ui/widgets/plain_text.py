"""A text as it is, wrapped and read-only: the prompt that was sent."""

from critloop.ui.presentation.source import plain_pieces
from critloop.ui.widgets.flow_view import FlowView


class PlainText(FlowView):
    """Shows one text without interpreting anything in it."""

    def show(self, text: str) -> None:
        """Show another text from its top."""
        self.begin_pieces(plain_pieces(text))
