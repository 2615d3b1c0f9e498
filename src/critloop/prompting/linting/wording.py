"""Looks for words that pre-judge, or that ask for work without an end."""

from collections.abc import Iterator

from critloop.prompting.linting.flags import Audience, Flag
from critloop.prompting.linting.phrases import PHRASES
from critloop.prompting.linting.sentences import Sentence, sentences

_MOST = 200
"""A longer text gets no more flags than this."""


def lint_text(text: str, where: str, audience: Audience = "critic", first_line: int = 1) -> list[Flag]:
    """The places of a text that its reader should not be told, in order; at most one flag for the same words.

    ``first_line`` is the number of the text's first line in what ``where`` names.
    """
    found = [flag for sentence in sentences(text) for flag in _flags(text, sentence, where, audience, first_line)]
    return found[:_MOST]


def lint_guidance(text: str) -> list[Flag]:
    """What is wrong with a human's words to the maker (source: mission, "The dispatcher does not pre-judge")."""
    return lint_text(text, "the guidance", audience="maker")


def _flags(text: str, sentence: Sentence, where: str, audience: Audience, first_line: int) -> Iterator[Flag]:
    taken: list[tuple[int, int]] = []
    for phrase in PHRASES:
        match = phrase.found_in(sentence.words) if audience in phrase.audiences else None
        if match is None or any(start < match.end() and match.start() < end for start, end in taken):
            continue
        taken.append(match.span())
        start, end = sentence.places[match.start()], sentence.places[match.end() - 1] + 1
        lead = len(text[start:end]) - len(text[start:end].lstrip(" \t\n.,;:!?(—–-"))
        yield Flag(
            where=where,
            line=first_line + text.count("\n", 0, start + lead),
            quote=" ".join(text[start + lead : end].split()),
            kind=phrase.kind,
            why=phrase.why,
            remedy=phrase.remedy,
        )
