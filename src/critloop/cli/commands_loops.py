"""The loops. What they share is declared in ``options.LoopFlags``."""

from pathlib import Path
from typing import Annotated

import typer

from critloop.cli import options as opt
from critloop.cli.application import app
from critloop.cli.sharing import sharing
from critloop.cli.usage import SkillCommand

Instruction = Annotated[
    str | None, typer.Option("--create", metavar="INSTRUCTION", help="Have the maker write the file first.")
]
SpecFile = Annotated[str | None, typer.Option("--spec", metavar="FILE", help="The plan's spec; else looked for.")]
Globs = list[str]


@sharing(app, opt.LoopFlags)
def spec(
    flags: opt.LoopFlags,
    file: Annotated[str, typer.Argument(metavar="FILE", help="The spec.")],
    *,
    create: Instruction = None,
) -> int:
    """Review a design spec, round by round."""
    return _start("spec", flags, subject=file, create=create)


@sharing(app, opt.LoopFlags)
def plan(
    flags: opt.LoopFlags,
    file: Annotated[str, typer.Argument(metavar="FILE", help="The plan.")],
    *,
    spec: SpecFile = None,
    create: Annotated[bool, typer.Option("--create", help="Have the maker write it from the spec first.")] = False,
) -> int:
    """Review an implementation plan, chunk by chunk."""
    return _start("plan", flags, subject=file, spec=spec, create="" if create else None)


@sharing(app, opt.LoopFlags, cls=SkillCommand)
def docs(
    flags: opt.LoopFlags,
    page: Annotated[str | None, typer.Argument(metavar="[PAGE]", help="The page; a skill can choose it.")] = None,
    *,
    create: Instruction = None,
    skill: Annotated[
        str | None, typer.Option("--skill", metavar="NAME [ARGS…]", help="Have a skill of the project write it first.")
    ] = None,
    arguments: Annotated[list[str] | None, typer.Option("--skill-argument", hidden=True)] = None,
    source: Annotated[
        Globs | None, typer.Option("--source", metavar="GLOB", help="Sources to hold it against; repeatable.")
    ] = None,
    related: Annotated[
        Globs | None, typer.Option("--related", metavar="GLOB", help="Related pages; repeatable.")
    ] = None,
    persona: Annotated[
        str | None, typer.Option("--persona", metavar="FILE", help="An agent definition: who the critic is.")
    ] = None,
) -> int:
    """Review a documentation page against its sources and related pages."""
    from critloop.cli.usage import joined  # noqa: PLC0415 - keeps --help fast

    more = {"sources": tuple(source or ()), "related": tuple(related or ()), "persona": persona}
    return _start("docs", flags, subject=page, create=create, skill=skill, arguments=joined(arguments or []), **more)


@sharing(app, opt.LoopFlags)
def task(
    flags: opt.LoopFlags,
    *,
    base: Annotated[str | None, typer.Option("--base", metavar="REV", help="The commit before the work.")] = None,
    head: Annotated[
        str | None, typer.Option("--head", metavar="REV", help="Its last commit; without it the maker does the work.")
    ] = None,
    requirement: Annotated[
        str | None, typer.Option("--requirement", metavar="FILE", help="What the task has to do.")
    ] = None,
    plan: Annotated[str | None, typer.Option("--plan", metavar="FILE", help="A plan to cut the task from.")] = None,
    number: Annotated[str | None, typer.Option("--task", metavar="N", help="The task's number in the plan.")] = None,
    constraints: Annotated[
        str | None, typer.Option("--constraints", metavar="FILE", help="What binds every task.")
    ] = None,
    evidence: Annotated[
        str | None, typer.Option("--evidence", metavar="FILE", help="The maker's report, with its test evidence.")
    ] = None,
) -> int:
    """Review one task's diff, or have the maker do the task first."""
    given = {"requirement": requirement, "plan": plan, "task": number, "constraints": constraints}
    return _start("task", flags, base=base, head=head, evidence=evidence, **given)


@sharing(app, opt.LoopFlags)
def branch(
    flags: opt.LoopFlags,
    *,
    base: Annotated[str | None, typer.Option("--base", metavar="REV", help="The commit the branch began from.")] = None,
    head: Annotated[str | None, typer.Option("--head", metavar="REV", help="Its last commit; else your files.")] = None,
    plan: Annotated[str | None, typer.Option("--plan", metavar="FILE", help="The plan that it carries out.")] = None,
) -> int:
    """Review a whole branch, broadly, before it is merged."""
    return _start("branch", flags, base=base, head=head, plan=plan)


@sharing(app, opt.LoopFlags, leave_out={"rounds", "rereview"})
def polish(
    flags: opt.LoopFlags,
    file: Annotated[str, typer.Argument(metavar="FILE|-", help="The text, or - for standard input.")],
    *,
    goal: Annotated[str, typer.Option("--goal", metavar="TEXT", help="What it is polished for.")] = "",
    criteria: Annotated[
        str | None, typer.Option("--criteria", metavar="FILE", help="Criteria as JSON; else made from the goal.")
    ] = None,
    threshold: Annotated[
        str | None, typer.Option("--threshold", metavar="pass_all|pass_N", help="How many criteria have to pass.")
    ] = None,
    cap: opt.Cap = None,
) -> int:
    """Score a text against criteria and revise it until it passes."""
    return _start("polish", flags, subject=file, goal=goal, criteria=criteria, threshold=threshold, rounds=cap)


def _start(loop: str, flags: opt.LoopFlags, **given: object) -> int:
    from critloop.cli.loops import start_loop, wanted_of  # noqa: PLC0415 - keeps --help fast

    return start_loop(wanted_of(loop, Path.cwd(), flags, given), flags)
