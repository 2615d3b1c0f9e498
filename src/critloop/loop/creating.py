"""After a maker has written something new: the first version, or the next part of it."""

import re
from pathlib import PurePosixPath

from critloop.loop.cutting import known_units, put_aside
from critloop.loop.outside import own_commits, without_outside
from critloop.loop.state import RunState, Turn
from critloop.model import events as ev
from critloop.model.errors import UsageProblem, WorkspaceProblem
from critloop.model.material import Material, UnitText
from critloop.model.ports import WorkCopy
from critloop.workflows.policy import FIRST, Policy

_COMPLETE = re.compile(r"^\W*plan\s+(?:is\s+)?complete\W*$", re.IGNORECASE | re.MULTILINE)
_PAGE = re.compile(r"^\W*page\W*:\W*[`\"']?(?P<path>[^`\"'\n]+?)[`\"']?\W*$", re.IGNORECASE | re.MULTILINE)
PAGES = (".md", ".mdx", ".rst", ".txt", ".adoc")


def created(state: RunState, policy: Policy, copy: WorkCopy, turn: Turn) -> list[ev.Event]:
    """What a creating turn comes to: commits and the units that are there now, or why it is none."""
    unit = state.unit_of(turn.unit).unit
    _, events = without_outside(state, policy, copy, turn, unit)
    events += own_commits(state, policy, copy, turn, unit)
    commit = copy.commit(policy.commit_other(state.spec, FIRST), None)
    events += [ev.CommitMade(turn=turn.id, commit=commit, by="orchestrator")] if commit else []
    complete = policy.piecewise and bool(_COMPLETE.search(turn.text))
    done = ev.MakerSettled(turn=turn.id, head=copy.head)
    if copy.head == turn.revision:
        if complete and state.hashes:
            return [*events, done, ev.CreationDone(turn=turn.id)]
        return put_aside(copy, turn, "the maker changed nothing")
    subject = state.spec.subject or _page(turn, events)
    try:
        pieces = _pieces(state, policy, copy, subject)
    except (UsageProblem, WorkspaceProblem) as problem:
        return put_aside(copy, turn, f"what the maker wrote can't be judged: {problem.message}")
    lost = set(state.hashes) - {piece.unit.id for piece in pieces}
    if lost and policy.keeps_units:
        return put_aside(copy, turn, "what the maker wrote drops a part that was there before")
    units = tuple(piece.unit for piece in pieces)
    hashes = {piece.unit.id: piece.hash for piece in pieces}
    whole = not policy.piecewise or complete or len(pieces) <= len(state.hashes)
    return [
        *events,
        done,
        ev.UnitsCut(units=units, hashes=hashes),
        *([ev.CreationDone(turn=turn.id)] if whole else []),
    ]


def _pieces(state: RunState, policy: Policy, copy: WorkCopy, subject: str) -> tuple[UnitText, ...]:
    if not subject:
        raise UsageProblem("the reply names no page, and not exactly one was written")
    spec = state.spec.but({"subject": subject})
    if spec.range is not None:
        return policy.units(spec, Material(range=copy.range(spec.range.base, copy.head)), known_units(state))
    text = copy.read(copy.head, subject).decode("utf-8-sig", errors="replace")
    if not text.strip():
        raise UsageProblem(f"{subject} is empty")
    return policy.units(spec, Material(text=text))


def _page(turn: Turn, events: list[ev.Event]) -> str:
    """The page that a skill has written: the one that the reply names, or the only one among the changed files."""
    written = {path for event in events if isinstance(event, ev.CommitMade) for path in event.commit.paths}
    for match in reversed(list(_PAGE.finditer(turn.text))):
        path = PurePosixPath(match["path"].strip()).as_posix().removeprefix("./")
        if path in written:
            return path
    pages = [path for path in sorted(written) if PurePosixPath(path).suffix.lower() in PAGES]
    return pages[0] if len(pages) == 1 else ""
