"""Chains: which link comes when, and what is next in one (source: mission, chain)."""

from collections.abc import Mapping, Sequence

from critloop.model.chain import Link, LinkRun
from critloop.model.errors import UsageProblem


def in_order(links: Sequence[Link], where: str) -> tuple[Link, ...]:
    """The links so that each comes after those it takes from; otherwise in the order in which they are written.

    Raises:
        UsageProblem: One takes from a link that there isn't, or they take from each other in a circle.
    """
    named = {link.name: link for link in links}
    for link in links:
        for option, source in link.takes.items():
            if source not in named:
                known = ", ".join(named)
                raise UsageProblem(f"{where}:{link.line}: {option} comes from {source!r}, no link", f"links: {known}")
    ordered: dict[str, Link] = {}
    for link in links:
        _place(link, named, ordered, (), where)
    return tuple(ordered.values())


def _place(link: Link, named: Mapping[str, Link], ordered: dict[str, Link], above: tuple[str, ...], where: str) -> None:
    if link.name in above:
        circle = " → ".join((*above[above.index(link.name) :], link.name))
        raise UsageProblem(f"{where}:{link.line}: the links wait for each other: {circle}", "break the circle")
    if link.name in ordered:
        return
    for source in link.takes.values():
        _place(named[source], named, ordered, (*above, link.name), where)
    ordered[link.name] = link


def next_part(
    links: Sequence[Link], begun: Mapping[str, Sequence[str]], runs: Sequence[LinkRun]
) -> tuple[Link, str | None] | None:
    """The link to go on with, and the part of it; None as a part: it has to begin. None: the chain is through."""
    passed = {(run.link, run.part) for run in runs if run.passed}
    for link in links:
        parts = begun.get(link.name)
        if parts is None:
            return link, None
        for part in parts:
            if (link.name, part) not in passed:
                return link, part
    return None
