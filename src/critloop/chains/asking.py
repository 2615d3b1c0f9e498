"""What a link asks for, as if its loop's command had been typed."""

from collections.abc import Mapping
from pathlib import Path

from critloop.model.chain import Link, Value
from critloop.model.errors import UsageProblem
from critloop.starting import Wanted
from critloop.workflows.plans.tasks import task_numbers

ALL = "all"
RENAMED = {"source": "sources", "cap": "rounds"}
TEXTS = ("rounds", "max_tokens", "max_cost", "keep_branch")
"""Options whose value is no text."""


def wanted_of(link: Link, part: str, taken: Mapping[str, str], folder: Path) -> Wanted:
    """The run that a link asks for; ``taken`` are the options that other links give."""
    given: dict[str, object] = {
        RENAMED.get(key, key): _typed(key, value) for key, value in {**link.options, **taken}.items()
    }
    if part:
        given["task"] = part
    return Wanted(loop=link.loop, folder=str(folder)).but(given)


def _typed(key: str, value: Value) -> object:
    if key in ("source", "related"):
        return tuple(value) if isinstance(value, list) else (str(value),)
    if isinstance(value, list):
        return " ".join(value)
    if key == "create" and isinstance(value, bool):
        return "" if value else None
    return value if RENAMED.get(key, key) in TEXTS else str(value)


def parts_of(link: Link, taken: Mapping[str, str], folder: Path) -> tuple[str, ...]:
    """The tasks that a link runs through, where it says ``task = "all"``; else one empty part.

    Raises:
        UsageProblem: The plan can't be read, or has no tasks.
    """
    if link.options.get("task") != ALL:
        return ("",)
    plan = taken.get("plan") or str(link.options.get("plan", ""))
    path = folder / plan
    try:
        numbers = task_numbers(path.read_text(encoding="utf-8-sig"))
    except OSError as error:
        raise UsageProblem(f"{path}: can't read it: {error.strerror}", f"link {link.name!r} needs the plan") from None
    if not numbers:
        raise UsageProblem(f"{path}: no tasks", f"link {link.name!r} runs once for each task of it")
    return tuple(numbers)
