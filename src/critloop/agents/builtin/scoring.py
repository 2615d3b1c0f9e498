"""The built-in evaluator and extractor of polish, over criteria that a machine can decide."""

import json
from collections.abc import Sequence

from critloop.agents.builtin.judgement import Judgement
from critloop.checks.criteria import Artifact, Judged, machine_criteria, understand
from critloop.checks.surroundings import Surroundings
from critloop.model.criteria import Criteria, Criterion, Score
from critloop.model.errors import AgentProblem
from critloop.model.ports import TurnRequest
from critloop.model.report import Report, Verdict
from critloop.model.run import PolishInputs
from critloop.reports.evaluation import write_evaluation


def extract(request: TurnRequest) -> Judgement:
    """The goal as criteria.

    Raises:
        AgentProblem: A part of the goal is beyond the checks.
    """
    inputs = request.spec.inputs if request.spec and isinstance(request.spec.inputs, PolishInputs) else None
    found = machine_criteria(inputs.goal) if inputs else None
    if inputs is None or found is None:
        raise AgentProblem(
            "the goal is beyond the built-in checks",
            "word it in the forms that docs/criteria.md lists, or name an agent as the extractor",
            final=True,
        )
    value = {
        "criteria": [{"id": one.id, "text": one.text} for one in found.criteria],
        "threshold": _threshold(inputs, found),
        "cap": found.cap,
    }
    return Judgement(json.dumps(value, indent=2, ensure_ascii=False) + "\n")


def _threshold(inputs: PolishInputs, found: Criteria) -> str:
    wanted = found.but({"threshold": inputs.threshold or found.threshold})
    return wanted.threshold if wanted.needed <= len(found.criteria) else found.threshold


def evaluate(request: TurnRequest) -> Judgement:
    """The scores of all criteria; a sentence that says that there was no review where one can't be decided.

    Raises:
        AgentProblem: There are no criteria.
    """
    if request.criteria is None:
        raise AgentProblem("there are no criteria to score", final=True)
    criteria = request.criteria
    artifact = artifact_of(request)
    judged = [_judged(one, artifact) for one in criteria.criteria]
    if reasons := [
        _undecided(one, said) for one, said in zip(criteria.criteria, judged, strict=True) if said.met is None
    ]:
        return Judgement(f"I could not review the text: {'; '.join(reasons)}.\n")
    scores = tuple(
        Score(criterion_id=one.id, passed=said.met is True, gap=said.gap)
        for one, said in zip(criteria.criteria, judged, strict=True)
    )
    return Judgement(write_evaluation(_report(scores, criteria), criteria) + "\n")


def artifact_of(request: TurnRequest) -> Artifact:
    """The text that is scored, with the files that its links can lead to."""
    return Artifact(request.text, Surroundings.of(request.folder, request.folder / request.unit.path))


def _judged(criterion: Criterion, artifact: Artifact) -> Judged:
    understood = understand(criterion.text)
    if understood is None:
        return Judged(met=None, gap="its words are beyond the built-in checks, see docs/criteria.md")
    return understood.judge(artifact)


def _undecided(criterion: Criterion, said: Judged) -> str:
    return f"criterion {criterion.id} ({' '.join(criterion.text.split())}) can't be decided: {said.gap}"


def _report(scores: Sequence[Score], criteria: Criteria) -> Report:
    passed = sum(score.passed for score in scores) >= criteria.needed
    verdict = Verdict(name="overall", text="pass" if passed else "fail", passed=passed)
    return Report(format="evaluation", verdicts=(verdict,), scores=tuple(scores))
