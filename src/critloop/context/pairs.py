"""Finds the spec that a plan was written from: by what the plan says, then by the names of both."""

import posixpath
import re
from dataclasses import dataclass
from pathlib import Path, PurePosixPath

from critloop.context.front import read_front_matter
from critloop.context.page import links_in
from critloop.context.sitemap import joined
from critloop.context.tree import Tree, folder_of, is_page

_HEAD_LINES = 40
_DATE = re.compile(r"^(?P<date>\d{4}-\d{2}-\d{2}|\d{8}|\d{6})[-_.]?")
_NUMBER = re.compile(r"^\d{1,3}[a-z]?[-_.](?=\D)")
_PLAN_ENDS = re.compile(
    r"(?:^|[-_.])(?:implementation[-_]plan|technical[-_]plan|impl[-_]plan|implementation|impl|plan|tasks)$",
    re.IGNORECASE,
)
_SPEC_ENDS = re.compile(
    r"(?:^|[-_.])(?:design[-_](?:doc|spec)|technical[-_]design|requirements|design|spec|specification|prd|rfc|proposal)$",
    re.IGNORECASE,
)
_SPEC_STARTS = re.compile(r"^(?:spec|design|rfc|prd)[-_.](?=\w)", re.IGNORECASE)
_SPEC_FOLDERS = frozenset({"spec", "specs", "design", "designs", "design-docs", "rfcs", "specifications"})
_PLAN_FOLDERS = frozenset({"plan", "plans", "tasks", "implementation", "implementation-plans"})
_LABEL = re.compile(
    r"^\W{0,6}(?:(?:source|parent|related|approved|companion|based on(?: the)?)\s+)?"
    r"(?:design|spec|specification|prd|requirements|rfc)(?:[ -](?:docs?|documents?|specs?|files?))?\b"
    r"\W{0,4}:(?P<value>.+)$",
    re.IGNORECASE,
)
_KEYS = ("spec", "specs", "design", "design-doc", "design-docs", "design_doc", "spec-file", "specification", "prd")
_WRITTEN = re.compile(r"[\w./@+-]*[\w@+-]\.(?:md|markdown|mdx|rst|txt)\b")


@dataclass(frozen=True, slots=True)
class _Name:
    """What a document's name says: its topic in words, its date, and whether it calls itself a spec or a plan."""

    topic: str
    date: str
    is_spec: bool
    is_plan: bool


def spec_beside(root: Path, plan_path: str) -> tuple[str | None, list[str]]:
    """The spec of a plan, and the candidates where it can't be told (document-review.txt, "Plan review").

    What the plan's head says counts first, if the file exists: a ``Spec:`` or ``Design:`` line, the
    same in front matter, a link to a spec. Then names are compared without dates and endings such
    as ``-plan`` and ``-design``. Several that fit equally well: None, and all of them. A head that
    names a file which isn't there gives no spec either, only candidates.

    Paths are relative to ``root``, with ``/``.
    """
    plan = posixpath.normpath(plan_path)
    text = Tree(root, ()).text(plan)
    said = _said(root, plan, text)
    if said is not None:
        return (said[0], []) if len(said) == 1 else (None, said or _by_name(root, plan))
    linked = _linked(root, plan, text)
    best = linked if len(linked) == 1 else _by_name(root, plan)
    return (best[0], []) if len(best) == 1 else (None, best or linked)


def _said(root: Path, plan: str, text: str) -> list[str] | None:
    """The existing files that the head calls the spec; None when it calls none by name."""
    front = read_front_matter(text)
    written = [path for key in _KEYS for value in front.values.get(key, ()) for path in _WRITTEN.findall(value)]
    for line in front.body.split("\n")[:_HEAD_LINES]:
        if match := _LABEL.match(line):
            written += _WRITTEN.findall(match["value"])
    if not written:
        return None
    found = (_existing(root, plan, target) or _only_one(root, target) for target in written)
    return list(dict.fromkeys(path for path in found if path and path != plan))


def _linked(root: Path, plan: str, text: str) -> list[str]:
    """The specs that the head links to."""
    head = "\n".join(read_front_matter(text).body.split("\n")[:_HEAD_LINES])
    found = (_existing(root, plan, target) for target in links_in(head))
    return list(dict.fromkeys(path for path in found if path and path != plan and _name(path).is_spec))


def _existing(root: Path, plan: str, target: str) -> str | None:
    """The file that a path means, from the plan's folder or from the root."""
    bare = target.partition("#")[0]
    if not bare or "://" in bare:
        return None
    forms = (joined(folder_of(plan), bare), joined(bare.lstrip("/")))
    return next((path for path in forms if path and (root / path).is_file()), None)


def _only_one(root: Path, target: str) -> str | None:
    """The only file of the project with the name that a path ends in: it may have moved."""
    found = Tree.of(root).named(target.rpartition("/")[2])
    return found[0] if len(found) == 1 else None


def _by_name(root: Path, plan: str) -> list[str]:
    """The specs with the plan's topic; of several, those of the same date."""
    own = _name(plan)
    found = [path for path in _near(root, plan) if path != plan and _fits(_name(path), own)]
    same_date = [path for path in found if own.date and _name(path).date == own.date]
    return same_date or found


def _fits(name: _Name, own: _Name) -> bool:
    return name.is_spec and name.topic == own.topic


def _near(root: Path, plan: str) -> list[str]:
    """Pages in the plan's own folder and, for a plan with a topic, in folders of specs and plans beside it."""
    own = PurePosixPath(plan)
    folders = {own.parent}
    if _name(plan).topic:
        above = [own.parent, *own.parent.parents]
        folders |= {place / name for place in above for name in (*_SPEC_FOLDERS, *_PLAN_FOLDERS)} | set(above[:2])
    found = (place / file.name for place in folders for file in _entries(root / place))
    return sorted(path.as_posix() for path in found if is_page(path.name) and (root / path).is_file())


def _entries(folder: Path) -> list[Path]:
    """What lies in a folder; nothing when it is none."""
    try:
        return list(folder.iterdir())
    except OSError:
        return []


def _name(path: str) -> _Name:
    file = PurePosixPath(path)
    stem = file.stem
    date = _DATE.match(stem)
    stem = _NUMBER.sub("", stem[date.end() :] if date else stem)
    is_plan = _PLAN_ENDS.search(stem) is not None
    is_spec = _SPEC_ENDS.search(stem) is not None or _SPEC_STARTS.match(stem) is not None
    topic = _SPEC_STARTS.sub("", _SPEC_ENDS.sub("", _PLAN_ENDS.sub("", stem)))
    place = file.parent.name.casefold()
    return _Name(
        topic=re.sub(r"[-_. ]+", "-", topic.casefold()).strip("-"),
        date=re.sub(r"\D", "", date["date"]) if date else "",
        is_spec=(is_spec or place in _SPEC_FOLDERS) and not is_plan,
        is_plan=is_plan or place in _PLAN_FOLDERS,
    )
