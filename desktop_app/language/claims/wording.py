"""Plain words of a claim that its sources lack. Knows English; Chinese is read in `chinese`."""

from desktop_app.language.claims import lexicon
from desktop_app.language.claims.reading import Reading
from desktop_app.language.claims.sources import Finding, Sources, covers


def missing(
    claim: Reading, sources: Sources, taken: list[tuple[int, int]], strict: bool
) -> list[Finding]:
    """Words that claim something and that no source says in any form, outside of `taken` spans."""
    found = [
        word
        for word in claim.content
        if not any(start <= word.start < end for start, end in taken)
        and not lexicon.is_frame(word.level)
        and not covers(sources, word.level)
    ]
    return [Finding("words", (word.text,), (word.start, word.end)) for word in found]
