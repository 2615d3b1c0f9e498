"""What a revision of the user's repository means, before a run exists. Nothing is written."""

import os
from pathlib import Path

from critloop.model.errors import UsageProblem, WorkspaceProblem
from critloop.workspace.command import Git
from critloop.workspace.repository import Repository, top_of

DEFAULT_BRANCHES = ("main", "master")


def resolve(root: Path, rev: str) -> str:
    """The id of the commit that a revision names.

    Raises:
        UsageProblem: There is no repository, no commit yet, or no such revision.
    """
    repository = _repository(root)
    sha = _commit(repository, rev)
    if sha is not None:
        return sha
    if repository.head is None:
        raise UsageProblem(f"{root} has no commit yet, so there is no revision {rev}", "commit something first")
    if _is_shallow(repository):
        raise UsageProblem(f"there is no revision {rev} in {root}, which is a shallow clone", "git fetch --unshallow")
    raise UsageProblem(f"there is no revision {rev} in {root}", "name a commit, a branch or a tag: see git log")


def is_ancestor(root: Path, base: str, head: str) -> bool:
    """True where ``head`` is ``base`` or descends from it.

    Raises:
        UsageProblem: As ``resolve``.
    """
    ids = (resolve(root, base), resolve(root, head))
    return _repository(root).raw.ask("merge-base", "--is-ancestor", *ids).code == 0


def require_ancestor(root: Path, base: str, head: str) -> None:
    """Make sure that there is a range from ``base`` to ``head``.

    Raises:
        UsageProblem: As ``resolve``, or ``head`` does not descend from ``base``.
    """
    if is_ancestor(root, base, head):
        return
    told = f"{base} is no ancestor of {head}"
    repository = _repository(root)
    if _is_shallow(repository):
        raise UsageProblem(f"{told} as far as {root} knows, which is a shallow clone", "git fetch --unshallow")
    common = repository.raw.ask("merge-base", resolve(root, base), resolve(root, head)).line
    if not common:
        raise UsageProblem(f"{told}: they have no commit in common", "name another BASE")
    raise UsageProblem(told, f"the last commit that they have in common is {common[:12]}: give that as BASE")


def default_branch(root: Path) -> str:
    """The branch that work starts from: the one origin names, else ``main``, ``master``, or what git is set to.

    Raises:
        UsageProblem: There is no repository, or it has none of them.
    """
    repository = _repository(root)
    origin = repository.raw.ask("symbolic-ref", "--quiet", "--short", "refs/remotes/origin/HEAD")
    configured = repository.raw.ask("config", "init.defaultBranch")
    named = [origin.line] if origin.code == 0 else []
    own = [*DEFAULT_BRANCHES, *([configured.line] if configured.code == 0 and configured.line else [])]
    found = [*named, *(name for name in own if repository.tip(f"refs/heads/{name}"))]
    for name in found:
        if _commit(repository, name):
            return name
    raise UsageProblem(f"{root} has no main or master branch to compare with", "give BASE")


def merge_base_with_default(root: Path, head: str) -> str:
    """The last commit that ``head`` has in common with the default branch.

    Raises:
        UsageProblem: As ``resolve`` and ``default_branch``, or they have nothing in common.
    """
    sha, branch = resolve(root, head), default_branch(root)
    repository = _repository(root)
    answer = repository.raw.ask("merge-base", sha, str(_commit(repository, branch)))
    if answer.code == 0:
        return answer.line.split("\n")[0]
    if _is_shallow(repository):
        words = f"{head} and {branch} have no commit in common as far as {root} knows, which is a shallow clone"
        raise UsageProblem(words, "git fetch --unshallow, or give BASE")
    raise UsageProblem(f"{head} and {branch} have no commit in common", "give BASE")


def range_is_empty(root: Path, base: str, head: str | None) -> bool:
    """True where nothing lies between two commits, or (``head`` None) between one and the files as they are.

    Raises:
        UsageProblem: As ``resolve``.
    """
    trees = [resolve(root, base), resolve(root, head or "HEAD")]
    repository = _repository(root)
    if repository.raw.ask("diff-tree", "--quiet", "-r", *trees, "--").code:
        return False
    return head is not None or not repository.status()


def require_range(root: Path, base: str, head: str | None) -> None:
    """Make sure that there is something to review from ``base`` to ``head`` (None: the files as they are).

    Raises:
        UsageProblem: As ``require_ancestor``, or nothing differs.
    """
    require_ancestor(root, base, head or "HEAD")
    if range_is_empty(root, base, head):
        where = f"to {head}" if head else "to your files as they are"
        raise UsageProblem(f"nothing changed from {base} {where}", "give an earlier BASE")


def _repository(root: Path) -> Repository:
    try:
        top = top_of(root)
    except WorkspaceProblem as problem:
        raise UsageProblem(problem.message, problem.remedy) from None
    if top is None:
        raise UsageProblem(f"{root} is in no repository", "a diff needs one: git init, and commit what is there")
    return Repository(Path(os.path.realpath(top)))


def _commit(repository: Repository, rev: str) -> str | None:
    if not rev or "\0" in rev:
        return None
    arguments = ("rev-parse", "--verify", "--quiet", "--end-of-options", f"{rev}^{{commit}}")
    answer = repository.raw.ask(*arguments)
    return answer.line if answer.code == 0 and answer.line else None


def _is_shallow(repository: Repository) -> bool:
    return Git(repository.root).ask("rev-parse", "--is-shallow-repository").line == "true"
