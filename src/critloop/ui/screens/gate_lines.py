"""The gate's lines of text. Pure: state to styled content."""

from collections.abc import Sequence
from typing import NamedTuple

from textual.content import Content
from textual.style import Style

from critloop.loop.state import Gate, RunState, TrackedFinding
from critloop.model.finding import Severity
from critloop.model.items import Unverified
from critloop.ui import wording
from critloop.ui.gate_form import RULED, GateForm, Row, RulingKind
from critloop.ui.presentation import words
from critloop.ui.presentation.cleaning import clean_line
from critloop.ui.presentation.units import place_of

MUTED = "$foreground 60%"
INDENT = 10
STYLES = {Severity.HIGH: "bold $error", Severity.MEDIUM: "$warning", Severity.LOW: MUTED}
ANSWERS = {"fixed": "says it is fixed", "disputed": "disputes it", "cannot_fix": "can't fix it"}


def cause_lines(gate: Gate, notes: Sequence[str] = ()) -> Content:
    """Every reason of the gate, one line each, the leading one first; below them the notes."""
    lines = [f"• {clean_line(cause)}" for cause in wording.causes(gate)]
    return Content("\n").join([Content.styled(lines[0], "bold $warning"), *map(Content, (*lines[1:], *notes))])


def title_words(state: RunState, gate: Gate) -> str:
    """``Gate · docs/plan.md · chunk 2 of 5 · Storage · round 3``."""
    place = place_of(state, gate.unit)
    number = state.unit_of(gate.unit).rounds
    rounds = f"round {number}" if number else "before the first round"
    return " · ".join(filter(None, ("Gate", clean_line(state.spec.title), place.long if place else "", rounds)))


def spent_words(state: RunState) -> str:
    """``3 rounds · 41.2k tokens · turns took 02:14``."""
    usage = state.usage
    rounds = words.count(len(state.rounds), "round")
    return f"{rounds} · {words.tokens(usage.tokens)} tokens · turns took {words.duration(usage.seconds)}"


def severity(value: Severity) -> Content:
    """Glyph and word."""
    return Content.styled(f"{words.severity(value):<9}", STYLES[value])


def still_open(findings: Sequence[TrackedFinding], items: Sequence[Unverified]) -> str:
    """``Still open: 2 findings, 1 row not verified``."""
    rows = f", {words.count(len(items), 'row')} not verified" if items else ""
    return f"Still open: {words.count(len(findings), 'finding')}{rows}"


def ruling_words(kind: RulingKind) -> str:
    """``holds``, ``is a gap``, ``is accepted as known``."""
    return RULED[kind]


class Below(NamedTuple):
    """What stands below a row; ``own``: the human has filled it in."""

    text: str = ""
    own: bool = False


def told_below(rows: Sequence[Row], form: GateForm, selected: str | None, user: str) -> dict[str, Below]:
    """What stands below each row, by id: what is filled in for it, or what was said of it.

    What was said of the row above too, and what keys do, is told of the row under the cursor alone.
    """
    told: dict[str, Below] = {}
    before = ""
    for row in rows:
        said = form.said_of(row.id)
        words = clean_line(said) if said else _said_of(row, user)
        shown = said or row.id == selected or (words != before and _is_particular(row))
        told[row.id] = Below(words, bool(said)) if shown else Below()
        before = "" if said else words
    return told


def _said_of(row: Row, user: str) -> str:
    return _looked(row, user) if isinstance(row, Unverified) else answer_words(row)


def _is_particular(row: Row) -> bool:
    """False where nobody has said anything of a row yet."""
    return bool(row.reason) if isinstance(row, Unverified) else row.answer is not None


def row_option(row: Row, below: Below, width: int) -> Content:
    """A row of the list: what is open, with what stands below it."""
    if isinstance(row, Unverified):
        first = (
            Content.styled(f"{'? ' + row.id:<9}", "bold $warning"),
            " ",
            _hanging(Content(clean_line(row.text)), width),
        )
    else:
        finding = row.finding
        title = Content.assemble(clean_line(finding.title), ("  " + clean_line(finding.dimension), MUTED))
        first = severity(finding.severity), " ", _hanging(title, width)
    if not below.text:
        return Content.assemble(*first)
    told = _hanging(Content.styled(below.text, "$accent" if below.own else MUTED), width)
    return Content.assemble(*first, "\n" + " " * INDENT, told)


def _looked(item: Unverified, user: str) -> str:
    reason = clean_line(item.reason)
    if item.by_human and item.reason:
        who = "you" if item.by == user else clean_line(item.by) or "somebody"
        return f"{who} called it a gap ({reason}); it was changed since"
    if item.reason:
        return f"{clean_line(item.by)}: {reason}"
    return "could not be verified from the diff: h it holds, p it is a gap, k accept it as known"


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


def choice_line(form: GateForm, width: int, *, unwritten: bool = False, settled: int = 0) -> Content:
    """The choices with their keys in one line, the chosen one marked; a click on one chooses it.

    What can't be approved yet is dimmed and says why.
    """
    line = _choice_line(form, settled, "nothing is written yet" if unwritten else "with known issues", dim=unwritten)
    return line if line.cell_length <= width else _choice_line(form, settled, "", dim=unwritten)


def _choice_line(form: GateForm, settled: int, approve: str, *, dim: bool) -> Content:
    abort = "abort, discard work copy" if form.discard else "abort"
    approving = f"approve{': ' if dim and approve else ' '}{approve}".rstrip()
    names = {"continue": ("c", "continue"), "approve": ("a", approving), "abort": ("x", abort)}
    if settled:
        names = {"settle": ("s", f"settle {words.count(settled, 'row')}"), **names}
    return Content(" ").join(
        _choice(choice, *names[choice], chosen=form.choice == choice, dim=dim and choice == "approve")
        for choice in names
    )


def _choice(choice: str, key: str, name: str, *, chosen: bool, dim: bool) -> Content:
    if dim:
        return Content.styled(f"  {key} {name} ", "dim")
    if chosen:
        made = Content.styled(f"▸ {key} {name} ", "bold reverse $primary")
    else:
        made = Content.assemble("  ", (key, "bold $primary"), f" {name} ")
    return made.stylize(Style.from_meta({"@click": f"screen.perform('{choice}')"}))
