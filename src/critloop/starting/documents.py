"""A spec or a plan: the file, and for a plan the spec that it carries out."""

from critloop.config import Settings
from critloop.model.errors import UsageProblem
from critloop.model.run import Creation, PlanInputs
from critloop.starting.asked import Asked
from critloop.starting.files import new_file, subject_in, text_of
from critloop.starting.wanted import Wanted


def asked(settings: Settings, wanted: Wanted) -> Asked:
    """What is asked of the spec or the plan loop.

    Raises:
        UsageProblem: A file can't be used, a plan can't be cut, or there is no spec to write one from.
    """
    if wanted.subject is None:
        raise UsageProblem(f"{wanted.loop} needs a file", f"name it: critloop {wanted.loop} FILE")
    subject, create = _subject(settings, wanted, wanted.subject)
    if wanted.loop == "spec":
        return Asked(subject=subject, create=create)
    spec, notes = _spec_of(settings, wanted, subject)
    if create is not None and spec is None:
        raise UsageProblem("a plan is written from a spec, and none is named", "name it: --spec FILE")
    if create is None:
        check_plan(wanted.subject, text_of(settings, wanted, wanted.subject, "FILE"))
    return Asked(subject=subject, create=create, inputs=PlanInputs(spec=spec), notes=notes)


def _subject(settings: Settings, wanted: Wanted, name: str) -> tuple[str, Creation | None]:
    if wanted.create is None:
        return subject_in(settings, wanted, name), None
    if wanted.loop == "spec" and not wanted.create.strip():
        raise UsageProblem("--create needs an instruction", "say what the spec is about: --create TEXT")
    return new_file(wanted, name), Creation(instruction=wanted.create.strip())


def _spec_of(settings: Settings, wanted: Wanted, plan: str) -> tuple[str | None, tuple[str, ...]]:
    """The plan's spec, and what is said about it."""
    if wanted.spec is not None:
        return subject_in(settings, wanted, wanted.spec, flag="--spec"), ()
    from critloop.context.pairs import spec_beside  # noqa: PLC0415 - only where nobody names one

    found, others = spec_beside(wanted.root, plan)
    if found is not None:
        return found, (f"spec of the plan: {found}, found by its name or in the plan's head; --spec names another",)
    if others:
        return None, (f"no spec is taken, since several may be the plan's: {', '.join(others)}; name one with --spec",)
    return None, ("no spec of the plan was found, so none is held against it; name one with --spec",)


def check_plan(name: str, text: str) -> None:
    """Make sure that a plan can be cut into chunks.

    Raises:
        UsageProblem: It has no headings.
    """
    from critloop.workflows.plans.cutting import cut_plan  # noqa: PLC0415 - only plans need it

    try:
        cut_plan(text)
    except UsageProblem as problem:
        raise UsageProblem(f"{name}: {problem.message}", problem.remedy) from None
