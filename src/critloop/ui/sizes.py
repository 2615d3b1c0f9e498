"""The sizes of a terminal that make a difference, in cells."""

from textual.geometry import Size

WIDE = 120
LEAST = (60, 20)
ROOMY = 30


def is_too_small(size: Size) -> bool:
    """True where nothing but a word fits."""
    return size.width < LEAST[0] or size.height < LEAST[1]
