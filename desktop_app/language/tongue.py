"""Whether a text is in English or Chinese, or in a language that is not read. Knows words, no days.

Another script is known by its letters. Languages in Latin letters are told apart by small words.
Names and titles have none: a line without small words has the language of the lines around it.
"""

import re
from collections.abc import Iterable
from dataclasses import dataclass
from functools import cache

from desktop_app import resources
from desktop_app.language.spans import flat
from desktop_app.language.words import script

_KANA = re.compile("[\u3041-\u3096\u30a1-\u30fa\u30fc\uff66-\uff9d]")
_HAN = re.compile("[\u3400-\u4dbf\u4e00-\u9fff\U00020000-\U000323af]")
_EASTERN = re.compile(f"{_KANA.pattern}|{_HAN.pattern}")
_LATIN = re.compile("[\x00-\u024f\u1e00-\u1eff\u2000-\u2bff\u3000-\u303f\uff00-\uff0f]+")
_WORD = re.compile(r"(?<![\w./@:-])[^\W\d_]+(?:'[^\W\d_]+)*(?![\w/@]|[.:-]\w)")  # of no link
_ELISION = re.compile(r"\b(?:[cdjlmnst]|qu|dell|all|un)'(?=[aeiouhyàâèéêëîïôù])")
_JAPANESE = 0.15  # the share of kana from which Han characters are not read as Chinese
_CLEAR = 2.0  # small words that a line needs to be judged by itself


@dataclass(frozen=True)
class Tongue:
    """How many small words of English or Chinese a text has, and how many of other languages."""

    ours: float
    theirs: float

    @property
    def foreign(self) -> bool:
        """Whether it clearly is in a language that is not read."""
        return self.theirs >= _CLEAR and self.theirs > 2 * self.ours

    @property
    def read_here(self) -> bool:
        """Whether it clearly is English or Chinese."""
        return self.ours >= 1 and self.ours >= self.theirs


def tongue(text: str) -> Tongue:
    """The language of a text, as far as its own words show it."""
    level = flat(text)
    ours = theirs = 0.0
    for word in _WORD.findall(level):
        if _EASTERN.search(word):
            continue
        if not _LATIN.fullmatch(word):
            theirs += 1
        elif word in _words("english"):
            ours += 1
        elif word in _words("others"):
            theirs += 1
        elif not word.isascii():
            theirs += 0.5  # a name may have an accent
    theirs += len(_ELISION.findall(level))
    kana, han = len(_KANA.findall(level)), len(_HAN.findall(level))
    if kana >= max(2, _JAPANESE * (kana + han)):
        theirs += kana / 2
    elif han:
        ours += sum(level.count(sign) for sign in _words("chinese"))
    return Tongue(ours, theirs)


def together(tongues: Iterable[Tongue]) -> Tongue:
    """The language of several texts as one."""
    every = list(tongues)
    return Tongue(sum(one.ours for one in every), sum(one.theirs for one in every))


def is_foreign(own: Tongue, *around: Tongue) -> bool:
    """Whether a text is in another language; where it does not show, what is around it decides."""
    for one in (own, *around):
        if one.foreign or one.read_here:
            return one.foreign
    return False


def written_in(text: str) -> str:
    """The language in which a program writes about a text: `en`, `zh-Hant` or `zh-Hans`.

    English for a text in a language that is not read.
    """
    return "en" if tongue(text).foreign else script(text)


@cache
def _words(name: str) -> frozenset[str]:
    return frozenset(resources.table("language/tongue")[name].split())
