"""Runs that begin without a subject: pages that the maker has yet to write, and ranges of commits."""

from pathlib import Path

import pytest

from critloop.model.errors import WorkspaceProblem
from critloop.model.run import PlanInputs
from critloop.workspace.git import GitWorkspace
from tests.support.user_repository import TEXT, UserRepository, creating_spec, fingerprint, range_spec, spec_of

SUBJECT = "docs/pay.md"


@pytest.mark.parametrize("path", ["docs/new.md", "guides/start/new.md", "new.md"])
def test_a_page_can_be_missing_with_its_folder_where_the_maker_creates_it(
    workspace: GitWorkspace, user: UserRepository, path: str
) -> None:
    user.write("draft.md", "x\n")
    before = fingerprint(user.root)
    spec = creating_spec(user.root, path)
    workspace.check(spec)
    copy, origin = workspace.create(spec)
    assert (origin.subject, origin.subject_hash, origin.subject_dirty) == (path, "", False)
    assert (origin.others_dirty, copy.read(origin.seed, "draft.md")) == (True, b"x\n")
    copy.write(path, b"# New\n")
    assert [change.path for change in copy.changes()] == [path]
    assert fingerprint(user.root) == before


def test_a_skill_may_name_the_page_later(workspace: GitWorkspace, user: UserRepository) -> None:
    spec = creating_spec(user.root, "", skill="write-page")
    workspace.check(spec)
    copy, origin = workspace.create(spec)
    assert (origin.subject, origin.subject_hash, copy.head) == ("", "", user.head)


def test_a_page_that_is_there_already_is_taken_as_it_is(workspace: GitWorkspace, user: UserRepository) -> None:
    user.write(SUBJECT, "edited\n")
    copy, origin = workspace.create(creating_spec(user.root, SUBJECT))
    assert (origin.subject_dirty, copy.read(origin.seed, SUBJECT)) == (True, b"edited\n")


def test_a_page_that_was_deleted_stays_away(workspace: GitWorkspace, user: UserRepository) -> None:
    (user.root / SUBJECT).unlink()
    copy, origin = workspace.create(creating_spec(user.root, SUBJECT))
    assert not (copy.folder / SUBJECT).exists()
    assert origin.subject_hash == ""


@pytest.mark.parametrize(
    ("path", "said"),
    [
        ("docs", "is a folder"),
        ("docs/pay.md/new.md", "is no folder"),
        ("../new.md", "no path inside"),
        ("/etc/new.md", "no path inside"),
        ("link/new.md", "symlink"),
        ("dangling.md", "symlink"),
        (".git/hooks/pre-commit", "git's own folder"),
        ("", "no path inside"),
    ],
)
def test_a_place_where_no_page_can_be_created_is_refused(
    workspace: GitWorkspace, user: UserRepository, tmp_path: Path, path: str, said: str
) -> None:
    (tmp_path / "elsewhere").mkdir()
    (user.root / "link").symlink_to(tmp_path / "elsewhere")
    (user.root / "dangling.md").symlink_to(tmp_path / "nothing.md")
    spec = creating_spec(user.root, path) if path else spec_of(user.root, path)
    with pytest.raises(WorkspaceProblem, match=said):
        workspace.check(spec)
    with pytest.raises(WorkspaceProblem, match=said):
        workspace.create(spec)
    assert not (tmp_path / "data/runs/run1/copy").exists()


@pytest.mark.parametrize("kind", ["plain", "unborn"])
def test_creation_begins_with_nothing_where_nothing_is_there(
    workspace: GitWorkspace, tmp_path: Path, kind: str
) -> None:
    root = UserRepository(tmp_path / "place", init=kind == "unborn").root
    root.mkdir(exist_ok=True)
    copy, origin = workspace.create(creating_spec(root, "guide/new.md"))
    assert (origin.head, origin.subject_hash, copy.head) == (None, "", origin.seed)
    assert copy.changes() == []
    copy.write("guide/new.md", b"# New\n")
    assert copy.commit("write it") is not None
    assert [commit.subject for commit in copy.commits(origin.seed)] == ["write it"]


@pytest.mark.parametrize("kind", ["plain", "ignored"])
def test_a_plans_spec_comes_along_where_no_commit_brings_it(workspace: GitWorkspace, tmp_path: Path, kind: str) -> None:
    user = UserRepository(tmp_path / "place", init=kind != "plain")
    user.root.mkdir(exist_ok=True)
    user.write("plan.md", "# Plan\n")
    if kind == "ignored":
        user.commit("Begin", **{".gitignore": "spec.md\n"})
    user.write("spec.md", "# Spec\n")
    spec = spec_of(user.root, "plan.md").but({"loop": "plan", "inputs": PlanInputs(spec="spec.md")})
    copy, origin = workspace.create(spec)
    assert copy.read(origin.seed, "spec.md") == b"# Spec\n"


def test_a_plans_spec_that_a_commit_brings_stays_as_committed(workspace: GitWorkspace, user: UserRepository) -> None:
    user.git("config", "core.autocrlf", "true")
    user.commit("Plan", **{"plan.md": "# Plan\n", "spec.md": "# Spec\n"})
    (user.root / "spec.md").unlink()
    user.git("checkout", "--quiet", "--", "spec.md")
    assert (user.root / "spec.md").read_bytes() == b"# Spec\r\n"
    spec = spec_of(user.root, "plan.md").but({"loop": "plan", "inputs": PlanInputs(spec="spec.md")})
    _, origin = workspace.create(spec)
    assert (origin.seed, origin.others_dirty) == (user.head, False)


def test_the_origin_knows_its_tree_and_what_was_only_staged(workspace: GitWorkspace, user: UserRepository) -> None:
    user.write("src/pay.py", "staged\n")
    user.git("add", "src/pay.py")
    user.write("src/pay.py", "tries = 3\n")
    copy, origin = workspace.create(spec_of(user.root, SUBJECT))
    assert origin.staged == ("src/pay.py",)
    assert origin.tree == UserRepository(copy.folder, init=False).git("rev-parse", f"{origin.seed}^{{tree}}")


def test_a_range_up_to_the_files_begins_from_them_with_their_edits(
    workspace: GitWorkspace, user: UserRepository
) -> None:
    base = user.head
    user.commit("More", **{"more.md": "x\n"})
    user.write(SUBJECT, "edited\n")
    spec = range_spec(user.root, base)
    workspace.check(spec)
    copy, origin = workspace.create(spec)
    assert (origin.head, origin.subject_hash, origin.subject_dirty, origin.apart) == (user.head, "", False, False)
    assert copy.read(origin.seed, SUBJECT) == b"edited\n"


@pytest.mark.parametrize("where", ["head", "older", "other branch", "on no branch"])
def test_a_range_up_to_a_commit_stands_exactly_there(workspace: GitWorkspace, user: UserRepository, where: str) -> None:
    base = user.head
    older = user.commit("Older", **{SUBJECT: "older\n"})
    user.git("checkout", "--quiet", "-b", "side")
    side = user.commit("Side", **{SUBJECT: "side\n"})
    user.git("reset", "--quiet", "--hard", older)
    lost = user.git("commit-tree", "-p", base, "-m", "lost", f"{side}^{{tree}}")
    user.git("checkout", "--quiet", "main")
    user.git("branch", "--force", "side", side)
    user.commit("Head", **{SUBJECT: "head\n"})
    user.write(SUBJECT, "edited\n")
    user.write("untracked.md", "x\n")
    (user.root / "src/pay.py").unlink()
    head, text = {
        "head": (user.head, "head\n"),
        "older": (older, "older\n"),
        "other branch": (side, "side\n"),
        "on no branch": (lost, "side\n"),
    }[where]
    before = fingerprint(user.root)
    spec = range_spec(user.root, base, head)
    workspace.check(spec)
    copy, origin = workspace.create(spec)
    assert (copy.head, origin.seed, origin.head) == (head, head, user.head)
    assert origin.apart == (where != "head")
    assert (copy.changes(), origin.others_dirty) == ([], False)
    assert (copy.folder / SUBJECT).read_text() == text
    assert not (copy.folder / "untracked.md").exists()
    assert (copy.folder / "src/pay.py").exists()
    assert copy.range(base, copy.head).uncommitted == ()
    assert fingerprint(user.root) == before


def test_a_range_that_is_none_is_refused_in_words_that_name_both_ends(
    workspace: GitWorkspace, user: UserRepository
) -> None:
    base = user.head
    user.git("checkout", "--quiet", "-b", "side")
    user.commit("Side", **{"side.md": "x\n"})
    user.git("checkout", "--quiet", "main")
    user.commit("Main", **{"main.md": "x\n"})
    for spec, said in (
        (range_spec(user.root, "side"), "side is no ancestor of HEAD"),
        (range_spec(user.root, "main", "side"), "main is no ancestor of side"),
        (range_spec(user.root, "gone", "side"), "no revision gone"),
        (range_spec(user.root, base, "gone"), "no revision gone"),
    ):
        for begin in (workspace.check, workspace.create):
            with pytest.raises(WorkspaceProblem, match=said) as caught:
                begin(spec)
            assert caught.value.remedy


def test_a_range_in_a_shallow_clone_says_what_is_missing(
    workspace: GitWorkspace, user: UserRepository, tmp_path: Path
) -> None:
    base = user.head
    user.commit("More", **{SUBJECT: TEXT + "more\n"})
    shallow = tmp_path / "shallow"
    user.git("clone", "--quiet", "--depth=1", f"file://{user.root}", str(shallow))
    with pytest.raises(WorkspaceProblem, match="shallow clone") as caught:
        workspace.check(range_spec(shallow, base))
    assert "--unshallow" in caught.value.remedy


def test_a_range_needs_a_repository_with_a_commit(workspace: GitWorkspace, tmp_path: Path) -> None:
    (tmp_path / "loose").mkdir()
    with pytest.raises(WorkspaceProblem, match="no repository"):
        workspace.check(range_spec(tmp_path / "loose", "HEAD"))
    UserRepository(tmp_path / "new")
    with pytest.raises(WorkspaceProblem, match="no commit yet"):
        workspace.create(range_spec(tmp_path / "new", "HEAD"))
