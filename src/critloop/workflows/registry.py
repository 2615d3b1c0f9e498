"""The loops by name."""

from critloop.model.errors import UsageProblem
from critloop.workflows.policy import Policy
from critloop.workflows.spec import SpecPolicy

POLICIES: dict[str, Policy] = {"spec": SpecPolicy()}


def policy_of(loop: str) -> Policy:
    """The policy of a loop.

    Raises:
        UsageProblem: There is no such loop.
    """
    try:
        return POLICIES[loop]
    except KeyError:
        raise UsageProblem(f"no loop is called {loop!r}", f"loops: {', '.join(POLICIES)}") from None
