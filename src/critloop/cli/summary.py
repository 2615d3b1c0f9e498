"""A run in a few lines: outcome, what is open, what was done, what became of the file, what to do next."""

import shlex
import textwrap
from collections.abc import Sequence
from pathlib import Path

from critloop.cli.progress import causes_line
from critloop.export import details
from critloop.export.plain import one_line
from critloop.export.result import unreviewed
from critloop.export.reviewed import reviewed
from critloop.export.standing import standing_words, waits_for_bring_back
from critloop.loop.state import RunState, TrackedFinding
from critloop.model.finding import FindingStatus, Location
from critloop.model.gate import GateReason
from critloop.model.outcome import Outcome
from critloop.model.workcopy import BringBackPreview

ITEM = 160
"""Characters of something unverified that the summary shows; the export has all of it."""


def summary(
    state: RunState, *, held: bool | None = None, work_copy: Path | None = None, left_out: Sequence[str] = ()
) -> str:
    """The lines, without a line end after the last.

    ``held`` says whether a process is advancing the run; ``work_copy`` is where its own files lie;
    ``left_out`` are files of a diff whose content no reviewer was shown.
    """
    lines = [_heading(state, held), *_judged(state), _spent(state), *_listed("units", details.unit_lines(state))]
    lines += [*_listed("criteria", details.criteria_lines(state)), *_open_findings(state), *_known_issues(state)]
    lines += [*_listed("not verified from the diff", details.item_lines(state, ITEM)), *_commits(state)]
    lines += [*_listed("tests", details.test_lines(state))]
    lines += [*_listed("tests that reviewers would run", details.wanted_lines(state))]
    lines += [*_listed("exploration", details.exploration_lines(state) if state.spec.range else [])]
    lines += [*_listed("not reviewed", reviewed(state, left_out).excluded)]
    lines += [*_file(state), *([f"work copy: {work_copy}"] if work_copy and not state.brought_back else [])]
    lines += [f"next: {command}" for command in next_commands(state)]
    return "\n".join(_cleaned(line) for line in lines)


def _listed(title: str, lines: Sequence[str]) -> list[str]:
    """A heading with its lines below it; nothing where there are none."""
    return [f"{title}:", *(f"  {line}" for line in lines)] if lines else []


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
    reason = f" — {state.outcome_reason}" if state.outcome_reason and not state.bring_back_undone else ""
    standing = standing_words(state, held=held)
    if gate := state.open_gate:
        standing, reason = "waiting", f" — {causes_line(gate.causes)}"
    return f"{standing}: {spec.loop} review of {spec.title}, run {spec.run}{reason}"


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
    return [f"open findings: {len(found)}", *(_finding(item, state) for item in found)]


def _known_issues(state: RunState) -> list[str]:
    """What a human has let stay, with the reason: an approval names it."""
    known = [item for item in state.findings.values() if item.status is FindingStatus.ACCEPTED]
    return [f"known issues: {len(known)}", *(_known(item, state) for item in known)] if known else []


def _known(tracked: TrackedFinding, state: RunState) -> str:
    finding = tracked.finding
    until = f", until {tracked.expires}" if tracked.expires else ""
    said = f" — accepted by {tracked.owner or 'somebody'}: {tracked.note}{until}"
    where = f" ({file})" if (file := _file_of(finding.location, state)) else ""
    return f"  {tracked.id} {finding.severity.value.upper()} {finding.dimension}: {finding.title}{where}{said}"


def _file_of(place: Location, state: RunState) -> str:
    """``path:line`` of a place; empty where it goes without saying which file is meant."""
    if not place.path or (state.spec.range is None and place.path == state.spec.subject):
        return ""
    return f"{place.path}:{place.start_line}" if place.start_line else place.path


def _finding(tracked: TrackedFinding, state: RunState) -> str:
    finding, place = tracked.finding, tracked.finding.location
    where = ", ".join(str(part) for part in (place.section, _file_of(place, state) or place.start_line) if part)
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
    several = _several(state)
    name, as_before = ("your files", "as they were") if several else ("your file", "as it was")
    if state.bring_back_undone:
        return [f"{name}: the result was taken out again"]
    if done := state.brought_back:
        branch = f"; branch {done.branch} holds the commits" if done.branch else ""
        taken = "have the result" if several else "has the result"
        return [f"{name}: {as_before if done.mode == 'branch' else taken}{branch}"]
    if waits_for_bring_back(state) and state.preview:
        left = f"; branch {state.preview.branch} in your repository holds it" if state.preview.branch else ""
        return [f"{name}: {as_before}{_offer(state.preview, several=several)}{left}"]
    beside = state.beside.path if state.beside and state.open_gate else ""
    return [f"{name}: {as_before}{f'; the best version lies beside it: {beside}' if beside else ''}"]


def _several(state: RunState) -> bool:
    files = state.brought_back.files if state.brought_back else state.preview.files if state.preview else ()
    return state.spec.range is not None or len(files) > 1


def _offer(preview: BringBackPreview, *, several: bool) -> str:
    changed = "one of them" if several else "it"
    words = {
        "fast_forward": "; the result is ready to be brought back",
        "write": "; the result is ready to be brought back",
        "branch": "; the result is ready to be left as a branch",
        "merge": f"; {changed} changed since the run began, so the result needs a merge that you look at",
        "blocked": f"; the result can't be brought back now: {preview.reason}",
    }
    return words.get(preview.mode, "")


def _by_hand(state: RunState) -> list[str]:
    """The way out where only the author can settle it: in the file itself, which this run doesn't see."""
    gate = state.open_gate
    needed = gate is not None and any(cause.reason is GateReason.NEEDS_AUTHOR for cause in gate.causes)
    if not needed or state.spec.range is not None or not state.spec.subject:
        return []
    file = shlex.quote(str(Path(state.spec.root) / state.spec.subject))
    return [f"critloop {state.spec.loop} {file} (once you have settled it there: a new review, of your text)"]


def next_commands(state: RunState) -> list[str]:
    """What can be typed next, each with what it does."""
    run = state.spec.run
    if state.open_gate:
        items = [item.id for item in state.items.values() if item.status == "open"]
        each = f"settle each: {', '.join(items)}" if len(items) > 1 else "settle it"
        ways = "refute: it holds; uphold: it is a gap; accept: it stays, as known"
        settle = (
            [f"critloop rule {run} {items[0]} refute|uphold|accept --reason TEXT ({each}; {ways})"] if items else []
        )
        guidance = "" if state.spec.maker.agent == "builtin" else "; --guidance TEXT tells the maker something"
        return [
            *settle,
            *_by_hand(state),
            f"critloop decide {run} continue:1 (another round{guidance})",
            f"critloop decide {run} approve --reason TEXT (accept what is open as known)",
            f"critloop decide {run} abort (stop here; nothing of yours changes)",
        ]
    if waits_for_bring_back(state):
        return [f"critloop resume {run} (in a terminal: look at the result and take it)"]
    if state.outcome is None:
        return [f"critloop resume {run} (go on)"]
    if state.outcome is Outcome.NOT_REVIEWED:
        return [f"critloop resume {run} (try again)"]
    if state.brought_back and not state.bring_back_undone:
        return [f"critloop undo {run} (take the result out again)"]
    if state.bring_back_accepted is False or state.bring_back_undone:
        return [f"critloop resume {run} (look at the result again and take it)"]
    return []
