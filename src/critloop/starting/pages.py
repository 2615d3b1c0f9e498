"""A documentation page: one that exists, or one that an instruction or a skill creates; and the critic's persona."""

from pathlib import Path

from critloop.config import Settings
from critloop.context.agents import narrowed, read_agent_definition, read_definition
from critloop.context.front import read_front_matter
from critloop.context.skills import read_skill
from critloop.model.errors import UsageProblem
from critloop.model.run import Creation, DocsInputs, Inputs
from critloop.prompting.linting.wording import lint_text
from critloop.starting.asked import Asked
from critloop.starting.files import new_file, place_of, subject_in
from critloop.starting.globs import check_globs
from critloop.starting.wanted import Wanted


def asked(settings: Settings, wanted: Wanted) -> Asked:
    """What is asked of the docs loop.

    Raises:
        UsageProblem: The page, the skill or the persona can't be used.
    """
    create = _creation(wanted)
    if wanted.subject is None:
        subject = ""
    else:
        subject = new_file(wanted, wanted.subject) if create else subject_in(settings, wanted, wanted.subject)
    docs = settings.loops.docs
    check_globs(settings, wanted)
    plain = Asked(subject=subject, create=create, inputs=DocsInputs(sources=docs.sources, related=docs.related))
    return plain if docs.persona is None else plain.but(_persona(plain.inputs, wanted, Path(docs.persona)))


def _creation(wanted: Wanted) -> Creation | None:
    if wanted.create is not None and wanted.skill is not None:
        raise UsageProblem("--create and --skill are two ways to write a page", "leave one of them out")
    if wanted.skill is not None:
        skill = read_skill(wanted.root, wanted.skill)
        return Creation(skill=skill.name, skill_path=skill.path, arguments=wanted.arguments)
    if wanted.subject is None:
        raise UsageProblem("no page is named", "name it: critloop docs PAGE; only a skill can choose one by itself")
    if wanted.create is None:
        return None
    if not wanted.create.strip():
        raise UsageProblem("--create needs an instruction", "say what the page is about: --create TEXT")
    return Creation(instruction=wanted.create.strip())


def _persona(inputs: Inputs | None, wanted: Wanted, path: Path) -> dict[str, object]:
    """What a persona changes: the inputs, what is told of it, and what in its words a critic should not be told."""
    definition = read_agent_definition(path)
    place = place_of(wanted, str(path))
    tools = None if definition.tools is None else narrowed(definition.tools)
    named = {"persona": definition.persona, "persona_from": place, "tools": tools}
    front = read_front_matter(read_definition(path))
    blank = front.body[: len(front.body) - len(front.body.lstrip())]
    first = front.body_line + blank.count("\n")
    flags = lint_text(definition.persona, place, audience="critic", first_line=first)
    model = definition.model
    notes = (f"{place} names the model {model}; the critic's is that of --critic or the settings",) if model else ()
    return {"inputs": inputs.but(named) if inputs else None, "notes": notes, "flags": tuple(flags)}
