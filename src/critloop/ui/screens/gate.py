"""The gate: what the human says there."""

from datetime import date

from textual import events, on
from textual.widgets import ContentSwitcher, Input, Label, OptionList

from critloop.model.errors import CritloopError
from critloop.ui import wording
from critloop.ui.gate_form import Choice, Ruling, RulingKind, Words
from critloop.ui.screens.gate_fields import holds_text
from critloop.ui.screens.gate_lines import ruling_words
from critloop.ui.screens.gate_view import GateView
from critloop.ui.session import RunSession, words_of

FIRST_FIELD = {"continue": "#guidance", "approve": "#reason"}


class GateScreen(GateView):
    """Gives the decision, or None when it is closed to look around.

    ``enter`` carries out continue. Approving, aborting and settling rows, which can't be taken back,
    need a last ``y`` after it, so that neither a key held down nor a stray one can do them.
    """

    def run_changed(self, session: RunSession) -> None:
        """Close when the gate is answered, here or elsewhere; show rows that were settled."""
        if session is not self.session or not self.is_current:
            return
        if self.state.open_gate is None:
            self.notify(f"{wording.decided(self.gate)}.", markup=False)
            self.dismiss(None)
        elif self.open_list.written != {row.id for row in self.rows}:
            self.list_anew()
        else:
            self.bring_up_to_date()

    def on_descendant_focus(self) -> None:
        """A field has other keys than the list."""
        self.refresh_keys()

    def on_descendant_blur(self, event: events.DescendantBlur) -> None:
        """A date is checked as soon as it is left."""
        if event.widget.id == "expires" and (problem := self.form.wrong_date(self.rows, date.today())):  # noqa: DTZ011 - the day where the human is
            self.notify(problem, severity="warning", markup=False, timeout=5)

    @on(OptionList.OptionHighlighted, "#open")
    def _cursor_moved(self) -> None:
        self.write_rows()
        self.refresh_keys()

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

    def do_settle(self) -> None:
        """Choose to settle the rows for which something is chosen."""
        self._choose("settle")

    def do_holds(self) -> None:
        """The row under the cursor holds."""
        self._rule("holds")

    def do_gap(self) -> None:
        """The row under the cursor is a gap."""
        self._rule("gap")

    def do_known(self) -> None:
        """The row under the cursor is accepted as known."""
        self._rule("accepted")

    def do_field(self) -> None:
        """On to the next field, or from the last one to the list."""
        self.focus_next()

    def do_confirm(self) -> None:
        """Carry out what is chosen, or ask for the last word."""
        if problem := self.problem_of():
            self.notify(problem, markup=False, timeout=3)
        elif self.form.choice == "continue":
            self._answer()
        else:
            self.armed = True
            self.to_list()

    def do_really(self) -> None:
        """Carry out what was confirmed."""
        if self.form.choice == "settle":
            self.armed = False
            self.run_worker(self._settle(self.form.settled(self.items)), group="settle", exit_on_error=False)
        else:
            self._answer()

    def do_close(self) -> None:
        """Take a confirmation back, leave a field that holds a text, or close."""
        field = self.focused
        if isinstance(field, Input) and field.id == "ruling":
            self._stop_ruling()
        elif self.armed or (isinstance(field, Input) and (self._for is not None or holds_text(field))):
            self.armed = False
            self._write_for(None)
            self.to_list()
        else:
            self.dismiss(None)

    async def _settle(self, rulings: dict[str, Ruling]) -> None:
        """Say each ruling by itself; the run then answers the gate, if nothing else was asked."""
        for item, ruling in rulings.items():
            try:
                await self.session.rule(item, ruling.kind, ruling.reason.strip(), self._user)
            except CritloopError as problem:
                self.notify(words_of(problem), severity="warning", markup=False, timeout=10)
            self.form.rulings.pop(item, None)
        self.form.choice = None
        self.bring_up_to_date()

    def _answer(self) -> None:
        self.dismiss(self.form.decision(self.rows, self._user))

    def _choose(self, choice: Choice) -> None:
        self.form.choice, self.armed = choice, False
        self.query_one("#forms", ContentSwitcher).current = f"form-{choice}"
        self._write_for(None)
        if field := FIRST_FIELD.get(choice):
            self.set_focus(self.query_one(field))
            self.bring_up_to_date()
        else:
            self.to_list()

    def _rule(self, kind: RulingKind) -> None:
        """Choose for the row under the cursor, and ask for the reason."""
        if (item := self.item) is None:
            return
        self.form.choice, self.armed = None, False
        ruling = self.form.rulings.setdefault(item.id, Ruling(kind))
        ruling.kind = kind
        self._for = item.id
        self.query_one("#ruling-for", Label).update(f"{item.id} {ruling_words(kind)}, because")
        self.query_one("#forms", ContentSwitcher).current = "form-rule"
        entry = self.query_one("#ruling", Input)
        with entry.prevent(Input.Changed):
            entry.value = ruling.reason
        self.set_focus(entry)
        self.bring_up_to_date()

    def _stop_ruling(self) -> None:
        """Back to the list; a choice without a reason is none."""
        if self._for is not None and not self.form.rulings[self._for].reason.strip():
            del self.form.rulings[self._for]
        self._for = None
        self.query_one("#forms", ContentSwitcher).current = "form-none"
        self.to_list()

    @on(Input.Submitted, "#ruling")
    def _ruled(self, submitted: Input.Submitted) -> None:
        """On to the next row that nothing is chosen for."""
        submitted.stop()
        if not submitted.value.strip():
            self.notify("say why: a ruling needs a reason", markup=False, timeout=3)
            return
        self._stop_ruling()
        left = [item.id for item in self.items if item.id not in self.form.rulings]
        if left:
            options = self.query_one("#open", OptionList)
            options.highlighted = options.get_option_index(left[0])

    @on(OptionList.OptionSelected, "#open")
    def _row_chosen(self, selected: OptionList.OptionSelected) -> None:
        if self.form.choice == "approve" and not self.armed and selected.option_id:
            self._write_for(selected.option_id)
            self.set_focus(self.query_one("#reason"))
            self.bring_up_to_date()
        else:
            self.do_confirm()

    def _write_for(self, row: str | None) -> None:
        """Let the fields of an approval be those of one row, or of all."""
        fields = self.form.every if row is None else self.form.own.setdefault(row, Words())
        self._for = row
        for name in ("reason", "owner", "expires"):
            entry = self.query_one(f"#{name}", Input)
            with entry.prevent(Input.Changed):
                entry.value = getattr(fields, name)

    @on(Input.Changed)
    def _field_changed(self, changed: Input.Changed) -> None:
        name, value = changed.input.id or "", changed.value
        self.armed = False
        if name == "ruling":
            if self._for in self.form.rulings:
                self.form.rulings[self._for].reason = value
        elif name in ("rounds", "guidance"):
            setattr(self.form, name, value)
        else:
            setattr(self.form.every if self._for is None else self.form.own[self._for], name, value)
        self.bring_up_to_date()

    @on(Input.Submitted)
    def _field_done(self, submitted: Input.Submitted) -> None:
        if submitted.input.id == "ruling":
            return
        if self._for is not None:
            self._write_for(None)
            self.set_focus(self.query_one("#reason"))
            self.bring_up_to_date()
        else:
            self.do_confirm()
