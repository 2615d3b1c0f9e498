"""Every verdict that a review states, in order."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from critloop.reports.characters import unmarked
from critloop.reports.foreign.labels import Label, label_in, labelled, named_verdict
from critloop.reports.foreign.ownership import is_own, opens_as_quoted, stands_elsewhere
from critloop.reports.foreign.parts import Part
from critloop.reports.foreign.tables import Row, is_row, kind_matches, rows_of
from critloop.reports.foreign.vocabulary import Meaning, concludes, meaning_of
from critloop.reports.lines import Line

_NEAR = 60
_TITLED = re.compile(
    r"(?P<what>.*(?:review|audit|审查|审阅|评审|复审|レビュー)[^:：—–]{0,60}?)\s*(?:[:：—–]"
    r"|\s-\s)\s*(?P<words>[^:：—–]{2,60})$",
    re.IGNORECASE,
)
_ALONE = re.compile(
    r"[\W_]*(?:(?:i|we) (?:hereby )?|this (?:\w+ ){1,3}is )?(?:approved?|lgtm|ship it"
    r"|no (?:blocking )?issues found|pass(?:ed)?|request(?:ing)? changes|changes requested|needs (?:work|changes)"
    r"|not approved|reject(?:ed)?|fail(?:ed)?|blocked|do not merge|not ready to merge|ready to merge|通过"
    r"|不通过|承認|要修正)\b.{0,200}",
    re.IGNORECASE,
)
_ALONE_SHORT = re.compile(r"[\W_]*(?:PASS(?:ED)?|FAIL(?:ED)?|BLOCKED|REJECT(?:ED)?)[\W_]*")
_CONCLUSION = re.compile(r".*(?:summary|conclusion|总结|结论|判断|总体评价|まとめ|結論)\s*$", re.IGNORECASE)
_CHECKS = re.compile(
    r"\b(?:tests?|testing|verification|validation|build|checks?|ci|lint|commands?|results?)\b|测试|验证|構築|テスト",
    re.IGNORECASE,
)
_CORE = {"spec", "code quality", "task quality", "quality", "requirements", "plan"}
_LISTING = {"issues", "advice", "resolved", "legend"}


@dataclass(frozen=True, slots=True)
class Statement:
    """A verdict: the name it is given, its group (equal for names of the same verdict), its words and meaning.

    ``weak`` statements stand under a name that can mean other things.
    """

    name: str
    group: str
    words: str
    meaning: Meaning
    number: int
    weak: bool = False


def statements_of(parts: Sequence[Part], lines: Sequence[Line], taken: set[int]) -> list[Statement]:
    """The verdicts of a review; those inside findings (whose lines are ``taken``) are not its own."""
    found = [
        said for part in parts for said in _of_part(part, taken) if said.meaning != "pass" or not stands_elsewhere(part)
    ]
    quoted = opens_as_quoted(lines)
    places = {line.number: index for index, line in enumerate(lines)}
    return [said for said in found if said.meaning != "pass" or (not quoted and is_own(lines, places[said.number]))]


def _of_part(part: Part, taken: set[int]) -> Iterator[Statement]:
    if part.number not in taken and part.title:
        yield from _of_title(part)
    rows: list[Line] = []
    for index, line in enumerate(part.lines):
        if is_row(line):
            rows.append(line)
            continue
        yield from _of_table(rows, part, taken)
        rows = []
        if said := _of_line(part, index, taken):
            yield said
    yield from _of_table(rows, part, taken)


def _of_title(part: Part) -> Iterator[Statement]:
    title = label_in(part.title, alone=True)
    if title and title.words:
        yield from _stated(title, title.words, part.number, part)
    elif title:
        words = _below(part.lines)
        if words and label_in(words, alone=False) is None:
            yield from _stated(title, words, part.number, part)
    elif match := _TITLED.match(unmarked(part.title)) if part.heading else None:
        meaning = meaning_of(match["words"])
        if meaning in {"pass", "fail", "conditional"}:
            yield Statement(match["what"].strip()[-40:], "", match["words"].strip(), meaning, part.number)
    elif (
        part.heading
        and _ALONE.fullmatch(part.title)
        and (meaning := meaning_of(part.title)) not in {"unclear", "undecided"}
    ):
        yield Statement("Review", "", unmarked(part.title), meaning, part.number)
    if part.heading and _CONCLUSION.match(unmarked(part.title)):
        yield from _concluded(part)


def _concluded(part: Part) -> Iterator[Statement]:
    """The verdict in the first paragraph of a conclusion, where that is one in so many words."""
    words = _below(part.lines)
    meaning = concludes(words)
    if meaning != "unclear" and meaning_of(words) == "unclear":
        yield Statement(unmarked(part.title), "", words[:200], meaning, part.number)


def _stated(label: Label, words: str, number: int, part: Part) -> Iterator[Statement]:
    meaning = meaning_of(words, asked=label.asks)
    if label.lenient and not _counts(label, meaning, words, part):
        return
    yield Statement(label.name, label.group, " ".join(unmarked(words).split())[:300], meaning, number, label.weak)


def _counts(label: Label, meaning: Meaning, words: str, part: Part) -> bool:
    """True for words under a weak name that are a verdict all the same."""
    if meaning == "unclear":
        core = label.group in _CORE and bool(label.words)
        sounds = re.search(r"\bapprov|\breject|\bmerge|批准|通过|承認", words.lower()) is not None
        return len(words) < _NEAR and (core or sounds)
    if label.group and meaning == "undecided":
        return bool(label.words)
    if meaning in {"fail", "conditional"}:
        return True
    titles = [other.title for other in (*part.above, part) if other.title and named_verdict(other.title) is None]
    return not any(_CHECKS.search(title) and not re.search("review|审", title, re.IGNORECASE) for title in titles)


def _of_line(part: Part, index: int, taken: set[int]) -> Statement | None:
    line = part.lines[index]
    if not line.live or not line.text.strip() or line.depth > 2 or (line.depth and line.lazy):  # noqa: PLR2004 - an item in a group
        return None
    label = labelled(line)
    if label:
        return _of_label(part, index, label, taken)
    return _standing_alone(part, index) if line.number not in taken else None


def _of_label(part: Part, index: int, label: Label, taken: set[int]) -> Statement | None:
    line = part.lines[index]
    if line.number in taken or (label.weak and (line.depth > 1 or (line.depth and part.within.kind in _LISTING))):
        return None
    words = f"{label.words} {_continued(part.lines, index)}".strip() if label.words else _below(part.lines[index + 1 :])
    if not label.words and label_in(words, alone=False):
        return None
    return next(_stated(label, words, line.number, part), None)


def _standing_alone(part: Part, index: int) -> Statement | None:
    """A verdict that is a paragraph of its own (``**LGTM**``, ``Request changes.``)."""
    line = part.lines[index]
    before = part.lines[index - 1] if index else None
    listing = part.within.kind in _LISTING
    if line.depth or (listing and re.match(r"[\W_]*(?:no\b|pass)", line.text, re.IGNORECASE)):
        return None
    if before is not None and before.kind == "text" and not before.depth:
        return None
    words = f"{line.own.strip()} {_continued(part.lines, index)}".strip()
    if not _ALONE.fullmatch(words):
        return None
    short = _ALONE_SHORT.fullmatch(words) is not None
    meaning = meaning_of(words)
    titled = label_in(part.title, alone=True) is not None
    if titled and (meaning == "pass" or not any(other.text.strip() for other in part.lines[:index])):
        return None
    loud = (
        short
        or titled
        or re.match(
            r"[\W_]*(?:(?:i|we) (?:hereby )?|this (?:\w+ ){1,3}is )?(?:approved?|lgtm|ship it"
            r"|no (?:blocking )?issues|request|changes|not approved|do not|not ready|ready|通过|不通过|承認|要修正)",
            words,
            re.IGNORECASE,
        )
    )
    return (
        Statement("Review", "", unmarked(words)[:300], meaning, line.number)
        if loud and meaning in {"pass", "fail", "conditional"}
        else None
    )


def _of_table(lines: Sequence[Line], part: Part, taken: set[int]) -> Iterator[Statement]:
    if not lines or any(line.number in taken for line in lines):
        return
    rows = rows_of(lines)
    label = label_in(rows[0].columns[0], alone=True) if len(rows) == 1 and rows[0].columns else None
    if label and not label.words and meaning_of(rows[0].cells[0], asked=label.asks) != "unclear":
        yield from _stated(label, rows[0].cells[0], rows[0].line.number, part)
        return
    if not rows or rows[0].columns:
        yield from _of_row(rows_of(lines[:1])[0], part)
    for row in rows:
        yield from _of_row(row, part)


def _of_row(row: Row, part: Part) -> Iterator[Statement]:
    if len(row.cells) < 2:  # noqa: PLR2004 - a name and its words
        return
    first = label_in(row.cells[0], alone=True)
    if first and not first.words and first.name:
        yield from _stated(first, " — ".join(cell for cell in row.cells[1:] if cell), row.line.number, part)
        return
    cell = row.of("verdict")
    if (
        cell is None
        or not row.columns
        or kind_matches("issue", row.columns[0])
        or kind_matches("number", row.columns[0])
    ):
        return
    meaning = meaning_of(cell)
    if meaning != "unclear":
        name = unmarked(row.cells[0])
        named = named_verdict(name)
        yield Statement(name, named[0] if named else name.casefold(), unmarked(cell), meaning, row.line.number)


def _below(lines: Sequence[Line]) -> str:
    """The first paragraph or list under a verdict's name."""
    items: list[list[str]] = []
    for line in lines:
        if line.kind == "blank" and not items:
            continue
        if not line.live or line.kind != "text" or is_row(line):
            break
        if line.marker or not items:
            items.append([])
        items[-1].append(line.own.strip())
    return _as_options([" ".join(words) for words in items])


def _as_options(items: list[str]) -> str:
    """The words of a verdict that is a list: all of its items where each is one or has a box, else the first."""
    if items and all(re.match(r"\W*(?:\[.?\]|[☐☑☒])", item) for item in items):
        return " ".join(items)
    options = len(items) > 1 and all(len(item) < _NEAR and meaning_of(item) != "unclear" for item in items)
    return " | ".join(items) if options else "".join(items[:1])


def _continued(lines: Sequence[Line], index: int) -> str:
    """The rest of the paragraph that a line begins."""
    words: list[str] = []
    for line in lines[index + 1 :]:
        if line.kind != "text" or not line.live or line.marker or is_row(line) or labelled(line) or _is_field(line):
            break
        words.append(line.own.strip())
    return " ".join(words)


def _is_field(line: Line) -> bool:
    return re.match(r"\s*(?:\*\*)?[A-Z][\w ]{1,24}(?:\*\*)?\s*:(?:\*\*)?\s", line.text) is not None
