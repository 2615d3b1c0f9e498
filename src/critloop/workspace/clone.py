"""Makes the private repository of a run: objects of the user's, everything else its own."""

import os
import re
import shutil
from pathlib import Path

from critloop.model.errors import WorkspaceProblem
from critloop.workspace.apart import renew, set_apart
from critloop.workspace.command import NOTHING, Git
from critloop.workspace.index import CopyGit
from critloop.workspace.layout import Layout
from critloop.workspace.refs import Refs
from critloop.workspace.repository import Repository

# The highest level of attributes: whatever the project's own say, bytes are taken as they are.
ATTRIBUTES = "* -text !eol -filter -ident !working-tree-encoding !diff !merge\n"
SETTINGS = f"""
[core]
\tautocrlf = false
\tsafecrlf = false
\thooksPath = {NOTHING}
\tattributesFile = {NOTHING}
\texcludesFile = {NOTHING}
\tfsmonitor = false
\tquotePath = false
\tuntrackedCache = false
[commit]
\tgpgSign = false
[tag]
\tgpgSign = false
[gc]
\tauto = 0
[maintenance]
\tauto = false
[diff]
\trenames = false
[submodule]
\trecurse = false
"""


def clone(repository: Repository, layout: Layout, head: str | None) -> Git:
    """Clone into ``layout.fresh`` and check ``head`` out on the run's branch (None: an unborn one)."""
    _clone_objects(repository, layout.fresh)
    git_dir = layout.fresh / ".git"
    _drop_links_to_the_user(git_dir)
    git = _settle(layout, _identity(repository.own))
    _write_excludes(repository, layout.apart / "info" / "exclude")
    if head is not None:
        if git.ask("cat-file", "-e", f"{head}^{{commit}}").code:
            words = f"commit {head[:12]} is on no branch of {repository.root}, and so it can't be cloned"
            raise WorkspaceProblem(words, f"give it a branch: git branch <name> {head[:12]}")
        Refs(git_dir, git).write(layout.branch, head)
        git.run("reset", "--quiet", "--hard")
    renew(layout, git_dir)
    return git


def start_empty(layout: Layout, beside: Path) -> Git:
    """A repository without commits in ``layout.fresh``, for a file outside any repository."""
    layout.fresh.mkdir(parents=True)
    Git(layout.fresh, private=True).run("init", "--quiet", "--template=")
    git = _settle(layout, _identity(Git(beside)))
    renew(layout, layout.fresh / ".git")
    return git


def _clone_objects(repository: Repository, fresh: Path) -> None:
    # Not --local: it is the default for a path, and only unnamed does it copy where hard links are impossible.
    options = ("--quiet", "--no-checkout", "--no-tags", "--template=", "--origin=origin")
    arguments = ("-c", "protocol.file.allow=always", "clone", *options)
    places = ("--", str(repository.root), str(fresh))
    answer = repository.raw.ask(*arguments, *places)
    if answer.code:
        shutil.rmtree(fresh, ignore_errors=True)
        answer = repository.raw.ask(*arguments, "--no-local", *places)
    if answer.code:
        raise WorkspaceProblem(f"the repository at {repository.root} can't be cloned: {answer.complaint}")


def _drop_links_to_the_user(git_dir: Path) -> None:
    for name in ("refs/remotes", "refs/tags", "refs/heads", "logs"):
        shutil.rmtree(git_dir / name, ignore_errors=True)
    for name in ("packed-refs", "FETCH_HEAD", "ORIG_HEAD"):
        (git_dir / name).unlink(missing_ok=True)
    (git_dir / "refs" / "heads").mkdir(parents=True)
    config = git_dir / "config"
    config.write_text(
        re.sub(r'(?m)^\[(remote|branch) "[^\n]*\n(?:(?!\[)[^\n]*\n?)*', "", config.read_text("utf-8")), "utf-8"
    )


def _settle(layout: Layout, identity: tuple[str, str]) -> Git:
    git_dir = layout.fresh / ".git"
    set_apart(layout, git_dir)
    with (layout.apart / "config").open("a", encoding="utf-8", errors="surrogateescape") as config:
        config.write(SETTINGS)
        config.write(f"[user]\n\tname = {_quoted(identity[0])}\n\temail = {_quoted(identity[1])}\n")
    (layout.apart / "info" / "attributes").write_text(ATTRIBUTES, "utf-8")
    git = CopyGit(layout, layout.fresh)
    Refs(git_dir, git).attach(layout.branch)
    return git


def _identity(git: Git) -> tuple[str, str]:
    name, mail = (git.ask("config", f"user.{key}").line for key in ("name", "email"))
    return (name, mail) if name and mail else ("critloop", "critloop@localhost")


def _quoted(value: str) -> str:
    return '"' + value.replace("\\", "\\\\").replace('"', '\\"').replace("\n", " ") + '"'


def _write_excludes(repository: Repository, target: Path) -> None:
    answer = repository.raw.ask("config", "--type=path", "core.excludesFile")
    fallback = Path(os.environ.get("XDG_CONFIG_HOME") or Path.home() / ".config") / "git" / "ignore"
    theirs = Path(answer.line) if answer.code == 0 and answer.line else fallback
    own = Path(os.fsdecode(repository.raw.run("rev-parse", "--git-path", "info/exclude")).removesuffix("\n"))
    texts = [path.read_bytes() for path in (theirs, repository.root / own) if path.is_file()]
    target.write_bytes(b"\n".join(texts))
