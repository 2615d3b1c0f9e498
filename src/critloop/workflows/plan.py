"""The plan loop (source: document-review.txt, "Plan Document Reviewer")."""

from collections.abc import Sequence

from critloop.model.criteria import Criteria
from critloop.model.material import Material, UnitText
from critloop.model.report import Malformed, ReadResult, Report
from critloop.model.run import RunSpec, Unit
from critloop.model.sections import sections
from critloop.workflows.policy import Policy


class PlanPolicy(Policy):
    """A plan is judged chunk by chunk; a chunk is judged again when its text changes."""

    name = "plan"
    several = True
    piecewise = True
    keeps_units = True

    def units(self, spec: RunSpec, material: Material, known: Sequence[Unit] = ()) -> tuple[UnitText, ...]:
        """The plan's chunks, each with the preamble and the constraints that bind it."""
        from critloop.workflows.plans.cutting import chunk_text, cut_plan  # noqa: PLC0415 - the other loops needn't load it

        del known
        cut = cut_plan(material.text)
        lines = material.text.splitlines(keepends=True)
        found = []
        for chunk in cut.chunks:
            # Blank lines between two chunks are no one's: adding a chunk leaves the one before as it was.
            text = "".join(lines[chunk.start_line - 1 : chunk.end_line]).rstrip() + "\n"
            unit = Unit(
                id=chunk.id, name=chunk.name, path=spec.subject, start_line=chunk.start_line, end_line=chunk.end_line
            )
            around = chunk_text(material.text, cut, chunk).context.rstrip()
            found.append(UnitText(unit=unit, text=text, sections=sections(text), around=around))
        return tuple(found)

    def read(self, reply: str, criteria: Criteria | None, unit: Unit | None = None, place: int = 0) -> ReadResult:
        """A review of one chunk; the number that its title gives, where it gives one, is that chunk's."""
        from critloop.reports.about import other_chunk  # noqa: PLC0415 - only what reads replies needs it
        from critloop.reports.plan import read_plan_review  # noqa: PLC0415 - the same

        del criteria
        result = read_plan_review(reply, whole=True)
        if unit is None or not isinstance(result, Report) or not other_chunk(reply, unit, place):
            return result
        return Malformed(kind="missing_section", reason="The title names another chunk than the one that was given.")
