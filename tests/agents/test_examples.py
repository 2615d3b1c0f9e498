"""The examples, played through the whole program in a repository of their own."""

import json
import shutil
import subprocess
from pathlib import Path

import pytest

from critloop.app import Critloop
from critloop.config import Settings
from critloop.loop.state import RunState
from critloop.model.gate import GateDecision, GateReason
from critloop.model.outcome import Outcome
from critloop.model.turn import AgentRef

EXAMPLES = Path(__file__).parents[2] / "examples"


@pytest.fixture
def project(tmp_path: Path) -> Path:
    """A repository with the examples in it, the recording played at once."""
    folder = tmp_path / "project"
    shutil.copytree(EXAMPLES, folder / "examples")
    recording = folder / "examples/five-rounds.jsonl"
    head, _, turns = recording.read_text(encoding="utf-8").partition("\n")
    recording.write_text(json.dumps({**json.loads(head), "pace": 0}) + "\n" + turns, encoding="utf-8")
    identity = ["-c", "user.name=Ann", "-c", "user.email=ann@example.org"]
    for command in (["init", "-q"], ["add", "-A"], [*identity, "commit", "-qm", "Begin"]):
        subprocess.run(["git", "-C", str(folder), *command], check=True)
    return folder


def program(project: Path) -> Critloop:
    return Critloop(Settings.load(project), data=project.parent / "data")


def reasons(state: RunState) -> list[GateReason]:
    return [cause.reason for cause in state.open_gate.causes] if state.open_gate else []


async def test_the_sample_spec_is_repaired_as_far_as_a_machine_can_and_left_to_its_author(project: Path) -> None:
    critloop = program(project)
    builtin = AgentRef(agent="builtin")
    spec = critloop.new_spec("spec", project / "examples/ledger-export-spec.md", maker=builtin, critic=builtin)
    state = await critloop.advance(critloop.create(spec))
    assert reasons(state) == [GateReason.NEEDS_AUTHOR]
    assert len(state.commits) == 4
    assert [tracked.finding.dimension for tracked in state.blocking("spec")] == ["completeness", "completeness"]


async def test_the_recording_reaches_the_gate_at_the_fifth_round_and_goes_on_from_there(project: Path) -> None:
    critloop = program(project)
    player = AgentRef(agent=f"replay:{project}/examples/five-rounds.jsonl")
    spec = critloop.new_spec("spec", project / "examples/locker-codes-spec.md", maker=player, critic=player)
    run = critloop.create(spec)
    state = await critloop.advance(run)
    assert (reasons(state), len(state.rounds)) == ([GateReason.ITERATIONS], 5)
    assert [len(r.open) for r in state.rounds] == [4, 3, 3, 3, 2]
    critloop.decide(run, GateDecision(choice="continue", by="ann"))
    state = await critloop.advance(run)
    assert (reasons(state), len(state.rounds)) == ([GateReason.ITERATIONS], 6)
    critloop.decide(run, GateDecision(choice="continue", by="ann"))
    state = await critloop.advance(run, bring_back="yes")
    assert state.outcome is Outcome.APPROVED
    assert "three times in an hour" in (project / "examples/locker-codes-spec.md").read_text(encoding="utf-8")
