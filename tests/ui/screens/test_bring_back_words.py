"""What the dashboard and the summary say of a result of one file, of many, and of one left as a branch."""

from pathlib import Path

import pytest

from critloop.cli.summary import summary
from critloop.loop.state import RunState
from critloop.model.workcopy import BringBackPreview, BroughtBack, BroughtFile
from critloop.ui.screens.bring_back import question_words
from tests.support.user_repository import spec_of

MANY = ("a.md", "b.md", "c.md", "d.md", "e.md", "f.md", "g.md")


def state_with(preview: BringBackPreview | None = None, done: BroughtBack | None = None) -> RunState:
    spec = spec_of(Path("/project"), "a.md")
    return RunState(spec=spec, version=1, created_at=0, changed_at=0, preview=preview, brought_back=done)


def file_line(state: RunState) -> str:
    return next(line for line in summary(state).splitlines() if line.startswith("your file"))


@pytest.mark.parametrize("mode", ["fast_forward", "write", "merge"])
def test_several_files_are_named_up_to_five(mode: str) -> None:
    preview = BringBackPreview(mode=mode, files=MANY)  # type: ignore[arg-type] # drawn from its values
    said = question_words(state_with(preview), preview)
    assert "Files in /project: a.md, b.md, c.md, d.md, e.md and 2 more" in said
    assert "your files" in said.lower()


def test_one_file_is_named_where_it_lies() -> None:
    preview = BringBackPreview(mode="write", files=("docs/new.md",))
    said = question_words(state_with(preview), preview)
    assert "File: /project/docs/new.md" in said
    assert "written to your file" in said


def test_a_branch_is_said_to_touch_no_file() -> None:
    preview = BringBackPreview(mode="branch")
    said = question_words(state_with(preview), preview)
    assert "as branch critloop/run1. No file of yours is touched." in said
    assert "File" not in said.replace("No file", "")


def test_the_summary_speaks_of_as_many_files_as_there_are() -> None:
    files = tuple(BroughtFile(path=path) for path in MANY)
    done = BroughtBack(mode="write", before_hash="", after_hash="", backup="t", files=files)
    assert file_line(state_with(done=done)) == "your files: have the result"
    assert file_line(state_with(done=done.but({"files": files[:1]}))) == "your file: has the result"
    preview = BringBackPreview(mode="merge", files=MANY)
    assert file_line(state_with(preview)).startswith("your files: as they were; one of them changed since")
    left = BroughtBack(mode="branch", before_hash="", after_hash="", backup="", branch="critloop/run1")
    assert file_line(state_with(done=left)) == "your file: as it was; branch critloop/run1 holds the commits"
