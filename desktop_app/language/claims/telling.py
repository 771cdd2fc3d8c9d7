"""Findings as sentences for people. Knows findings and lines."""

from desktop_app.language.claims.entities import names
from desktop_app.language.claims.facts import numbers
from desktop_app.language.claims.sources import Said, Unsaid
from desktop_app.language.claims.times import MomentKind
from desktop_app.language.doubts import DoubtKind
from desktop_app.language.reading import Reading

NOTHING = "there is no line that this rests on"
_FRAMES = {
    DoubtKind.TOPIC: "none of these lines is about this",
    DoubtKind.MODALITY: "the notes plan this or leave it open, they do not say that it is so",
    DoubtKind.ORDER: "{words} stands in another place in the notes",
    DoubtKind.PART: "this leaves out '{instead}'",
}


def message(found: Unsaid, claim: Reading, line: Said) -> str:
    """One sentence; `line` is the source that comes closest."""
    words = ", ".join(f"'{word}'" for word in found.words)
    instead = found.instead or _instead(found, claim, line)
    if found.kind in _FRAMES:
        return _FRAMES[found.kind].format(words=words, instead=instead)
    if found.kind == DoubtKind.SPEAKER:
        other = f"{instead}, not of" if instead else "somebody else than"
        return f"the notes say this of {other} {found.words[0]}"
    if found.kind == DoubtKind.NEGATION:
        if instead:
            return f"the notes deny this with '{instead}'"
        return f"{words} is not in the notes: they say this without it"
    return f"{words} is not in the notes" + (f"; they say '{instead}'" if instead else "")


def left_out(found: Unsaid) -> str:
    """That a hard fact of a line is missing in what it is merged into."""
    return f"'{found.words[0]}' would be left out"


def _instead(found: Unsaid, claim: Reading, line: Said) -> str:
    """What the line says in the place of a hard fact, when there is only one such thing."""
    if found.kind == DoubtKind.NUMBER:
        mine = {one.value for one in numbers(claim.text)}
        spans = [
            (one.start, one.end) for one in line.numbers if not one.soft and one.value not in mine
        ]
    elif found.kind == DoubtKind.DATE:
        spans = [(one.start, one.end) for one in line.moments if one.kind != MomentKind.YEAR]
    elif found.kind in (DoubtKind.NAME, DoubtKind.SPEAKER):
        others = (one for one in names(line.reading) if one.level not in claim.level)
        spans = [(one.start, one.end) for one in others]
    else:
        return ""
    told = list(dict.fromkeys(line.reading.text[start:end].strip() for start, end in spans))
    return told[0] if len(told) == 1 else ""
