"""The gate: why a human is asked, what is still open, and what the human says."""

from datetime import date
from typing import ClassVar

from textual import on
from textual.app import ComposeResult
from textual.binding import BindingType
from textual.containers import Horizontal, Vertical
from textual.screen import ModalScreen
from textual.widgets import ContentSwitcher, Input, Label, OptionList, Static
from textual.widgets.option_list import Option

from critloop.loop.state import Gate, RunState, TrackedFinding
from critloop.model.errors import CritloopError
from critloop.model.gate import GateDecision
from critloop.model.workcopy import BringBackPreview
from critloop.ui import wording
from critloop.ui.actions import View, bindings_of
from critloop.ui.chrome.keybar import KeyBar
from critloop.ui.gate_form import Choice, GateForm, Words, consequence
from critloop.ui.presentation import words
from critloop.ui.screens.acting import ActingScreen
from critloop.ui.screens.gate_lines import cause_lines, choice_line, finding_option
from critloop.ui.session import RunSession
from critloop.ui.situation import Situation
from critloop.ui.widgets.trajectory_bar import TrajectoryBar

FIRST_FIELD = {"approve": "#reason"}


class GateScreen(ModalScreen[GateDecision | None], ActingScreen[GateDecision | None]):
    """Gives the decision, or None when it is closed to look around.

    ``enter`` carries out continue and abort. Approving, and discarding the work copy, need a
    last ``y`` after it, so that neither a key held down nor a stray one can do them.
    """

    VIEW: ClassVar[View] = "gate"
    BINDINGS: ClassVar[list[BindingType]] = list(bindings_of("gate"))

    def __init__(self, session: RunSession, user: str) -> None:
        super().__init__()
        self.session = session
        self.form = GateForm()
        self.armed = False
        self._user = user
        self._for: str | None = None
        self._preview: BringBackPreview | None = None
        self._filling = False

    @property
    def state(self) -> RunState:
        """The run; it has been read, or no gate would be open."""
        state = self.session.state
        if state is None:
            raise AssertionError("a gate belongs to a run that was read")
        return state

    @property
    def gate(self) -> Gate:
        """The gate, or the last one where it has just been answered."""
        return self.state.open_gate or self.state.gates[-1]

    @property
    def findings(self) -> list[TrackedFinding]:
        """What is still open."""
        return sorted(self.state.open_findings(self.gate.unit), key=lambda item: item.finding.severity.rank)

    def compose(self) -> ComposeResult:
        """Why, what, how far, and the three choices."""
        with Vertical(id="gate", classes="dialog"):
            yield Static(cause_lines(self.gate), id="causes")
            yield Label(self._open_words(), id="open-words", markup=False)
            yield OptionList(
                *[Option(finding_option(f, None), id=f.id) for f in self.findings], id="open", markup=False
            )
            yield TrajectoryBar()
            yield Label(self._spent(), classes="muted", markup=False)
            yield Static("", id="choices")
            with ContentSwitcher(id="forms", initial="form-none"):
                yield Static("", id="form-none")
                yield from _continue_form()
                yield from _approve_form(self._user)
                yield Static("", id="form-abort")
            yield Static("", id="consequence", markup=False)
            yield KeyBar()
        yield self.too_small()

    def on_mount(self) -> None:
        """Fill it, and find out what approving would do to the file."""
        if self.is_closing:
            return
        self.query_one(
            "#gate"
        ).border_title = f"Gate · {self.state.spec.subject} · round {wording.round_now(self.state)}"
        self.query_one(TrajectoryBar).show(self.state)
        self.set_focus(self.query_one("#open"))
        self._refresh()
        self.run_worker(self._look_ahead(), exit_on_error=False)

    async def _look_ahead(self) -> None:
        try:
            self._preview = await self.session.preview()
        except CritloopError:
            return
        self._refresh()

    def run_changed(self, session: RunSession) -> None:
        """Close when somebody else has answered."""
        if session is self.session and self.state.open_gate is None and self.is_current:
            self.notify(f"{wording.decided(self.gate)}.", markup=False)
            self.dismiss(None)

    def situation(self) -> Situation:
        """Everything is possible while the gate is open."""
        return Situation(gate_open=True, armed=self.armed)

    def hint_labels(self) -> dict[str, str]:
        """What ``enter`` and ``y`` would do."""
        return {"really": "yes, discard" if self.form.choice == "abort" else "yes, approve"}

    def do_continue(self) -> None:
        """Choose to go on."""
        self._choose("continue")

    def do_approve(self) -> None:
        """Choose to approve, and ask for the reason."""
        self._choose("approve")

    def do_abort(self) -> None:
        """Choose to abort; a second time: with or without the work copy."""
        if self.form.choice == "abort":
            self.form.discard = not self.form.discard
        self._choose("abort")

    def do_confirm(self) -> None:
        """Carry out what is chosen, or ask for the last word."""
        if problem := self.form.missing(self.findings, date.today()):  # noqa: DTZ011 - the day where the human is
            self.notify(problem, markup=False, timeout=3)
        elif self.form.choice == "approve" or self.form.discard:
            self.armed = True
            self.set_focus(self.query_one("#open"))
            self._refresh()
        else:
            self._answer()

    def do_really(self) -> None:
        """Carry out what was confirmed."""
        self._answer()

    def do_close(self) -> None:
        """Leave a field, take a confirmation back, or close."""
        if isinstance(self.focused, Input) or self.armed:
            self.armed = False
            self.set_focus(self.query_one("#open"))
            self._refresh()
        else:
            self.dismiss(None)

    def _answer(self) -> None:
        self.dismiss(self.form.decision(self.findings, self._user))

    def _choose(self, choice: Choice) -> None:
        self.form.choice, self.armed = choice, False
        self.query_one("#forms", ContentSwitcher).current = f"form-{choice}"
        if field := FIRST_FIELD.get(choice):
            self.set_focus(self.query_one(field))
        else:
            self.set_focus(self.query_one("#open"))
        self._refresh()

    @on(OptionList.OptionSelected, "#open")
    def _finding_chosen(self, selected: OptionList.OptionSelected) -> None:
        if self.form.choice == "approve" and not self.armed and selected.option_id:
            self._write_for(selected.option_id)
        else:
            self.do_confirm()

    def _write_for(self, finding: str | None) -> None:
        fields = self.form.every if finding is None else self.form.own.setdefault(finding, Words())
        self._for, self._filling = finding, True
        for name in ("reason", "owner", "expires"):
            entry = self.query_one(f"#{name}", Input)
            with entry.prevent(Input.Changed):
                entry.value = getattr(fields, name)
        self._filling = False
        self.set_focus(self.query_one("#reason"))
        self._refresh()

    @on(Input.Changed)
    def _field_changed(self, changed: Input.Changed) -> None:
        name, value = changed.input.id or "", changed.value
        self.armed = False
        if name in ("rounds", "guidance"):
            setattr(self.form, name, value)
        else:
            setattr(self.form.every if self._for is None else self.form.own[self._for], name, value)
        self._refresh()

    @on(Input.Submitted)
    def _field_done(self) -> None:
        if self._for is not None:
            self._write_for(None)
            self.set_focus(self.query_one("#open"))
        else:
            self.do_confirm()

    def _refresh(self) -> None:
        self.query_one("#choices", Static).update(choice_line(self.form))
        self.query_one("#consequence", Static).update(self._consequence())
        if self.form.choice == "approve":
            target = next((f.finding.title for f in self.findings if f.id == self._for), None)
            who = f"only for: {target}" if target else "for all findings; enter on one gives it a reason of its own"
            self.query_one("#reason-for", Label).update(who)
            options = self.query_one("#open", OptionList)
            for finding in self.findings:
                own = self.form.own.get(finding.id)
                options.replace_option_prompt(finding.id, finding_option(finding, own.reason if own else None))
        self.refresh_keys()

    def _consequence(self) -> str:
        told = consequence(self.form, self.state, self.gate, self._preview)
        if not self.armed:
            return told
        return f"{told}\nPress y to {'discard the work copy' if self.form.choice == 'abort' else 'approve'}."

    def _open_words(self) -> str:
        return f"Still open: {words.count(len(self.findings), 'finding')}"

    def _spent(self) -> str:
        usage = self.state.usage
        rounds = words.count(len(self.state.rounds), "round")
        return f"{rounds} · {words.tokens(usage.tokens)} tokens · turns took {words.duration(usage.seconds)}"


def _continue_form() -> ComposeResult:
    with Vertical(id="form-continue", classes="form"), Horizontal():
        yield Label("Rounds")
        yield Input("1", id="rounds", compact=True, type="integer")
        yield Label("Guidance")
        yield Input(placeholder="what the maker should know (may stay empty)", id="guidance", compact=True)


def _approve_form(user: str) -> ComposeResult:
    with Vertical(id="form-approve", classes="form"):
        yield Label("", id="reason-for", classes="muted", markup=False)
        with Horizontal():
            yield Label("Reason")
            yield Input(placeholder="why this is good enough", id="reason", compact=True)
        with Horizontal():
            yield Label("Owner")
            yield Input(placeholder=user, id="owner", compact=True)
            yield Label("Until")
            yield Input(placeholder="YYYY-MM-DD", id="expires", compact=True)
