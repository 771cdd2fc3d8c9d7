"""Whether a text is in English or Chinese, or in a language that is not read. Knows words, no days.

Another script is known by its letters. Languages in Latin letters are told apart by small words.
"""

import re
from functools import cache

from desktop_app import resources
from desktop_app.language.spans import flat
from desktop_app.language.tokens import script

_KANA = re.compile("[\u3041-\u3096\u30a1-\u30fa\u30fc\uff66-\uff9d]")
_HAN = re.compile("[\u3400-\u4dbf\u4e00-\u9fff\U00020000-\U000323af]")
_EASTERN = re.compile(f"{_KANA.pattern}|{_HAN.pattern}")
_LATIN = re.compile("[\x00-\u024f\u1e00-\u1eff\u2000-\u2bff\u3000-\u303f\uff00-\uff0f]+")
_WORD = re.compile(r"(?<![\w./@:-])[^\W\d_]+(?:'[^\W\d_]+)*(?![\w/@]|[.:-]\w)")  # of no link
_ELISION = re.compile(r"\b(?:[cdjlmnst]|qu|dell|all|un)'(?=[aeiouhyàâèéêëîïôù])")
_JAPANESE = 0.15  # the share of kana from which Han characters are not read as Chinese
_CLEAR = 2.0  # small words that show a language


def is_foreign(text: str) -> bool:
    """Whether a text clearly is in a language that is not read, as far as its own words show."""
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
    return theirs >= _CLEAR and theirs > 2 * ours


def written_in(text: str) -> str:
    """The language in which a program writes about a text: `en`, `zh-Hant` or `zh-Hans`.

    English for a text in a language that is not read.
    """
    return "en" if is_foreign(text) else script(text)


@cache
def _words(name: str) -> frozenset[str]:
    return frozenset(resources.table("language/tongue")[name].split())
