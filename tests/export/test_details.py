"""What a result tells of the loops that have units, items, criteria or a diff."""

from critloop.export import details
from critloop.export.exploring import explorations
from critloop.export.reviewed import reviewed, unshown
from critloop.export.scoring import status_of
from critloop.loop.state import Gate, RunState, Turn, UnitState
from critloop.model.criteria import Criteria, Criterion
from critloop.model.events import TestsWereRun
from critloop.model.gate import Cause, GateDecision, GateReason
from critloop.model.items import Unverified
from critloop.model.material import FilePatch, RangeText
from critloop.model.run import Range, RunSpec, TaskInputs, Unit
from critloop.model.tests_ran import RanTests
from critloop.model.turn import AgentRef, Duty, Role, ToolCall
from critloop.model.usage import Usage

AGENT = AgentRef(agent="builtin")
TASK = TaskInputs(range=Range(base="b0"), requirement="Build it.", source="need.md")


def state(**more: object) -> RunState:
    spec = RunSpec(run="r", loop="task", subject="need.md", root="/", maker=AGENT, critic=AGENT, inputs=TASK)
    return RunState(spec=spec, version=1, created_at=0.0, changed_at=0.0).but(more)


def unit(name: str, *files: str, **more: object) -> UnitState:
    return UnitState(unit=Unit(id=name, name=name, path="need.md", files=files)).but(more)


def turn(*tools: ToolCall, duty: Duty = "review", role: Role = Role.CRITIC) -> Turn:
    return Turn(
        id="t1",
        role=role,
        unit="a",
        round=1,
        attempt=1,
        agent=AGENT,
        prompt="",
        prompt_hash="",
        revision="r0",
        started_at=0.0,
        duty=duty,
        status="ended",
        tools=tools,
        usage=Usage(input=7, output=3, seconds=1.5),
    )


def read(argument: str, risk: str = "") -> ToolCall:
    return ToolCall(name="Read", argument=argument, risk=risk)


def unexplained(*tools: ToolCall, duty: Duty = "review") -> tuple[str, ...]:
    seen = state(units=(unit("a", "src/a.py"),), turns={"t1": turn(*tools, duty=duty)})
    return explorations(seen)[0].unexplained


def test_a_subject_of_one_unit_lists_none() -> None:
    assert details.unit_lines(state(units=(unit("a"),))) == []


def test_units_are_listed_with_how_far_they_are() -> None:
    units = (
        unit("a", phase="done", outcome="approved", rounds=1),
        unit("b", phase="done", outcome="approved_with_known_issues", rounds=2),
        unit("c", phase="fix", rounds=3),
        unit("d"),
    )
    assert details.unit_lines(state(units=units)) == [
        "a: approved, 1 round",
        "b: approved with known issues, 2 rounds",
        "c: not passed yet, 3 rounds",
        "d: to be reviewed, 0 rounds",
    ]


def test_items_are_listed_with_who_settled_them_and_why() -> None:
    items = {
        "V1": Unverified(id="V1", unit="a", round=1, text="callers close it", text_hash="0"),
        "V2": Unverified(
            id="V2",
            unit="a",
            round=1,
            text="it is locked",
            text_hash="0",
            status="gap",
            reason="it isn't",
            by="ada",
            finding="F3",
        ),
    }
    assert details.item_lines(state(items=items)) == [
        "V1 open: callers close it",
        "V2 a gap, now F3: it is locked (ada: it isn't)",
    ]


def test_criteria_without_an_evaluation_are_not_scored() -> None:
    criteria = Criteria(criteria=(Criterion(id="C1", text="It has a title."),))
    assert details.criteria_lines(state(criteria=criteria)) == ["C1 not scored: It has a title."]


def test_tests_are_listed_with_the_tree_they_ran_on() -> None:
    ran = RanTests(command="pytest", tree="a" * 40, exit=0, seconds=2.0)
    tests = [ran, ran.but({"exit": 1}), ran.but({"exit": None}), ran.but({"reused": True})]
    lines = details.test_lines(state(tests=tuple(TestsWereRun(turn="t1", ran=one) for one in tests)))
    assert lines == [
        "pytest passed on tree aaaaaaaaaaaa (2.0 s)",
        "pytest failed with 1 on tree aaaaaaaaaaaa (2.0 s)",
        "pytest took too long on tree aaaaaaaaaaaa (2.0 s)",
        "pytest passed on tree aaaaaaaaaaaa (same files, not run again)",
    ]


def test_reads_within_the_diff_and_of_what_was_handed_out_need_no_risk() -> None:
    assert unexplained(read("src/a.py"), read("./src/a.py 3-9"), read("src/a.py:3"), read("need.md")) == ()


def test_a_read_outside_the_diff_names_a_risk_or_is_told() -> None:
    assert unexplained(read("src/b.py", "a lock that both take"), read("src/c.py 1-2")) == ("src/c.py 1-2",)
    assert unexplained(read("src/a.pyc"), read("src/b.py", "  ")) == ("src/a.pyc", "src/b.py")


def test_a_targeted_look_is_sent_outside() -> None:
    assert unexplained(read("src/c.py"), duty="look") == ()


def test_only_reviewers_are_counted() -> None:
    assert explorations(state(turns={"t1": turn(read("src/c.py"), role=Role.MAKER)})) == []
    (line,) = details.exploration_lines(state(turns={"t1": turn(read("need.md"), ToolCall(name="Grep"))}))
    assert line == "round 1, builtin reviews: 1 read, 1 grep, 1.5 s, 10 tokens"


def test_what_has_no_text_is_named_as_unshown() -> None:
    files = (
        FilePatch(path="a.py", status="modified", patch="+a\n"),
        FilePatch(path="b.png", status="added", kind="binary"),
        FilePatch(path="lib", status="modified", kind="submodule", patch="-Subproject\n"),
        FilePatch(path="new.py", status="renamed", old_path="old.py"),
    )
    assert unshown(RangeText(base="b", head="h", files=files)) == (
        "b.png: binary, so its content was not shown",
        "lib: a submodule, of which only the two commits were shown",
    )


def test_before_the_first_report_nothing_was_reviewed_and_nothing_left_out() -> None:
    found = reviewed(state(units=(unit("a", "src/a.py"),)), ("x: y",))
    assert (found.range, found.files, found.lines, found.excluded) == ("", (), 0, ())


def test_the_cap_is_reached_until_somebody_grants_more_rounds() -> None:
    gate = Gate(id="g1", unit="a", causes=(Cause(reason=GateReason.CAP, detail="4 rounds"),), opened_at=0.0)
    capped = state(units=(unit("a", phase="fix"),), gates=(gate,))
    assert status_of(capped) == "CAP_REACHED"
    ended = gate.but({"decision": GateDecision(choice="abort", by="ada", reason="x")})
    assert status_of(capped.but({"gates": (ended,)})) == "CAP_REACHED"
    goes_on = gate.but({"decision": GateDecision(choice="continue", by="ada", reason="x")})
    assert status_of(capped.but({"gates": (goes_on,)})) is None
    stalled = gate.but({"causes": (Cause(reason=GateReason.STALL, detail="x"),)})
    assert status_of(capped.but({"gates": (stalled,)})) is None
