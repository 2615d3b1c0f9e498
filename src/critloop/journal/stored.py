"""Events and run rows as the tables hold them."""

import contextlib
import json
from collections.abc import Iterable
from pathlib import Path
from typing import TypeVar

import msgspec

from critloop.journal.problems import damaged_run, newer_run
from critloop.model.base import Frozen
from critloop.model.errors import StoreProblem
from critloop.model.events import EVENT, Event, Recorded
from critloop.model.ports import RunRow
from critloop.model.run import RunSpec

T = TypeVar("T")

StoredEvent = tuple[str, int, float, str, str]
"""run, seq, at, kind, body."""

StoredRun = tuple[str, str, int, float, float]
"""run, spec, version, created_at, changed_at."""


def stored_event(recorded: Recorded) -> StoredEvent:
    """An event as a row."""
    return recorded.run, recorded.seq, recorded.at, recorded.event.kind, stored_json(recorded.event)


def stored_json(value: Frozen) -> str:
    """A value as JSON that ``recorded_events`` and ``run_rows`` read back without loss."""
    try:
        return msgspec.json.encode(value).decode()
    except UnicodeEncodeError:
        # Half an emoji in an agent's reply, or a path that is no UTF-8: only escapes can hold it.
        return json.dumps(msgspec.to_builtins(value))


def stored_text(text: str) -> str:
    """A text that a column can hold and be compared by: what is no Unicode is escaped."""
    return text.encode(errors="backslashreplace").decode()


def recorded_events(rows: Iterable[StoredEvent], path: Path) -> list[Recorded]:
    """Rows as events, in the order of the rows.

    Raises:
        StoreProblem: A newer critloop wrote one of them, or one is damaged.
    """
    return [_recorded(row, path) for row in rows]


def run_rows(rows: Iterable[StoredRun], path: Path) -> list[RunRow]:
    """Rows of the runs table, in the order of the rows.

    A row that can't be read, because a newer critloop wrote it or because it is damaged, is left out:
    it must not hide the others. Asked for by its id, its run says what is wrong.
    """
    found: list[RunRow] = []
    for row in rows:
        with contextlib.suppress(StoreProblem):
            found.append(_run_row(row, path))
    return found


def _recorded(row: StoredEvent, path: Path) -> Recorded:
    run, seq, at, kind, body = row
    where = f"event {seq}, {kind}"
    place = (run, where, path)
    try:
        event = EVENT.decode(body)
    except msgspec.MsgspecError:
        event = _parsed(body, Event, place)  # type: ignore[arg-type] # a union is no class
    return Recorded(run=run, seq=seq, at=at, event=event)


def _run_row(row: StoredRun, path: Path) -> RunRow:
    run, body, version, created_at, changed_at = row
    place = (run, "what it was asked to do", path)
    spec = _parsed(body, RunSpec, place)
    return RunRow(spec=spec, version=version, created_at=created_at, changed_at=changed_at)


def _parsed(body: str, kind: type[T], place: tuple[str, str, Path]) -> T:
    """The value in a body; also one with the escapes that ``stored_json`` falls back on."""
    try:
        return msgspec.convert(json.loads(body), kind)
    except json.JSONDecodeError as error:
        raise damaged_run(*place) from error
    except msgspec.ValidationError as error:
        raise newer_run(*place) from error
