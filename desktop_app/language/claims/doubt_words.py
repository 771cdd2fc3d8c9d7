"""Findings as sentences for people. Knows findings and lines."""

from collections.abc import Sequence

from desktop_app.language.claims.entities import names
from desktop_app.language.claims.facts import numbers
from desktop_app.language.claims.sources import SourceText, Unsaid
from desktop_app.language.claims.times import MomentKind
from desktop_app.language.doubts import DoubtKind
from desktop_app.language.reading import Reading
from desktop_app.words import listed, quoted, tr

NOTHING = tr("there is no line that this rests on")
_FRAMES = {
    DoubtKind.TOPIC: tr("none of the cited lines is about this"),
    DoubtKind.MODALITY: tr("the cited lines say this less surely, or only on a condition"),
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


def message(finding: Unsaid, claim: Reading, line: SourceText) -> str:
    """One sentence; `line` is the source that comes closest."""
    words = listed(map(quoted, finding.words))
    instead = finding.instead or _instead(finding, claim, line)
    if finding.kind in _FRAMES:
        return _FRAMES[finding.kind].format(words=words, instead=instead)
    if finding.kind == DoubtKind.SPEAKER:
        if instead:
            frame = tr("the cited lines say this of {instead}, not of {name}")
            return frame.format(instead=instead, name=finding.words[0])
        return tr("the cited lines say this of somebody else than {name}").format(
            name=finding.words[0]
        )
    if finding.kind == DoubtKind.NEGATION:
        if instead:
            return tr("the cited lines have “{instead}” here, and this line has not").format(
                instead=instead
            )
        return tr("{words} is not in the cited lines: they say this without it").format(words=words)
    if instead:
        frame = tr("{words} is not in the cited lines; they say “{instead}”")
        return frame.format(words=words, instead=instead)
    one = len(finding.words) == 1
    told = (
        tr("{words} is not in the cited lines") if one else tr("{words} are not in the cited lines")
    )
    return told.format(words=words)


def _instead(finding: Unsaid, claim: Reading, line: SourceText) -> str:
    """What the line says in the place of a hard fact, when there is only one such thing."""
    if finding.kind == DoubtKind.NUMBER:
        mine = {one.value for one in numbers(claim.text)}
        spans = [
            (one.start, one.end) for one in line.numbers if not one.soft and one.value not in mine
        ]
    elif finding.kind == DoubtKind.DATE:
        spans = [(one.start, one.end) for one in line.moments if one.kind != MomentKind.YEAR]
    elif finding.kind in (DoubtKind.NAME, DoubtKind.SPEAKER):
        others = (one for one in names(line.reading) if one.level not in claim.level)
        spans = [(one.start, one.end) for one in others]
    else:
        return ""
    texts = list(dict.fromkeys(line.reading.text[start:end].strip() for start, end in spans))
    return texts[0] if len(texts) == 1 else ""
