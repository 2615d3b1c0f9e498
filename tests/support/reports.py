"""Replies of critics, in the forms that the loops read."""

DOCS_APPROVED = (
    "## Docs Critic Report: page\n\n### Summary\n\nFine.\n\n### Findings\n\nNone.\n\n### Verdict\n\nAPPROVED\n"
)
PLAN_APPROVED = "## Plan Review\n\n**Status:** Approved\n\n**Issues (if any):**\n\nNone.\n"


def task_review(*, checked: str = "pump.py:1", unverified: str = "", minor: str = "", tests: str = "") -> str:
    """A task review that passes, with what it could not verify, a Minor finding, and a test that it would run."""
    return "\n".join(
        [
            "## Task Review",
            "",
            "Spec compliance: ✅ Compliant",
            "",
            "### What was checked",
            f"- The pump is there: {checked}",
            "",
            *(["⚠️ Cannot verify from diff:", f"- {unverified}", ""] if unverified else []),
            "### Strengths",
            "- Short.",
            "",
            "### Issues",
            "#### Critical",
            "None.",
            "#### Important",
            "None.",
            "#### Minor",
            f"- {minor}" if minor else "None.",
            "",
            *(["### Tests wanted", f"- {tests}", ""] if tests else []),
            "Task quality: Approved",
            "",
        ]
    )
