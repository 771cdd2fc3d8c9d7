"""What a proof found, told to a person: joined, the most useful first, each in a sentence.

Knows texts and findings, and nothing of changes.
"""

from collections.abc import Sequence
from dataclasses import replace

from desktop_app.dreams.proposal import Doubt
from desktop_app.language.claims import doubt_words
from desktop_app.language.claims.sources import SourceText, Unsaid
from desktop_app.language.claims.terms import Span
from desktop_app.language.doubts import DoubtKind
from desktop_app.language.reading import han, read
from desktop_app.language.spans import flat
from desktop_app.language.tokens import light_characters
from desktop_app.notebook.source import Source
from desktop_app.words import as_sentence

FALSE = {DoubtKind.NEGATION, DoubtKind.SPEAKER, DoubtKind.TOPIC}
"""They make another claim of it."""

_USEFUL = sorted(DoubtKind, key=lambda kind: (kind == DoubtKind.WORDS, kind not in FALSE))
_LONGEST_WORD = 6  # Chinese characters


def doubts_of(
    unsaid: Sequence[Unsaid], text: str, lines: Sequence[tuple[SourceText, Source | None]]
) -> tuple[Doubt, ...]:
    """The findings about a text that rests on `lines`; plain words share one sentence, the last."""
    whole = _closest([_grown(one, text) for one in _joined(unsaid, text)])
    plain = tuple(word for one in whole if one.kind == DoubtKind.WORDS for word in one.words)
    doubts: list[Doubt] = []
    for one in sorted(whole, key=lambda one: _USEFUL.index(one.kind)):
        message, source = doubt_words.NOTHING, None
        if lines:
            line, source = lines[one.source or 0]
            finding = replace(one, words=plain) if one.kind == DoubtKind.WORDS else one
            message = doubt_words.message(finding, read(text), line)
        doubts.append(Doubt(one.kind, one.words, one.span, as_sentence(message), source))
    return tuple(doubts)


def _joined(unsaid: Sequence[Unsaid], text: str) -> list[Unsaid]:
    """The findings in their order, one a place; signs that follow one another are one word."""
    joined: list[Unsaid] = []
    for one in sorted(unsaid, key=lambda one: one.span):
        last = joined[-1] if joined else None
        if last and last.span == one.span and last.words == one.words:
            continue
        if last and last.kind == one.kind and last.span[1] == one.span[0] and one.span[1]:
            span = last.span[0], one.span[1]
            joined[-1] = Unsaid(one.kind, (text[slice(*span)],), span, "", last.source)
        else:
            joined.append(one)
    return joined


def _closest(found: Sequence[Unsaid]) -> list[Unsaid]:
    """Without a clause said of something else where a word of it is said of nothing at all."""
    missing = [one.span for one in found if one.kind != DoubtKind.ORDER]
    return [
        one
        for one in found
        if one.kind != DoubtKind.ORDER
        or not any(one.span[0] <= start and end <= one.span[1] for start, end in missing)
    ]


def _grown(one: Unsaid, text: str) -> Unsaid:
    span = word_at(one.span, text)
    return replace(one, words=(text[slice(*span)],), span=span) if span != one.span else one


def word_at(span: Span, text: str) -> Span:
    """A single Chinese character grown to its word, as far as light characters tell."""
    level, light = flat(text), light_characters()
    heavy = [bool(han(sign, 0, 1)) and sign not in light for sign in level]
    start, end = span
    if end - start != 1 or not heavy[start]:
        return span
    while start and heavy[start - 1]:
        start -= 1
    while end < len(heavy) and heavy[end]:
        end += 1
    return (start, end) if end - start <= _LONGEST_WORD else span
