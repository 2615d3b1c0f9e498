"""Critics' replies in each loop's format, for scripted agents."""

import json
from collections.abc import Mapping

from tests.support.world import Script


def docs_report(*findings: str, verdict: str = "") -> Script:
    """A docs report; each finding is ``SEV title``, all about the section “Orders”."""
    parts = [finding.split(" ", 1) for finding in findings]
    high = sum(severity == "HIGH" for severity, _ in parts)
    medium = sum(severity == "MEDIUM" for severity, _ in parts)
    said = verdict or (f"ITERATE — {high} high, {medium} medium issues remain" if high + medium else "APPROVED")
    items = "\n\n".join(
        f"#### [{severity}/accuracy] {title}\n**Location:** Orders\n**Issue:** {title}\n"
        "**Evidence:** none given\n**Suggested fix:** mend it"
        for severity, title in parts
    )
    head = "## Docs Critic Report: spec.md\n\n### Summary\nRead.\n\n### Findings\n\n"
    return Script(reply=f"{head}{items or 'None'}\n\n### Verdict\n{said}\n")


def plan_review(*issues: str) -> Script:
    """A review of one chunk of a plan."""
    items = "\n".join(f"- [Task 1]: (task syntax) {issue} - nobody can follow it" for issue in issues) or "- None"
    status = "Issues Found" if issues else "Approved"
    reply = f"## Plan Review\n\n**Status:** {status}\n\n**Issues (if any):**\n{items}\n"
    return Script(reply=reply)


def task_review(
    *issues: str, gaps: tuple[str, ...] = (), unverified: tuple[str, ...] = (), checked: bool = True
) -> Script:
    """A task review; each issue is ``Critical|Important|Minor title``."""
    groups = {
        name: [issue.split(" ", 1)[1] for issue in issues if issue.startswith(name)]
        for name in ("Critical", "Important", "Minor")
    }
    bad = bool(groups["Critical"] or groups["Important"])
    lines = ["## Task Review", "", f"**Spec compliance:** {'❌ Gaps' if gaps else '✅ Compliant'}", ""]
    lines += [f"- {gap}" for gap in gaps]
    if unverified:
        lines += ["", "**⚠️ Cannot verify from diff:**", *(f"- {item}" for item in unverified)]
    if checked:
        lines += ["", "**What was checked:**", "- The count is kept: docs/spec.md:1"]
    lines += ["", "### Strengths", "- Small.", "", "### Issues", ""]
    for name, titles in groups.items():
        lines += [f"#### {name}", *([f"- docs/spec.md:3 — {title}" for title in titles] or ["None."]), ""]
    lines += [f"**Task quality:** {'Needs fixes' if bad else 'Approved'}", ""]
    return Script(reply="\n".join(lines))


def branch_review(*issues: str, verdict: str = "") -> Script:
    """A branch review; each issue is ``Critical|Important|Minor title``."""
    lines = ["## Branch Review", "", "### Strengths", "- Small.", "", "### Issues", ""]
    for name in ("Critical", "Important", "Minor"):
        titles = [issue.split(" ", 1)[1] for issue in issues if issue.startswith(name)]
        lines += [f"#### {name}", *([f"- docs/spec.md:3 — {title}" for title in titles] or ["None."]), ""]
    bad = any(not issue.startswith("Minor") for issue in issues)
    lines += [f"**Ready to merge:** {verdict or ('With fixes' if bad else 'Yes')}", ""]
    return Script(reply="\n".join(lines))


def evaluation(scores: Mapping[str, str], needed: int | None = None) -> Script:
    """An evaluation: criterion to its gap, empty where it passes."""
    passed = sum(not gap for gap in scores.values())
    ok = passed >= (len(scores) if needed is None else needed)
    data = {
        "scores": [{"criterion_id": key, "pass": not gap, "gap": gap} for key, gap in scores.items()],
        "overall": "pass" if ok else "fail",
        "blocking_gaps": [] if ok else [f"{key}: {gap}" for key, gap in scores.items() if gap],
    }
    return Script(reply=json.dumps(data))


def criteria_reply(*texts: str, threshold: str = "pass_all", cap: int = 4) -> Script:
    """An extractor's reply."""
    criteria = [{"id": f"C{number}", "text": text} for number, text in enumerate(texts, start=1)]
    return Script(reply=json.dumps({"criteria": criteria, "threshold": threshold, "cap": cap}))


def artifact(text: str) -> Script:
    """A generator's reply with the whole text."""
    return Script(reply=f"<artifact>\n{text}</artifact>\n")
