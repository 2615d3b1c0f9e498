"""Unified diffs, read and laid out."""

import difflib
import subprocess
from pathlib import Path

from hypothesis import given, settings
from hypothesis import strategies as st

from critloop.ui.presentation.diff import drop_common_returns, pairs, parse_diff
from critloop.ui.presentation.diff_pieces import diff_pieces
from critloop.ui.presentation.diff_words import changed_words
from critloop.ui.presentation.lines import Line

LINES = st.lists(
    st.sampled_from(["a", "b", "--- c", "+++ d", "@@ -1 +1 @@", "diff --git a/x b/x", "", "\\ e"]), max_size=25
)


def rows_text(text: str, *, width: int = 60, beside: bool = False, outside: tuple[str, ...] = ()) -> list[str]:
    pieces = diff_pieces(parse_diff(text), side_by_side=beside, outside=outside)
    lines: list[Line] = [line for piece in pieces for line in piece.lines(width)]
    return ["".join(part for part, _ in line).rstrip() for line in lines]


def git(folder: Path, *arguments: str) -> str:
    command = ["git", "-c", "user.name=t", "-c", "user.email=t@t", *arguments]
    return subprocess.run(command, cwd=folder, check=True, capture_output=True, text=True).stdout


@given(LINES, LINES)
@settings(max_examples=200, deadline=None)
def test_both_files_can_be_rebuilt_whatever_their_lines_look_like(old: list[str], new: list[str]) -> None:
    text = "\n".join(difflib.unified_diff(old, new, "a/f", "b/f", lineterm="", n=1000))
    rows = [row for file in parse_diff(text) for hunk in file.hunks for row in hunk.rows]
    if old != new:
        assert [row.text for row in rows if row.old is not None] == old
        assert [row.text for row in rows if row.new is not None] == new
        assert [row.old for row in rows if row.old is not None] == list(range(1, len(old) + 1))


def test_a_real_diff_of_git(tmp_path: Path) -> None:
    git(tmp_path, "init", "-q")
    (tmp_path / "ä b.md").write_text("# A\none\ntwo\n", encoding="utf-8")
    (tmp_path / "old.md").write_text("same\n" * 20)
    (tmp_path / "gone.md").write_text("x\n")
    (tmp_path / "bin").write_bytes(b"\0\1")
    git(tmp_path, "add", "-A")
    git(tmp_path, "commit", "-qm", "one")
    (tmp_path / "ä b.md").write_text("# A\none\n2", encoding="utf-8")
    (tmp_path / "old.md").rename(tmp_path / "new.md")
    (tmp_path / "gone.md").unlink()
    (tmp_path / "bin").write_bytes(b"\0\2")
    (tmp_path / "added.md").write_text("new\n")
    git(tmp_path, "add", "-A")
    files = {file.path: file for file in parse_diff(git(tmp_path, "diff", "--cached", "-M"))}
    assert set(files) == {"ä b.md", "new.md", "gone.md", "bin", "added.md"}
    assert files["new.md"].note == "renamed from old.md"
    assert files["gone.md"].note == "deleted"
    assert files["added.md"].note == "new file"
    assert files["bin"].note == "binary"
    kinds = [row.kind for row in files["ä b.md"].hunks[0].rows]
    assert kinds == ["same", "same", "removed", "added", "note"]


def test_rows_carry_numbers_and_signs() -> None:
    text = "--- a/f\n+++ b/f\n@@ -9,3 +9,3 @@ Storage\n same\n-old words here\n+new words here\n last\n"
    assert rows_text(text)[-5:] == [
        "@@ line 9 → 9 @@ Storage",
        " 9  9   same",
        "10    - old words here",
        "   10 + new words here",
        "11 11   last",
    ]


def test_side_by_side_a_removed_line_stands_beside_the_added_one() -> None:
    text = "--- a/f\n+++ b/f\n@@ -1,2 +1,3 @@\n-old\n+new\n+more\n last\n"
    assert rows_text(text, width=31, beside=True)[-3:] == [
        "1 - old        │ 1 + new",
        "               │ 2 + more",
        "2   last       │ 3   last",
    ]


def test_a_file_outside_the_unit_says_so() -> None:
    text = "--- a/f\n+++ b/f\n@@ -1 +1 @@\n-a\n+b\n"
    assert "outside the unit" in rows_text(text, outside=("f",))[0]
    assert "outside" not in rows_text(text, outside=("g",))[0]


def test_only_the_words_that_changed_are_marked() -> None:
    old, new = changed_words("the retry limit is 3", "the retry limit is five")
    assert ("3", "removed-word") in old
    assert ("five", "added-word") in new
    assert "".join(text for text, _ in new) == "the retry limit is five"


def test_lines_with_little_in_common_are_not_marked() -> None:
    assert changed_words("abc def", "something else entirely") == (
        (("abc def", ""),),
        (("something else entirely", ""),),
    )


def test_carriage_returns_are_shown_only_where_they_differ() -> None:
    mixed = parse_diff("--- a/f\n+++ b/f\n@@ -1 +1 @@\n-a\r\n+a\n")
    drop_common_returns(mixed)
    assert [row.text for row in mixed[0].hunks[0].rows] == ["a␍", "a"]
    same = parse_diff("--- a/f\n+++ b/f\n@@ -1 +1 @@\n-a\r\n+b\r\n")
    drop_common_returns(same)
    assert [row.text for row in same[0].hunks[0].rows] == ["a", "b"]


def test_pairs_of_uneven_runs() -> None:
    rows = parse_diff("--- a/f\n+++ b/f\n@@ -1,3 +1,2 @@\n-a\n-b\n+c\n d\n")[0].hunks[0].rows
    assert [(old and old.text, new and new.text) for old, new in pairs(rows)] == [("a", "c"), ("b", None), ("d", "d")]


def test_control_characters_in_a_diff_are_harmless() -> None:
    text = "--- a/f\x1b[2J\n+++ b/f\x1b[2J\n@@ -1 +1 @@ \x1b]0;x\x07\n-\x1b[31m\n+\x07\n"
    assert not set("".join(rows_text(text))) & {"\x1b", "\x07"}


def test_a_diff_that_is_cut_short_has_no_row_for_its_end() -> None:
    rows = parse_diff("--- a/f\n+++ b/f\n@@ -1,9 +1,9 @@\n-a\n+b\n")[0].hunks[0].rows
    assert [row.text for row in rows] == ["a", "b"]


def test_what_is_no_diff_has_no_files() -> None:
    assert parse_diff("") == []
    assert parse_diff("nothing\nto see\n") == []
