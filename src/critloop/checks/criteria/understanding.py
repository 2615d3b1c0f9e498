"""From the words of a criterion to what decides it. What is not understood to its last word is not understood."""

import re
from dataclasses import dataclass

from critloop.checks.criteria.artifact import MET, Artifact, Judge, Judged, Repair
from critloop.checks.criteria.counted import each, is_bare, total
from critloop.checks.criteria.linked import linked
from critloop.checks.criteria.marked import marked
from critloop.checks.criteria.shaped import shaped
from critloop.checks.criteria.termed import absent_or_present, rather, unfinished
from critloop.checks.criteria.wording import NOT, QUOTED, form, normal

_LONGEST = 600
_HARD = re.compile(r"\n+|(?<=[.!])\s+(?=[A-Z\"“#-])")
_SOFT = re.compile(r";\s*(?:and |but )?|,\s*(?:and |but )|,\s*|\s+(?:and|but)\s+", re.IGNORECASE)
_DENIES = form(rf"\b(?:{NOT}|avoids?|omits?|without|free of|none of)\b")
_MOST_PIECES = 40


@dataclass(frozen=True, slots=True)
class Understood:
    """A criterion that a machine can decide. ``clauses`` are its parts, all of which have to hold."""

    clauses: tuple["Clause", ...]

    def judge(self, artifact: Artifact) -> Judged:
        """Met when every clause is; the gap names all that isn't. One undecided clause leaves the whole undecided."""
        judged = [clause.judge(artifact) for clause in self.clauses]
        if gaps := [one.gap for one in judged if one.met is False]:
            return Judged(met=False, gap=" ".join(gaps))
        return next((one for one in judged if one.met is None), MET)

    def repair(self, artifact: Artifact) -> str:
        """The text with every mechanical repair made that there is for it."""
        for clause in self.clauses:
            if clause.repair is not None:
                artifact = Artifact(clause.repair(artifact), artifact.around)
        return artifact.text


@dataclass(frozen=True, slots=True)
class Clause:
    """One statement. A ``bare`` bound doesn't say of what; after one that ``binds`` it may be about that one's."""

    text: str
    judge: Judge
    repair: Repair | None = None
    binds: bool = False
    bare: bool = False


def understand(text: str) -> Understood | None:
    """A criterion's check; None where any part of its words is beyond the forms that are known."""
    found = clauses_of(text)
    return Understood(tuple(found)) if found else None


def clauses_of(text: str) -> list[Clause] | None:
    """The statements of a text, one after the other; None where one of them isn't understood."""
    if not text.strip() or len(text) > _LONGEST:
        return None
    found: list[Clause] = []
    for part in filter(str.strip, _HARD.split(text)):
        clauses = _split(part)
        if clauses is None:
            return None
        found += clauses
    return found


def _split(text: str) -> list[Clause] | None:
    """A sentence cut into statements, each as long as can be."""
    hidden = re.sub(rf"{QUOTED}|[“„«][^”»]*[”»]|`[^`]*`|(?<!\w)'[^']*'(?!\w)", lambda match: "x" * len(match[0]), text)
    cuts = [(match.start(), match.end()) for match in _SOFT.finditer(hidden)]
    if len(cuts) > _MOST_PIECES:
        return None
    starts, ends = [0, *(end for _, end in cuts)], [*(start for start, _ in cuts), len(text)]
    return _from(text, starts, ends, 0, None)


def _from(text: str, starts: list[int], ends: list[int], piece: int, before: Clause | None) -> list[Clause] | None:
    if piece == len(starts):
        return []
    for last in range(len(ends) - 1, piece - 1, -1):
        clause = _clause(text[starts[piece] : ends[last]])
        # “Every section has at most 90 words and at least two sentences”: the second may be about sections too.
        if clause is None or (clause.bare and before is not None and before.binds):
            continue
        rest = _from(text, starts, ends, last + 1, clause)
        if rest is not None:
            return [clause, *rest]
    return None


def _clause(text: str) -> Clause | None:
    words = normal(text)
    if not words:
        return None
    if judge := each(words):
        return Clause(text.strip(), judge, binds=True)
    if judge := total(words):
        return Clause(text.strip(), judge, bare=is_bare(words))
    if found := rather(words) or shaped(words) or linked(words) or marked(words):
        return Clause(text.strip(), *found)
    if judge := unfinished(words) or absent_or_present(words):
        return Clause(text.strip(), judge, binds=_DENIES.search(words) is not None)
    return None
