"""``polish``: scores, what remains, and a text that comes in and goes out."""

import io
import json
from pathlib import Path
from typing import Any

import msgspec
import pytest

from critloop.export.shapes import PolishResultJson
from tests.support.commands import Commands, Ran, files_below

LONG = "# Title\n\nTODO: say it all in a few words.\n"
SHORT = "# Title\n\nAll is said.\n"
CRITERIA = {
    "criteria": [{"id": "C1", "text": "It contains no TODO."}, {"id": "C2", "text": "It has at most 90 words."}]
}


class Keyboard(io.TextIOWrapper):
    """A terminal in which somebody types."""

    def isatty(self) -> bool:
        return True


def evaluation(**gaps: str) -> dict[str, object]:
    scores = [{"criterion_id": key, "pass": key not in gaps, "gap": gaps.get(key, "")} for key in ("C1", "C2")]
    blocking = [f"{key}: {gap}" for key, gap in gaps.items()]
    value = {"scores": scores, "overall": "fail" if gaps else "pass", "blocking_gaps": blocking}
    return {"role": "critic", "text": json.dumps(value)}


def revised(text: str) -> dict[str, object]:
    return {"role": "maker", "text": f"<artifact>\n{text}</artifact>\n"}


def both(critloop: Commands, *turns: dict[str, Any]) -> list[str]:
    agent = critloop.recording(*turns)
    return ["--maker", agent, "--critic", agent]


@pytest.fixture
def piped(monkeypatch: pytest.MonkeyPatch, critloop: Commands) -> Commands:
    """Commands with a long text on standard input, and criteria in a file."""
    monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO(LONG.encode())))
    critloop.write("criteria.json", json.dumps(CRITERIA))
    return critloop


def test_a_text_that_passes_has_converged(critloop: Commands) -> None:
    critloop.write("a.md", SHORT)
    critloop.write("criteria.json", json.dumps(CRITERIA))
    ran = critloop("polish", "a.md", "--criteria", "criteria.json", "--json")
    assert ran.code == 0, ran.err
    assert (ran.result["status"], ran.result["iterations"], ran.result["remaining_gaps"]) == ("CONVERGED", 1, [])
    assert [(score["criterion_id"], score["pass"]) for score in ran.result["scores"]] == [("C1", True), ("C2", True)]
    assert msgspec.convert(ran.result, PolishResultJson).data() == ran.result


def test_at_the_cap_the_best_version_and_what_it_lacks_are_told(critloop: Commands) -> None:
    path = critloop.write("a.md", LONG)
    critloop.write("criteria.json", json.dumps(CRITERIA))
    turns = [evaluation(C1="TODO in line 3"), revised(SHORT * 9), evaluation(C1="TODO", C2="120 words")]
    arguments = ("polish", "a.md", "--criteria", "criteria.json", "--cap", "2")
    ran = critloop(*arguments, "--json", *both(critloop, *turns))
    assert ran.code == 11
    assert (ran.result["status"], ran.result["iterations"]) == ("CAP_REACHED", 2)
    assert ran.result["remaining_gaps"] == ["C1: TODO in line 3"]
    assert path.read_text() == LONG
    shown = critloop("show", "last").out
    assert "  C1 fails: It contains no TODO. — TODO in line 3" in shown
    assert "  C2 passes: It has at most 90 words." in shown


def test_before_the_first_evaluation_there_is_neither_status_nor_score(critloop: Commands) -> None:
    critloop.write("a.md", LONG)
    critloop.write("criteria.json", json.dumps(CRITERIA))
    fails = {"role": "critic", "fail": "no answer"}
    ran = critloop("polish", "a.md", "--criteria", "criteria.json", "--json", *both(critloop, fails, fails))
    assert ran.code == 13
    assert (ran.result["status"], ran.result["iterations"], ran.result["scores"]) == (None, 0, [])


def polished(commands: Commands, *more: str) -> Ran:
    turns = [evaluation(C1="TODO in line 3"), revised(SHORT), evaluation()]
    return commands("polish", "-", "--criteria", "criteria.json", *more, *both(commands, *turns))


def test_a_text_from_standard_input_goes_to_standard_output(piped: Commands) -> None:
    before = files_below(piped.project)
    ran = polished(piped)
    assert (ran.code, ran.out) == (0, SHORT)
    assert "approved: polish review" in ran.err
    assert files_below(piped.project) == before


def test_a_text_that_was_typed_is_not_asked_about(piped: Commands, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sys.stdin", Keyboard(io.BytesIO(LONG.encode())))
    monkeypatch.setattr("sys.stderr.isatty", lambda: True, raising=False)
    ran = polished(piped)
    assert (ran.code, ran.out, "[y/N]" in ran.err) == (0, SHORT, False)
    run = piped("runs", "--all").out.splitlines()[1].split()[0]
    assert "your file: has the result" in piped("show", run).out


def test_with_json_the_lines_go_to_standard_error(piped: Commands) -> None:
    ran = polished(piped, "--json")
    assert ran.out == SHORT
    lines = [json.loads(line) for line in ran.err.splitlines() if line.startswith("{")]
    assert lines[-1]["status"] == "CONVERGED"
    assert lines[0]["event"]["spec"]["root"].startswith(str(piped.data))


def test_at_the_cap_the_best_version_goes_to_standard_output(piped: Commands) -> None:
    ran = piped("polish", "-", "--criteria", "criteria.json", "--cap", "1", *both(piped, evaluation(C1="TODO")))
    assert (ran.code, ran.out) == (11, LONG)


def test_a_piped_text_is_private_and_leaves_nothing_where_the_run_does_not_come_about(piped: Commands) -> None:
    ran = piped("polish", "-", "--goal", "make it shine")
    assert ran.code == 2
    assert not (piped.data / "texts").exists()
    assert piped("runs", "--all").out == ""


def test_the_folder_of_a_piped_text_is_for_its_user_alone(piped: Commands) -> None:
    polished(piped)
    (folder,) = (piped.data / "texts").iterdir()
    assert Path(folder).stat().st_mode & 0o077 == 0


def test_standard_input_that_is_no_text_is_refused(critloop: Commands, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO(b"\xff\xfe")))
    ran = critloop("polish", "-", "--goal", "shorter")
    assert (ran.code, "standard input: not UTF-8 text" in ran.err) == (2, True)
