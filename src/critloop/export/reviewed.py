"""What was reviewed, and what was not."""

from collections.abc import Iterator, Sequence

from critloop.export.shapes import ReviewedJson
from critloop.loop.state import RunState
from critloop.model.material import RangeText

_UNSHOWN = {
    "binary": "binary, so its content was not shown",
    "submodule": "a submodule, of which only the two commits were shown",
}


def reviewed(state: RunState, left_out: Sequence[str] = ()) -> ReviewedJson:
    """The revisions, files and lines that valid reports have judged, and what they were not given."""
    if not state.rounds or state.prepared is None:
        return ReviewedJson(range="", files=(), lines=0, excluded=())
    judged = {item.unit: item for item in state.rounds}
    origin, last = state.prepared.origin, state.rounds[-1].snapshot.revision
    begun = state.spec.range.base if state.spec.range else origin.seed
    files = (path for unit in state.units if unit.unit.id in judged for path in (unit.unit.files or (unit.unit.path,)))
    return ReviewedJson(
        range=f"{begun}..{last}",
        files=tuple(dict.fromkeys(files)),
        lines=sum(item.snapshot.lines for item in judged.values()),
        excluded=(*origin.excluded, *left_out, *_unjudged(state), *_beside(state)),
    )


def unshown(text: RangeText) -> tuple[str, ...]:
    """The files of a diff whose content a reviewer was not shown, each with the reason."""
    return tuple(f"{file.path}: {_UNSHOWN[file.kind]}" for file in text.files if file.kind in _UNSHOWN)


def _unjudged(state: RunState) -> Iterator[str]:
    """The parts of the subject that no report has judged."""
    judged = {item.unit for item in state.rounds}
    for unit in state.units:
        if unit.unit.id not in judged:
            yield f"{unit.unit.name}: no report yet"


def _beside(state: RunState) -> Iterator[str]:
    """The files that a maker has changed and no report is about."""
    units = (*state.units, *state.gone)
    judged = {path for unit in units for path in (*unit.unit.files, unit.unit.path)}
    changed = dict.fromkeys(path for made in state.commits for path in made.commit.paths)
    undone = {path for event in state.undone for path in event.paths}
    for path in changed:
        if path not in judged and path not in undone and state.spec.range is None:
            yield f"{path}: changed, and no report is about it"
