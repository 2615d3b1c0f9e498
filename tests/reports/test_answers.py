import pytest
from hypothesis import given
from hypothesis import strategies as st

from critloop.model.finding import Answer, AnswerKind
from critloop.reports.answers import read_answers, unasked_answers, write_answers

FIXED, DISPUTED, CANNOT = AnswerKind.FIXED, AnswerKind.DISPUTED, AnswerKind.CANNOT_FIX


@pytest.mark.parametrize(
    ("line", "kind", "reason"),
    [
        ("F3: fixed — named the outcome", FIXED, "named the outcome"),
        ("F3: fixed", FIXED, ""),
        ("- **F3**: disputed - the limit is on purpose", DISPUTED, "the limit is on purpose"),
        ("F3 — cannot fix: only the author knows the limit", CANNOT, "only the author knows the limit"),
        ("| F3 | Fixed | named the outcome |", FIXED, "named the outcome"),
        ("### F3\n\nDisputed: on purpose", DISPUTED, "on purpose"),
        ("### F3 — fixed\n\nMore words.", FIXED, ""),
        ("F3 (Storage): can't fix because the limit is open", CANNOT, "because the limit is open"),
        ("1. F3: **Fixed** in the second section.", FIXED, "in the second section"),
        ("`F3: fixed — named the outcome`", FIXED, "named the outcome"),
        ("f3: FIXED ✅", FIXED, ""),
        ("F3：已修复 — 写明了结果", FIXED, "写明了结果"),
        ("F3: disputed — on purpose,\n  as section 2 says", DISPUTED, "on purpose, as section 2 says"),
        ("F3: fixed — a\n\nF3: disputed — b", DISPUTED, "b"),
        ("F3: [fixed] — a", FIXED, "a"),
    ],
)
def test_an_answer_in_many_forms(line: str, kind: AnswerKind, reason: str) -> None:
    assert read_answers(f"I worked through it.\n\n{line}\n", ["F3"]) == {"F3": Answer(kind=kind, reason=reason)}


@pytest.mark.parametrize(
    "line",
    [
        "F3: disputed",
        "F3: cannot fix —",
        "F3: not fixed yet",
        "F3: partially fixed — the rest is open",
        "F3: fixed? I am not sure",
        "F3 is about the limit, which I fixed",
        "> F3: fixed — quoted",
        "```\nF3: fixed — fenced\n```",
        "~~F3: fixed — struck~~",
        "F31: fixed — another one",
        "The finding F3: fixed — in running text",
    ],
)
def test_what_is_no_answer(line: str) -> None:
    assert read_answers(line, ["F3"]) == {}


def test_one_line_for_several_findings() -> None:
    answers = read_answers("F1, F2 and F4: fixed — one value now", ["F1", "F2", "F4"])
    assert set(answers) == {"F1", "F2", "F4"}


def test_findings_that_were_not_asked_about_stand_apart() -> None:
    text = "F1: fixed — a\nF9: disputed — b"
    assert set(read_answers(text, ["F1"])) == {"F1"}
    assert set(unasked_answers(text, ["F1"])) == {"F9"}


_reasons = st.from_regex(r"[a-z][a-z ,()-]{0,30}[a-z]", fullmatch=True).map(lambda text: " ".join(text.split()))


@given(
    st.dictionaries(
        st.integers(1, 999).map("F{}".format),
        st.builds(Answer, kind=st.sampled_from(AnswerKind), reason=_reasons),
        max_size=6,
    )
)
def test_written_answers_are_read_as_the_same(answers: dict[str, Answer]) -> None:
    assert read_answers(write_answers(answers), list(answers)) == answers
