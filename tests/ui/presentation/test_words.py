"""Every value that is shown has its words."""

from typing import get_args

import pytest

from critloop.model.finding import AnswerKind, EvidenceStatus, FindingStatus, Progress, Severity
from critloop.model.gate import GateReason
from critloop.model.outcome import Outcome
from critloop.model.turn import Role, StopReason
from critloop.ui.presentation import words


def test_every_value_of_every_kind_has_words() -> None:
    assert set(words.SEVERITY_GLYPH) == set(words.SEVERITY_INK) == set(Severity)
    assert set(words.PROGRESS) == set(words.PROGRESS_MEANING) == set(Progress)
    assert set(words.STATUS) == set(FindingStatus)
    assert (
        set(words.EVIDENCE) == set(words.EVIDENCE_INK) == set(words.EVIDENCE_MEANING) == set(get_args(EvidenceStatus))
    )
    assert set(words.ANSWER) == set(AnswerKind)
    assert all(reason.words for reason in GateReason)
    assert set(words.OUTCOME) == set(Outcome)
    assert set(words.STOP) == set(get_args(StopReason))
    assert set(words.ROLE) == set(Role)


def test_no_two_severities_or_evidences_look_alike_without_colour() -> None:
    assert len(set(words.SEVERITY_GLYPH.values())) == len(Severity)
    assert len(set(words.EVIDENCE.values())) == len(words.EVIDENCE)


@pytest.mark.parametrize(
    ("number", "text"),
    [(0, "0"), (999, "999"), (1000, "1.0k"), (41_230, "41.2k"), (999_960, "1.0M"), (1_300_000, "1.3M")],
)
def test_tokens(number: int, text: str) -> None:
    assert words.tokens(number) == text


@pytest.mark.parametrize(
    ("seconds", "text"),
    [(0.42, "0.4s"), (12.3, "12s"), (59.7, "01:00"), (134, "02:14"), (3734, "1:02:14"), (float("inf"), "–")],
)
def test_durations(seconds: float, text: str) -> None:
    assert words.duration(seconds) == text


def test_rounds_and_counts() -> None:
    assert [words.rounds(1, 3), words.rounds(3, 3), words.rounds(0, 0)] == ["1–3", "3", "–"]
    assert [words.count(1, "finding"), words.count(0, "finding")] == ["1 finding", "0 findings"]
