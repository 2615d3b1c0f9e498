"""Requests to polish a text."""

import json
import shutil
from pathlib import Path

import pytest

from critloop.model.errors import WorkspaceProblem
from critloop.model.run import PolishInputs
from critloop.starting.private import private_text
from tests.support.asking import proposal, refusal
from tests.support.user_repository import UserRepository

TEXT = "# Title\n\nAll is said.\n"
TWO = [{"id": "C1", "text": "It has at most 30 words."}, {"id": "C2", "text": "It contains no TODO."}]


def criteria(project: UserRepository, **more: object) -> str:
    project.write("a.md", TEXT)
    project.write("criteria.json", json.dumps({"criteria": TWO, **more}, indent=1))
    return "criteria.json"


def polished(project: UserRepository, **given: object) -> tuple[PolishInputs, int]:
    spec = proposal(project.root, "polish", "a.md", **given).spec
    assert isinstance(spec.inputs, PolishInputs)
    return spec.inputs, spec.limits.rounds


def test_a_goal_is_enough_and_says_nothing_of_threshold_or_cap(project: UserRepository) -> None:
    project.write("a.md", TEXT)
    assert polished(project, goal="shorter") == (PolishInputs(goal="shorter"), 4)


def test_a_text_is_polished_for_something(project: UserRepository) -> None:
    project.write("a.md", TEXT)
    assert "polish needs a goal or criteria" in refusal(project.root, "polish", "a.md").message


def test_supplied_criteria_bring_their_own_threshold_and_cap(project: UserRepository) -> None:
    inputs, rounds = polished(project, criteria=criteria(project, threshold="pass_1", cap=6))
    assert inputs.criteria is not None
    assert (inputs.criteria.threshold, inputs.criteria.cap, inputs.threshold, inputs.cap) == ("pass_1", 6, None, None)
    assert rounds == 6


def test_flags_beat_the_file_which_beats_a_setting(project: UserRepository) -> None:
    name = criteria(project, cap=6)
    project.write("critloop.toml", "[loops.polish]\ncap = 3\n")
    assert polished(project, criteria=name)[0].cap is None
    assert polished(project, criteria=name)[1] == 6
    inputs, rounds = polished(project, criteria=name, rounds=2, threshold="pass_1")
    assert (inputs.threshold, inputs.cap, rounds) == ("pass_1", 2, 2)
    assert polished(project, criteria=criteria(project))[0].cap == 3
    assert polished(project, goal="shorter") == (PolishInputs(goal="shorter", cap=3), 3)


@pytest.mark.parametrize("threshold", ["all", "pass_0", "pass_", "pass_x", "3", ""])
def test_a_threshold_that_is_none_is_refused(project: UserRepository, threshold: str) -> None:
    project.write("a.md", TEXT)
    assert "--threshold" in refusal(project.root, "polish", "a.md", goal="x", threshold=threshold).message


def test_a_threshold_above_the_number_of_criteria_is_refused(project: UserRepository) -> None:
    name = criteria(project)
    said = refusal(project.root, "polish", "a.md", criteria=name, threshold="pass_3")
    assert said.message == "--threshold pass_3: there are 2 criteria"
    assert "at most 8" in refusal(project.root, "polish", "a.md", goal="x", threshold="pass_9").message
    name = criteria(project, threshold="pass_3")
    assert "criteria.json:" in refusal(project.root, "polish", "a.md", criteria=name).message


def test_a_cap_above_eight_is_refused_wherever_it_stands(project: UserRepository) -> None:
    name = criteria(project, cap=9)
    assert "criteria.json:" in refusal(project.root, "polish", "a.md", criteria=name).message
    assert refusal(project.root, "polish", "a.md", goal="x", rounds=9).message.startswith("--cap: expected a whole")
    project.write("critloop.toml", "[loops.polish]\ncap = 9\n")
    assert "critloop.toml:2: loops.polish.cap" in refusal(project.root, "polish", "a.md", goal="x").message


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("{", "criteria.json:1: "),
        ('{"criteria": []}', "criteria.json:1: "),
        ('{\n"criteria": [{"id": "C1", "text": "improve clarity"}]}', "criteria.json:2: C1"),
    ],
)
def test_criteria_that_cannot_be_used_are_refused_with_file_and_line(
    project: UserRepository, text: str, said: str
) -> None:
    project.write("a.md", TEXT)
    project.write("criteria.json", text)
    assert refusal(project.root, "polish", "a.md", criteria="criteria.json").message.startswith(said)


def test_a_text_without_a_file_gets_a_place_below_the_data_folder_that_is_not_made_yet(
    project: UserRepository, tmp_path: Path
) -> None:
    found = proposal(project.root, "polish", text=TEXT, goal="shorter")
    assert (found.text, found.spec.root) == (TEXT, str(tmp_path / "data" / "texts" / "run1"))
    assert isinstance(found.spec.inputs, PolishInputs)
    assert found.spec.inputs.stdin
    assert not (tmp_path / "data").exists()
    assert refusal(project.root, "polish", text=" \n", goal="x").message == "standard input: empty"


def test_a_text_is_not_kept_inside_a_repository(project: UserRepository, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("CRITLOOP_DATA", str(project.root / "data"))
    said = refusal(project.root, "polish", text=TEXT, goal="shorter")
    assert "lies inside the repository" in said.message
    assert "CRITLOOP_DATA" in said.remedy


def test_the_place_of_a_text_is_gone_again_where_the_run_does_not_come_about(
    project: UserRepository, tmp_path: Path
) -> None:
    found = proposal(project.root, "polish", text=TEXT, goal="shorter")
    place = tmp_path / "data" / "texts" / "run1"
    with private_text(found.spec, found.text):
        assert (place / "text.md").read_text() == TEXT
    assert place.exists()
    shutil.rmtree(place)
    with pytest.raises(WorkspaceProblem), private_text(found.spec, found.text):
        raise WorkspaceProblem("no room")
    assert not place.exists()
