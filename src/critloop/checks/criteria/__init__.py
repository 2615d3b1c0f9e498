"""Criteria that a machine can decide: from their words to a check, or word that they are beyond it."""

from critloop.checks.criteria.artifact import Artifact, Judged
from critloop.checks.criteria.goals import can_extract, machine_criteria
from critloop.checks.criteria.understanding import Understood, understand

__all__ = ["Artifact", "Judged", "Understood", "can_extract", "machine_criteria", "understand"]
