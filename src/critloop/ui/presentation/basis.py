"""What a verdict rests on, in the loops that judge a text: the report, the page's surroundings, the criteria."""

from collections.abc import Iterator

from critloop.export.exploring import explorations
from critloop.loop.state import Round, RunState
from critloop.model.context import PageContext, SourceHit
from critloop.model.report import CheckItem
from critloop.model.run import DocsInputs, PlanInputs
from critloop.ui.presentation import words
from critloop.ui.presentation.lines import Line
from critloop.ui.presentation.scores import score_sections
from critloop.ui.presentation.sheet import Section, fact, section

EMOJI = "✅❌⚠\ufe0f "
"""What stands around the words of a verdict; terminals disagree on how wide these are."""
_SHORT = 12


def basis_of(state: RunState, unit: str, judged: Round | None) -> Iterator[Section]:
    """The sections of a run's unit, with the round whose verdict is in front."""
    yield section("Verdict", _verdict(state, judged))
    if judged is not None:
        yield section("Checked, and where", map(checked_fact, judged.report.checked))
        yield section("Left out of the report", (fact(text) for text in judged.report.dropped))
    yield section("Held against", _against(state))
    if (page := state.pages.get(unit)) is not None:
        yield from _page(page)
    yield from score_sections(state)


def exploration_section(state: RunState) -> Section:
    """What each reviewer's turn took, and what it read outside the diff without saying why."""
    return section("What reviewers looked at", _explored(state))


def _verdict(state: RunState, judged: Round | None) -> Iterator[Line]:
    if judged is None:
        yield fact(("no report yet", "dim"))
        return
    for verdict in judged.report.verdicts:
        ink, glyph = ("success", "✓") if verdict.passed else ("warning", "✗")
        yield fact((f"{glyph} ", ink), f"{verdict.name}: ", (verdict.text.strip(EMOJI), ink))
    turn = state.turns.get(judged.critic_turn or "")
    by = str(turn.agent) if turn else "a review that was given"
    mechanical = " by mechanical checks only" if turn is not None and turn.agent.agent == "builtin" else ""
    scope = "only what was open and its fixes" if judged.scope == "scoped" else "all of it"
    revision = judged.snapshot.revision[:_SHORT]
    yield fact((f"round {judged.number} on revision {revision}, by {by}: looked at {scope}{mechanical}", "dim"))


def checked_fact(item: CheckItem) -> Line:
    """An answered check with the places that show it."""
    if not item.places:
        return fact(item.text, ("  no place is named", "warning"))
    places = [f"{p.path or p.section}:{p.start_line}" if p.start_line else p.path or "" for p in item.places]
    more = [place for place in places if place not in item.text]
    return fact(item.text, (f"  {', '.join(more)}" if more else "", "accent"))


def _against(state: RunState) -> Iterator[Line]:
    inputs = state.spec.inputs
    if isinstance(inputs, PlanInputs):
        yield fact("spec: ", inputs.spec) if inputs.spec else fact(("no spec was found beside the plan", "warning"))
    if isinstance(inputs, DocsInputs) and inputs.persona_from:
        yield fact("the critic's persona: ", inputs.persona_from)
    if isinstance(inputs, DocsInputs) and inputs.tools is not None:
        yield fact("the critic's tools: ", ", ".join(inputs.tools) or "none")


def _page(page: PageContext) -> Iterator[Section]:
    kind = fact(page.kind) if page.kind else fact(("unknown, so required sections are not checked", "warning"))
    yield section("Kind of page", [kind])
    yield section("Required sections", (_required(name, page) for name in page.required))
    yield section(f"Sources · {len(page.sources)}", map(_hit, page.sources))
    yield section(f"Tests · {len(page.tests)}", map(_hit, page.tests))
    yield section(f"Related pages · {len(page.related)}", (fact(p.path, (f"  {p.why}", "dim")) for p in page.related))
    if page.navigation:
        yield section("Navigation", [fact(page.navigation)])
    yield section("Notes", (fact(note) for note in page.notes))


def _required(name: str, page: PageContext) -> Line:
    missing = name in page.missing
    return fact(("✗ missing  " if missing else "✓ there    ", "warning" if missing else "success"), name)


def _hit(hit: SourceHit) -> Line:
    return fact(hit.path, (f"  {', '.join(hit.names)}" if hit.names else "", "dim"))


def _explored(state: RunState) -> Iterator[Line]:
    for item in explorations(state):
        counts = ", ".join(
            [
                words.count(item.reads, "read"),
                words.count(item.greps, "grep"),
                words.duration(item.seconds),
                f"{words.tokens(item.tokens)} tokens",
            ]
        )
        yield fact((f"round {item.round} ", "dim"), f"{item.agent}: {counts}")
        for read in item.unexplained:
            yield fact(("  outside the diff, no risk named: ", "warning"), read)
