"""The docs loop (source: docs-critique.txt, "Severity Rubric" and "Phase 5: Fix Loop")."""

from pathlib import PurePosixPath

from critloop.model.criteria import Criteria
from critloop.model.finding import Finding, Severity
from critloop.model.gate import GateReason
from critloop.model.report import Malformed, ReadResult, Report
from critloop.model.run import RunSpec, Unit
from critloop.model.turn import Duty
from critloop.workflows.policy import Policy, Touch

NAVIGATION = frozenset(
    {
        "sidebars.js",
        "sidebars.ts",
        "sidebars.json",
        "mkdocs.yml",
        "mkdocs.yaml",
        "zensical.toml",
        "_toc.yml",
        "SUMMARY.md",
        "index.rst",
        "toctree.rst",
    }
)
"""Files in which a site lists its pages; a maker may add the page's entry."""


class DocsPolicy(Policy):
    """HIGH iterates until fixed, MEDIUM goes to the maker once, LOW gets a single pass at the end."""

    name = "docs"
    single_file = False
    rounds = 3
    limit_reason = GateReason.CAP
    fixes_at_limit = True
    ends_unread = True

    def read(self, reply: str, criteria: Criteria | None, unit: Unit | None = None, place: int = 0) -> ReadResult:
        """A docs critic report; the file that its title names, where it names one, is the page."""
        from critloop.reports.about import other_page  # noqa: PLC0415 - only what reads replies needs it
        from critloop.reports.docs import read_docs_report  # noqa: PLC0415 - the same

        del criteria, place
        result = read_docs_report(reply)
        if unit is None or not isinstance(result, Report) or not other_page(reply, unit):
            return result
        return Malformed(kind="missing_section", reason="The title names another page than the one that was given.")

    def once(self, finding: Finding) -> bool:
        """MEDIUM iterates once."""
        return finding.severity is Severity.MEDIUM

    def closing(self, finding: Finding) -> bool:
        """LOW is fixed if that is easy, and not looked at again."""
        return finding.severity is Severity.LOW

    def deferral(self, finding: Finding) -> str:
        """Nothing is put off: LOW goes to the maker too."""
        del finding
        return ""

    def may_touch(self, spec: RunSpec, unit: Unit, path: str, duty: Duty) -> Touch:
        """The page and its entry in the site's navigation; what a skill has to write, but no skill and no setting."""
        if path == unit.path:
            return "yes"
        if PurePosixPath(path).parts[:1] in ((".claude",), (".critloop",)) or path == "critloop.toml":
            return "no"
        by_skill = duty == "create" and spec.create is not None and spec.create.skill
        if by_skill:
            return "marked"
        return "entry" if PurePosixPath(path).name in NAVIGATION else "no"
