"""What is in front: a run at one moment, live or as it was after a round. Pure."""

from collections.abc import Sequence

from msgspec import Struct

from critloop.loop.state import Round, RunState, Turn, UnitState
from critloop.model.events import CommitMade, Recorded
from critloop.model.turn import Role
from critloop.ui.history import RunHistory


class Shown(Struct, frozen=True):
    """A moment of a run.

    Attributes:
        state: The state at that moment.
        events: The events up to then.
        position: 0-based index of the past round; None when live.
        total: Rounds that the run has by now.
    """

    state: RunState
    events: Sequence[Recorded]
    position: int | None
    total: int

    @property
    def live(self) -> bool:
        """True when this is the run as it is now."""
        return self.position is None

    @property
    def round(self) -> Round | None:
        """The latest round of this moment."""
        return self.state.rounds[-1] if self.state.rounds else None

    @property
    def unit(self) -> UnitState | None:
        """The unit that is looked at: the round's, or live the one in work, else the last."""
        units = self.state.units
        if not self.live and self.round:
            return self.state.unit_of(self.state.rounds[-1].unit)
        return self.state.unit or (units[-1] if units else None)

    def turn(self, role: Role) -> Turn | None:
        """The role's turn of this moment: of the past round, or the newest one."""
        if not self.live and self.round:
            wanted = self.round.critic_turn if role is Role.CRITIC else self.round.maker_turn
            return self.state.turns.get(wanted) if wanted else None
        return next((turn for turn in reversed(self.state.turns.values()) if turn.role is role), None)

    @property
    def revision(self) -> str | None:
        """The revision whose text is shown: the judged one, or live the newest one."""
        if not self.live and self.round:
            return self.round.snapshot.revision
        if self.unit and self.unit.snapshot:
            return self.unit.snapshot.revision
        return self.state.prepared.origin.seed if self.state.prepared else None

    @property
    def path(self) -> str:
        """The file that is judged."""
        return self.unit.unit.path if self.unit else self.state.spec.subject


def moment(history: RunHistory, position: int | None) -> Shown | None:
    """The moment at a position of a history; None before its first event."""
    if history.state is None:
        return None
    total = len(history.after_round)
    if position is None:
        return Shown(history.state, history.events, None, total)
    state = history.after_round[position]
    return Shown(state, history.events[: state.version], position, total)


def past_rounds(history: RunHistory) -> int:
    """How many rounds show something else than the run as it is now: the last one may be what is live."""
    state, rounds = history.state, history.after_round
    if state is None or not rounds:
        return 0
    last = rounds[-1]
    same = (state.findings, state.units, state.commits) == (last.findings, last.units, last.commits)
    return len(rounds) - (same and len(state.turns) == len(last.turns))


class Span(Struct, frozen=True):
    """Two revisions to compare, and in words what lies between them."""

    old: str
    new: str
    title: str


def spans_to(shown: Shown) -> list[Span]:
    """The diffs that end at this moment, the shortest first: from the round before, and from ever earlier ones.

    Live, with text that no report has judged yet, the last round counts as the one before.
    """
    if shown.unit is None or shown.revision is None:
        return []
    rounds = shown.state.rounds_of(shown.unit.unit.id)
    stops = [(f"round {item.number}", item.snapshot.revision) for item in rounds]
    newest = _newest(shown)
    if shown.live and stops and newest != stops[-1][1]:
        stops.append(("now", newest))
    if shown.state.prepared:
        stops.insert(0, ("your file", shown.state.prepared.origin.seed))
    if len(stops) < 2:  # noqa: PLR2004 - a diff has two ends
        return []
    *earlier, (end, new) = stops
    return [Span(old, new, f"{begin} → {end}") for begin, old in reversed(earlier)]


def _newest(shown: Shown) -> str:
    commits = commits_of(shown)
    return commits[-1].commit.sha if commits and shown.live else shown.revision or ""


def commits_of(shown: Shown) -> list[CommitMade]:
    """The commits of the maker's turn of this moment."""
    turn = shown.turn(Role.MAKER)
    return [item for item in shown.state.commits if turn and item.turn == turn.id]


def commit_spans(shown: Shown) -> list[Span]:
    """One diff a commit, in order, each from what the commit was made on."""
    commits = commits_of(shown)
    turn = shown.turn(Role.MAKER)
    before = turn.revision if turn else ""
    spans: list[Span] = []
    for number, item in enumerate(commits, start=1):
        spans.append(Span(before, item.commit.sha, f"commit {number} of {len(commits)}: {item.commit.subject}"))
        before = item.commit.sha
    return spans


def outside(shown: Shown) -> set[str]:
    """Files that commits of the run touch although they are not the unit's."""
    return {path for item in shown.state.commits for path in item.commit.paths if path != shown.path}
