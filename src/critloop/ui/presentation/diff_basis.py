"""What a verdict on a diff rests on: the range, what was pasted and what not, the requirement, the tests."""

from collections.abc import Iterator

from critloop.loop.state import Round, RunState, UnitState
from critloop.model.material import FilePatch, RangeText
from critloop.model.run import BranchInputs, TaskInputs
from critloop.model.tests_ran import RanTests
from critloop.model.turn import Role
from critloop.ui.presentation import words
from critloop.ui.presentation.lines import Line
from critloop.ui.presentation.sheet import Section, fact, section

_SHORT = 12
_NOT_TEXT = {
    "binary": "binary: not shown",
    "submodule": "submodule: only its two commits are shown",
    "link": "link: only where it leads",
}


def diff_sections(
    state: RunState, unit: UnitState | None, text: RangeText | None, judged: Round | None
) -> Iterator[Section]:
    """The sections of a loop that judges a diff; ``text`` is None until it has been read."""
    yield section("What it has to do", _required(state))
    yield section("Range", _range(state, text))
    if text is not None:
        yield section(
            f"Commits · {len(text.commits)}", (fact((f"{c.sha[:8]}  ", "accent"), c.subject) for c in text.commits)
        )
        yield from _files(state, unit, text)
    yield section("Tests that were run", (line for made in state.tests for line in _ran(made.ran)))
    wanted = judged.report.tests_wanted if judged else ()
    yield section("Tests that the reviewer would run", map(fact, wanted))


def _required(state: RunState) -> Iterator[Line]:
    inputs = state.spec.inputs
    if isinstance(inputs, TaskInputs):
        task = f", task {inputs.task}" if inputs.task else ""
        yield fact("requirement: ", inputs.source, task, f" {inputs.name}" if inputs.name else "")
        bound = words.count(len(inputs.constraints.splitlines()), "line") if inputs.constraints else "none"
        yield fact((f"constraints that bind every task: {bound}", "dim"))
        made = any(turn.role is Role.MAKER for turn in state.turns.values())
        told = "given with the run" if inputs.evidence else "in the maker's turns" if made else "none"
        yield fact((f"the maker's report: {told}", "dim"))
    elif isinstance(inputs, BranchInputs):
        yield fact("plan: ", inputs.plan) if inputs.plan else fact(("no plan was named", "dim"))
        for minor in inputs.minors:
            yield fact(("kept from a task: ", "dim"), minor.finding.title)


def _range(state: RunState, text: RangeText | None) -> Iterator[Line]:
    asked = state.spec.range
    if asked is None:
        return
    head = asked.head[:_SHORT] if asked.head else "your files as they were"
    yield fact(f"{asked.base[:_SHORT]}..{head}", (f"  read up to {text.head[:_SHORT]}" if text else "", "dim"))
    for path in text.uncommitted if text else ():
        yield fact(("not committed when the run began: ", "warning"), path)


def _files(state: RunState, unit: UnitState | None, text: RangeText) -> Iterator[Section]:
    own = set(unit.unit.files) if unit else set()
    pasted = [file for file in text.files if file.path in own]
    parts = {path: item.unit for item in state.units for path in item.unit.files}
    names = [item.unit.id for item in state.units]
    elsewhere = [(file, parts.get(file.path)) for file in text.files if file.path not in own]
    shown = [file for file in pasted if file.kind == "text"]
    yield section(f"Pasted · {len(shown)} of {words.count(len(text.files), 'file')}", map(_file, shown))
    dropped = [fact(f"{file.path}  ", (_NOT_TEXT[file.kind], "warning")) for file in pasted if file.kind != "text"]
    for file, part in elsewhere:
        why = f"in part {names.index(part.id) + 1} of {len(names)}" if part else "in no part: it came after the cut"
        dropped.append(fact(f"{file.path}  ", (why, "dim" if part else "warning")))
    yield section("Not pasted", dropped)


def _file(file: FilePatch) -> Line:
    how = "" if file.status == "modified" else f"  {file.status}"
    before = f" from {file.old_path}" if file.old_path else ""
    return fact(file.path, (f"  +{file.added} −{file.removed}", "dim"), (f"{how}{before}", "accent"))


def _ran(ran: RanTests) -> Iterator[Line]:
    took = "the files were the same, so it was not run again" if ran.reused else words.duration(ran.seconds)
    ended = {None: "took too long", 0: "passed"}.get(ran.exit, f"failed with {ran.exit}")
    ink = "success" if ran.passed else "error"
    yield fact(
        (f"{'✓' if ran.passed else '✗'} ", ink),
        f"{ran.command}  ",
        (ended, ink),
        (f"  tree {ran.tree[:_SHORT]}, {took}", "dim"),
    )
