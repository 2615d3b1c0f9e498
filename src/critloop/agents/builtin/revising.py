"""The built-in generator of polish: gaps that a mechanical repair closes, and nothing else."""

from dataclasses import dataclass

from critloop.agents.builtin.scoring import artifact_of
from critloop.checks.criteria import Artifact, Understood, understand
from critloop.model.finding import Answer, AnswerKind
from critloop.model.ports import TurnRequest

BEYOND = "no mechanical repair closes this gap; the author has to"


@dataclass(frozen=True, slots=True)
class Revision:
    """The revised text, and the answer to each gap."""

    text: str
    answers: dict[str, Answer]


def revise(request: TurnRequest) -> Revision:
    """Close the gaps one after the other; a repair counts where its criterion is met and no other is lost by it."""
    known = {one.id: understand(one.text) for one in request.criteria.criteria} if request.criteria else {}
    artifact = artifact_of(request)
    answers: dict[str, Answer] = {}
    for item in request.findings:
        wanted = known.get(item.finding.dimension)
        closed = _closed(wanted, artifact, [one for one in known.values() if one]) if wanted else None
        if closed is None:
            answers[item.id] = Answer(kind=AnswerKind.CANNOT_FIX, reason=BEYOND)
        else:
            artifact = closed
            answers[item.id] = Answer(kind=AnswerKind.FIXED, reason="repaired mechanically; the criterion is met now")
    return Revision(artifact.text, answers)


def _closed(wanted: Understood, artifact: Artifact, others: list[Understood]) -> Artifact | None:
    """The text with the gap closed; None where that takes more than a repair."""
    if wanted.judge(artifact).met:
        return artifact
    repaired = Artifact(wanted.repair(artifact), artifact.around)
    held = all(one.judge(repaired).met for one in others if one.judge(artifact).met)
    return repaired if repaired.text.strip() and wanted.judge(repaired).met and held else None
