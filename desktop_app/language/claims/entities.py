"""Whether a source has a hard fact of a claim: a number, a time, a name, what is spelled out.

Knows a claim and one source. Each fact is asked for by itself and never averaged away.
"""

import re
from functools import cache, lru_cache

from desktop_app import resources
from desktop_app.language.claims.facts import Number, Spelled, letters
from desktop_app.language.claims.sources import SourceText
from desktop_app.language.claims.times import Moment, MomentKind
from desktop_app.language.claims.vocabulary import alike, is_frame, roots, words
from desktop_app.language.reading import Reading, Word
from desktop_app.language.tokens import is_light, stem
from desktop_app.language.values import values

_NO_NAMES = ("ing", "ed", "ly", "tion", "ment", "ness", "ity", "s")

Fact = Spelled | Moment | Number | Word


def is_spelled(one: Spelled, claim: Reading, source: SourceText) -> bool:
    """Whether a source has it letter by letter, or the same value in another form."""
    at = one.start, one.end
    same = {(v.kind, v.key) for v in values(claim.text) if (v.start, v.end) == at}
    plain = letters(one.text)
    return (
        _stands(one.text, source.level)
        or bool(same & source.values)
        or (" " in plain and f" {plain} " in source.letters)
    )


def _stands(piece: str, level: str) -> bool:
    """Whether the piece is in the text and not inside a longer word."""
    before = r"(?<![a-z0-9])" if piece[:1].isalnum() and piece[:1].isascii() else ""
    after = r"(?![a-z0-9])" if piece[-1:].isalnum() and piece[-1:].isascii() else ""
    return piece in level and re.search(before + re.escape(piece) + after, level) is not None


def is_told(one: Moment, claim: Reading, source: SourceText) -> bool:
    """Whether a source says that time."""
    if source.times.hold(one) or _stands(claim.level[one.start : one.end], source.level):
        return True
    # At 4, where it only says 4.
    return one.kind == MomentKind.CLOCK and int(one.key.rstrip("?")) / 60 in source.amounts


def is_counted(one: Number, source: SourceText) -> bool:
    """A year and a full hour may be told in another way."""
    numbers = one.value in source.amounts | source.times.years
    return one.soft or numbers or (one.value <= 24 and one.value % 12 in source.times.hours)


def is_named(word: Word, source: SourceText) -> bool:
    """Whether a source names this, or says a plain word as like it as Swedish is like Sweden."""
    root = stem(word.level)
    return not {word.level, *roots(word.level)}.isdisjoint(source.names) or any(
        alike(root, stem(other.level))
        for other in source.reading.words
        if other.content and not other.capital and not is_frame(other.level)
    )


def is_common(word: str) -> bool:
    """Whether a lower-case word ends as names do not; in a title it may have a capital."""
    return word.endswith(_NO_NAMES)


# -- which words are names ------------------------------------------------------------------


@lru_cache(maxsize=20_000)
def names(reading: Reading) -> tuple[Word, ...]:
    """The words of a text that have their capitals for their own sake."""
    after = [*reading.words[1:], None]
    pairs = zip(reading.words, after, strict=False)
    return tuple(word for word, following in pairs if _is_name(word, following, reading))


def _is_name(word: Word, after: Word | None, claim: Reading) -> bool:
    level = word.level
    if not word.capital or len(level) < 2 or level in words("titles") | _time_words():
        return False
    if word.text.isupper() or not word.first:
        return True
    if is_light(level) or is_frame(level) or (is_common(level) and not _is_one(word, after)):
        return False
    return _stands_as_name(word, after, claim)


def _is_one(word: Word, after: Word | None) -> bool:
    """Whether a word that ends as plurals do is told of as one: Jonas looks, but boats look."""
    if after is None or not all(one.level.endswith("s") for one in (word, after)):
        return False
    verb = not is_light(after.level) or after.level in words("after_names")
    return verb and not any(one.level.endswith("ss") for one in (word, after))


def _stands_as_name(word: Word, after: Word | None, claim: Reading) -> bool:
    """Whether a word that begins a sentence stands where names do."""
    beside = claim.text[: word.start].rstrip()[-1:], claim.text[word.end :].lstrip()[:1]
    if beside[0] in tuple(":,(—–-/") and beside[1] in tuple(",):;—–-→=/"):
        return True  # all that stands between two marks: `Present: Gwen, Hugo`
    if claim.text[word.end : word.end + 2] in ("'s", "’s"):
        return True
    return after is not None and after.start - word.end == 1 and _follows_names(after)


def _follows_names(word: Word) -> bool:
    verb = word.level.endswith(("s", "ed")) and not is_light(word.level)
    return word.capital or verb or word.level in words("after_names")


@cache
def _time_words() -> frozenset[str]:
    """Weekdays and months, which have their capitals for another reason."""
    table = resources.table("language/values")
    return frozenset(word for row in (*table["weekdays"], *table["months"]) for word in row.split())
