"""Where the style sheets lie."""

from pathlib import Path

STYLES = Path(__file__).parents[3] / "styles"
