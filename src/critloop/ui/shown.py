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
        """The unit that is looked at: the round's, or live the one in work, else the one judged last."""
        return current_unit(self.state) if self.live or self.round is None else self.state.unit_of(self.round.unit)

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
        if self.state.prepared is None:
            return None
        return self.state.head or self.state.prepared.origin.seed

    @property
    def path(self) -> str:
        """The file that is judged, or where a diff is judged the file that says what it has to do; may be empty."""
        return self.unit.unit.path if self.unit else self.state.spec.subject

    @property
    def base(self) -> str | None:
        """The commit before the diff that is judged; None in loops that judge a text."""
        return self.state.spec.range.base if self.state.spec.range else None

    @property
    def unread(self) -> bool:
        """True while a critic has said all, and its report has not been read yet."""
        turn = self.turn(Role.CRITIC)
        return self.live and turn is not None and turn.status == "ended" and not turn.handled and not turn.problem

    @property
    def unwritten(self) -> bool:
        """True while the unit that is looked at has to be written first."""
        return self.unit is not None and self.unit.phase == "create"


def current_unit(state: RunState) -> UnitState | None:
    """The unit in work; when all are done the one that was judged last."""
    if state.unit is not None or not state.units:
        return state.unit
    last = next(
        (item.unit for item in reversed(state.rounds) if any(u.unit.id == item.unit for u in state.units)), None
    )
    return state.units[-1] if last is None else state.unit_of(last)


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
    same = all(getattr(state, name) == getattr(last, name) for name in ("findings", "units", "commits", "items"))
    return len(rounds) - (same and len(state.turns) == len(last.turns))


def last_round_of(history: RunHistory, unit: str) -> int | None:
    """The position of the last round of a unit; None where there is none."""
    found = (n for n, state in enumerate(history.after_round) if state.rounds[-1].unit == unit)
    return max(found, default=None)


BASE = "BASE"
"""What the beginning of a diff that is judged is called."""


class Span(Struct, frozen=True):
    """Two revisions to compare, and in words what lies between them."""

    old: str
    new: str
    title: str


def spans_to(shown: Shown) -> list[Span]:
    """The diffs that end at this moment, the shortest first: from the round before, and from ever earlier ones.

    Live, with text that no report has judged yet, the last round counts as the one before. Where a diff
    is judged, that of its first round begins at its base: this is what was reviewed.
    """
    if shown.unit is None or shown.revision is None:
        return []
    rounds = shown.state.rounds_of(shown.unit.unit.id)
    stops = [(f"round {item.number}", item.snapshot.revision) for item in rounds]
    newest = _newest(shown)
    if shown.live and stops and newest != stops[-1][1]:
        stops.append((_now_words(shown), newest))
    if shown.state.prepared and (not shown.base or not stops or stops[0][1] != shown.state.prepared.origin.seed):
        stops.insert(0, (_first_words(shown), shown.state.prepared.origin.seed))
    if shown.base and rounds:
        stops.insert(0, (BASE, shown.base))
    if len(stops) < 2:  # noqa: PLR2004 - a diff has two ends
        return []
    *earlier, (end, new) = stops
    spans = [Span(old, new, f"{begin} → {end}") for begin, old in reversed(earlier)]
    is_first = len(rounds) == 1 and new == rounds[0].snapshot.revision
    return sorted(spans, key=lambda span: span.old != shown.base) if shown.base and is_first else spans


def _first_words(shown: Shown) -> str:
    """What the run began from, in words."""
    if shown.base:
        return "your files"
    return "before it was written" if shown.state.spec.create else "your file"


def _now_words(shown: Shown) -> str:
    kept = kept_best(shown.state, shown.unit)
    return f"now, which is round {kept} again" if kept else "now"


def kept_best(state: RunState, unit: UnitState | None) -> int:
    """The round whose version, as the best one, was taken back; 0 where the latest one stands."""
    if unit is None or unit.snapshot is None or not unit.judged or unit.judged == unit.rounds:
        return 0
    judged = state.judged_round(unit.unit.id)
    return unit.judged if judged and judged.snapshot.text_hash == unit.snapshot.text_hash else 0


def _newest(shown: Shown) -> str:
    """The work copy's revision; in the middle of a maker's turn, its last commit."""
    turn, commits = shown.turn(Role.MAKER), commits_of(shown)
    working = turn is not None and not turn.handled and turn.status in ("running", "ended")
    if commits and shown.live and working:
        return commits[-1].commit.sha
    return (shown.state.head if shown.live else "") or shown.revision or ""


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
    own = set(shown.unit.unit.files if shown.unit and shown.base else (shown.path,))
    return {path for item in shown.state.commits for path in item.commit.paths if path not in own}
