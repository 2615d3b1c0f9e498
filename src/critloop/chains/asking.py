"""What a link asks for, as if its loop's command had been typed."""

from collections.abc import Mapping
from pathlib import Path

from critloop.model.chain import Link, Value
from critloop.model.errors import UsageProblem
from critloop.starting import Wanted
from critloop.starting.files import text_of
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


def parts_of(wanted: Wanted) -> tuple[str, ...]:
    """The tasks that a link runs through, where it says ``task = "all"``; else one empty part.

    Raises:
        UsageProblem: The plan can't be read, or has no tasks.
    """
    if wanted.task != ALL:
        return ("",)
    plan = str(wanted.plan)
    numbers = task_numbers(text_of(wanted.settings(), wanted, plan, "plan"))
    if not numbers:
        raise UsageProblem(f"{plan}: the plan has no tasks", "give each a heading, such as “### Task 1: Name”")
    return tuple(numbers)
