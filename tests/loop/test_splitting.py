"""Left-over edits, split by the findings' places."""

from hypothesis import given
from hypothesis import strategies as st

from critloop.loop.splitting import split
from critloop.model.finding import Finding, Location, Severity

OLD = "# Orders\n\nOne.\n\n## Storage\n\nTwo.\nThree.\nFour.\nFive.\nSix.\nSeven.\n\n## Errors\n\nEight.\n"


def at(section: str | None = None, line: int | None = None) -> Finding:
    location = Location(section=section, start_line=line, end_line=line)
    return Finding(severity=Severity.HIGH, label="Issue", dimension="clarity", title="t", issue="t", location=location)


def test_edits_go_to_the_finding_whose_section_they_are_in_and_the_rest_comes_last() -> None:
    new = OLD.replace("One", "Uno").replace("Two", "Due").replace("Eight", "Otto")
    steps = split(OLD, new, {"F1": at("Storage"), "F2": at("Errors")})
    assert [ids for ids, _ in steps] == [("F1",), ("F2",), ()]
    assert steps[0][1] == OLD.replace("Two", "Due")
    assert steps[-1][1] == new


def test_findings_on_one_place_share_a_step() -> None:
    steps = split(OLD, OLD.replace("Two", "Due"), {"F1": at("Storage"), "F2": at("Storage")})
    assert [ids for ids, _ in steps] == [("F1", "F2")]


def test_lines_are_nearer_than_sections() -> None:
    new = OLD.replace("Two", "Due").replace("Seven", "Sette")
    steps = split(OLD, new, {"F1": at("Storage", 7), "F2": at("Storage", 12)})
    assert [ids for ids, _ in steps] == [("F1",), ("F2",)]


LINES = st.lists(st.sampled_from(["a\n", "b\n", "# h\n", "\n", "c\r\n"]), max_size=12).map("".join)


@given(LINES, LINES, st.dictionaries(st.sampled_from(["F1", "F2"]), st.integers(1, 12).map(lambda n: at(line=n))))
def test_the_last_step_is_always_the_new_text(old: str, new: str, findings: dict[str, Finding]) -> None:
    steps = split(old, new, findings)
    assert (steps[-1][1] if steps else old) == new
    assert len({ids for ids, _ in steps}) == len(steps)
