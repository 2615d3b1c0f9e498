"""A result on a commit that the user does not stand on is left as a branch."""

from pathlib import Path

import pytest

from critloop.model.errors import WorkspaceProblem
from critloop.model.workcopy import Origin
from critloop.workspace.copy import GitWorkCopy
from critloop.workspace.git import GitWorkspace
from tests.support.task_result import SUBJECT, accept, begin, files
from tests.support.user_repository import UserRepository, range_spec


@pytest.fixture
def user(user: UserRepository) -> UserRepository:
    begin(user)
    return user


@pytest.fixture
def apart(workspace: GitWorkspace, user: UserRepository) -> tuple[GitWorkCopy, Origin]:
    """A run on a branch that the user does not stand on, with a result."""
    base = user.head
    user.git("checkout", "--quiet", "-b", "topic")
    topic = user.commit("Topic", **{"topic.py": "x = 1\n"})
    user.git("checkout", "--quiet", "main")
    copy, origin = workspace.create(range_spec(user.root, base, topic))
    copy.write("topic.py", b"x = 2\n")
    copy.commit("Fix")
    return copy, origin


def test_a_result_on_another_commit_is_left_as_a_branch(
    apart: tuple[GitWorkCopy, Origin], user: UserRepository
) -> None:
    copy, origin = apart
    user.write(SUBJECT, "edited\n")
    before, status = files(user.root), user.git("status", "--porcelain=v2", "--branch")
    preview = copy.preview(origin)
    assert (preview.mode, preview.branch, preview.files) == ("branch", None, ())
    assert "-x = 1\n+x = 2\n" in preview.diff
    assert "critloop" not in user.git("for-each-ref")
    result = copy.bring_back(origin, preview, keep_branch=True)
    assert (result.mode, result.branch, result.new_head) == ("branch", "critloop/run1", copy.head)
    assert user.git("rev-parse", "critloop/run1~1") == user.git("rev-parse", "topic")
    assert (files(user.root), user.git("status", "--porcelain=v2", "--branch")) == (before, status)
    assert copy.bring_back(origin, preview, keep_branch=True) == result
    copy.take_back(origin, result)
    assert "critloop" not in user.git("for-each-ref")
    copy.take_back(origin, result)


@pytest.mark.parametrize("why", ["moved on", "checked out"])
def test_a_branch_that_somebody_uses_is_not_taken_away(
    apart: tuple[GitWorkCopy, Origin], user: UserRepository, tmp_path: Path, why: str
) -> None:
    copy, origin = apart
    result = accept(copy, origin)
    user.git("worktree", "add", "--quiet", str(tmp_path / "tree"), "critloop/run1")
    if why == "moved on":
        UserRepository(tmp_path / "tree", init=False).commit("More")
    tip = user.git("rev-parse", "critloop/run1")
    with pytest.raises(WorkspaceProblem, match=why):
        copy.take_back(origin, result)
    assert user.git("rev-parse", "critloop/run1") == tip


def test_a_branch_in_the_way_blocks(apart: tuple[GitWorkCopy, Origin], user: UserRepository) -> None:
    copy, origin = apart
    user.git("branch", "critloop")
    preview = copy.preview(origin)
    assert preview.mode == "blocked"
    assert "critloop is in the way" in preview.reason


def test_no_change_leaves_no_branch(workspace: GitWorkspace, user: UserRepository) -> None:
    base = user.head
    user.commit("Later", **{"x.md": "x\n"})
    copy, origin = workspace.create(range_spec(user.root, base, base))
    assert (origin.apart, copy.preview(origin).mode) == (True, "nothing")
