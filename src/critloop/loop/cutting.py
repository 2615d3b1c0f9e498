"""What a unit is at one revision: the subject as the work copy has it, cut by the loop's policy."""

from critloop.loop.state import RunState, Turn
from critloop.model import events as ev
from critloop.model.errors import UsageProblem, WorkspaceProblem
from critloop.model.material import Material, UnitText
from critloop.model.ports import WorkCopy
from critloop.model.run import Unit
from critloop.workflows.policy import Policy


def material_of(state: RunState, copy: WorkCopy, revision: str) -> Material:
    """The subject at a revision: its text, or the diff from BASE to it.

    Raises:
        WorkspaceProblem: The revision lacks it.
    """
    spec = state.spec
    if spec.range is not None:
        return Material(range=copy.range(spec.range.base, revision))
    return Material(text=copy.read(revision, spec.subject).decode("utf-8-sig", errors="replace"))


def pieces_of(state: RunState, policy: Policy, copy: WorkCopy, revision: str) -> tuple[UnitText, ...]:
    """The units at a revision, with their texts.

    Raises:
        UsageProblem: The subject can't be cut into any.
        WorkspaceProblem: The revision lacks it.
    """
    pieces = policy.units(state.spec, material_of(state, copy, revision), known_units(state))
    if not pieces:
        raise UsageProblem("there is nothing to judge")
    return pieces


def known_units(state: RunState) -> tuple[Unit, ...]:
    """The units that there are so far, those that have yet to be written left out."""
    return tuple(item.unit for item in state.units if item.phase != "create")


def piece_of(pieces: tuple[UnitText, ...], unit: str) -> UnitText | None:
    """The unit with this id, where it is among them."""
    return next((piece for piece in pieces if piece.unit.id == unit), None)


def cut_event(state: RunState, policy: Policy, pieces: tuple[UnitText, ...]) -> list[ev.Event]:
    """The units as they are now, where a loop has several and they are not what is known."""
    hashes = {piece.unit.id: piece.hash for piece in pieces}
    units = tuple(piece.unit for piece in pieces)
    if units == tuple(item.unit for item in state.units) and (hashes == state.hashes or not policy.several):
        return []
    return [ev.UnitsCut(units=units, hashes=hashes)]


def read_text(copy: WorkCopy, revision: str, path: str) -> str | None:
    """A file's text at a revision; None where there is none."""
    try:
        return copy.read(revision, path).decode("utf-8-sig", errors="replace")
    except WorkspaceProblem:
        return None


def uncuttable(state: RunState, policy: Policy, copy: WorkCopy) -> str:
    """Why the subject, as the work copy has it now, can't be judged; empty where it can."""
    try:
        pieces = pieces_of(state, policy, copy, copy.head)
    except (UsageProblem, WorkspaceProblem) as problem:
        return problem.message
    if not pieces or not all(piece.text.strip() for piece in pieces):
        return "nothing is left to judge"
    there = {piece.unit.id for piece in pieces}
    lost = [item.unit.name for item in state.units if item.phase != "create" and item.unit.id not in there]
    return f"“{lost[0]}” was dropped; a part may be rewritten" if lost and policy.keeps_units else ""


def put_aside(copy: WorkCopy, turn: Turn, reason: str) -> list[ev.Event]:
    """A maker's turn that can't be used: its edits are kept under a ref, and the work copy is as before."""
    paths = tuple(change.path for change in copy.changes())
    kept = copy.restore(turn.revision, turn.id)
    undone = [ev.ChangesUndone(turn=turn.id, paths=paths, reason=reason, kept=kept)] if kept is not None else []
    return [*undone, ev.ReportRejected(turn=turn.id, problem="not_reviewed", reason=reason)]
