"""The built-in critic and maker on diffs: tasks and branches."""

from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from critloop.agents.builtin.diffs import judge_task
from critloop.agents.builtin.requirement import statements_of, unverified
from critloop.checks.catalogue import CHECKS
from critloop.checks.diffs.planned import visible_lines
from critloop.checks.findings import to_finding
from critloop.checks.run import check_text
from critloop.model.finding import AnswerKind, Finding, Location, Severity
from critloop.model.items import Unverified
from critloop.model.material import FilePatch, RangeText
from critloop.model.report import NotReviewed, ReadResult, Report
from critloop.model.run import BranchInputs, DeferredMinor, Range, TaskInputs, Unit
from critloop.model.turn import Duty
from critloop.reports.branch import read_branch_review
from critloop.reports.look import read_look
from critloop.workflows.task import TaskPolicy
from tests.support.loop_turns import asked_of_diff, diff_of, judged, made, patch, write_files

CANNOT, FIXED = AnswerKind.CANNOT_FIX, AnswerKind.FIXED
RANGE = Range(base="b", head="h")
OLD = "def wait():\n    return 1\n"
NEW = "def wait():\n    return 2\n"
REQUIREMENT = """### Task 3: Retry

**Files:**
- Create: `src/retry.py`
- Modify: `src/client.py:10-20`
- Test: `tests/test_retry.py`

The client retries three times,
with a pause that doubles.

- [ ] **Step 1:** Write the failing test
  - it covers the third try

```python
assert retry() == 3
```

- [ ] **Step 2:** Make it pass

Run it twice.
"""
CONSTRAINTS = "- Python 3.11 is the floor.\n"
DONE = {
    "src/retry.py": (None, "def retry():\n    return 3\n"),
    "src/client.py": (OLD, NEW),
    "tests/test_retry.py": (None, "def test_retry():\n    assert retry() == 3\n"),
}


def task(requirement: str = REQUIREMENT, constraints: str = CONSTRAINTS) -> TaskInputs:
    return TaskInputs(range=RANGE, requirement=requirement, source="plan.md", constraints=constraints)


async def reviewed(folder: Path, changes: dict[str, Any], **more: Any) -> ReadResult:
    """The task's review, read as the loop reads it."""
    material = changes.pop("material", None) or diff_of(folder, changes)
    more.setdefault("inputs", task("Do it.", ""))
    reply = await judged(asked_of_diff(folder, "task", material, **more))
    return TaskPolicy().read(reply.text, None)


async def report_of(folder: Path, changes: dict[str, Any], **more: Any) -> Report:
    report = await reviewed(folder, changes, **more)
    assert isinstance(report, Report), report
    return report


async def branch_report(folder: Path, changes: dict[str, Any], **inputs: Any) -> Report:
    more = {"inputs": BranchInputs(range=RANGE, **inputs)}
    report = read_branch_review((await judged(asked_of_diff(folder, "branch", diff_of(folder, changes), **more))).text)
    assert isinstance(report, Report), report
    return report


@pytest.mark.parametrize("duty", ["review", "rereview", "audit"])
async def test_a_task_without_a_gap_passes_with_every_statement_left_to_somebody_who_can_judge(
    tmp_path: Path, duty: Duty
) -> None:
    report = await report_of(tmp_path, DONE, inputs=task(), duty=duty)
    assert report.approves
    assert report.findings == ()
    assert report.cannot_verify == (
        "Required: The client retries three times, with a pause that doubles.",
        "Required: Step 1: Write the failing test it covers the third try",
        "Required: Step 2: Make it pass Run it twice.",
        "Binding: Python 3.11 is the floor.",
    )
    assert [item.places[0] for item in report.checked[:3]] == [
        Location(path="src/retry.py", start_line=1, end_line=1),
        Location(path="src/client.py", start_line=2, end_line=2),
        Location(path="tests/test_retry.py", start_line=1, end_line=1),
    ]
    assert "Nothing that takes judgement was judged" in report.summary


async def test_no_statement_of_the_requirement_is_ever_called_checked(tmp_path: Path) -> None:
    report = await report_of(tmp_path, DONE, inputs=task())
    said = [item.text for item in report.checked]
    assert said[-1] == "Mechanical faults were looked for in the added lines"
    assert all("among the files of the diff" in text for text in said[:-1])


async def test_a_file_that_the_task_names_and_the_diff_does_not_touch_is_a_gap(tmp_path: Path) -> None:
    changes = {"src/retry.py": DONE["src/retry.py"]}
    write_files(tmp_path, {"src/client.py": OLD})
    report = await report_of(tmp_path, changes, inputs=task())
    assert [verdict.passed for verdict in report.verdicts] == [False, True]
    assert [(f.label, f.dimension, f.location.path) for f in report.findings] == [
        ("Gap", "spec-compliance", "src/client.py"),
        ("Gap", "spec-compliance", "tests/test_retry.py"),
    ]


async def test_a_named_file_that_is_there_already_is_left_to_somebody_who_knows(tmp_path: Path) -> None:
    changes = {path: DONE[path] for path in ("src/retry.py", "src/client.py")}
    write_files(tmp_path, {"tests/test_retry.py": "def test_retry():\n    assert 1\n"})
    report = await report_of(tmp_path, changes, inputs=task())
    assert report.approves
    assert report.cannot_verify[0].startswith("“tests/test_retry.py”, to be created or changed as a test: the file is")


async def test_named_files_in_doubt_for_one_reason_share_a_row_and_a_file_named_twice_is_one_gap(
    tmp_path: Path,
) -> None:
    requirement = "- Delete: `a.py`\n- Delete: `b.py`\n- Create: `c.py`\n- Test: `c.py`\n"
    report = await report_of(tmp_path, {"d.py": (OLD, NEW)}, inputs=task(requirement, ""))
    assert [f.location.path for f in report.findings] == ["c.py"]
    assert report.cannot_verify == (
        "“a.py”, “b.py”, to be deleted: the file is not there, and the diff does not delete it",
    )


@pytest.mark.parametrize(
    ("line", "status"),
    [
        ("- Delete: `src/old.py`", "gap"),
        ("- Create: `src/*.py`", "item"),
        ("**Files:** `src/old.py`", "item"),
        ("- Modify: `client.py`", "touched"),
        ("- Modify: `src/client.py` so that it waits twice as long", "statement"),
    ],
)
async def test_what_a_named_file_comes_to_follows_from_what_code_can_know(
    tmp_path: Path, line: str, status: str
) -> None:
    write_files(tmp_path, {"src/old.py": OLD})
    report = await report_of(tmp_path, {"src/client.py": (OLD, NEW)}, inputs=task(f"{line}\n", ""))
    assert [f.label for f in report.findings] == (["Gap"] if status == "gap" else [])
    items = [text for text in report.cannot_verify if not text.startswith("Required:")]
    assert len(items) == (1 if status == "item" else 0)
    assert len(report.cannot_verify) - len(items) == (0 if status == "item" else 1)
    whole = "Required: the requirement as a whole" in report.cannot_verify
    assert whole is (status in ("gap", "touched"))


async def test_many_statements_are_told_in_twelve_rows_and_none_is_lost(tmp_path: Path) -> None:
    requirement = "".join(f"- rule {number} holds\n" for number in range(1, 31))
    report = await report_of(tmp_path, {"a.py": (None, "x = 1\n")}, inputs=task(requirement, ""))
    assert len(report.cannot_verify) == 12
    assert (
        report.cannot_verify[-1]
        == "The 19 further statements, from “Required: rule 12 holds …” to “Required: rule 30 holds …”"
    )


@pytest.mark.parametrize(
    ("path", "line", "label", "says"),
    [
        ("a.py", "breakpoint()  # here", "Important", "debugging"),
        ("a.py", "import pdb; pdb.set_trace()", "Important", "debugging"),
        ("a.ts", "  debugger;", "Important", "debugging"),
        ("a.rb", "binding.pry", "Important", "debugging"),
        ("a.test.ts", "it.only('adds', () => { expect(1) })", "Important", "run alone"),
        ("a.rs", "    todo!()", "Important", "still to be written"),
        ("A.scala", "  def add(n: Int): Int = ???", "Important", "still to be written"),
        ("a.py", "x = 1  # TODO: say why", "Minor", "TODO"),
        ("a.go", "// FIXME(ann): race", "Minor", "FIXME"),
        ("a.md", "Owner: TBD", "Important", "left over"),
    ],
)
async def test_what_an_added_line_shows_by_itself_is_found_on_that_line(
    tmp_path: Path, path: str, line: str, label: str, says: str
) -> None:
    report = await report_of(tmp_path, {path: ("one\n\ntwo\n", f"one\n\n{line}\n\ntwo\n")})
    (finding,) = report.findings
    assert (finding.label, finding.location) == (label, Location(path=path, start_line=3, end_line=3))
    assert says in finding.title
    assert report.approves is (label == "Minor")


@pytest.mark.parametrize(
    ("path", "line"),
    [
        ("a.py", "# breakpoint() stops the program"),
        ("a.py", 'BAD = "# TODO: x"'),
        ("a.py", "# TODO markers are flagged by the linter"),
        ("a.py", "raise NotImplementedError"),
        ("a.ts", "const only = it.only"),
        ("a.ts", "fit(model, data)".replace("fit", "refit")),
        ("a.txt", "TODO: x"),
        ("tests/fixtures/a.md", "Owner: TBD"),
        ("package-lock.json", "debugger;"),
        ("a.rs", 'println!("todo!()");'),
    ],
)
async def test_what_only_looks_like_a_fault_is_left_alone(tmp_path: Path, path: str, line: str) -> None:
    changes = {path: ("one\n", f"one\n{line}\n"), "b.py": (None, "x = 1\n")}
    assert (await report_of(tmp_path, changes)).findings == ()


async def test_a_conflict_is_critical_and_needs_all_of_its_marks(tmp_path: Path) -> None:
    marks = "<<<<<<< HEAD\nx = 1\n=======\nx = 2\n>>>>>>> theirs\n"
    report = await report_of(tmp_path, {"a.py": (None, marks)})
    assert [(f.label, f.location.start_line, f.location.end_line) for f in report.findings] == [("Critical", 1, 5)]
    half = marks.replace("<<<<<<< HEAD\n", "")
    assert (await report_of(tmp_path, {"a.py": (None, half)})).findings == ()


async def test_faults_of_lines_that_the_diff_does_not_add_are_none_of_the_task(tmp_path: Path) -> None:
    code, page = "breakpoint()\nx = 1\n", "# A\n\nOwner: TBD\n\n[b](#none)\n"
    changes = {"a.py": (code, code + "y = 2\n"), "a.md": (page, page + "\nMore.\n")}
    assert (await report_of(tmp_path, changes)).findings == ()


async def test_new_tests_that_assert_nothing_are_found_and_only_when_the_file_is_new(tmp_path: Path) -> None:
    empty = "from a import add\n\n\ndef test_add():\n    add(1, 2)\n"
    report = await report_of(tmp_path, {"tests/test_a.py": (None, empty)})
    assert [(f.label, f.location.start_line) for f in report.findings] == [("Important", 4)]
    assert (await report_of(tmp_path, {"tests/test_a.py": ("x = 1\n", empty)})).findings == ()
    helped = empty + "    check_sum(3)\n"
    assert (await report_of(tmp_path, {"tests/test_b.py": (None, helped)})).findings == ()


async def test_a_diff_without_text_is_not_reviewed(tmp_path: Path) -> None:
    binary = RangeText(base="b", head="h", files=(FilePatch(path="a.png", status="added", kind="binary"),))
    assert isinstance(await reviewed(tmp_path, {"material": binary}), NotReviewed)


NO_LINES = "diff --git a/a.py b/a.py\n"


@pytest.mark.parametrize(
    "file",
    [
        FilePatch(path="a.py", status="modified", patch=f"{NO_LINES}old mode 100644\nnew mode 100755\n"),
        FilePatch(path="a.py", status="renamed", old_path="b.py", patch=f"{NO_LINES}similarity index 100%\n"),
        FilePatch(path="a.py", status="added", patch=f"{NO_LINES}new file mode 100644\n"),
        FilePatch(path="a", status="added", kind="link", patch="@@ -0,0 +1 @@\n+b.py\n", added=1),
        FilePatch(path="a", status="modified", kind="submodule", patch="@@ -1 +1 @@\n-x\n+y\n"),
        FilePatch(path="a.dat", status="added", patch="@@ -0,0 +1 @@\n+a\ufffdb\n", added=1),
        FilePatch(path="a.dat", status="added", patch="@@ -0,0 +1 @@\n+a\0b\n", added=1),
        FilePatch(path="vendor/a.py", status="added", patch="@@ -0,0 +1 @@\n+x = 1\n", added=1),
    ],
)
@pytest.mark.parametrize("loop", ["task", "branch"])
async def test_a_diff_of_which_nothing_could_be_read_is_not_reviewed(
    tmp_path: Path, file: FilePatch, loop: str
) -> None:
    (tmp_path / "a.dat").write_bytes(b"a\xe9b\n")
    request = asked_of_diff(tmp_path, loop, RangeText(base="b", head="h", files=(file,)), inputs=task())
    text = (await judged(request)).text
    read = TaskPolicy().read(text, None) if loop == "task" else read_branch_review(text)
    assert isinstance(read, NotReviewed)
    assert file.path in text


async def test_files_whose_content_no_diff_shows_are_left_to_somebody_who_can_look(tmp_path: Path) -> None:
    (tmp_path / "c.txt").write_bytes(b"a\xe9b\n")
    files = (
        patch("a.py", None, "x = '\ufffd'\n"),
        FilePatch(path="a.png", status="added", kind="binary"),
        FilePatch(path="b.png", status="added", kind="binary"),
        FilePatch(path="c.txt", status="added", patch="@@ -0,0 +1 @@\n+a\ufffdb\n", added=1),
        FilePatch(path="lib", status="modified", kind="submodule", patch="@@ -1 +1 @@\n-x\n+y\n"),
    )
    write_files(tmp_path, {"a.py": "x = '\ufffd'\n"})
    report = await report_of(tmp_path, {"material": RangeText(base="b", head="h", files=files)})
    assert report.cannot_verify == (
        "binary files a.png, b.png: their content was not shown",
        "file in another encoding than UTF-8, c.txt: its content was not shown as it is",
        "submodule lib: its content was not shown",
        "Required: Do it.",
    )


@pytest.mark.parametrize(
    "requirement", ["", "<!-- later -->\n", "---\n", "# Retry\n\n## Steps\n", "```\nretry()\n```\n", "Goal:\n"]
)
async def test_a_requirement_that_states_nothing_is_left_to_somebody_as_a_whole(
    tmp_path: Path, requirement: str
) -> None:
    report = await report_of(tmp_path, {"a.py": (None, "x = 1\n")}, inputs=task(requirement))
    assert report.cannot_verify == ("Required: the requirement as a whole", "Binding: Python 3.11 is the floor.")


@pytest.mark.parametrize("loop", ["task", "branch"])
@pytest.mark.parametrize("path", ["a.py", "a.md"])
async def test_where_every_check_is_switched_off_nothing_was_reviewed(tmp_path: Path, loop: str, path: str) -> None:
    material = diff_of(tmp_path, {path: (None, "x = 1\n")})
    off = [check.id for check in CHECKS]
    text = (await judged(asked_of_diff(tmp_path, loop, material, inputs=task()), off)).text
    read = TaskPolicy().read(text, None) if loop == "task" else read_branch_review(text)
    assert isinstance(read, NotReviewed)


async def test_a_file_that_the_change_leaves_unreadable_for_its_language_is_critical(tmp_path: Path) -> None:
    changes = {
        "a.py": ("def f(x):\n    return x\n", "def f(x:\n    return x\n"),
        "b.json": (None, '{"a": }\n'),
        "c.toml": ("a = 1\n", "a = 1\na = 2\n"),
    }
    report = await report_of(tmp_path, changes)
    assert [(f.label, f.location.path, f.location.start_line) for f in report.findings] == [
        ("Critical", "a.py", 1),
        ("Critical", "b.json", 1),
        ("Critical", "c.toml", 2),
    ]
    assert not (await branch_report(tmp_path, changes)).approves


async def test_a_file_that_could_not_be_read_before_either_or_is_conflicted_is_not_called_broken_once_more(
    tmp_path: Path,
) -> None:
    old = "import os\n\n\n\n\nprint 'x'\n"
    conflict = "<<<<<<< HEAD\nx = 1\n=======\nx = 2\n>>>>>>> theirs\n"
    report = await report_of(tmp_path, {"a.py": (old, old.replace("os", "sys")), "b.py": (None, conflict)})
    assert [f.location.path for f in report.findings] == ["b.py"]
    assert "merge conflict" in report.findings[0].title


async def test_files_that_the_user_had_not_committed_are_told_apart(tmp_path: Path) -> None:
    material = diff_of(tmp_path, {"a.py": (None, "x = 1\n"), "b.py": (OLD, NEW), "c.py": (OLD, NEW)})
    report = await report_of(tmp_path, {"material": material.but({"uncommitted": ("a.py", "b.py", "z.py")})})
    assert report.summary.endswith("Not committed when the run began, new: a.py; changed: b.py.")


async def test_what_was_left_out_is_named(tmp_path: Path) -> None:
    material = RangeText(
        base="b",
        head="h",
        files=(patch("a.py", None, "x = 1\n"), FilePatch(path="a.png", status="added", kind="binary")),
    )
    report = await report_of(tmp_path, {"material": material})
    assert "over 1 added line in 1 of 2 files" in report.summary
    assert "Left out, as not shown: a.png." in report.summary
    assert report.cannot_verify[0] == "binary file a.png: its content was not shown"


async def test_a_diff_that_only_takes_away_is_reviewed_with_a_place(tmp_path: Path) -> None:
    report = await report_of(tmp_path, {"a.py": (OLD + NEW, OLD), "b.py": (OLD, None)})
    assert report.approves
    assert [place.path for place in report.checked[0].places] == ["a.py"]


async def test_what_concerns_the_whole_diff_goes_with_its_first_part(tmp_path: Path) -> None:
    material = diff_of(tmp_path, {"a.py": (None, "x = 1\n"), "b.py": (None, "breakpoint()\n")})
    parts = [
        Unit(id=f"task-part-{n}", name="t", path="plan.md", files=(path,)) for n, path in ((1, "a.py"), (2, "b.py"))
    ]
    first, second = [
        await report_of(tmp_path, {"material": material}, inputs=task("Do it.\n\n- Create: `c.py`\n"), unit=unit)
        for unit in parts
    ]
    assert [f.label for f in first.findings] == ["Gap"]
    assert first.cannot_verify
    assert [f.label for f in second.findings] == ["Important"]
    assert second.cannot_verify == ()


async def test_checks_that_are_switched_off_are_not_run_on_diffs(tmp_path: Path) -> None:
    material = diff_of(tmp_path, {"a.py": (None, "breakpoint()\n"), "a.md": (None, "Owner: TBD\n")})
    reply = await judged(asked_of_diff(tmp_path, "task", material), ["debugging", "placeholder"])
    report = TaskPolicy().read(reply.text, None)
    assert isinstance(report, Report)
    assert report.findings == ()


@pytest.mark.parametrize("duty", ["review", "rereview", "audit"])
async def test_a_branch_is_ready_as_far_as_code_can_tell_and_says_how_far_that_is(tmp_path: Path, duty: Duty) -> None:
    material = diff_of(tmp_path, DONE)
    more = {"inputs": BranchInputs(range=RANGE), "duty": duty}
    report = read_branch_review((await judged(asked_of_diff(tmp_path, "branch", material, **more))).text)
    assert isinstance(report, Report)
    assert (report.approves, report.verdicts[0].text) == (True, "Yes")
    assert "Nothing that takes judgement was judged" in report.summary


async def test_a_branch_lacks_what_its_plan_names(tmp_path: Path) -> None:
    write_files(tmp_path, {"plan.md": f"# Plan\n\n{REQUIREMENT}"})
    report = await branch_report(tmp_path, {"src/client.py": (OLD, NEW)}, plan="plan.md")
    assert [(f.label, f.dimension, f.location.path) for f in report.findings] == [
        ("Important", "plan", "src/retry.py"),
        ("Important", "plan", "tests/test_retry.py"),
    ]
    many = "".join(f"- Create: `src/m{number}.py`\n" for number in range(9))
    write_files(tmp_path, {"plan.md": f"# Plan\n\n### Task 1: All\n\n{many}"})
    report = await branch_report(tmp_path, {"src/client.py": (OLD, NEW)}, plan="plan.md")
    assert [f.location.path for f in report.findings] == ["plan.md"]
    assert "src/m8.py" in report.findings[0].issue


async def test_kept_minors_of_our_own_are_looked_at_again(tmp_path: Path) -> None:
    comment = Finding(
        severity=Severity.LOW,
        label="Minor",
        dimension="maintainability",
        title="t",
        issue="The comment “# TODO: say why” says that something is still to be done.",
        location=Location(path="a.py", start_line=7),
    )
    other = comment.but({"issue": "The name could be shorter."})
    gone = comment.but({"issue": "The comment “# TODO: go” says that something is still to be done."})
    minors = tuple(DeferredMinor(run="r", id=f"F{n}", finding=f) for n, f in enumerate((comment, other, gone), start=1))
    write_files(tmp_path, {"a.py": "x = 1\n# TODO: say why\n"})
    report = await branch_report(tmp_path, {"b.py": (None, "x = 1\n")}, minors=minors)
    assert report.approves
    assert [(f.label, f.location.path, f.location.start_line) for f in report.findings] == [("Minor", "a.py", 2)]
    told = "Minor findings kept by the tasks: 3; still standing: 1, gone: 1, for somebody who can judge: 1."
    assert told in report.summary


async def test_a_look_settles_only_what_the_files_say_by_themselves(tmp_path: Path) -> None:
    write_files(tmp_path, {"src/a.py": "x = 1\n\n\ndef retry():\n    pass\n"})
    texts = {
        "The file `src/a.py` exists.": "holds",
        "`retry` is defined in `src/a.py`": "holds",
        "The file `src/b.py` exists.": "unknown",
        "`stop` is defined in `src/a.py`": "unknown",
        "`retry` is defined in `src/a.py` and stops after the third try": "unknown",
        "The file `../secret.py` exists": "unknown",
        "Required: The client retries three times.": "unknown",
    }
    items = tuple(
        Unverified(id=f"V{n}", unit="task", round=1, text=text, text_hash="h") for n, text in enumerate(texts, start=1)
    )
    (tmp_path.parent / "secret.py").write_text("x = 1\n")
    material = diff_of(tmp_path, {"c.py": (None, "x = 1\n")})
    reply = await judged(asked_of_diff(tmp_path, "task", material, duty="look", items=items))
    looks = read_look(reply.text, [item.id for item in items])
    assert {item.text: looks[item.id].kind for item in items} == texts
    assert all(look.reason for look in looks.values())
    assert looks["V2"].reason.startswith("src/a.py:4")


PAGE = "# Words\n\nSee [all](#The_Words).\n\n## The words\n\n- a\n"


@pytest.mark.parametrize("loop", ["task", "branch"])
async def test_the_maker_repairs_documents_of_the_diff_and_says_what_the_tests_then_gave(
    tmp_path: Path, loop: str
) -> None:
    material = diff_of(tmp_path, {"docs/a.md": (None, PAGE), "a.py": (None, "breakpoint()\n")})
    report = await report_of(tmp_path, {"material": material})
    request = asked_of_diff(tmp_path, loop, material, duty="fix", findings=report.findings, tests=("make test",))
    desk, reply = await made(request, ends_with=1)
    kinds = {f.location.path: desk.answers[f"F{n}"].kind for n, f in enumerate(report.findings, start=1)}
    assert kinds == {"docs/a.md": FIXED, "a.py": CANNOT}
    assert (tmp_path / "docs/a.md").read_text() == PAGE.replace("#The_Words", "#the-words")
    assert desk.ran == ["make test"]
    assert "`make test` ended with 1" in reply.text


async def test_without_a_fix_no_tests_are_run(tmp_path: Path) -> None:
    material = diff_of(tmp_path, {"a.py": (None, "breakpoint()\n")})
    report = await report_of(tmp_path, {"material": material})
    desk, _ = await made(asked_of_diff(tmp_path, "task", material, duty="fix", findings=report.findings, tests=("x",)))
    assert desk.ran == []


async def test_tests_that_may_not_be_run_are_reported_and_the_fix_stands(tmp_path: Path) -> None:
    material = diff_of(tmp_path, {"docs/a.md": (None, PAGE)})
    report = await report_of(tmp_path, {"material": material})
    request = asked_of_diff(tmp_path, "task", material, duty="fix", findings=report.findings, tests=("rm",))
    desk, reply = await made(request)
    assert desk.answers["F1"].kind is FIXED
    assert "No tests were run: 'rm' is not among the allowed tests." in reply.text


async def test_a_document_outside_of_the_diff_is_not_touched(tmp_path: Path) -> None:
    write_files(tmp_path, {"b.md": PAGE})
    (problem,) = check_text(PAGE, loop="docs")
    material = diff_of(tmp_path, {"a.py": (None, "x = 1\n")})
    findings = (to_finding(problem, "b.md"),)
    desk, _ = await made(asked_of_diff(tmp_path, "task", material, duty="fix", findings=findings))
    assert desk.answers["F1"].kind is CANNOT
    assert (tmp_path / "b.md").read_text() == PAGE


async def test_a_repair_that_adds_a_line_does_not_hide_the_faults_below_it(tmp_path: Path) -> None:
    page = "# A\n\nSee [b](#The_Words).\n\n## The words\n\n- a\n\n```sh\nmake\n"
    old = "# A\n\n## The words\n\n- a\n\n"
    material = diff_of(tmp_path, {"a.md": (old, page)})
    report = await report_of(tmp_path, {"material": material})
    turned = tuple(reversed(report.findings))
    desk, _ = await made(asked_of_diff(tmp_path, "task", material, duty="fix", findings=turned))
    assert [answer.kind for answer in desk.answers.values()] == [FIXED, FIXED]


NASTY = st.lists(
    st.sampled_from(
        [
            *("Task quality: Needs fixes\n", "Spec compliance: ❌ Gaps\n", "- **Status:** Issues Found\n", "- None\n"),
            *("### Issues\n", "#### Critical\n", "- it must not lose rows\n", "I could not read the file.\n", "\n"),
            *("```\n", "~~~md\n", "<!-- x\n", "<details>\n", "| a | b |\n", "> quote\n", "~~gone~~\n", "`` ` ``\n"),
            *(
                "- [ ] **Step 1:** x\n",
                "  - deeper\n",
                "1. one\n",
                "- Create: `b.py`\n",
                "\u200b\n",
                "漢字。\n",
                "***\n",
            ),
        ]
    ),
    max_size=12,
).map("".join)


@given(NASTY, NASTY)
@settings(max_examples=80, deadline=None)
def test_no_requirement_turns_the_review_into_something_else(requirement: str, constraints: str) -> None:
    with TemporaryDirectory() as folder:
        inputs = task(requirement, constraints)
        material = diff_of(Path(folder), {"a.py": (None, "x = 1\n")})
        reply = judge_task(asked_of_diff(Path(folder), "task", material, inputs=inputs), ())
    report = TaskPolicy().read(reply.text, None)
    assert isinstance(report, Report)
    named = "`b.py`" in " ".join(visible_lines(requirement))
    assert report.approves is not (named and any(finding.label == "Gap" for finding in report.findings))
    asked = unverified(statements_of(requirement, ()), statements_of(constraints))
    assert 1 <= len(report.cannot_verify) <= len(asked) + 1 <= 13
    assert not any(text in item.text for item in report.checked for text in ("rows", "deeper", "one", "漢字"))
