"""Names in a text: which words have their capitals for their own sake. Knows text only."""

from functools import cache, lru_cache

from desktop_app import resources
from desktop_app.language.claims import lexicon
from desktop_app.language.reading import Reading, Word
from desktop_app.language.words import is_light

_NO_NAMES = ("ing", "ed", "ly", "tion", "ment", "ness", "ity", "s")


@lru_cache(maxsize=20_000)
def names(reading: Reading) -> tuple[Word, ...]:
    """The words of a text that are names of somebody or something."""
    after = [*reading.words[1:], None]
    return tuple(
        word
        for word, following in zip(reading.words, after, strict=False)
        if len(word.level) > 2
        and not word.text.isupper()
        and word.content
        and word.level not in time_words()
        and is_name(word, following, reading)
    )


def is_name(word: Word, after: Word | None, claim: Reading) -> bool:
    """Whether a word with a capital is one for its own sake."""
    if not word.capital or is_title(word.level):
        return False
    if word.text.isupper() and len(word.text) > 1:
        return True
    if not word.first:
        return len(word.level) > 1
    if is_light(word.level) or lexicon.is_frame(word.level):
        return False
    if word.level.endswith(_NO_NAMES):
        return False
    if _is_alone(word, claim):
        return True
    owns = claim.text[word.end : word.end + 2] in ("'s", "’s")
    beside = after is not None and after.start - word.end == 1
    return owns or (beside and after is not None and (after.capital or _is_verb(after.level)))


def _is_alone(word: Word, claim: Reading) -> bool:
    """Whether a word is all that stands between two marks: `Present: Gwen, Hugo`."""
    before, after = claim.text[: word.start].rstrip()[-1:], claim.text[word.end :].lstrip()[:1]
    return before in tuple(":,(—–-/") and after in tuple(",):;—–-→=/")


def _is_verb(word: str) -> bool:
    return word in _verbs() or (word.endswith(("s", "ed")) and not is_light(word))


def is_title(word: str) -> bool:
    """Whether a word stands before names or has its capital for another reason."""
    return word in _titles()


@cache
def time_words() -> frozenset[str]:
    """Weekdays and months, which have their capitals for another reason."""
    table = resources.table("language/values")
    return frozenset(word for row in (*table["weekdays"], *table["months"]) for word in row.split())


@cache
def _titles() -> frozenset[str]:
    return frozenset(str(resources.table("language/grounding")["titles"]).split())


@cache
def _verbs() -> frozenset[str]:
    return frozenset(str(resources.table("language/grounding")["after_names"]).split())
