"""Every report format by name, for reviews from anywhere."""

from collections.abc import Callable

from critloop.model.errors import UsageProblem
from critloop.model.report import Malformed, ReadResult, Report
from critloop.reports.apart import titles_of
from critloop.reports.branch import BRANCH, read_branch_review
from critloop.reports.docs import DOCS, read_docs_report
from critloop.reports.evaluation import claims_to_evaluate, read_evaluation
from critloop.reports.foreign import read_foreign_review
from critloop.reports.plan import PLAN, read_plan_review
from critloop.reports.spec import SPEC, read_spec_review
from critloop.reports.task import TASK, read_task_review

FOREIGN = "review"
"""The name of a review in no format of ours."""

READERS: dict[str, Callable[[str], ReadResult]] = {
    "docs": read_docs_report,
    "spec": read_spec_review,
    "plan": read_plan_review,
    "task": read_task_review,
    "branch": read_branch_review,
    "evaluation": lambda text: read_evaluation(text, None),
    FOREIGN: read_foreign_review,
}
_TITLED = (DOCS, SPEC, PLAN, TASK, BRANCH)


def read_report(text: str, format: str = "auto") -> tuple[str, ReadResult]:  # noqa: A002 - the option's own name
    """The format of a review and what it was read as.

    ``auto`` goes by what the text claims to be. One with the title of a format, or with the keys of
    an evaluation, is read as that and as nothing else, so that what is malformed there approves
    nowhere; any other is read in the format that its title comes near to, else in a form of its own.

    Raises:
        UsageProblem: There is no such format.
    """
    if format != "auto":
        return format, _reader(format)(text)
    claimed = _claimed(text)
    if len(claimed) > 1:
        reason = f"The text claims to be several reports at once: {', '.join(claimed)}."
        return claimed[0], Malformed(kind="contradictory", reason=reason)
    if claimed:
        return claimed[0], READERS[claimed[0]](text)
    return _unclaimed(text)


def _claimed(text: str) -> list[str]:
    """The formats whose own title the text bears, or whose keys."""
    names = [style.name for style in _TITLED if any(title.startswith(style.exact) for title in titles_of(text, style))]
    return names or (["evaluation"] if claims_to_evaluate(text) else [])


def _unclaimed(text: str) -> tuple[str, ReadResult]:
    """A text that claims nothing: in the format that its title comes near to, in a form of its own, or in any."""
    foreign = READERS[FOREIGN](text)
    results = [(style.name, READERS[style.name](text), bool(titles_of(text, style))) for style in _TITLED]
    near = next(((name, read) for name, read, titled in results if titled and isinstance(read, Report)), None)
    if near or isinstance(foreign, Report):
        return near or (FOREIGN, foreign)
    return next(((name, read) for name, read, _ in results if isinstance(read, Report)), (FOREIGN, foreign))


def _reader(name: str) -> Callable[[str], ReadResult]:
    try:
        return READERS[name]
    except KeyError:
        raise UsageProblem(f"no report format is called {name!r}", f"formats: auto, {', '.join(READERS)}") from None
