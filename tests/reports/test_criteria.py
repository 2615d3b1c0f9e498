import json
import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from critloop.model.criteria import Criteria
from critloop.model.errors import UsageProblem
from critloop.model.report import Malformed
from critloop.reports.evaluation import read_criteria, read_criteria_file, unfalsifiable

GOOD = {
    "criteria": [{"id": "C1", "text": "every step names its command"}, {"id": "C2", "text": "under 500 words"}],
    "threshold": "pass_1",
    "cap": 3,
}


@pytest.mark.parametrize("reply", ["{}", "```json\n{}\n```", "Here are the criteria:\n\n{}\n\nThey are falsifiable."])
def test_criteria_in_a_reply(reply: str) -> None:
    read = read_criteria(reply.replace("{}", json.dumps(GOOD)))
    assert isinstance(read, Criteria)
    assert [criterion.id for criterion in read.criteria] == ["C1", "C2"]
    assert (read.threshold, read.cap, read.needed) == ("pass_1", 3, 1)


def test_threshold_and_cap_have_defaults() -> None:
    read = read_criteria(json.dumps({"criteria": GOOD["criteria"]}))
    assert isinstance(read, Criteria)
    assert (read.threshold, read.cap) == ("pass_all", 4)


WRONG: list[tuple[dict[str, object], str]] = [
    ({"criteria": []}, "1 to 8"),
    ({"criteria": [{"id": f"C{n}", "text": "no TODO"} for n in range(9)]}, "1 to 8"),
    ({"criteria": {"C1": "no TODO"}}, "1 to 8"),
    ({"criteria": [{"id": "C1", "text": "no TODO"}, {"id": "C1", "text": "no FIXME"}]}, "id of its own"),
    ({"criteria": [{"id": "1", "text": "no TODO"}]}, "an id is a letter"),
    ({"criteria": [{"id": "", "text": "no TODO"}]}, "an id is a letter"),
    ({"criteria": [{"id": 1, "text": "no TODO"}]}, "an id is a letter"),
    ({"criteria": [{"id": "C1", "text": " "}]}, "needs a text"),
    ({"criteria": [{"id": "C1"}]}, "id and text"),
    ({"criteria": [{"id": "C1", "text": "improve clarity"}]}, "can't be falsified"),
    ({**GOOD, "threshold": "pass_3"}, "more criteria than there are"),
    ({**GOOD, "threshold": "pass_0"}, "pass_all, or pass_N"),
    ({**GOOD, "threshold": "most"}, "pass_all, or pass_N"),
    ({**GOOD, "threshold": 2}, "pass_all, or pass_N"),
    ({**GOOD, "cap": 0}, "1 to 8"),
    ({**GOOD, "cap": 9}, "1 to 8"),
    ({**GOOD, "cap": True}, "1 to 8"),
    ({**GOOD, "cap": 2.5}, "1 to 8"),
    ({**GOOD, "goal": "x"}, "key"),
]


@pytest.mark.parametrize(("value", "words"), WRONG)
def test_criteria_that_can_not_be_used(value: dict[str, object], words: str) -> None:
    read = read_criteria(json.dumps(value))
    assert isinstance(read, Malformed)
    with pytest.raises(UsageProblem, match=re.escape(words)):
        read_criteria_file(json.dumps(value), "criteria.json")


def test_a_reason_does_not_quote_a_criterion() -> None:
    read = read_criteria(json.dumps({"criteria": [{"id": "C1", "text": "improve clarity"}]}))
    assert isinstance(read, Malformed)
    assert "clarity" not in read.reason


@pytest.mark.parametrize(
    "reply", ["", "None.", json.dumps(GOOD)[:-2], f"{json.dumps(GOOD)}\n{json.dumps(WRONG[5][0])}"]
)
def test_a_reply_without_one_set_of_criteria(reply: str) -> None:
    assert isinstance(read_criteria(reply), Malformed)


@pytest.mark.parametrize(
    ("text", "line"),
    [
        ('{\n "criteria": [\n  {"id": "C1", "text": "no TODO"},\n  {"id": "C2", "text": "better"}\n ]\n}', 4),
        ('{\n "criteria": [],\n', 3),
        ('{\n "criteria": [{"id": "C1", "text": "no TODO"}],\n "cap": 9\n}', 3),
        ("[]", 1),
    ],
)
def test_a_problem_with_a_file_names_its_line(text: str, line: int) -> None:
    with pytest.raises(UsageProblem, match=rf"polish\.json:{line}: "):
        read_criteria_file(text, "polish.json")


@given(st.text())
def test_no_text_makes_the_readers_fail_otherwise(text: str) -> None:
    read_criteria(text)
    with pytest.raises(UsageProblem):
        read_criteria_file(text, "criteria.json")


@pytest.mark.parametrize(
    "text",
    [
        "improve clarity",
        "make it better",
        "good quality",
        "more readable",
        "The text is clear",
        "every example is clear",
        "Make this safe for external stakeholders",
        "No confusing sentences",
        "The document flows well",
        "Writing is professional and engaging",
        "The tone is appropriate for the audience",
        "Ensure good readability",
        "Enhance the introduction",
        "提高可读性",
        "concise",
    ],
)
def test_a_matter_of_taste_can_not_be_falsified(text: str) -> None:
    assert unfalsifiable(text)


@pytest.mark.parametrize(
    "text",
    [
        "no jargon visible to end-users",
        "every function has an example",
        "under 500 words",
        "Each step names its command",
        "The summary is clear and names the owner",
        "The first paragraph states who the reader is",
        "All links resolve",
        "Every acronym is spelled out at first use",
        "The quality report is linked from the summary",
        "Contains a table of error codes",
        "The text is written in the present tense",
        "No sentence longer than 30 words",
        "The word `simple` does not occur",
        "每个函数都有示例",
    ],
)
def test_what_somebody_can_point_at_can_be_falsified(text: str) -> None:
    assert unfalsifiable(text) == ""
