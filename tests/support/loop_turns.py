"""Turns of any loop on a real folder, and patches as a range of commits has them."""

from collections.abc import Mapping, Sequence
from difflib import unified_diff
from pathlib import Path
from typing import Any

from critloop.agents.builtin_critic import BuiltinCritic
from critloop.agents.builtin_maker import BuiltinMaker
from critloop.model.finding import Finding
from critloop.model.material import FilePatch, Material, RangeText
from critloop.model.ports import OpenFinding, TurnRequest
from critloop.model.run import Inputs, RunSpec, Unit
from critloop.model.turn import AgentRef, Reply, Role
from tests.support.turns import Bench, Heard, bench

BUILTIN = AgentRef(agent="builtin")


def write_files(folder: Path, files: Mapping[str, str | None]) -> None:
    """Put these files into a folder; None stands for a file that is not there."""
    for name, text in files.items():
        if text is not None:
            (folder / name).parent.mkdir(parents=True, exist_ok=True)
            (folder / name).write_bytes(text.encode())


def patch(path: str, before: str | None, after: str | None) -> FilePatch:
    """What a range does to a file that was ``before`` and is ``after``; None for no file."""
    old, new = (before or "").splitlines(keepends=True), (after or "").splitlines(keepends=True)
    lines = [line if line.endswith("\n") else f"{line}\n" for line in unified_diff(old, new, f"a/{path}", f"b/{path}")]
    status = "added" if before is None else "deleted" if after is None else "modified"
    added = sum(line.startswith("+") and not line.startswith("+++") for line in lines)
    head = f"diff --git a/{path} b/{path}\n"
    return FilePatch(path=path, status=status, patch=head + "".join(lines), added=added)  # type: ignore[arg-type]  # one of the three


def diff_of(folder: Path, changes: Mapping[str, tuple[str | None, str | None]]) -> RangeText:
    """A range that makes these changes, and the files as they are after it."""
    write_files(folder, {path: after for path, (_, after) in changes.items()})
    return RangeText(base="b", head="h", files=tuple(patch(path, *both) for path, both in changes.items()))


def asked(folder: Path, loop: str, unit: Unit, **more: Any) -> TurnRequest:
    """A request of a critic; ``inputs`` go into the spec, all else into the request."""
    inputs: Inputs | None = more.pop("inputs", None)
    role = more.pop("role", Role.CRITIC)
    findings: Sequence[Finding] = more.pop("findings", ())
    spec = RunSpec(
        run="r", loop=loop, subject=unit.path, root=str(folder), maker=BUILTIN, critic=BUILTIN, inputs=inputs
    )
    request = TurnRequest(
        run="r",
        turn="t1",
        loop=loop,
        role=role,
        agent=BUILTIN,
        prompt="",
        folder=folder,
        unit=unit,
        round=1,
        attempt=1,
        turn_number=1,
        spec=spec,
        findings=tuple(OpenFinding(id=f"F{n}", finding=finding) for n, finding in enumerate(findings, start=1)),
    )
    return request.but(more)


def asked_of_diff(folder: Path, loop: str, material: RangeText, **more: Any) -> TurnRequest:
    """A request about a whole diff."""
    unit = Unit(id=loop, name=loop, path="plan.md", files=tuple(file.path for file in material.files))
    return asked(folder, loop, more.pop("unit", unit), material=Material(range=material), **more)


async def judged(request: TurnRequest, disabled: Sequence[str] = ()) -> Reply:
    """The built-in critic's reply."""
    heard = Heard()
    reply = await BuiltinCritic(disabled).turn(request, heard, None)
    assert "".join(heard.pieces) == reply.text
    assert tuple(heard.tools) == reply.tools
    return reply


async def made(request: TurnRequest, *, ends_with: int | None = 0) -> tuple[Bench, Reply]:
    """The built-in maker's desk and reply; its tests end with ``ends_with``."""
    desk = bench(request)
    desk.ends_with = ends_with
    return desk, await BuiltinMaker().turn(request.but({"role": Role.MAKER}), Heard(), desk)
