"""In a site's navigation a maker may add the page's entry, and do nothing else."""

import pytest

from critloop.loop.outside import adds_an_entry

NAV = "nav:\n  - Home: index.md\n  - Orders: orders.md\n"
SIDEBARS = "module.exports = [\n  'home',\n  'orders'\n];\n"


@pytest.mark.parametrize(
    ("old", "new"),
    [
        (NAV, NAV + "  - Refunds: refunds.md\n"),
        (SIDEBARS, SIDEBARS.replace("'orders'", "'orders',\n  'refunds'")),
        (NAV, NAV),
    ],
)
def test_an_entry_is_added(old: str, new: str) -> None:
    assert adds_an_entry(old, new)


@pytest.mark.parametrize(
    ("old", "new"),
    [
        (NAV, "nav:\n  - Home: index.md\n"),
        (NAV, NAV.replace("orders.md", "other.md")),
        (NAV, "evil\n"),
        (NAV, NAV + "plugins:\n" + "  - evil\n" * 5),
        (NAV, ""),
    ],
)
def test_anything_else_is_more_than_an_entry(old: str, new: str) -> None:
    assert not adds_an_entry(old, new)
