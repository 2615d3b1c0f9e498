"""A run's work copy: commits, snapshots, changes and texts. Implements ``model.ports.WorkCopy``."""

import hashlib
import os
from collections.abc import Iterable, Sequence
from functools import cached_property
from pathlib import Path

from critloop.model.errors import WorkspaceProblem
from critloop.model.material import RangeText, UnitText
from critloop.model.workcopy import BringBackPreview, BroughtBack, Change, Commit, Origin, Snapshot
from critloop.workspace import beside, bring_back, keep, mending, publish, ranges, take_back
from critloop.workspace.commits import CommitObject, read_commit, stamp, with_trailer, write_commit
from critloop.workspace.ignored import new_ignored, stamp_of_ignored
from critloop.workspace.index import CopyGit
from critloop.workspace.layout import Layout
from critloop.workspace.objects import Entry, Objects
from critloop.workspace.refs import OBJECT_ID, Refs, ref_part
from critloop.workspace.repository import Status, read_status
from critloop.workspace.seed import shown


class GitWorkCopy:
    """The clone at ``layout.folder`` (or, while it is being made, at ``folder``). Every method blocks."""

    def __init__(self, layout: Layout, *, folder: Path | None = None) -> None:
        self.layout = layout
        self.git_dir = (folder or layout.folder) / ".git"
        self.git = CopyGit(layout, folder or layout.folder)
        self.objects = Objects(layout.apart, self.git)
        self.refs = Refs(self.git_dir, self.git)
        self._range: RangeText | None = None
        self._ignored: list[str] | None = None

    @property
    def folder(self) -> Path:
        """The root of the checked-out files."""
        return self.git.folder

    @property
    def head(self) -> str:
        """The commit the work copy stands on.

        Raises:
            WorkspaceProblem: HEAD can't be read.
        """
        head = self.refs.head()
        if head is None:
            raise WorkspaceProblem(f"the work copy at {self.folder} has no readable HEAD")
        return head

    @cached_property
    def identity(self) -> str:
        """``Name <mail>`` of the commits: the user's, where they have one configured."""
        return self.git.run("var", "GIT_AUTHOR_IDENT").decode("utf-8", "replace").rsplit(" ", 2)[0]

    def statuses(self) -> list[Status]:
        """What git status says, with paths as the file system has them."""
        self.mend()
        listing = ["status", "--porcelain", "-z", "--untracked-files=all", "--no-renames", "--ignore-submodules=all"]
        found = list(read_status(self.git.run(*listing, "--ignored=matching")))
        self._ignored = [item.path for item in found if item.ignored]
        return [item for item in found if not item.ignored]

    def mend(self) -> None:
        """Make the repository whole where somebody deleted of it, and have git look at every file."""
        mending.mend(self)
        self.git.look_at_all()

    def changes(self) -> list[Change]:
        """What differs from HEAD, untracked files included, ignored ones not."""
        return [Change(path=shown(item.path), status=item.kind) for item in self.statuses() if item.kind]

    def commit(self, message: str, paths: Sequence[str] | None = None) -> Commit | None:
        """Commit these files (None: everything that differs); None when nothing differs."""
        self.mend()
        if paths is None:
            differing = {status.path for status in self.statuses() if status.kind}
            # A repository that an agent made inside can't be committed as files; it stays where it is.
            paths = [path for path in differing if not path.endswith("/")]
        parent = self.refs.head()
        tree = read_commit(self.objects, parent).tree if parent else None
        changed = self.objects.changed_files(self.folder, tree, paths)
        if not changed:
            return None
        commit = self._write(message, parent, tree, changed)
        gone = [path for path, entry in changed.items() if entry is None]
        self.stage((path for path, entry in changed.items() if entry), gone)
        return commit

    def commit_staged(self, message: str) -> Commit | None:
        """Commit what the index has; None when that is what HEAD has. For many or large files."""
        parent = self.refs.head()
        tree = read_commit(self.objects, parent).tree if parent else None
        against = tree or self.objects.empty_tree()
        listing = os.fsdecode(self.git.run("diff-index", "--cached", "--raw", "-z", "--no-renames", against, "--"))
        # Each entry is ":mode mode id id letter", and after it the path.
        words = listing.split("\0")
        rows = ((meta.split(" "), path) for meta, path in zip(words[::2], words[1::2], strict=False))
        changed = {path: None if meta[4] == "D" else Entry(meta[1], meta[3]) for meta, path in rows}
        return self._write(message, parent, tree, changed) if changed else None

    def commit_nothing(self, message: str) -> Commit:
        """Commit no change onto HEAD, so that there is a commit to stand on."""
        parent = self.refs.head()
        return self._write(message, parent, read_commit(self.objects, parent).tree if parent else None, {})

    def stage(self, present: Iterable[str], gone: Iterable[str] = ()) -> None:
        """Put these files into the index as they are, and take those that are gone out of it."""
        nothing = "0" * self.objects.id_length
        removals = b"".join(f"0 {nothing}\t".encode() + os.fsencode(path) + b"\0" for path in gone)
        if removals:
            self.git.run("update-index", "-z", "--index-info", input=removals)
        names = b"".join(os.fsencode(path) + b"\0" for path in present)
        if names:
            self.git.run("update-index", "--add", "--remove", "--replace", "-z", "--stdin", input=names)

    def _write(self, message: str, parent: str | None, tree: str | None, changed: dict[str, Entry | None]) -> Commit:
        now = stamp(self.identity)
        commit = CommitObject(
            self.objects.edit(tree, changed) or self.objects.empty_tree(),
            (parent,) if parent else (),
            now,
            now,
            with_trailer(message, self.layout.run),
        )
        sha = write_commit(self.objects, commit)
        self.refs.write(self.layout.branch, sha)
        return Commit(sha=sha, subject=commit.subject, paths=tuple(shown(path) for path in sorted(changed)))

    def write(self, path: str, data: bytes) -> None:
        """Write a file of the work copy, and the folders it is in; nothing is committed."""
        target = self.folder / path
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_bytes(data)

    def commits(self, since: str) -> list[Commit]:
        """The commits of the run's branch after ``since``, oldest first."""
        rows = self.git.run("rev-list", "--reverse", "--topo-order", f"{since}..HEAD", "--").decode().split()
        return [self._described(sha) for sha in rows]

    def _described(self, sha: str) -> Commit:
        commit = read_commit(self.objects, sha)
        before = read_commit(self.objects, commit.parents[0]).tree if commit.parents else None
        paths = tuple(shown(path) for path in self.objects.differing(before, commit.tree))
        return Commit(sha=sha, subject=shown(commit.subject), paths=paths)

    def snapshot(self, piece: UnitText, round: int) -> Snapshot:
        """Keep HEAD as what round ``round`` judges, which has this text; the files must be committed."""
        head = self.head
        data = piece.text.encode("utf-8", "surrogatepass")
        self.refs.write(f"{self.layout.kept}/{ref_part(piece.unit.id)}/{round}", head)
        return Snapshot(
            revision=head,
            tree=read_commit(self.objects, head).tree,
            text_hash=piece.hash,
            lines=len(piece.text.splitlines()),
            bytes=len(data),
            sections=piece.sections,
        )

    def range(self, base: str, head: str) -> RangeText:
        """The commits after ``base`` up to ``head``, and what they come to, file by file.

        Raises:
            WorkspaceProblem: One of them is no revision of the run.
        """
        wanted = (self.resolve(base), self.resolve(head))
        if self._range is None or (self._range.base, self._range.head) != wanted:
            self._range = ranges.read_range(self, *wanted)
        return self._range

    def tree(self) -> str:
        """The id of the tree that the files make as they lie there now; ignored files are no part of it."""
        return keep.tree_of_files(self)

    def ignored(self) -> str:
        """A digest of the ignored files' names, sizes and times; empty where there are none."""
        return stamp_of_ignored(self)

    def ignored_new(self, since: float) -> list[str]:
        """Ignored files and folders written since (Unix seconds); caches that tools leave are not told.

        Of those that were there when ``changes`` last looked: one look by git is enough for both.
        """
        if self._ignored is None:
            self.statuses()
        return new_ignored(self.folder, self._ignored or [], since)

    def read(self, revision: str, path: str) -> bytes:
        """A file at a revision.

        Raises:
            WorkspaceProblem: It isn't there.
        """
        sha = self.resolve(revision)
        return self._blob(read_commit(self.objects, sha).tree, path, revision)

    def _blob(self, tree: str, path: str, revision: str) -> bytes:
        entry = self.objects.find(tree, path)
        kind, data = self.objects.read(entry.id) if entry else ("", b"")
        if kind != "blob":
            raise WorkspaceProblem(f"there is no file {path} at revision {revision}")
        return data

    def resolve(self, revision: str) -> str:
        """The commit that a revision names.

        Raises:
            WorkspaceProblem: None.
        """
        if OBJECT_ID.fullmatch(revision) and self.objects.is_loose(revision):
            read_commit(self.objects, revision)
            return revision
        arguments = ("rev-parse", "--verify", "--quiet", "--end-of-options", f"{revision}^{{commit}}")
        answer = self.git.ask(*arguments)
        if answer.code or not answer.line:
            raise WorkspaceProblem(f"run {self.layout.run} has no revision {revision}")
        return answer.line

    def diff(self, old: str, new: str, path: str | None = None) -> str:
        """Unified diff between two revisions, of one path or of all."""
        return self.diff_trees(self.resolve(old), self.resolve(new), path)

    def diff_trees(self, old: str, new: str, path: str | None = None) -> str:
        """Unified diff between two objects, given by id."""
        plain = ("--no-color", "--no-ext-diff", "--no-textconv", "--no-renames", "--full-index", "--src-prefix=a/")
        where = ["--", path] if path else ["--"]
        out = self.git.run("diff", *plain, "--dst-prefix=b/", "--unified=3", old, new, *where)
        return out.decode("utf-8", "replace")

    def adopt(self, start: str) -> str | None:
        """Keep the HEAD that an agent left where it descends from ``start``; undo its other changes of refs."""
        return keep.adopt(self, start)

    def undo(self, changes: Sequence[Change], turn: str) -> str:
        """Put these paths back as HEAD has them; the ref under which the undone text is kept."""
        return keep.undo(self, changes, turn)

    def put_back(self, revision: str, paths: Sequence[str]) -> None:
        """Write these paths as a revision has them (delete those it lacks); nothing is committed."""
        keep.put_back(self, self.resolve(revision), paths)

    def back_to(self, tree: str, head: str, turn: str) -> tuple[tuple[str, ...], str | None]:
        """Put files and HEAD back to what they were, whatever ran since; the paths that differed, the ref with them.

        ``.git`` is among the paths where the repository had to be mended.
        """
        return mending.back_to(self, tree, head, turn)

    def take_up(self) -> None:
        """Clear away what a process that died has left: locks, an index behind its commit."""
        mending.take_up(self)

    def restore(self, revision: str, turn: str) -> str | None:
        """Put files and branch back to a revision; the ref that keeps what was there, None if nothing differed."""
        return keep.restore(self, self.resolve(revision), turn)

    def preview(self, origin: Origin) -> BringBackPreview:
        """What bringing the subject back would do now. Touches nothing of the user's."""
        return bring_back.preview(self, origin)

    def bring_back(self, origin: Origin, preview: BringBackPreview, *, keep_branch: bool) -> BroughtBack:
        """Do what the preview says.

        Raises:
            WorkspaceProblem: The user's files are no longer as the preview saw them, or can't be written.
        """
        return bring_back.bring_back(self, origin, preview, keep_branch=keep_branch)

    def take_back(self, origin: Origin, result: BroughtBack) -> None:
        """Undo a bring-back.

        Raises:
            WorkspaceProblem: The file or the branch changed since.
        """
        take_back.take_back(self, origin, result)

    def leave_beside(self, origin: Origin, path: str, revision: str) -> tuple[str, str]:
        """Lay a file, as a revision has it, beside the user's own; its path and the SHA-256 of its bytes."""
        data = self.read(revision, path)
        return beside.leave(origin, path, data, self.layout.apart / "beside"), hashlib.sha256(data).hexdigest()

    def take_from_beside(self, origin: Origin, path: str, digest: str) -> None:
        """Delete what was left so, unless somebody has changed it since."""
        beside.take_away(origin, path, digest)

    def publish(self, origin: Origin) -> str:
        """Fetch the run's branch into the user's repository; its name.

        Raises:
            WorkspaceProblem: There is no repository, or another branch has the name.
        """
        return publish.publish(self, origin)
