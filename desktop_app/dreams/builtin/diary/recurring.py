"""What the notes keep coming back to, of what a dream is about. Knows notes, no diary and no rules.

In English names and words; in Chinese, which sets no word apart, short runs of characters that
stand in different company.
"""

import re
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from datetime import date
from functools import cache

from desktop_app import resources
from desktop_app.dreams.builtin.book import Note
from desktop_app.dreams.builtin.relating.sense import sense
from desktop_app.language.values import without_values
from desktop_app.language.words import fold, is_cjk, runs, stem

_MOST, _DAYS = 3, 2
_OF_A_NAME = 1.5  # a name weighs as much as half as many days more
_SHORTEST, _LONGEST = 2, 4  # Chinese characters
MARKUP = re.compile(r"[*`]+|^#+\s*|\\")
_NAME = re.compile(r"\b[A-Z][\w'’-]{2,}")
_WORD = re.compile(r"\b[a-z]{5,}\b")


@dataclass
class _Said:
    """One word in all its forms, the days on which it was said, and the characters around it."""

    days: set[date] = field(default_factory=set)
    forms: Counter[str] = field(default_factory=Counter)
    before: set[str] = field(default_factory=set)  # "" where a phrase begins with it
    after: set[str] = field(default_factory=set)  # "" where one ends with it


def recurring(notes: Sequence[Note], texts: Iterable[str], chinese: bool) -> list[str]:
    """At most three names or words of `texts` that stand in notes of several days.

    Each as the notes write it most often; those of the most days come first.
    """
    matter = list(texts)
    found = [*_latin(notes, matter), *(_chinese(notes, matter) if chinese else [])]
    found.sort(key=lambda one: (-_weight(one), -one.forms.total()))
    return [one.forms.most_common(1)[0][0] for one in found[:_MOST]]


def _weight(said: _Said) -> float:
    return len(said.days) * (_OF_A_NAME if _is_name(said) else 1)


def _is_name(said: _Said) -> bool:
    return any(form[0].isupper() for form in said.forms)


def _latin(notes: Sequence[Note], texts: Iterable[str]) -> list[_Said]:
    """Names, and words that were said more than twice."""
    matter = {word for text in texts for word in sense(text).bag}
    found: dict[str, _Said] = defaultdict(_Said)
    for note in notes:
        for word in _words(note.unit.text):
            if (root := stem(word.lower())) in matter:
                found[root].days.add(note.unit.day)
                found[root].forms[word] += 1
    often = [one for one in found.values() if len(one.days) >= _DAYS]
    return [one for one in often if _is_name(one) or one.forms.total() > _DAYS]


def _words(text: str) -> Iterator[str]:
    """Names, and longer words in small letters: the first word of a line may be either."""
    first, _, rest = MARKUP.sub("", without_values(text)).strip().partition(" ")
    yield from _NAME.findall(rest)
    yield from _WORD.findall(f"{first.lower()} {rest}")


def _chinese(notes: Sequence[Note], texts: Iterable[str]) -> list[_Said]:
    """The longest runs of two to four characters that stand free on both sides."""
    matter = {run for text in texts for run, *_ in _parts(text)}
    found: dict[str, _Said] = defaultdict(_Said)
    for note in notes:
        for run, form, before, after in _parts(note.unit.text):
            if run in matter:
                said = found[run]
                said.days.add(note.unit.day)
                said.forms[form] += 1
                said.before.add(before)
                said.after.add(after)
    whole = {
        run: said
        for run, said in found.items()
        if len(said.days) >= _DAYS and _free(said.before) and _free(said.after)
    }
    return [
        said
        for run, said in whole.items()
        if not any(run in other and run != other for other in whole)
    ]


def _free(around: set[str]) -> bool:
    """Whether a run may be a word on this side: a phrase ends there, or it goes on in two ways."""
    return "" in around or len(around) > 1


def _parts(text: str) -> Iterator[tuple[str, str, str, str]]:
    """Each short run, folded and as it is written, with the characters before and after it."""
    plain = without_values(text)
    level = fold(plain)
    at = 0
    for piece in (part for run in runs(level) for part in _light().split(run)):
        start = level.find(piece, at)
        at = start + len(piece)
        if not piece or not is_cjk(piece[0]):
            continue
        for length in range(_SHORTEST, _LONGEST + 1):
            for n in range(len(piece) - length + 1):
                end = n + length
                form = plain[start + n : start + end]
                yield piece[n:end], form, piece[:n][-1:], piece[end : end + 1]


@cache
def _light() -> re.Pattern[str]:
    words = resources.table("language/record")["light"].split()
    return re.compile("|".join(sorted(map(re.escape, words), key=len, reverse=True)))
