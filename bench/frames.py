"""What a person waits for: the first frame, and a stored run with 1,000 findings, beside an empty Textual app.

Run: ``python -m bench.frames``. Every program runs in a terminal of 120 × 40, in turns.
"""

import os
import statistics
import sys
import tempfile
import time
from collections.abc import Sequence
from pathlib import Path

from bench.commands import SCRIPT
from bench.figures import Figure
from bench.stream_pty import Terminal
from critloop.journal.sqlite import SqliteJournal
from critloop.model import events as ev
from critloop.model.finding import Evidence, Finding, Location, Severity
from critloop.model.outcome import Outcome
from critloop.model.report import Report, Verdict
from critloop.model.run import RunSpec, Unit
from critloop.model.turn import AgentRef, Reply, Role
from critloop.model.workcopy import Origin, Snapshot

RUNS = 9
FINDINGS = 1000
EMPTY = [sys.executable, "-c", "from textual.app import App; App().run()"]
FRAME = b"\x1b[1;1H"
SHOWN = [b"spec \xc2\xb7 spec.md", b"said of finding 0005", b"EVIDENCE", b" finding 0000", b" finding 0009", b"board"]
"""Of the full screen: the header, the critic's last turn, the table's head and rows, the key bar."""


def stored_run(data: Path, root: Path) -> str:
    """A finished run with 1,000 findings in the store of a data folder; its id."""
    who = AgentRef(agent="builtin")
    spec = RunSpec(run="benchrun", loop="spec", subject="spec.md", root=str(root), maker=who, critic=who)
    (root / "spec.md").write_text("# Spec\n")
    origin = Origin(
        kind="plain",
        root=str(root),
        subject="spec.md",
        head=None,
        branch=None,
        subject_hash="0",
        subject_dirty=False,
        others_dirty=False,
        seed="r0",
    )
    unit = Unit(id="spec", name="spec.md", path="spec.md")
    snapshot = Snapshot(revision="r0", tree="r0", text_hash="0", lines=FINDINGS, bytes=0)
    started = ev.TurnStarted(
        turn="t1",
        role=Role.CRITIC,
        unit="spec",
        round=1,
        attempt=1,
        agent=who,
        prompt="Review it.",
        prompt_hash="0",
        revision="r0",
    )
    findings = tuple(_finding(number) for number in range(FINDINGS))
    report = Report(
        format="spec", verdicts=(Verdict(name="Status", text="Issues Found", passed=False),), findings=findings
    )
    matches = tuple(ev.Match(finding=f"F{number + 1}", blocking=True) for number in range(FINDINGS))
    reply = Reply(text="\n".join(f"- said of {finding.title}" for finding in findings))
    reviewed = ev.Reviewed(turn="t1", unit="spec", round=1, revision="r0", report=report, matches=matches)
    happened: list[ev.Event] = [
        ev.RunCreated(spec=spec, version="0"),
        ev.RunPrepared(origin=origin, units=(unit,)),
        ev.SnapshotTaken(unit="spec", round=1, snapshot=snapshot),
        started,
        ev.TurnEnded(turn="t1", reply=reply),
        reviewed,
        ev.RunFinished(outcome=Outcome.ABORTED, reason="for the benchmark"),
    ]
    journal = SqliteJournal(data / "critloop.db")
    journal.append("benchrun", 0, happened, at=time.time())
    journal.close()
    return spec.run


def _finding(number: int) -> Finding:
    return Finding(
        severity=Severity.HIGH,
        label="Issue",
        dimension="clarity",
        title=f"finding {number:04}",
        issue=f"Point {number} leaves open what is meant.",
        location=Location(path="spec.md", start_line=number + 1, section=f"Section {number}"),
        evidence=Evidence(quote=f"Point {number}", status="verified"),
    )


def shown_ms(command: Sequence[str], wanted: Sequence[bytes], data: Path, folder: Path) -> float:
    """Milliseconds from the start of a program until all of this was written to its terminal."""
    environment = dict(os.environ, TERM="xterm-256color", COLORTERM="truecolor", CRITLOOP_DATA=str(data))
    environment.pop("PYTHONDONTWRITEBYTECODE", None)  # an installed package has its bytecode beside it
    start = time.perf_counter()
    terminal = Terminal(["sh", "-c", 'cd "$1" && shift && exec "$@"', "sh", str(folder), *command], environment)
    for text in wanted:
        assert terminal.saw(text, 20), f"{command} never showed {text!r}: {terminal.output[-2000:]!r}"
    taken = (time.perf_counter() - start) * 1000
    terminal.process.kill()
    terminal.close()
    return taken


def figures() -> list[Figure]:
    """Both figures, their programs run in turns."""
    with tempfile.TemporaryDirectory() as name:
        data, root = Path(name) / "data", Path(name) / "project"
        data.mkdir()
        root.mkdir()
        run = stored_run(data, root)
        dashboard = [str(SCRIPT), "resume", run]
        programs: dict[str, tuple[list[str], list[bytes]]] = {
            "empty": (EMPTY, [FRAME]),
            "first": (dashboard, [FRAME]),
            "full": (dashboard, [f"Findings {FINDINGS}".encode(), *SHOWN]),
        }
        times: dict[str, list[float]] = {key: [] for key in programs}
        for _ in range(RUNS + 1):
            for key, (command, wanted) in programs.items():
                times[key].append(shown_ms(command, wanted, data, root))
    median = {key: statistics.median(values[1:]) for key, values in times.items()}
    reference, plain = median["empty"], "an empty Textual app"
    return [
        Figure("first frame", median["first"], "ms", reference, plain, 1.25, bar_is_ratio=True),
        Figure(
            f"a stored run, {FINDINGS} findings shown", median["full"], "ms", reference, plain, 1.6, bar_is_ratio=True
        ),
    ]


def main() -> int:
    """Measure and print; 1 when a bar is missed."""
    found = figures()
    for figure in found:
        print(figure.line())
    return 0 if all(figure.met for figure in found) else 1


if __name__ == "__main__":
    sys.exit(main())
