"""What the header says of a run at a moment. Pure."""

from typing import NamedTuple

from critloop.ui import leading, wording
from critloop.ui.presentation import units, words
from critloop.ui.session import RunSession
from critloop.ui.shown import Shown


class HeaderWords(NamedTuple):
    """The parts of the header but for what was spent; ``places`` get shorter."""

    subject: str
    places: tuple[str, ...]
    standing: str
    mark: str


def header_words(session: RunSession, shown: Shown, rounds: int) -> HeaderWords:
    """The header of a run, live or at one of its past ``rounds``."""
    state = shown.state
    subject, places = wording.subject(state.spec), _places(shown)
    if leading.is_chain(state):
        child = session.child.state if session.asks and session.child else None
        return HeaderWords(subject, places, _chained(session, shown), wording.mark(child or state))
    if shown.position is None:
        standing, number = wording.standing(state, session.mode), wording.round_now(state)
        return HeaderWords(subject, places, f"round {number} · {standing}" if number else standing, wording.mark(state))
    number = shown.round.number if shown.round else 0
    on = "] later, end live" if shown.position + 1 < rounds else "] live"
    standing = f"round {number} as it was · {shown.position + 1} of {shown.total} · {on}"
    return HeaderWords(subject, places, standing, "past")


def _places(shown: Shown) -> tuple[str, ...]:
    """The unit, or the link that a chain is at, in words that get shorter."""
    if leading.is_chain(shown.state):
        from critloop.ui.presentation import links  # noqa: PLC0415 - only those who look at a chain need it

        place = links.place_of(shown.state)
    else:
        place = units.place_of(shown.state, shown.unit.unit.id) if shown.unit else None
    return (place.long, place.short) if place else ()


def _chained(session: RunSession, shown: Shown) -> str:
    """Where a chain stands: where the run that it is at stands."""
    child = session.child
    if session.leads is None or child is None or child.run != session.leads or child.state is None:
        from critloop.ui.presentation import links  # noqa: PLC0415 - as above

        return links.standing_of(shown.state, session.mode)
    return wording.standing(child.state, child.mode)


def spent_words(session: RunSession, shown: Shown, now: float) -> str:
    """Tokens and time, the running turn's included; a chain spends nothing by itself."""
    if leading.is_chain(shown.state):
        return ""
    turn = shown.state.running_turn if shown.live and session.mode != "idle" else None
    running = max(now - turn.started_at, 0) if turn else 0
    usage = shown.state.usage
    return f"{words.tokens(usage.tokens)} tok  {wording.clock(usage.seconds + running)}"
