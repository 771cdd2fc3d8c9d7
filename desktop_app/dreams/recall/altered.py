"""What a line says otherwise though it looks nearly the same: a word put in, exchanged or swapped.

Facts alone would still be found there. *Not*, *until* for *since*, a line about Ana and Ben that
has them the other way round: each turns what is said. Pure: two lines and what notes say.
"""

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from difflib import SequenceMatcher

from desktop_app.language.cues import CueKind, places_of
from desktop_app.language.difference import Span
from desktop_app.language.spans import flat

_WORD = re.compile("[\u3400-\u9fff\uf900-\ufaff]|\\d[\\d.,:]*\\d|\\w+|[$€£¥%°]")
_SAME = 0.6  # of a line's words that stand in the new one in their order; less is a new wording
_MOST = 300  # words of a line that is looked at


@dataclass(frozen=True)
class _Word:
    text: str
    start: int
    end: int


def altered(old: str, new: str, told: Sequence[str], known: Sequence[Span]) -> Iterator[Span]:
    """The spans of `old` that `new` says otherwise, without a reason in the texts `told`.

    `known` are the spans of `new` that a note is known to say in other letters. What is put before
    the line or behind it is no part of what it said, unless it denies that.
    """
    was, comes = _words(old)[:_MOST], _words(new)[:_MOST]
    before, after = [one.text for one in was], [one.text for one in comes]
    notes = [[word.text for word in _words(text)] for text in told]
    if sorted(before) == sorted(after):
        if at := _swapped(before, after, notes):
            yield was[at[0]].start, was[at[1] - 1].end
        return
    matcher = SequenceMatcher(None, before, after, autojunk=False)
    if sum(block.size for block in matcher.get_matching_blocks()) < _SAME * len(was):
        return
    said = {word for note in notes for word in note}
    said |= {word for word in {*before} if after.count(word) <= before.count(word)}
    denials = list(places_of(CueKind.NOT, new))
    for code, a, b, c, d in matcher.get_opcodes():
        fresh = [one for one in comes[c:d] if one.text not in said and not _within(one, known)]
        inside = code == "replace" or (code == "insert" and 0 < a < len(was))
        if fresh and (inside or any(_within(one, denials) for one in fresh)):
            first = min(a, len(was) - 1)
            yield was[first].start, was[max(first + 1, b) - 1].end


def _swapped(before: list[str], after: list[str], notes: Sequence[list[str]]) -> Span | None:
    """Where two parts of a line stand in each other's place, with words between them, and nothing
    else has changed; None otherwise, and where a note has them in the new order."""
    differ = [n for n, pair in enumerate(zip(before, after, strict=True)) if len({*pair}) > 1]
    if not differ:
        return None
    start, end = differ[0], differ[-1] + 1
    was, comes = before[start:end], after[start:end]
    if any(f" {' '.join(comes)} " in f" {' '.join(note)} " for note in notes):
        return None
    for last in range(1, len(was) - 1):
        if was[-last:] != comes[:last]:
            continue
        for first in range(1, len(was) - last):
            if was[first:-last] + was[:first] == comes[last:]:
                return start, start + first
    return None


def _within(word: _Word, spans: Iterable[Span]) -> bool:
    return any(start <= word.start and word.end <= end for start, end in spans)


def _words(text: str) -> list[_Word]:
    return [_Word(match[0].replace(",", ""), *match.span()) for match in _WORD.finditer(flat(text))]
