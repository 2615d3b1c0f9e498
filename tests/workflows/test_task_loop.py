"""A task: two verdicts, rows for what a diff can't show, tests that belong to a tree, Minors kept for the branch."""

import pytest

from critloop.export.standing import standing
from critloop.loop.state import RunState
from critloop.model.errors import UsageProblem
from critloop.model.events import GateDecided, ItemRuled
from critloop.model.finding import AnswerKind
from critloop.model.gate import GateDecision, GateReason
from critloop.model.items import ItemStatus
from critloop.model.material import FilePatch, Material, RangeText
from critloop.model.outcome import Outcome
from critloop.model.run import Creation, Limits, Range, TaskInputs, Unit
from critloop.workflows.task import TaskPolicy
from tests.support.replies import task_review
from tests.support.world import MemoryCopy, Script, World, new_world

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


async def test_of_a_diff_that_passes_at_once_it_is_said_that_nothing_had_to_change() -> None:
    assert (await task([task_review()]).advance()).outcome_reason == "nothing had to change"


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
    takes, free = look("V1: gap — docs/spec.md:3 takes it"), look("V1: holds — docs/spec.md:3")
    world = task([task_review(unverified=(DOUBT,)), takes, task_review(), free])
    state = await world.advance(bring_back="yes")
    assert duties(state) == ["review", "look", "fix", "review", "look"]
    assert state.outcome is Outcome.APPROVED
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


async def test_a_human_s_gap_goes_back_to_the_maker_and_then_to_the_human() -> None:
    world = task([task_review(unverified=(DOUBT,)), look("V1: unknown — no network"), task_review()])
    state = await unknown(world)
    rule(world, "gap", "F1")
    settle(world, state)
    state = await unknown(world)
    assert duties(state) == ["review", "look", "fix", "review"]
    rule(world, "holds")
    settle(world, state)
    state = await world.advance(bring_back="yes")
    assert state.outcome is Outcome.APPROVED
    assert state.findings["F1"].status.value == "fixed"


async def test_a_gap_that_is_found_again_keeps_its_finding() -> None:
    again = look("V1: gap — docs/spec.md:3 still takes it")
    maker = [Script(text=f"# Orders\n\nTry {number}.\n") for number in range(3)]
    critic = [
        task_review(unverified=(DOUBT,)),
        again,
        task_review(),
        again,
        task_review(),
        look("V1: holds — docs/spec.md:3"),
    ]
    state = await task(critic, maker).advance(bring_back="yes")
    assert list(state.findings) == ["F1"]
    assert state.outcome is Outcome.APPROVED


async def test_an_accepted_row_is_a_known_issue_of_the_approval() -> None:
    world = task([task_review(unverified=(DOUBT,)), look("V1: unknown — no network")])
    state = await unknown(world)
    rule(world, "accepted", "F1")
    settle(world, state)
    state = await world.advance(bring_back="yes")
    assert state.outcome is Outcome.APPROVED_WITH_KNOWN_ISSUES
    assert state.findings["F1"].status.value == "accepted"
    assert state.findings["F1"].finding.issue == DOUBT


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
    assert [item.finding.issue for item in state.findings.values()] == [DOUBT]


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


async def test_a_tree_is_tested_again_where_an_ignored_file_was_written_since(monkeypatch: pytest.MonkeyPatch) -> None:
    digests = iter(["", "one", "another", "another"])
    monkeypatch.setattr(MemoryCopy, "ignored", lambda _: next(digests))
    maker = Script(text="# Orders\n\nTwo.\n", tests=("make test", "make test"))
    world = task([task_review("Important unclear"), task_review()], [maker])
    state = await world.advance(bring_back="yes")
    assert world.tests.runs == ["make test", "make test"]
    assert [made.ran.ignored for made in state.tests] == ["one", "another"]


async def test_a_command_that_is_not_allowed_is_not_run() -> None:
    world = task([task_review("Important unclear")], [Script(tests=("rm -r docs",))])
    state = await world.advance()
    assert world.tests.runs == []
    assert state.open_gate is not None
    assert "not allowed" in state.last_problem


def patches(*sizes: int) -> Material:
    files = tuple(FilePatch(path=f"{n}.py", status="added", patch="+x\n" * size) for n, size in enumerate(sizes))
    return Material(range=RangeText(base="a", head="b", files=tuple(file for file in files if file.patch)))


def cut(material: Material, known: tuple[Unit, ...] = ()) -> dict[str, tuple[str, ...]]:
    spec = task([]).state.spec.but({"limits": Limits(max_patch=6)})
    return {piece.unit.id: piece.unit.files for piece in TaskPolicy().units(spec, material, known)}


def parts(material: Material, known: tuple[Unit, ...] = ()) -> tuple[Unit, ...]:
    spec = task([]).state.spec.but({"limits": Limits(max_patch=6)})
    return tuple(piece.unit for piece in TaskPolicy().units(spec, material, known))


def test_a_diff_too_large_for_one_look_is_cut_at_files() -> None:
    assert cut(patches(3, 3, 9, 1)) == {
        "task-3-part-1": ("0.py", "1.py"),
        "task-3-part-2": ("2.py",),
        "task-3-part-3": ("3.py",),
    }


def test_what_has_no_text_goes_along_with_what_has() -> None:
    binary = FilePatch(path="logo.png", status="added", kind="binary")
    text = FilePatch(path="long.py", status="added", patch="+x\n" * 9)
    assert cut(Material(range=RangeText(base="a", head="b", files=(text, binary)))) == {
        "task-3": ("long.py", "logo.png")
    }


def test_a_file_stays_in_its_part_whatever_happens_to_the_others() -> None:
    known = parts(patches(3, 3, 5))
    assert cut(patches(9, 3, 5, 1), known) == {
        "task-3-part-1": ("0.py", "1.py"),
        "task-3-part-2": ("2.py", "3.py"),
    }


def test_what_is_new_goes_into_parts_of_its_own_where_there_is_no_room() -> None:
    known = parts(patches(3))
    assert cut(patches(3, 9), known) == {"task-3": ("0.py",), "task-3-part-2": ("1.py",)}


def test_a_part_goes_with_the_last_of_its_files() -> None:
    known = parts(patches(3, 3, 5))
    assert list(cut(patches(0, 0, 5), known)) == ["task-3-part-2"]


def test_an_empty_diff_is_refused() -> None:
    with pytest.raises(UsageProblem, match="empty"):
        TaskPolicy().units(task([]).state.spec, Material(range=RangeText(base="a", head="b")))
