"""The gate: quick where nothing is to be said, impossible to approve by accident."""

from datetime import date

import pytest
from textual.widgets import Input, OptionList

from critloop.loop.state import TrackedFinding
from critloop.model.finding import AnswerKind, Finding, Severity
from critloop.model.gate import GateDecision
from critloop.ui.chrome.keybar import KeyBar
from critloop.ui.gate_form import GateForm, Words
from critloop.ui.screens.bring_back import BringBackScreen
from critloop.ui.screens.gate import GateScreen
from critloop.ui.screens.help import HelpScreen
from critloop.ui.screens.run import RunScreen
from tests.support.dashboard import Dashboard, dashboard
from tests.support.fake_runs import RUN, FakeRuns, fake_runs
from tests.support.world import Script, objects

TODAY = date(2026, 11, 30)


def asked() -> FakeRuns:
    """A run that asks after its first round, about two findings."""
    return fake_runs([objects("first issue", "second issue")], rounds=1)


def changed() -> FakeRuns:
    """A run that asks after its second round, with a text that has changed."""
    maker = Script(reply="done", text="# Spec\n\nTwo.\n")
    return fake_runs([objects("an issue"), objects("another issue")], [maker], rounds=2)


async def at_gate(shown: Dashboard) -> GateScreen:
    """The gate, when it has opened by itself."""
    return await shown.screen(GateScreen)


async def test_it_opens_by_itself_and_says_why_and_what_is_open() -> None:
    async with dashboard(asked()) as shown:
        gate = await at_gate(shown)
        assert "rounds" in shown.words("#causes")
        options = shown.one(OptionList, "#open")
        assert [str(option.prompt).splitlines()[0].split("  ")[0] for option in options.options] == ["● HIGH", "● HIGH"]
        assert "first issue" in str(options.options[0].prompt)
        assert "has not answered" in str(options.options[0].prompt)
        assert "Nothing happens until you choose" in shown.words("#consequence")
        assert gate.form.choice is None


async def test_three_keys_let_the_run_go_on() -> None:
    runs = asked()
    async with dashboard(runs) as shown:
        await at_gate(shown)
        await shown.press("escape", "g")
        await at_gate(shown)
        await shown.press("c", "enter")
        await shown.until(lambda: bool(runs.decisions), "a decision")
        assert runs.decisions == [GateDecision(choice="continue", by="ada", rounds=1)]
        await shown.until(lambda: runs.advances == 2, "the run to go on")


async def test_rounds_and_guidance_go_with_it() -> None:
    runs = asked()
    async with dashboard(runs) as shown:
        await at_gate(shown)
        await shown.press("c", *"be brief", "shift+tab", "backspace", "3", "enter")
        await shown.until(lambda: bool(runs.decisions), "a decision")
        assert runs.decisions == [GateDecision(choice="continue", by="ada", rounds=3, guidance="be brief")]


async def test_letters_typed_into_a_field_choose_nothing() -> None:
    async with dashboard(asked()) as shown:
        gate = await at_gate(shown)
        await shown.press("c", *"fix axcq?y")
        assert gate.form.guidance == "fix axcq?y"
        await shown.press("shift+tab", *"fix axcq?y")
        assert shown.app.screen is gate
        assert (gate.form.choice, gate.form.rounds, gate.armed) == ("continue", "1", False)


async def test_escape_closes_it_from_an_empty_field_and_keeps_what_was_typed() -> None:
    async with dashboard(asked()) as shown:
        await at_gate(shown)
        await shown.press("c", "escape")
        await shown.screen(RunScreen)
        await shown.press("g")
        await at_gate(shown)
        await shown.press("c", *"be brief", "escape")
        assert [hint.label for hint in shown.one(KeyBar).hints if hint.action == "close"] == ["look around"]
        await shown.press("escape")
        await shown.screen(RunScreen)
        await shown.press("g")
        gate = await at_gate(shown)
        assert gate.form.choice is None
        await shown.press("c")
        assert shown.one(Input, "#guidance").value == "be brief"


async def test_the_bottom_line_says_what_keys_do_now() -> None:
    async with dashboard(asked()) as shown:
        await at_gate(shown)

        def labels() -> list[str]:
            return [f"{hint.key} {hint.label}" for hint in shown.one(KeyBar).hints]

        assert labels() == ["esc look around", "q quit", "? help"]
        assert shown.words("#choices").split("   ") == ["  c continue", " a approve with known issues", " x abort "]
        await shown.press("c")
        assert labels() == ["↵ continue", "⇥ next field", "esc look around"]
        await shown.press("escape", "g", "x")
        assert "x again: discard" in labels()
        assert "x again: discard the work copy" in shown.words("#consequence")
        await shown.press("enter")
        assert labels() == ["y yes, abort", "esc no, back"]
        await shown.press("escape", "x", "enter")
        assert labels() == ["y yes, discard", "esc no, back"]
        await shown.press("escape", "a", *"ok", "enter")
        assert labels() == ["y yes, approve", "esc no, back"]
        await shown.press("escape", "?")
        await shown.screen(HelpScreen)
        await shown.press("escape", "q")
        await shown.until(lambda: not shown.app.is_running, "the end")


async def test_a_date_is_checked_when_its_field_is_left_and_names_the_finding() -> None:
    async with dashboard(asked()) as shown:
        await at_gate(shown)
        await shown.press("a", *"all", "escape", "down", "enter", "tab", "tab", *"soon", "tab")
        await shown.until(lambda: bool(shown.notes), "the word")
        assert shown.notes == ["Until, for “second issue”: 'soon' is no date; write it as YYYY-MM-DD"]


async def test_without_an_open_finding_it_is_answered_just_the_same() -> None:
    runs = fake_runs([Script(reply="no report"), Script(reply="no report")], rounds=1)
    async with dashboard(runs) as shown:
        gate = await at_gate(shown)
        assert not gate.findings
        await shown.press("x", "enter", "y")
        await shown.until(lambda: bool(runs.decisions), "a decision")
        assert runs.decisions == [GateDecision(choice="abort", by="ada")]


async def test_long_words_are_wrapped_where_there_is_room() -> None:
    maker = Script(reply="done", answers=(("F1", AnswerKind.DISPUTED, "it says so " * 20),))
    async with dashboard(fake_runs([objects("long words " * 15)] * 2, [maker], rounds=2)) as shown:
        await at_gate(shown)
        options = shown.one(OptionList, "#open")
        await shown.until(lambda: str(options.options[0].prompt).count("\n") > 3, "the wrapped lines")
        assert max(map(len, str(options.options[0].prompt).splitlines())) <= options.content_size.width


@pytest.mark.parametrize("rounds", ["0", "100", "", "many"])
def test_rounds_must_be_a_small_number(rounds: str) -> None:
    assert GateForm(choice="continue", rounds=rounds).missing([], TODAY) == "rounds are a number from 1 to 99"


async def test_what_is_missing_is_said_and_nothing_is_done() -> None:
    runs = asked()
    async with dashboard(runs) as shown:
        gate = await at_gate(shown)
        await shown.press("c", "shift+tab", "backspace", "0", "enter")
        assert shown.notes == ["rounds are a number from 1 to 99"]
        assert shown.app.screen is gate
        assert not runs.decisions


ACCIDENTS = (
    ["enter"] * 3,
    ["a", *["enter"] * 3],
    ["y"] * 2,
    ["x", *["enter"] * 3],
    ["c", "y", "a", "escape", "escape", "g", "a", "enter", "escape", "y"],
    ["a", "x", "y", "enter", "enter", "enter", "enter"],
)


async def test_keys_held_down_or_struck_by_accident_never_approve() -> None:
    runs = asked()
    async with dashboard(runs) as shown:
        for keys in ACCIDENTS:
            await at_gate(shown)
            await shown.press(*keys)
            assert not runs.decisions, keys
            while shown.app.screen.is_modal:
                await shown.press("escape")
            await shown.press("g")


async def test_approving_takes_a_reason_enter_and_y() -> None:
    runs = asked()
    async with dashboard(runs) as shown:
        gate = await at_gate(shown)
        await shown.press("a")
        assert shown.one(Input, "#reason").has_focus
        await shown.press(*"yes", "enter", "enter", "enter")
        assert gate.armed
        assert not runs.decisions
        await shown.press("y")
        await shown.until(lambda: bool(runs.decisions), "a decision")
        [decision] = runs.decisions
        assert (decision.choice, decision.reason) == ("approve", "yes")
        assert [(item.finding, item.reason, item.owner) for item in decision.acceptances] == [
            ("F1", "yes", "ada"),
            ("F2", "yes", "ada"),
        ]
        await shown.until(lambda: runs.world.state.open_gate is None, "the answer")


async def test_one_finding_can_have_a_reason_of_its_own() -> None:
    runs = asked()
    async with dashboard(runs) as shown:
        gate = await at_gate(shown)
        await shown.press("a", *"all", "escape", "down", "enter", *"own", "enter")
        assert "accepted: own" in str(shown.one(OptionList, "#open").get_option("F2").prompt)
        assert shown.one(Input, "#reason").has_focus
        assert shown.one(Input, "#reason").value == "all"
        await shown.press("enter")
        await shown.until(lambda: gate.armed, "the confirmation")
        await shown.press("y")
        await shown.until(lambda: bool(runs.decisions), "a decision")
        assert {item.finding: item.reason for item in runs.decisions[0].acceptances} == {"F1": "all", "F2": "own"}


async def test_abort_keeps_the_work_copy_unless_asked_twice() -> None:
    runs = asked()
    async with dashboard(runs) as shown:
        gate = await at_gate(shown)
        await shown.press("x", "x", "enter")
        assert gate.armed
        assert not runs.decisions
        assert "deleted" in shown.words("#consequence")
        await shown.press("escape", "x", "enter")
        assert not runs.decisions
        await shown.press("y")
        await shown.until(lambda: bool(runs.decisions), "a decision")
        assert runs.decisions == [GateDecision(choice="abort", by="ada", discard=False)]
        await shown.screen(RunScreen)
        await shown.until(lambda: shown.standing.endswith("aborted"), "the end")


async def test_it_can_be_closed_and_does_not_come_back_by_itself() -> None:
    async with dashboard(asked()) as shown:
        screen = await shown.look_around()
        await shown.press("5", "1")
        assert shown.app.screen is screen
        assert shown.enabled("gate")


async def test_an_answer_from_elsewhere_closes_it_and_says_whose() -> None:
    runs = asked()
    async with dashboard(runs) as shown:
        await at_gate(shown)
        runs.decide(RUN, GateDecision(choice="abort", by="bob"))
        await shown.screen(RunScreen)
        await shown.until(lambda: shown.notes == ["bob decided: abort."], "the word")
        await shown.until(lambda: shown.standing.endswith("aborted"), "the end")


async def test_it_does_not_jump_at_someone_who_types() -> None:
    runs = fake_runs([objects("an issue")], rounds=1)
    async with dashboard(runs, advance=False) as shown:
        screen = await shown.run_screen()
        await shown.press("/", "c")
        shown.app.advance(RUN)
        await shown.until(lambda: runs.world.state.open_gate is not None, "the gate")
        await shown.until(lambda: shown.app.waiting == 1, "the call")
        assert shown.app.screen is screen
        await shown.press("enter", "g")
        await at_gate(shown)


async def test_approval_leads_to_the_bring_back_question() -> None:
    runs = changed()
    async with dashboard(runs) as shown:
        await at_gate(shown)
        await shown.press("a", *"ok", "enter", "y")
        await shown.screen(BringBackScreen)
        assert "written to your file" in shown.words("#mode")
        assert "g, or critloop resume run1, offers the result again" in shown.words("#mode")
        assert "/docs/spec.md" in shown.words("#mode")
        await shown.press("enter", "space")
        assert runs.world.state.bring_back_accepted is None
        await shown.press("y")
        await shown.until(lambda: runs.world.state.outcome is not None, "the end")
        assert runs.world.state.brought_back is not None


async def test_the_bring_back_can_wait_and_be_declined() -> None:
    runs = changed()
    async with dashboard(runs) as shown:
        await at_gate(shown)
        await shown.press("a", *"ok", "enter", "y")
        await shown.screen(BringBackScreen)
        await shown.press("escape")
        await shown.screen(RunScreen)
        await shown.press("g")
        await shown.screen(BringBackScreen)
        await shown.press("n")
        await shown.until(lambda: runs.world.state.outcome is not None, "the end")
        assert runs.world.state.brought_back is None


def tracked(key: str) -> TrackedFinding:
    """An open finding."""
    finding = Finding(severity=Severity.HIGH, label="Issue", dimension="clarity", title=key, issue=key)
    return TrackedFinding(id=key, unit="spec", finding=finding, blocking=True)


def test_a_form_without_a_choice_lacks_one() -> None:
    assert GateForm().missing([tracked("a")], TODAY) == "choose first: c, a or x"


def test_approving_lacks_a_reason_until_every_finding_has_one() -> None:
    form, findings = GateForm(choice="approve"), [tracked("a"), tracked("b")]
    assert "needs a reason" in form.missing(findings, TODAY)
    form.own["a"] = Words(reason="known")
    assert form.missing(findings, TODAY) == "1 finding still without a reason"
    form.own["b"] = Words(reason="known, too", expires="2026-12-24", owner="bob")
    assert not form.missing(findings, TODAY)
    assert [(a.owner, a.expires) for a in form.decision(findings, "ada").acceptances] == [
        ("ada", None),
        ("bob", "2026-12-24"),
    ]


@pytest.mark.parametrize(("text", "problem"), [("2026-11-29", "past already"), ("soon", "no date"), ("2026-11-30", "")])
def test_an_expiry_is_a_day_to_come(text: str, problem: str) -> None:
    form = GateForm(choice="approve", every=Words(reason="ok", expires=text))
    assert problem in form.missing([tracked("a")], TODAY)
    assert bool(problem) is bool(form.missing([tracked("a")], TODAY))


def test_approving_without_open_findings_needs_a_reason_too() -> None:
    assert "needs a reason" in GateForm(choice="approve").missing([], TODAY)
