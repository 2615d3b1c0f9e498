"""Which words of a line changed: computed for one pair of lines when it is looked at."""

import re
from difflib import SequenceMatcher
from functools import lru_cache
from typing import Final

from critloop.ui.presentation.lines import Line

_WORD: Final = re.compile(r"\w+|\s+|[^\w\s]")
_LONGEST: Final = 4000
_ALIKE: Final = 0.35


@lru_cache(maxsize=512)
def changed_words(old: str, new: str) -> tuple[Line, Line]:
    """Both lines, with the words that only one of them has in ``removed-word`` and ``added-word``.

    Lines that have little in common are left unmarked: nearly everything would be.
    """
    if len(old) + len(new) > _LONGEST:
        return ((old, ""),), ((new, ""),)
    left, right = _WORD.findall(old), _WORD.findall(new)
    matcher = SequenceMatcher(None, left, right, autojunk=False)
    if matcher.real_quick_ratio() < _ALIKE or matcher.ratio() < _ALIKE:
        return ((old, ""),), ((new, ""),)
    marked_left: list[tuple[str, str]] = []
    marked_right: list[tuple[str, str]] = []
    for tag, i, i_end, j, j_end in matcher.get_opcodes():
        same = tag == "equal"
        marked_left.append(("".join(left[i:i_end]), "" if same else "removed-word"))
        marked_right.append(("".join(right[j:j_end]), "" if same else "added-word"))
    return tuple(span for span in marked_left if span[0]), tuple(span for span in marked_right if span[0])
