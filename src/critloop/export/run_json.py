"""A whole run as one JSON object: its result and all its events."""

import json
from collections.abc import Sequence

from critloop.export.result import event_of, result_of
from critloop.loop.state import RunState
from critloop.model.events import Recorded


def run_json(state: RunState, events: Sequence[Recorded]) -> str:
    """``{"schema": "critloop.export/1", "result": …, "events": […]}``, indented, with a line end."""
    whole = {
        "schema": "critloop.export/1",
        "result": result_of(state).data(),
        "events": [event_of(event).data() for event in events],
    }
    return json.dumps(whole, indent=2) + "\n"
