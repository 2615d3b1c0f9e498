"""Options with boxes to tick (``[x] Approved [ ] Issues Found``): only what is ticked is said."""

import re

BOX = re.compile(
    r"(?:^|(?<=[\s|/,;*_`]))(?:\[(?P<a>[^\w\[\]]{0,3}|[xXvV])\]|\((?P<b>[^\w()]{0,3}|[xXvV])\)|(?P<c>[☐☑☒⬜⬛◻◯○●◉🔲🔳]))"
)
_TICKED = re.compile(r"[xXvV✓✔✅☑•●*◉]")


def chosen(words: str) -> str:
    """The words without the boxes and options that are not ticked; several ticked ones are joined by a bar.

    Boxes that stand behind other words are left in, for nobody knows which option they belong to.
    """
    boxes = list(BOX.finditer(words))
    if not boxes:
        return words
    ends = [box.start() for box in boxes[1:]] + [len(words)]
    if words[: boxes[0].start()].strip(" |/,;-*_`"):
        return words
    ticked = [words[box.end() : end].strip(" |/,;-") for box, end in zip(boxes, ends, strict=True) if _is_ticked(box)]
    return " | ".join(ticked)


def _is_ticked(box: re.Match[str]) -> bool:
    mark = box["a"] or box["b"] or box["c"] or ""
    return bool(_TICKED.fullmatch(mark.strip()))
