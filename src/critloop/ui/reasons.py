"""Why an action can't be done now: one plain sentence, or nothing when it can."""

from critloop.ui.situation import Situation


def always(_: Situation) -> str:
    """Never disabled."""
    return ""


CHAINED = "a chain has no text of its own: ↵ opens the run of a link"


def needs_text_run(now: Situation) -> str:
    """Findings, texts and prompts are those of a run that judges a text."""
    return CHAINED if now.chain else ""


def needs_units(now: Situation) -> str:
    """A list of units needs several."""
    return "" if now.units or now.chain else "this run is one unit"


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
    return "" if now.findings or (now.tab == "units" and now.units) else "the list is empty"


def needs_marks(now: Situation) -> str:
    """Walking through the document's findings needs some."""
    if now.chain:
        return CHAINED
    return "" if now.marks or now.tab != "document" else "no finding is marked in this text"


def needs_findings_tab(now: Situation) -> str:
    """A filter needs rows to leave out."""
    if now.chain:
        return CHAINED
    return "" if now.loaded else "the run is still being read"


def needs_diff(now: Situation) -> str:
    """Hunks are a matter of the diff, also of the one that is judged."""
    if now.tab not in ("diff", "document"):
        return "only in the Diff and Document tabs"
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
    if now.gate_open or now.bring_back_waits or now.offerable:
        return ""
    return "the run is finished" if now.finished else "nobody is asked anything now"


def needs_turns(now: Situation) -> str:
    """Pausing or going on needs a run that goes on."""
    if now.finished:
        return "" if now.retryable else "the run is finished"
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


def needs_written(now: Situation) -> str:
    """Only what has been written can be approved."""
    return "nothing has been written yet that could be approved" if now.unwritten else ""


def needs_item(now: Situation) -> str:
    """A ruling is about a row that a reviewer could not verify."""
    if not now.unverified:
        return "nothing is left unverified"
    return "" if now.at_item else "put the cursor on a row marked with ?"


def needs_rulings(now: Situation) -> str:
    """Rows are settled once something was chosen for one."""
    return "" if now.settled else "choose for a row first: h holds, p is a gap, k accept as known"


def needs_basis(now: Situation) -> str:
    """What a verdict rests on is a matter of runs that have verdicts."""
    return CHAINED if now.chain else ""
