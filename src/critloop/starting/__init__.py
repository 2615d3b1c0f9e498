"""From what somebody asks for to the specification of a run, with everything that can be wrong found beforehand."""

from critloop.starting.proposing import Proposal, outline, propose
from critloop.starting.wanted import Wanted

__all__ = ["Proposal", "Wanted", "outline", "propose"]
