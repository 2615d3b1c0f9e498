import pytest

from critloop.checks.run import fix_text
from critloop.model.finding import Severity
from tests.support.checking import lines, problems

HEAD = "# A\n\n| a | b |\n| --- | --- |\n"


def test_cells_that_are_lost_are_found_and_pipes_in_code_escaped() -> None:
    source = HEAD + "| `x|y` | one |\n| `p|q|r` | `s` |\n"
    found = problems(source)
    assert [(p.check.id, p.line) for p in found] == [("table-overflow", 5), ("table-overflow", 6)]
    fixed = fix_text(source, found[1])
    assert fixed == HEAD + "| `x|y` | one |\n| `p\\|q\\|r` | `s` |\n"


def test_cells_too_many_without_a_known_reason_are_the_author_s() -> None:
    (problem,) = problems(HEAD + "| one | two | three |\n")
    assert (problem.severity, problem.fix) == (Severity.MEDIUM, None)


def test_a_short_row_is_filled_up() -> None:
    source = HEAD + "| one |\n| one | two |\n"
    (problem,) = problems(source)
    assert (problem.check.id, problem.severity, problem.fix) == ("table-short-row", Severity.LOW, None) or problem.fix
    fixed = fix_text(
        source.replace("| one |\n|", "| one |  \n|"), problems(source.replace("| one |\n|", "| one |  \n|"))[0]
    )
    assert fixed == HEAD + "| one |  |\n| one | two |\n"


@pytest.mark.parametrize(
    "row",
    [
        "| one | two |",
        "one | two",
        "| a \\| b | two |",
        "| `a \\| b` | two |",
        "| one | two | |",
        "|  |  |",
        "| | two |",
    ],
)
def test_rows_that_fit_are_left_alone(row: str) -> None:
    assert lines(HEAD + row + "\n") == []


def test_a_table_whose_rule_does_not_fit_is_no_table_and_gets_a_rule_that_does() -> None:
    source = "# A\n\n| a | b | c |\n| --- | --- |\n| 1 | 2 | 3 |\n"
    (problem,) = problems(source)
    assert (problem.check.id, problem.line) == ("table-rule", 4)
    fixed = fix_text(source, problem)
    assert fixed == "# A\n\n| a | b | c |\n|---|---|---|\n| 1 | 2 | 3 |\n"
    assert problems(fixed) == []


def test_pipes_in_plain_text_make_no_table() -> None:
    assert lines("# A\n\na | b\nc | d\n--- text\n\n```\n| a | b |\n| --- |\n| c |\n```\n") == []
