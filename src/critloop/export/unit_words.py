"""Events about what is judged, and what turns are for, in words: the same in the dashboard and on the command line."""

from typing import assert_never

from critloop.model import events as ev
from critloop.model.turn import Duty

UnitEvent = ev.AnyUnitFact | ev.AnyChainFact

DOING: dict[Duty, str] = {
    "create": "writes",
    "fix": "answers the findings",
    "close": "tends to what needs no second look",
    "review": "reviews",
    "rereview": "looks at what was open",
    "audit": "audits the final version",
    "look": "looks at what the diff could not show",
    "extract": "turns the goal into criteria",
}
"""What somebody does whose turn has this duty."""

RULINGS = {"open": "is open again", "holds": "holds", "gap": "is a gap", "accepted": "is accepted as known"}


def unit_words(event: UnitEvent) -> str:
    """What happened, in one line."""
    match event:
        case ev.UnitsCut():
            return f"cut into {_count(len(event.units), 'unit')}: {', '.join(unit.name for unit in event.units)}"
        case ev.UnitComing():
            return f"next to be written: {event.unit.name}"
        case ev.CreationDone():
            return "all is written"
        case ev.ContextGathered():
            return _context(event)
        case ev.CriteriaLocked():
            locked = event.criteria
            number = _count(len(locked.criteria), "criterion", "criteria")
            return f"{number} locked, {locked.threshold}, cap {locked.cap}"
        case ev.BestKept():
            return f"back to the version of round {event.round}, which scored best"
        case ev.LeftBeside():
            where = event.path or "nowhere: its folder can't be written"
            return f"the best version lies beside your file: {where}"
        case ev.ItemsLooked():
            return "; ".join(f"{key}: {look.kind}" for key, look in event.looks.items()) or "nothing was settled"
        case ev.ItemRuled():
            return f"{event.by}: {event.item} {RULINGS[event.ruling]}, since {event.reason}"
        case ev.TestsWereRun():
            return _tests(event)
        case ev.LinkBegun() | ev.LinkRan() | ev.LinkStood():
            return _link(event)
        case _:
            assert_never(event)


def _link(event: ev.LinkBegun | ev.LinkRan | ev.LinkStood) -> str:
    match event:
        case ev.LinkBegun():
            parts = [part for part in event.parts if part]
            return f"link {event.link} begins" + (f": tasks {', '.join(parts)}" if parts else "")
        case ev.LinkRan():
            note = f"; {event.note}" if event.note else ""
            return f"link {event.link}{f', task {event.part}' if event.part else ''}: run {event.run}{note}"
        case ev.LinkStood():
            what = f"run {event.run}:" if event.run else f"link {event.link}:"
            return f"{what} {event.words or event.outcome.value.replace('_', ' ')}"


def _context(event: ev.ContextGathered) -> str:
    page = event.context
    found = (
        _count(len(page.sources), "source"),
        _count(len(page.tests), "test file"),
        _count(len(page.related), "related page"),
    )
    return f"gathered for the critic: {', '.join(found)}; kind of page: {page.kind or 'unknown'}"


def _tests(event: ev.TestsWereRun) -> str:
    ran = event.ran
    ended = {None: "took too long", 0: "passed"}.get(ran.exit, f"failed with {ran.exit}")
    return f"{ran.command} {ended}{' (same files, not run again)' if ran.reused else ''}"


def _count(number: int, one: str, many: str = "") -> str:
    return f"{number} {one if number == 1 else many or f'{one}s'}"
