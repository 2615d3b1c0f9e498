"""A diff cut into parts that fit into one look each, at files (source: mission, task: what was read is said)."""

import hashlib
import itertools
from collections.abc import Mapping, Sequence

from critloop.model.errors import UsageProblem
from critloop.model.material import FilePatch, Material, UnitText
from critloop.model.run import RunSpec, Unit


def parts_of(spec: RunSpec, material: Material, stem: str, known: Sequence[Unit] = ()) -> tuple[UnitText, ...]:
    """The parts of a diff as units: one where it fits into ``limits.max_patch`` lines.

    A file stays in the part that it was in, so that what is open on a part stays with it; a part that
    grows stays one. What is new goes into the last part while there is room, and then into new ones.

    Raises:
        UsageProblem: The diff is empty.
    """
    files = material.range.files if material.range is not None else ()
    if not files:
        raise UsageProblem("the diff is empty: there is nothing to review", "name another --base or --head")
    parts = _placed(files, known)
    fresh = [file for file in files if not any(file in part for part in parts.values())]
    if parts and fresh:
        last = next(reversed(parts))
        room = spec.limits.max_patch - sum(_lines(file) for file in parts[last])
        while fresh and (not _lines(fresh[0]) or _lines(fresh[0]) <= room):
            room -= _lines(fresh[0])
            parts[last].append(fresh.pop(0))
    packed = _packed(fresh, spec.limits.max_patch) if fresh else []
    for number, part in enumerate(packed, start=len(parts) + 1):
        parts[_id(stem, number, len(parts) + len(packed), parts)] = part
    return tuple(_part(spec, part, key, number, len(parts)) for number, (key, part) in enumerate(parts.items(), 1))


def _placed(files: Sequence[FilePatch], known: Sequence[Unit]) -> dict[str, list[FilePatch]]:
    """The files that were in a part before, by the id of the part; a renamed file stays where it was."""
    parts = {unit.id: [f for f in files if {f.path, f.old_path} & set(unit.files)] for unit in known if unit.files}
    return {key: part for key, part in parts.items() if part}


def _id(stem: str, number: int, count: int, taken: Mapping[str, object]) -> str:
    if count == 1:
        return stem
    return next(key for n in itertools.count(number) if (key := f"{stem}-part-{n}") not in taken)


def _lines(file: FilePatch) -> int:
    return file.patch.count("\n")


def _packed(files: Sequence[FilePatch], most: int) -> list[list[FilePatch]]:
    """Files in their order, as many a part as fit; one that is too long by itself is a part of its own."""
    parts: list[list[FilePatch]] = [[]]
    room = most
    for file in files:
        if parts[-1] and _lines(file) and _lines(file) > room:
            parts.append([])
            room = most
        parts[-1].append(file)
        room -= _lines(file)
    return parts


def _part(spec: RunSpec, files: Sequence[FilePatch], key: str, number: int, count: int) -> UnitText:
    name = spec.title if count == 1 else f"{spec.title}, part {number} of {count}"
    unit = Unit(id=key, name=name, path=spec.subject, files=tuple(file.path for file in files))
    return UnitText(unit=unit, text="".join(_told(file) for file in files), sections=_hashes(files))


def _told(file: FilePatch) -> str:
    """The patch of a file, or a line in its place for what is not text."""
    return file.patch if file.kind == "text" or file.patch else f"{file.status} {file.kind}: {file.path}\n"


def _hashes(files: Sequence[FilePatch]) -> dict[str, str]:
    return {file.path: hashlib.sha256(_told(file).encode("utf-8", "surrogatepass")).hexdigest()[:16] for file in files}
