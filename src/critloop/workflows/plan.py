"""The plan loop (source: document-review.txt, "Plan Document Reviewer")."""

from critloop.model.criteria import Criteria
from critloop.model.material import Material, UnitText
from critloop.model.report import ReadResult
from critloop.model.run import RunSpec, Unit
from critloop.model.sections import sections
from critloop.workflows.policy import Policy


class PlanPolicy(Policy):
    """A plan is judged chunk by chunk; a chunk is judged again when its text changes."""

    name = "plan"
    several = True
    piecewise = True
    keeps_units = True

    def units(self, spec: RunSpec, material: Material) -> tuple[UnitText, ...]:
        """The plan's chunks."""
        from critloop.workflows.plans.cutting import cut_plan  # noqa: PLC0415 - the other loops needn't load it

        lines = material.text.splitlines(keepends=True)
        found = []
        for chunk in cut_plan(material.text).chunks:
            # Blank lines between two chunks are no one's: adding a chunk leaves the one before as it was.
            text = "".join(lines[chunk.start_line - 1 : chunk.end_line]).rstrip() + "\n"
            unit = Unit(
                id=chunk.id, name=chunk.name, path=spec.subject, start_line=chunk.start_line, end_line=chunk.end_line
            )
            found.append(UnitText(unit=unit, text=text, sections=sections(text)))
        return tuple(found)

    def read(self, reply: str, criteria: Criteria | None) -> ReadResult:
        """A review of one chunk."""
        from critloop.reports.plan import read_plan_review  # noqa: PLC0415 - only what reads replies needs it

        del criteria
        return read_plan_review(reply, whole=True)
