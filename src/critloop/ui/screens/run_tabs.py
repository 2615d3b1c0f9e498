"""Which tabs a run has, and their names. Pure."""

from critloop.loop.state import RunState
from critloop.ui import leading
from critloop.ui.presentation.units import has_several

PANES = ("maker", "critic")
NAMES = {
    "maker": "Maker",
    "critic": "Critic",
    "findings": "Findings",
    "document": "Document",
    "diff": "Diff",
    "report": "Report",
    "timeline": "Timeline",
    "prompt": "Prompt",
    "units": "Units",
    "basis": "Basis",
}
OF_A_CHAIN = ("units", "timeline")


def tabs_of(state: RunState, *, wide: bool) -> tuple[str, ...]:
    """The ids of a run's tabs in order, by the run as it is now.

    A chain has no text of its own, and in a wide terminal the panes are no tabs.
    """
    if leading.is_chain(state):
        return OF_A_CHAIN
    left_out = {*(PANES if wide else ()), *(() if has_several(state) else ("units",))}
    return tuple(name for name in NAMES if name not in left_out)


def units_count(state: RunState | None) -> int:
    """Rows of the Units tab; 0 where a run has none."""
    if state is None:
        return 0
    if leading.is_chain(state):
        return len(leading.links_of(state))
    return len(state.units) + len(state.gone) if has_several(state) else 0


def name_of(tab: str, state: RunState) -> str:
    """A tab's name in the row; a chain's units are its links."""
    return "Links" if tab == "units" and leading.is_chain(state) else NAMES[tab]


def findings_count(state: RunState, shown: int | None) -> str:
    """What stands behind the name of the findings: ``7``, filtered ``2/7``, with rows to verify ``7 +1?``."""
    total, unverified = len(state.findings), sum(item.status == "open" for item in state.items.values())
    count = str(total) if shown is None else f"{shown}/{total + len(state.items)}"
    return f"{count} +{unverified}?" if unverified and shown is None else count
