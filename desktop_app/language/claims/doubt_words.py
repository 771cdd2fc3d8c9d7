"""Findings as sentences for people. Knows findings and lines."""

from collections.abc import Sequence

from desktop_app.language.claims.sources import Unsaid
from desktop_app.language.doubts import DoubtKind
from desktop_app.words import listed, quoted, tr

NOTHING = tr("there is no line that this rests on")
_FRAMES = {
    DoubtKind.TOPIC: tr("none of the cited lines is about this"),
    DoubtKind.MODALITY: tr("the cited lines say this less surely, or only on a condition"),
    DoubtKind.NEGATION: tr("the cited lines and this line do not deny the same"),
    DoubtKind.ONCE: tr("the cited lines show this on one day only"),
    DoubtKind.HEADING: tr("the heading would no longer say {words}"),
    DoubtKind.ORDER: tr("the cited lines use {words} for something else or for another time"),
}


def not_found(words: Sequence[str]) -> str:
    """That a second reading does not find a line, or words of it, in what the line rests on."""
    if words:
        frame = tr("a second reading does not find {words} in the cited lines")
        return frame.format(words=listed(map(quoted, words)))
    return tr("a second reading does not find all of it in the cited lines")


def message(finding: Unsaid) -> str:
    """One sentence."""
    words = listed(map(quoted, finding.words))
    if finding.kind in _FRAMES:
        return _FRAMES[finding.kind].format(words=words)
    one = len(finding.words) == 1
    told = (
        tr("{words} is not in the cited lines") if one else tr("{words} are not in the cited lines")
    )
    return told.format(words=words)
