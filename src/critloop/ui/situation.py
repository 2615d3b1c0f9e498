"""What can be done right now depends on this much of the dashboard, and on nothing else."""

from typing import Literal

from msgspec import Struct

Mode = Literal["idle", "driving", "paused", "watching"]
"""This process: does nothing with the run, advances it, holds it between turns, follows another process."""


class Situation(Struct, frozen=True):
    """Where the human is and what stands there; the predicates of ``actions`` read only this.

    Attributes:
        mode: What this process does with the run.
        holder: The process that advances the run, where it is another one.
        loaded: The run has been read.
        finished: The run has an outcome.
        turn_running: A turn of this process is under way.
        gate_open: A human is asked.
        bring_back_waits: The result waits for a yes or no.
        rounds: Rounds that the run has by now.
        position: 0-based index of the past round that is shown; None when live.
        tab: The id of the tab in front.
        findings: Rows of the findings table after filtering.
        marks: Findings marked in the document.
        hunks: Hunks of the diff.
        commits: Commits of the span that the diff shows.
        steps_back: Earlier rounds that the diff could begin from.
        copyable: The tab in front has a text.
        runs: Rows of the board.
        armed: Approving or discarding was confirmed and waits for the last word.
        closable: There is a screen to go back to.
        blocked: Why the offered result can't be brought back now.
    """

    mode: Mode = "idle"
    holder: str = ""
    loaded: bool = True
    finished: bool = False
    turn_running: bool = False
    gate_open: bool = False
    bring_back_waits: bool = False
    rounds: int = 0
    position: int | None = None
    tab: str = "findings"
    findings: int = 0
    marks: int = 0
    hunks: int = 0
    commits: int = 0
    steps_back: int = 0
    copyable: bool = False
    runs: int = 0
    armed: bool = False
    closable: bool = False
    blocked: str = ""
