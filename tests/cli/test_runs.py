"""Runs after they were started: listed, shown, decided, resumed, exported, taken out again."""

import json
from collections.abc import Iterator
from pathlib import Path

import msgspec
import pytest

from critloop.cli.opening import open_store
from critloop.export.shapes import ResultJson
from critloop.journal.sqlite import SqliteJournal
from tests.support.commands import Commands
from tests.support.user_repository import UserRepository

AUTHORS = "# Title\n\nText.\n\n## Storage\n"
BOTH = "# Title\n\nText.\n\n## Storage\n\n## Code\n\n```\ncode\n"


@pytest.fixture
def waiting(critloop: Commands) -> str:
    """A run that waits at a gate, with a commit of its maker."""
    critloop.write("s.md", BOTH)
    ran = critloop("spec", "s.md", "--json")
    assert ran.code == 12
    return str(ran.result["run"])


def test_runs_are_listed_with_where_they_stand(critloop: Commands, waiting: str) -> None:
    header, row = critloop("runs").out.splitlines()
    assert header.split() == ["RUN", "LOOP", "STANDING", "ROUNDS", "CHANGED", "SUBJECT"]
    assert row.split()[:7] == [waiting, "spec", "waiting:", "needs", "the", "author", "2"]
    assert row.endswith("s.md")


def test_runs_of_other_projects_are_listed_on_request(critloop: Commands, waiting: str) -> None:
    other = critloop.write("elsewhere/here.txt", "").parent
    UserRepository(other)
    with pytest.MonkeyPatch.context() as patch:
        patch.chdir(other)
        assert "1 elsewhere: critloop runs --all" in critloop("runs").err
        assert str(critloop.project / "s.md") in critloop("runs", "--all").out
        assert waiting in critloop("show", waiting[:5]).out
        refused = critloop("show", "last")
        assert refused.code == 2
        assert f"no run of {other}" in refused.err


def test_a_project_below_does_not_hide_its_runs(critloop: Commands, waiting: str) -> None:
    assert waiting in critloop("runs").out


def test_show_gives_the_result_by_any_beginning_of_the_id(critloop: Commands, waiting: str) -> None:
    text = critloop("show", waiting[:4])
    assert text.code == 0
    assert "needs the author" in text.out
    printed = critloop("show", "last", "--json").result
    assert msgspec.convert(printed, ResultJson).data() == printed
    assert printed["run"] == waiting


def test_a_decision_goes_on_with_the_run(critloop: Commands, waiting: str) -> None:
    ran = critloop("decide", waiting, "approve", "--reason", "storage comes later", "--json")
    assert ran.code == 10
    kinds = [line["event"]["kind"] for line in ran.lines[:-1]]
    assert kinds[0] == "gate_decided"
    assert kinds[-1] == "run_finished"
    assert (critloop.project / "s.md").read_text().endswith("code\n```\n")


def test_an_approval_needs_a_reason(critloop: Commands, waiting: str) -> None:
    ran = critloop("decide", waiting, "approve")
    assert ran.code == 2
    assert "--reason" in ran.err
    assert critloop("show", waiting).out.startswith("waiting")


def test_a_gate_is_answered_once(critloop: Commands, waiting: str) -> None:
    assert critloop("decide", waiting, "abort").code == 15
    assert critloop("decide", waiting, "abort").code == 2
    assert (critloop.project / "s.md").read_text() == BOTH


def test_guidance_reaches_the_maker(critloop: Commands, waiting: str) -> None:
    ran = critloop("decide", waiting, "continue:2", "--guidance", "say where it is stored", "--json")
    prompts = [line["event"]["prompt"] for line in ran.lines[:-1] if line["event"].get("role") == "maker"]
    assert "say where it is stored" in prompts[0]


@pytest.fixture
def held(critloop: Commands, waiting: str) -> Iterator[str]:
    """The run, while another process is advancing it."""
    with critloop.start("--version"):
        pass
    journal = SqliteJournal(critloop.data / "critloop.db")
    lease = journal.lease(waiting)
    yield waiting
    lease.release()
    journal.close()


def test_a_decision_on_a_run_that_another_process_holds_is_left_to_it(critloop: Commands, held: str) -> None:
    ran = critloop("decide", held, "abort")
    assert ran.code == 0
    assert f"goes on with run {held}" in ran.err


def test_a_run_that_another_process_holds_is_not_resumed(critloop: Commands, held: str) -> None:
    ran = critloop("resume", held, "--headless")
    assert ran.code == 1
    assert "is being advanced by" in ran.err
    ran = critloop("resume", held, "--json", "--on-gate", "abort")
    assert ran.code == 1
    assert (ran.result["schema"], ran.result["run"]) == ("critloop.result/1", held)
    assert ran.result["gate"] is not None


def test_resuming_a_run_that_has_ended_shows_how(critloop: Commands, waiting: str) -> None:
    critloop("decide", waiting, "abort")
    ran = critloop("resume", waiting, "--headless")
    assert ran.code == 15
    assert ran.out.startswith("aborted")


def test_resuming_can_decide_too(critloop: Commands, waiting: str) -> None:
    ran = critloop("resume", waiting, "--json", "--on-gate", "approve", "--reason", "fine")
    assert ran.code == 10


def test_what_was_not_brought_back_cannot_be_undone(critloop: Commands, waiting: str) -> None:
    assert critloop("undo", waiting).code == 2


def test_undo_refuses_when_the_file_has_changed_since(critloop: Commands, waiting: str) -> None:
    critloop("decide", waiting, "approve", "--reason", "fine")
    critloop.write("s.md", "my own text\n")
    assert critloop("undo", waiting).code == 2
    assert (critloop.project / "s.md").read_text() == "my own text\n"


def test_a_run_is_exported_as_a_page(critloop: Commands, waiting: str) -> None:
    page = critloop("export", waiting, "--format", "md").out
    assert page.startswith("# Spec review of s.md\n")
    assert "- Outcome: waiting" in page
    assert "## Findings\n\n### F" in page
    assert "## Decisions\n\n- Waiting: needs the author" in page


def test_a_run_is_exported_as_data(critloop: Commands, waiting: str) -> None:
    target = critloop.project / "run.json"
    assert critloop("export", waiting, "--format", "json", "-o", target).code == 0
    whole = json.loads(target.read_text())
    assert whole["schema"] == "critloop.export/1"
    assert whole["result"]["run"] == waiting
    assert [line["seq"] for line in whole["events"]] == list(range(1, len(whole["events"]) + 1))


def test_an_export_that_cannot_be_written_is_refused(critloop: Commands, waiting: str) -> None:
    ran = critloop("export", waiting, "--format", "md", "-o", "nowhere/run.md")
    assert ran.code == 2
    assert "nowhere/run.md: can't write it" in ran.err


def test_without_a_terminal_the_bare_command_lists_runs(critloop: Commands, waiting: str) -> None:
    ran = critloop()
    assert ran.code == 0
    assert waiting in ran.out


def test_an_export_never_replaces_a_file(critloop: Commands, waiting: str) -> None:
    subject = critloop.project / "s.md"
    before = subject.read_bytes()
    refused = critloop("export", waiting, "--format", "md", "-o", "s.md")
    assert refused.code == 2
    assert "s.md: exists already" in refused.err
    assert subject.read_bytes() == before
    assert critloop("export", waiting, "--format", "md", "-o", "new.md").code == 0
    assert "needs the author" in (critloop.project / "new.md").read_text()


def test_a_run_that_nobody_holds_is_called_interrupted_and_told_how_to_go_on(critloop: Commands) -> None:
    critloop.write("t.md", "# T\n\nText.\n")
    store = open_store()
    run = store.create(store.new_spec("spec", critloop.project / "t.md"))
    assert "interrupted" in critloop("runs").out
    lease = store.journal.lease(run)
    assert "running" in critloop("runs").out
    lease.release()
    refused = critloop("decide", run, "abort")
    assert f"critloop resume {run}" in refused.err
    store.close()


def test_the_result_says_where_the_work_copy_is(critloop: Commands, waiting: str) -> None:
    line = next(line for line in critloop("show", waiting).out.splitlines() if line.startswith("work copy: "))
    assert (Path(line.removeprefix("work copy: ")) / "s.md").is_file()
