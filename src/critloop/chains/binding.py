"""What links are held against: texts that are written down before a maker runs that may change any file.

A task's maker works in the whole project. Were its plan read again for the next task, it could set its own.
"""

import os
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path

from critloop.chains.asking import wanted_of
from critloop.config.model import FILE
from critloop.loop.state import RunState
from critloop.model.chain import Link
from critloop.model.errors import UsageProblem
from critloop.starting import Wanted
from critloop.starting.files import text_of
from critloop.workflows.plans.tasks import task_numbers

BINDING = {"task": ("plan", "requirement", "constraints"), "polish": ("criteria",)}
"""For each loop, the options that name a file which its run is held against."""

ANY_FILE = ("task", "branch")
"""Loops whose maker may change any file of the project."""

OWN = ".critloop"
"""The folder of a project's own prompts."""

Taken = Callable[[Link], Mapping[str, str]]


def place_in(folder: Path, name: str) -> str:
    """Where a file lies, from the folder of the chain on."""
    return Path(
        os.path.relpath(os.path.realpath(folder / Path(name).expanduser()), os.path.realpath(folder))
    ).as_posix()


def bound(link: Link, taken: Mapping[str, str], folder: Path) -> dict[str, str]:
    """The files that a link is held against: the name that it gives each, and where that lies."""
    named = {**link.options, **taken}
    names = [str(named[option]) for option in BINDING.get(link.loop, ()) if option in named]
    return {name: place_in(folder, name) for name in names}


def subject_of(link: Link, links: Sequence[Link]) -> str | None:
    """The file that a link judges or writes, as far as the chain's file says."""
    if "subject" in link.options:
        return str(link.options["subject"])
    source = next((other for other in links if other.name == link.takes.get("subject")), None)
    return subject_of(source, links) if source is not None else None


def texts_to_keep(
    link: Link, links: Sequence[Link], known: Mapping[str, str], taken: Taken, folder: Path
) -> dict[str, str]:
    """The texts to write down as a link begins, by place: what it and later links are held against.

    Only where its maker may change any file. ``known`` are those written down already. What a link in between
    still writes is left for then, and so is what can't be used as it is: its link says why.
    """
    found: dict[str, str] = {}
    if link.loop not in ANY_FILE:
        return found
    coming = links[links.index(link) :]
    for number, other in enumerate(coming):
        written = {place_in(folder, name) for before in coming[:number] if (name := subject_of(before, links))}
        given = taken(other)
        for name, place in bound(other, given, folder).items():
            if place not in known and place not in written and (text := _usable(other, name, given, folder)):
                found[place] = text
    return found


def _usable(link: Link, name: str, given: Mapping[str, str], folder: Path) -> str:
    try:
        wanted = wanted_of(link, "", given, folder)
        text = text_of(wanted.settings(), wanted, name, "")
    except UsageProblem:
        return ""
    return text if name != wanted.plan or task_numbers(text) else ""


def kept_for(link: Link, taken: Mapping[str, str], texts: Mapping[str, str], folder: Path) -> dict[str, str]:
    """What was written down of the files that a link is held against, by the name that it gives them."""
    return {name: texts[place] for name, place in bound(link, taken, folder).items() if place in texts}


def rules_changed(child: RunState) -> tuple[str, ...]:
    """The files that a run's result changed by which later runs are judged: settings, and the project's own prompts."""
    files = child.brought_back.files if child.brought_back is not None else ()
    return tuple(file.path for file in files if Path(file.path).name == FILE or Path(file.path).parts[:1] == (OWN,))


def changed_words(wanted: Wanted) -> str:
    """Which files are no longer as they were written down; empty where all are."""
    changed = [name for name, text in wanted.kept.items() if _present(wanted.path(name)) != text]
    has = "has" if len(changed) == 1 else "have"
    return f"{', '.join(changed)} {has} changed since, and what was written down before counts" if changed else ""


def _present(path: Path) -> str | None:
    try:
        return path.read_text(encoding="utf-8-sig")
    except (OSError, UnicodeDecodeError):
        return None
