"""Every event has words."""

from hypothesis import given, settings

from critloop.model.events import Event, Recorded, RunStopped, TurnEnded
from critloop.model.turn import Reply
from critloop.model.usage import Usage
from critloop.ui.presentation.lines import line_width
from critloop.ui.presentation.timeline import describe, timeline_line
from tests.support.event_strategies import NUMBER, events


def line_text(event: Event, width: int = 80, at: float = 0.0) -> str:
    line = timeline_line(Recorded(run="r", seq=1, at=at, event=event), width)
    return "".join(text for text, _ in line)


@given(events(), NUMBER)
@settings(max_examples=40, deadline=None)
def test_any_event_fits_on_one_clean_line(event: Event, at: float) -> None:
    line = timeline_line(Recorded(run="r", seq=1, at=at, event=event), 80)
    assert describe(event)
    assert line_width(line) <= 80
    assert "\x1b" not in "".join(text for text, _ in line)


def test_a_turn_shows_its_tokens_and_seconds() -> None:
    text = line_text(TurnEnded(turn="t", reply=Reply(text="", usage=Usage(input=41_000, output=200, seconds=134))))
    assert "turn ended" in text
    assert text.rstrip().endswith("41.2k    02:14")


def test_what_took_nothing_shows_no_numbers() -> None:
    assert line_text(RunStopped(by="ann")).rstrip().endswith("stopped by ann")
