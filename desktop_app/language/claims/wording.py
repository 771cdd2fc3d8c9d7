"""Plain words of a claim that its sources lack. Knows English words; Chinese is read in `chinese`."""

from desktop_app.language.claims import lexicon
from desktop_app.language.claims.reading import Reading, Word
from desktop_app.language.claims.sources import Finding, Sources, covers


def uncovered(claim: Reading, sources: Sources, taken: list[tuple[int, int]]) -> list[Word]:
    """Content words that no source says in any form, outside of `taken` spans."""
    return [
        word
        for word in claim.content
        if not any(start <= word.start < end for start, end in taken)
        and not covers(sources, word.level)
    ]


def invented(words: list[Word], strict: bool) -> list[Word]:
    """Those of the uncovered words that claim something by themselves."""
    return [word for word in words if strict or not lexicon.is_frame(word.level)]
