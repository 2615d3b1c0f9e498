"""What a critic is shown as the form of its report is read by the reader of its loop."""

import json
import re

import pytest

from critloop.model.criteria import Criteria, Criterion
from critloop.model.finding import AnswerKind
from critloop.model.report import Malformed, Report
from critloop.prompting import TemplatePrompts
from critloop.prompting.linting.samples import sample
from critloop.reports.answers import read_answers
from critloop.reports.artifact import read_artifact
from critloop.reports.criteria import read_criteria
from critloop.reports.look import read_look
from critloop.workflows.briefs import brief_of
from critloop.workflows.registry import POLICIES
from critloop.workflows.vocabulary import TOLD, duties_of

CRITERIA = Criteria(criteria=(Criterion(id="C1", text="It names the pump."),))
REVIEWS = [key for key in sorted(TOLD) if key[1] in ("critic", "rereview")]
HEADED = {
    "spec": "## Spec Review\n\n**Status:** Issues Found\n\n**Issues (if any):**\n{item}",
    "plan": "## Plan Review — Chunk 1\n\n**Status:** Issues Found\n\n**Issues (if any):**\n{item}",
    "docs": (
        "## Docs Critic Report: a.md\n\n### Summary\nNot yet.\n\n### Findings\n\n{item}\n\n"
        "### Verdict\nITERATE — 1 high, 0 medium issues remain\n"
    ),
    "task": (
        "## Task Review\n\nSpec compliance: ✅ Compliant\n\n### What was checked\n- the loop: src/a.py:1\n\n"
        "### Issues\n\n#### Important\n{item}\n\nTask quality: Needs fixes\n"
    ),
    "branch": "## Branch Review\n\n### Issues\n\n#### Important\n{item}\n\nReady to merge: With fixes\n",
}


def rendered(loop: str, role: str) -> str:
    (duty, *_) = duties_of(loop, role)
    return TemplatePrompts().render(loop, role, brief_of(sample(loop, duty, full=True)))


def fences(text: str, info: str) -> list[str]:
    return re.findall(rf"^```{info}\n(.*?)^```$", text, re.DOTALL | re.MULTILINE)


def read(loop: str, reply: str) -> object:
    return POLICIES[loop].read(reply, CRITERIA)


@pytest.mark.parametrize(("loop", "role"), REVIEWS)
def test_the_report_that_is_shown_is_one_that_approves(loop: str, role: str) -> None:
    shown = fences(rendered(loop, role), "json" if loop == "polish" else "markdown")[0]
    result = read(loop, shown)
    assert isinstance(result, Report), result
    assert result.approves
    assert result.findings == ()


@pytest.mark.parametrize(("loop", "role"), [key for key in REVIEWS if key[0] != "polish"])
def test_the_item_that_is_shown_is_one_finding_with_all_its_parts(loop: str, role: str) -> None:
    item = fences(rendered(loop, role), "markdown")[1].strip()
    result = read(loop, HEADED[loop].format(item=item))
    assert isinstance(result, Report), result
    (found,) = result.findings
    assert (found.location.start_line, found.location.end_line) in {(12, 14), (42, 44)}
    assert found.evidence.quote
    assert found.suggested_fix == "what would settle it"
    assert found.dimension in {"coverage", "completeness", "accuracy", "security", "quality", "task-quality", "general"}


def test_gaps_of_a_task_have_the_form_that_is_shown() -> None:
    text = rendered("task", "critic")
    gap = re.search(r"each as `(- \[src/client\.py:42\]: [^`]*)`", text)
    assert gap
    reply = fences(text, "markdown")[0].replace("✅ Compliant\n", f"❌ Gaps\n\n{gap[1]}\n")
    result = read("task", reply)
    assert isinstance(result, Report), result
    assert [finding.dimension for finding in result.findings] == ["spec-compliance"]


def test_the_verdict_of_a_page_that_is_not_ready_has_the_form_that_is_shown() -> None:
    text = rendered("docs", "critic")
    shown, item = fences(text, "markdown")
    verdict = re.search(r"such as `(ITERATE[^`]*)`", text)
    assert verdict
    result = read("docs", shown.replace("None\n", item).replace("APPROVED", verdict[1]))
    assert isinstance(result, Report), result
    assert not result.approves


@pytest.mark.parametrize(("verdict", "passed"), [("With fixes", False), ("No", False)])
def test_the_other_verdicts_of_a_branch_are_read(verdict: str, passed: bool) -> None:
    text = rendered("branch", "critic")
    assert f"exactly `{verdict}`" in text
    shown, item = fences(text, "markdown")
    reply = shown.replace("#### Critical\n- None\n", f"#### Critical\n{item}").replace(
        "merge: Yes", f"merge: {verdict}"
    )
    result = read("branch", reply)
    assert isinstance(result, Report), result
    assert result.approves is passed


def test_the_criteria_that_an_extractor_is_shown_can_be_used() -> None:
    shown = fences(rendered("polish", "extractor"), "json")[0]
    criteria = read_criteria(shown)
    assert not isinstance(criteria, Malformed), criteria
    assert (len(criteria.criteria), criteria.threshold) == (2, "pass_1")
    assert json.loads(shown)["cap"] == 4


def test_the_answer_to_an_item_that_is_shown_can_be_read() -> None:
    text = rendered("task", "look")
    shown = re.search(r"^- `(V1: holds[^`]*)`$", text, re.MULTILINE)
    assert shown
    assert {key: look.kind for key, look in read_look(shown[1], ["V1"]).items()} == {"V1": "holds"}
    for kind in ("gap", "unknown"):
        assert f"- `{kind}`:" in text
        assert read_look(f"V1: {kind} — nothing closes it", ["V1"])["V1"].kind == kind


def test_the_form_of_a_revised_text_that_is_shown_can_be_read() -> None:
    (shown,) = [fence for fence in fences(rendered("polish", "maker"), "text") if "artifact" in fence]
    assert read_artifact(shown) == "the whole revised text\n"


@pytest.mark.parametrize("loop", [loop for loop, role in sorted(TOLD) if role == "maker" and loop != "polish"])
def test_the_answers_that_a_maker_is_shown_can_be_read(loop: str) -> None:
    answers = read_answers(rendered(loop, "maker"), ["F1", "F2", "F3"])
    kinds = [answer.kind for answer in answers.values()]
    assert kinds == [AnswerKind.FIXED, AnswerKind.DISPUTED, AnswerKind.CANNOT_FIX]
