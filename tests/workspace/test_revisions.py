"""What a revision means before a run exists, and why one can't be used, in plain words."""

from collections.abc import Callable
from pathlib import Path

import pytest

from critloop.model.errors import UsageProblem
from critloop.workspace import revisions
from tests.support.user_repository import UserRepository, fingerprint


@pytest.fixture
def begun(user: UserRepository) -> str:
    """The first commit; ``main`` is one further, ``topic`` is checked out and one from the first."""
    first = user.head
    user.git("tag", "-a", "v1", "-m", "one")
    user.git("checkout", "--quiet", "-b", "topic")
    user.commit("On the topic", **{"topic.md": "x\n"})
    user.git("checkout", "--quiet", "main")
    user.commit("On main", **{"main.md": "x\n"})
    user.git("checkout", "--quiet", "topic")
    return first


def test_a_revision_of_any_kind_is_its_commit(user: UserRepository, begun: str) -> None:
    for rev in (begun, begun[:8], "v1", "main~1", "topic^", "HEAD~"):
        assert revisions.resolve(user.root, rev) == begun
    assert revisions.resolve(user.root / "docs", "HEAD") == user.head


def test_ancestors_are_told_from_others(user: UserRepository, begun: str) -> None:
    assert revisions.is_ancestor(user.root, begun, "topic")
    assert revisions.is_ancestor(user.root, "topic", "topic")
    assert not revisions.is_ancestor(user.root, "main", "topic")


def test_the_base_of_a_branch_is_where_it_left_the_default_branch(user: UserRepository, begun: str) -> None:
    assert revisions.default_branch(user.root) == "main"
    assert revisions.merge_base_with_default(user.root, "HEAD") == begun


def test_the_default_branch_is_the_one_that_origin_names(user: UserRepository, begun: str, tmp_path: Path) -> None:
    user.git("branch", "trunk", begun)
    clone = UserRepository(tmp_path / "clone", init=False)
    user.git("symbolic-ref", "HEAD", "refs/heads/trunk")
    user.git("clone", "--quiet", str(user.root), str(clone.root))
    clone.git("checkout", "--quiet", "-b", "mine", "origin/topic")
    assert revisions.default_branch(clone.root) == "origin/trunk"
    assert revisions.merge_base_with_default(clone.root, "mine") == begun


@pytest.mark.parametrize("name", ["master", "trunk"])
def test_without_origin_it_is_master_or_what_git_is_set_to(user: UserRepository, name: str) -> None:
    user.git("branch", "-m", "main", name)
    user.git("config", "init.defaultBranch", "trunk")
    assert revisions.default_branch(user.root) == name


def test_an_empty_range_is_one_without_changes_and_without_edits(user: UserRepository, begun: str) -> None:
    assert not revisions.range_is_empty(user.root, begun, "topic")
    assert revisions.range_is_empty(user.root, "topic", "topic")
    assert revisions.range_is_empty(user.root, "HEAD", None)
    user.write("draft.md", "x\n")
    assert not revisions.range_is_empty(user.root, "HEAD", None)
    assert revisions.range_is_empty(user.root, "HEAD", "HEAD")


def test_commits_that_cancel_out_are_an_empty_range(user: UserRepository) -> None:
    base = user.head
    user.commit("There", **{"src/pay.py": "tries = 4\n"})
    user.commit("And back", **{"src/pay.py": "tries = 3\n"})
    assert revisions.range_is_empty(user.root, base, "HEAD")


def _unknown(user: UserRepository) -> None:
    revisions.require_range(user.root, "no-such-base", None)


def _option(user: UserRepository) -> None:
    revisions.resolve(user.root, "--all")


def _file(user: UserRepository) -> None:
    revisions.resolve(user.root, "HEAD:docs")


def _beside(user: UserRepository) -> None:
    revisions.require_range(user.root, "main", "topic")


def _empty(user: UserRepository) -> None:
    revisions.require_range(user.root, "topic", None)


def _empty_commits(user: UserRepository) -> None:
    revisions.require_range(user.root, "topic", "HEAD")


def _no_default(user: UserRepository) -> None:
    user.git("branch", "-m", "main", "develop")
    revisions.merge_base_with_default(user.root, "HEAD")


def _unrelated(user: UserRepository) -> None:
    user.git("checkout", "--quiet", "--orphan", "other")
    user.commit("Another beginning")
    revisions.merge_base_with_default(user.root, "HEAD")


@pytest.mark.usefixtures("begun")
@pytest.mark.parametrize(
    ("wrong", "said", "remedy"),
    [
        (_unknown, "no revision no-such-base", "git log"),
        (_option, "no revision --all", "git log"),
        (_file, "no revision HEAD:docs", "git log"),
        (_beside, "main is no ancestor of topic", "in common is"),
        (_empty, "nothing changed from topic to your files", "earlier BASE"),
        (_empty_commits, "nothing changed from topic to HEAD", "earlier BASE"),
        (_no_default, "no main or master", "give BASE"),
        (_unrelated, "HEAD and main have no commit in common", "give BASE"),
    ],
)
def test_what_is_wrong_is_said_with_what_to_do(
    user: UserRepository, wrong: Callable[[UserRepository], None], said: str, remedy: str
) -> None:
    with pytest.raises(UsageProblem) as caught:
        wrong(user)
    assert said in caught.value.message
    assert remedy in caught.value.remedy


def test_outside_a_repository_there_is_no_revision(tmp_path: Path) -> None:
    with pytest.raises(UsageProblem, match="in no repository"):
        revisions.resolve(tmp_path, "HEAD")


def test_before_the_first_commit_there_is_no_revision(tmp_path: Path) -> None:
    UserRepository(tmp_path / "new")
    with pytest.raises(UsageProblem, match="no commit yet"):
        revisions.require_range(tmp_path / "new", "HEAD", None)


def test_a_shallow_clone_is_named_as_the_reason(user: UserRepository, begun: str, tmp_path: Path) -> None:
    shallow = tmp_path / "shallow"
    user.git("clone", "--quiet", "--depth=1", "--no-tags", "--no-single-branch", f"file://{user.root}", str(shallow))
    for wrong in (
        lambda: revisions.resolve(shallow, begun),
        lambda: revisions.require_ancestor(shallow, "origin/main", "origin/topic"),
    ):
        with pytest.raises(UsageProblem, match="shallow clone") as caught:
            wrong()
        assert "--unshallow" in caught.value.remedy


def test_nothing_is_written(user: UserRepository, begun: str) -> None:
    user.write("draft.md", "x\n")
    before = fingerprint(user.root)
    revisions.require_range(user.root, begun, None)
    revisions.merge_base_with_default(user.root, "HEAD")
    assert fingerprint(user.root) == before
