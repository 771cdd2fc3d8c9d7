"""The one way in which a text reaches a person: each is looked up here. Knows no text.

Without a translation into the person's language a text stays as it is, in English. `make words`
finds the texts, so they are literals; what varies fills their gaps.
"""

import gettext
import re
from collections.abc import Iterable
from enum import StrEnum
from functools import cache

from desktop_app import languages, resources

_GAP = re.compile(r"%[1-9]")
WIDE_ENDS = ("。", "？", "！", "：")


@cache
def _catalogue() -> gettext.NullTranslations:
    places = resources.folder() / "translations"
    wanted = [languages.chosen()]
    return gettext.translation("nightstand", places, wanted, fallback=True)


def tr(text: str, *gaps: object) -> str:
    """The text in the person's language, with its gaps filled."""
    return filled(_catalogue().gettext(text), *gaps)


def filled(words: str, *gaps: object) -> str:
    """The words with these in the place of %1, %2 and so on. All are filled at once, so that what
    fills one, such as a path with %20, has no gap itself."""
    values = {f"%{n}": str(one) for n, one in enumerate(gaps, 1)}
    return _GAP.sub(lambda gap: values.get(gap[0], gap[0]), words)


class Worded(StrEnum):
    """Values that have words for a person: `NAME = "value", tr("words")`."""

    in_words: str

    def __new__(cls, value: str, words: str = "") -> "Worded":
        one = str.__new__(cls, value)
        one._value_, one.in_words = value, words
        return one


def quoted(words: str) -> str:
    """The words in the quotation marks of the language."""
    return tr("“%1”", words)


def cut(text: str, most: int = 240) -> str:
    """So many characters of a text (those of a quote), with an ellipsis where it goes on."""
    return text if len(text) <= most else f"{text[:most].rstrip()}…"


def listed(parts: Iterable[str]) -> str:
    """One after the other, as the language lists them."""
    return tr("{one}, {other}").format(one="", other="").join(parts)


def apart(parts: Iterable[str]) -> str:
    """One after the other, where a part may hold a comma itself."""
    return tr("{one}; {other}").format(one="", other="").join(parts)


def spanned(ends: Iterable[str]) -> str:
    """From the first to the last, as the language writes it; one alone stands as it is."""
    return tr("{first} – {last}").format(first="", last="").join(ends)


def headed(head: str, words: str) -> str:
    """The words behind what they are about, with the colon of the language."""
    return tr("{head}: {words}").format(head=head, words=words)


def remarked(words: str, remark: str) -> str:
    """The words, and a remark on them in the brackets of the language."""
    return tr("{words} ({remark})").format(words=words, remark=remark)


def together(*sentences: str) -> str:
    """Sentences, one after the other; Chinese ones have no blank between them."""
    told = ""
    for sentence in filter(None, sentences):
        told += ("" if not told or told.endswith(WIDE_ENDS) else " ") + sentence
    return told


def spoken(*parts: str) -> str:
    """The parts as a screen reader says them: a sentence each, with the stop of the language."""
    ends = (*WIDE_ENDS, *".?!:…")
    return together(*(one if one.endswith(ends) else as_sentence(one) for one in parts if one))


def as_sentence(words: str) -> str:
    """The words as a sentence of their own."""
    return tr("{sentence}.").format(sentence=words[:1].upper() + words[1:])


def counted(one: str, many: str, count: int, **gaps: object) -> str:
    """The text for this number, such as `{count} day` or `{count} days`, with its gaps filled."""
    return _catalogue().ngettext(one, many, count).format(count=f"{count:,}", **gaps)


_UNITS = ((1e3, "kB"), (1e6, "MB"), (1e9, "GB"))


def size(count: float) -> str:
    """A number of bytes as people write it: `24 bytes`, `3.4 kB`, `274 MB`, `5.2 GB`."""
    count = min(count, 1e18)  # more than any disk: a number that somebody made up
    if count < 999.5:
        return counted("{count} byte", "{count} bytes", round(count))
    unit, word = next((each for each in _UNITS if count / each[0] < 999.5), _UNITS[-1])
    many = count / unit
    return f"{many:.1f} {word}" if many < 9.95 else f"{many:,.0f} {word}"
