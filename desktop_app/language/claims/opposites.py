"""Words of a claim where its sources have the opposite at the same place. Knows English words."""

from collections.abc import Iterator

from desktop_app.language.claims import lexicon
from desktop_app.language.claims.denials import clauses
from desktop_app.language.claims.pieces import bag
from desktop_app.language.claims.sources import Finding, Sources
from desktop_app.language.reading import Reading, Word

_REACH = 3  # words between which two stand beside each other
_CLOSE = 0.7  # of the best line's closeness


def turned(claim: Reading, sources: Sources) -> list[Finding]:
    """Words whose opposite the sources say, unless one of the two is denied."""
    wanted = [word for word in claim.words if lexicon.against(word.level)]
    if not wanted or not any(_against(word) & sources.roots for word in wanted):
        return []
    close = _closest(claim, sources)
    return list(_turned(claim, wanted, sources, close))


def _against(word: Word) -> frozenset[str]:
    return lexicon.against(word.level) - lexicon.roots(word.level)


def _turned(
    claim: Reading, wanted: list[Word], sources: Sources, close: list[int]
) -> Iterator[Finding]:
    for word in wanted:
        for number, one in enumerate(sources.said):
            other = next((w for w in one.reading.words if _opposed(word, w)), None)
            if other is None or _denied(claim, word) != _denied(one.reading, other):
                continue
            missing = lexicon.roots(word.level).isdisjoint(sources.roots)
            if (
                missing
                and word.content
                and number in close
                and _near(claim, word, one.reading, other)
            ) or _same_place(claim, word, one.reading, other, sources):
                span = (word.start, word.end)
                yield Finding("words", (word.text,), span, other.text, number)
                break


def _opposed(word: Word, other: Word) -> bool:
    return not _against(word).isdisjoint(lexicon.roots(other.level))


def _closest(claim: Reading, sources: Sources) -> list[int]:
    shares = [bag(one.reading).overlap(bag(claim).pieces) for one in sources.said]
    best = max(shares, default=0)
    return [number for number, share in enumerate(shares) if share and share >= _CLOSE * best]


def _same_place(claim: Reading, word: Word, line: Reading, other: Word, sources: Sources) -> bool:
    """Whether the opposite has a neighbour of the word, and the word itself never has it."""
    mine = _neighbours(claim, word)
    theirs = _neighbours(line, other)
    if not (mine and mine & theirs):
        return False
    return not any(
        lexicon.roots(again.level) & lexicon.roots(word.level)
        and mine & _neighbours(one.reading, again)
        for one in sources.said
        for again in one.reading.words
    )


def _near(claim: Reading, word: Word, line: Reading, other: Word) -> bool:
    """Whether a word and its opposite have some other word near them in common."""
    mine, theirs = ({w.level for w in _around(r, w)} for r, w in ((claim, word), (line, other)))
    return any(
        not lexicon.keys(one).isdisjoint(lexicon.keys(two)) for one in mine for two in theirs
    )


def _around(reading: Reading, word: Word) -> list[Word]:
    content = [one for one in reading.words if one.content or one is word]
    place = content.index(word)
    return [one for one in content[max(0, place - _REACH) : place + _REACH + 1] if one is not word]


def _neighbours(reading: Reading, word: Word) -> frozenset[str]:
    """The roots of the content words beside a word; before it only for one that follows a verb."""
    place = reading.words.index(word)
    found: set[str] = set()
    for near in reading.words[place + 1 : place + 1 + _REACH]:
        if near.content:
            found |= {f">{root}" for root in lexicon.roots(near.level)}
            break
    if word.level in ("on", "off", "up", "down", "in", "out") or word.content:
        for near in reversed(reading.words[max(0, place - _REACH) : place]):
            if near.content:
                found |= {f"<{root}" for root in lexicon.roots(near.level)}
                break
    return frozenset(found)


def _denied(reading: Reading, word: Word) -> bool:
    for (start, end), clause in zip(reading.clauses, clauses(reading), strict=True):
        if start <= word.start < end:
            return any(cue.end <= word.start and not cue.implied for cue in clause.cues)
    return False
