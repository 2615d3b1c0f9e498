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
        retryable: It ended because nobody could read its reports, and can be taken up again.
        chain: The run is a chain: its units are runs.
        units: Units of the run, or links of the chain; 0 where the subject is one unit.
        turn_running: A turn of this process is under way.
        gate_open: A human is asked.
        bring_back_waits: The result waits for a yes or no.
        offerable: The result was declined, and can be offered again.
        rounds: Rounds that the run has by now.
        position: 0-based index of the past round that is shown; None when live.
        tab: The id of the tab in front.
        findings: Rows of the findings table after filtering.
        marks: Findings marked in the document.
        hunks: Hunks of the diff.
        commits: Commits of the span that the diff shows.
        steps_back: Earlier rounds that the diff could begin from.
        copyable: The tab in front has a text.
        unwritten: What the gate is about has not been written yet.
        unverified: Rows that a reviewer could not verify and nobody has settled.
        at_item: The cursor is on such a row.
        settled: Rows that the human has chosen a ruling for.
        runs: Rows of the board.
        armed: Approving or discarding was confirmed and waits for the last word.
        closable: There is a screen to go back to.
        blocked: Why the offered result can't be brought back now.
    """

    mode: Mode = "idle"
    holder: str = ""
    loaded: bool = True
    finished: bool = False
    retryable: bool = False
    chain: bool = False
    units: int = 0
    turn_running: bool = False
    gate_open: bool = False
    bring_back_waits: bool = False
    offerable: bool = False
    rounds: int = 0
    position: int | None = None
    tab: str = "findings"
    findings: int = 0
    marks: int = 0
    hunks: int = 0
    commits: int = 0
    steps_back: int = 0
    copyable: bool = False
    unwritten: bool = False
    unverified: int = 0
    at_item: bool = False
    settled: int = 0
    runs: int = 0
    armed: bool = False
    closable: bool = False
    blocked: str = ""
