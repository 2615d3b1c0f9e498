"""Why an action can't be done now: one plain sentence, or nothing when it can."""

from critloop.ui.situation import Situation


def always(_: Situation) -> str:
    """Never disabled."""
    return ""


def needs_past(now: Situation) -> str:
    """Going back needs an earlier round."""
    if not now.rounds:
        return "there is no earlier round yet"
    return "this is the first round" if now.position == 0 else ""


def needs_later(now: Situation) -> str:
    """Going forward needs a past round in front."""
    return "this is live already" if now.position is None else ""


def needs_finding(now: Situation) -> str:
    """Opening needs a finding under the cursor."""
    if now.tab == "document":
        return "" if now.marks else "no finding is marked in this text"
    return "" if now.findings else "the list is empty"


def needs_marks(now: Situation) -> str:
    """Walking through the document's findings needs some."""
    return "" if now.marks or now.tab != "document" else "no finding is marked in this text"


def needs_findings_tab(now: Situation) -> str:
    """A filter needs rows to leave out."""
    return "" if now.loaded else "the run is still being read"


def needs_diff(now: Situation) -> str:
    """Hunks are a matter of the diff."""
    if now.tab != "diff":
        return "only in the Diff tab"
    return "" if now.hunks else "this diff has no hunks"


def needs_diff_tab(now: Situation) -> str:
    """Its form is a matter of the diff."""
    return "" if now.tab == "diff" else "only in the Diff tab"


def needs_commits(now: Situation) -> str:
    """One commit at a time needs commits."""
    if now.tab != "diff":
        return "only in the Diff tab"
    return "" if now.commits else "no commit lies between these rounds"


def needs_older(now: Situation) -> str:
    """An earlier beginning of the diff needs more rounds."""
    if now.tab != "diff":
        return "only in the Diff tab"
    return "" if now.steps_back else "there is no earlier round to compare with"


def needs_text_tab(now: Situation) -> str:
    """Raw or rendered is a matter of texts."""
    return "" if now.tab in ("document", "report") else "only in the Document and Report tabs"


def needs_text(now: Situation) -> str:
    """Copying needs something to copy."""
    return "" if now.copyable else "there is nothing to copy here"


def needs_question(now: Situation) -> str:
    """The gate opens when a human is asked."""
    if now.gate_open or now.bring_back_waits:
        return ""
    return "the run is finished" if now.finished else "nobody is asked anything now"


def needs_turns(now: Situation) -> str:
    """Pausing or going on needs a run that goes on."""
    if now.finished:
        return "the run is finished"
    if now.gate_open or now.bring_back_waits:
        return "the run waits for your answer: g"
    return "" if now.loaded else "the run is still being read"


def needs_driving(now: Situation) -> str:
    """Only what runs here can be stopped here."""
    if now.mode == "watching":
        return f"the run is advanced by {now.holder}"
    return "" if now.mode in ("driving", "paused") else "nothing is running"


def needs_runs(now: Situation) -> str:
    """Opening a run needs one."""
    return "" if now.runs else "there is no run yet"


def needs_confirmation(now: Situation) -> str:
    """The last word comes after a confirmation."""
    return "" if now.armed else "confirm with enter first"


def needs_unblocked(now: Situation) -> str:
    """What can't be done now can't be accepted."""
    return now.blocked


def needs_run_behind(now: Situation) -> str:
    """Going back needs a run that was in front before."""
    return "" if now.closable else "no run was open before"
