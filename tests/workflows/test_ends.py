"""Each loop, played to every one of its ends by scripted agents."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Literal

import pytest

from critloop.export.standing import standing
from critloop.loop.state import RunState
from critloop.model.criteria import Criteria, Criterion
from critloop.model.events import GateDecided
from critloop.model.finding import AnswerKind
from critloop.model.gate import GateDecision, GateReason
from critloop.model.outcome import Outcome
from critloop.model.run import BranchInputs, Inputs, Limits, PolishInputs, Range, TaskInputs
from tests.support.replies import artifact, branch_review, docs_report, evaluation, plan_review, task_review
from tests.support.world import Script, World, approves, new_world, objects

TEXT = "# Orders\n\n## Task 1: Count\n\nOne.\n"
BASE = Range(base="r0")
CRITERIA = Criteria(criteria=(Criterion(id="C1", text="one word"), Criterion(id="C2", text="no word")))


@dataclass(frozen=True)
class Loop:
    """A loop and its critic's replies: one that passes, and one that objects to something in words."""

    name: str
    passes: Callable[[], Script]
    objects: Callable[[str], Script]
    limit: Literal[GateReason.CAP, GateReason.ITERATIONS]
    rounds: int
    inputs: Inputs | None = None

    def world(self, critic: list[Script], maker: list[Script] | None = None, limits: Limits | None = None) -> World:
        """A world with a run of this loop; a diff begins with a change of the text."""
        maker = maker or [Script()]
        world = new_world(critic, maker, text=TEXT, loop=self.name, inputs=self.inputs, limits=limits)
        if self.inputs is not None and self.name in ("task", "branch"):
            world.workspace.before = "# Orders\n"
        return world

    def fixes(self, text: str) -> Script:
        """A maker's turn that leaves this text."""
        return artifact(text) if self.name == "polish" else Script(text=text)

    def answers(self, kind: AnswerKind, reason: str) -> Script:
        """A maker's turn that answers finding F1 and changes nothing."""
        return Script(answers=(("F1", kind, reason),))


def gap(title: str) -> Script:
    return evaluation({"C1": title, "C2": ""})


LOOPS = [
    Loop("spec", approves, objects, GateReason.ITERATIONS, 5),
    Loop("plan", plan_review, plan_review, GateReason.ITERATIONS, 5),
    Loop("docs", docs_report, lambda title: docs_report(f"HIGH {title}"), GateReason.CAP, 3),
    Loop(
        "task",
        task_review,
        lambda title: task_review(f"Important {title}"),
        GateReason.ITERATIONS,
        5,
        TaskInputs(range=BASE, requirement="Count.", source="docs/spec.md", tests=("make test",)),
    ),
    Loop(
        "branch",
        branch_review,
        lambda title: branch_review(f"Critical {title}"),
        GateReason.CAP,
        2,
        BranchInputs(range=BASE),
    ),
    Loop(
        "polish",
        lambda: evaluation({"C1": "", "C2": ""}),
        gap,
        GateReason.CAP,
        4,
        PolishInputs(goal="short", criteria=CRITERIA),
    ),
]
WITH_ANSWERS = [loop for loop in LOOPS if loop.name != "polish"]
every = pytest.mark.parametrize("loop", LOOPS, ids=lambda loop: loop.name)
with_answers = pytest.mark.parametrize("loop", WITH_ANSWERS, ids=lambda loop: loop.name)


def reasons(state: RunState) -> list[GateReason]:
    return [cause.reason for cause in state.open_gate.causes] if state.open_gate else []


def changing(loop: Loop, number: int) -> list[Script]:
    """Makers' turns that each leave another text."""
    return [loop.fixes(TEXT + f"Try {n}.\n") for n in range(1, number + 1)]


@every
async def test_a_first_report_that_approves_ends_it(loop: Loop) -> None:
    world = loop.world([loop.passes()])
    state = await world.advance(bring_back="yes")
    assert state.outcome is Outcome.APPROVED
    assert not world.maker.requests


@every
async def test_an_objection_is_fixed_and_approved_by_a_fresh_critic(loop: Loop) -> None:
    world = loop.world([loop.objects("a"), loop.passes()], changing(loop, 1))
    state = await world.advance(bring_back="yes")
    assert state.outcome is Outcome.APPROVED
    assert len(state.rounds) == 2
    assert not world.critic.requests[1].findings
    assert state.findings["F1"].status.value == "fixed"


@every
async def test_its_limit_asks_a_human(loop: Loop) -> None:
    titles = [loop.objects(f"problem {n}") for n in range(8)]
    state = await loop.world(titles, changing(loop, 8)).advance()
    assert reasons(state)[0] is loop.limit
    assert len(state.rounds) == loop.rounds
    cap = loop.limit is GateReason.CAP
    assert standing(state) is (Outcome.CAP_REACHED if cap else Outcome.WAITING)


@every
async def test_at_the_limit_a_human_grants_one_more_round(loop: Loop) -> None:
    critic = [loop.objects(f"problem {n}") for n in range(loop.rounds)]
    world = loop.world([*critic, loop.passes()], changing(loop, 8))
    state = await world.advance()
    decide(world, state, "continue")
    state = await world.advance(bring_back="yes")
    assert state.outcome is Outcome.APPROVED
    assert len(state.rounds) == loop.rounds + 1


@every
async def test_a_human_approves_with_what_is_open_as_known(loop: Loop) -> None:
    world = loop.world([loop.objects(f"problem {n}") for n in range(8)], changing(loop, 8))
    state = await world.advance()
    decide(world, state, "approve")
    state = await world.advance(bring_back="yes")
    assert state.outcome is Outcome.APPROVED_WITH_KNOWN_ISSUES
    accepted = [item for item in state.findings.values() if item.status.value == "accepted"]
    assert accepted
    unreviewed = any("not reviewed" in item.finding.title for item in accepted)
    assert unreviewed == (loop.name == "docs")


@every
async def test_a_human_aborts(loop: Loop) -> None:
    world = loop.world([loop.objects(f"problem {n}") for n in range(8)], changing(loop, 8))
    state = await world.advance()
    decide(world, state, "abort")
    state = await world.advance()
    assert state.outcome is Outcome.ABORTED
    assert state.preview is None


@every
async def test_two_unreadable_replies_are_not_a_review(loop: Loop) -> None:
    world = loop.world([Script(reply="Fine by me.")])
    state = await world.advance()
    assert standing(state) is Outcome.NOT_REVIEWED
    assert not state.rounds
    assert not world.maker.requests
    if loop.name == "docs":
        assert state.outcome is Outcome.NOT_REVIEWED
    else:
        assert reasons(state) == [GateReason.MALFORMED]


@every
async def test_a_critic_that_dies_twice_asks_a_human(loop: Loop) -> None:
    state = await loop.world([Script(fail="gone")]).advance()
    assert reasons(state) == [GateReason.FAILURE]
    assert standing(state) is Outcome.NOT_REVIEWED


@every
async def test_a_maker_that_dies_twice_asks_a_human(loop: Loop) -> None:
    state = await loop.world([loop.objects("a")], [Script(fail="gone")]).advance()
    assert reasons(state)[0] is GateReason.FAILURE


@every
async def test_a_used_up_budget_asks_a_human(loop: Loop) -> None:
    first = loop.objects("a")
    costly = Script(reply=first.reply, tokens=500)
    limits = Limits(rounds=loop.rounds, max_tokens=100)
    state = await loop.world([costly], changing(loop, 1), limits).advance()
    assert reasons(state) == [GateReason.BUDGET]
    assert standing(state) is Outcome.BUDGET_REACHED


@every
async def test_rounds_without_any_change_ask_a_human(loop: Loop) -> None:
    same = loop.fixes(TEXT) if loop.name == "polish" else Script()
    limits = Limits(rounds=8)
    state = await loop.world([loop.objects("a")], [same], limits).advance()
    assert reasons(state) == [GateReason.STALL]


@with_answers
async def test_what_only_an_author_can_settle_asks_a_human(loop: Loop) -> None:
    maker = loop.answers(AnswerKind.CANNOT_FIX, "the owner has to say")
    state = await loop.world([loop.objects("a")], [maker]).advance()
    assert reasons(state)[0] is GateReason.NEEDS_AUTHOR


@with_answers
async def test_a_dispute_over_three_rounds_asks_a_human(loop: Loop) -> None:
    maker = loop.answers(AnswerKind.DISPUTED, "it says so already")
    state = await loop.world([loop.objects("a")], [maker], Limits(rounds=9)).advance()
    assert GateReason.DISAGREEMENT in reasons(state)
    assert len(state.findings["F1"].replies) == 3


def decide(world: World, state: RunState, choice: Literal["continue", "approve", "abort"]) -> None:
    gate = state.open_gate
    assert gate is not None
    world.say(GateDecided(gate=gate.id, decision=GateDecision(choice=choice, by="test", reason="known")))
