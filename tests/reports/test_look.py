import pytest
from hypothesis import given
from hypothesis import strategies as st

from critloop.model.items import Look
from critloop.reports.look import read_look, write_look

HOLDS = Look(kind="holds", reason="src/a.py:12 checks it")


@pytest.mark.parametrize(
    "line",
    [
        "V1: holds — src/a.py:12 checks it",
        "- **V1**: holds - src/a.py:12 checks it",
        "V1 — Holds: src/a.py:12 checks it",
        "| V1 | holds | src/a.py:12 checks it |",
        "### V1\n\nHolds: src/a.py:12 checks it",
        "v1: HOLDS ✅ — src/a.py:12 checks it",
        "V1：holds — src/a.py:12 checks it",
        "V1: gap — it is nowhere\n\nV1: holds — src/a.py:12 checks it",
        "Item V1 (retries): holds — src/a.py:12 checks it",
    ],
)
def test_an_item_that_holds_in_many_forms(line: str) -> None:
    assert read_look(f"I looked.\n\n{line}\n", ["V1"]) == {"V1": HOLDS}


def test_a_quotation_is_as_good_as_a_place() -> None:
    look = read_look("V1: holds — the module says “retries are capped”", ["V1"])["V1"]
    assert look.kind == "holds"
    assert read_look("V1: holds — the module says `retries = 3`", ["V1"])["V1"].kind == "holds"


@pytest.mark.parametrize(
    ("line", "kind"),
    [
        ("V1: gap — nothing limits the retries", "gap"),
        ("V1: does not hold — nothing limits the retries", "gap"),
        ("V1: unknown — it is decided at run time", "unknown"),
        ("V1: unknown", "unknown"),
        ("V1: can't tell — it is decided at run time", "unknown"),
    ],
)
def test_gaps_and_items_that_stay_open(line: str, kind: str) -> None:
    assert read_look(line, ["V1"])["V1"].kind == kind


@pytest.mark.parametrize(
    "line",
    [
        "V1: holds",
        "V1: holds — I am sure of it",
        "V1: gap",
        "V1: gap —",
        "> V1: holds — src/a.py:12 checks it",
        "```\nV1: holds — src/a.py:12 checks it\n```",
        "~~V1: holds — src/a.py:12 checks it~~",
        "V11: holds — src/a.py:12 checks it",
        "V1: probably holds — src/a.py:12 checks it",
        "V1: holds? — src/a.py:12",
        "V1: holds partly — src/a.py:12",
        "The item V1: holds — src/a.py:12, in running text",
        "V1: holds — src/a.py:12 checks it\n\nV1: holds, I think",
    ],
)
def test_what_settles_nothing(line: str) -> None:
    assert read_look(line, ["V1"]) == {}


_reasons = st.from_regex(r"[a-z][a-z ,()-]{0,30}[a-z]", fullmatch=True).map(lambda text: " ".join(text.split()))


@given(
    st.dictionaries(
        st.integers(1, 99).map("V{}".format),
        st.one_of(
            st.builds(lambda reason: Look(kind="holds", reason=f"src/a.py:3 {reason}"), _reasons),
            st.builds(Look, kind=st.sampled_from(["gap", "unknown"]), reason=_reasons),
        ),
        max_size=5,
    )
)
def test_written_looks_are_read_as_the_same(looks: dict[str, Look]) -> None:
    assert read_look(write_look(looks), list(looks)) == looks


@pytest.mark.parametrize(
    "reason",
    [
        "c.py:1 if the caller is changed",
        "no, d.py:3 shows that it does not hold",
        "src/a.py:3, but only for the first order",
        "src/a.py:3 should do it",
        "src/a.py:3 unless it is empty",
    ],
)
def test_what_holds_under_a_condition_is_told_by_nobody(reason: str) -> None:
    assert read_look(f"V1: holds — {reason}", ["V1"])["V1"].kind == "unknown"


def test_a_condition_in_what_is_quoted_is_the_code_s_own() -> None:
    assert read_look('V1: holds — src/a.py:3 says "return 0 if not orders"', ["V1"])["V1"].kind == "holds"
