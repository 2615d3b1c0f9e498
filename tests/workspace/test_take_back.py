"""``critloop undo``, and the branch that a run can leave behind."""

import subprocess
from pathlib import Path

import pytest

from critloop.model.errors import WorkspaceProblem
from critloop.model.workcopy import BroughtBack, Origin
from critloop.workspace.copy import GitWorkCopy
from critloop.workspace.git import GitWorkspace
from tests.support.user_repository import TEXT, UserRepository, fingerprint, plain_environment, spec_of

SUBJECT = "docs/pay.md"


@pytest.fixture
def made(workspace: GitWorkspace, user: UserRepository) -> tuple[GitWorkCopy, Origin]:
    copy, origin = workspace.create(spec_of(user.root, SUBJECT))
    (copy.folder / SUBJECT).write_text("fixed\n")
    copy.commit("fix", [SUBJECT])
    return copy, origin


@pytest.fixture
def result(made: tuple[GitWorkCopy, Origin]) -> BroughtBack:
    copy, origin = made
    return copy.bring_back(origin, copy.preview(origin), keep_branch=False)


def test_a_fast_forward_is_taken_back_with_other_edits_in_place(
    made: tuple[GitWorkCopy, Origin], result: BroughtBack, user: UserRepository
) -> None:
    copy, origin = made
    user.write("src/pay.py", "later\n")
    user.git("add", "src/pay.py")
    copy.take_back(origin, result)
    assert user.head == origin.head
    assert (user.root / SUBJECT).read_text() == TEXT
    assert user.git("status", "--porcelain") == "M  src/pay.py"


@pytest.mark.parametrize("later", ["edited", "staged", "committed", "switched", "deleted"])
def test_later_work_is_never_lost(
    made: tuple[GitWorkCopy, Origin], result: BroughtBack, user: UserRepository, later: str
) -> None:
    copy, origin = made
    match later:
        case "edited":
            user.write(SUBJECT, "edited later\n")
        case "staged":
            user.write(SUBJECT, "staged later\n")
            user.git("add", SUBJECT)
            user.write(SUBJECT, "fixed\n")
        case "committed":
            user.commit("Later", **{"x.md": "x\n"})
        case "switched":
            user.git("checkout", "--quiet", "-b", "other")
        case _:
            (user.root / SUBJECT).unlink()
    before = fingerprint(user.root)
    with pytest.raises(WorkspaceProblem) as caught:
        copy.take_back(origin, result)
    assert fingerprint(user.root) == before
    assert result.backup in caught.value.remedy
    command = caught.value.remedy.rpartition("the text from before: ")[2]
    done = subprocess.run(["sh", "-c", command], env=plain_environment(), capture_output=True, check=True)
    assert done.stdout == TEXT.encode()


def test_it_can_be_brought_back_again_after_an_undo(
    made: tuple[GitWorkCopy, Origin], result: BroughtBack, user: UserRepository
) -> None:
    copy, origin = made
    copy.take_back(origin, result)
    again = copy.bring_back(origin, copy.preview(origin), keep_branch=False)
    assert again.new_head == result.new_head
    copy.take_back(origin, again)
    assert user.head == origin.head


def test_a_branch_is_left_when_it_is_wanted(made: tuple[GitWorkCopy, Origin], user: UserRepository) -> None:
    copy, origin = made
    result = copy.bring_back(origin, copy.preview(origin), keep_branch=True)
    assert result.branch == "critloop/run1"
    assert user.git("rev-parse", "critloop/run1") == copy.head
    assert not (user.root / ".git/FETCH_HEAD").exists()
    assert user.git("remote") == ""


def test_publishing_follows_the_run_and_touches_nothing_else(
    made: tuple[GitWorkCopy, Origin], user: UserRepository
) -> None:
    copy, origin = made
    status = user.git("status", "--porcelain=v2", "--branch")
    assert copy.publish(origin) == "critloop/run1"
    (copy.folder / SUBJECT).write_text("fixed again\n")
    copy.commit("fix again", [SUBJECT])
    assert copy.publish(origin) == "critloop/run1"
    assert user.git("rev-parse", "critloop/run1") == copy.head
    assert user.git("status", "--porcelain=v2", "--branch") == status
    user.git("fsck", "--strict")


@pytest.mark.parametrize("branch", ["critloop", "critloop/run1", "critloop/run1/deeper"])
def test_a_clash_of_branch_names_is_told_before_anything_is_done(
    made: tuple[GitWorkCopy, Origin], user: UserRepository, branch: str
) -> None:
    copy, origin = made
    user.git("checkout", "--quiet", "-b", branch)
    user.commit("Theirs", **{"x.md": "x\n"})
    user.git("checkout", "--quiet", "main")
    before = fingerprint(user.root)
    with pytest.raises(WorkspaceProblem, match=branch) as caught:
        copy.publish(origin)
    assert "git branch -m" in caught.value.remedy
    with pytest.raises(WorkspaceProblem):
        copy.bring_back(origin, copy.preview(origin), keep_branch=True)
    assert fingerprint(user.root) == before


def test_outside_a_repository_no_branch_can_be_left(workspace: GitWorkspace, tmp_path: Path) -> None:
    folder = tmp_path / "loose"
    folder.mkdir()
    (folder / "a.md").write_text("a\n")
    copy, origin = workspace.create(spec_of(folder, "a.md"))
    (copy.folder / "a.md").write_text("b\n")
    copy.commit("fix")
    with pytest.raises(WorkspaceProblem, match="no repository"):
        copy.publish(origin)
    assert copy.bring_back(origin, copy.preview(origin), keep_branch=True).branch is None


def test_a_written_text_that_was_edited_since_stays(workspace: GitWorkspace, user: UserRepository) -> None:
    user.write(SUBJECT, "draft\n")
    copy, origin = workspace.create(spec_of(user.root, SUBJECT))
    (copy.folder / SUBJECT).write_text("fixed\n")
    copy.commit("fix", [SUBJECT])
    result = copy.bring_back(origin, copy.preview(origin), keep_branch=False)
    user.write(SUBJECT, "fixed\nand more\n")
    with pytest.raises(WorkspaceProblem, match="was edited since"):
        copy.take_back(origin, result)
    assert (user.root / SUBJECT).read_text() == "fixed\nand more\n"
