"""Criteria on links and images."""

import re

from critloop.checks import links
from critloop.checks.criteria.artifact import MET, Artifact, Judge, Judged, Place, Repair, none_of, shown
from critloop.checks.criteria.wording import HAVE, LEAD, MODAL, form
from critloop.checks.source import SourceText

_RESOLVE = r"(?:resolves?|works?|(?:is|are) valid|leads? somewhere|(?:is|are) not broken)"
_KIND = r"(?P<kind>relative |internal |local )?"
_LINKS = (
    form(rf"(?:every|each|all|all the) {_KIND}links? (?:{MODAL} )?{_RESOLVE}"),
    form(rf"(?:{LEAD}{HAVE} )?no (?:broken|dead) {_KIND}links?"),
)
_ALT = r"(?:an? )?alt(?:ernative)?(?:[ -]texts?)?"
_IMAGES = form(rf"(?:every|each) image has {_ALT}|all images have {_ALT}|no images? (?:without|lacks?) {_ALT}")
_BARE_IMAGE = re.compile(r"!\[\s*\][(\[]")
_BARE_TAG = re.compile(r"<img\b(?![^>]*\balt\s*=\s*[\"'][^\"'\s])", re.IGNORECASE)
_SCHEME = re.compile(r"[a-zA-Z][a-zA-Z0-9+.-]*:|//")
_CHECKS = (links.FILES, links.ANCHORS)


def linked(text: str) -> tuple[Judge, Repair | None] | None:
    """``every link resolves``, ``no broken relative links``, ``every image has alt text``."""
    for pattern in _LINKS:
        if match := pattern.fullmatch(text):
            return _resolve(relative=bool(match["kind"])), _mended
    return (_alt_texts, None) if _IMAGES.fullmatch(text) else None


def _resolve(*, relative: bool) -> Judge:
    """Met when all links lead somewhere; undecided for those that only a network or a project could tell of."""

    def judge(artifact: Artifact) -> Judged:
        found = [p for check in _CHECKS for p in check.find(check, artifact.document, artifact.around)]
        if found:
            places = sorted((Place(p.line, p.quote) for p in found), key=lambda place: place.line)
            return none_of(places, "A link leads nowhere")
        unknown = [
            Place(link.line, link.target) for link in artifact.document.links if not _is_known(artifact, link.target)
        ]
        doubtful = [place for place in unknown if not (relative and _SCHEME.match(place.words))]
        if not doubtful:
            return MET
        return Judged(met=None, gap=f"where these links lead can't be told from here: {shown(doubtful)}")

    return judge


def _is_known(artifact: Artifact, target: str) -> bool:
    """True for a target that the checks can follow."""
    if target.startswith("#"):
        return True
    return artifact.around.root is not None and not _SCHEME.match(target) and not target.startswith(("/", "\\"))


def _mended(artifact: Artifact) -> str:
    text = artifact.text
    for check in _CHECKS:
        now = Artifact(text, artifact.around)
        for problem in check.find(check, now.document, now.around):
            text = (problem.fix.apply(SourceText.of(text)) if problem.fix else None) or text
    return text


def _alt_texts(artifact: Artifact) -> Judged:
    bare = [
        Place(block.line_at(match.start()), match[0])
        for block in artifact.document.prose
        for match in _BARE_IMAGE.finditer(block.content)
        # An odd number of marks before it: it stands in code.
        if block.content.count("`", 0, match.start()) % 2 == 0
    ]
    tags = [Place(html.line, html.content) for html in artifact.document.html if _BARE_TAG.match(html.content)]
    return none_of([*bare, *tags], "An image has no alternative text")
