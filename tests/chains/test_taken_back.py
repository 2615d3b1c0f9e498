"""A link whose result is not in the user's files has not passed."""

import io
import sys

import pytest

from tests.support.commands import Commands, Ran

ROUGH = "# Orders\n\nThey lie here:\n\n```\ncode\n"
OPEN = "# Plan\n\n### Task 1: Store\n\nTBD\n"


class Typed(io.StringIO):
    """What a person types into a terminal."""

    def isatty(self) -> bool:
        return True


@pytest.fixture
def rough(run: Commands) -> Commands:
    """A chain whose first link repairs its spec."""
    run.write("spec.md", ROUGH)
    return run


def link(ran: Ran, number: int = 0) -> str:
    """The run of a link, by its place."""
    runs = [line["event"]["run"] for line in ran.lines if line.get("event", {}).get("kind") == "link_ran"]
    return str(runs[number])


def test_a_link_that_was_undone_stops_the_chain(rough: Commands) -> None:
    rough.write("plan.md", OPEN)
    stopped = rough("chain", "chain.toml", "--json")
    assert [unit["outcome"] for unit in stopped.result["units"]] == ["approved", "waiting"]
    assert rough("undo", link(stopped)).code == 0
    assert rough("decide", link(stopped, 1), "approve", "--reason", "later").code == 10
    again = rough("resume", stopped.result["run"], "--json")
    assert (again.code, again.result["outcome"]) == (12, "waiting")
    assert again.result["units"][0]["outcome"] == "waiting"
    assert "design: its result was taken out again" in rough("show", stopped.result["run"]).out
    assert (rough.project / "spec.md").read_text() == ROUGH


def test_its_result_is_offered_again_to_whoever_agrees_to_it(rough: Commands) -> None:
    ended = rough("chain", "chain.toml", "--json")
    rough("undo", link(ended))
    assert rough("resume", ended.result["run"], "--headless").code == 12
    ran = rough("resume", ended.result["run"], "--headless", "--yes")
    assert ran.code == 0, ran.err
    assert (rough.project / "spec.md").read_text() != ROUGH


def test_a_chain_that_had_ended_is_no_longer_approved(rough: Commands) -> None:
    ended = rough("chain", "chain.toml", "--json")
    assert ended.code == 0
    rough("undo", link(ended))
    again = rough("resume", ended.result["run"], "--json")
    assert (again.code, again.result["outcome"]) == (12, "waiting")


def test_a_result_that_was_put_back_by_hand_is_there_again(rough: Commands) -> None:
    ended = rough("chain", "chain.toml", "--json")
    repaired = (rough.project / "spec.md").read_text()
    rough("undo", link(ended))
    rough.write("spec.md", repaired)
    assert rough("resume", ended.result["run"], "--headless", "--yes").code == 0


def test_a_declined_result_stops_the_chain_until_it_is_taken(rough: Commands, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sys.stdin", Typed("n\n"))
    monkeypatch.setattr(sys.stderr, "isatty", lambda: True, raising=False)
    stopped = rough("chain", "chain.toml", "--json")
    assert (stopped.code, stopped.result["outcome"]) == (12, "waiting")
    again = rough("resume", stopped.result["run"], "--json")
    assert (again.code, again.result["outcome"]) == (12, "waiting")
    assert (rough.project / "spec.md").read_text() == ROUGH
    assert "design: its result was not brought back" in rough("show", stopped.result["run"]).out
    assert rough("resume", stopped.result["run"], "--headless", "--yes").code == 0
