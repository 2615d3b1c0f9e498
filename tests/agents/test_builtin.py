from pathlib import Path

import pytest

from critloop.agents.builtin_critic import BuiltinCritic
from critloop.agents.builtin_maker import BuiltinMaker
from critloop.checks.findings import to_finding
from critloop.checks.run import check_text
from critloop.model.errors import AgentProblem
from critloop.model.finding import AnswerKind, Finding, Severity
from critloop.model.report import Report
from critloop.model.turn import Reply, Role
from critloop.reports.answers import read_answers
from critloop.reports.spec import read_spec_review
from tests.support.turns import Bench, Heard, bench, request

FIXED, DISPUTED, CANNOT = AnswerKind.FIXED, AnswerKind.DISPUTED, AnswerKind.CANNOT_FIX

SPEC = """# Export [v2] of `rows`

See [words](#The_Words), and [words again](#The_Words).

## The words

| a | b |
| --- | --- |
| `x|y` | z |

- [ ] **Step 1:** a
- [ ] **Step 1:** b

## Owner: who?

- Owner: TBD

## Nothing
"""


def write(folder: Path, text: str = SPEC) -> Path:
    (folder / "spec.md").write_bytes(text.encode())
    return folder


async def review(folder: Path) -> tuple[Report, Reply, Heard]:
    heard = Heard()
    reply = await BuiltinCritic().turn(request(folder, Role.CRITIC), heard, None)
    report = read_spec_review(reply.text)
    assert isinstance(report, Report)
    return report, reply, heard


async def make(folder: Path, findings: tuple[Finding, ...]) -> tuple[Bench, Reply, Heard]:
    asked = request(folder, Role.MAKER, findings=findings)
    desk, heard = bench(asked), Heard()
    return desk, await BuiltinMaker().turn(asked, heard, desk), heard


async def test_a_document_without_problems_is_approved(tmp_path: Path) -> None:
    report, reply, heard = await review(write(tmp_path, "# Spec\n\nIt exports rows.\n"))
    assert report.approves
    assert report.findings == ()
    assert reply.stop == "end"
    assert [(call.name, call.argument, call.result) for call in heard.tools] == [("Read", "spec.md", "3 lines")]


async def test_recommendations_alone_do_not_keep_a_document_from_being_approved(tmp_path: Path) -> None:
    report, _, _ = await review(write(tmp_path, "# Spec\n\nx\n\n### Deep\n\ny\n"))
    assert report.approves
    assert [finding.severity for finding in report.findings] == [Severity.LOW]


async def test_the_review_reads_back_as_what_the_checks_found(tmp_path: Path) -> None:
    report, reply, heard = await review(write(tmp_path))
    assert not report.approves
    assert "".join(heard.pieces) == reply.text
    assert len(heard.pieces) > 3
    expected = [to_finding(problem) for problem in check_text(SPEC, loop="spec")]
    assert len(report.findings) == len(expected) == 6
    for got, wanted in zip(report.findings, expected, strict=True):
        assert got.location == wanted.location
        assert (got.issue, got.why, got.dimension) == (wanted.issue, wanted.why, wanted.dimension)
        assert (got.evidence.quote, got.suggested_fix) == (wanted.evidence.quote, wanted.suggested_fix)


@pytest.mark.parametrize(("data", "said"), [(b"\xff\xfe", "UTF-8"), (b"a\x00b", "NUL"), (None, "no such file")])
async def test_a_file_that_can_not_be_read_is_a_failure_and_no_verdict(
    tmp_path: Path, data: bytes | None, said: str
) -> None:
    if data is not None:
        (tmp_path / "spec.md").write_bytes(data)
    with pytest.raises(AgentProblem, match=said):
        await review(tmp_path)
    with pytest.raises(AgentProblem, match=said):
        await make(tmp_path, ())


@pytest.mark.parametrize("newline", ["\n", "\r\n"])
@pytest.mark.parametrize("mark", ["", "\ufeff"])
async def test_the_maker_repairs_what_is_mechanical_one_commit_a_finding(
    tmp_path: Path, newline: str, mark: str
) -> None:
    text = mark + SPEC.replace("\n", newline).removesuffix(newline)
    report, _, _ = await review(write(tmp_path, text))
    desk, reply, heard = await make(tmp_path, report.findings)
    kinds = [desk.answers[f"F{number}"].kind for number in range(1, 7)]
    assert kinds == [FIXED, FIXED, FIXED, FIXED, CANNOT, CANNOT]
    # One edit settled both links of the line.
    assert [findings for findings, _, _ in desk.commits] == [("F1",), ("F3",), ("F4",)]
    after = (tmp_path / "spec.md").read_bytes().decode()
    expected = text.replace("#The_Words", "#the-words").replace("x|y", "x\\|y").replace("1:** b", "2:** b")
    assert after == expected
    assert all(desk.answers[key].reason for key in desk.answers)
    assert [call.name for call in heard.tools][:2] == ["Read", "Edit"]
    assert "".join(heard.pieces) == reply.text


async def test_what_was_repaired_is_not_raised_again(tmp_path: Path) -> None:
    report, _, _ = await review(write(tmp_path))
    await make(tmp_path, report.findings)
    again, _, _ = await review(tmp_path)
    assert [finding.dimension for finding in again.findings] == ["completeness", "completeness"]


async def test_the_reply_repeats_the_answers_in_words_that_can_be_read(tmp_path: Path) -> None:
    report, _, _ = await review(write(tmp_path))
    desk, reply, _ = await make(tmp_path, report.findings)
    read = read_answers(reply.text, list(desk.answers))
    assert {key: answer.kind for key, answer in read.items()} == {k: a.kind for k, a in desk.answers.items()}


async def test_a_finding_that_another_fix_took_along_is_fixed_and_one_that_was_never_there_is_disputed(
    tmp_path: Path,
) -> None:
    (placeholder,) = check_text("# A\n\nTBD\n", loop="spec")
    write(tmp_path, "# A\n\nAll is said.\n")
    desk, _, _ = await make(tmp_path, (to_finding(placeholder),))
    assert desk.answers["F1"].kind is DISPUTED
    assert desk.answers["F1"].reason
    nested = "# A\n\n```md\n```sh\nx\n```\n```\n\ntext\n"
    (fence,) = check_text(nested, loop="spec")
    write(tmp_path, nested)
    desk, _, _ = await make(tmp_path, (to_finding(fence), to_finding(fence)))
    assert [desk.answers[key].kind for key in ("F1", "F2")] == [FIXED, FIXED]
    assert len(desk.commits) == 1


async def test_the_judgement_of_another_critic_is_left_to_the_author(tmp_path: Path) -> None:
    other = Finding(
        severity=Severity.HIGH, label="Issue", dimension="coverage", title="t", issue="No outcome for a partial write."
    )
    desk, _, _ = await make(write(tmp_path), (other,))
    assert desk.answers["F1"].kind is CANNOT
    assert "judgement" in desk.answers["F1"].reason
    assert desk.commits == []
    assert (tmp_path / "spec.md").read_bytes() == SPEC.encode()


async def test_a_maker_without_findings_or_desk_says_so(tmp_path: Path) -> None:
    _, reply, _ = await make(write(tmp_path), ())
    assert reply.text.strip() == "There is nothing to answer."
    with pytest.raises(AgentProblem, match="no desk"):
        await BuiltinMaker().turn(request(tmp_path, Role.MAKER), Heard(), None)


async def test_checks_that_are_switched_off_are_not_run(tmp_path: Path) -> None:
    write(tmp_path, "# A\n\nTBD\n")
    reply = await BuiltinCritic(["placeholder"]).turn(request(tmp_path, Role.CRITIC), Heard(), None)
    assert "**Status:** Approved" in reply.text
