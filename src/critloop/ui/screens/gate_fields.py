"""The gate's fields, filled with what was typed before."""

from textual.app import ComposeResult
from textual.containers import Horizontal, Vertical
from textual.widgets import Input, Label

from critloop.ui.gate_form import GateForm


def holds_text(field: Input) -> bool:
    """Whether something was typed into a field of the gate."""
    return field.value.strip() not in ("", "1") if field.id == "rounds" else bool(field.value.strip())


def continue_form(form: GateForm) -> ComposeResult:
    """Rounds and guidance."""
    with Vertical(id="form-continue", classes="form"), Horizontal():
        yield Label("Rounds")
        yield Input(form.rounds, id="rounds", compact=True, type="integer")
        yield Label("Guidance")
        yield Input(
            form.guidance, placeholder="what the maker should know (may stay empty)", id="guidance", compact=True
        )


def approve_form(form: GateForm, user: str) -> ComposeResult:
    """Reason, owner and expiry; ``user`` answers for what names no owner."""
    with Vertical(id="form-approve", classes="form"):
        yield Label("", id="reason-for", classes="muted", markup=False)
        with Horizontal():
            yield Label("Reason")
            yield Input(form.every.reason, placeholder="why this is good enough", id="reason", compact=True)
        with Horizontal():
            yield Label("Owner")
            yield Input(form.every.owner, placeholder=user, id="owner", compact=True)
            yield Label("Until")
            yield Input(form.every.expires, placeholder="YYYY-MM-DD", id="expires", compact=True)


def rule_form() -> ComposeResult:
    """Why an unverified row holds, is a gap, or may stay."""
    with Vertical(id="form-rule", classes="form"):
        yield Label("", id="ruling-for", classes="muted", markup=False)
        with Horizontal():
            yield Label("Reason")
            yield Input("", placeholder="what you looked at, and what you saw", id="ruling", compact=True)
