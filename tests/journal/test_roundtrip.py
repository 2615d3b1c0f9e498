import math
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from critloop.journal.sqlite import SqliteJournal
from critloop.journal.stored import stored_json
from critloop.model.events import EVENT, Event
from critloop.model.usage import Usage
from tests.support.event_strategies import events
from tests.support.journal_events import created

RUN = "run-a"


@settings(max_examples=60, deadline=None)
@given(st.lists(events(), min_size=1, max_size=8))
def test_any_events_are_read_back_as_they_were_written(written: list[Event]) -> None:
    with TemporaryDirectory() as folder:
        journal = SqliteJournal(Path(folder) / "critloop.db")
        journal.append(RUN, 0, [created(RUN)], at=1.0)
        recorded = journal.append(RUN, 1, written, at=2.0)
        assert journal.read(RUN, after=1) == recorded
        assert [item.event for item in recorded] == written
        journal.close()


@pytest.mark.parametrize("usage", [{"seconds": math.inf}, {"cost_usd": math.nan}])
def test_usage_in_numbers_that_json_has_no_word_for_never_gets_into_an_event(usage: dict[str, float]) -> None:
    with pytest.raises(ValueError, match="none"):
        Usage(**usage)  # type: ignore[arg-type] # only the floats are given


def test_an_event_is_stored_as_plain_json() -> None:
    event = created(RUN)
    assert EVENT.decode(stored_json(event)) == event
