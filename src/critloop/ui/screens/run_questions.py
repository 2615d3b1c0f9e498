"""What the run screen asks of the human, and what comes of the answer."""

from typing import TYPE_CHECKING

from textual.widgets import Input

from critloop.model.gate import GateDecision
from critloop.ui import wording
from critloop.ui.requests import AdvanceWanted, RunWanted
from critloop.ui.screens.run_view import RunView

if TYPE_CHECKING:
    from critloop.ui.gate_form import GateForm


class RunQuestions(RunView):
    """Gate, bring-back, pause and stop."""

    _asked: str = ""

    def do_gate(self) -> None:
        """Show what the human is asked."""
        state = self.session.state
        if self.session.leads is not None:
            self.post_message(RunWanted(self.session.leads, self.session))
        elif state and state.open_gate:
            from critloop.ui.screens.gate import GateScreen  # noqa: PLC0415 - screens are imported when opened

            screen = GateScreen(self.session, self.user, self._form_for(state.open_gate.id))
            self.app.push_screen(screen, self._gate_answered)
        elif state and wording.bring_back_waits(state):
            from critloop.ui.screens.bring_back import BringBackScreen  # noqa: PLC0415 - as above

            self.app.push_screen(BringBackScreen(self.session), self._bring_back_answered)
        elif state and wording.offerable(state):
            self.run_worker(self._offer_again(), group="decide", exit_on_error=False)

    async def _offer_again(self) -> None:
        """Ask once more; the question opens by itself when it has been written down."""
        if not await self.session.offer_again():
            self.notify("Nothing to bring back: your file has this text already.", markup=False, timeout=5)

    def _form_for(self, gate: str) -> "GateForm":
        """What the human has filled in at this gate so far."""
        from critloop.ui.gate_form import GateForm  # noqa: PLC0415 - comes with the gate

        session = self.session
        if session.form is None or session.form_of != gate:
            session.form, session.form_of = GateForm(), gate
        return session.form

    def question_changed(self) -> None:
        """Open a new question once, unless the human is typing or looks at something else."""
        state = self.session.state
        if state is None or not wording.waits_for_answer(state):
            self._asked = ""
            return
        question = state.open_gate.id if state.open_gate else f"bring-back-{state.version}"
        if question == self._asked:
            return
        self._asked = question
        if self.app.screen is self and not isinstance(self.focused, Input) and self.position is None:
            self.do_gate()

    def _gate_answered(self, decision: GateDecision | None) -> None:
        if decision is not None:
            self.run_worker(self.session.decide(decision), group="decide", exit_on_error=False)

    def _bring_back_answered(self, accepted: bool | None) -> None:
        if accepted is not None:
            self.run_worker(
                self.session.answer_bring_back(accepted=accepted, by=self.user), group="decide", exit_on_error=False
            )

    def do_pause(self) -> None:
        """Hold the run between turns, let it go on, or take it up if nobody advances it any more."""
        if self.session.state is not None and wording.retryable(self.session.state):
            self.run_worker(self.session.retry(self.user), group="decide", exit_on_error=False)
        elif self.session.mode in ("idle", "watching"):
            self.post_message(AdvanceWanted(self.session.run))
        elif self.session.hold():
            self.notify("Paused: no further turn starts. Space goes on.", markup=False)

    def do_stop(self) -> None:
        """Ask, then stop."""
        from critloop.ui.screens.question import QuestionScreen  # noqa: PLC0415 - screens are imported when opened

        question = QuestionScreen(
            "Stop this run?", "A turn that is running is cut short. The run can be resumed; your file stays as it is."
        )
        self.app.push_screen(question, self._stop_answered)

    def _stop_answered(self, yes: bool | None) -> None:
        if yes:
            self.session.stop(self.user)
