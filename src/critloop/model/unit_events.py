"""Events about what is judged: units, their context, criteria, unverified items and tests."""

from typing import ClassVar

from critloop.model.context import PageContext
from critloop.model.criteria import Criteria
from critloop.model.event_base import UnitFact
from critloop.model.items import ItemStatus, Look
from critloop.model.run import Unit
from critloop.model.tests_ran import RanTests
from critloop.model.workcopy import Snapshot


class UnitsCut(UnitFact):
    """The units as the subject has them now, with the SHA-256 of each one's text.

    A unit that is done is taken up again where its text is not the one that was approved. Units that
    are no longer there are gone from the run; what was open on them is kept.
    """

    units: tuple[Unit, ...]
    hashes: dict[str, str]


class UnitComing(UnitFact):
    """All units are done and more is to be written: the next one, as long as nobody knows what it will be."""

    unit: Unit


class CreationDone(UnitFact):
    """The maker has written all that there is to write; what it wrote last is among the units."""

    turn: str


class ContextGathered(UnitFact):
    """What belongs to a page, as code found it for the critic; again whenever it differs."""

    unit: str
    context: PageContext


class CriteriaLocked(UnitFact):
    """The criteria of a polish run, from now on unchanged. ``turn`` extracted them; None: they were supplied."""

    durable: ClassVar[bool] = True
    criteria: Criteria
    hash: str
    turn: str | None = None


class BestKept(UnitFact):
    """The unit stands again on the version of ``round``, which scored best."""

    unit: str
    round: int
    snapshot: Snapshot


class LeftBeside(UnitFact):
    """The best version lies beside the user's file, for the time that a human is asked at ``gate``.

    ``path`` is relative to the root, empty where it could not be written; ``digest`` is the SHA-256 of its bytes.
    """

    durable: ClassVar[bool] = True
    gate: str
    path: str
    digest: str


class ItemsLooked(UnitFact):
    """What a targeted look says of items that a diff could not show. ``findings`` are ids for confirmed gaps."""

    turn: str
    unit: str
    looks: dict[str, Look]
    findings: dict[str, str] = {}


class ItemRuled(UnitFact):
    """A human settles one item. ``finding`` is the id that a confirmed gap gets."""

    durable: ClassVar[bool] = True
    item: str
    ruling: ItemStatus
    reason: str
    by: str
    finding: str | None = None


class TestsWereRun(UnitFact):
    """A command that a maker had run as a test, with its result."""

    durable: ClassVar[bool] = True
    __test__: ClassVar[bool] = False
    turn: str
    ran: RanTests


AnyUnitFact = (
    UnitsCut
    | UnitComing
    | CreationDone
    | ContextGathered
    | CriteriaLocked
    | BestKept
    | LeftBeside
    | ItemsLooked
    | ItemRuled
    | TestsWereRun
)
"""All of them, for what has to deal with each."""
