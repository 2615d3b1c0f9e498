"""What the gate shows: why a human is asked, what is still open, and what each choice would do."""

import contextlib
from datetime import date
from typing import ClassVar

from textual import events
from textual.app import ComposeResult
from textual.binding import BindingType
from textual.containers import Vertical
from textual.content import Content
from textual.screen import ModalScreen
from textual.widgets import ContentSwitcher, Input, Label, Static

from critloop.loop.state import Gate, RunState, TrackedFinding
from critloop.model.errors import CritloopError
from critloop.model.gate import GateDecision
from critloop.model.items import Unverified
from critloop.model.workcopy import BringBackPreview
from critloop.resources import style_path
from critloop.ui.actions import View, bindings_of
from critloop.ui.chrome.keybar import Hint, KeyBar
from critloop.ui.gate_form import GateForm, consequence
from critloop.ui.presentation.cleaning import clean_line
from critloop.ui.screens.acting import ActingScreen
from critloop.ui.screens.gate_fields import approve_form, continue_form, holds_text, rule_form
from critloop.ui.screens.gate_keys import Moment, gate_hints
from critloop.ui.screens.gate_lines import cause_lines, choice_line, spent_words, still_open, title_words, told_below
from critloop.ui.screens.gate_notes import gate_notes
from critloop.ui.screens.open_list import OpenList
from critloop.ui.session import RunSession
from critloop.ui.shown import kept_best
from critloop.ui.situation import Situation
from critloop.ui.widgets.trajectory_bar import TrajectoryBar

LOOK_AGAIN = 2.0
"""Seconds between two looks at the user's file."""
FRAME = 4
"""Cells of a narrow dialog's border and padding."""


class GateView(ModalScreen[GateDecision | None], ActingScreen[GateDecision | None]):
    """One gate of a run. What was typed stays in ``form`` for the next opening."""

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
        self._changed = False

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
        """The findings that are still open."""
        return sorted(self.state.open_findings(self.gate.unit), key=lambda item: item.finding.severity.rank)

    @property
    def items(self) -> list[Unverified]:
        """What nobody has verified yet."""
        return self.state.open_items(self.gate.unit)

    @property
    def rows(self) -> list[TrackedFinding | Unverified]:
        """All that is still open, as it is listed."""
        return [*self.findings, *self.items]

    @property
    def item(self) -> Unverified | None:
        """The unverified row under the cursor."""
        return next((item for item in self.items if item.id == self.open_list.chosen), None)

    @property
    def open_list(self) -> OpenList:
        """The list of all that is still open."""
        return self.query_one("#open", OpenList)

    def compose(self) -> ComposeResult:
        """Why, what, how far, and the three choices."""
        with Vertical(id="gate", classes="dialog"):
            yield Static(self._causes(), id="causes")
            yield Label(self._open_words(), id="open-words", markup=False)
            yield OpenList(self.rows, id="open")
            yield TrajectoryBar()
            yield Label(spent_words(self.state), classes="muted", markup=False)
            yield Static("", id="choices")
            with ContentSwitcher(id="forms", initial="form-none"):
                yield Static("", id="form-none")
                yield from continue_form(self.form)
                yield from approve_form(self.form, self._user)
                yield from rule_form()
                yield Static("", id="form-abort")
                yield Static("", id="form-settle")
            yield Static("", id="consequence", markup=False)
            yield KeyBar()
        yield self.too_small()

    def _causes(self) -> Content:
        """Why a human is asked, and what they should know beside it."""
        return cause_lines(self.gate, gate_notes(self.state, self.gate, changed=self._changed))

    def _open_words(self) -> str:
        """What is open, and which version it is not about where a better one was taken back."""
        best = kept_best(self.state, self.state.unit_of(self.gate.unit))
        kept = f" · the text is that of round {best} again, which scored best" if best else ""
        return still_open(self.findings, self.items) + kept

    def on_mount(self) -> None:
        """Fill it, and find out what approving would do to the file."""
        if self.is_closing:
            return
        self.query_one("#gate").border_title = title_words(self.state, self.gate)
        self.query_one(TrajectoryBar).show(self.state)
        self.open_list.begin()
        self.to_list()
        self.run_worker(self._look_ahead(), exit_on_error=False)
        self.set_interval(LOOK_AGAIN, self._look_again)

    def on_resize(self, _: events.Resize) -> None:
        """The list is wrapped anew when its width is known."""
        self.call_after_refresh(self._fit)

    async def _look_ahead(self) -> None:
        await self._look_at_file()
        with contextlib.suppress(CritloopError):
            self._preview = await self.session.preview()
        self.bring_up_to_date()

    def _look_again(self) -> None:
        """The file may be edited while the gate is open."""
        self.run_worker(self._look_at_file(), group="file", exclusive=True, exit_on_error=False)

    async def _look_at_file(self) -> None:
        changed = await self.session.file_changed(self.state)
        if changed is not self._changed and not self.is_closing:
            self._changed = changed
            self.bring_up_to_date()

    @property
    def unwritten(self) -> bool:
        """True where there is nothing yet that could be approved."""
        return self.state.unit_of(self.gate.unit).phase == "create"

    def situation(self) -> Situation:
        """What the gate is about, and where the cursor is."""
        return Situation(
            gate_open=True,
            armed=self.armed,
            unwritten=self.unwritten,
            unverified=len(self.items),
            at_item=not self.is_closing and self.item is not None,
            settled=len(self.form.settled(self.items)),
        )

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
            findings=bool(self.rows),
            ruling=field is not None and field.id == "ruling",
            at_item=self.item is not None,
        )
        return gate_hints(now, {action.id: action.shown_key for action in self.actions()})

    def to_list(self) -> None:
        """The focus where letters are keys; an empty list would swallow ``enter``."""
        self.set_focus(self.query_one("#open") if self.rows else None)
        self.bring_up_to_date()

    def bring_up_to_date(self) -> None:
        """Show the form as it is filled in."""
        if self.is_closing:
            return
        self.query_one("#choices", Static).update(
            choice_line(
                self.form,
                self.size.width - FRAME,
                unwritten=self.unwritten,
                settled=len(self.form.settled(self.items)),
            )
        )
        self.query_one("#causes", Static).update(self._causes())
        self.query_one("#consequence", Static).update(self._consequence())
        target = next((row for row in self.rows if row.id == self._for), None)
        title = target.text if isinstance(target, Unverified) else target.finding.title if target else ""
        many = ("all that is open", "a row") if self.items else ("all findings", "one")
        everything = f"for {many[0]}; enter on {many[1]} gives it a reason of its own"
        self.query_one("#reason-for", Label).update(f"only for: {clean_line(title)}" if title else everything)
        self.write_rows()
        self.refresh_keys()
        self.call_after_refresh(self._fit)

    def list_anew(self) -> None:
        """Rows have come or gone while the gate was open."""
        self.open_list.list_anew(self.rows)
        self.query_one("#open-words", Label).update(self._open_words())
        self.query_one("#causes", Static).update(self._causes())
        self.to_list()

    def write_rows(self) -> None:
        """Bring the list up to date."""
        if not self.is_closing:
            self.open_list.write(self.rows, told_below(self.rows, self.form, self.open_list.chosen, self._user))

    def _fit(self) -> None:
        """Wrap the list at its width, and give it the height that is left."""
        self.write_rows()
        if not self.is_closing:
            self.open_list.fit(narrow=self.has_class("-narrow"))

    def _consequence(self) -> str:
        told = consequence(self.form, self.state, self.gate, self._preview)
        if not self.armed:
            return told
        wanted = {"approve": "approve", "settle": "settle them"}.get(self.form.choice or "", "abort")
        return f"{told}\nPress y to {wanted}{' and discard the work copy' if self.form.discard else ''}."

    def problem_of(self) -> str:
        """What keeps the choice from being carried out; empty when nothing does."""
        return self.form.missing(self.rows, date.today())  # noqa: DTZ011 - the day where the human is
