"""Situations to try a template with: one in which everything is there to be told, and one in which nothing is."""

from critloop.model.base import Frozen
from critloop.model.context import PageContext, RelatedPage, SourceHit
from critloop.model.criteria import Criteria, Criterion
from critloop.model.finding import Evidence, Finding, Location, Severity
from critloop.model.items import Unverified
from critloop.model.material import FilePatch, Material, RangeCommit, RangeText
from critloop.model.ports import OpenFinding
from critloop.model.run import (
    BranchInputs,
    Creation,
    DeferredMinor,
    DocsInputs,
    Inputs,
    PlanInputs,
    PolishInputs,
    Range,
    RunSpec,
    TaskInputs,
    Unit,
)
from critloop.model.tests_ran import RanTests
from critloop.model.turn import AgentRef, Duty
from critloop.workflows.situation import Situation

_RANGE = Range(base="1111111111111111")
_FINDING = Finding(
    severity=Severity.HIGH,
    label="Important",
    dimension="clarity",
    title="two names for one thing",
    issue="two names for one thing",
    why="readers take them for two things",
    location=Location(path="src/pump.py", start_line=3, end_line=4, section="Pump"),
    evidence=Evidence(quote="the valve, or flap", status="verified"),
    suggested_fix="call it the valve",
)
_PLAN = "# Pump\n\n## Chunk 1: Groundwork\n\n- [ ] ### Task 1: Valve\n\n- [ ] **Step 1:** Open it\n"
_PATCH = "--- a/src/pump.py\n+++ b/src/pump.py\n@@ -1 +1,2 @@\n open()\n+close()\n"
_CHANGES = RangeText(
    base=_RANGE.base,
    head="2222222222222222",
    commits=(RangeCommit(sha="2222222222222222", subject="Close the valve"),),
    files=(
        FilePatch(path="src/pump.py", status="modified", patch=_PATCH, added=1),
        FilePatch(path="src/tank.py", status="added", patch="+tank()\n", added=1),
    ),
    uncommitted=("src/pump.py",),
)
_PAGE = PageContext(
    kind="reference",
    required=("Errors",),
    missing=("Errors",),
    names=("Pump",),
    sources=(SourceHit(path="src/pump.py", names=("Pump",)),),
    tests=(SourceHit(path="tests/test_pump.py", names=("Pump",)),),
    related=(RelatedPage(path="docs/tank.md", why="a sibling"),),
    navigation="mkdocs.yml",
    notes=("the search ended after 40 files",),
)


class _Inputs(Frozen):
    """The inputs of a loop in which the user has said no more than they must, and all that they can say."""

    least: Inputs | None
    most: Inputs | None


_INPUTS: dict[str, _Inputs] = {
    "spec": _Inputs(least=None, most=None),
    "docs": _Inputs(least=DocsInputs(), most=DocsInputs(persona="A pump fitter.", persona_from="agents/fitter.md")),
    "plan": _Inputs(least=PlanInputs(), most=PlanInputs(spec="docs/spec.md")),
    "task": _Inputs(
        least=TaskInputs(range=_RANGE, requirement="Close it.", source="plan.md"),
        most=TaskInputs(
            range=_RANGE,
            requirement="Close the valve after use.",
            source="plan.md",
            task="3",
            constraints="Python 3.11 or newer",
            tests=("pytest",),
        ),
    ),
    "branch": _Inputs(
        least=BranchInputs(range=_RANGE),
        most=BranchInputs(
            range=_RANGE,
            plan="plan.md",
            minors=(DeferredMinor(run="r1", id="F3", finding=_FINDING),),
            tests=("pytest",),
        ),
    ),
    "polish": _Inputs(least=PolishInputs(goal="calm"), most=PolishInputs(goal="calm", threshold="pass_1")),
}


def sample(loop: str, duty: Duty, *, full: bool) -> Situation:
    """A situation of a loop in which a duty may be dispatched; ``full`` fills all that is optional."""
    inputs = _INPUTS[loop].most if full else _INPUTS[loop].least
    agent = AgentRef(agent="builtin")
    spec = RunSpec(run="r1", loop=loop, subject="docs/pump.md", root="/", maker=agent, critic=agent, inputs=inputs)
    unit = Unit(id="chunk-1" if loop == "plan" else loop, name="Pump", path=spec.subject)
    bare = Situation(spec=spec, unit=unit, duty=duty, round=1, material=Material(text=_PLAN), text=_PLAN)
    return _filled(bare) if full else bare


def _filled(bare: Situation) -> Situation:
    create = Creation(instruction="Describe the pump.", skill="page", skill_path="skills/page.md", arguments="Pump")
    unit = bare.unit.but({"start_line": 3, "end_line": 7, "files": ("src/pump.py",)})
    criteria = Criteria(criteria=(Criterion(id="C1", text="It names the pump."),))
    return bare.but(
        {
            "spec": bare.spec.but({"create": create}),
            "unit": unit,
            "material": Material(text=_PLAN, range=_CHANGES),
            "units": (unit, unit.but({"id": "chunk-2"})),
            "findings": (OpenFinding(id="F1", finding=_FINDING),),
            "problem": "It had no verdict.",
            "guidance": "Keep the pump small.",
            "changes": _PATCH,
            "page": _PAGE,
            "criteria": None if bare.duty == "extract" else criteria,
            "items": (Unverified(id="V1", unit=unit.id, round=1, text="callers close it", text_hash="0"),),
            "report": "Done, and tested.",
            "tests": (RanTests(command="pytest", tree="3333", exit=0, output="1 passed"),),
        }
    )
