"""Tasks and chunks of a plan: none, two with one number, too long a chunk (document-review.txt, "Task Syntax")."""

from collections.abc import Iterator

from critloop.checks import fences
from critloop.checks.document import Document
from critloop.checks.framework import Check, Problem
from critloop.checks.numbering import TASKS
from critloop.checks.surroundings import Surroundings
from critloop.model.errors import UsageProblem
from critloop.model.finding import Severity
from critloop.workflows.plans.choosing import outer_tasks
from critloop.workflows.plans.cutting import LIMIT, PlanCut, cut_plan
from critloop.workflows.plans.naming import plain_number
from critloop.workflows.plans.parsing import Entry, Plan, read_plan

PLAN = frozenset({"plan"})


def text_of(document: Document) -> str:
    """The document's text, line for line."""
    return "\n".join(document.source.lines)


def _cut(document: Document) -> PlanCut | None:
    """The plan as cut; None where it has no headings."""
    try:
        return cut_plan(text_of(document))
    except UsageProblem:
        return None


def _hides_headings(document: Document, around: Surroundings) -> bool:
    """True for a fence that is open to the end or closed by mistake: what it swallows may be a task."""
    broken = any(True for _ in fences.NESTED.find(fences.NESTED, document, around))
    return broken or any(not fence.closed for fence in document.fences)


def _untasked(check: Check, document: Document, around: Surroundings) -> Iterator[Problem]:
    cut = _cut(document)
    if not document.blocks or (cut and cut.how != "headings") or _hides_headings(document, around):
        return
    what = "heading of the plan is a task" if cut else "heading stands in the plan"
    yield check.problem(
        document,
        cut.chunks[0].start_line if cut else 1,
        "the plan has no tasks",
        f"No {what}.",
        advice="Give each task a heading, such as “### Task 1: Name”, and its steps boxes: “- [ ] **Step 1:** …”.",
    )


def _repeated(check: Check, document: Document, around: Surroundings) -> Iterator[Problem]:
    """Numbers used again, where it is no count that begins anew and no slip that the numbering tells of."""
    plan = read_plan(text_of(document))
    told = {problem.line for problem in TASKS.find(TASKS, document, around)}
    for first, again in _again(plan):
        if again.line in told:
            continue
        number = again.name.number
        yield check.problem(
            document,
            again.line,
            f"two tasks have the number {number}",
            f"Task {number} is a task's number already on line {first.line}.",
            advice="Give each task a number of its own, and correct references.",
        )


def _again(plan: Plan) -> Iterator[tuple[Entry, Entry]]:
    """Pairs of tasks in one count that have one number."""
    seen: dict[str, Entry] = {}
    before: Entry | None = None
    for entry in (plan.entries[number] for number in outer_tasks(plan)):
        number = plain_number(entry.name.number)
        if before and number in ("0", "1", "a") and entry.parent != before.parent:
            seen = {}
        if number in seen:
            yield seen[number], entry
        seen.setdefault(number, entry)
        before = entry


def _long(check: Check, document: Document, around: Surroundings) -> Iterator[Problem]:
    cut = _cut(document)
    for chunk in cut.chunks if cut else ():
        if not chunk.long or _hides_headings(document, around):
            continue
        lines = chunk.end_line - chunk.start_line + 1
        yield check.problem(
            document,
            chunk.start_line,
            f"{lines:,} lines to be reviewed at once",
            f"“{chunk.name}” has {lines:,} lines; a chunk has {LIMIT:,} at most.",
            advice="Cut it into chunks that can be reviewed by themselves: “## Chunk 1: Name”.",
        )


SYNTAX = Check(
    id="task-syntax",
    dimension="task syntax",
    severity=Severity.MEDIUM,
    explanation="a plan without a single task",
    why="who carries the plan out can't tell where a piece of work begins and when it is done",
    find=_untasked,
    wording=r"No heading (?:of the plan is a task|stands in the plan)",
    loops=PLAN,
)
REPEATED = Check(
    id="task-repeated",
    dimension="task syntax",
    severity=Severity.MEDIUM,
    explanation="two tasks with one number",
    why="the number no longer says which task is meant, in the plan's references and where one is carried out by it",
    find=_repeated,
    wording=r"Task \S+ is a task's number already",
    loops=PLAN,
)
SIZE = Check(
    id="chunk-size",
    dimension="chunk size",
    severity=Severity.MEDIUM,
    explanation=f"a chunk of more than {LIMIT:,} lines",
    why="what can't be held in mind at once is not reviewed with care",
    find=_long,
    wording=r"has [\d,]+ lines; a chunk has",
    loops=PLAN,
)
