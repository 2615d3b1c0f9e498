"""What a critic should read beside the page that it judges, as paths below the project's root."""

from critloop.model.base import Frozen


class SourceHit(Frozen):
    """A source file or test, and the page's names that it defines (first) or uses.

    ``names`` is empty for a file that the page or the user names, and that was not found by a name.
    """

    path: str
    names: tuple[str, ...] = ()


class RelatedPage(Frozen):
    """Another page. ``why`` says what ties it to the one under review, in words for the critic."""

    path: str
    why: str


class PageContext(Frozen):
    """What was gathered for a page, the most useful first. All paths are relative, with ``/``.

    Attributes:
        kind: ``reference``, ``how-to``, ``tutorial`` or ``explanation``; None when nothing tells.
        required: What a page of this kind should have, in words; empty for the other kinds.
        missing: Those of ``required`` that no heading and no part of the page answers.
        names: Types and functions that the page speaks of.
        sources: Files that define or use them.
        tests: Tests of them.
        related: Pages to hold this one against.
        navigation: The file that lists the page in the site's navigation, or that should.
        notes: What was left out or could not be told, one sentence each.
    """

    kind: str | None = None
    required: tuple[str, ...] = ()
    missing: tuple[str, ...] = ()
    names: tuple[str, ...] = ()
    sources: tuple[SourceHit, ...] = ()
    tests: tuple[SourceHit, ...] = ()
    related: tuple[RelatedPage, ...] = ()
    navigation: str | None = None
    notes: tuple[str, ...] = ()
