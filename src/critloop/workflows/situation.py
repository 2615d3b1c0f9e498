"""What a role can be told in one turn."""

from critloop.model.base import Frozen
from critloop.model.context import PageContext
from critloop.model.criteria import Criteria
from critloop.model.items import Unverified
from critloop.model.material import Material
from critloop.model.ports import OpenFinding
from critloop.model.run import RunSpec, Unit
from critloop.model.tests_ran import RanTests
from critloop.model.turn import Duty


class Situation(Frozen):
    """All that a role can be told in one turn; each prompt takes what binds its role.

    ``text`` is the unit's. ``problem`` says why the last reply could not be used. ``changes`` is the
    diff since the last report, for a re-review. ``report`` are the maker's own words about its work,
    ``tests`` what was run for it. ``written`` are the units that exist before the next is written.
    """

    spec: RunSpec
    unit: Unit
    duty: Duty
    round: int
    material: Material
    text: str
    units: tuple[Unit, ...] = ()
    findings: tuple[OpenFinding, ...] = ()
    problem: str = ""
    guidance: str = ""
    changes: str = ""
    page: PageContext | None = None
    criteria: Criteria | None = None
    items: tuple[Unverified, ...] = ()
    report: str = ""
    tests: tuple[RanTests, ...] = ()
