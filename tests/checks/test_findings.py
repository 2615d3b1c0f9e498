from critloop.checks.findings import is_ours, match, to_finding
from critloop.checks.run import check_text
from critloop.model.finding import Evidence, Finding, Location, Severity

TEXT = "# A\n\n## B\n\n- Owner: TBD\n\n## C\n\n- Owner: TBD\n\n## D\n"


def test_a_problem_becomes_a_finding_with_place_and_quote() -> None:
    finding = to_finding(check_text(TEXT, loop="spec")[0], "docs/a.md")
    assert finding.location == Location(path="docs/a.md", start_line=5, end_line=5, section="B")
    assert finding.evidence == Evidence(quote="- Owner: TBD", status="verified")
    assert (finding.severity, finding.label, finding.dimension) == (Severity.HIGH, "Issue", "completeness")


def test_words_of_a_finding_name_no_line_so_that_it_stays_itself_when_lines_move() -> None:
    before = [to_finding(p) for p in check_text(TEXT, loop="spec")]
    after = [to_finding(p) for p in check_text("# New\n\nx\n\n" + TEXT, loop="spec")]
    assert [f.issue for f in before] == [f.issue for f in after]


def test_a_finding_is_recognised_by_its_words_then_by_its_section() -> None:
    problems = check_text(TEXT, loop="spec")
    moved = check_text("text\n\n" + TEXT, loop="spec")
    for old, new in zip(problems, moved, strict=True):
        assert match(to_finding(old), moved) == new


def test_a_finding_of_another_reviewer_matches_nothing() -> None:
    other = Finding(
        severity=Severity.HIGH, label="Issue", dimension="clarity", title="vague", issue="The goal is vague."
    )
    assert match(other, check_text(TEXT, loop="spec")) is None
    assert not is_ours(other)
    assert all(is_ours(to_finding(problem)) for problem in check_text(TEXT, loop="spec"))
