"""What can be known of a chain before anything of it starts: each link is held against what is there."""

from collections.abc import Sequence
from pathlib import Path
from typing import Protocol

from critloop.chains.asking import parts_of, wanted_of
from critloop.chains.binding import place_in, subject_of
from critloop.config import Settings
from critloop.model.chain import Link
from critloop.model.errors import UsageProblem
from critloop.model.run import RunSpec
from critloop.starting import Proposal, Wanted, outline
from critloop.starting.documents import check_plan
from critloop.starting.files import subject_in, text_of
from critloop.workspace.revisions import resolve

IN_PROJECT = {"spec": ("subject",), "plan": ("subject", "spec"), "docs": ("subject",), "branch": ("plan",)}
"""For each loop, the options that name a file of the project; a polish link's ``subject`` is one too."""

ANYWHERE = {"task": ("plan", "requirement", "constraints", "evidence"), "polish": ("criteria",)}
"""For each loop, the options that name a text, wherever it lies."""

PRESENT = (None, "HEAD", "@")


class Proposer(Protocol):
    """What a check needs of the composition."""

    def propose(self, wanted: Wanted, settings: Settings | None = None) -> Proposal:
        """What a new run would be."""

    def check_agents(self, spec: RunSpec) -> None:
        """Make sure that a run's agents can do their parts."""


def check_links(proposer: Proposer, links: Sequence[Link], folder: Path, shown: str) -> None:
    """Make sure that each link can begin, as far as that does not hang on what the links before it make.

    Raises:
        UsageProblem: One can't; says which, with the line of its table in the chain's file.
    """
    for link in links:
        try:
            _check(proposer, link, links, folder)
        except UsageProblem as problem:
            message = f"{shown}:{link.line}: link {link.name!r}: {problem.message}"
            raise UsageProblem(message, problem.remedy) from None


def _check(proposer: Proposer, link: Link, links: Sequence[Link], folder: Path) -> None:
    wanted = wanted_of(link, "", {}, folder)
    settings = wanted.settings()
    before = links[: links.index(link)]
    written = {place_in(folder, name) for other in before if (name := subject_of(other, links))}
    if not before or not _is_pending(link, wanted, written, folder):
        for part in parts_of(wanted):
            _able(proposer, proposer.propose(wanted.but({"task": part}) if part else wanted, settings))
        return
    _able(proposer, outline(settings, _without_pending(wanted, written, folder), run="run"))
    _check_files(settings, wanted, written, folder)
    for revision in (wanted.base, wanted.head):
        if revision is not None:
            resolve(wanted.root, revision)


def _able(proposer: Proposer, proposal: Proposal) -> None:
    for flag in proposal.flags:
        raise UsageProblem(f"{flag.where}:{flag.line}: {flag.why}", flag.remedy)
    proposer.check_agents(proposal.spec)


def _is_pending(link: Link, wanted: Wanted, written: set[str], folder: Path) -> bool:
    """True where a link needs what the links before it may still make: a file, or commits to judge."""
    judges_present = link.loop == "branch" or (link.loop == "task" and wanted.head is not None)
    if link.takes or (judges_present and wanted.head in PRESENT):
        return True
    makes = wanted.subject if wanted.create is not None or wanted.skill is not None else None
    names = [name for _, name in _named(wanted) if name != makes]
    return any(place_in(folder, name) in written or not wanted.path(name).exists() for name in names)


def _named(wanted: Wanted) -> list[tuple[str, str]]:
    """The files that a link names, each with its option."""
    options = (*IN_PROJECT.get(wanted.loop, ()), *ANYWHERE.get(wanted.loop, ()))
    options = (*options, "subject") if wanted.loop == "polish" else options
    return [(option, name) for option in options if (name := getattr(wanted, option)) is not None]


def _without_pending(wanted: Wanted, written: set[str], folder: Path) -> Wanted:
    """Of a polish link whose criteria are still to come, nothing is known of what it is for."""
    if wanted.criteria is None:
        return wanted
    if wanted.path(wanted.criteria).exists() and place_in(folder, wanted.criteria) not in written:
        return wanted
    return wanted.but({"criteria": None, "goal": ""})


def _check_files(settings: Settings, wanted: Wanted, written: set[str], folder: Path) -> None:
    for option, name in _named(wanted):
        if place_in(folder, name) in written or not wanted.path(name).exists():
            continue
        if option == "subject" and (wanted.create is not None or wanted.skill is not None):
            continue
        if option in ANYWHERE.get(wanted.loop, ()):
            text_of(settings, wanted, name, option)
        else:
            subject_in(settings, wanted, name)
        if (wanted.loop, option) == ("plan", "subject"):
            check_plan(name, text_of(settings, wanted, name, option))
        if option == "plan" and wanted.loop == "task":
            parts_of(wanted)
