"""Which headings of a review are the titles of findings, and which are those of groups."""

import re
from collections.abc import Sequence

from critloop.reports.foreign.labels import label_in
from critloop.reports.foreign.parts import Part
from critloop.reports.foreign.roles import Role
from critloop.reports.foreign.silence import states_none
from critloop.reports.foreign.tables import is_row
from critloop.reports.foreign.weights import field_weight, tag_of, unnumbered

_GROUPED = re.compile(r"(?:\b(?:other|smaller|misc\w*|items|various|general)\b)|其他|その他", re.IGNORECASE)


class Headings:
    """The headings of a review, seen side by side."""

    def __init__(self, parts: Sequence[Part]) -> None:
        self._numbered = {
            _place(part) for part in parts if (part.heading or part.numbered) and unnumbered(part.title)[1]
        }

    def is_finding(self, part: Part, role: Role) -> bool:
        """True for a heading that is the title of a finding, and not of a group of them."""
        if label_in(part.title, alone=True):
            return False
        if tag_of(part.title) and role.kind != "resolved":
            return role.kind in {"issues", "advice"} or any(line.kind not in {"blank", "rule"} for line in part.lines)
        if part.above and _bears_one_weight(part):
            return True
        if role.kind not in {"issues", "advice"} or not part.above:
            return False
        return unnumbered(part.title)[1] or (not self.beside_numbers(part) and _holds_prose(part))

    def beside_numbers(self, part: Part) -> bool:
        """True where the headings beside this one bear numbers, so that one without is no finding."""
        return _place(part) in self._numbered


def names_a_group(title: str) -> bool:
    """True for a title of several findings (``Smaller items``)."""
    return _GROUPED.search(title) is not None


def _place(part: Part) -> tuple[int, float]:
    return (id(part.above[-1]) if part.above else 0, part.level)


def _bears_one_weight(part: Part) -> bool:
    """True where one line below a heading gives the weight of what the heading names."""
    own = [line for line in part.lines if line.live and not line.marker]
    return sum(field_weight(line.text) is not None for line in own) == 1


def _holds_prose(part: Part) -> bool:
    first = next((line for line in part.lines if line.kind != "blank"), None)
    if first is None or first.marker or is_row(first) or names_a_group(part.title):
        return False
    return not states_none(first.own)
