"""The built-in critic on a diff: a task, or a whole branch."""

from collections.abc import Collection, Sequence
from pathlib import Path

from critloop.agents.builtin.changes import as_finding, is_markdown, problems_in
from critloop.agents.builtin.judgement import Judgement
from critloop.agents.builtin.minors import standing_minors
from critloop.agents.builtin.reach import Reach
from critloop.agents.builtin.requirement import WHOLE, statements_of, unverified
from critloop.checks.diffs.patches import NewSide, new_side
from critloop.checks.diffs.planned import Named, named_files
from critloop.model.finding import Finding, Location, Severity
from critloop.model.material import FilePatch
from critloop.model.ports import TurnRequest
from critloop.model.report import CheckItem, Report, Verdict
from critloop.model.run import BranchInputs, TaskInputs
from critloop.model.turn import ToolCall

GAP, COMPLIANCE = "Gap", "spec-compliance"
_SHOWN = 6
"""Places that one answered check item names."""

_SEVERAL = 3


def judge_task(request: TurnRequest, disabled: Collection[str]) -> Judgement:
    """The review of a task's diff: gaps and faults that code can see, and all that it can't as items of their own."""
    from critloop.reports.task import write_task_review  # noqa: PLC0415 - each loop loads its own writer

    reach = Reach(request, disabled)
    if reach.nothing:
        return Judgement(reach.nothing)
    inputs = request.spec.inputs if request.spec and isinstance(request.spec.inputs, TaskInputs) else None
    named = _named(request, inputs.requirement) if inputs and is_first(request) else ()
    faults = _faults(reach.read, request, disabled)
    missing = {one.mention.path: one for one in named if one.status == "missing"}
    gaps = [_gap(one) for one in missing.values()]
    report = Report(
        format="task",
        verdicts=(
            Verdict(name="Spec compliance", text="❌ Gaps" if gaps else "✅ Compliant", passed=not gaps),
            _quality(faults),
        ),
        findings=(*gaps, *faults),
        summary=reach.summary,
        cannot_verify=(*reach.unverified, *(_items(inputs, named) if inputs and is_first(request) else ())),
        checked=(*_touched(named), *_looked_at(reach.read, request)),
    )
    return Judgement(write_task_review(report), _calls(reach.read, request))


def judge_branch(request: TurnRequest, disabled: Collection[str]) -> Judgement:
    """The review of a branch's diff: faults that code can see, files that the plan names, Minors that still stand."""
    from critloop.reports.branch import write_branch_review  # noqa: PLC0415 - the same

    reach = Reach(request, disabled)
    if reach.nothing:
        return Judgement(reach.nothing)
    faults = _faults(reach.read, request, disabled)
    summary = [reach.summary]
    inputs = request.spec.inputs if request.spec and isinstance(request.spec.inputs, BranchInputs) else None
    if inputs and is_first(request):
        planned, note = _planned(request, inputs)
        kept, word = standing_minors(inputs.minors, faults, request, disabled)
        faults = [*planned, *faults, *kept]
        summary += [note, word]
    passed = all(finding.severity is Severity.LOW for finding in faults)
    verdict = Verdict(name="Ready to merge", text="Yes" if passed else "With fixes", passed=passed)
    words = " ".join(filter(None, summary))
    report = Report(format="branch", verdicts=(verdict,), findings=tuple(faults), summary=words)
    return Judgement(write_branch_review(report), _calls(reach.read, request))


def is_first(request: TurnRequest) -> bool:
    """True for the part of a diff that what concerns the whole of it is told with."""
    files = request.material.range.files if request.material.range else ()
    return not request.unit.files or (bool(files) and files[0].path in request.unit.files)


def _named(request: TurnRequest, text: str) -> tuple[Named, ...]:
    files = request.material.range.files if request.material.range else ()
    return named_files(text, files, request.folder)


def _faults(read: Sequence[FilePatch], request: TurnRequest, disabled: Collection[str]) -> list[Finding]:
    return [
        as_finding(problem, file.path, document=is_markdown(file.path))
        for file in read
        for problem in problems_in(file, request, disabled)
    ]


def _gap(named: Named) -> Finding:
    return Finding(
        severity=Severity.HIGH,
        label=GAP,
        dimension=COMPLIANCE,
        title=f"{named.mention.path} is not {named.done}",
        issue=f"{named.reason}, and the diff does not touch it.",
        why="the task asks for it by name",
        location=Location(path=named.mention.path),
    )


def _quality(faults: Sequence[Finding]) -> Verdict:
    passed = all(finding.severity is Severity.LOW for finding in faults)
    return Verdict(name="Task quality", text="Approved" if passed else "Needs fixes", passed=passed)


def _items(inputs: TaskInputs, named: Sequence[Named]) -> tuple[str, ...]:
    """All that the task asks for and code can't hold against a diff, files in doubt first."""
    doubts: dict[tuple[str, str], list[str]] = {}
    for one in named:
        if one.status == "unsure":
            doubts.setdefault((one.done, one.reason), []).append(f"“{one.mention.path}”")
    doubtful = tuple(f"{', '.join(paths)}, to be {done}: {reason}" for (done, reason), paths in doubts.items())
    required = statements_of(inputs.requirement, named) or ([] if doubtful else [WHOLE])
    return (*doubtful, *unverified(required, statements_of(inputs.constraints)))


def _touched(named: Sequence[Named]) -> tuple[CheckItem, ...]:
    return tuple(
        CheckItem(text=f"“{one.mention.path}”, to be {one.done}, is among the files of the diff", places=(one.place,))
        for one in named
        if one.status == "touched"
    )


def _looked_at(read: Sequence[FilePatch], request: TurnRequest) -> tuple[CheckItem]:
    """Where faults were looked for: in files that still are there, where any is."""
    sides = [new_side(file) for file in read]
    there = [side for side in sides if _has(request.folder / side.path, _span(side).end_line or 1)] or sides
    rest = f", and {len(sides) - _SHOWN} more files" if len(sides) > _SHOWN else ""
    text = f"Mechanical faults were looked for in the added lines{rest}"
    return (CheckItem(text=text, places=tuple(_span(side) for side in there[:_SHOWN])),)


def _has(path: Path, line: int) -> bool:
    """True for a file that has this line."""
    try:
        return len(path.read_text(encoding="utf-8", errors="replace").splitlines()) >= line
    except OSError:
        return False


def _span(side: NewSide) -> Location:
    first, last = (side.added[0], side.added[-1]) if side.added else (side.place, side.place)
    return Location(path=side.path, start_line=first, end_line=last)


def _planned(request: TurnRequest, inputs: BranchInputs) -> tuple[list[Finding], str]:
    """The files that the plan names and the branch lacks, and a word on the plan."""
    if inputs.plan is None:
        return [], ""
    text = _plan_text(request.folder / inputs.plan)
    if text is None:
        return [], f"The plan {inputs.plan} is not among the files, so nothing was held against it."
    named = _named(request, text)
    missing = [one for one in named if one.status == "missing"]
    word = (
        f"Files that the plan names: {len(named)}; touched, or there already as it may be: {len(named) - len(missing)}."
    )
    if len(missing) <= _SEVERAL:
        issues = [(one.mention.path, f"{one.reason} by the plan, and the branch does not touch it.") for one in missing]
        return [_untouched(path, issue) for path, issue in issues], word
    names = ", ".join(one.mention.path for one in missing)
    return [
        _untouched(inputs.plan, f"The branch does not touch {len(missing)} files that the plan names: {names}.")
    ], word


def _untouched(path: str, issue: str) -> Finding:
    return Finding(
        severity=Severity.MEDIUM,
        label="Important",
        dimension="plan",
        title="the plan names files that the branch lacks",
        issue=issue,
        why="either the plan is not carried out, or it no longer says what was decided",
        location=Location(path=path),
    )


def _plan_text(path: Path) -> str | None:
    try:
        return path.read_text(encoding="utf-8-sig")
    except (OSError, UnicodeDecodeError):
        return None


def _calls(read: Sequence[FilePatch], request: TurnRequest) -> tuple[ToolCall, ...]:
    """Reads outside the diff: a document is judged with what its links lead to."""
    documents = [file for file in read if is_markdown(file.path) and (request.folder / file.path).is_file()]
    risk = "a broken fence, table or link shows only in the whole document"
    return tuple(ToolCall(name="Read", argument=file.path, result="the whole file", risk=risk) for file in documents)
