"""The gate: why a human is asked, what is still open, and what the human says."""

from datetime import date
from typing import ClassVar

from textual import events, on
from textual.app import ComposeResult
from textual.binding import BindingType
from textual.containers import Vertical
from textual.screen import ModalScreen
from textual.widgets import ContentSwitcher, Input, Label, OptionList, Static
from textual.widgets.option_list import Option

from critloop.loop.state import Gate, RunState, TrackedFinding
from critloop.model.errors import CritloopError
from critloop.model.gate import GateDecision
from critloop.model.workcopy import BringBackPreview
from critloop.resources import style_path
from critloop.ui import wording
from critloop.ui.actions import View, bindings_of
from critloop.ui.chrome.keybar import Hint, KeyBar
from critloop.ui.gate_form import Choice, GateForm, Words, consequence
from critloop.ui.presentation import words
from critloop.ui.screens.acting import ActingScreen
from critloop.ui.screens.gate_fields import approve_form, continue_form, holds_text
from critloop.ui.screens.gate_keys import Moment, gate_hints
from critloop.ui.screens.gate_lines import cause_lines, choice_line, finding_option
from critloop.ui.session import RunSession
from critloop.ui.situation import Situation
from critloop.ui.widgets.trajectory_bar import TrajectoryBar

FIRST_FIELD = {"continue": "#guidance", "approve": "#reason"}
MARGIN = 3


class GateScreen(ModalScreen[GateDecision | None], ActingScreen[GateDecision | None]):
    """Gives the decision, or None when it is closed to look around.

    ``enter`` carries out continue. Approving and aborting, which can't be taken back, need a last
    ``y`` after it, so that neither a key held down nor a stray one can do them. What was typed
    stays in ``form`` for the next opening.
    """

    CSS_PATH = style_path("dialogs.tcss")
    VIEW: ClassVar[View] = "gate"
    BINDINGS: ClassVar[list[BindingType]] = list(bindings_of("gate"))

    def __init__(self, session: RunSession, user: str, form: GateForm) -> None:
        super().__init__()
        self.session = session
        self.form = form
        form.choice, form.discard = None, False
        self.armed = False
        self._user = user
        self._for: str | None = None
        self._preview: BringBackPreview | None = None
        self._written: dict[str, tuple[str | None, int]] = {}

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
                *[Option(finding_option(f, None, 0), id=f.id) for f in self.findings], id="open", markup=False
            )
            yield TrajectoryBar()
            yield Label(self._spent(), classes="muted", markup=False)
            yield Static("", id="choices")
            with ContentSwitcher(id="forms", initial="form-none"):
                yield Static("", id="form-none")
                yield from continue_form(self.form)
                yield from approve_form(self.form, self._user)
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
        self._to_list()
        self.run_worker(self._look_ahead(), exit_on_error=False)

    def on_resize(self, _: events.Resize) -> None:
        """The list is wrapped anew when its width is known."""
        self.call_after_refresh(self._write_findings)

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

    def hints(self) -> tuple[Hint, ...]:
        """Only what does something now."""
        field = self.focused if isinstance(self.focused, Input) else None
        now = Moment(
            choice=self.form.choice,
            discard=self.form.discard,
            armed=self.armed,
            typing=field is not None,
            written=field is not None and holds_text(field),
            own=self._for is not None,
            findings=bool(self.findings),
        )
        return gate_hints(now, {action.id: action.shown_key for action in self.actions()})

    def on_descendant_focus(self) -> None:
        """A field has other keys than the list."""
        self.refresh_keys()

    def on_descendant_blur(self, event: events.DescendantBlur) -> None:
        """A date is checked as soon as it is left."""
        if event.widget.id == "expires" and (problem := self.form.wrong_date(self.findings, date.today())):  # noqa: DTZ011 - the day where the human is
            self.notify(problem, severity="warning", markup=False, timeout=5)

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

    def do_field(self) -> None:
        """On to the next field, or from the last one to the list."""
        self.focus_next()

    def do_confirm(self) -> None:
        """Carry out what is chosen, or ask for the last word."""
        if problem := self.form.missing(self.findings, date.today()):  # noqa: DTZ011 - the day where the human is
            self.notify(problem, markup=False, timeout=3)
        elif self.form.choice == "continue":
            self._answer()
        else:
            self.armed = True
            self._to_list()

    def do_really(self) -> None:
        """Carry out what was confirmed."""
        self._answer()

    def do_close(self) -> None:
        """Take a confirmation back, leave a field that holds a text, or close."""
        field = self.focused
        if self.armed or (isinstance(field, Input) and (self._for is not None or holds_text(field))):
            self.armed = False
            self._write_for(None)
            self._to_list()
        else:
            self.dismiss(None)

    def _to_list(self) -> None:
        """The focus where letters are keys; an empty list would swallow ``enter``."""
        self.set_focus(self.query_one("#open") if self.findings else None)
        self._refresh()

    def _answer(self) -> None:
        self.dismiss(self.form.decision(self.findings, self._user))

    def _choose(self, choice: Choice) -> None:
        self.form.choice, self.armed = choice, False
        self.query_one("#forms", ContentSwitcher).current = f"form-{choice}"
        self._write_for(None)
        if field := FIRST_FIELD.get(choice):
            self.set_focus(self.query_one(field))
            self._refresh()
        else:
            self._to_list()

    @on(OptionList.OptionSelected, "#open")
    def _finding_chosen(self, selected: OptionList.OptionSelected) -> None:
        if self.form.choice == "approve" and not self.armed and selected.option_id:
            self._write_for(selected.option_id)
            self.set_focus(self.query_one("#reason"))
            self._refresh()
        else:
            self.do_confirm()

    def _write_for(self, finding: str | None) -> None:
        """Let the fields of an approval be those of one finding, or of all."""
        fields = self.form.every if finding is None else self.form.own.setdefault(finding, Words())
        self._for = finding
        for name in ("reason", "owner", "expires"):
            entry = self.query_one(f"#{name}", Input)
            with entry.prevent(Input.Changed):
                entry.value = getattr(fields, name)

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
            self.set_focus(self.query_one("#reason"))
            self._refresh()
        else:
            self.do_confirm()

    def _refresh(self) -> None:
        if self.is_closing:
            return
        self.query_one("#choices", Static).update(choice_line(self.form))
        self.query_one("#consequence", Static).update(self._consequence())
        target = next((f.finding.title for f in self.findings if f.id == self._for), None)
        who = f"only for: {target}" if target else "for all findings; enter on one gives it a reason of its own"
        self.query_one("#reason-for", Label).update(who)
        self._write_findings()
        self.refresh_keys()

    def _write_findings(self) -> None:
        """Bring the list up to date, in lines that fit."""
        if self.is_closing:
            return
        options = self.query_one("#open", OptionList)
        width = max(options.content_size.width - MARGIN, 0)
        for finding in self.findings:
            own = self.form.own.get(finding.id) if self.form.choice == "approve" else None
            wanted = (own.reason if own else None, width)
            if self._written.get(finding.id) != wanted:
                self._written[finding.id] = wanted
                options.replace_option_prompt(finding.id, finding_option(finding, *wanted))

    def _consequence(self) -> str:
        told = consequence(self.form, self.state, self.gate, self._preview)
        if not self.armed:
            return told
        wanted = "approve" if self.form.choice == "approve" else "abort"
        return f"{told}\nPress y to {wanted}{' and discard the work copy' if self.form.discard else ''}."

    def _open_words(self) -> str:
        return f"Still open: {words.count(len(self.findings), 'finding')}"

    def _spent(self) -> str:
        usage = self.state.usage
        rounds = words.count(len(self.state.rounds), "round")
        return f"{rounds} · {words.tokens(usage.tokens)} tokens · turns took {words.duration(usage.seconds)}"
