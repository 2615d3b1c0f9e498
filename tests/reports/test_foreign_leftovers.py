"""Reviews from anywhere whose verdict is of a part, of another time, or stands beside what is still to do."""

import pytest

from tests.reports.foreign_reading import SECTIONS, TITLE, dropped, outcome, weights


@pytest.mark.parametrize(
    "verdict",
    [
        "Spec compliance: ✅",
        "Spec compliance: PASS",
        "**Task quality:** Approved",
        "Code quality: Approved",
        "## Requirements: PASS",
        "Code quality: PASS\n\nTask quality: PASS",
    ],
)
def test_a_verdict_on_one_side_is_none_on_the_whole(verdict: str) -> None:
    assert outcome(f"{TITLE}{verdict}{SECTIONS}") == "no_verdict"


@pytest.mark.parametrize(
    "note", ["expected", "previous", "template", "draft", "author's", "example", "of the last round"]
)
def test_a_note_that_makes_a_verdict_another_one(note: str) -> None:
    assert outcome(f"{TITLE}Verdict ({note}): Approved{SECTIONS}") == "no_verdict"
    assert outcome(f"{TITLE}Verdict (round 2): Approved{SECTIONS}") == "approved"


@pytest.mark.parametrize(
    "title",
    [
        "Self-Review",
        "Sample review",
        "Draft review",
        "Review (in progress)",
        "Review (part 1 of 2)",
        "Review, part 1",
        "Partial review",
        "Review of the review",
        "Review format",
    ],
)
def test_a_title_that_says_that_it_is_no_whole_review(title: str) -> None:
    assert outcome(f"# {title}\n\nVerdict: Approved{SECTIONS}") == "no_verdict"
    assert outcome(f"# {title}\n\nVerdict: Request changes\n\n- **High:** data loss\n") == "issues"


@pytest.mark.parametrize(
    "title",
    [
        "Previous review",
        "Earlier verdict",
        "History",
        "What the author claims",
        "Artifact under review",
        "The document",
        "Appendix: the reviewed report",
        "Output format",
        "Example",
    ],
)
def test_a_verdict_below_a_title_that_makes_it_somebody_elses(title: str) -> None:
    assert outcome(f"{TITLE}## {title}\n\nVerdict: Approved{SECTIONS}") == "no_verdict"
    assert outcome(f"{TITLE}## {title}\n\n### Verdict\n\nApproved{SECTIONS}") == "no_verdict"


@pytest.mark.parametrize(
    "words",
    [
        "Approved - I guess",
        "Approved, probably",
        "Approved...",
        "Approved (by the previous reviewer)",
        "Approved; code needs another round",
        "Approved (spec only)",
        "Approved. I only skimmed it.",
        "Approved, tests not run",
        "Approved, 2 blockers",
        "Approved. Fix the race.",
        "Approved! Just kidding.",
        "LGTM, modulo the race",
        "LGTM, apart from the race",
        "Looks good. Will look at the rest tomorrow.",
        "Pass (7/10 criteria)",
        "merge: blocked",
        "Approved (author's claim)",
        "Approved, says the PR text",
        "Approved. See the important items.",
        "Approved (nothing to review, the diff was empty)",
    ],
)
def test_words_behind_a_verdict_that_leave_it_in_doubt(words: str) -> None:
    assert outcome(f"{TITLE}Verdict: {words}{SECTIONS}") != "approved"
    assert outcome(f"{TITLE}Verdict: {words}\n") != "approved"


@pytest.mark.parametrize(
    "words",
    ["Approved. Fix verified.", "Approved (10/10 criteria)", "Approved, only nits left.", "Approved — all tests pass."],
)
def test_words_behind_a_verdict_that_support_it(words: str) -> None:
    assert outcome(f"{TITLE}Verdict: {words}{SECTIONS}") == "approved"


@pytest.mark.parametrize(
    "left",
    [
        "## Not implemented\n\n- retry",
        "## Before merge\n\n1. Make the lock shared",
        "## Required actions\n\n1. Make the lock shared",
        "## Outstanding items\n\n- the lock",
        "## To do\n\n- the lock",
        "## What's left\n\n- the lock",
        "## Cannot verify\n\n- the lock",
        "## P.S.\n\nThe lock is per process.",
        "## Next steps\n\n1. Fix the race",
        "## Kritische Probleme\n\n- Datenverlust",
        "## Hallazgos críticos\n\n- pérdida de datos",
        "Kritisch: Datenverlust",
        "Before merging:\n- make the lock shared",
        "**Cannot verify from diff:**\n- the lock",
        "- src/a.py:3 the lock is per process",
        "TODO: make the lock shared",
        "BUG: the lock is per process",
        "- R1 ✅\n- R2 ⚠️ only partly",
        "...",
        '{"overall": "fail"}',
        "```\n3 failed, 10 passed\n```",
        "---\nverdict: pending\n---",
    ],
)
def test_what_is_left_to_do_beside_an_approval(left: str) -> None:
    assert outcome(f"{TITLE}{left}\n\n## Verdict\n\nApproved{SECTIONS}") != "approved"
    assert outcome(f"{TITLE}{SECTIONS}\n## Verdict\n\nApproved\n\n{left}\n") != "approved"


@pytest.mark.parametrize(
    "fine", ["## Not implemented\n\nNone.", "## Next steps\n\n1. Merge", "TODO: none", "## To do\n\n- Nothing"]
)
def test_nothing_left_to_do_beside_an_approval(fine: str) -> None:
    assert outcome(f"{TITLE}{fine}\n\n## Verdict\n\nApproved{SECTIONS}") == "approved"


def test_a_second_word_below_the_verdict() -> None:
    assert outcome(f"{TITLE}## Verdict\n\nApproved\n\nRejected\n") == "contradictory"


def test_a_weight_below_a_recommendation_that_is_the_verdict() -> None:
    text = f"{TITLE}{SECTIONS}\n## Recommendation\n\nApprove\n\n"
    assert outcome(f"{text}- Rename it.\n") == "approved"
    assert weights(f"{text}- [P1] the parser drops lines\n") == ["low", "medium"]
    assert outcome(f"{text}- [P1] the parser drops lines\n") == "contradictory"


@pytest.mark.parametrize(
    "item", ["a: regressed", "a — the author says it is fixed", "a, could not confirm", "a (unverified)"]
)
def test_an_item_of_what_is_resolved_that_nobody_has_seen(item: str) -> None:
    text = f"{TITLE}## Resolved\n\n- {item}\n\n## Verdict\n\nApproved\n"
    assert (outcome(text), dropped(text)) == ("contradictory", 0)


@pytest.mark.parametrize(
    "lead", ["The document ends with", "The document has its own verdict.", "The page reads like this."]
)
def test_a_title_of_a_verdict_that_is_announced_as_anothers(lead: str) -> None:
    assert outcome(f"{TITLE}{lead}\n\n## Verdict\n\nApproved\n") == "no_verdict"


def test_a_text_that_begins_in_its_middle() -> None:
    assert outcome("### Findings\n\nNone.\n\n### Verdict\n\nApproved\n") == "truncated"
    assert outcome("### Code review\n\nNone.\n\n### Verdict\n\nApproved\n") == "approved"
