"""Gathering for the loop: what belongs to the unit that a critic is about to read."""

from pathlib import Path

from critloop.context.gather import gather_page
from critloop.model.context import PageContext
from critloop.model.run import DocsInputs, RunSpec, Unit


def gatherer(spec: RunSpec, folder: Path, unit: Unit) -> PageContext | None:
    """What a critic of a page should read beside it; None in the loops whose critics are given all they need."""
    if spec.loop != "docs":
        return None
    inputs = spec.inputs if isinstance(spec.inputs, DocsInputs) else DocsInputs()
    return gather_page(folder, unit.path, sources=inputs.sources, related=inputs.related)
