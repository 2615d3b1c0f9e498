"""A finished markdown text, rendered and read-only: the report, the help."""

from critloop.ui.presentation.markdown import iter_markdown
from critloop.ui.widgets.flow_view import FlowView


class MarkdownLines(FlowView):
    """Shows one markdown text, laid out to the width."""

    def show(self, text: str) -> None:
        """Show another text from its top."""
        self.begin_pieces(iter_markdown(text))
