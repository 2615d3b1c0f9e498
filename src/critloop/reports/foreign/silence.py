"""Ways of saying that there is nothing to object to, in a sentence."""

import re

from critloop.reports.characters import comparable
from critloop.reports.nothing import says_nothing

_LONG = 1500
_THINGS = (
    r"(?:issues?|findings?|problems?|concerns?|blockers?|gaps?|recommendations?|suggestions?|defects?|bugs?|errors?"
    r"|changes?|deviations?|violations?|objections?|nits?|regressions?)"
)
_NONE = re.compile(
    r"(?:[-–—✅✔☑\s]*)(?:there (?:are|were|is) )?(?:i (?:found|have|see) )?"
    rf"(?:none|n/?a|nil|nothing|no\b[^.;:]{{0,80}}?\b{_THINGS}|no further .{{0,40}}|0|zero)(?:[\s,]+(?:and"
    rf"|or)?[^.;:]{{0,80}})?"
    r"|[^。.;;]{0,40}(?:未发现|没有发现|没有|不存在|暂无|并无|未见|无)[^。.;;]{0,40}(?:问题|發現|发现|缺陷|阻塞"
    r"|findings?|issues?|bug)[^。.;;]{0,40}"
    r"|[^.]{0,40}(?:指摘|問題)[^.]{0,20}(?:なし|ありません|ない)[^.]{0,10}"
)
_ADVERSE = re.compile(
    r"\b(?:but|however|except|although|though|aside|apart|besides|yet|still|unless|other than|only|until)\b"
    r"|但|除|仍|不过|只是|ただし|しかし"
)
_SENTENCE = re.compile(r"(?:[.;!。]|\s[—–-])\s+|[。]|\n")


def states_none(text: str) -> bool:
    """True where a text begins with word that nothing was found, and takes nothing of it back."""
    words = comparable(re.sub(r"^\s*[-*+]\s+", "", text))
    if not words or len(words) > _LONG:
        return False
    if says_nothing(text):
        return True
    first = _SENTENCE.split(words.replace(". ", ".  "))[0].strip(" .!()[]✅✔☑🎉👍")
    return bool(_NONE.fullmatch(first)) and not _ADVERSE.search(words)
