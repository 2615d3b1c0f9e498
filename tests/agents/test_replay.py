import json
from pathlib import Path
from typing import Any

import pytest

from critloop.agents.registry import agent_for
from critloop.agents.replay import ReplayAgent
from critloop.agents.speaking import tokens
from critloop.model.errors import AgentProblem, UsageProblem
from critloop.model.finding import AnswerKind, Finding, Severity
from critloop.model.turn import AgentRef, Duty, Role
from tests.support.turns import Heard, bench, request

FINDING = Finding(severity=Severity.HIGH, label="Issue", dimension="clarity", title="t", issue="vague")
HEAD = {"schema": "critloop.replay/1"}
TEXT = "# Spec\r\n\r\nOne.\r\nTwo.\r\n"


class Clock:
    """Time that moves only when somebody sleeps."""

    def __init__(self) -> None:
        self.time = 0.0
        self.slept = 0

    def now(self) -> float:
        return self.time

    async def sleep(self, seconds: float) -> None:
        self.time += seconds
        self.slept += 1


def recording(folder: Path, *turns: dict[str, Any], head: dict[str, Any] | None = None) -> Path:
    path = folder / "turns.jsonl"
    path.write_text("\n".join(json.dumps(item) for item in (head or HEAD, *turns)), encoding="utf-8")
    return path


def agent(folder: Path, *turns: dict[str, Any]) -> ReplayAgent:
    return ReplayAgent(recording(folder, *turns), Clock())


def work(folder: Path) -> Path:
    copy = folder / "copy"
    copy.mkdir()
    (copy / "spec.md").write_bytes(TEXT.encode())
    return copy


def commit(old: str, new: str, path: str = "$SUBJECT", finding: str = "F1") -> dict[str, Any]:
    edits = [{"path": path, "old": old, "new": new}]
    return {"role": "maker", "text": "done", "commits": [{"findings": [finding], "summary": "say it", "edits": edits}]}


async def test_turns_are_taken_by_role_and_number(tmp_path: Path) -> None:
    turns = [{"role": "critic", "text": "c1"}, {"role": "maker", "text": "m1"}, {"role": "critic", "text": "c2"}]
    player = agent(tmp_path, *turns)
    said = [
        (await player.turn(request(tmp_path, role, number=number), Heard(), None)).text
        for role, number in [(Role.CRITIC, 2), (Role.MAKER, 1), (Role.CRITIC, 1), (Role.CRITIC, 2)]
    ]
    assert said == ["c2", "m1", "c1", "c2"]


async def test_a_recording_that_is_used_up_fails_in_words(tmp_path: Path) -> None:
    player = agent(tmp_path, {"role": "critic", "text": "c1"})
    with pytest.raises(AgentProblem, match=r"the recording turns\.jsonl has no more turns for the critic") as problem:
        await player.turn(request(tmp_path, Role.CRITIC, number=2), Heard(), None)
    assert problem.value.final


async def test_everything_a_turn_shows_is_streamed_at_the_pace_of_the_recording(tmp_path: Path) -> None:
    text = "A review of some length, in several pieces.\n\nAnd more.\n"
    turn = {"role": "critic", "text": text, "thinking": "hm hm", "tools": [{"name": "Read", "argument": "spec.md"}]}
    clock, heard = Clock(), Heard()
    player = ReplayAgent(recording(tmp_path, turn, head={**HEAD, "pace": 10}), clock)
    await player.turn(request(tmp_path, Role.CRITIC), heard, None)
    assert "".join(heard.pieces) == text
    assert "".join(heard.thoughts) == "hm hm"
    assert [call.name for call in heard.tools] == ["Read"]
    pieces = len(heard.pieces) + len(heard.thoughts)
    assert clock.slept == pieces
    assert clock.time == pytest.approx(pieces / 10)


def test_no_text_is_lost_when_it_is_cut_into_pieces() -> None:
    text = "Füße – 漢字 `code`\n\n  x\t**bold**\n"
    assert "".join(tokens(text)) == text


async def test_edits_are_made_and_committed_with_the_line_ends_of_the_file(tmp_path: Path) -> None:
    asked = request(work(tmp_path), Role.MAKER, findings=[FINDING, FINDING])
    desk = bench(asked)
    turn = commit("One.\nTwo.", "Three.\n\nFour.") | {
        "answers": [{"finding": "F2", "kind": "disputed", "reason": "it is said elsewhere"}]
    }
    await agent(tmp_path, turn).turn(asked, Heard(), desk)
    ((findings, summary, data),) = desk.commits
    assert (findings, summary) == (("F1",), "say it")
    assert data == b"# Spec\r\n\r\nThree.\r\n\r\nFour.\r\n"
    assert desk.answers["F2"].kind is AnswerKind.DISPUTED
    assert desk.answers["F2"].reason == "it is said elsewhere"


@pytest.mark.parametrize(
    ("turn", "said"),
    [
        (commit("Five.", "x"), r"turns\.jsonl, line 2: \$SUBJECT does not have the text “Five\.”"),
        (commit(".", "x"), r"line 2: \$SUBJECT has 2 times the text"),
        (commit("One", "x", path="../out.md"), r"line 2: the path '\.\./out\.md' leaves the work copy"),
        (commit("One", "x", path="/etc/hosts"), "leaves the work copy"),
        (commit("One", "x", path=".git/config"), "leaves the work copy"),
        (commit("One", "x", path="none.md"), r"line 2: none\.md can't be edited"),
        (commit("One", "x", finding="F9"), "line 2: there is no finding F9"),
    ],
)
async def test_an_edit_that_does_not_fit_fails_with_its_place(tmp_path: Path, turn: dict[str, Any], said: str) -> None:
    asked = request(work(tmp_path), Role.MAKER, findings=[FINDING])
    with pytest.raises(AgentProblem, match=said):
        await agent(tmp_path, turn).turn(asked, Heard(), bench(asked))


async def test_a_link_in_the_work_copy_does_not_lead_edits_out_of_it(tmp_path: Path) -> None:
    copy = work(tmp_path)
    (tmp_path / "secret.md").write_text("One.")
    (copy / "link.md").symlink_to(tmp_path / "secret.md")
    asked = request(copy, Role.MAKER, findings=[FINDING])
    with pytest.raises(AgentProblem, match="leaves the work copy"):
        await agent(tmp_path, commit("One", "x", path="link.md")).turn(asked, Heard(), bench(asked))
    assert (tmp_path / "secret.md").read_text() == "One."


async def test_recorded_failures_and_early_ends_are_played(tmp_path: Path) -> None:
    turns = [
        {"role": "critic", "text": "half a", "fail": "the line went dead"},
        {"role": "critic", "stop": "max_tokens"},
    ]
    player = agent(tmp_path, *turns)
    with pytest.raises(AgentProblem, match="the line went dead") as problem:
        await player.turn(request(tmp_path, Role.CRITIC), Heard(), None)
    assert (problem.value.text, problem.value.final) == ("half a", False)
    reply = await player.turn(request(tmp_path, Role.CRITIC, number=2), Heard(), None)
    assert reply.stop == "max_tokens"


@pytest.mark.parametrize(
    ("content", "said"),
    [
        ("", "is empty"),
        ("nonsense", "line 1: JSON is malformed"),
        ('{"schema": "critloop.replay/2"}', "line 1: schema"),
        ('{"schema": "critloop.replay/1", "pace": -1}', "line 1: pace"),
        ('{"schema": "critloop.replay/1"}\n\n{"role": "judge"}', "line 3: role"),
        ('{"schema": "critloop.replay/1"}\n{"role": "critic", "txt": "x"}', "line 2: .*`txt`"),
        (
            '{"schema": "critloop.replay/1"}\n{"role": "maker", "answers": [{"finding": "F1", "kind": "no"}]}',
            "line 2: answers",
        ),
    ],
)
def test_a_malformed_recording_is_refused_with_its_line(tmp_path: Path, content: str, said: str) -> None:
    path = tmp_path / "turns.jsonl"
    path.write_text(content)
    with pytest.raises(UsageProblem, match=said):
        ReplayAgent(path, Clock())


def test_agents_are_found_by_name(tmp_path: Path) -> None:
    clock = Clock()
    file = recording(tmp_path, {"role": "critic"})
    for role in Role:
        assert agent_for(AgentRef(agent="builtin"), role, clock=clock)
        assert agent_for(AgentRef(agent=f"replay:{file}"), role, clock=clock)


@pytest.mark.parametrize(
    ("name", "model", "said"),
    [
        ("claude", None, "no agent is called 'claude'"),
        ("builtin:x", None, "no agent is called"),
        ("builtin", "large", "takes no model"),
        ("replay", None, "replay needs a file"),
        ("replay:", None, "replay needs a file"),
        ("replay:none.jsonl", None, "replay file none.jsonl: no such file"),
    ],
)
def test_an_agent_that_does_not_exist_is_a_mistake_in_words(name: str, model: str | None, said: str) -> None:
    with pytest.raises(UsageProblem, match=said):
        agent_for(AgentRef(agent=name, model=model), Role.CRITIC, clock=Clock())


def test_a_turn_may_say_what_it_is_for(tmp_path: Path) -> None:
    with pytest.raises(UsageProblem, match="line 2: duty"):
        agent(tmp_path, {"role": "critic", "duty": "judge"})


@pytest.mark.parametrize("duty", ["review", "look", "extract", "audit"])
async def test_a_turn_of_another_duty_than_the_run_asks_for_is_not_played(tmp_path: Path, duty: Duty) -> None:
    player = agent(tmp_path, {"role": "critic", "duty": duty, "text": "said"})
    asked = request(tmp_path, Role.CRITIC)
    assert (await player.turn(asked.but({"duty": duty}), Heard(), None)).text == "said"
    with pytest.raises(AgentProblem, match=f"line 2: a turn of the duty {duty}, and the run asks for fix") as problem:
        await player.turn(asked.but({"duty": "fix"}), Heard(), None)
    assert problem.value.final


async def test_files_are_made_where_they_belong_and_left_uncommitted(tmp_path: Path) -> None:
    asked = request(tmp_path, Role.MAKER, path="docs/page.md").but({"duty": "create"})
    desk = bench(asked)
    files = [{"text": "# Page\n"}, {"path": "docs/img/list.txt", "text": "a"}]
    await agent(tmp_path, {"role": "maker", "duty": "create", "files": files}).turn(asked, Heard(), desk)
    assert (tmp_path / "docs/page.md").read_text() == "# Page\n"
    assert (tmp_path / "docs/img/list.txt").read_text() == "a"
    assert desk.commits == []


async def test_a_commit_may_hold_new_files_and_takes_none_of_those_left_for_later(tmp_path: Path) -> None:
    asked = request(work(tmp_path), Role.MAKER, findings=[FINDING])
    desk = bench(asked)
    later = {"edits": [{"old": "Two.", "new": "Three."}]}
    made = {"findings": ["F1"], "summary": "test it", "files": [{"path": "tests/a.py", "text": "x = 1\n"}]}
    await agent(tmp_path, {"role": "maker", "commits": [made], **later}).turn(asked, Heard(), desk)
    ((_, _, subject_then),) = desk.commits
    assert subject_then == TEXT.encode()
    assert (asked.folder / "tests/a.py").read_text() == "x = 1\n"
    assert b"Three." in (asked.folder / "spec.md").read_bytes()


@pytest.mark.parametrize("path", ["../out.md", "/elsewhere/out.md", ".git/hooks/x"])
async def test_no_file_is_made_outside_of_the_work_copy(tmp_path: Path, path: str) -> None:
    asked = request(work(tmp_path), Role.MAKER)
    turn = {"role": "maker", "files": [{"path": path, "text": "x"}]}
    with pytest.raises(AgentProblem, match="leaves the work copy"):
        await agent(tmp_path, turn).turn(asked, Heard(), bench(asked))


async def test_recorded_tests_are_run_at_the_desk(tmp_path: Path) -> None:
    asked = request(work(tmp_path), Role.MAKER)
    desk = bench(asked)
    await agent(tmp_path, {"role": "maker", "tests": ["make test"]}).turn(asked, Heard(), desk)
    assert desk.ran == ["make test"]
    with pytest.raises(AgentProblem, match="line 2: 'rm -r' is not among the allowed tests"):
        await agent(tmp_path, {"role": "maker", "tests": ["rm -r"]}).turn(asked, Heard(), desk)
