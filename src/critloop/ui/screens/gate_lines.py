"""The gate's lines of text. Pure: state to styled content."""

from textual.content import Content

from critloop.loop.state import Gate, TrackedFinding
from critloop.model.finding import Severity
from critloop.ui import wording
from critloop.ui.gate_form import GateForm
from critloop.ui.presentation import words
from critloop.ui.presentation.cleaning import clean_line

MUTED = "$foreground 60%"
INDENT = 10
STYLES = {Severity.HIGH: "bold $error", Severity.MEDIUM: "$warning", Severity.LOW: MUTED}
ANSWERS = {"fixed": "says it is fixed", "disputed": "disputes it", "cannot_fix": "can't fix it"}


def cause_lines(gate: Gate) -> Content:
    """Every reason of the gate, one line each, the leading one first."""
    lines = [f"• {clean_line(cause)}" for cause in wording.causes(gate)]
    return Content("\n").join([Content.styled(lines[0], "bold $warning"), *map(Content, lines[1:])])


def severity(value: Severity) -> Content:
    """Glyph and word."""
    return Content.styled(f"{words.severity(value):<9}", STYLES[value])


def finding_option(tracked: TrackedFinding, own_reason: str | None, width: int) -> Content:
    """Severity and title; below, what the maker says to it or why the human accepts it. ``width`` 0: unwrapped."""
    finding = tracked.finding
    title = Content.assemble(clean_line(finding.title), ("  " + clean_line(finding.dimension), MUTED))
    below = f"accepted: {clean_line(own_reason)}" if own_reason else answer_words(tracked)
    told = _hanging(Content.styled(below, MUTED), width)
    return Content.assemble(severity(finding.severity), " ", _hanging(title, width), "\n" + " " * INDENT, told)


def _hanging(content: Content, width: int) -> Content:
    """Wrapped to a width, the further lines below the first one."""
    if width <= INDENT * 2:
        return content
    return Content("\n" + " " * INDENT).join(content.wrap(width - INDENT))


def answer_words(tracked: TrackedFinding) -> str:
    """What the maker says to a finding."""
    answer = tracked.answer
    if answer is None:
        return "the maker has not answered it"
    reason = f": {clean_line(answer.reason)}" if answer.reason else ""
    return f"the maker {ANSWERS[answer.kind.value]}{reason}"


def choice_line(form: GateForm) -> Content:
    """The three choices with their keys, the chosen one marked."""
    discard = "abort, discard work copy" if form.discard else "abort, keep work copy"
    names = {"continue": ("c", "continue"), "approve": ("a", "approve with known issues"), "abort": ("x", discard)}
    return Content(" ").join(
        [_choice(key, name, chosen=form.choice == choice) for choice, (key, name) in names.items()]
    )


def _choice(key: str, name: str, *, chosen: bool) -> Content:
    if chosen:
        return Content.styled(f"▸ {key} {name} ", "bold reverse $primary")
    return Content.assemble("  ", (key, "bold $primary"), f" {name} ")
