import hashlib
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from critloop.model.errors import WorkspaceProblem
from critloop.model.material import UnitText
from critloop.model.workcopy import Change, Origin
from critloop.workspace.commits import with_trailer
from critloop.workspace.copy import GitWorkCopy
from critloop.workspace.git import GitWorkspace
from critloop.workspace.refs import ref_part
from tests.support.user_repository import TEXT, UserRepository, piece_of, spec_of, unit_of

SUBJECT = "docs/pay.md"


@pytest.fixture
def made(workspace: GitWorkspace, user: UserRepository) -> tuple[GitWorkCopy, Origin]:
    return workspace.create(spec_of(user.root, SUBJECT))


@pytest.fixture
def copy(made: tuple[GitWorkCopy, Origin]) -> GitWorkCopy:
    return made[0]


@pytest.fixture
def inside(copy: GitWorkCopy) -> UserRepository:
    return UserRepository(copy.folder, init=False)


def test_changes_are_told_by_what_became_of_each_file(copy: GitWorkCopy, inside: UserRepository) -> None:
    inside.write(SUBJECT, "changed\n")
    (copy.folder / "src/pay.py").unlink()
    inside.write("ünï/new file.md", "x")
    inside.write("staged.md", "x")
    inside.git("add", "staged.md")
    inside.write("passing.md", "x")
    inside.git("add", "passing.md")
    (copy.folder / "passing.md").unlink()
    assert {change.path: change.status for change in copy.changes()} == {
        SUBJECT: "modified",
        "src/pay.py": "deleted",
        "ünï/new file.md": "added",
        "staged.md": "added",
    }


def test_a_staged_deletion_of_a_file_that_is_back_is_a_modification(copy: GitWorkCopy, inside: UserRepository) -> None:
    inside.git("rm", "--quiet", "--cached", SUBJECT)
    inside.write(SUBJECT, "back\n")
    assert copy.changes() == [Change(path=SUBJECT, status="modified")]


def test_a_commit_takes_the_given_paths_only(copy: GitWorkCopy, inside: UserRepository) -> None:
    inside.write(SUBJECT, "fixed\n")
    inside.write("src/pay.py", "tries = 5\n")
    commit = copy.commit("spec(pay): fix HIGH/clarity — say it", [SUBJECT])
    assert commit is not None
    assert (commit.subject, commit.paths) == ("spec(pay): fix HIGH/clarity — say it", (SUBJECT,))
    assert copy.head == commit.sha
    assert inside.git("log", "-1", "--format=%B") == "spec(pay): fix HIGH/clarity — say it\n\nCritloop-Run: run1"
    assert inside.git("show", "--name-only", "--format=", "HEAD") == SUBJECT
    assert inside.git("status", "--porcelain") == " M src/pay.py"


def test_a_commit_of_everything_takes_additions_deletions_links_and_modes(
    copy: GitWorkCopy, inside: UserRepository
) -> None:
    (copy.folder / "src/pay.py").unlink()
    (copy.folder / "src").rmdir()
    (copy.folder / "src").symlink_to("docs")
    inside.write("deep/er/new.sh", "echo\n").chmod(0o755)
    commit = copy.commit("all of it")
    assert commit is not None
    assert commit.paths == ("deep/er/new.sh", "src", "src/pay.py")
    assert inside.git("status", "--porcelain") == ""
    assert inside.git("ls-files", "-s", "src").startswith("120000")
    assert inside.git("ls-files", "-s", "deep").startswith("100755")
    assert copy.commits(commit.sha) == []


def test_nothing_is_committed_where_nothing_differs(copy: GitWorkCopy) -> None:
    head = copy.head
    assert copy.commit("no") is None
    assert copy.commit("no", [SUBJECT, "never/was.md"]) is None
    assert copy.commit("no", []) is None
    assert copy.head == head


def test_a_repository_that_an_agent_made_inside_stops_no_commit(copy: GitWorkCopy, inside: UserRepository) -> None:
    UserRepository(copy.folder / "scratch").write("a.md", "x")
    inside.write(SUBJECT, "fixed\n")
    commit = copy.commit("all")
    assert commit is not None
    assert commit.paths == (SUBJECT,)


@pytest.mark.parametrize("message", ["one", "one\n\nbody", "one\n\nReviewed-by: x", "", "nul\0inside", "  padded \n\n"])
def test_the_runs_trailer_is_read_by_git(inside: UserRepository, message: str) -> None:
    text = with_trailer(message, "run1")
    assert with_trailer(text, "run1") == text
    assert "Critloop-Run: run1" in inside.git("interpret-trailers", "--parse", input=text.encode()).splitlines()


def test_commits_are_listed_oldest_first_with_their_paths(
    made: tuple[GitWorkCopy, Origin], inside: UserRepository
) -> None:
    copy, origin = made
    inside.write(SUBJECT, "one\n")
    one = copy.commit("one", [SUBJECT])
    inside.commit("the agent's own", **{"a b.md": "x", "src/pay.py": "y\n"})
    listed = copy.commits(origin.seed)
    assert listed[0] == one
    assert (listed[1].subject, listed[1].paths) == ("the agent's own", ("a b.md", "src/pay.py"))


def test_a_snapshot_tells_the_judged_text_and_its_parts(
    copy: GitWorkCopy, inside: UserRepository, user: UserRepository
) -> None:
    taken = copy.snapshot(piece_of(SUBJECT, TEXT), 1)
    assert (taken.revision, taken.tree) == (user.head, user.git("rev-parse", "HEAD^{tree}"))
    assert taken.text_hash == hashlib.sha256(TEXT.encode()).hexdigest()
    assert (taken.lines, taken.bytes) == (9, len(TEXT))
    assert set(taken.sections) >= {"Payments", "Payments / Storage", "Payments / Limits"}
    fixed = TEXT.replace("Three", "Four")
    inside.write(SUBJECT, fixed)
    copy.commit("fix", [SUBJECT])
    later = copy.snapshot(piece_of(SUBJECT, fixed), 2)
    assert [name for name in taken.sections if taken.sections[name] != later.sections[name]] == ["Payments / Limits"]
    assert copy.refs.read("refs/critloop/run1/spec/1") == taken.revision
    assert copy.refs.read("refs/critloop/run1/spec/2") == later.revision


def test_a_snapshot_takes_the_text_it_is_given_and_no_other(copy: GitWorkCopy) -> None:
    piece = UnitText(unit=unit_of(SUBJECT), text="Ünly\na part\n", sections={"a": "1"})
    taken = copy.snapshot(piece, 1)
    assert taken.text_hash == hashlib.sha256("Ünly\na part\n".encode()).hexdigest()
    assert (taken.lines, taken.bytes, taken.sections) == (2, 13, {"a": "1"})


@given(st.text())
def test_any_unit_name_makes_a_ref_name_of_its_own(text: str) -> None:
    part = ref_part(text)
    assert part.isascii()
    assert all(letter.isalnum() or letter in "-_" for letter in part)


@given(st.text(min_size=1), st.text(min_size=1))
def test_different_units_have_different_refs(one: str, other: str) -> None:
    assert (one == other) == (ref_part(one) == ref_part(other))


def test_reads_texts_from_packs_too(copy: GitWorkCopy, inside: UserRepository, user: UserRepository) -> None:
    inside.write(SUBJECT, "one\n")
    copy.commit("one", [SUBJECT])
    inside.git("gc", "--quiet", "--prune=now")
    assert copy.read(user.head, SUBJECT) == TEXT.encode()
    assert copy.read("critloop/run1", SUBJECT) == b"one\n"
    inside.write(SUBJECT, "two\n")
    assert copy.commit("two", [SUBJECT]) is not None
    assert copy.adopt(user.head) is None
    assert inside.git("status", "--porcelain") == ""


@pytest.mark.parametrize("revision", ["--help", "nothing", "HEAD:docs", "", "0" * 40, "HEAD~9"])
def test_an_unknown_revision_is_an_error(copy: GitWorkCopy, revision: str) -> None:
    with pytest.raises(WorkspaceProblem):
        copy.read(revision, SUBJECT)


@pytest.mark.parametrize("path", ["none.md", "docs", "../x", "/etc/hosts", "", "docs/pay.md/x"])
def test_an_unknown_path_is_an_error(copy: GitWorkCopy, path: str) -> None:
    with pytest.raises(WorkspaceProblem, match="no file"):
        copy.read("HEAD", path)


def test_a_diff_is_plain_whatever_the_project_configures(
    workspace: GitWorkspace, user: UserRepository, tmp_path: Path
) -> None:
    user.commit("Attributes", **{".gitattributes": "*.md -diff\n*.py diff=python\n"})
    copy, origin = workspace.create(spec_of(user.root, SUBJECT))
    inside = UserRepository(copy.folder, init=False)
    inside.git("config", "diff.external", f"touch '{tmp_path}/ran'")
    inside.git("config", "color.diff", "always")
    inside.git("config", "diff.noprefix", "true")
    inside.git("mv", SUBJECT, "docs/moved.md")
    inside.write("ü.md", "neu\n")
    copy.commit("move")
    text = copy.diff(origin.seed, "HEAD")
    assert "diff --git a/docs/pay.md b/docs/pay.md\ndeleted file mode 100644\n" in text
    assert "+++ b/ü.md\n@@ -0,0 +1 @@\n+neu\n" in text
    assert "\x1b" not in text
    assert not (tmp_path / "ran").exists()
    assert copy.diff(origin.seed, "HEAD", "ü.md").count("diff --git") == 1
    assert copy.diff("HEAD", "HEAD") == ""


FILES = st.dictionaries(
    st.sampled_from(["a", "a-b", "a.b", "a/x", "a/y/z", "b", "b/c", "ä/x", "a0"]), st.binary(max_size=6), max_size=6
)


@settings(max_examples=6, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(states=st.lists(FILES, min_size=1, max_size=4))
def test_commits_hold_exactly_the_files_for_git_itself(
    copy: GitWorkCopy, inside: UserRepository, states: list[dict[str, bytes]]
) -> None:
    for files in states:
        placed = {path: data for path, data in files.items() if not any(f"{path}/" in other for other in files)}
        copy.restore(copy.head, "t")
        for path in inside.git("ls-files", "-z").split("\0"):
            if path:
                (copy.folder / path).unlink()
        inside.git("clean", "-ffdq")
        for folder in sorted(copy.folder.rglob("*"), reverse=True):
            if folder.is_dir() and ".git" not in folder.parts and not any(folder.iterdir()):
                folder.rmdir()
        for path, data in placed.items():
            inside.write(path, data)
        copy.commit("state")
        assert {path: copy.read("HEAD", path) for path in placed} == placed
        assert sorted(filter(None, inside.git("ls-tree", "-r", "-z", "--name-only", "HEAD").split("\0"))) == sorted(
            placed
        )
        assert inside.git("status", "--porcelain") == ""
        inside.git("fsck", "--strict")
