"""The gate's lines of text. Pure: state to styled content."""

from collections.abc import Sequence

from textual.content import Content

from critloop.loop.state import Gate, TrackedFinding
from critloop.model.finding import Severity
from critloop.model.items import Unverified
from critloop.ui import wording
from critloop.ui.gate_form import RULED, GateForm, Row, RulingKind
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


def still_open(findings: Sequence[TrackedFinding], items: Sequence[Unverified]) -> str:
    """``Still open: 2 findings, 1 row not verified``."""
    rows = f", {words.count(len(items), 'row')} not verified" if items else ""
    return f"Still open: {words.count(len(findings), 'finding')}{rows}"


def ruling_words(kind: RulingKind) -> str:
    """``holds``, ``is a gap``, ``is accepted as known``."""
    return RULED[kind]


def row_option(row: Row, said: str | None, width: int) -> Content:
    """A row of the list; ``said`` is what the human has filled in for it."""
    if isinstance(row, Unverified):
        return item_option(row, said, width)
    return finding_option(row, said, width)


def item_option(item: Unverified, said: str | None, width: int) -> Content:
    """Id and text of something unverified; below, what the human chooses, or what a look said."""
    mark = Content.styled(f"{'? ' + item.id:<9}", "bold $warning")
    below = clean_line(said) if said else _looked(item)
    told = _hanging(Content.styled(below, "$accent" if said else MUTED), width)
    return Content.assemble(mark, " ", _hanging(Content(clean_line(item.text)), width), "\n" + " " * INDENT, told)


def _looked(item: Unverified) -> str:
    if item.reason:
        return f"{clean_line(item.by)}: {clean_line(item.reason)}"
    return "could not be verified from the diff: h it holds, p it is a gap, k accept it as known"


def finding_option(tracked: TrackedFinding, said: str | None, width: int) -> Content:
    """Severity and title; below, what the maker says to it or why the human accepts it. ``width`` 0: unwrapped."""
    finding = tracked.finding
    title = Content.assemble(clean_line(finding.title), ("  " + clean_line(finding.dimension), MUTED))
    below = clean_line(said) if said else answer_words(tracked)
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


def choice_line(form: GateForm, *, unwritten: bool = False, settled: int = 0) -> Content:
    """The choices with their keys, the chosen one marked; what can't be approved yet is dimmed and says why."""
    discard = "abort, discard work copy" if form.discard else "abort, keep work copy"
    approve = "approve: nothing is written yet" if unwritten else "approve with known issues"
    names = {"continue": ("c", "continue"), "approve": ("a", approve), "abort": ("x", discard)}
    if settled:
        names = {"settle": ("s", f"settle {words.count(settled, 'row')}"), **names}
    dimmed = "approve" if unwritten else ""
    return Content(" ").join(
        [_choice(k, name, chosen=form.choice == c, dim=c == dimmed) for c, (k, name) in names.items()]
    )


def _choice(key: str, name: str, *, chosen: bool, dim: bool = False) -> Content:
    if dim:
        return Content.styled(f"  {key} {name} ", "dim")
    if chosen:
        return Content.styled(f"▸ {key} {name} ", "bold reverse $primary")
    return Content.assemble("  ", (key, "bold $primary"), f" {name} ")
