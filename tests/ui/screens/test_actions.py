"""The registry of actions: complete, unambiguous, and with a reason for everything that is disabled."""

from typing import Any

import pytest

from critloop.ui.actions import ACTIONS, VIEW_NAMES, View, actions_of, bindings_of, keymap, with_keys
from critloop.ui.screens.acting import ActingScreen
from critloop.ui.screens.board import BoardScreen
from critloop.ui.screens.bring_back import BringBackScreen
from critloop.ui.screens.finding import FindingScreen
from critloop.ui.screens.gate import GateScreen
from critloop.ui.screens.help import HelpScreen
from critloop.ui.screens.item import ItemScreen
from critloop.ui.screens.question import QuestionScreen
from critloop.ui.screens.run import RunScreen
from critloop.ui.situation import Situation

SCREENS: list[type[ActingScreen[Any]]] = [
    RunScreen, BoardScreen, GateScreen, BringBackScreen, FindingScreen, ItemScreen, HelpScreen, QuestionScreen,
]  # fmt: skip


@pytest.mark.parametrize("screen", SCREENS, ids=lambda screen: screen.VIEW)
def test_every_action_of_a_view_can_be_done(screen: type[ActingScreen[Any]]) -> None:
    assert not [a.id for a in actions_of(screen.VIEW) if not hasattr(screen, f"do_{a.id}")]


@pytest.mark.parametrize("screen", SCREENS, ids=lambda screen: screen.VIEW)
def test_nothing_can_be_done_that_the_registry_does_not_know(screen: type[ActingScreen[Any]]) -> None:
    known = {f"do_{action.id}" for action in actions_of(screen.VIEW)} | {"do_help", "do_quit"}
    assert {name for name in dir(screen) if name.startswith("do_")} <= known


@pytest.mark.parametrize("view", VIEW_NAMES)
def test_a_key_means_one_thing_in_a_view(view: View) -> None:
    keys = [action.key for action in actions_of(view) if action.key]
    assert len(keys) == len(set(keys))
    assert len({action.id for action in actions_of(view)}) == len(actions_of(view))


def test_the_keys_of_the_interface_are_there() -> None:
    keys = {action.key for action in actions_of("run")}
    assert keys >= {
        "enter",
        "[",
        "]",
        "end",
        "d",
        "/",
        "g",
        "space",
        "x",
        "b",
        "n",
        "p",
        "{",
        "}",
        "c",
        "u",
        "r",
        "y",
        "o",
        "?",
        "q",
    }
    assert keys >= set("1234567890")


def test_settings_move_a_key() -> None:
    moved = with_keys(actions_of("run"), keymap({"gate": "G", "board.close": "B"}))
    assert next(action.key for action in moved if action.id == "gate") == "G"
    assert next(a.key for a in with_keys(actions_of("board"), keymap({"board.close": "B"})) if a.id == "close") == "B"


def test_every_binding_has_an_id_that_settings_can_name() -> None:
    assert all(binding.id for view in VIEW_NAMES for binding in bindings_of(view))


def test_in_an_empty_situation_what_is_disabled_says_why() -> None:
    empty = Situation(loaded=False)
    for action in ACTIONS:
        reason = action.disabled(empty)
        assert reason == reason.strip()
    run = {action.id: action.disabled(empty) for action in actions_of("run")}
    assert run["gate"] == "nobody is asked anything now"
    assert run["stop"] == "nothing is running"
    assert run["previous_round"] == "there is no earlier round yet"
    assert run["next_round"] == "this is live already"


def test_the_first_round_has_none_before_it() -> None:
    previous = next(action for action in actions_of("run") if action.id == "previous_round")
    assert previous.disabled(Situation(rounds=2, position=0)) == "this is the first round"
    assert not previous.disabled(Situation(rounds=2, position=1))
    assert not previous.disabled(Situation(rounds=2))
