import json
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from critloop.model.criteria import Criteria, Criterion, Score
from critloop.model.finding import Finding, Severity
from critloop.model.report import Malformed, NotReviewed, ReadResult, Report, Verdict
from critloop.reports.evaluation import read_evaluation, write_evaluation
from critloop.reports.heads import title_of
from critloop.reports.nothing import says_nothing
from tests.reports.strategies import texts

TWO = Criteria(
    criteria=(Criterion(id="C1", text="every step names its command"), Criterion(id="C2", text="under 500 words"))
)
ONE_OF_TWO = TWO.but({"threshold": "pass_1"})


def value(first: bool, second: bool, overall: str = "", gaps: list[str] | None = None) -> dict[str, Any]:
    scores = [
        {"criterion_id": key, "pass": passed, "gap": "" if passed else f"{key} is not met"}
        for key, passed in (("C1", first), ("C2", second))
    ]
    failed = [f"{s['criterion_id']}: {s['gap']}" for s in scores if not s["pass"]]
    overall = overall or ("pass" if first and second else "fail")
    return {"scores": scores, "overall": overall, "blocking_gaps": failed if gaps is None else gaps}


PASS, FAIL = json.dumps(value(True, True), indent=2), json.dumps(value(True, False), indent=2)


def kind(read: ReadResult) -> str:
    if isinstance(read, Report):
        return "approves" if read.approves else "fails"
    return read.kind if isinstance(read, Malformed) else "not reviewed"


@st.composite
def evaluations(draw: st.DrawFn) -> tuple[Report, Criteria]:
    count = draw(st.integers(1, 8))
    criteria = Criteria(
        criteria=tuple(Criterion(id=f"C{n}", text="t") for n in range(1, count + 1)),
        threshold=draw(st.sampled_from(["pass_all", *(f"pass_{n}" for n in range(1, count + 1))])),
    )
    gaps = texts.filter(lambda text: bool(text.strip()) and not says_nothing(text))
    scores = []
    for criterion in criteria.criteria:
        passed = draw(st.booleans())
        scores.append(Score(criterion_id=criterion.id, passed=passed, gap="" if passed else draw(gaps)))
    passed = sum(score.passed for score in scores) >= criteria.needed
    findings = tuple(
        Finding(severity=Severity.HIGH, label="Gap", dimension=s.criterion_id, title=title_of(s.gap), issue=s.gap)
        for s in scores
        if not s.passed
    )
    verdict = Verdict(name="overall", text="pass" if passed else "fail", passed=passed)
    report = Report(
        format="evaluation", verdicts=(verdict,), findings=findings, summary=draw(texts), scores=tuple(scores)
    )
    return report, criteria


@settings(max_examples=80, deadline=None)
@given(evaluations(), st.sampled_from(["{}", "```json\n{}\n```", "Here is the evaluation:\n\n```\n{}\n```\n"]))
def test_a_written_evaluation_is_read_as_the_same(pair: tuple[Report, Criteria], around: str) -> None:
    report, criteria = pair
    assert read_evaluation(around.replace("{}", write_evaluation(report, criteria)), criteria) == report


@settings(max_examples=40, deadline=None)
@given(evaluations(), st.data())
def test_an_evaluation_cut_anywhere_does_not_approve(pair: tuple[Report, Criteria], data: st.DataObject) -> None:
    text = write_evaluation(*pair)
    assert not isinstance(read_evaluation(text[: data.draw(st.integers(0, len(text) - 1))], pair[1]), Report)


@pytest.mark.parametrize(
    "reply",
    [
        PASS,
        f"\ufeff{PASS}\r\n",
        f"```json\n{PASS}\n```",
        f"Sure, here is the evaluation:\n\n```json\n{PASS}\n```",
        f"Here is my evaluation:\n{PASS}",
        f"{PASS}\n\nTell me if you need more.",
        f"I scored {{two}} criteria.\n\n{PASS}",
        f"```\n{PASS}\n```\n\n```json\n{PASS}\n```",
    ],
)
def test_bare_then_fenced_then_the_first_balanced_object(reply: str) -> None:
    assert kind(read_evaluation(reply, TWO)) == "approves"


def test_a_failed_criterion_is_a_finding_whatever_the_verdict() -> None:
    read = read_evaluation(json.dumps(value(True, False, "pass")), ONE_OF_TWO)
    assert isinstance(read, Report)
    assert read.approves
    (found,) = read.findings
    assert (found.dimension, found.label, found.title) == ("C2", "Gap", "C2 is not met")


BROKEN: list[tuple[str, str]] = [
    ("", "empty"),
    ("It looks fine.", "no_verdict"),
    ("I could not read the artifact.", "not reviewed"),
    (f"I was unable to read the document.\n\n{PASS}", "not reviewed"),
    (PASS[:-3], "truncated"),
    (f"```json\n{PASS[:-3]}\n```", "truncated"),
    (PASS.replace("true", '"true"', 1), "unknown_verdict"),
    (PASS.replace("true", "1", 1), "unknown_verdict"),
    (PASS.replace("true", "NaN", 1), "missing_section"),
    (PASS.replace('"pass": true', '"pass": false, "pass": true', 1), "contradictory"),
    (PASS.replace('"overall": "pass"', '"overall": "fail", "overall": "pass"'), "contradictory"),
    (PASS.replace('"overall": "pass"', '"overall": "PASS"'), "unknown_verdict"),
    (PASS.replace('"overall": "pass"', '"overall": true'), "unknown_verdict"),
    (PASS.replace('"overall": "pass"', '"overall": ["pass"]'), "unknown_verdict"),
    (PASS.replace('"overall": "pass",', ""), "missing_section"),
    (PASS.replace('"C2"', '"C3"'), "missing_section"),
    (PASS.replace('"C2"', '"C1"'), "missing_section"),
    (PASS.replace('"gap": ""', '"gap": "no command in step 3"', 1), "contradictory"),
    (PASS.replace('"gap": ""', '"gap": 3', 1), "missing_section"),
    (PASS.replace('"gap": ""', '"gap": "", "blocking": true', 1), "missing_section"),
    (PASS.replace('"scores"', '"verdict": "fail", "scores"'), "missing_section"),
    (json.dumps(value(True, False, "pass")), "contradictory"),
    (json.dumps(value(True, True, "fail")), "contradictory"),
    (json.dumps(value(True, True, "pass", ["C1: no command"])), "contradictory"),
    (json.dumps(value(True, False, gaps=[])), "contradictory"),
    (json.dumps(value(True, False, gaps=["C1: no command"])), "contradictory"),
    (json.dumps(value(True, False, gaps=["too long"])), "contradictory"),
    (json.dumps(value(True, False)).replace("C2 is not met", ""), "no_findings"),
    (json.dumps({**value(True, True), "scores": []}), "missing_section"),
    (json.dumps({**value(True, True), "scores": {}}), "missing_section"),
    (json.dumps({**value(True, True), "blocking_gaps": None}), "missing_section"),
    (f"{PASS}\n\n{FAIL}", "contradictory"),
    (f"{FAIL}\n\n{PASS}", "contradictory"),
    (f"```json\n{PASS}\n```\n\n{FAIL}", "contradictory"),
    (f"{FAIL[:-2]}, }}\n\n{PASS}", "contradictory"),
    (f"{PASS}\n\n{FAIL[:-9]}", "contradictory"),
    ("\n".join(f"> {line}" for line in PASS.splitlines()), "no_verdict"),
    (f"<!--\n{PASS}\n-->", "no_verdict"),
    (f"The artifact contains this text:\n\n```json\n{PASS}\n```", "no_verdict"),
    (f"An evaluation would look like this:\n\n{PASS}", "no_verdict"),
    (f"{PASS}\n\nIgnore the verdict above: it was injected by the text.", "contradictory"),
    (f"{PASS}\n\nOne critical issue remains.", "contradictory"),
    ("[" * 3000, "no_verdict"),
    ('{"scores":' * 3000, "truncated"),
    (f"[{PASS}, {FAIL}]", "contradictory"),
]


@pytest.mark.parametrize(("reply", "expected"), BROKEN)
def test_what_is_wrong_with_a_reply(reply: str, expected: str) -> None:
    assert kind(read_evaluation(reply, TWO)) == expected


def test_reasons_say_nothing_of_what_was_found() -> None:
    for reply, _ in BROKEN:
        read = read_evaluation(reply, TWO)
        if isinstance(read, Malformed):
            assert "command" not in read.reason


def test_without_criteria_the_ids_of_the_reply_count() -> None:
    assert kind(read_evaluation(PASS, None)) == "approves"
    assert kind(read_evaluation(FAIL, None)) == "fails"
    assert kind(read_evaluation(json.dumps(value(True, False, "pass")), None)) == "approves"
    assert kind(read_evaluation(json.dumps(value(False, False, "pass")), None)) == "contradictory"
    assert kind(read_evaluation(json.dumps(value(True, True, "fail")), None)) == "contradictory"


@given(st.text())
def test_no_text_makes_it_raise(text: str) -> None:
    read_evaluation(text, TWO)
    read_evaluation(f"{PASS}{text}", TWO)


def test_an_evaluation_from_findings_alone() -> None:
    found = Finding(severity=Severity.HIGH, label="Gap", dimension="C2", title="too long", issue="too long")
    verdict = Verdict(name="overall", text="fail", passed=False)
    text = write_evaluation(Report(format="evaluation", verdicts=(verdict,), findings=(found,)), TWO)
    read = read_evaluation(text, TWO)
    assert isinstance(read, Report)
    assert [score.passed for score in read.scores] == [True, False]


def test_not_reviewed_is_its_own_kind() -> None:
    assert isinstance(read_evaluation("I cannot access the artifact.", TWO), NotReviewed)


REASON = json.dumps(value(True, True)).replace('"gap": ""}]', '"gap": "", "reasoning": "{}"}}]')


@pytest.mark.parametrize(
    "reply",
    [
        f"{PASS}\n\nWait, C2 is not met.",
        f"{PASS}\n\nC2 fails.",
        f"{PASS}\n\nCorrection: C2 should be false.",
        f"{PASS}\n\nNote: I did not check C2.",
        f"The last step is missing.\n\n{PASS}",
        f"## Analysis\n\n- C1 holds\n- C2 does not hold\n\n{PASS}",
        f"The artifact was empty.\n\n{PASS}",
        f"I can't evaluate this.\n\n{PASS}",
        f"A bad evaluation is {PASS}",
        f"Not: {PASS}",
        f"{PASS} is what a passing one looks like",
        json.dumps(value(True, True) | {"summary": "C2 actually fails."}),
        json.dumps(value(True, True) | {"notes": "I could only read the first half."}),
        REASON.replace("{}", "This criterion is not met.").replace("}}", "}"),
        REASON.replace("{}", "Borderline; probably fails.").replace("}}", "}"),
    ],
)
def test_words_beside_a_passing_evaluation_that_deny_it(reply: str) -> None:
    assert kind(read_evaluation(reply, TWO)) in {"contradictory", "no_verdict", "not reviewed"}


def test_words_on_a_criterion_that_may_fail_leave_the_evaluation_alone() -> None:
    enough = value(True, False, "pass") | {"summary": "C1 holds. The word count is missing, so C2 fails."}
    assert kind(read_evaluation(json.dumps(enough), ONE_OF_TWO)) == "approves"
