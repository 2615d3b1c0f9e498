"""A project's skills: ``.claude/skills/NAME/SKILL.md``, handed to a maker as they are."""

from pathlib import Path

from critloop.context.agents import read_definition
from critloop.context.front import read_front_matter
from critloop.model.base import Frozen
from critloop.model.errors import UsageProblem

FOLDER = Path(".claude", "skills")
_FILE = "SKILL.md"


class Skill(Frozen):
    """A skill by the name of its folder. ``path`` is relative to the project's root, with ``/``."""

    name: str
    path: str
    description: str = ""


def read_skill(root: Path, name: str) -> Skill:
    """The skill with this name; a slash before it, as in a command, doesn't count.

    Raises:
        UsageProblem: There is none, and which there are; or its file can't be read.
    """
    wanted = name.strip().removeprefix("/")
    there = skill_names(root)
    if wanted not in there:
        listed = f"the skills here are {', '.join(there)}" if there else f"add {FOLDER.as_posix()}/{wanted}/{_FILE}"
        raise UsageProblem(f"no skill {wanted!r} in {root / FOLDER}", listed)
    path = FOLDER / wanted / _FILE
    front = read_front_matter(read_definition(root / path))
    return Skill(name=wanted, path=path.as_posix(), description=front.text("description"))


def skill_names(root: Path) -> list[str]:
    """The names of a project's skills, sorted."""
    return sorted(file.parent.name for file in (root / FOLDER).glob(f"*/{_FILE}") if file.is_file())
