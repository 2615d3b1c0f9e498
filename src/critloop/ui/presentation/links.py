"""The links of a chain as rows of a list: which run each has begun, and where that stands."""

from collections.abc import Mapping
from typing import Final

from msgspec import Struct

from critloop.loop.state import RunState
from critloop.model.chain import Link, LinkRun
from critloop.ui import leading, wording
from critloop.ui.presentation import units, words
from critloop.ui.presentation.cleaning import clean_line
from critloop.ui.presentation.lines import Line, Span, fit
from critloop.ui.presentation.units import Place
from critloop.ui.situation import Mode

Known = Mapping[str, tuple[RunState, Mode]]
"""Runs of links whose state is known, by id, with what this process does with each."""

_GLYPH: Final = {"wait": "▲", "good": "✓", "bad": "✗", "": "●", "later": "·"}
_INK: Final = {"wait": "warning strong", "good": "success", "bad": "error", "": "strong", "later": "dim"}


class LinkRow(Struct, frozen=True):
    """A link, or one task of it. ``run`` is None before it has begun; ``mark`` says how it stands at a glance."""

    link: str
    part: str
    loop: str
    run: str | None
    standing: str
    mark: str
    rounds: str = "–"
    open: str = "–"

    @property
    def name(self) -> str:
        """``tasks · 3``."""
        return f"{self.link} · task {self.part}" if self.part else self.link


def link_rows(state: RunState, known: Known) -> list[LinkRow]:
    """One row a link, and one a task where a link runs through tasks, in order."""
    return [row for link in leading.links_of(state) for row in _rows(state, link, known)]


def _rows(state: RunState, link: Link, known: Known) -> list[LinkRow]:
    parts = state.begun.get(link.name)
    if parts is None:
        return [LinkRow(clean_line(link.name), "", link.loop, None, "waiting for the link before", "later")]
    return [_row(link, part, _run_of(state, link.name, part), known) for part in parts]


def _run_of(state: RunState, link: str, part: str) -> LinkRun | None:
    return next((run for run in reversed(state.links) if (run.link, run.part) == (link, part)), None)


def _row(link: Link, part: str, run: LinkRun | None, known: Known) -> LinkRow:
    name, part = clean_line(link.name), clean_line(part)
    if run is None:
        return LinkRow(name, part, link.loop, None, "to come", "later")
    if run.run in known:
        child, mode = known[run.run]
        number = str(len(child.rounds) or "–")
        standing, mark = wording.standing(child, mode), wording.mark(child)
        return LinkRow(name, part, link.loop, run.run, standing, mark, number, units.open_words(child))
    if run.outcome is None:
        return LinkRow(name, part, link.loop, run.run, "begun", "")
    said = run.words or words.OUTCOME[run.outcome]
    return LinkRow(name, part, link.loop, run.run, clean_line(said), "good" if run.passed else "wait")


def place_of(state: RunState) -> Place | None:
    """The link that a chain is at; None when it is through."""
    links = leading.links_of(state)
    run = leading.led(state)
    if run is None:
        return None
    names = [link.name for link in links]
    name = f"{run.link} · task {run.part}" if run.part else run.link
    return Place("link", names.index(run.link) + 1, len(names), clean_line(name))


def standing_of(state: RunState, mode: Mode) -> str:
    """Where a chain stands, as far as its own events tell."""
    run = leading.led(state)
    if state.outcome is not None or mode != "idle":
        return (
            wording.standing(state, mode) if run is None or state.outcome is not None else f"at {clean_line(run.link)}"
        )
    if run is None:
        return "not started" if not state.links else "interrupted"
    return f"{clean_line(run.link)}: {run.words or 'begun'}"


def passed_words(state: RunState) -> str:
    """``2 of 4 links approved``."""
    links = leading.links_of(state)
    done = [link for link in links if _is_passed(state, link)]
    return f"{len(done)} of {words.count(len(links), 'link')} approved"


def _is_passed(state: RunState, link: Link) -> bool:
    parts = state.begun.get(link.name)
    return parts is not None and all((run := _run_of(state, link.name, part)) and run.passed for part in parts)


HEADS: Final = ("LINK", "LOOP", "STATE", "ROUNDS", "OPEN", "RUN")
_NARROW: Final = (16, 6, 24, 6, 7)
_WIDE: Final = (30, 7, 40, 6, 14)
_ROOMY: Final = 110


def link_line(row: LinkRow, width: int) -> Line:
    """A link in one line."""
    plain = "dim" if row.run is None else ""
    standing = (f"{_GLYPH[row.mark]} {row.standing}", _INK[row.mark])
    cells = ((row.name, plain), (row.loop, plain), standing, (row.rounds, plain), (row.open, plain))
    return _line(cells, row.run or "–", width)


def links_header(width: int) -> Line:
    """The names of the columns."""
    return _line(tuple((head, "table-head dim") for head in HEADS[:-1]), HEADS[-1], width, "table-head dim")


def _line(cells: tuple[Span, ...], last: str, width: int, ink: str = "dim") -> Line:
    widths = _WIDE if width >= _ROOMY else _NARROW
    spans: list[Span] = []
    for (text, cell_ink), cells_wide in zip(cells, widths, strict=True):
        spans += [(fit(text, cells_wide), cell_ink), ("  ", "")]
    room = max(width - sum(widths) - 2 * len(widths), 4)
    return (*spans, (fit(last, room), ink))
