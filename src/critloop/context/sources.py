"""The source files and tests that define or use a page's names, the most telling first."""

import math
import re
from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, field
from pathlib import PurePosixPath

from critloop.context.languages import definitions, is_aside, is_test
from critloop.context.names import Name, squeezed
from critloop.context.tree import Tree
from critloop.model.context import SourceHit

MOST_SOURCES = 12
MOST_TESTS = 8
MOST_USERS, FEWEST_USERS = 6, 2
"""Sources that only use the names: they tell a critic little, and less where many define them."""

_PART = re.compile(r"[A-Z]+(?![a-z])|[A-Z]?[a-z]+|\d+")
_MOST_COUNTED = 50
_NAMES_SHOWN = 8
_ASIDE_WORTH = 0.3
_FAINT, _FAINT_USE = 0.05, 0.25
"""What a file's score must be, as a share of the best, to be listed among those that define, and that only use."""

_DEFINING, _STEM, _USING, _PARTLY = 10, 6, 1, 2


@dataclass(slots=True)
class Found:
    """What one file defines, how often it uses each name, and what it defines that has a title's word in it."""

    path: str
    defined: dict[str, float] = field(default_factory=dict)
    used: dict[str, int] = field(default_factory=dict)
    partly: list[str] = field(default_factory=list)


@dataclass(frozen=True, slots=True)
class Hits:
    """The result of a search; ``names`` are those that some source defines or uses."""

    sources: tuple[SourceHit, ...]
    tests: tuple[SourceHit, ...]
    names: tuple[str, ...]


class _Wanted:
    """The names to look for, in the forms in which a file's bytes can be searched quickly."""

    def __init__(self, names: list[Name]) -> None:
        strict = [name for name in names if not name.loose]
        self.weights = {name.text: name.weight for name in strict}
        self.loose = {squeezed(name.text): name.weight for name in names if name.loose}
        self._raw = [(name.text, name.text.encode()) for name in strict]
        self._certain = {name.text for name in strict if not name.guess}
        self._forms = {form for name in names if name.loose for form in _forms(name.text)}

    def look(self, path: str, data: bytes) -> Found | None:
        """What a file has of them; None for nothing."""
        exact = [text for text, raw in self._raw if raw in data]
        lowered = data.lower() if self._forms else b""
        loose = any(form in lowered for form in self._forms)
        found = Found(path)
        if exact or loose:
            self._search(found, data.decode("utf-8", errors="replace"), exact)
        return found if found.defined or found.used or found.partly or self._is_called_so(path) else None

    def _search(self, found: Found, text: str, exact: list[str]) -> None:
        for name in definitions(found.path, text):
            if weight := max(self.weights.get(name, 0), self.loose.get(squeezed(name), 0)):
                found.defined[name] = weight
            elif any(part in self.loose for part in _parts(name)):
                found.partly.append(name)
        for name in exact:
            if name in self._certain and name not in found.defined and (count := _occurrences(text, name)):
                found.used[name] = count

    def _is_called_so(self, path: str) -> bool:
        return squeezed(PurePosixPath(path).stem) in self.loose


def _occurrences(text: str, name: str) -> int:
    """How often a name stands as a word of its own, up to ``_MOST_COUNTED``."""
    count, start = 0, text.find(name)
    while start >= 0 and count < _MOST_COUNTED:
        end = start + len(name)
        around = text[start - 1 : start] + text[end : end + 1]
        count += not any(char.isalnum() or char in "_$" for char in around)
        start = text.find(name, end)
    return count


def _forms(text: str) -> set[bytes]:
    """How a loose name may be written, in lower case: in one, or with underscores."""
    return {squeezed(text).encode(), text.casefold().encode()}


def _parts(name: str) -> list[str]:
    """The words of a name in lower case: ``create_ssl_context`` and ``createSSLContext`` both have ``ssl``."""
    return [part.casefold() for part in _PART.findall(name)]


def find_sources(tree: Tree, names: list[Name], pool: Iterable[str]) -> Hits:
    """Search the files of ``pool``; each is read once."""
    wanted = _Wanted(names)
    read = ((path, tree.data(path)) for path in pool)
    found = [hit for path, data in read if data is not None and (hit := wanted.look(path, data))]
    sources = [hit for hit in found if not is_test(hit.path)]
    ranking = _Ranking(sources, wanted)
    return Hits(ranking.best_sources(), ranking.best_tests(found), ranking.names())


class _Ranking:
    """Scores files by the names that they define and use, rare names counting more."""

    def __init__(self, sources: list[Found], wanted: _Wanted) -> None:
        own = [hit for hit in sources if not is_aside(hit.path)]
        self._sources = sources
        self._weights = dict(wanted.weights)
        for hit in sources:
            self._weights |= hit.defined
        self._definers = Counter(name for hit in own for name in hit.defined)
        self._users = Counter(name for hit in sources for name in hit.used)
        self._titles = {squeezed(name): weight for name, weight in self._weights.items()} | wanted.loose
        titled = any(squeezed(name) in wanted.loose for name in self._definers)
        self._partly = 0 if titled else _PARTLY

    def names(self) -> tuple[str, ...]:
        """What the sources define or use, the page's own subject first."""
        seen = {name for hit in self._sources for name in (*hit.defined, *hit.used)}
        return tuple(sorted(seen, key=lambda name: (-self._weights[name], name not in self._definers, name)))

    def best_sources(self) -> tuple[SourceHit, ...]:
        """Files that define first, then a few that use."""
        scored = self._scored(self._sources)
        defining = _telling([item for item in scored if self._defines(item[1])], _FAINT)
        using = _telling([item for item in scored if not self._defines(item[1])], _FAINT_USE)
        users = max(FEWEST_USERS, MOST_USERS - len(defining))
        best = [*defining, *using[:users]][:MOST_SOURCES]
        return tuple(self._as_hit(hit) for _, hit in best)

    def best_tests(self, found: list[Found]) -> tuple[SourceHit, ...]:
        """The tests that say most about the names."""
        tests = [hit for hit in found if is_test(hit.path)]
        return tuple(self._as_hit(hit) for _, hit in _telling(self._scored(tests), _FAINT)[:MOST_TESTS])

    def _defines(self, hit: Found) -> bool:
        partly = bool(hit.partly) and bool(self._partly)
        return not is_aside(hit.path) and (bool(hit.defined) or partly or self._named_after(hit.path) > 0)

    def _scored(self, hits: list[Found]) -> list[tuple[float, Found]]:
        scored = [(self._score(hit), hit) for hit in hits]
        return sorted(scored, key=lambda item: (-item[0], item[1].path))

    def _score(self, hit: Found) -> float:
        defining = sum(weight * _DEFINING / max(self._definers[name], 1) for name, weight in hit.defined.items())
        using = sum(
            self._weights[name] * _USING * math.log2(1 + count) / math.sqrt(max(self._users[name], 1))
            for name, count in hit.used.items()
        )
        partly = self._partly * min(len(hit.partly), 5)
        is_code = not (is_test(hit.path) or is_aside(hit.path))
        score = (defining + partly if is_code else 0) + using + self._named_after(hit.path)
        return score * (_ASIDE_WORTH if is_aside(hit.path) else 1)

    def _named_after(self, path: str) -> float:
        """What it adds that a file is called like a name: ``schema.py``, ``SchemaSpec.scala``, ``test_schema.py``."""
        stem = squeezed(PurePosixPath(path).name.split(".")[0])
        bare = re.sub(r"^test|(?:tests?|spec|suite|it)$", "", stem) if is_test(path) else stem
        return _STEM * max(self._titles.get(stem, 0), self._titles.get(bare, 0))

    def _as_hit(self, hit: Found) -> SourceHit:
        by_weight = sorted(hit.defined, key=lambda name: (-self._weights[name], name))
        by_use = sorted(hit.used, key=lambda name: (-self._weights[name], name))
        partly = sorted(hit.partly) if self._partly else []
        names = by_use if is_test(hit.path) else [*by_weight, *partly, *by_use]
        return SourceHit(path=hit.path, names=tuple(names[:_NAMES_SHOWN]))


def _telling(scored: list[tuple[float, Found]], faint: float) -> list[tuple[float, Found]]:
    """Without those that say next to nothing beside the best."""
    least = scored[0][0] * faint if scored else 0
    return [item for item in scored if item[0] > 0 and item[0] >= least]
