import pytest

from critloop.reports.verdicts import passes


@pytest.mark.parametrize(
    "words",
    [
        *(
            "Approved",
            "approved.",
            "**Approved**",
            "`Approved`",
            "✅ Approved",
            "APPROVED ✅",
            "Approve",
            "PASS",
            "LGTM",
        ),
        *("Approved. No issues found.", "Approved — no issues", "Approved (no blocking issues)", "Approved: none"),
        *("Approved with recommendations", "Approved (with minor suggestions)", "Approved, ready for planning"),
        *("通过", "已通过。", "通过（无问题）", "承認", "Ａｐｐｒｏｖｅｄ", "App\u200broved", "No issues found"),
    ],
)
def test_a_clear_pass_passes(words: str) -> None:
    assert passes(words) is True


@pytest.mark.parametrize(
    "words",
    [
        *("Issues Found", "issues found.", "❌ Issues Found", "Issues Found (3)", "Issues Found — two in Storage"),
        *("Not approved", "Needs changes", "Changes requested", "Request changes", "FAIL", "Failed", "Rejected"),
        *("不通过", "未通过", "需要修改", "存在问题", "要修正", "Needs work: see below", "does not pass"),
    ],
)
def test_a_clear_fail_fails(words: str) -> None:
    assert passes(words) is False


@pytest.mark.parametrize(
    "words",
    [
        *("", "Approved with one exception", "Approved pending the retry limit", "Approved, but fix Storage first"),
        *("Approved if the limit is fixed", "Approved?", "Approved (1 issue)", "Approved with minor issues"),
        *("Approved | Issues Found", "Approved/Issues Found", "Issues Found | Approved", "Pass/Fail", "pass (2/3)"),
        *("LGTM-ish", "approvedish", "GRADE: C", "Mostly approved", "Conditionally approved", "Comment only", "Yes"),
        *(
            "❌ Approved",
            "✅ Issues Found",
            "Issues Found but minor",
            "fail → pass",
            "Approved by nobody",
            "通过率 80%",
        ),
        *("passable", "Approved_", "Approved-with-changes", "Approved. However, storage is open.", "~~Approved"),
    ],
)
def test_anything_in_doubt_is_no_verdict(words: str) -> None:
    assert passes(words) is None
