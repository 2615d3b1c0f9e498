"""The spec loop (source: document-review.txt, "Spec Document Reviewer" and "Error Handling")."""

from critloop.model.criteria import Criteria
from critloop.model.report import ReadResult
from critloop.model.run import Unit
from critloop.workflows.policy import Policy


class SpecPolicy(Policy):
    """A spec is one unit; issues block it, recommendations never do."""

    name = "spec"

    def read(self, reply: str, criteria: Criteria | None, unit: Unit | None = None, place: int = 0) -> ReadResult:
        """A spec review."""
        from critloop.reports.spec import read_spec_review  # noqa: PLC0415 - only what reads replies needs it

        del criteria, unit, place
        return read_spec_review(reply, whole=True)
