"""A whole run as a Markdown page: how it ended, what was found, what was done and decided."""

from datetime import UTC, datetime

from critloop.export import details
from critloop.export.plain import one_line, plain
from critloop.export.result import unreviewed
from critloop.export.standing import standing_words
from critloop.loop.state import Gate, Round, RunState, TrackedFinding


def run_markdown(state: RunState) -> str:
    """The page, with a line end. Text of agents is quoted, so that it can't pass for the page's own."""
    parts = [
        f"# {state.spec.loop.capitalize()} review of {one_line(state.spec.title)}",
        _facts(state),
        "## Rounds",
        "\n".join(map(_round, state.rounds)) or "None.",
        "## Findings",
        "\n\n".join(_finding(finding) for finding in _sorted(state)) or "None.",
        *_more(state),
        "## Decisions",
        "\n".join(map(_gate, state.gates)) or "None.",
        "## Commits",
        _commits(state),
    ]
    return "\n\n".join(parts) + "\n"


def _more(state: RunState) -> list[str]:
    """The sections that only some loops have something for."""
    sections = {
        "Units": details.unit_lines(state),
        "Not verified from the diff": details.item_lines(state),
        "Criteria": details.criteria_lines(state),
        "Tests": details.test_lines(state),
        "Tests that reviewers would run": details.wanted_lines(state),
        "Exploration": details.exploration_lines(state),
    }
    return [f"## {title}\n\n" + "\n".join(f"- {line}" for line in lines) for title, lines in sections.items() if lines]


def _facts(state: RunState) -> str:
    usage = state.usage
    facts = {
        "Run": state.spec.run,
        "Outcome": standing_words(state) + (f": {state.outcome_reason}" if state.outcome_reason else ""),
        "Started": _time(state.created_at),
        "Maker": str(state.spec.maker),
        "Critic": str(state.spec.critic),
        **_range(state),
        "Used": f"{usage.tokens} tokens, {usage.seconds:.1f} s",
    }
    return "\n".join(f"- {name}: {one_line(value)}" for name, value in facts.items())


def _range(state: RunState) -> dict[str, str]:
    if state.spec.range is None:
        return {}
    head = state.spec.range.head
    return {"Commits": f"{state.spec.range.base[:12]}..{head[:12] if head else 'the files as they were'}"}


def _time(at: float) -> str:
    return datetime.fromtimestamp(at, UTC).strftime("%Y-%m-%d %H:%M:%S UTC")


def _round(item: Round) -> str:
    verdicts = ", ".join(f"{verdict.name}: {verdict.text}" for verdict in item.report.verdicts)
    return (
        f"- Round {item.number} of {one_line(item.unit)}, revision {item.snapshot.revision[:12]}: "
        f"{one_line(verdicts)}; {len(item.raised)} findings, {len(item.open)} of them blocking and open"
    )


def _sorted(state: RunState) -> list[TrackedFinding]:
    return sorted(state.findings.values(), key=lambda f: (not f.is_open, f.finding.severity.rank, f.first_round))


def _finding(tracked: TrackedFinding) -> str:
    finding, place = tracked.finding, tracked.finding.location
    lines = f"lines {place.start_line}–{place.end_line or place.start_line}" if place.start_line else ""
    where = ", ".join(part for part in (place.path, place.section, lines) if part)
    status = tracked.status.value + (f", {tracked.progress.value}" if tracked.progress and tracked.is_open else "")
    facts = [
        f"- Status: {status}" + (f" — {one_line(tracked.note)}" if tracked.note else ""),
        f"- Dimension: {one_line(finding.dimension)}; {_rounds(tracked)}",
        *([f"- Owner: {one_line(tracked.owner)}"] if tracked.owner else []),
        *([f"- Until: {tracked.expires}"] if tracked.expires else []),
        *([f"- Where: {one_line(where)}"] if where else []),
        *(
            f"- Maker, for round {reply.round}: {reply.answer.kind.value.replace('_', ' ')}"
            + (f" — {one_line(reply.answer.reason)}" if reply.answer.reason else "")
            for reply in tracked.replies
        ),
    ]
    texts = [finding.issue, finding.why, finding.suggested_fix or ""]
    heading = f"### {tracked.id} · {finding.severity.value.upper()} · {one_line(finding.title)}"
    return "\n\n".join([heading, "\n".join(facts), *(_quoted(text) for text in texts if text.strip())])


def _rounds(tracked: TrackedFinding) -> str:
    if tracked.first_round == tracked.last_round:
        return f"round {tracked.first_round}"
    return f"rounds {tracked.first_round}–{tracked.last_round}"


def _quoted(text: str) -> str:
    return "\n".join(f"> {line}".rstrip() for line in plain(text).strip().splitlines())


def _gate(gate: Gate) -> str:
    asked = "; ".join(f"{cause.reason.words} ({one_line(cause.detail)})" for cause in gate.causes)
    if gate.decision is None:
        return f"- Waiting: {asked}"
    said = gate.decision
    reason = f" — {one_line(said.reason)}" if said.reason else ""
    guidance = f"; told the maker: {one_line(said.guidance)}" if said.guidance else ""
    return f"- Asked: {asked}. {one_line(said.by)} decided: {said.choice}{reason}{guidance}"


def _commits(state: RunState) -> str:
    late = {made.commit.sha for made in unreviewed(state)}
    lines = [
        f"- {made.commit.sha[:12]} {one_line(made.commit.subject)}"
        + (f" ({', '.join(made.commit.findings)})" if made.commit.findings else "")
        + (" — not reviewed" if made.commit.sha in late else "")
        for made in state.commits
    ]
    return "\n".join(lines) or "None."
