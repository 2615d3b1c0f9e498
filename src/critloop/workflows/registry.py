"""The loops by name."""

from critloop.model.errors import UsageProblem
from critloop.workflows.branch import BranchPolicy
from critloop.workflows.docs import DocsPolicy
from critloop.workflows.plan import PlanPolicy
from critloop.workflows.policy import Policy
from critloop.workflows.polish import PolishPolicy
from critloop.workflows.spec import SpecPolicy
from critloop.workflows.task import TaskPolicy

POLICIES: dict[str, Policy] = {
    policy.name: policy
    for policy in (SpecPolicy(), PlanPolicy(), DocsPolicy(), TaskPolicy(), BranchPolicy(), PolishPolicy())
}


def policy_of(loop: str) -> Policy:
    """The policy of a loop.

    Raises:
        UsageProblem: There is no such loop.
    """
    try:
        return POLICIES[loop]
    except KeyError:
        raise UsageProblem(f"no loop is called {loop!r}", f"loops: {', '.join(POLICIES)}") from None
