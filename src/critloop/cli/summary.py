"""A run in a few lines: outcome, what is open, what was done, what became of the file, what to do next."""

import textwrap
from pathlib import Path

from critloop.cli.progress import causes_line
from critloop.export.plain import one_line
from critloop.export.result import unreviewed
from critloop.export.standing import standing_words, waits_for_bring_back
from critloop.loop.state import RunState, TrackedFinding


def summary(state: RunState, *, held: bool | None = None, work_copy: Path | None = None) -> str:
    """The lines, without a line end after the last.

    ``held`` says whether a process is advancing the run; ``work_copy`` is where its own files lie.
    """
    lines = [_heading(state, held), *_judged(state), _spent(state), *_open_findings(state), *_commits(state)]
    lines += [*_file(state), *([f"work copy: {work_copy}"] if work_copy and not state.brought_back else [])]
    lines += [f"next: {command}" for command in next_commands(state)]
    return "\n".join(_cleaned(line) for line in lines)


def _cleaned(line: str) -> str:
    indent = len(line) - len(line.lstrip(" "))
    return " " * indent + one_line(line)


def wrapped(text: str, columns: int) -> str:
    """The text with its lines broken between words, the rest of a line under its beginning."""
    lines = []
    for line in text.splitlines():
        indent = " " * (len(line) - len(line.lstrip(" ")) + 2)
        lines += textwrap.wrap(line, max(columns, 20), subsequent_indent=indent, break_on_hyphens=False) or [""]
    return "\n".join(lines)


def _heading(state: RunState, held: bool | None) -> str:
    spec = state.spec
    reason = f" — {state.outcome_reason}" if state.outcome_reason else ""
    standing = standing_words(state, held=held)
    if gate := state.open_gate:
        standing, reason = "waiting", f" — {causes_line(gate.causes)}"
    return f"{standing}: {spec.loop} review of {spec.subject}, run {spec.run}{reason}"


def _spent(state: RunState) -> str:
    usage = state.usage
    counts = {"rounds": len(state.rounds), "commits": len(state.commits), "tokens": usage.tokens}
    return ", ".join(f"{name}: {count}" for name, count in counts.items()) + f", time: {usage.seconds:.1f} s"


def _judged(state: RunState) -> list[str]:
    """Who judged, and what the last report says of its own reach."""
    if not state.rounds:
        return []
    said = state.rounds[-1].report.summary
    return [f"critic: {state.spec.critic}" + (f" — {said}" if said else "")]


def _open_findings(state: RunState) -> list[str]:
    found = sorted(state.open_findings(), key=lambda finding: finding.finding.severity.rank)
    if not found:
        return ["open findings: none"]
    return [f"open findings: {len(found)}", *map(_finding, found)]


def _finding(tracked: TrackedFinding) -> str:
    finding, place = tracked.finding, tracked.finding.location
    where = ", ".join(str(part) for part in (place.section, place.start_line) if part)
    progress = f" [{tracked.progress.value}]" if tracked.progress else ""
    said = tracked.answer
    answer = f" — maker: {said.kind.value.replace('_', ' ')}, {said.reason}" if said and said.reason else ""
    heading = f"  {tracked.id} {finding.severity.value.upper()} {finding.dimension}: {finding.title}"
    return heading + (f" ({where})" if where else "") + progress + answer


def _commits(state: RunState) -> list[str]:
    late = {made.commit.sha for made in unreviewed(state)}
    return [
        f"  {made.commit.sha[:10]} {made.commit.subject}" + (" (not reviewed)" if made.commit.sha in late else "")
        for made in state.commits
    ]


def _file(state: RunState) -> list[str]:
    if state.bring_back_undone:
        return ["your file: the result was taken out again"]
    if done := state.brought_back:
        branch = f"; branch {done.branch} holds the commits" if done.branch else ""
        return [f"your file: has the result{branch}"]
    if waits_for_bring_back(state) and state.preview:
        words = {
            "fast_forward": "as it was; the result is ready to be brought back",
            "write": "as it was; the result is ready to be brought back",
            "merge": "as it was; it changed since the run began, so the result needs a merge that you look at",
            "blocked": f"as it was; the result can't be brought back now: {state.preview.reason}",
        }
        left = f"; branch {state.preview.branch} in your repository holds it" if state.preview.branch else ""
        return [f"your file: {words.get(state.preview.mode, 'as it was')}{left}"]
    return ["your file: as it was"]


def next_commands(state: RunState) -> list[str]:
    """What can be typed next, each with what it does."""
    run = state.spec.run
    if state.open_gate:
        guidance = "" if state.spec.maker.agent == "builtin" else "; --guidance TEXT tells the maker something"
        return [
            f"critloop decide {run} continue:1 (another round{guidance})",
            f"critloop decide {run} approve --reason TEXT (accept what is open as known)",
            f"critloop decide {run} abort (stop here; your file stays as it was)",
        ]
    if waits_for_bring_back(state):
        return [f"critloop resume {run} (look at the result and take it)"]
    if state.outcome is None:
        return [f"critloop resume {run} (go on)"]
    if state.brought_back and not state.bring_back_undone:
        return [f"critloop undo {run} (take the result out again)"]
    if state.bring_back_accepted is False or state.bring_back_undone:
        return [f"critloop resume {run} (look at the result again and take it)"]
    return []
