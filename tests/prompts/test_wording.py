import pytest

from critloop.prompting.linting.flags import Flag
from critloop.prompting.linting.wording import lint_guidance, lint_text
from tests.prompts.phrases import GUIDANCE_FLAGGED, GUIDANCE_HARMLESS, HARMLESS, OPEN_ENDED, PRE_JUDGING


def flags(text: str) -> list[Flag]:
    return lint_text(text, "critic.md")


@pytest.mark.parametrize("words", PRE_JUDGING)
def test_words_that_settle_a_finding_are_flagged(words: str) -> None:
    assert "pre_judging" in {flag.kind for flag in flags(words)}


@pytest.mark.parametrize("words", OPEN_ENDED)
def test_work_without_an_end_is_flagged(words: str) -> None:
    assert "open_ended" in {flag.kind for flag in flags(words)}


@pytest.mark.parametrize("words", HARMLESS)
def test_what_a_critic_may_be_told_is_not_flagged(words: str) -> None:
    assert flags(words) == []


@pytest.mark.parametrize("words", GUIDANCE_FLAGGED)
def test_guidance_that_pre_judges_or_has_no_end_is_flagged(words: str) -> None:
    assert lint_guidance(words)


@pytest.mark.parametrize("words", GUIDANCE_HARMLESS)
def test_what_a_maker_may_be_told_is_not_flagged(words: str) -> None:
    assert lint_guidance(words) == []
