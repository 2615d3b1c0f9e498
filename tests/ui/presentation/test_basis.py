"""What a verdict rests on, in sections: nothing is claimed that the run does not hold."""

from critloop.loop.state import Round, RunState, Turn, UnitState
from critloop.model.criteria import Criteria, Criterion, Score
from critloop.model.events import TestsWereRun
from critloop.model.finding import Finding, Location, Severity
from critloop.model.material import FilePatch, RangeText
from critloop.model.report import CheckItem, Report, Verdict
from critloop.model.run import BranchInputs, DeferredMinor, PlanInputs, Range, TaskInputs, Unit
from critloop.model.tests_ran import RanTests
from critloop.model.turn import AgentRef, Role, ToolCall
from critloop.model.usage import Usage
from critloop.ui.presentation.basis import basis_of, exploration_section
from critloop.ui.presentation.diff_basis import diff_sections
from critloop.ui.presentation.diff_files import only_files
from critloop.ui.presentation.scores import best_round, evaluation_sections, score_sections
from critloop.ui.presentation.sheet import fact, plain, section, sheet
from tests.support.world import run_spec, snapshot

TASK = TaskInputs(range=Range(base="b" * 40), requirement="", source="plan.md", task="2", name="Count")
PART = UnitState(unit=Unit(id="p1", name="", path="plan.md", files=("a.py", "logo.png", "lib")))
OTHER = UnitState(unit=Unit(id="p2", name="", path="plan.md", files=("huge.py",)))
RANGE = RangeText(
    base="b" * 40,
    head="h" * 40,
    files=(
        FilePatch(path="a.py", status="modified", patch="x", added=3, removed=1),
        FilePatch(path="logo.png", status="added", kind="binary"),
        FilePatch(path="lib", status="modified", kind="submodule"),
        FilePatch(path="huge.py", status="added", patch="x", added=9),
        FilePatch(path="late.py", status="added", patch="x", added=1),
    ),
    uncommitted=("a.py",),
)


def state(loop: str = "task", **more: object) -> RunState:
    """A run of a loop."""
    inputs = more.pop("inputs", TASK if loop == "task" else None)
    spec = run_spec(loop=loop, inputs=inputs)  # type: ignore[arg-type] # inputs of the test
    return RunState(spec=spec, version=1, created_at=0, changed_at=0).but(more)


def round_of(number: int = 1, **report: object) -> Round:
    """A round with parts of a report."""
    verdicts = (Verdict(name="Spec compliance", text="✅ Compliant", passed=True),)
    made = Report(format="task", verdicts=verdicts).but(report)
    return Round(
        number=number, unit="p1", critic_turn=None, maker_turn=None, snapshot=snapshot("r1", "x"), report=made,
        raised=(), open=(), at=0,
    )  # fmt: skip


def test_files_that_were_not_pasted_say_why() -> None:
    told = plain(diff_sections(state(units=(PART, OTHER)), PART, RANGE, None))
    assert "Pasted · 1 of 5 files\n  a.py  +3 −1" in told
    assert "logo.png  binary: not shown" in told
    assert "lib  submodule: only its two commits are shown" in told
    assert "huge.py  in part 2 of 2" in told
    assert "late.py  in no part: it came after the cut" in told
    assert "not committed when the run began: a.py" in told


def test_tests_that_were_run_and_those_that_are_wanted() -> None:
    ran = RanTests(command="make test", tree="t" * 40, exit=1, seconds=2)
    again = RanTests(command="make test", tree="t" * 40, exit=0, reused=True)
    tests = tuple(TestsWereRun(turn="t", ran=item) for item in (ran, again))
    told = plain(diff_sections(state(tests=tests), None, None, round_of(tests_wanted=("make slow",))))
    assert "✗ make test  failed with 1  tree tttttttttttt, 2.0s" in told
    assert "✓ make test  passed  tree tttttttttttt, the files were the same, so it was not run again" in told
    assert "Tests that the reviewer would run\n  make slow" in told


def test_a_branch_names_its_plan_and_the_minors_of_its_tasks() -> None:
    minor = Finding(severity=Severity.LOW, label="Minor", dimension="", title="odd name", issue="")
    inputs = BranchInputs(range=Range(base="b"), minors=(DeferredMinor(run="r", id="F1", finding=minor),))
    told = plain(diff_sections(state("branch", inputs=inputs), None, None, None))
    assert "no plan was named" in told
    assert "kept from a task: odd name" in told


def test_the_verdict_says_what_was_looked_at_and_where() -> None:
    items = (CheckItem(text="counts", places=(Location(path="a.py", start_line=3),)), CheckItem(text="stores"))
    told = plain(basis_of(state(), "p1", round_of(checked=items, dropped=("a finding marked fixed",))))
    assert "✓ Spec compliance: Compliant\n  round 1 on revision r1, by a review that was given" in told
    assert "counts  a.py:3" in told
    assert "stores  no place is named" in told
    assert "Left out of the report\n  a finding marked fixed" in told
    assert plain(basis_of(state(), "p1", None)).startswith("Verdict\n  no report yet")


def test_a_plan_without_a_spec_says_so() -> None:
    assert "no spec was found" in plain(basis_of(state("plan", inputs=PlanInputs()), "", None))
    assert "spec: spec.md" in plain(basis_of(state("plan", inputs=PlanInputs(spec="spec.md")), "", None))


def test_reads_outside_the_diff_without_a_risk_are_told() -> None:
    tools = (
        ToolCall(name="Read", argument="a.py 1-3"),
        ToolCall(name="Read", argument="b.py"),
        ToolCall(name="Read", argument="c.py", risk="lock order"),
        ToolCall(name="Grep", argument="lock"),
    )
    turn = Turn(
        id="t", role=Role.CRITIC, unit="p1", round=1, attempt=1, agent=AgentRef(agent="x"), prompt="", prompt_hash="",
        revision="r", started_at=0, status="ended", tools=tools, usage=Usage(output=1200, seconds=3),
    )  # fmt: skip
    told = plain([exploration_section(state(units=(PART,), turns={"t": turn}))])
    assert "round 1 x: 3 reads, 1 grep, 3.0s, 1.2k tokens" in told
    assert "outside the diff, no risk named: b.py" in told
    assert "c.py" not in told


CRITERIA = Criteria(criteria=(Criterion(id="C1", text="short"), Criterion(id="C2", text="plain")), threshold="pass_1")


def scored(number: int, *passed: bool) -> Round:
    """An evaluation of both criteria."""
    scores = tuple(Score(criterion_id=f"C{n}", passed=ok, gap="" if ok else "gap") for n, ok in enumerate(passed, 1))
    return round_of(number, scores=scores)


def test_of_equal_scores_the_later_is_best() -> None:
    assert best_round([scored(1, True, False), scored(2, False, True), scored(3, False, False)]) == 2
    assert best_round([]) == 0


def test_criteria_are_a_table_by_round_with_their_gaps() -> None:
    rounds = (scored(1, True, False), scored(2, True, True))
    told = plain(score_sections(state("polish", criteria=CRITERIA, criteria_hash="f" * 64, rounds=rounds)))
    assert "2 criteria, to pass: 1 of 2" in told
    assert "SHA-256 ffffffffffff…" in told
    assert "C1    ✓  ✓  short" in told
    assert "C2    ✗  ✓  plain\n        R1: gap" in told
    assert "round 2  2 of 2  best" in told


def test_an_evaluation_is_readable_without_its_json() -> None:
    told = plain(evaluation_sections(scored(1, True, False), CRITERIA))
    assert "✓ pass  C1  short" in told
    assert "✗ gap   C2  plain\n          gap" in told


def test_empty_sections_are_left_out_and_no_text_of_agents_is_markup() -> None:
    assert sheet([section("Nothing", [])]) == []
    [heading, line] = sheet([section("Some", [fact("# not a heading\x1b[31m")])])
    told = "".join(text for part in (heading, line) for row in part.lines(80) for text, _ in row)
    assert "# not a heading" in told
    assert "\x1b" not in told


def test_a_diff_is_cut_down_to_some_files() -> None:
    parts = [f"diff --git a/{n} b/{n}\n--- a/{n}\n+++ b/{n}\n@@ -1 +1 @@\n-x\n+diff --git\n" for n in ("a.py", "b.py")]
    assert only_files("".join(parts), {"b.py"}) == parts[1]
    assert only_files("".join(parts), set()) == ""
