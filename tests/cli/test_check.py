"""``check``: which documents, what is printed, which exit, and what ``--fix`` does to a file."""

import json
import stat
from pathlib import Path

import msgspec
import pytest

from critloop.export.shapes import CheckJson
from tests.support.commands import Commands
from tests.support.user_repository import UserRepository

CLEAN = "# Title\n\nAll is said.\n"
EMPTY_SECTION = "# Title\n\nText.\n\n## Storage\n"
SHORT_ROW = "# Title\n\n| a | b |\n| - | - |\n| 1 |\n"
SKIPPED = "# Title\n\nText.\n\n### Deep\n\nText.\n"


def test_a_clean_document_gives_nothing(critloop: Commands) -> None:
    critloop.write("a.md", CLEAN)
    ran = critloop("check", "a.md")
    assert (ran.code, ran.out) == (0, "")


def test_a_finding_is_a_line_that_an_editor_can_follow(critloop: Commands) -> None:
    critloop.write("a.md", EMPTY_SECTION)
    ran = critloop("check", "a.md")
    assert ran.code == 1
    assert ran.out.startswith("a.md:5: HIGH empty-section: ")


@pytest.mark.parametrize(("level", "code"), [("high", 0), ("medium", 0), ("low", 1)])
def test_fail_on_sets_the_exit_and_nothing_else(critloop: Commands, level: str, code: int) -> None:
    critloop.write("a.md", SKIPPED)
    ran = critloop("check", "a.md", "--fail-on", level)
    assert ran.code == code
    assert "heading-level" in ran.out


def test_json_is_as_published(critloop: Commands) -> None:
    critloop.write("docs/a.md", EMPTY_SECTION + "\n" + SHORT_ROW)
    ran = critloop("check", "docs", "--format", "json")
    printed = ran.lines[0]
    assert msgspec.convert(printed, CheckJson).data() == printed
    by_check = {finding["check"]: finding for finding in printed["findings"]}
    assert by_check["empty-section"]["fixable"] is False
    assert by_check["empty-section"]["unit"] == str(Path("docs", "a.md"))
    assert by_check["empty-section"]["evidence"]["status"] == "verified"


def test_a_folder_is_searched_without_what_git_ignores(critloop: Commands) -> None:
    repository = UserRepository(critloop.project)
    repository.commit(**{"kept.md": EMPTY_SECTION, ".gitignore": "out/\n"})
    critloop.write("new file.md", EMPTY_SECTION)
    critloop.write("out/built.md", EMPTY_SECTION)
    critloop.write("note.txt", EMPTY_SECTION)
    ran = critloop("check", ".", "--format", "json")
    assert [finding["unit"] for finding in ran.lines[0]["findings"]] == ["kept.md", "new file.md"]


def test_a_folder_outside_a_repository_is_searched_without_hidden_folders(critloop: Commands) -> None:
    critloop.write("a/b/deep.md", EMPTY_SECTION)
    critloop.write(".cache/x.md", EMPTY_SECTION)
    critloop.write("node_modules/m/README.md", EMPTY_SECTION)
    ran = critloop("check", critloop.project)
    assert ran.code == 1
    assert ran.out.count("empty-section") == 1


def test_a_file_that_is_named_twice_is_checked_once(critloop: Commands) -> None:
    critloop.write("a.md", EMPTY_SECTION)
    assert critloop("check", "a.md", ".", critloop.project / "a.md").out.count("empty-section") == 1


def test_any_size_is_taken(critloop: Commands) -> None:
    critloop.write("critloop.toml", "[loops.spec]\nmax_bytes = 10\n")
    critloop.write("a.md", CLEAN)
    assert critloop("check", "a.md").code == 0


@pytest.mark.parametrize("name", ["gone.md", "folder"])
def test_a_path_with_no_document_is_an_error(critloop: Commands, name: str) -> None:
    (critloop.project / "folder").mkdir()
    ran = critloop("check", name)
    assert ran.code == 2
    assert ran.err.startswith(f"critloop: {name}: no ")


def test_one_unreadable_document_does_not_hide_the_others(critloop: Commands) -> None:
    critloop.write("a.md", EMPTY_SECTION)
    critloop.write("b.md", b"\xff\xfe\x00binary")
    ran = critloop("check", ".")
    assert ran.code == 2
    assert "empty-section" in ran.out
    assert "b.md" in ran.err


def test_fix_repairs_in_place_and_keeps_line_ends_mark_and_mode(critloop: Commands) -> None:
    path = critloop.write("a.md", b"\xef\xbb\xbf" + SHORT_ROW.replace("\n", "\r\n").encode())
    path.chmod(0o640)
    ran = critloop("check", "a.md", "--fix")
    fixed = path.read_bytes()
    assert ran.code == 0
    assert fixed.startswith(b"\xef\xbb\xbf# Title\r\n")
    assert fixed.count(b"\n") == fixed.count(b"\r\n")
    assert stat.S_IMODE(path.stat().st_mode) == 0o640
    assert critloop("check", "a.md").code == 0


def test_fix_follows_a_link_and_leaves_nothing_beside_the_file(critloop: Commands) -> None:
    target = critloop.write("real/a.md", SHORT_ROW)
    (critloop.project / "a.md").symlink_to(target)
    critloop("check", "a.md", "--fix")
    assert (critloop.project / "a.md").is_symlink()
    assert target.read_text() != SHORT_ROW
    assert [path.name for path in target.parent.iterdir()] == ["a.md"]


def test_fix_leaves_a_file_that_is_marked_read_only(critloop: Commands) -> None:
    path = critloop.write("a.md", SHORT_ROW)
    path.chmod(0o444)
    ran = critloop("check", "a.md", "--fix")
    assert ran.code == 2
    assert "a.md: read-only" in ran.err
    assert path.read_text() == SHORT_ROW


def test_fix_leaves_what_only_the_author_can_settle(critloop: Commands) -> None:
    path = critloop.write("a.md", EMPTY_SECTION)
    ran = critloop("check", "a.md", "--fix")
    assert ran.code == 1
    assert path.read_text() == EMPTY_SECTION


def test_a_disabled_check_is_left_out(critloop: Commands) -> None:
    critloop.write("critloop.toml", '[checks]\ndisable = ["empty-section"]\n')
    critloop.write("a.md", EMPTY_SECTION)
    assert critloop("check", "a.md").code == 0


def test_disabling_a_check_that_does_not_exist_names_the_line(critloop: Commands) -> None:
    critloop.write("critloop.toml", '[checks]\ndisable = ["empty-sections"]\n')
    critloop.write("a.md", EMPTY_SECTION)
    ran = critloop("check", "a.md")
    assert ran.code == 2
    assert "critloop.toml:2: checks.disable: no check is called 'empty-sections'" in ran.err
    assert "'empty-section'" in ran.err


def test_text_cannot_drive_the_terminal(critloop: Commands) -> None:
    critloop.write("a.md", "# T\n\nx\n\n## \x1b[2J\x1b]0;owned\x07evil\n")
    ran = critloop("check", "a.md")
    assert "evil" in ran.out
    assert "\x1b" not in ran.out
    assert "\x1b" not in json.dumps(critloop("check", "a.md", "--format", "json").out)
