"""A run as it would be, before anything of it exists."""

from critloop.config import Settings
from critloop.config.roles import second_ref
from critloop.model.base import Frozen
from critloop.model.errors import UsageProblem
from critloop.model.ports import Journal
from critloop.model.run import Creation, PolishInputs, RunSpec
from critloop.prompting.linting.flags import Flag
from critloop.starting.asked import Asked
from critloop.starting.overrides import prompt_flags
from critloop.starting.wanted import Wanted
from critloop.workflows.registry import POLICIES


class Proposal(Frozen):
    """A run that could be created. ``text`` is what has to be written to its subject's place first."""

    spec: RunSpec
    notes: tuple[str, ...] = ()
    flags: tuple[Flag, ...] = ()
    text: str | None = None


def propose(settings: Settings, wanted: Wanted, journal: Journal, *, run: str) -> Proposal:
    """The run that a request would give, with this id. Nothing is written.

    Raises:
        UsageProblem: Something of the request can't be used; says what, where, and what to do.
    """
    asked = _asked(settings, wanted, journal)
    if wanted.review is not None:
        from critloop.subjects import check_review  # noqa: PLC0415 - the readers are only loaded for a review

        criteria = asked.inputs.criteria if isinstance(asked.inputs, PolishInputs) else None
        check_review(wanted.loop, wanted.review, criteria)
    flags = (*asked.flags, *prompt_flags(wanted.root, wanted.loop))
    return Proposal(spec=_spec(settings, wanted, asked, run), notes=asked.notes, flags=flags, text=asked.text)


def outline(settings: Settings, wanted: Wanted, *, run: str) -> Proposal:
    """What is known of a run while files that it names are still to be written: who does what in it.

    Raises:
        UsageProblem: Something of the request can't be used, whatever the files will be.
    """
    inputs = None
    if wanted.goal.strip() or wanted.criteria is not None:
        from critloop.starting import texts  # noqa: PLC0415 - only polish needs it

        inputs = texts.inputs_of(settings, wanted)
    writes = wanted.create is not None or wanted.skill is not None or (wanted.loop == "task" and wanted.head is None)
    create = Creation(instruction=wanted.create or "", skill=wanted.skill or "") if writes else None
    asked = Asked(subject=wanted.subject or "", inputs=inputs, create=create)
    flags = prompt_flags(wanted.root, wanted.loop)
    return Proposal(spec=_spec(settings, wanted, asked, run), flags=flags)


def _spec(settings: Settings, wanted: Wanted, asked: Asked, run: str) -> RunSpec:
    roles = settings.roles
    limits = settings.limits_of(wanted.loop)
    root = settings.data / "texts" / run if asked.text is not None else wanted.root
    return RunSpec(
        run=run,
        loop=wanted.loop,
        subject=asked.subject,
        root=str(root),
        maker=roles.maker.ref,
        critic=roles.critic.ref,
        auditor=second_ref(roles, roles.auditor),
        extractor=second_ref(roles, roles.extractor),
        limits=limits if asked.rounds is None else limits.but({"rounds": asked.rounds}),
        rereview=settings.rereview_of(wanted.loop),
        keep_branch=wanted.keep_branch,
        review=wanted.review,
        create=asked.create,
        inputs=asked.inputs,
    )


def _asked(settings: Settings, wanted: Wanted, journal: Journal) -> Asked:
    """What the loop makes of a request; each loads only what it needs."""
    match wanted.loop:
        case "spec" | "plan":
            from critloop.starting import documents  # noqa: PLC0415

            return documents.asked(settings, wanted)
        case "docs":
            from critloop.starting import pages  # noqa: PLC0415

            return pages.asked(settings, wanted)
        case "task" | "branch":
            from critloop.starting import diffs  # noqa: PLC0415

            return diffs.asked(settings, wanted, journal)
        case "polish":
            from critloop.starting import texts  # noqa: PLC0415

            return texts.asked(settings, wanted)
        case name:
            raise UsageProblem(f"no loop is called {name!r}", f"loops: {', '.join(POLICIES)}")
