"""One turn of an agent on a real folder, with a sink and a desk that remember."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path

from critloop.model.errors import UnknownFinding, UsageProblem
from critloop.model.finding import Answer, AnswerKind, Finding
from critloop.model.ports import OpenFinding, TurnRequest
from critloop.model.run import Unit
from critloop.model.tests_ran import RanTests
from critloop.model.turn import AgentRef, Role, ToolCall
from critloop.model.usage import Usage


@dataclass
class Heard:
    """What a sink was given."""

    pieces: list[str] = field(default_factory=list)
    thoughts: list[str] = field(default_factory=list)
    tools: list[ToolCall] = field(default_factory=list)

    def text(self, piece: str) -> None:
        self.pieces.append(piece)

    def thinking(self, piece: str) -> None:
        self.thoughts.append(piece)

    def tool(self, call: ToolCall) -> None:
        self.tools.append(call)

    async def call_ended(self, text: str, usage: Usage) -> None:
        raise AssertionError((text, usage))


@dataclass
class Bench:
    """A desk: each commit is kept with the bytes of the file at that moment; ``allowed`` runs as tests."""

    file: Path
    known: frozenset[str]
    commits: list[tuple[tuple[str, ...], str, bytes]] = field(default_factory=list)
    answers: dict[str, Answer] = field(default_factory=dict)
    allowed: str = "make test"
    ends_with: int | None = 0
    ran: list[str] = field(default_factory=list)

    async def commit_fix(self, findings: Sequence[str], summary: str) -> str | None:
        self._check(*findings)
        data = self.file.read_bytes() if self.file.is_file() else b""
        self.commits.append((tuple(findings), summary, data))
        return f"c{len(self.commits)}"

    async def answer(self, finding: str, kind: AnswerKind, reason: str = "") -> None:
        self._check(finding)
        self.answers[finding] = Answer(kind=kind, reason=reason)

    async def run_tests(self, command: str) -> RanTests:
        if command != self.allowed:
            raise UsageProblem(f"{command!r} is not among the allowed tests")
        self.ran.append(command)
        return RanTests(command=command, tree="t", exit=self.ends_with)

    def _check(self, *findings: str) -> None:
        unknown = set(findings) - self.known
        if unknown:
            raise UnknownFinding(f"there is no finding {unknown.pop()} in this turn")


def request(
    folder: Path, role: Role, *, path: str = "spec.md", findings: Sequence[Finding] = (), number: int = 1
) -> TurnRequest:
    """A request about one file of a folder; its findings are F1, F2, …"""
    return TurnRequest(
        run="r",
        turn="t1",
        loop="spec",
        role=role,
        agent=AgentRef(agent="builtin"),
        prompt="",
        folder=folder,
        unit=Unit(id="spec", name=path, path=path),
        round=1,
        attempt=1,
        turn_number=number,
        findings=tuple(OpenFinding(id=f"F{n}", finding=finding) for n, finding in enumerate(findings, start=1)),
    )


def bench(asked: TurnRequest) -> Bench:
    """A desk for a request."""
    return Bench(asked.folder / asked.unit.path, frozenset(item.id for item in asked.findings))
