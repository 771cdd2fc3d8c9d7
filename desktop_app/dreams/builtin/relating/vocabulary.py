"""The words that `terms` and `comparing` know, from `resources/language/terms.toml`. No rules."""

import re
from functools import cache

from desktop_app import resources
from desktop_app.language.dictionary import Dictionary
from desktop_app.language.phrases import listed
from desktop_app.language.spans import flat
from desktop_app.language.words import is_cjk, stem, stop_words

TITLES = frozenset(["mr", "mrs", "ms", "miss", "dr", "prof", "st", "sir", "madam"])
_NONE: frozenset[int] = frozenset()
# Endings by which nouns, verbs and adjectives are made of each other, after the plain stem.
_ENDING = re.compile(
    r"(?<=\w{5})(?:ement|ment|ation|ition|ion|al|i|y|ic|er|or|ant|anc|enc|eri|iti|iv|li|ness|ist)$"
)


@cache
def root(word: str) -> str:
    """The word or a synonym that stands for it, without its ending: `allergy` as `allergic`."""
    known = synonyms().get(word)
    if known:
        return known
    cut = stem(word)
    return synonyms().get(cut) or (_ENDING.sub("", cut) if cut.isascii() else cut)


@cache
def words(name: str) -> frozenset[str]:
    """A list of single words by its name in the table."""
    return frozenset(resources.table("language/terms")[name].split())


@cache
def light() -> frozenset[str]:
    """English words that only hold a sentence together."""
    return words("light") | stop_words()


@cache
def synonyms() -> dict[str, str]:
    """Words with the word that stands for them, in both languages."""
    rows = [row.split() for row in resources.table("language/terms")["same"]]
    return {word: row[0] for row in rows for word in row}


@cache
def classes() -> dict[str, str]:
    """Words of which one rules out the others, with their class: `german` is language:german."""
    table: dict[str, list[str]] = resources.table("language/terms")["classes"]
    return {
        word: f"{kind}:{row.split()[0]}"
        for kind, rows in table.items()
        for row in rows
        for word in row.split()
    }


@cache
def rivals() -> dict[str, int]:
    """Words with their row, of which the others are another thing: staging and production."""
    rows = resources.table("language/terms")["rivals"]
    return {root(word): n for n, row in enumerate(rows) for word in row.split()}


@cache
def phrases() -> Dictionary:
    """Several words that stand for one, by that one: `every night` is often:nightly."""
    table = resources.table("language/terms")
    known = {root(word): listed(said) for word, said in table["phrases"].items()}
    return Dictionary(known | {key: listed(said) for key, said in table["classes_told"].items()})


@cache
def chinese() -> Dictionary:
    """Where Chinese is cut. Kinds: light, verb, same (a synonym), class, and whole (no cut)."""
    known = {
        "light": words("chinese_light"),
        "verb": words("chinese_verbs"),
        "whole": words("chinese_whole"),
        "same": frozenset(filter(_chinese, synonyms().keys() | words("kin"))),
        "class": frozenset(filter(_chinese, classes())),
    }
    return Dictionary(known)


def _chinese(word: str) -> bool:
    return is_cjk(word[0])


@cache
def _topics() -> Dictionary:
    table = resources.table("language/signals")["topics"]
    return Dictionary({topic: listed(said) for topic, said in table.items()})


def topics(text: str) -> tuple[tuple[str, int], ...]:
    """What the text is about by its verbs, with where they stand: who retires had a job."""
    return tuple((min(found.kinds), found.start) for found in _topics().scan(flat(text)))


@cache
def links() -> dict[str, frozenset[int]]:
    """Each preposition or copula with the rows it stands in."""
    rows = [row.split() for row in resources.table("language/terms")["links"]]
    known = {word for row in rows for word in row}
    return {word: frozenset(n for n, row in enumerate(rows) if word in row) for word in known}


def same_link(one: str, other: str) -> bool:
    """Whether two links may stand for each other, as `in` and `at`; a colon for any."""
    if ":" in (one, other) and one and other:
        return True
    return one == other or bool(links().get(one, _NONE) & links().get(other, _NONE))


@cache
def units() -> re.Pattern[str]:
    """What follows a Chinese numeral that counts something."""
    known = resources.table("language/values")["units"].split()
    return re.compile("|".join(sorted(known, key=len, reverse=True)))


@cache
def measures() -> tuple[frozenset[str], ...]:
    """Families of units that measure one thing: minutes and hours."""
    table = resources.table("language/terms")["units"]
    return tuple(frozenset(said.split()) for said in table.values())


@cache
def sorts() -> dict[str, frozenset[str]]:
    """By kind of value, the words that only say which kind it is."""
    table = resources.table("language/terms")["sorts"]
    return {kind: frozenset(said.split()) for kind, said in table.items()}


@cache
def person() -> re.Pattern[str]:
    """Matches people as Chinese writes them: 林老師, 小美, 陈柏宇; 文化馆 is no person."""
    titles = "|".join(sorted(words("chinese_titles"), key=len, reverse=True))
    names, sure = ("".join(words(f"chinese_{kind}surnames")) for kind in ("", "sure_"))
    last = "".join(words("chinese_suffixes"))
    sign = r"[\u4e00-\u9fff]"
    return re.compile(
        rf"[小老阿]{sign}|[{names}]{sign}{{0,2}}(?:{titles})|[{sure}]{sign}(?![{last}]){sign}"
    )
