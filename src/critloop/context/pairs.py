"""Finds the spec that a plan was written from: by what the plan says, then by the names of both."""

import re
from collections.abc import Iterator
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
    r"\W{0,4}:\W{0,4}(?P<value>.+)$",
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
    as ``-plan`` and ``-design``. Several that fit equally well: None, and all of them.
    """
    tree = Tree.of(root)
    text = tree.text(plan_path)
    said = _said(tree, plan_path, text)
    if said is not None:
        return (said[0], []) if len(said) == 1 else (None, said or _by_name(tree, plan_path))
    linked = _linked(tree, plan_path, text)
    if len(linked) == 1:
        return linked[0], []
    best = _by_name(tree, plan_path)
    if len(best) == 1:
        return best[0], []
    return None, best or linked


def _said(tree: Tree, plan: str, text: str) -> list[str] | None:
    """The existing files that the head calls the spec; None when it calls none by name."""
    front = read_front_matter(text)
    written = [path for key in _KEYS for value in front.values.get(key, ()) for path in _WRITTEN.findall(value)]
    for line in front.body.split("\n")[:_HEAD_LINES]:
        if match := _LABEL.match(line):
            written += _WRITTEN.findall(match["value"])
    if not written:
        return None
    return list(dict.fromkeys(path for target in written if (path := _existing(tree, plan, target)) and path != plan))


def _linked(tree: Tree, plan: str, text: str) -> list[str]:
    """The specs that the head links to."""
    head = "\n".join(read_front_matter(text).body.split("\n")[:_HEAD_LINES])
    found = (_existing(tree, plan, target) for target in links_in(head))
    return list(dict.fromkeys(path for path in found if path and path != plan and _name(path).is_spec))


def _existing(tree: Tree, plan: str, target: str) -> str | None:
    """The file that a path means: from the plan's folder, from the root, or the only one that ends so."""
    bare = target.partition("#")[0]
    if not bare or "://" in bare:
        return None
    for path in (joined(folder_of(plan), bare), joined(bare.lstrip("/"))):
        if path in tree.known:
            return path
    name = bare.rpartition("/")[2]
    ending = [path for path in tree.files if path == name or path.endswith("/" + name)]
    return ending[0] if len(ending) == 1 else None


def _by_name(tree: Tree, plan: str) -> list[str]:
    """The specs whose names fit best: those with the same topic, of them those of the same date or place."""
    own = _name(plan)
    found = [path for path in _near(tree, plan) if _fits(_name(path), own)]
    same_date = [path for path in found if own.date and _name(path).date == own.date]
    found = same_date or found
    beside = [path for path in found if folder_of(path) == folder_of(plan)]
    return beside if len(beside) == 1 and not own.topic else found


def _fits(name: _Name, own: _Name) -> bool:
    return name.is_spec and name.topic == own.topic


def _near(tree: Tree, plan: str) -> Iterator[str]:
    """Specs in the plan's own folder and, for a plan with a topic, in folders of specs beside one of its folders."""
    own = PurePosixPath(plan)
    folders = {str(own.parent)}
    if _name(plan).topic:
        above = [own.parent, *own.parent.parents]
        folders |= {str(place / name) for place in above for name in (*_SPEC_FOLDERS, *_PLAN_FOLDERS)}
        folders |= {str(place) for place in above[:2]}
    for path in tree.files:
        if path != plan and is_page(path) and (folder_of(path) or ".") in folders:
            yield path


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
