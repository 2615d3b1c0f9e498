"""A text to polish: a file or what came in on standard input, and what it is scored against."""

import re
from pathlib import Path

from critloop.config import Settings
from critloop.model.criteria import MOST, Criteria
from critloop.model.errors import UsageProblem
from critloop.model.run import PolishInputs
from critloop.starting.asked import Asked
from critloop.starting.files import subject_in, text_of
from critloop.starting.wanted import Wanted
from critloop.subjects import project_root

_THRESHOLD = re.compile(r"pass_(?:all|([1-9]\d*))")
_NAME = "text.md"


def asked(settings: Settings, wanted: Wanted) -> Asked:
    """What is asked of the polish loop.

    Raises:
        UsageProblem: There is no text or nothing to polish it for, or the criteria can't be used.
    """
    subject = _subject(settings, wanted)
    inputs = inputs_of(settings, wanted)
    rounds = inputs.cap or (inputs.criteria.cap if inputs.criteria else None)
    return Asked(subject=subject, inputs=inputs, rounds=rounds, text=wanted.text)


def inputs_of(settings: Settings, wanted: Wanted) -> PolishInputs:
    """What a text is to be polished for, whatever the text is.

    Raises:
        UsageProblem: There is nothing to polish it for, or the criteria can't be used.
    """
    if not wanted.goal.strip() and wanted.criteria is None:
        raise UsageProblem("polish needs a goal or criteria", "say what for: --goal TEXT, or --criteria FILE")
    criteria, own_cap = _criteria(settings, wanted)
    _check_threshold(wanted.threshold, criteria)
    return PolishInputs(
        goal=wanted.goal.strip(),
        criteria=criteria,
        threshold=wanted.threshold,
        cap=_cap(settings, own=own_cap),
        stdin=wanted.text is not None,
    )


def _subject(settings: Settings, wanted: Wanted) -> str:
    if wanted.text is not None:
        _check_place(settings.data)
        if not wanted.text.strip():
            raise UsageProblem("standard input: empty", "pass a text to polish")
        most = settings.limits_of("polish").max_bytes
        if len(wanted.text.encode()) > most:
            raise UsageProblem(
                f"standard input: more than {most:,} bytes", "split it, or raise max_bytes in [loops.polish]"
            )
        return _NAME
    if wanted.subject is None:
        raise UsageProblem("polish needs a text", "name a file, or - for standard input")
    return subject_in(settings, wanted, wanted.subject)


def _check_place(data: Path) -> None:
    """A text without a file is kept below the data folder, and must not become part of somebody's repository."""
    root = project_root(data / "texts")
    if (root / ".git").exists():
        words = f"the data folder {data} lies inside the repository {root}, so no text can be kept there"
        raise UsageProblem(words, "set CRITLOOP_DATA to a folder outside of it, or polish a file")


def _criteria(settings: Settings, wanted: Wanted) -> tuple[Criteria | None, bool]:
    """The supplied criteria, and whether their file gives a cap of its own."""
    if wanted.criteria is None:
        return None, False
    from critloop.reports.evaluation import read_criteria_file  # noqa: PLC0415 - most runs extract their criteria

    text = text_of(settings, wanted, wanted.criteria, "--criteria")
    return read_criteria_file(text, wanted.criteria), re.search(r'"cap"\s*:', text) is not None


def _check_threshold(threshold: str | None, criteria: Criteria | None) -> None:
    if threshold is None:
        return
    found = _THRESHOLD.fullmatch(threshold)
    if found is None:
        raise UsageProblem(f"--threshold: {threshold!r} is none", "pass_all, or pass_N such as pass_3")
    most = len(criteria.criteria) if criteria else MOST
    if found[1] and int(found[1]) > most:
        count = "there is 1 criterion" if most == 1 else f"there are {most} criteria"
        there = count if criteria else f"a run has at most {most} criteria"
        raise UsageProblem(f"--threshold {threshold}: {there}", "lower it, or use pass_all")


def _cap(settings: Settings, *, own: bool) -> int | None:
    """The cap that was asked for: by the flag, else by the criteria's own file (None), else by a setting."""
    source = settings.sources.get("loops.polish.cap", "")
    chosen = source.startswith("--") or (source and not own)
    return settings.loops.polish.cap if chosen else None
