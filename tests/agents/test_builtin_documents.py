"""The built-in critic and maker on plans and pages."""

from pathlib import Path

import pytest

from critloop.agents.abilities import able, is_prose
from critloop.checks.catalogue import CHECKS
from critloop.model.finding import AnswerKind, Severity
from critloop.model.material import Material, UnitText
from critloop.model.report import NotReviewed, Report
from critloop.model.run import RunSpec, Unit
from critloop.model.turn import Duty
from critloop.reports.docs import read_docs_report
from critloop.reports.plan import read_plan_review
from critloop.workflows.plan import PlanPolicy
from tests.support.loop_turns import BUILTIN, asked, judged, made, write_files

PLAN = """# Ledger plan

Owner: TBD

## Chunk 1: Store

### Task 1: Open the store

- [ ] **Step 1:** open it
- [ ] **Step 3:** close it

## Chunk 2: Export

### Task 2: Write rows

- [ ] **Step 1:** write
- [ ] **Step 1:** flush
"""

HOW_TO = """# How to export a ledger

Export the ledger when the month has ended, so that nobody books into it while the file is written to disk by the job.

## Prerequisites

You need an open ledger.

## Steps

1. Open it.
2. Export it.

See [the words](#The_Words).

## The words

A ledger is a book.
"""


def units(text: str, folder: Path) -> tuple[UnitText, ...]:
    spec = RunSpec(run="r", loop="plan", subject="plan.md", root=str(folder), maker=BUILTIN, critic=BUILTIN)
    return PlanPolicy().units(spec, Material(text=text))


async def plan_review(folder: Path, text: str, number: int, duty: Duty = "review") -> Report:
    write_files(folder, {"plan.md": text})
    request = asked(folder, "plan", units(text, folder)[number].unit, duty=duty)
    report = read_plan_review((await judged(request)).text)
    assert isinstance(report, Report)
    return report


async def docs_review(folder: Path, path: str, duty: Duty = "review", *disabled: str) -> Report:
    request = asked(folder, "docs", Unit(id="docs", name=path, path=path), duty=duty)
    report = read_docs_report((await judged(request, disabled)).text)
    assert isinstance(report, Report)
    return report


@pytest.mark.parametrize("duty", ["review", "rereview", "audit"])
async def test_a_chunk_gets_its_own_problems_and_the_first_one_those_of_no_chunk(tmp_path: Path, duty: Duty) -> None:
    first, second = [await plan_review(tmp_path, PLAN, number, duty) for number in (0, 1)]
    assert [finding.location.start_line for finding in first.findings] == [3, 10]
    assert [finding.location.start_line for finding in second.findings] == [17]
    assert not first.approves
    assert "whether the content is right was not judged" in second.summary


async def test_a_chunk_without_problems_is_approved_whatever_ails_the_others(tmp_path: Path) -> None:
    report = await plan_review(tmp_path, PLAN.replace("1:** flush", "2:** flush"), 1)
    assert report.approves
    assert report.findings == ()


async def test_a_fence_that_is_broken_before_a_chunk_keeps_it_from_being_approved(tmp_path: Path) -> None:
    broken = "- [ ] **Step 3:** close it\n\n```\ncode\n\n```python\nx = 1\n```\n\n"
    text = PLAN.replace("- [ ] **Step 3:** close it\n\n", broken)
    assert len(units(text, tmp_path)) == 2
    report = await plan_review(tmp_path, text, 1)
    assert not report.approves
    assert [finding.title for finding in report.findings] == ["the fences of code blocks don't pair up"]


async def test_the_maker_repairs_the_chunk_and_leaves_the_rest_of_the_plan_alone(tmp_path: Path) -> None:
    report = await plan_review(tmp_path, PLAN, 1)
    request = asked(tmp_path, "plan", units(PLAN, tmp_path)[1].unit, duty="fix", findings=report.findings)
    desk, _ = await made(request)
    assert desk.answers["F1"].kind is AnswerKind.FIXED
    assert (tmp_path / "plan.md").read_text() == PLAN.replace("1:** flush", "2:** flush")


@pytest.mark.parametrize("duty", ["review", "rereview", "audit"])
async def test_a_page_is_told_what_it_lacks_by_its_kind_in_the_words_of_the_docs_loop(
    tmp_path: Path, duty: Duty
) -> None:
    write_files(tmp_path, {"export.md": HOW_TO})
    report = await docs_review(tmp_path, "export.md", duty)
    told = [(f.label, f.dimension, f.severity) for f in report.findings]
    assert told == [("MEDIUM", "completeness", Severity.MEDIUM), ("MEDIUM", "consistency", Severity.MEDIUM)]
    assert "result or verification" in report.findings[0].title
    assert report.verdicts[0].text == "ITERATE — 0 high, 2 medium issues remain"


async def test_a_page_with_all_that_its_kind_needs_is_approved(tmp_path: Path) -> None:
    text = HOW_TO.replace("#The_Words", "#the-words") + "\n## Check the result\n\nThe file is there.\n"
    write_files(tmp_path, {"export.md": text})
    report = await docs_review(tmp_path, "export.md")
    assert report.approves
    assert "Sections that a how-to page needs: goal, prerequisites" in report.summary


@pytest.mark.parametrize("path", ["notes.md", "guide/themes.md", "docs/guides/keys.md"])
async def test_where_nothing_tells_the_kind_for_certain_the_report_says_that_sections_were_not_checked(
    tmp_path: Path, path: str
) -> None:
    write_files(tmp_path, {path: "# Themes\n\nPick one.\n", "other.md": "# O\n\nx\n"})
    report = await docs_review(tmp_path, path)
    assert report.approves
    assert "check for required sections was skipped" in report.summary


async def test_a_page_that_the_navigation_leaves_out_beside_its_siblings_is_a_nit(tmp_path: Path) -> None:
    nav = "nav:\n  - Home: index.md\n  - One: one.md\n"
    page = "# Words\n\nAll of them.\n"
    files = {"mkdocs.yml": nav, "docs/index.md": page, "docs/one.md": page, "docs/two.md": page}
    write_files(tmp_path, files)
    report = await docs_review(tmp_path, "docs/two.md")
    assert report.approves
    assert [(f.label, f.title) for f in report.findings] == [("LOW", "the page is missing from mkdocs.yml")]
    assert (await docs_review(tmp_path, "docs/one.md")).findings == ()
    write_files(tmp_path, {"docs/two.md": f"---\norphan: true\n---\n\n{page}"})
    assert (await docs_review(tmp_path, "docs/two.md")).findings == ()


@pytest.mark.parametrize("duty", ["fix", "close"])
async def test_the_maker_repairs_a_page_and_leaves_navigation_and_missing_text_to_its_author(
    tmp_path: Path, duty: Duty
) -> None:
    write_files(tmp_path, {"export.md": HOW_TO})
    report = await docs_review(tmp_path, "export.md")
    unit = Unit(id="docs", name="export.md", path="export.md")
    desk, reply = await made(asked(tmp_path, "docs", unit, duty=duty, findings=report.findings))
    assert [desk.answers[key].kind for key in ("F1", "F2")] == [AnswerKind.CANNOT_FIX, AnswerKind.FIXED]
    assert (tmp_path / "export.md").read_text() == HOW_TO.replace("#The_Words", "#the-words")
    assert "Tests" not in reply.text


RST = """Guide
=====

Owner: TBD

See ``[words](#The_Words)`` and [words](nothing.md).

Example::

   TODO: not prose
   ```

.. note:: TBD

1. one
3. three
"""


@pytest.mark.parametrize(("path", "name"), [("guide.rst", "reStructuredText"), ("guide.adoc", "AsciiDoc")])
async def test_checks_of_markdown_are_not_made_of_another_markup_and_the_summary_says_so(
    tmp_path: Path, path: str, name: str
) -> None:
    write_files(tmp_path, {path: RST, "a.md": "# A\n\ntext\n"})
    report = await docs_review(tmp_path, path)
    assert [(f.title, f.location.start_line) for f in report.findings] == [("“TBD” is left over", 4)]
    assert f"The checks of Markdown were left out: this is {name}." in report.summary
    assert report.summary.startswith("4 mechanical checks over 16 lines")


@pytest.mark.parametrize("loop", ["docs", "spec", "plan"])
async def test_a_text_of_which_no_check_was_made_is_not_reviewed(tmp_path: Path, loop: str) -> None:
    write_files(tmp_path, {"a.md": PLAN})
    unit = units(PLAN, tmp_path)[0].unit.but({"path": "a.md"})
    text = (await judged(asked(tmp_path, loop, unit), [check.id for check in CHECKS])).text
    for read in (read_docs_report, read_plan_review):
        assert isinstance(read(text), NotReviewed)


async def test_counts_of_one_are_told_as_one(tmp_path: Path) -> None:
    write_files(tmp_path, {"a.md": "text\n"})
    off = [check.id for check in CHECKS if check.id != "fence"]
    assert (await docs_review(tmp_path, "a.md", "review", *off)).summary.startswith("1 mechanical check over 1 line;")


@pytest.mark.parametrize(
    "path", ["docs/a.md", "a.rst", "a.adoc", "notes.txt", "README", "readme", "docs/license.md", "llms-guide.txt"]
)
def test_what_may_be_a_page_is_taken(path: str) -> None:
    assert is_prose(path)
    assert able(BUILTIN, RunSpec(run="r", loop="docs", subject=path, root="/", maker=BUILTIN, critic=BUILTIN)) == ""


@pytest.mark.parametrize(
    "path",
    ["docs/conf.py", "LICENSE.txt", "LICENSE", "COPYING", "requirements-dev.txt", "a.json", "Makefile", "a.html"],
)
def test_what_is_no_page_is_refused_before_the_docs_loop_begins(path: str) -> None:
    spec = RunSpec(run="r", loop="docs", subject=path, root="/", maker=BUILTIN, critic=BUILTIN)
    assert able(BUILTIN, spec) == (
        f"{path} is no page: critloop docs takes Markdown, reStructuredText, AsciiDoc or text"
    )
    assert able(BUILTIN, spec.but({"loop": "spec"})) == ""
