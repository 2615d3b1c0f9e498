"""The pieces that criteria are worded with, and how a criterion is brought into one form."""

import re

_APOSTROPHE = re.compile(r"(?<=\w)[’'](?=\w)")
QUOTED = r"\"[^\"]+\""
TERM = rf"(?:{QUOTED}|[\w][\w./+#-]*[\w+#]|\w)"
TERMS = rf"(?:{TERM}(?:(?:,? (?:and|or|nor) |, ){TERM})*)"
QUOTED_TERMS = rf"(?:{QUOTED}(?:(?:,? (?:and|or|nor) |, ){QUOTED})*)"

_TEXT = (
    r"(?:text|document|page|file|artifact|artefact|draft|article|post|readme|note|message|email|letter|announcement)"
)
SUBJECT = rf"(?:(?:the|this) (?:whole |entire |final |finished )?{_TEXT}|it|there)"
MODAL = r"(?:must|should|shall|has to|needs to|is to|will)"
NOT = (
    r"(?:(?:must|should|shall|may|can|does|do|is|are|will) ?(?:not|never)|cannot"
    r"|(?:does|do|must|should|is|are|can|wo)n't|never)"
)
LEAD = rf"(?:{SUBJECT} )?(?:{MODAL} )?"
HAVE = r"(?:have|has|contains?|includes?|holds?|uses?)"
_LEAD = re.compile(
    r"(?:please )?(?:make sure(?: that)? |ensure(?: that)? |check(?: that)? |(?:and|but|also|then|with) )*",
    re.IGNORECASE,
)
_IT = rf"(?: it| this| (?:the|this) {_TEXT})?"
_NOUNS = r"(?:words?|terms?|phrases?|expressions?)\b"
# What a goal tells somebody to do, as what has to be so afterwards.
_DONE: tuple[tuple[re.Pattern[str], str], ...] = tuple(
    (re.compile(pattern, re.IGNORECASE), statement)
    for pattern, statement in (
        (rf"(?:remove|delete|drop|eliminate) (?:(?:all|any|every|each) )?(?:(?:of )?the )?(?={_NOUNS})", "avoids the "),
        (r"(?:remove|delete|drop|eliminate) (?:(?:all|any|every|each) )?(?:(?:of )?the )?(?!no\b)", "no "),
        (r"(?:fix|repair) (?:(?:all|any|every) )?(?:(?:of )?the )?(?=(?:broken|dead)\b)", "no "),
        (rf"replace (?:the )?(?:{_NOUNS} )?({QUOTED}) (?:with|by) ({QUOTED})$", r"uses \2 instead of \1"),
        (rf"replace (?:the )?{_NOUNS} (\S+) (?:with|by) (\S+)$", r"uses the term \2 instead of \1"),
        (r"add (?=an? (?:section|chapter|heading|title|link|table|image|code block|\"))", "has "),
        (r"wrap (?:(?:all|the) )*lines ", "lines are wrapped "),
        (rf"(?:shorten|cut|reduce|trim|limit){_IT}(?: down)? to (?=\d)", "at most "),
        (rf"(?:shorten|cut|reduce|trim|limit|keep){_IT}(?: down)?(?: to)? (?!to\b)", "is "),
    )
)
BULLET = re.compile(r"^\s*(?:[-*+]|\(?\d+[.)]|[A-Z]\d+:)\s+")


def form(words: str) -> re.Pattern[str]:
    """A form of criteria, in any case."""
    return re.compile(words, re.IGNORECASE)


def normal(text: str) -> str:
    """A criterion in one line, with straight double quotation marks, and without bullet, lead-in and full stop."""
    line = " ".join(BULLET.sub("", text).split())
    line = _APOSTROPHE.sub("\x00", line)
    line = re.sub(r"[“”„«»`]|(?<!\w)['‘]|['’](?!\w)", '"', line).replace("\x00", "'")
    line = line.rstrip(" .;!") if not line.endswith(("...", "…")) else line
    line = line[_LEAD.match(line).end() :].strip()  # type: ignore[union-attr]  # it matches the empty text too
    done = ((pattern.match(line), statement) for pattern, statement in _DONE)
    return next((match.expand(statement) + line[match.end() :] for match, statement in done if match), line)


def terms(words: str) -> list[str]:
    """The words and phrases of a list, without their quotation marks."""
    found = re.findall(rf"{QUOTED}|[^\s,]+", words)
    return [term.strip('"') for term in found if term.casefold() not in ("and", "or", "nor")]


def occurrences(term: str) -> re.Pattern[str]:
    """Matches a word or phrase as a whole, whatever its case and the white space in it."""
    inner = r"\s+".join(map(re.escape, term.split()))
    before = r"(?<!\w)" if term[:1].isalnum() or term[:1] == "_" else ""
    after = r"(?!\w)" if term[-1:].isalnum() or term[-1:] == "_" else ""
    return re.compile(before + inner + after, re.IGNORECASE)
