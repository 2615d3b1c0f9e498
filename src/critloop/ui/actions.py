"""The one registry of actions: keys, key bar, help and palette are derived from it."""

from collections.abc import Callable, Iterable, Mapping
from typing import Literal

from msgspec import Struct
from textual.binding import Binding

from critloop.ui import reasons
from critloop.ui.situation import Situation

View = Literal["run", "board", "gate", "bring_back", "finding", "item", "help", "question"]

VIEW_NAMES: dict[View, str] = {
    "run": "Run",
    "board": "Board",
    "gate": "Gate",
    "bring_back": "Bring back",
    "finding": "Finding",
    "item": "Not verified",
    "help": "Help",
    "question": "Question",
}
GLYPHS = {"enter": "↵", "escape": "esc", "tab": "⇥"}
"""How some keys are written in the key bar; the others are written as they are."""


class Action(Struct, frozen=True):
    """Something a human can do in one view.

    Attributes:
        id: Its name; unique within the view, and with the view's name the name in ``[keys]``.
        key: The default key; empty where only the palette offers it.
        label: One or two words for the key bar; empty where the bar leaves it out.
        description: One sentence for help and palette.
        disabled: The reason why it can't be done now, or an empty string.
        prior: The key belongs to the action even where the widget in focus uses it too,
            as long as the action is possible.
    """

    id: str
    view: View
    key: str
    label: str
    description: str
    disabled: Callable[[Situation], str] = reasons.always
    prior: bool = False

    @property
    def shown_key(self) -> str:
        """The key as it is written for people."""
        return GLYPHS.get(self.key, self.key)


def _run(
    name: str, key: str, label: str, description: str, disabled: Callable[[Situation], str] = reasons.always
) -> Action:
    return Action(name, "run", key, label, description, disabled)


ACTIONS: tuple[Action, ...] = (
    _run("open", "enter", "open", "Open what is under the cursor: a finding, a unit, a link", reasons.needs_finding),
    _run("back", "escape", "back", "Leave a filter or a part; from a run of a chain, back to the chain"),
    _run("previous_round", "[", "round", "Show the round before, in every tab as it was", reasons.needs_past),
    _run("next_round", "]", "", "Show the round after; after the last one, live again", reasons.needs_later),
    Action("live", "run", "end", "", "Leave the past and follow the run live", reasons.needs_later, prior=True),
    _run("diff", "d", "diff", "Show what changed since the round before", reasons.needs_text_run),
    _run("filter", "/", "filter", "Show only findings that contain these words", reasons.needs_findings_tab),
    _run(
        "gate",
        "g",
        "gate",
        "Answer the gate, or the question whether to bring the result back; after a no, have it asked again",
        reasons.needs_question,
    ),
    _run("pause", "space", "pause", "Pause after the turn that is running, go on, or try again", reasons.needs_turns),
    _run("stop", "x", "stop", "Stop the run, after asking; it can be resumed", reasons.needs_driving),
    _run("board", "b", "board", "Show all runs of this project"),
    _run("help", "?", "help", "Show every key of this view and why some can't be used now"),
    _run("next_finding", "n", "", "Go to the next finding in the document", reasons.needs_marks),
    _run("previous_finding", "p", "", "Go to the finding before in the document", reasons.needs_marks),
    _run("next_hunk", "}", "", "Go to the next hunk of the diff", reasons.needs_diff),
    _run("previous_hunk", "{", "", "Go to the hunk before in the diff", reasons.needs_diff),
    _run("commit", "c", "", "Show the diff one commit at a time", reasons.needs_commits),
    _run("side_by_side", "u", "", "Show the diff unified or side by side", reasons.needs_diff_tab),
    _run(
        "older",
        "-",
        "",
        "Begin the diff one round earlier; after the first, start over",
        reasons.needs_older,
    ),
    _run("raw", "r", "", "Show the text raw or rendered", reasons.needs_text_tab),
    _run("copy", "y", "", "Copy what the tab shows, through the terminal (OSC 52)", reasons.needs_text),
    _run("edit", "o", "", "Open your own file in $EDITOR; the run's copy is not touched"),
    _run("zoom", "z", "", "Give the tabs the whole height, or the panes their place back"),
    _run("tab_findings", "1", "", "Show the findings", reasons.needs_text_run),
    _run("tab_document", "2", "", "Show the document with the findings in its margin", reasons.needs_text_run),
    _run("tab_diff", "3", "", "Show the diff", reasons.needs_text_run),
    _run("tab_report", "4", "", "Show the critic's report as written", reasons.needs_text_run),
    _run("tab_timeline", "5", "", "Show every event with its time and tokens"),
    _run("tab_prompt", "6", "", "Show exactly what was sent to critic and maker", reasons.needs_text_run),
    _run("tab_maker", "7", "", "Show the maker", reasons.needs_text_run),
    _run("tab_critic", "8", "", "Show the critic", reasons.needs_text_run),
    _run("tab_basis", "9", "", "Show what the verdict rests on", reasons.needs_basis),
    _run("tab_units", "0", "", "Show the units of the run, or the links of the chain", reasons.needs_units),
    _run("theme", "", "", "Choose another theme"),
    _run("quit", "q", "quit", "Leave; a run that is under way can be resumed"),
    Action("open", "board", "enter", "open", "Open the run under the cursor", reasons.needs_runs),
    Action("filter", "board", "/", "filter", "Show only runs that contain these words"),
    Action("refresh", "board", "r", "refresh", "Read the list of runs again"),
    Action("close", "board", "b", "back", "Go back to the run", reasons.needs_run_behind),
    Action("close_too", "board", "escape", "", "Leave the filter, or go back to the run"),
    Action("help", "board", "?", "help", "Show every key of this view"),
    Action("quit", "board", "q", "quit", "Leave; runs that are under way can be resumed"),
    Action("continue", "gate", "c", "", "Let maker and critic go on for some more rounds"),
    Action("approve", "gate", "a", "", "Approve the text with its known issues, for a reason", reasons.needs_written),
    Action("abort", "gate", "x", "", "End the run; your file stays as it is"),
    Action("holds", "gate", "h", "", "Say of a row that could not be verified: it holds", reasons.needs_item),
    Action("gap", "gate", "p", "", "Say of such a row: it is a gap, and goes back", reasons.needs_item),
    Action("known", "gate", "k", "", "Accept such a row as known", reasons.needs_item),
    Action("settle", "gate", "s", "", "Settle the rows as chosen", reasons.needs_rulings),
    Action("confirm", "gate", "enter", "confirm", "Do what is chosen"),
    Action(
        "really",
        "gate",
        "y",
        "yes",
        "Approve, abort or settle, after it was confirmed",
        reasons.needs_confirmation,
    ),
    Action("field", "gate", "tab", "", "Go to the next field, or back to the findings"),
    Action("close", "gate", "escape", "look around", "Close the gate and look around; the run waits, g opens it again"),
    Action("quit", "gate", "q", "quit", "Leave; the run waits for your answer"),
    Action("help", "gate", "?", "help", "Show every key of the gate; in a field these are letters"),
    Action("accept", "bring_back", "y", "yes, bring it back", "Change your file as shown", reasons.needs_unblocked),
    Action(
        "decline",
        "bring_back",
        "n",
        "no, leave my file",
        "Leave your file; g, or critloop resume, offers the result again",
    ),
    Action("next_hunk", "bring_back", "}", "", "Go to the next hunk"),
    Action("previous_hunk", "bring_back", "{", "", "Go to the hunk before"),
    Action("side_by_side", "bring_back", "u", "", "Show the diff unified or side by side"),
    Action("close", "bring_back", "escape", "later", "Decide later; g opens it again"),
    Action("next", "finding", "n", "next", "Show the next finding"),
    Action("previous", "finding", "p", "previous", "Show the finding before"),
    Action("document", "finding", "d", "document", "Show the place in the document"),
    Action("copy", "finding", "y", "copy", "Copy the finding"),
    Action("close", "finding", "escape", "close", "Go back to the list"),
    Action("next", "item", "n", "next", "Show the next one"),
    Action("previous", "item", "p", "previous", "Show the one before"),
    Action("copy", "item", "y", "copy", "Copy it with what was said"),
    Action("close", "item", "escape", "close", "Go back to the list"),
    Action("close", "help", "escape", "close", "Close the help"),
    Action("close_too", "help", "?", "", "Close the help"),
    Action("yes", "question", "y", "yes", "Do it"),
    Action("no", "question", "n", "no", "Don't"),
    Action("close", "question", "escape", "no", "Don't"),
)


def actions_of(view: View) -> tuple[Action, ...]:
    """The actions of one view, in the order of the registry."""
    return tuple(action for action in ACTIONS if action.view == view)


def bindings_of(view: View) -> list[Binding]:
    """Textual bindings of a view; each calls ``perform`` with the action's id."""
    return [
        Binding(
            action.key, f"perform('{action.id}')", action.description, id=f"{view}.{action.id}", priority=action.prior
        )
        for action in actions_of(view)
        if action.key
    ]


def keymap(settings: Mapping[str, str]) -> dict[str, str]:
    """The keys of the settings by binding id; a bare name (``gate``) means the run screen's action."""
    return {name if "." in name else f"run.{name}": key for name, key in settings.items()}


def with_keys(actions: Iterable[Action], keys: Mapping[str, str]) -> list[Action]:
    """The same actions with the keys that a keymap gives them."""
    return [
        Action(a.id, a.view, keys.get(f"{a.view}.{a.id}", a.key), a.label, a.description, a.disabled, a.prior)
        for a in actions
    ]
