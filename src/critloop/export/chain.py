"""``critloop.result/1`` of a chain: its links as units, and what their runs found, did and used."""

from collections.abc import Mapping

import msgspec

from critloop.export.markdown import run_markdown
from critloop.export.plain import one_line
from critloop.export.result import result_of
from critloop.export.shapes import GateJson, ResultJson, ReviewedJson, UnitJson, UsageJson
from critloop.export.standing import standing, standing_words
from critloop.loop.state import RunState
from critloop.model.chain import ChainInputs, LinkRun, latest, standing_at
from critloop.model.outcome import Outcome
from critloop.model.usage import Usage


def chain_result(state: RunState, runs: Mapping[str, RunState]) -> ResultJson:
    """The result of a chain; ``runs`` are those of its links, by id. Of a link's runs the last one counts.

    The gate is that of the run that the chain is at. A finding's unit is ``link/unit``. ``revision`` is
    that of the last run that was judged.
    """
    counting = {(item.link, item.part): item for item in latest(state.links)}
    results = {item.run: result_of(runs[item.run]) for item in counting.values()}
    findings = [
        finding.but({"unit": f"{name_of(item)}/{finding.unit}"})
        for item in counting.values()
        for finding in results[item.run].findings
    ]
    ordered = list(results.values())
    at = standing_at(state.links) if state.blocked is None else None
    gate = results[at.run].gate if at is not None else None
    return ResultJson(
        run=state.spec.run,
        loop=state.spec.loop,
        subject=state.spec.subject,
        outcome=standing(state),
        rounds=sum(result.rounds for result in ordered),
        revision=next((result.revision for result in reversed(ordered) if result.revision), None),
        reviewed=_reviewed(ordered),
        units=_units(state, counting, results),
        gate=GateJson(reasons=gate.reasons) if gate else None,
        findings=tuple(findings),
        unreviewed_commits=tuple(commit for result in ordered for commit in result.unreviewed_commits),
        usage=_usage([runs[run] for run in results]),
        commits=tuple(commit for result in ordered for commit in result.commits),
    )


def name_of(item: LinkRun) -> str:
    """A link, and the number of the task where it runs one for each."""
    return f"{item.link} {item.part}" if item.part else item.link


def _units(
    state: RunState, counting: Mapping[tuple[str, str], LinkRun], results: Mapping[str, ResultJson]
) -> tuple[UnitJson, ...]:
    """Every link; one that has not begun yet waits."""
    links = state.spec.inputs.links if isinstance(state.spec.inputs, ChainInputs) else ()
    units = []
    for link in links:
        for part in state.begun.get(link.name, ("",)):
            item = counting.get((link.name, part))
            outcome = (item.outcome if item else None) or Outcome.WAITING
            name = f"{link.name} {part}" if part else link.name
            units.append(UnitJson(name=name, outcome=outcome, rounds=results[item.run].rounds if item else 0))
    return tuple(units)


def _reviewed(results: list[ResultJson]) -> ReviewedJson:
    files = dict.fromkeys(file for result in results for file in result.reviewed.files)
    excluded = dict.fromkeys(words for result in results for words in result.reviewed.excluded)
    return ReviewedJson(
        range=next((result.reviewed.range for result in reversed(results) if result.reviewed.range), ""),
        files=tuple(files),
        lines=sum(result.reviewed.lines for result in results),
        excluded=tuple(excluded),
    )


def _usage(runs: list[RunState]) -> UsageJson:
    total = sum((run.usage for run in runs), Usage())
    return UsageJson(**msgspec.structs.asdict(total))


def chain_markdown(state: RunState, runs: Mapping[str, RunState]) -> str:
    """A chain as a Markdown page: its links, and then each of their runs."""
    lines = [f"# Chain {one_line(state.spec.subject)}", "", f"- Run: `{state.spec.run}`"]
    lines += [f"- Standing: {standing_words(state)}", "", "## Links", ""]
    for item in state.links:
        child = runs[item.run]
        what = f"{child.spec.loop} of {one_line(child.spec.title)}"
        lines.append(f"- {name_of(item)}: {standing_words(child)} — {what}, run `{item.run}`")
    pages = (run_markdown(runs[item.run]).replace("\n#", "\n##") for item in state.links)
    return "\n".join([*lines, "", *(f"#{page}" for page in pages)])
