"""A project's own prompts, looked at before any role is told by them."""

from pathlib import Path

from critloop.model.errors import UsageProblem
from critloop.prompting.linting.flags import Flag


def prompt_flags(root: Path, loop: str) -> tuple[Flag, ...]:
    """What in a project's own prompts of a loop should not be told to a role; nothing where it has none.

    Raises:
        UsageProblem: One of them can't be used as a template; with file and line.
    """
    folder = root / ".critloop" / "prompts" / loop
    if not folder.is_dir():
        return ()
    from critloop.prompting.linting import lint_project  # noqa: PLC0415 - most projects have no prompts of their own
    from critloop.workflows.vocabulary import TOLD  # noqa: PLC0415 - the same

    used = {folder / f"{role}.md" for name, role in TOLD if name == loop}
    flags = [flag for flag in lint_project(root) if Path(flag.where) in used]
    for flag in flags:
        if flag.kind == "template":
            quote = f"{flag.quote}: " if flag.quote else ""
            raise UsageProblem(f"{flag.where}:{flag.line}: {quote}{flag.why}", flag.remedy)
    return tuple(flags)
