import asyncio
import threading
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import TypeVar

import pytest

from critloop.journal.sqlite import SqliteJournal
from critloop.journal.subscription import Subscription
from critloop.model.errors import StoreProblem
from critloop.model.events import Recorded
from tests.support.journal_events import created, settled

RUN = "run-a"
NEVER = 3600.0
T = TypeVar("T")


async def soon(awaited: Awaitable[T]) -> T:
    """What is awaited, or a failure instead of a test that hangs."""
    return await asyncio.wait_for(awaited, 20)


async def settle() -> None:
    """Give all tasks some turns; nothing may be true only because these were enough."""
    for _ in range(20):
        await asyncio.to_thread(int)


async def holds(condition: Callable[[], bool]) -> None:
    """Return as soon as the condition holds."""
    while not condition():
        await asyncio.to_thread(int)


@pytest.fixture
def unpolled(path: Path, journal: SqliteJournal) -> SqliteJournal:
    """A journal that is told of events, or never sees them."""
    journal.close()
    return SqliteJournal(path, poll_seconds=NEVER)


async def test_stored_events_come_first_and_then_new_ones(journal: SqliteJournal) -> None:
    journal.append(RUN, 1, [settled("a")], at=2.0)
    with journal.subscribe(RUN) as events:
        assert [(await anext(events)).seq for _ in range(2)] == [1, 2]
        journal.append(RUN, 2, [settled("b"), settled("c")], at=2.0)
        assert [(await anext(events)).seq for _ in range(2)] == [3, 4]


async def test_only_events_after_the_given_one_come(journal: SqliteJournal) -> None:
    recorded = journal.append(RUN, 1, [settled("a"), settled("b")], at=2.0)
    with journal.subscribe(RUN, after=2) as events:
        assert await anext(events) == recorded[1]


async def test_events_of_this_process_arrive_without_polling(unpolled: SqliteJournal) -> None:
    with unpolled.subscribe(RUN, after=1) as events:
        for version in range(1, 20):
            waiting = asyncio.ensure_future(anext(events))
            await asyncio.sleep(0)
            await asyncio.to_thread(unpolled.append, RUN, version, [settled("a")], at=2.0)
            assert (await soon(waiting)).seq == version + 1
    unpolled.close()


async def test_a_flood_from_a_thread_is_seen_once_and_in_order_by_each(unpolled: SqliteJournal) -> None:
    def flood() -> None:
        for version in range(1, 200):
            unpolled.append(RUN, version, [settled("a")], at=2.0)

    async def collect() -> list[int]:
        with unpolled.subscribe(RUN) as events:
            return [(await anext(events)).seq for _ in range(200)]

    thread = threading.Thread(target=flood)
    thread.start()
    for seen in await soon(asyncio.gather(collect(), collect())):
        assert seen == list(range(1, 201))
    thread.join()
    unpolled.close()


async def test_events_of_other_connections_arrive_by_polling(journal: SqliteJournal, other: SqliteJournal) -> None:
    with journal.subscribe(RUN, after=1) as events:
        waiting = asyncio.ensure_future(anext(events))
        await asyncio.sleep(0)
        other.append(RUN, 1, [settled("a")], at=2.0)
        assert (await soon(waiting)).seq == 2


async def test_events_of_other_runs_do_not_come(journal: SqliteJournal) -> None:
    with journal.subscribe(RUN, after=1) as events:
        journal.append("run-b", 0, [created("run-b")], at=2.0)
        journal.append(RUN, 1, [settled("a")], at=2.0)
        assert (await anext(events)).run == RUN


async def test_a_run_can_be_awaited_before_it_exists(journal: SqliteJournal) -> None:
    with journal.subscribe("run-b") as events:
        waiting = asyncio.ensure_future(anext(events))
        await asyncio.sleep(0)
        journal.append("run-b", 0, [created("run-b")], at=2.0)
        assert (await waiting).event == created("run-b")


async def test_no_event_is_lost_to_a_cancelled_wait(unpolled: SqliteJournal) -> None:
    with unpolled.subscribe(RUN, after=1) as events:
        waiting = asyncio.ensure_future(anext(events))
        await asyncio.sleep(0)
        waiting.cancel()
        unpolled.append(RUN, 1, [settled("a")], at=2.0)
        assert (await anext(events)).seq == 2
    unpolled.close()


@pytest.mark.parametrize("closed", ["context", "journal"])
async def test_closing_ends_a_waiting_iteration(unpolled: SqliteJournal, closed: str) -> None:
    seen: list[int] = []

    async def collect() -> list[int]:
        async for recorded in events:
            seen.append(recorded.seq)  # noqa: PERF401 - it is looked at while it grows
        return seen

    with unpolled.subscribe(RUN) as events:
        collecting = asyncio.ensure_future(collect())
        await soon(holds(lambda: bool(seen)))
        await settle()
        if closed == "journal":
            unpolled.close()
            assert await soon(collecting) == [1]
    assert await soon(collecting) == [1]
    unpolled.close()


async def test_closing_the_journal_during_a_read_ends_the_iteration() -> None:
    def read(after: int) -> list[Recorded]:
        subscription.close()
        raise StoreProblem(f"closed before the events after {after} were read")

    subscription = Subscription(read, 1, NEVER)
    assert await soon(anext(subscription, None)) is None


async def test_a_waiting_subscription_is_idle() -> None:
    reads: list[int] = []

    def read(after: int) -> list[Recorded]:
        reads.append(after)
        return [Recorded(run=RUN, seq=1, at=1.0, event=created(RUN))] if after == 0 else []

    subscription = Subscription(read, 0, NEVER)
    assert (await soon(anext(subscription))).seq == 1
    subscription.wake()
    waiting = asyncio.ensure_future(anext(subscription, None))
    await soon(holds(lambda: len(reads) > 1))
    await settle()
    assert reads in ([0, 1], [0, 1, 1])
    subscription.close()
    assert await soon(waiting) is None


async def test_a_store_that_breaks_is_told_to_the_subscriber(journal: SqliteJournal) -> None:
    with journal.subscribe(RUN, after=1) as events:
        journal._database._opened().execute("DROP TABLE events")
        with pytest.raises(StoreProblem, match=r"critloop\.db"):
            await anext(events)


def test_a_subscriber_whose_loop_has_ended_disturbs_nobody(journal: SqliteJournal) -> None:
    with journal.subscribe(RUN) as events:
        loop = asyncio.new_event_loop()
        assert loop.run_until_complete(anext(events)).seq == 1
        loop.close()
        journal.append(RUN, 1, [settled("a")], at=2.0)
