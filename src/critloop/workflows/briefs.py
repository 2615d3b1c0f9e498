"""What a role is told: the values that its prompt is filled with."""

import re
from collections.abc import Callable, Mapping, Sequence

from critloop.model.material import FilePatch, RangeText
from critloop.model.run import BranchInputs, DocsInputs, PlanInputs, PolishInputs, TaskInputs
from critloop.workflows.situation import Situation
from critloop.workflows.vocabulary import TOLD, WORDS, duties_of, prompt_name

__all__ = ["brief_of", "duties_of", "prompt_name"]

_BREAKS = re.compile(r"[\x00-\x1f\x7f-\x9f\u2028\u2029]+")

Pairs = list[tuple[str, object]]


def brief_of(situation: Situation) -> Mapping[str, object]:
    """Everything that the role of this turn may be told, and nothing else; what is not there is empty.

    Paths and names are made single lines, since a prompt writes them into its own.
    """
    told = TOLD[situation.spec.loop, prompt_name(situation.duty, situation.spec.loop)]
    return {word: _VALUES[word](situation) for word in WORDS if word in told}


def numbered(text: str, first: int = 1) -> str:
    """The lines of a text, each behind its number and a tab; ``first`` is the first one's number."""
    lines = text.splitlines()
    width = len(str(first + len(lines)))
    return "\n".join(f"{number:>{width}}\t{line}" for number, line in enumerate(lines, start=first))


def _line(text: str | None) -> str:
    """The text without line breaks and control characters; its spaces stay, since paths may have them."""
    return _BREAKS.sub(" ", (text or "").strip())


def _lines(texts: Sequence[str]) -> list[str]:
    return [_line(text) for text in texts]


def _findings(now: Situation) -> Pairs:
    return [(item.id, item.finding) for item in now.findings]


def _number(now: Situation) -> int:
    """A chunk that is being written comes after those that are there."""
    if now.duty == "create":
        return len(now.units) + 1
    return next((place for place, unit in enumerate(now.units, start=1) if unit.id == now.unit.id), 1)


def _preamble(now: Situation) -> str:
    from critloop.workflows.plans.cutting import chunk_text, cut_plan  # noqa: PLC0415 - other loops needn't load it

    cut = cut_plan(now.material.text)
    chunk = next((chunk for chunk in cut.chunks if chunk.id == now.unit.id), None)
    return chunk_text(now.material.text, cut, chunk).context if chunk else ""


def _plan(now: Situation) -> PlanInputs:
    return now.spec.inputs if isinstance(now.spec.inputs, PlanInputs) else PlanInputs()


def _docs(now: Situation) -> DocsInputs:
    return now.spec.inputs if isinstance(now.spec.inputs, DocsInputs) else DocsInputs()


def _task(now: Situation, field: str) -> str:
    return str(getattr(now.spec.inputs, field)) if isinstance(now.spec.inputs, TaskInputs) else ""


def _branch(now: Situation) -> BranchInputs | None:
    return now.spec.inputs if isinstance(now.spec.inputs, BranchInputs) else None


def _minors(now: Situation) -> Pairs:
    branch = _branch(now)
    return [(minor.id, minor.finding) for minor in branch.minors] if branch else []


def _polish(now: Situation) -> PolishInputs:
    return now.spec.inputs if isinstance(now.spec.inputs, PolishInputs) else PolishInputs(goal="")


def _threshold(now: Situation) -> str:
    return now.criteria.threshold if now.criteria else _polish(now).threshold or ""


def _range(now: Situation) -> RangeText:
    return now.material.range or RangeText(base="", head="")


def _judged(now: Situation) -> list[FilePatch]:
    return [file for file in _range(now).files if not now.unit.files or file.path in now.unit.files]


def _elsewhere(now: Situation) -> list[str]:
    return [_line(file.path) for file in _range(now).files if now.unit.files and file.path not in now.unit.files]


def _stat(files: Sequence[FilePatch]) -> str:
    """One line a file, and the sum."""
    lines = [f"{file.status:<8}  {_counts(file)}  {_moved(file)}" for file in files]
    added, removed = sum(file.added for file in files), sum(file.removed for file in files)
    return "\n".join([*lines, f"{len(files)} files, +{added} -{removed}"]) if files else ""


def _counts(file: FilePatch) -> str:
    return f"+{file.added} -{file.removed}" if file.kind == "text" else file.kind


def _moved(file: FilePatch) -> str:
    return f"{_line(file.old_path)} -> {_line(file.path)}" if file.old_path else _line(file.path)


def _patch(files: Sequence[FilePatch]) -> str:
    """The patches one after the other; a line in place of one that has no text."""
    told = [file.patch or f"{file.status} {file.kind}, no text to show: {_moved(file)}\n" for file in files]
    return "".join(patch if patch.endswith("\n") else patch + "\n" for patch in told)


_VALUES: Mapping[str, Callable[[Situation], object]] = {
    "path": lambda now: _line(now.unit.path),
    "name": lambda now: _line(now.unit.name),
    "problem": lambda now: _line(now.problem),
    "findings": _findings,
    "guidance": lambda now: now.guidance,
    "changes": lambda now: now.changes,
    "closing": lambda now: now.duty == "close",
    "text": lambda now: now.text,
    "numbered": lambda now: numbered(now.text, now.unit.start_line or 1),
    "start_line": lambda now: now.unit.start_line,
    "end_line": lambda now: now.unit.end_line,
    "number": _number,
    "chunks": lambda now: _lines([unit.name for unit in now.units]),
    "preamble": _preamble,
    "spec": lambda now: _line(_plan(now).spec),
    "instruction": lambda now: now.spec.create.instruction if now.spec.create else "",
    "skill": lambda now: _line(now.spec.create.skill) if now.spec.create else "",
    "skill_path": lambda now: _line(now.spec.create.skill_path) if now.spec.create else "",
    "arguments": lambda now: now.spec.create.arguments if now.spec.create else "",
    "persona": lambda now: _docs(now).persona.strip(),
    "persona_from": lambda now: _line(_docs(now).persona_from),
    "kind": lambda now: now.page.kind or "" if now.page else "",
    "required": lambda now: _lines(now.page.required) if now.page else [],
    "missing": lambda now: _lines(now.page.missing) if now.page else [],
    "names": lambda now: _lines(now.page.names) if now.page else [],
    "sources": lambda now: [(_line(hit.path), _lines(hit.names)) for hit in now.page.sources] if now.page else [],
    "test_files": lambda now: [(_line(hit.path), _lines(hit.names)) for hit in now.page.tests] if now.page else [],
    "related": lambda now: [(_line(page.path), _line(page.why)) for page in now.page.related] if now.page else [],
    "navigation": lambda now: _line(now.page.navigation) if now.page else "",
    "notes": lambda now: _lines(now.page.notes) if now.page else [],
    "requirement": lambda now: _task(now, "requirement"),
    "constraints": lambda now: _task(now, "constraints"),
    "source": lambda now: _line(_task(now, "source")),
    "base": lambda now: _range(now).base[:12],
    "head": lambda now: _range(now).head[:12],
    "commits": lambda now: "\n".join(f"{commit.sha[:12]} {_line(commit.subject)}" for commit in _range(now).commits),
    "stat": lambda now: _stat(_range(now).files),
    "patch": lambda now: _patch(_judged(now)),
    "pasted": lambda now: [_line(file.path) for file in _judged(now)],
    "elsewhere": _elsewhere,
    "uncommitted": lambda now: _lines(_range(now).uncommitted),
    "report": lambda now: now.report,
    "tests_run": lambda now: list(now.tests),
    "test_commands": lambda now: _lines(now.spec.tests),
    "items": lambda now: [(item.id, item.text) for item in now.items if item.status == "open"],
    "plan": lambda now: _line(branch.plan) if (branch := _branch(now)) else "",
    "minors": _minors,
    "goal": lambda now: _polish(now).goal,
    "criteria": lambda now: [(one.id, _line(one.text)) for one in now.criteria.criteria] if now.criteria else [],
    "needed": lambda now: now.criteria.needed if now.criteria else 0,
    "threshold": _threshold,
    "gaps": lambda now: [item.finding.issue for item in now.findings],
}
