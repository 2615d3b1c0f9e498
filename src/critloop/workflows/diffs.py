"""A diff cut into parts that fit into one look each, at files (source: mission, task: what was read is said)."""

import hashlib
from collections.abc import Sequence

from critloop.model.errors import UsageProblem
from critloop.model.material import FilePatch, Material, UnitText
from critloop.model.run import RunSpec, Unit


def parts_of(spec: RunSpec, material: Material, stem: str) -> tuple[UnitText, ...]:
    """The parts of a diff as units: one where it fits into ``limits.max_patch`` lines.

    Raises:
        UsageProblem: The diff is empty.
    """
    files = material.range.files if material.range is not None else ()
    if not files:
        raise UsageProblem("the diff is empty: there is nothing to review", "name another --base or --head")
    packed = _packed(files, spec.limits.max_patch)
    return tuple(_part(spec, part, stem, number, len(packed)) for number, part in enumerate(packed, start=1))


def _packed(files: Sequence[FilePatch], most: int) -> list[list[FilePatch]]:
    """Files in their order, as many a part as fit; one that is too long by itself is a part of its own."""
    parts: list[list[FilePatch]] = [[]]
    room = most
    for file in files:
        lines = file.patch.count("\n")
        if parts[-1] and lines > room:
            parts.append([])
            room = most
        parts[-1].append(file)
        room -= lines
    return parts


def _part(spec: RunSpec, files: Sequence[FilePatch], stem: str, number: int, count: int) -> UnitText:
    name = spec.title if count == 1 else f"{spec.title}, part {number} of {count}"
    unit = Unit(
        id=stem if count == 1 else f"{stem}-part-{number}",
        name=name,
        path=spec.subject,
        files=tuple(file.path for file in files),
    )
    return UnitText(unit=unit, text="".join(_told(file) for file in files), sections=_hashes(files))


def _told(file: FilePatch) -> str:
    """The patch of a file, or a line in its place for what is not text."""
    return file.patch if file.kind == "text" or file.patch else f"{file.status} {file.kind}: {file.path}\n"


def _hashes(files: Sequence[FilePatch]) -> dict[str, str]:
    return {file.path: hashlib.sha256(_told(file).encode("utf-8", "surrogatepass")).hexdigest()[:16] for file in files}
