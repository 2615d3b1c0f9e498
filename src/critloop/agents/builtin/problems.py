"""The problems of a unit: what critic and maker have to agree on, so that an answer fits its finding."""

from collections.abc import Callable, Collection, Sequence
from pathlib import Path

from critloop.checks.fences import NESTED, UNCLOSED
from critloop.checks.folding import folded
from critloop.checks.framework import Problem
from critloop.checks.plain import other_markup
from critloop.checks.run import check_text, read_text
from critloop.checks.surroundings import Surroundings
from critloop.model.errors import AgentProblem, UsageProblem
from critloop.model.run import Unit
from critloop.workflows.plans.cutting import Chunk, cut_plan

Kept = Callable[[str, Problem], bool]
"""Says of a text and one of its problems whether the problem belongs to what is judged."""


def text_of(path: Path) -> str:
    """A file's text.

    Raises:
        AgentProblem: It can't be read, or is no UTF-8 text; trying again won't help.
    """
    try:
        return read_text(path)
    except UsageProblem as problem:
        raise AgentProblem(problem.message, problem.remedy, final=True) from None


def problems_of(
    text: str, path: Path, *, root: Path, loop: str, disabled: Collection[str], kept: Kept
) -> list[Problem]:
    """The problems of a text that are kept, many of one kind told as one."""
    try:
        around = Surroundings.of(root, path)
        found = check_text(text, around, loop=loop, disabled=disabled, markup=other_markup(path))
    except UsageProblem as problem:
        raise AgentProblem(problem.message, problem.remedy, final=True) from None
    return folded([problem for problem in found if kept(text, problem)])


def everything(text: str, problem: Problem) -> bool:
    """The whole text is judged."""
    del text, problem
    return True


def within_chunk(unit: Unit) -> Kept:
    """The chunk of a plan: its own lines, and with the first one the lines that belong to no chunk.

    A broken fence before the chunk belongs to it too, since what follows it could not be judged.
    """
    latest: list[tuple[str, Sequence[Chunk]]] = []

    def kept(text: str, problem: Problem) -> bool:
        if not latest or latest[-1][0] != text:
            latest.append((text, chunks_of(text)))
        chunks = latest[-1][1]
        first, last = _lines(unit, chunks)
        if first <= problem.line <= last or (problem.line < first and _hides_what_follows(problem)):
            return True
        leads = not chunks or chunks[0].id == unit.id
        return leads and not any(chunk.start_line <= problem.line <= chunk.end_line for chunk in chunks)

    return kept


def chunks_of(text: str) -> tuple[Chunk, ...]:
    """A plan's chunks; none where it can't be cut."""
    try:
        return cut_plan(text).chunks
    except UsageProblem:
        return ()


def _lines(unit: Unit, chunks: Sequence[Chunk]) -> tuple[int, int]:
    """Where the chunk stands now: an edit of the same turn may have moved it."""
    now = next(((chunk.start_line, chunk.end_line) for chunk in chunks if chunk.id == unit.id), None)
    return now or (unit.start_line or 1, unit.end_line or 10**9)


def _hides_what_follows(problem: Problem) -> bool:
    return problem.check is UNCLOSED or (problem.check is NESTED and problem.fix is None)
