"""Words beside an approval that take it back, whatever the form of the report and wherever they stand."""

import pytest

from critloop.model.report import ReadResult, Report
from critloop.reports.branch import read_branch_review
from critloop.reports.docs import read_docs_report
from critloop.reports.foreign import read_foreign_review
from critloop.reports.spec import read_spec_review
from critloop.reports.task import read_task_review

SPEC = ("## Spec Review\n\n**Status:** Approved\n\n", "**Issues (if any):**\nNone.\n")
ISSUES = "### Issues\n\n#### Critical\n\nNone.\n\n#### Important\n\nNone.\n\n#### Minor\n\nNone.\n\n"
CHECKED = "### What was checked\n\n- Errors are raised: `src/a.py:12`\n\n### Strengths\n\n- Small.\n\n"
TASK = (
    f"## Task Review\n\n**Spec compliance:** ✅ Compliant\n\n### Gaps\n\nNone.\n\n{CHECKED}",
    f"{ISSUES}**Task quality:** Approved\n",
)
BRANCH = (
    "## Branch Review\n\n### Strengths\n\n- Small.\n\n",
    f"{ISSUES}**Ready to merge:** Yes\n",
)
DOCS = (
    "## Docs Critic Report: docs/a.md\n\n### Summary\n\nThe page is clear.\n\n",
    "### Findings\n\nNone.\n\n### Verdict\n\nAPPROVED\n",
)
FOREIGN = (
    "# Code review\n\n## Summary\n\nThe change adds a cache.\n\n",
    "## Findings\n\nNone.\n\n## Verdict\n\nApproved\n",
)
READERS = {
    "spec": (SPEC, read_spec_review),
    "task": (TASK, read_task_review),
    "branch": (BRANCH, read_branch_review),
    "docs": (DOCS, read_docs_report),
    "foreign": (FOREIGN, read_foreign_review),
}
TAKEN_BACK = [
    "Edit: I take that back.",
    "I retract this approval.",
    "My approval is withdrawn.",
    "On reflection, the locking is not what was asked for.",
    "Actually, wait. The lock is per process.",
    "P.S. The lock is per process.",
    "One more thing: the lock is per process.",
]
CONDITIONS = [
    "Approved? No.",
    "I would approve this once the lock is shared.",
    "The approval holds only if the tests pass.",
    "This approval depends on the migration.",
    "Hold off on merging.",
    "Don't merge this yet.",
    "I'd rather not see this merged yet.",
    "Merge after fixing the lock.",
    "Please fix the lock first.",
    "The lock needs a timeout before this ships.",
    "The missing timeout is a blocker.",
    "The lock should be fixed.",
]
PARTS = [
    "I did not review the security part.",
    "I haven't looked at the tests.",
    "My review is based on the description only.",
    "Reviewed 5 of 12 files.",
    "Out of 12 files I reviewed 5.",
    "I was not able to check the second file.",
    "The file was too large to read; I saw its first page.",
    "The tool call failed, so I assumed the file is unchanged.",
    "No diff was provided.",
    "The diff was empty.",
    "Please provide the diff.",
    "I ran out of context before the last file.",
    "The rest of the file was cut off.",
    "Not all requirements are met.",
    "I looked at a sample of the files.",
    "My access was limited to the first file.",
    "I can't help with that.",
    "Reached the maximum turns.",
]
FAILING = [
    "Tests fail.",
    "2 tests failed.",
    "The tests do not pass.",
    "The linter complains.",
    "The suite never finishes.",
    "CI is red.",
    "The build is broken.",
    "1 critical, 2 important.",
    "I found 2 problems.",
]
DOUBTS = ["I have doubts about the lock.", "I'm not sure about the lock.", "It is unclear whether the lock is shared."]
FAULTS = [
    "The timeout is missing.",
    "Requirement 3 is not implemented.",
    "The client does not implement requirement 3.",
    "There is a race in the retry path.",
    "The retry path loses messages.",
    "The handler swallows all errors.",
    "Passwords are logged.",
    "No tests were added for the retry path.",
    "The lock must become shared.",
    "Requirement 4 remains open.",
    "Sections 3 and 5 contradict each other.",
    "It deadlocks under load.",
    "This breaks existing callers.",
]
HALF_HEARTED = [
    "This is only a preliminary verdict.",
    "Reluctantly approved.",
    "Subject to the tests passing.",
    "I can't sign off on the storage part.",
    "Someone else should look at the locking.",
    "A security review is needed.",
    "Everything is fine apart from the cache.",
    "This is not good enough to merge.",
    "I had to guess what the second file does.",
    "I took the author's word for the tests.",
]
TOLD = [
    "I was told to approve this.",
    "As instructed by the document, I approve.",
    "Approved because the file says so.",
]
EVERY = [*TAKEN_BACK, *CONDITIONS, *HALF_HEARTED, *TOLD, *PARTS, *FAILING, *DOUBTS, *FAULTS]


def approves(read: ReadResult) -> bool:
    return isinstance(read, Report) and read.approves


@pytest.mark.parametrize("name", READERS)
@pytest.mark.parametrize("words", EVERY)
def test_no_report_approves_beside_words_that_speak_against_it(name: str, words: str) -> None:
    (before, after), read = READERS[name]
    assert approves(read(f"{before}{after}"))
    assert not approves(read(f"{before}{words}\n\n{after}"))


@pytest.mark.parametrize("name", READERS)
@pytest.mark.parametrize(
    "line",
    [
        "Approved: no",
        "LGTM: no",
        "Tests: FAIL",
        "Mergeable: no",
        "Score: 2/10",
        "Confidence: low",
        "Grade: F",
        "| Requirement | Status |\n|---|---|\n| Retry | Not met |",
        "| Check | Result |\n|---|---|\n| Lint | FAIL |",
        "- Retry: not implemented",
        "Approved | Issues Found",
        '{"overall": "fail", "scores": []}',
    ],
)
def test_no_report_approves_beside_a_failing_answer(name: str, line: str) -> None:
    (before, after), read = READERS[name]
    assert not approves(read(f"{before}{line}\n\n{after}"))


@pytest.mark.parametrize("name", READERS)
@pytest.mark.parametrize(
    "words",
    [
        "No timeout is missing, and nothing is lost.",
        "The retry never loses messages.",
        "The earlier race is fixed.",
        "Two failing tests now pass.",
        "Tests cover what happens when the server drops the connection.",
        "All 12 of 12 files were read.",
        "125 tests passed, 0 failed.",
        "Breaking changes: no",
        "Score: 9/10",
        "The page explains when an error is raised.",
        "No requirement is left out.",
        "The test fails without the change and passes with it.",
        "The function throws when the file is missing, as documented.",
        "All tests pass; no test was skipped.",
        "No tests were rerun for this review.",
        "The design leaves out caching on purpose.",
        "Callers must close the stream; the page shows it.",
        "The spec says that a token must be renewed before it expires.",
        "What used to be a race between two writers is now one queue.",
    ],
)
def test_words_that_only_sound_alike_leave_an_approval_alone(name: str, words: str) -> None:
    (before, after), read = READERS[name]
    if name in {"task", "branch"}:
        before = before.replace("- Small.", f"- {words}")
        assert approves(read(f"{before}{after}"))
    elif name != "spec" or ":" not in words:
        assert approves(read(f"{before}{words}\n\n{after}"))


@pytest.mark.parametrize(
    "words",
    [
        "Correction: this is not approved.",
        "I take that back.",
        "3 tests failed.",
        "The overview is lost.\n",
        "Critical: x",
    ],
)
def test_a_paragraph_below_the_recommendations_is_none_of_them(words: str) -> None:
    advice = "\n**Recommendations (advisory):**\n- Add a diagram.\n\n"
    assert approves(read_spec_review(f"{SPEC[0]}{SPEC[1]}{advice}"))
    assert approves(read_spec_review(f"{SPEC[0]}{SPEC[1]}{advice}- The overview could be shorter.\n"))
    assert not approves(read_spec_review(f"{SPEC[0]}{SPEC[1]}{advice}{words}\n"))


@pytest.mark.parametrize(
    "words", ["I take that back.", "Tests fail.", "Grade: F", "Critical: x", "I did not review it."]
)
def test_a_paragraph_in_the_group_minor_that_speaks_of_the_whole(words: str) -> None:
    for (before, after), read in (READERS["task"], READERS["branch"]):
        text = after.replace("#### Minor\n\nNone.\n", f"#### Minor\n\n{{}}{words}\n")
        assert not approves(read(f"{before}{text.format('')}"))
        assert not approves(read(f"{before}{text.format('None.' + chr(10) * 2)}"))


@pytest.mark.parametrize("words", ["Approved...", "Approved…", "Approved¹", "Approved[^1]"])
def test_a_verdict_that_trails_off_or_has_a_footnote(words: str) -> None:
    assert not approves(read_spec_review(f"{SPEC[0].replace('Approved', words)}{SPEC[1]}"))
