"""A task: two verdicts, rows for what a diff can't show, tests that belong to a tree, Minors kept for the branch."""

import pytest

from critloop.export.standing import standing
from critloop.loop.state import RunState
from critloop.model.errors import UsageProblem
from critloop.model.events import GateDecided, ItemRuled
from critloop.model.finding import AnswerKind
from critloop.model.gate import GateDecision, GateReason
from critloop.model.items import ItemStatus
from critloop.model.outcome import Outcome
from critloop.model.run import Creation, Limits, Range, TaskInputs
from tests.support.replies import task_review
from tests.support.world import Script, World, new_world

INPUTS = TaskInputs(
    range=Range(base="r0"),
    requirement="Count the orders.",
    source="docs/plan.md",
    task="3",
    name="Count",
    constraints="Python 3.11",
    tests=("make test",),
)
BEFORE, TEXT = "# Orders\n", "# Orders\n\nOne.\n"
TWO = Script(text="# Orders\n\nTwo.\n")
DOUBT = "the port is free"


def task(critic: list[Script], maker: list[Script] | None = None, *, limits: Limits | None = None) -> World:
    world = new_world(critic, maker or [TWO], text=TEXT, loop="task", inputs=INPUTS, limits=limits)
    world.workspace.before = BEFORE
    return world


def duties(state: RunState) -> list[str]:
    return [turn.duty for turn in state.turns.values()]


def look(said: str) -> Script:
    return Script(reply=said)


def rule(world: World, ruling: ItemStatus, finding: str | None = None) -> None:
    world.say(ItemRuled(item="V1", ruling=ruling, reason="I looked", by="test", finding=finding))


async def test_the_reviewer_is_given_diff_requirement_and_constraints() -> None:
    world = task([task_review()])
    await world.advance(bring_back="yes")
    prompt = world.critic.requests[0].prompt
    assert "+One." in prompt
    assert "Count the orders." in prompt
    assert "Python 3.11" in prompt


async def test_the_maker_implements_first_where_there_is_no_head() -> None:
    world = new_world(
        [task_review()],
        [Script("I added it.", text=TEXT)],
        loop="task",
        inputs=INPUTS,
        text=BEFORE,
        create=Creation(instruction="implement"),
    )
    state = await world.advance(bring_back="yes")
    assert duties(state) == ["create", "review"]
    assert "I added it." in world.critic.requests[0].prompt
    assert state.commits[0].commit.subject == "feat(task-3): Count"
    assert state.outcome is Outcome.APPROVED


async def test_either_verdict_alone_keeps_the_task_open() -> None:
    for first in (task_review(gaps=("no count",)), task_review("Important unclear")):
        state = await task([first, task_review()]).advance(bring_back="yes")
        assert duties(state) == ["review", "fix", "review"]
        assert state.outcome is Outcome.APPROVED


async def test_minor_findings_do_not_loop_and_are_kept_for_the_branch() -> None:
    world = task([task_review("Minor long name")])
    state = await world.advance(bring_back="yes")
    assert state.outcome is Outcome.APPROVED
    assert not world.maker.requests
    assert state.findings["F1"].status.value == "deferred"
    assert "branch" in state.findings["F1"].note


async def test_a_pass_without_a_place_that_was_looked_at_is_no_report() -> None:
    state = await task([task_review(checked=False)]).advance()
    assert standing(state) is Outcome.NOT_REVIEWED
    assert not state.rounds


async def test_what_a_diff_can_not_show_is_looked_at_and_holds() -> None:
    world = task([task_review(unverified=(DOUBT,)), look("V1: holds — docs/spec.md:1 says so")])
    state = await world.advance(bring_back="yes")
    assert duties(state) == ["review", "look"]
    assert DOUBT in world.critic.requests[1].prompt
    assert state.items["V1"].status == "holds"
    assert state.outcome is Outcome.APPROVED


async def test_a_confirmed_gap_is_a_failed_spec_verdict_and_goes_back() -> None:
    world = task([task_review(unverified=(DOUBT,)), look("V1: gap — docs/spec.md:3 takes it"), task_review()])
    state = await world.advance(bring_back="yes")
    assert duties(state) == ["review", "look", "fix", "review"]
    gap = state.findings["F1"]
    assert (gap.finding.dimension, gap.finding.severity.value) == ("spec-compliance", "high")
    assert [item.finding.issue for item in world.maker.requests[0].findings] == [DOUBT]


async def unknown(world: World) -> RunState:
    state = await world.advance()
    assert state.open_gate is not None
    assert [cause.reason for cause in state.open_gate.causes] == [GateReason.CANNOT_VERIFY]
    assert standing(state) is Outcome.WAITING
    return state


def settle(world: World, state: RunState, choice: str = "continue") -> None:
    assert state.open_gate is not None
    decision = GateDecision(choice=choice, by="test", reason="settled")  # type: ignore[arg-type] # drawn from its values
    world.say(GateDecided(gate=state.open_gate.id, decision=decision))


async def test_what_nobody_could_tell_is_a_human_s_row_by_row() -> None:
    world = task(
        [
            task_review(unverified=(DOUBT, "the name is free")),
            look("V1: unknown — no network\nV2: holds — docs/spec.md:1"),
        ]
    )
    state = await unknown(world)
    assert [item.id for item in state.open_items("task-3")] == ["V1"]
    rule(world, "holds")
    settle(world, state)
    state = await world.advance(bring_back="yes")
    assert state.outcome is Outcome.APPROVED


async def test_a_human_s_gap_goes_back_to_the_maker() -> None:
    world = task([task_review(unverified=(DOUBT,)), look("V1: unknown — no network"), task_review()])
    state = await unknown(world)
    rule(world, "gap", "F1")
    settle(world, state)
    state = await world.advance(bring_back="yes")
    assert duties(state) == ["review", "look", "fix", "review"]


async def test_a_confirmed_gap_stays_until_the_text_changes_whatever_a_later_critic_sees() -> None:
    silent = Script(answers=(("F1", AnswerKind.DISPUTED, "it is there"),))
    world = task([task_review(unverified=(DOUBT,)), look("V1: gap — docs/spec.md:3"), task_review()], [silent])
    state = await world.advance(bring_back="yes")
    assert state.outcome is None
    assert state.findings["F1"].is_open
    assert not state.rounds[-1].report.findings
    assert state.open_gate is not None


async def test_going_on_without_a_ruling_looks_once_more_and_asks_again() -> None:
    world = task([task_review(unverified=(DOUBT,)), look("V1: unknown — no network")])
    state = await unknown(world)
    settle(world, state)
    state = await unknown(world)
    assert duties(state) == ["review", "look", "look"]


async def test_approving_with_an_open_row_accepts_it_as_known() -> None:
    world = task([task_review(unverified=(DOUBT,)), look("V1: unknown — no network")])
    settle(world, await unknown(world), "approve")
    state = await world.advance(bring_back="yes")
    assert state.outcome is Outcome.APPROVED_WITH_KNOWN_ISSUES
    assert (state.items["V1"].status, state.items["V1"].reason) == ("accepted", "settled")


async def test_a_row_that_a_later_report_does_not_repeat_still_has_to_be_settled() -> None:
    first = task_review("Important unclear", unverified=(DOUBT,))
    world = task([first, task_review(), look("V1: holds — docs/spec.md:1")])
    state = await world.advance(bring_back="yes")
    assert duties(state) == ["review", "fix", "review", "look"]


async def test_what_was_settled_about_one_text_is_open_again_about_another() -> None:
    doubtful = task_review(unverified=(DOUBT,))
    world = task(
        [doubtful, look("V1: gap — docs/spec.md:3"), doubtful, look("V1: holds — docs/spec.md:1")],
    )
    state = await world.advance(bring_back="yes")
    assert duties(state) == ["review", "look", "fix", "review", "look"]
    assert state.outcome is Outcome.APPROVED


async def test_tests_run_once_for_a_tree_and_their_result_is_shown_to_the_reviewer() -> None:
    maker = Script(text="# Orders\n\nTwo.\n", tests=("make test", "make test"))
    world = task([task_review("Important unclear"), task_review()], [maker])
    state = await world.advance(bring_back="yes")
    assert world.tests.runs == ["make test"]
    assert [made.ran.reused for made in state.tests] == [False, True]
    assert "make test" in world.critic.requests[1].prompt


async def test_another_tree_is_tested_again() -> None:
    critic = [task_review("Important unclear"), task_review("Important still"), task_review()]
    maker = [Script(text=f"# Orders\n\nTry {number}.\n", tests=("make test",)) for number in range(2)]
    world = task(critic, maker)
    await world.advance(bring_back="yes")
    assert world.tests.runs == ["make test", "make test"]


async def test_a_command_that_is_not_allowed_is_not_run() -> None:
    world = task([task_review("Important unclear")], [Script(tests=("rm -r docs",))])
    state = await world.advance()
    assert world.tests.runs == []
    assert state.open_gate is not None
    assert "not allowed" in state.last_problem


async def test_a_diff_too_large_for_one_look_is_cut_at_files() -> None:
    from critloop.model.material import FilePatch, Material, RangeText  # noqa: PLC0415 - this test's own
    from critloop.workflows.task import TaskPolicy  # noqa: PLC0415 - the same

    files = tuple(FilePatch(path=f"{n}.py", status="added", patch="+x\n" * size) for n, size in enumerate((3, 3, 9, 1)))
    spec = task([]).state.spec.but({"limits": Limits(max_patch=6)})
    pieces = TaskPolicy().units(spec, Material(range=RangeText(base="a", head="b", files=files)))
    assert [piece.unit.files for piece in pieces] == [("0.py", "1.py"), ("2.py",), ("3.py",)]
    assert [piece.unit.id for piece in pieces] == ["task-3-part-1", "task-3-part-2", "task-3-part-3"]


def test_an_empty_diff_is_refused() -> None:
    from critloop.model.material import Material, RangeText  # noqa: PLC0415 - this test's own
    from critloop.workflows.task import TaskPolicy  # noqa: PLC0415 - the same

    with pytest.raises(UsageProblem, match="empty"):
        TaskPolicy().units(task([]).state.spec, Material(range=RangeText(base="a", head="b")))
