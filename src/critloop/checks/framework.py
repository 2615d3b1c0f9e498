"""What a check is, what it reports, and how a mechanical fix is applied."""

from collections.abc import Callable, Iterable
from dataclasses import dataclass

from critloop.checks.document import Document
from critloop.checks.source import SourceText
from critloop.checks.surroundings import Surroundings
from critloop.model.finding import Severity

TEXT_LOOPS = frozenset({"spec", "plan", "docs", "polish"})


@dataclass(frozen=True, slots=True)
class LineEdit:
    """One line that becomes another. ``new`` may hold line breaks: then lines are added."""

    line: int
    old: str
    new: str


@dataclass(frozen=True, slots=True)
class Edit:
    """A mechanical fix: the lines it changes, and what it does in a few words (for a commit's subject)."""

    lines: tuple[LineEdit, ...]
    summary: str

    def apply(self, source: SourceText) -> str | None:
        """The text with these lines changed and nothing else; None when a line is not as expected."""
        lines = list(source.lines)
        for edit in self.lines:
            if source.line(edit.line) != edit.old or not 0 < edit.line <= len(lines):
                return None
            lines[edit.line - 1] = edit.new.replace("\n", source.newline)
        return SourceText(tuple(lines), source.ends, source.bom).join()


@dataclass(frozen=True, slots=True)
class Problem:
    """What a check found at one place.

    ``title`` is one short line, ``issue`` a sentence or two with the particulars, ``why`` says
    what it costs the reader. ``quote`` is the line as it stands. ``fix`` is None where only the
    author can know what was meant, and ``advice`` then says what to do.
    """

    check: "Check"
    line: int
    end_line: int
    section: str | None
    title: str
    issue: str
    why: str
    quote: str
    advice: str
    fix: Edit | None = None

    @property
    def severity(self) -> Severity:
        """The severity of its check."""
        return self.check.severity


@dataclass(frozen=True, slots=True)
class Check:
    """One mechanical check: ``find`` gives the problems of a document, in any order.

    ``explanation`` is one line for people who choose checks, ``why`` the reason that goes with its
    problems. ``wording`` is a pattern that every ``issue`` of it has: a maker recognises by it what
    this check once reported. ``told_once`` is for habits: many problems in a document are one finding.
    ``any_markup`` is for checks that fit a text in another markup than Markdown too.
    """

    id: str
    dimension: str
    severity: Severity
    explanation: str
    why: str
    find: Callable[["Check", Document, Surroundings], Iterable[Problem]]
    wording: str
    told_once: bool = False
    any_markup: bool = False
    loops: frozenset[str] = TEXT_LOOPS

    def problem(
        self,
        document: Document,
        line: int,
        title: str,
        issue: str,
        *,
        advice: str,
        end_line: int | None = None,
        fix: Edit | None = None,
    ) -> Problem:
        """A problem of this check at a line, with its section and quote filled in."""
        return Problem(
            check=self,
            line=line,
            end_line=end_line or line,
            section=document.section_name(line),
            title=title,
            issue=issue,
            why=self.why,
            quote=document.source.line(line).strip(),
            advice=advice,
            fix=fix,
        )
