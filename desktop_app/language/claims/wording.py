"""Plain words of a claim that its sources lack, and claims about something else altogether."""

from desktop_app.language.claims import lexicon
from desktop_app.language.claims.names import is_title
from desktop_app.language.claims.pieces import bag
from desktop_app.language.claims.sources import Finding, Sources, covers
from desktop_app.language.reading import Reading

_SCATTERED = 0.27  # of a claim, at most, that any one line says
_FEW = 3.0  # words that are too few to judge by


def missing(claim: Reading, sources: Sources, taken: list[tuple[int, int]]) -> list[Finding]:
    """English words that claim something and that no source says, outside of `taken` spans."""
    return [
        Finding("words", (word.text,), (word.start, word.end))
        for word in claim.content
        if not any(start <= word.start < end for start, end in taken)
        and not (lexicon.is_frame(word.level) or is_title(word.level))
        and not covers(sources, word.level)
    ]


def scattered(claim: Reading, sources: Sources) -> list[Finding]:
    """Whether no line says enough of the claim to be what it is about."""
    speakers = {speaker.lower() for speaker in sources.speakers}
    own = [p for p in bag(claim).pieces if claim.level[p.start : p.end] not in speakers]
    whole = sum(piece.weight for piece in own)
    lines = [bag(one.reading) for one in sources.said]
    most = max((sum(p.weight * line.surely(p) for p in own) for line in lines), default=0.0)
    return [Finding("topic", (), (0, 0))] if whole >= _FEW and most < _SCATTERED * whole else []
