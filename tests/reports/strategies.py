"""Reports as a spec review can say them, with text of every kind."""

from hypothesis import strategies as st

from critloop.model.finding import Evidence, Finding, Location, Severity
from critloop.model.report import CheckItem, Report, Verdict
from critloop.reports.nothing import says_nothing

_SNIPPETS = st.sampled_from(
    [
        *(" - ", " — ", "- ", "* ", "1. ", "> ", "# ", "## Spec Review", "**", "~~", "`", "```", "~~~", "    ", "\t"),
        *(
            "\n",
            "\n\n",
            "\r\n",
            "\r",
            "[",
            "]",
            "]: ",
            "(",
            "(coverage) ",
            ")",
            "|",
            ": ",
            '"',
            "“",
            "'",
            "<!--",
            "-->",
        ),
        *("**Status:** Approved", "**Issues (if any):**", "None", "- None", "Quote: ", "Fix: ", "✅ fixed", "[x] "),
        *(
            "<del>",
            "</del>",
            "lines 3-7",
            ", line 90",
            "\u200b",
            "\ufeff",
            "\x1b[2J",
            "\u202e",
            "：",
            "（",
            "第",
            "Issue: ",
        ),
        *(
            "```text",
            "```escaped",
            "\\n",
            "\x00",
            "\u2028",
            "---",
            "===",
            "{{ x }}",
            "the retry limit",
            "why it matters",
        ),
    ]
)
texts = st.lists(
    st.one_of(_SNIPPETS, st.text(max_size=8), st.from_regex(r"[a-z ]{1,20}", fullmatch=True)), max_size=8
).map("".join)
_lines = st.integers(min_value=1, max_value=99_999)


@st.composite
def locations(draw: st.DrawFn) -> Location:
    span = draw(st.one_of(st.none(), st.tuples(_lines, _lines)))
    return Location(
        path=draw(st.one_of(st.none(), st.just("docs/a spec.md"), st.just("spec.md"), texts)),
        section=draw(st.one_of(st.none(), st.just("Storage"), st.just("Section 4, draft"), texts)),
        start_line=min(span) if span else None,
        end_line=max(span) if span else None,
    )


@st.composite
def findings(draw: st.DrawFn, severity: Severity) -> Finding:
    advisory = severity is Severity.LOW
    quote = draw(st.one_of(st.none(), texts.filter(bool)))
    return Finding(
        severity=severity,
        label="Recommendation" if advisory else "Issue",
        dimension=draw(st.one_of(st.sampled_from(["coverage", "clarity", "yagni", "general", "advisory"]), texts)),
        title=draw(texts),
        issue=draw(texts),
        why=draw(texts),
        location=draw(locations()),
        evidence=Evidence(quote=quote, status="unverified") if quote else Evidence(),
        suggested_fix=draw(st.one_of(st.none(), texts)),
    )


@st.composite
def reports(draw: st.DrawFn, *, passed: bool | None = None) -> Report:
    passes = draw(st.booleans()) if passed is None else passed
    issues = [] if passes else draw(st.lists(findings(Severity.HIGH), min_size=1, max_size=3))
    advice = draw(st.lists(findings(Severity.LOW), max_size=2))
    return Report(
        format="spec",
        verdicts=(Verdict(name="Status", text="Approved" if passes else "Issues Found", passed=passes),),
        findings=(*issues, *advice),
        summary=draw(texts),
    )


_WORDS = {
    Severity.HIGH: ["HIGH", "Critical", "blocker", "高", "严重"],
    Severity.MEDIUM: ["MEDIUM", "Important", "中", "重要"],
    Severity.LOW: ["LOW", "Minor", "nit", "低", "軽微"],
}
said = texts.filter(lambda text: bool(text.strip()) and not says_nothing(text))


@st.composite
def graded(draw: st.DrawFn, severity: Severity, dimensions: list[str]) -> Finding:
    """A finding of a report whose findings bear a severity."""
    found = draw(findings(Severity.HIGH))
    return found.but(
        {
            "severity": severity,
            "label": draw(st.sampled_from(_WORDS[severity])),
            "dimension": draw(st.one_of(st.sampled_from(dimensions), texts)),
            "issue": draw(said),
        }
    )


@st.composite
def gaps(draw: st.DrawFn) -> Finding:
    """A gap of a task review."""
    return draw(graded(Severity.HIGH, ["spec-compliance"])).but({"label": "Gap"})


def many(severity: Severity, dimensions: list[str], *, least: int = 0) -> st.SearchStrategy[list[Finding]]:
    return st.lists(graded(severity, dimensions), min_size=least, max_size=2)


_places = st.builds(
    lambda path, span: Location(path=path, start_line=min(span), end_line=max(span)),
    st.sampled_from(["src/a.py", "Makefile", "docs/a b.md", "lib/x-y/z.test.ts"]),
    st.tuples(_lines, _lines),
)
checks = st.builds(CheckItem, text=said, places=st.lists(_places, max_size=3, unique=True).map(tuple))
