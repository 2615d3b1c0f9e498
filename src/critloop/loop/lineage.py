"""A finding's identity across rounds: the same place, dimension and words, compared exactly."""

from collections import defaultdict, deque
from collections.abc import Iterable, Sequence

from critloop.loop.state import TrackedFinding
from critloop.model.finding import Finding

Key = tuple[str, str, str, str]


def identify(tracked: Iterable[TrackedFinding], found: Sequence[Finding], unit: str) -> list[tuple[str, str]]:
    """For each finding of a new report its id and the reason, one-to-one.

    Those that no earlier finding of the unit equals get the next free ids, in the report's order,
    with the reason ``new``.
    """
    everything = list(tracked)
    known: defaultdict[Key, deque[str]] = defaultdict(deque)
    for item in everything:
        if item.unit == unit:
            known[_key(item.finding)].append(item.id)
    free = 1 + max((int(item.id[1:]) for item in everything if item.id.startswith("F")), default=0)
    result: list[tuple[str, str]] = []
    for finding in found:
        same = known.get(_key(finding))
        if same:
            result.append((same.popleft(), "same place, dimension and words"))
        else:
            result.append((f"F{free}", "new"))
            free += 1
    return result


def _key(finding: Finding) -> Key:
    section = finding.location.section or ""
    return (finding.location.path or "", _words(section), finding.dimension, _words(finding.issue))


def _words(text: str) -> str:
    return " ".join(text.casefold().split())
