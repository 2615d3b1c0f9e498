"""What a maker may do besides editing files: commit a fix, answer a finding, run tests."""

from collections.abc import Sequence

from critloop.loop import running
from critloop.loop.session import Session, threaded
from critloop.model import events as ev
from critloop.model.errors import UnknownFinding
from critloop.model.finding import AnswerKind
from critloop.model.ports import TurnRequest, WorkCopy
from critloop.model.tests_ran import RanTests


class MakerDesk:
    """Commits and answers of one maker turn, journaled at once."""

    def __init__(self, session: Session, request: TurnRequest) -> None:
        """Serve the turn of this request."""
        self._session = session
        self._request = request
        self._given = {item.id: item.finding for item in request.findings}

    async def commit_fix(self, findings: Sequence[str], summary: str) -> str | None:
        """Commit what the unit's files have changed; the commit's hash, None when nothing changed."""
        session = self._session
        named = [self._given[self._known(key)] for key in findings]
        subject = session.policy.commit_subject(session.state.spec, named, summary)
        copy = await session.copy()
        commit = await threaded(lambda: copy.commit(subject, self._touched(copy)))
        if commit is None:
            return None
        commit = commit.but({"findings": tuple(findings)})
        await session.record(ev.CommitMade(turn=self._request.turn, commit=commit, by="maker"))
        return commit.sha

    async def answer(self, finding: str, kind: AnswerKind, reason: str = "") -> None:
        """Answer one of the findings that the maker was given."""
        key = self._known(finding)
        event = ev.FindingAnswered(turn=self._request.turn, finding=key, answer=kind, reason=reason)
        await self._session.record(event)

    async def run_tests(self, command: str) -> RanTests:
        """Run an allowed command on the files as they lie there, or give what is known of this very tree."""
        return await running.run_tests(self._session, self._request, command)

    def _touched(self, copy: WorkCopy) -> list[str]:
        """The paths that the maker has changed and may change."""
        policy, request = self._session.policy, self._request
        if policy.single_file:
            return [request.unit.path]
        spec = self._session.state.spec
        changed = [change.path for change in copy.changes()]
        return [path for path in changed if policy.may_touch(spec, request.unit, path, request.duty) != "no"]

    def _known(self, finding: str) -> str:
        if finding not in self._given:
            known = ", ".join(self._given) or "none"
            raise UnknownFinding(f"there is no finding {finding} in this turn", f"findings: {known}")
        return finding
