"""Reads and writes git objects of a work copy without starting git.

A commit of one fix is a blob, a tree or two and a commit: written here in well under a
millisecond, where each git child would take two to three. Objects that lie in packs are left to
``git cat-file``.
"""

import hashlib
import os
import secrets
import stat
import zlib
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import NamedTuple

from critloop.model.errors import WorkspaceProblem
from critloop.workspace.command import Git, unwritable

TREE_MODE = "40000"
SUBMODULE_MODE = "160000"


class Entry(NamedTuple):
    """One name in a tree. ``mode`` is git's, in octal digits; ``id`` the object's."""

    mode: str
    id: str


Tree = dict[str, Entry]


class Objects:
    """The objects of one work copy, which lie with its configuration in ``apart``."""

    def __init__(self, apart: Path, git: Git) -> None:
        self._folder = apart / "objects"
        self._git = git
        self._hash = "sha256" if "objectformat = sha256" in (apart / "config").read_text("utf-8", "replace") else "sha1"
        self.id_length = 64 if self._hash == "sha256" else 40
        """Hexadecimal digits of an object id."""
        self._trees: dict[str, Tree] = {}

    def read(self, identity: str) -> tuple[str, bytes]:
        """An object's kind (``blob``, ``tree``, ``commit``, ``tag``) and content.

        Raises:
            WorkspaceProblem: It isn't there or is damaged.
        """
        try:
            whole = zlib.decompress((self._folder / identity[:2] / identity[2:]).read_bytes())
        except FileNotFoundError:
            return self._read_packed(identity)
        except (OSError, zlib.error):
            raise WorkspaceProblem(f"object {identity} of the work copy is damaged") from None
        head, _, data = whole.partition(b"\0")
        return head.split(b" ")[0].decode(), data

    def _read_packed(self, identity: str) -> tuple[str, bytes]:
        answer = self._git.ask("cat-file", "--batch", input=identity.encode() + b"\n")
        head, _, data = answer.out.partition(b"\n")
        words = head.decode(errors="replace").split(" ")
        if answer.code or len(words) != 3:  # noqa: PLR2004 - id, kind and size; a missing one gets two words
            raise WorkspaceProblem(f"the work copy has no object {identity}")
        return words[1], data[: int(words[2])]

    @property
    def store(self) -> Path:
        """The folder with the objects."""
        return self._folder

    def blobs(self, identities: Iterable[str]) -> dict[str, bytes]:
        """The content of many blobs by id, those in packs read with one child.

        Raises:
            WorkspaceProblem: One of them isn't there or is damaged.
        """
        wanted = dict.fromkeys(identities)
        packed = [identity for identity in wanted if not self.is_loose(identity)]
        out = (
            self._git.run("cat-file", "--batch", input="".join(f"{one}\n" for one in packed).encode())
            if packed
            else b""
        )
        found: dict[str, bytes] = {}
        at = 0
        for identity in packed:
            end = out.index(b"\n", at)
            words = out[at:end].split(b" ")
            if len(words) != 3:  # noqa: PLR2004 - as in _read_packed
                raise WorkspaceProblem(f"the work copy has no object {identity}")
            found[identity] = out[end + 1 : end + 1 + int(words[2])]
            at = end + 1 + int(words[2]) + 1
        return {identity: found[identity] if identity in found else self.read(identity)[1] for identity in wanted}

    def write(self, kind: str, data: bytes) -> str:
        """Store an object; its id.

        Raises:
            WorkspaceProblem: The disk is full or read-only.
        """
        whole = f"{kind} {len(data)}".encode() + b"\0" + data
        identity = hashlib.new(self._hash, whole, usedforsecurity=False).hexdigest()
        folder = self._folder / identity[:2]
        if not (folder / identity[2:]).exists():
            try:
                if not folder.is_dir():
                    folder.mkdir(exist_ok=True)
                _write_read_only(folder, identity[2:], zlib.compress(whole, 1))
            except OSError as error:
                raise unwritable(self._folder, error) from None
        return identity

    def is_loose(self, identity: str) -> bool:
        """True for an object that can be read without starting git, as all are that a run made."""
        return (self._folder / identity[:2] / identity[2:]).is_file()

    def changed_files(self, folder: Path, tree: str | None, paths: Iterable[str]) -> dict[str, Entry | None]:
        """Those of these files below ``folder`` that differ from ``tree``, stored; None for what is gone."""
        found: dict[str, Entry | None] = {}
        for path in paths:
            old = self.find(tree, path) if tree else None
            new = None if _behind_symlink(folder, path) else self._file(folder / path)
            if new != old and not (new is None and old and old.mode == SUBMODULE_MODE):
                found[path] = new
        return found

    def _file(self, path: Path) -> Entry | None:
        try:
            mode = path.lstat().st_mode
        except (FileNotFoundError, NotADirectoryError):
            return None
        if stat.S_ISLNK(mode):
            return Entry("120000", self.write("blob", os.fsencode(path.readlink())))
        if not stat.S_ISREG(mode):
            return None
        return Entry("100755" if mode & stat.S_IXUSR else "100644", self.write("blob", path.read_bytes()))

    def tree(self, identity: str) -> Tree:
        """The entries of a tree by name; not to be changed."""
        known = self._trees.get(identity)
        if known is None:
            known = self._trees[identity] = dict(_entries(self.read(identity)[1], len(identity) // 2))
        return known

    def find(self, tree: str, path: str) -> Entry | None:
        """What lies at a path below a tree."""
        entry: Entry | None = Entry(TREE_MODE, tree)
        for name in path.split("/"):
            if entry is None or entry.mode != TREE_MODE:
                return None
            entry = self.tree(entry.id).get(name)
        return entry

    def edit(self, tree: str | None, changes: Mapping[str, Entry | None]) -> str | None:
        """The tree with these paths set (None: removed); its id, None when nothing is left in it.

        Removals are done first, so that a file may take the place of a folder and the reverse.
        """
        entries = dict(self.tree(tree)) if tree else {}
        below: dict[str, dict[str, Entry | None]] = {}
        for path, entry in changes.items():
            name, _, rest = path.partition("/")
            if rest:
                below.setdefault(name, {})[rest] = entry
            elif entry is None:
                entries.pop(name, None)
        for name, inner in below.items():
            old = entries.get(name)
            new = self.edit(old.id if old and old.mode == TREE_MODE else None, inner)
            if new:
                entries[name] = Entry(TREE_MODE, new)
            elif old and old.mode == TREE_MODE:
                del entries[name]
        entries |= {path: entry for path, entry in changes.items() if entry and "/" not in path}
        if not entries:
            return None
        identity = self.write("tree", _serialised(entries))
        self._trees[identity] = entries
        return identity

    def empty_tree(self) -> str:
        """The id of the tree without entries."""
        return self.write("tree", b"")

    def differing(self, old: str | None, new: str | None) -> Iterator[str]:
        """The paths of files that differ between two trees, sorted by name in each folder."""
        if old == new:
            return
        before, after = self.tree(old) if old else {}, self.tree(new) if new else {}
        for name in sorted(before.keys() | after.keys()):
            was, now = before.get(name), after.get(name)
            if was == now:
                continue
            folders = [entry.id if entry and entry.mode == TREE_MODE else None for entry in (was, now)]
            yield from (f"{name}/{path}" for path in self.differing(*folders))
            if any(entry and entry.mode != TREE_MODE for entry in (was, now)):
                yield name


def _behind_symlink(folder: Path, path: str) -> bool:
    parts = path.split("/")
    return any(folder.joinpath(*parts[:depth]).is_symlink() for depth in range(1, len(parts)))


def _entries(data: bytes, width: int) -> Iterator[tuple[str, Entry]]:
    at = 0
    while at < len(data):
        end = data.index(b"\0", at)
        mode, _, name = data[at:end].partition(b" ")
        yield os.fsdecode(name), Entry(mode.decode(), data[end + 1 : end + 1 + width].hex())
        at = end + 1 + width


def _serialised(entries: Tree) -> bytes:
    # Git sorts a folder as if its name ended in a slash.
    rows = [(os.fsencode(name), entry) for name, entry in entries.items()]
    rows.sort(key=lambda row: row[0] + b"/" if row[1].mode == TREE_MODE else row[0])
    return b"".join(entry.mode.encode() + b" " + name + b"\0" + bytes.fromhex(entry.id) for name, entry in rows)


def _write_read_only(folder: Path, name: str, data: bytes) -> None:
    # Made read-only from the start: each call that changes a folder or a mode counts in a commit's time.
    temporary = folder / f"tmp_obj_{secrets.token_hex(8)}"
    handle = os.open(temporary, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o444)
    try:
        with os.fdopen(handle, "wb") as file:
            file.write(data)
        temporary.replace(folder / name)
    except BaseException:
        temporary.unlink(missing_ok=True)
        raise
