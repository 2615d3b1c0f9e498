"""Requests for runs, held against a project without a command line."""

from pathlib import Path
from typing import Any

import pytest

from critloop.model.errors import UsageProblem
from critloop.starting import Proposal, Wanted, propose
from tests.support.world import MemoryJournal


def proposal(folder: Path, loop: str, subject: str | None = None, **given: Any) -> Proposal:
    """What a request made in a folder would start."""
    wanted = Wanted(loop=loop, folder=str(folder), subject=subject, **given)
    return propose(wanted.settings(), wanted, MemoryJournal(), run="run1")


def refusal(folder: Path, loop: str, subject: str | None = None, **given: Any) -> UsageProblem:
    """What is said of a request that can't be met."""
    with pytest.raises(UsageProblem) as caught:
        proposal(folder, loop, subject, **given)
    return caught.value
