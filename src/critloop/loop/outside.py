"""What a maker changed where it must not, taken out again and shown."""

from collections import Counter

from critloop.loop.cutting import read_text
from critloop.loop.state import RunState, Turn
from critloop.model import events as ev
from critloop.model.ports import WorkCopy
from critloop.model.run import Unit
from critloop.workflows.policy import Policy

ENTRY = 4
"""Lines that an entry in a site's navigation may take."""


def without_outside(
    state: RunState, policy: Policy, copy: WorkCopy, turn: Turn, unit: Unit
) -> tuple[bool, list[ev.Event]]:
    """Undo a rewritten history and edits outside what may be touched; whether anything else is left uncommitted."""
    events: list[ev.Event] = []
    lost = copy.adopt(turn.revision)
    if lost is not None:
        reason = "the maker rewrote the history of the work copy"
        events.append(ev.ChangesUndone(turn=turn.id, paths=(), reason=reason, kept=lost))
    changes = copy.changes()
    outside = [c for c in changes if _is_outside(state, policy, copy, turn, unit, c.path)]
    if outside:
        kept = copy.undo(outside, turn.id)
        paths = tuple(change.path for change in outside)
        events.append(ev.ChangesUndone(turn=turn.id, paths=paths, reason="outside the unit's files", kept=kept))
    events += _unseen(copy, turn)
    return len(changes) > len(outside), events


def _is_outside(state: RunState, policy: Policy, copy: WorkCopy, turn: Turn, unit: Unit, path: str) -> bool:
    """True for a path that the maker must not have changed, or not so."""
    touch = policy.may_touch(state.spec, unit, path, turn.duty)
    if touch != "entry":
        return touch == "no"
    old = read_text(copy, turn.revision, path)
    file = copy.folder / path
    new = file.read_bytes().decode("utf-8-sig", errors="replace") if file.is_file() else None
    return old is None or new is None or not adds_an_entry(old, new)


def adds_an_entry(old: str, new: str) -> bool:
    """True where a file has only a few lines more; a line may have got the comma that a new neighbour asks for."""
    removed, added = _difference(old, new)
    return added.total() - removed.total() <= ENTRY and not removed - added


def _difference(old: str, new: str) -> tuple[Counter[str], Counter[str]]:
    """The lines that one text has more often than the other, without what may follow an item of a list."""
    before, after = (Counter(line.rstrip(" \t,") for line in text.splitlines()) for text in (old, new))
    return before - after, after - before


def _unseen(copy: WorkCopy, turn: Turn) -> list[ev.Event]:
    """What a maker wrote where git ignores it: no commit has it, which somebody who wonders has to be told."""
    paths = copy.ignored_new(turn.started_at)
    reason = "ignored by git: not committed, and no part of the result"
    return [ev.ChangesUndone(turn=turn.id, paths=tuple(paths), reason=reason)] if paths else []


def own_commits(state: RunState, policy: Policy, copy: WorkCopy, turn: Turn, unit: Unit) -> list[ev.Event]:
    """The commits of this turn that are not journaled yet; what they changed outside the unit is taken out again."""
    known = {made.commit.sha for made in state.commits if made.turn == turn.id}
    if copy.head in known or copy.head == turn.revision:
        return []
    own = [commit for commit in copy.commits(turn.revision) if commit.sha not in known]
    events: list[ev.Event] = [ev.CommitMade(turn=turn.id, commit=commit, by="maker") for commit in own]
    touched = {path for commit in own for path in commit.paths}
    outside = sorted(path for path in touched if _is_outside(state, policy, copy, turn, unit, path))
    if outside:
        copy.put_back(turn.revision, outside)
        commit = copy.commit(policy.commit_other(state.spec, "take out edits outside the unit's files"), outside)
        reason = "committed outside the unit's files"
        events.append(ev.ChangesUndone(turn=turn.id, paths=tuple(outside), reason=reason, kept=own[-1].sha))
        events += [ev.CommitMade(turn=turn.id, commit=commit, by="orchestrator")] if commit else []
    return events
