"""One file that can't be brought back, or should not be, blocks all of a result."""

import os
from collections.abc import Callable

import pytest

from critloop.model.errors import WorkspaceProblem
from critloop.workspace.copy import GitWorkCopy
from critloop.workspace.git import GitWorkspace
from tests.support.task_result import begin, work
from tests.support.user_repository import UserRepository, fingerprint, range_spec


@pytest.fixture
def user(user: UserRepository) -> UserRepository:
    begin(user)
    return user


def _edit_deleted(user: UserRepository) -> None:
    user.write("gone/here.md", "still needed\n")


def _delete_changed(user: UserRepository) -> None:
    (user.root / "nav.yml").unlink()


def _make_the_same(user: UserRepository) -> None:
    user.write("bin/pay", "mine\n")


def _folder_in_the_way(user: UserRepository) -> None:
    (user.root / "bin/pay").mkdir(parents=True)


def _file_in_the_way(user: UserRepository) -> None:
    user.write("bin", "a file\n")


def _linked_folder(user: UserRepository) -> None:
    (user.root.parent / "elsewhere").mkdir()
    (user.root / "bin").symlink_to(user.root.parent / "elsewhere")


def _linked_file(user: UserRepository) -> None:
    (user.root / "nav.yml").rename(user.root.parent / "elsewhere.yml")
    (user.root / "nav.yml").symlink_to(user.root.parent / "elsewhere.yml")


def _dangling(user: UserRepository) -> None:
    user.write("bin/x", "x")
    (user.root / "bin/pay").symlink_to("nowhere")


def _read_only(user: UserRepository) -> None:
    (user.root / "gone/here.md").chmod(0o444)


def _binary(user: UserRepository) -> None:
    user.write("nav.yml", b"\0binary\0")


@pytest.mark.parametrize(
    ("meanwhile", "said"),
    [
        (_edit_deleted, "here.md was changed since the run began, and the result deletes it"),
        (_delete_changed, "nav.yml was moved or deleted"),
        (_make_the_same, "pay was made since the run began"),
        (_folder_in_the_way, "pay is a folder"),
        (_file_in_the_way, "bin is a file"),
        (_linked_folder, "bin is a symlink"),
        (_linked_file, "nav.yml is a symlink now"),
        (_dangling, "pay is a symlink"),
        (_read_only, "here.md is read-only"),
        (_binary, "can't be merged"),
    ],
)
def test_one_file_that_can_not_be_changed_blocks_all(
    workspace: GitWorkspace, user: UserRepository, meanwhile: Callable[[UserRepository], None], said: str
) -> None:
    copy, origin = workspace.create(range_spec(user.root, user.head))
    work(copy)
    meanwhile(user)
    before = fingerprint(user.root)
    preview = copy.preview(origin)
    assert preview.mode == "blocked"
    assert said in preview.reason
    with pytest.raises(WorkspaceProblem):
        copy.bring_back(origin, preview, keep_branch=False)
    assert fingerprint(user.root) == before


def _make_link(copy: GitWorkCopy) -> None:
    (copy.folder / "link").symlink_to("/etc/passwd")


def _folder_of_file(copy: GitWorkCopy) -> None:
    (copy.folder / "nav.yml").unlink()
    copy.write("nav.yml/en.yml", b"x\n")


def _file_of_folder(copy: GitWorkCopy) -> None:
    (copy.folder / "gone/here.md").unlink()
    (copy.folder / "gone").rmdir()
    copy.write("gone", b"x\n")


def _latin_name(copy: GitWorkCopy) -> None:
    copy.write(os.fsdecode(b"caf\xe9.md"), b"x\n")


@pytest.mark.parametrize(
    ("result", "said"),
    [
        (_make_link, "changes the symlink link"),
        (_folder_of_file, "makes a folder of the file nav.yml"),
        (_file_of_folder, "makes a file of the folder gone"),
        (_latin_name, "not UTF-8"),
    ],
)
def test_a_result_that_is_more_than_files_is_blocked(
    workspace: GitWorkspace, user: UserRepository, result: Callable[[GitWorkCopy], None], said: str
) -> None:
    copy, origin = workspace.create(range_spec(user.root, user.head))
    result(copy)
    copy.commit("more than files")
    preview = copy.preview(origin)
    assert preview.mode == "blocked"
    assert said in preview.reason


@pytest.mark.parametrize("path", [".git/hooks/pre-commit", "sub/.GIT/config", "../outside.md", "git~1/config"])
def test_a_made_up_tree_leads_nowhere_but_into_files(workspace: GitWorkspace, user: UserRepository, path: str) -> None:
    copy, origin = workspace.create(range_spec(user.root, user.head))
    inside = UserRepository(copy.folder, init=False)
    entry = inside.git("hash-object", "-w", "--stdin", input=b"#!/bin/sh\n")
    for name in reversed(path.split("/")):
        kind, mode = ("blob", "100755") if path.endswith(name) else ("tree", "040000")
        entry = inside.git("mktree", input=f"{mode} {kind} {entry}\t{name}\n".encode())
    commit = inside.git("commit-tree", "-p", origin.seed, "-m", "made up", entry)
    inside.git("update-ref", "HEAD", commit)
    before = fingerprint(user.root.parent)
    preview = copy.preview(origin)
    assert preview.mode == "blocked"
    assert "no place for one" in preview.reason
    assert {path for path in fingerprint(user.root.parent) if "data/" not in path} == {
        path for path in before if "data/" not in path
    }
