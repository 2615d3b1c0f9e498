"""A task or a branch: the commits that are judged, and what they are held against."""

from critloop.config import Settings
from critloop.model.errors import UsageProblem
from critloop.model.ports import Journal
from critloop.model.run import BranchInputs, Creation, Range, TaskInputs
from critloop.starting.asked import Asked
from critloop.starting.files import place_of, subject_in, text_of
from critloop.starting.minors import deferred_minors
from critloop.starting.wanted import Wanted
from critloop.workspace import revisions
from critloop.workspace.repository import Repository

_PRESENT = frozenset({"HEAD", "@"})
_NAMED = 5
"""Uncommitted files that are told by name."""


def asked(settings: Settings, wanted: Wanted, journal: Journal) -> Asked:
    """What is asked of the task or the branch loop.

    Raises:
        UsageProblem: The revisions are none, or not one after the other; nothing differs between them;
            or a file can't be used.
    """
    return _task(settings, wanted) if wanted.loop == "task" else _branch(settings, wanted, journal)


def _task(settings: Settings, wanted: Wanted) -> Asked:
    creating = wanted.head is None
    if creating and wanted.evidence is not None:
        raise UsageProblem("--evidence goes with --head: without it the maker does the work", "name the HEAD")
    inputs = _requirement(settings, wanted, _range(wanted, creating=creating))
    if wanted.evidence is not None:
        inputs = inputs.but({"evidence": text_of(settings, wanted, wanted.evidence, "--evidence")})
    create = Creation(instruction=inputs.name or f"do what {inputs.source} asks for") if creating else None
    return Asked(
        subject=inputs.source, inputs=inputs, create=create, notes=_told(wanted, inputs.range, creating=creating)
    )


def _branch(settings: Settings, wanted: Wanted, journal: Journal) -> Asked:
    if wanted.base is None:
        raise UsageProblem("branch needs a BASE", "name the commit that the branch began from: --base REV")
    judged = _range(wanted, creating=False)
    plan = subject_in(settings, wanted, wanted.plan, flag="--plan") if wanted.plan is not None else None
    minors = deferred_minors(journal, wanted.root, judged)
    inputs = BranchInputs(range=judged, plan=plan, minors=minors, tests=settings.loops.branch.tests)
    kept = f"minor findings kept by the task reviews of this range: {len(minors)}"
    return Asked(subject="", inputs=inputs, notes=(*_told(wanted, judged, creating=False), kept))


def _range(wanted: Wanted, *, creating: bool) -> Range:
    """The commits, as ids. HEAD by its own name is None: the files as they are, uncommitted ones included."""
    root = wanted.root
    head = None if wanted.head is None or wanted.head in _PRESENT else revisions.resolve(root, wanted.head)
    if wanted.base is not None:
        base = revisions.resolve(root, wanted.base)
    elif creating:
        base = revisions.resolve(root, "HEAD")
    else:
        base = revisions.merge_base_with_default(root, head or "HEAD")
    if creating:
        revisions.require_ancestor(root, base, "HEAD")
    else:
        revisions.require_range(root, wanted.base or base[:12], head and wanted.head)
    return Range(base=base, head=head)


def _told(wanted: Wanted, judged: Range, *, creating: bool) -> tuple[str, ...]:
    """Which commit BASE is, where nobody named it, and which uncommitted files are part of the diff."""
    notes = []
    if creating:
        notes.append(f"BASE is {judged.base[:12]}; the maker does the work from there")
    elif wanted.base is None:
        notes.append(f"BASE is {judged.base[:12]}, the last commit in common with the default branch")
        if judged.head is None and judged.base == revisions.resolve(wanted.root, "HEAD"):
            notes.append(
                "that is HEAD itself: no commit is reviewed, only what is not committed (--base REV reaches back)"
            )
    entries = [] if judged.head else list(Repository(wanted.root).status())
    notes += _listed("not committed yet, and part of the diff", [e.path for e in entries if not e.untracked])
    notes += _listed("not known to git yet, and part of the diff", [e.path for e in entries if e.untracked])
    return tuple(notes)


def _listed(words: str, paths: list[str]) -> list[str]:
    more = f" and {len(paths) - _NAMED} more" if len(paths) > _NAMED else ""
    return [f"{words}: {', '.join(paths[:_NAMED])}{more}"] if paths else []


def _requirement(settings: Settings, wanted: Wanted, judged: Range) -> TaskInputs:
    if (wanted.requirement is None) == (wanted.plan is None):
        words = "one of them" if wanted.plan is not None else "it"
        raise UsageProblem(
            "task needs a requirement: a file of its own, or a task of a plan",
            f"name {words}: --requirement FILE, or --plan FILE --task N",
        )
    named = "" if wanted.constraints is None else text_of(settings, wanted, wanted.constraints, "--constraints")
    tests = settings.loops.task.tests
    if wanted.requirement is not None:
        if wanted.task is not None:
            raise UsageProblem("--task goes with --plan", "name the plan, or leave --task out")
        text = text_of(settings, wanted, wanted.requirement, "--requirement")
        source = place_of(wanted, wanted.requirement)
        return TaskInputs(range=judged, requirement=text, source=source, constraints=named, tests=tests)
    return _from_plan(settings, wanted, judged, named).but({"tests": tests})


def _from_plan(settings: Settings, wanted: Wanted, judged: Range, named: str) -> TaskInputs:
    """The requirement and what binds it, cut from a plan; constraints of a file of their own come after."""
    from critloop.workflows.plans.tasks import task_numbers, task_of  # noqa: PLC0415 - only plans need it

    plan = str(wanted.plan)
    text = text_of(settings, wanted, plan, "--plan")
    if wanted.task is None:
        numbers = ", ".join(task_numbers(text)) or "none"
        raise UsageProblem(f"{plan}: no task of the plan is named", f"name one with --task N; its tasks: {numbers}")
    try:
        task = task_of(text, wanted.task)
    except UsageProblem as problem:
        raise UsageProblem(f"{plan}: {problem.message}", problem.remedy) from None
    return TaskInputs(
        range=judged,
        requirement=task.text,
        source=place_of(wanted, plan),
        task=task.number,
        name=task.name,
        constraints="\n\n".join(filter(None, (task.constraints, named.strip()))),
    )
