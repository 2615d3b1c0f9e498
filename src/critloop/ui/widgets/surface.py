"""The base of all line widgets: styled lines in, strips out, in the theme's colours."""

from typing import Final, TypedDict, Unpack

from rich.segment import Segment
from rich.style import Style
from textual.scroll_view import ScrollView
from textual.strip import Strip

from critloop.ui.presentation.lines import Line
from critloop.ui.widgets.inks import QUIET, READABLE, inks_of, readable

_MOST_STRIPS: Final = 600


class Names(TypedDict, total=False):
    """What every Textual widget takes."""

    name: str | None
    id: str | None
    classes: str | None


class LineSurface(ScrollView, can_focus=True, inherit_bindings=True):
    """Paints lines of (text, ink). The inks are those of ``inks``; unknown ones change nothing.

    A subclass gives ``line_at(row)`` for rows of the whole document and sets ``virtual_size`` by
    ``set_extent``. Strips are kept by line, so that a line that moves is not styled again.
    """

    ALLOW_SELECT = False
    DEFAULT_CSS = """
    LineSurface {
        background: $surface;
        color: $foreground;
        overflow-x: hidden;
        overflow-y: scroll;
        scrollbar-size-vertical: 1;
        scrollbar-size-horizontal: 1;
    }
    """

    def __init__(self, **names: Unpack[Names]) -> None:
        """Take what every Textual widget takes."""
        super().__init__(**names)
        self._strips: dict[tuple[Line, str], Strip] = {}
        self._styles_by_ink: dict[str, Style] = {}

    @property
    def text_width(self) -> int:
        """The cells a line may take."""
        return self.scrollable_content_region.width

    @property
    def text_height(self) -> int:
        """The lines that are visible at once."""
        return self.scrollable_content_region.height

    def line_at(self, row: int) -> Line:
        """The line at a row of the document; an empty one outside of it."""
        del row
        return ()

    def row_ink(self, row: int) -> str:
        """The ink under a whole row, up to the right edge."""
        del row
        return ""

    def render_line(self, y: int) -> Strip:
        """One row of the window (Textual's line API)."""
        row = y + self.scroll_offset.y
        return self.strip_of(self.line_at(row), self.row_ink(row)).crop_extend(
            self.scroll_offset.x, self.scroll_offset.x + self.text_width, self.ink(self.row_ink(row))
        )

    def strip_of(self, line: Line, under: str = "") -> Strip:
        """A line as a strip, over the ink of its row."""
        strip = self._strips.get((line, under))
        if strip is None:
            if len(self._strips) >= _MOST_STRIPS:
                self._strips.clear()
            strip = Strip([Segment(text, self.ink(f"{under} {ink}")) for text, ink in line])
            self._strips[line, under] = strip
        return strip

    def ink(self, names: str) -> Style:
        """The style that these inks make together over the widget's own colours; later ones win."""
        style = self._styles_by_ink.get(names)
        if style is None:
            style = self._styles_by_ink[names] = self._mix(names)
        return style

    def _mix(self, names: str) -> Style:
        background = self.background_colors[1]
        foreground, text = self.styles.color, self.styles.text_style
        inks = inks_of(self.app.theme_variables)
        for name in names.split():
            if (ink := inks.get(name)) is None:
                continue
            if ink.background is not None:
                background += ink.background
            foreground = ink.color or foreground
            text += ink.style
        least = READABLE if foreground.a == 1 else QUIET
        color = readable(background + foreground, background, least)
        return Style.from_color(color.rich_color, background.rich_color) + text

    def set_extent(self, height: int, width: int | None = None) -> None:
        """Say how large the document is, in lines and cells, without a new layout of the screen."""
        size = self.virtual_size.with_height(height).with_width(self.text_width if width is None else width)
        if size != self.virtual_size:
            # The reactive would lay out the whole screen; only this widget's scroll bar depends on it.
            self.set_reactive(ScrollView.virtual_size, size)
            if self.is_mounted:
                self._scroll_update(size)

    def notify_style_update(self) -> None:
        """Another theme: mix all inks again."""
        self._strips.clear()
        self._styles_by_ink.clear()
        super().notify_style_update()
