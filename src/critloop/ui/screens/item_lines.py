"""Something unverified in words. Pure: state to styled content."""

from collections.abc import Sequence

from textual.content import Content

from critloop.loop.state import RunState
from critloop.model.events import ItemRuled, ItemsLooked, Recorded
from critloop.model.items import Unverified
from critloop.ui.presentation import words
from critloop.ui.presentation.cleaning import clean, clean_line
from critloop.ui.screens.gate_lines import MUTED

LOOK = {"holds": "it holds", "gap": "it is a gap", "unknown": "still can't be told"}


def item_words(state: RunState, item: Unverified) -> Content:
    """What could not be verified, where it stands, and what came of it."""
    heading = Content.assemble(
        (f"? {item.id} ", "bold $warning"), (words.ITEM[item.status], "bold"), f" · {words.ITEM_MEANING[item.status]}"
    )
    raised = Content.styled(f"listed by the report of round {item.round}", MUTED)
    parts = [heading, raised, Content(""), Content(clean(item.text))]
    if item.by:
        again = item.status == "open" and item.by_human
        called = f"{clean_line(item.by)}{' called it a gap, and it was changed since' if again else ''}: "
        parts += [Content(""), Content.assemble((called, "bold"), clean(item.reason))]
    elif item.reason:
        parts += [Content(""), Content(clean(item.reason))]
    if item.finding:
        known = state.findings.get(item.finding)
        standing = f", {words.STATUS[known.status]}" if known else ""
        parts.append(Content.styled(f"It became finding {item.finding}{standing}.", MUTED))
    return Content("\n").join(parts)


def looks(events: Sequence[Recorded], item: Unverified) -> Content:
    """What each look, and each human, said of it."""
    lines: list[Content] = []
    for recorded in events:
        event = recorded.event
        if isinstance(event, ItemsLooked) and item.id in event.looks:
            look = event.looks[item.id]
            reason = f": {clean(look.reason)}" if look.reason else ""
            lines.append(Content.assemble(("the critic looked: ", MUTED), (LOOK[look.kind], "bold"), reason))
        elif isinstance(event, ItemRuled) and event.item == item.id:
            said = words.ITEM_MEANING[event.ruling]
            reason = f": {clean(event.reason)}"
            lines.append(Content.assemble((f"{clean_line(event.by)}: ", MUTED), (said, "bold"), reason))
    return Content("\n").join(lines) if lines else Content.styled("Nobody has looked yet.", MUTED)
