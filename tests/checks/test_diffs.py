"""The new side of a patch, and the files that a requirement names."""

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from critloop.checks.catalogue import BY_ID, CHECKS
from critloop.checks.diffs.patches import new_side, old_text
from critloop.checks.diffs.planned import named_files
from critloop.checks.diffs.syntax import broken
from critloop.checks.run import check_text
from critloop.model.finding import Location
from critloop.model.material import FilePatch
from tests.support.loop_turns import patch, write_files

LINES = st.lists(st.sampled_from(["a", "b", "", "+++ b/x", "--- a/x", "@@ -1 +1 @@", "diff --git a/x b/x", "\\ No"]))


@given(LINES, LINES)
def test_the_new_side_has_the_lines_of_the_file_at_their_numbers(old: list[str], new: list[str]) -> None:
    before, after = ("".join(f"{line}\n" for line in lines) for lines in (old, new))
    side = new_side(patch("x", before, after))
    assert all(new[number - 1] == line for number, line in side.lines.items())
    assert set(side.added) <= side.lines.keys()
    kept = [line for number, line in enumerate(new, start=1) if number not in side.added]
    assert len(kept) <= len(old)
    assert side.place >= 1


@given(LINES, LINES)
def test_the_old_side_comes_back_from_the_new_one_and_the_patch(old: list[str], new: list[str]) -> None:
    before, after = ("".join(f"{line}\n" for line in lines) for lines in (old, new))
    assert old_text(patch("x", before, after), after) == before
    assert old_text(patch("x", before, f"{after}z\n"), "other\n") is None


def test_lines_that_the_patch_does_not_show_are_empty_in_its_document() -> None:
    before = "".join(f"{number}\n" for number in range(1, 31))
    side = new_side(patch("x", before, before.replace("20\n", "twenty\n")))
    document = side.document
    assert side.added == (20,)
    assert [document.source.line(number) for number in (1, 16, 17, 20, 23, 24)] == ["", "", "17", "twenty", "23", ""]


@pytest.mark.parametrize(
    ("hunk", "place"),
    [("@@ -5,2 +4,0 @@\n-a\n-b\n", 4), ("@@ -1,2 +0,0 @@\n-a\n-b\n", 1), ("", 1), ("@@ -3 +3 @@\n-a\n+b\n", 3)],
)
def test_a_file_has_a_place_even_where_nothing_is_added(hunk: str, place: int) -> None:
    assert new_side(FilePatch(path="x", status="modified", patch=f"diff --git a/x b/x\n{hunk}")).place == place


def test_carriage_returns_are_no_part_of_a_line() -> None:
    side = new_side(FilePatch(path="x", status="added", patch="@@ -0,0 +1,2 @@\n+a\r\n+b\r\n"))
    assert side.lines == {1: "a", 2: "b"}


def test_checks_of_diffs_are_not_run_on_texts_and_have_names_that_can_be_switched_off() -> None:
    own = [check.id for check in CHECKS if "task" in check.loops]
    assert own == ["conflict", "syntax", "debugging", "unwritten", "test-alone", "test-assertless", "todo-comment"]
    assert all(BY_ID[name].loops == {"task", "branch"} for name in own)
    assert check_text("Write breakpoint().\n\ndebugger;\n", loop="spec", disabled=["debugging"]) == ()


OLD, NEW = "x = 1\n", "x = 2\n"


@pytest.mark.parametrize(
    ("requirement", "statuses"),
    [
        ("- Create: `src/a.py`", ["touched"]),
        ("- Modify: `a.py:1-20`", ["touched"]),
        ("- Modify: `src/`", ["touched"]),
        ("- Create: `src/new.py`", ["missing"]),
        ("- Modify: `src/there.py`", ["missing"]),
        ("**Files:**\n- `src/there.py`", ["unsure"]),
        ("- Create: `src/there.py`", ["unsure"]),
        ("- Test: `tests/test_there.py`", ["unsure"]),
        ("- Test: `tests/test_none.py`", ["missing"]),
        ("- Delete: `src/gone.py`", ["touched"]),
        ("- Delete: `src/there.py`", ["missing"]),
        ("- Delete: `src/a.py`", ["missing"]),
        ("- Delete: `src/never.py`", ["unsure"]),
        ("- Create: `src/{x}*.py`", ["unsure"]),
        ("- Rename: `src/gone.py` → `src/a.py`", ["touched", "touched"]),
        ("```\n- Create: `src/new.py`\n```", []),
        ("The client in src/there.py retries.", []),
    ],
)
def test_a_named_file_is_touched_missing_or_for_somebody_else_to_tell(
    tmp_path: Path, requirement: str, statuses: list[str]
) -> None:
    write_files(tmp_path, {"src/a.py": NEW, "src/there.py": OLD, "tests/test_there.py": OLD})
    files = [patch("src/a.py", OLD, NEW), patch("src/gone.py", OLD, None)]
    named = named_files(f"### Task 1: Do it\n\n{requirement}\n", files, tmp_path)
    assert [one.status for one in named] == statuses
    assert all(one.reason for one in named if one.status != "touched")
    assert all(one.place != Location() for one in named if one.status == "touched")


@pytest.mark.parametrize(
    ("path", "text", "line"),
    [
        ("a.py", "x = 1\ndef f(:\n    pass\n", 2),
        ("a.pyi", "class A\n", 1),
        ("a.py", 'print "x"\n', 1),
        ("a.json", '{\n  "a": \n}\n', 3),
        ("a.json", '{"a": 1} {"b": 2}\n', 1),
        ("a.toml", "[a]\nb = \n", 2),
        ("tests/test_invalid.py", "def f(:\n", 1),
    ],
)
def test_a_file_that_its_language_cannot_read_is_broken_at_a_line(path: str, text: str, line: int) -> None:
    found = broken(path, text)
    assert found is not None
    assert found.line == line
    assert found.words


@pytest.mark.parametrize(
    ("path", "text"),
    [
        ("a.py", "x = 1\n"),
        ("a.py", "x = '\\d'\n"),
        ("a.py", "#!/usr/bin/env python2\nprint 'x'\n"),
        ("a.py", "type Name = str\n"),
        ("a.py", "def first[T](items: list[T]) -> T:\n    return items[0]\n"),
        ("a.py", "x = f'{y['a']}'\n"),
        ("a.py", "try:\n    pass\nexcept ValueError, KeyError:\n    pass\n"),
        ("{{cookiecutter.name}}/a.py", "import {{cookiecutter.name}}\n"),
        ("a.json", '{\n  // why\n  "u": "http://x", /* so */\n  "a": [1, 2,],\n}\n'),
        ("a.json", '{"a": 1}\n{"a": 2}\n'),
        ("a.json", '{"a": {% if x %}1{% endif %}}\n'),
        ("a.toml", "a = 1\n"),
        ("tests/data/invalid.json", "{\n"),
        ("a.yaml", "a: [\n"),
    ],
)
def test_what_another_reader_may_well_accept_is_not_called_broken(path: str, text: str) -> None:
    assert broken(path, text) is None
