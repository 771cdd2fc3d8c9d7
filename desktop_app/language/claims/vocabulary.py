"""English words and what they stand for: base forms, synonyms, frames. Knows words, no texts."""

from functools import cache, lru_cache

from desktop_app import resources
from desktop_app.language.tokens import stem

_SHARED, _MOST_OF = 5, 0.62  # letters in common, and their share of the longer word
_WHOLE, _HALF_OF = 4, 0.6  # the same where the shorter word begins the longer one
_AGENTS = ("er", "or", "ant")  # an actor is no act


@lru_cache(maxsize=50_000)
def roots(word: str) -> frozenset[str]:
    """The stem of a word and of what it may be a form of: `went` is `go` too."""
    own = stem(word)
    return frozenset({own, *_bases().get(word, ()), *_bases().get(own, ())})


@lru_cache(maxsize=50_000)
def keys(word: str) -> frozenset[str]:
    """Two words with a key in common may stand for each other."""
    bases = roots(word)
    return bases.union(*(_synonyms().get(base, frozenset()) for base in bases))


@lru_cache(maxsize=50_000)
def alike(word: str, other: str) -> bool:
    """Whether two stems look like one word with two endings: `install` and `installer`."""
    if word == other:
        return True
    shorter, longer = sorted((word, other), key=len)
    if not longer.isascii() or len(shorter) < _WHOLE:
        return False
    if longer.startswith(shorter) and len(shorter) >= _HALF_OF * len(longer):
        return True
    common = 0
    for one, two in zip(shorter, longer, strict=False):
        if one != two:
            break
        common += 1
    return common >= _SHARED and common >= _MOST_OF * len(longer)


@lru_cache(maxsize=50_000)
def is_frame(word: str) -> bool:
    """Whether a lower-case word reports or places what others claim."""
    agent = word.rstrip("s").endswith(_AGENTS) and word.rstrip("s") not in _frame_words()
    return not agent and not _frame().isdisjoint(roots(word))


@lru_cache(maxsize=50_000)
def is_past(word: str) -> bool:
    """Whether a lower-case word may be a verb's past: `moved`, `went`."""
    listed = word in _past() and word not in words("states") | words("function")
    return listed or (word.endswith("ed") and len(word) > 4)


def words(name: str) -> frozenset[str]:
    """A list of `grounding.toml`, by its name."""
    return _lists()[name]


@cache
def _lists() -> dict[str, frozenset[str]]:
    table = resources.table("language/grounding")
    return {name: frozenset(row.split()) for name, row in table.items() if isinstance(row, str)}


@cache
def _frame() -> frozenset[str]:
    return frozenset(map(stem, _frame_words()))


@cache
def _frame_words() -> frozenset[str]:
    return frozenset(_table()["frame"].split())


@cache
def _past() -> frozenset[str]:
    return frozenset(form for row in _rows("verbs") for form in row[1:])


@cache
def _bases() -> dict[str, frozenset[str]]:
    """By a form as it is written and by its stem: the stems of its base forms."""
    bases_of: dict[str, set[str]] = {}
    for base, *forms in (*_rows("verbs"), *_rows("irregular")):
        for form in forms:
            bases_of.setdefault(form, set()).add(stem(base))
            bases_of.setdefault(stem(form), set()).add(stem(base))
    return {form: frozenset(bases) for form, bases in bases_of.items()}


@cache
def _synonyms() -> dict[str, frozenset[str]]:
    """For the stem of a word the names of the rows of synonyms it stands in."""
    rows_of: dict[str, set[str]] = {}
    for number, row in enumerate(_rows("same")):
        for word in row:
            for base in roots(word):
                rows_of.setdefault(base, set()).add(f"={number}")
    return {base: frozenset(rows) for base, rows in rows_of.items()}


def _rows(name: str) -> list[list[str]]:
    return [row.split() for row in _table()[name].split(",") if row.strip()]


def _table() -> dict[str, str]:
    table: dict[str, str] = resources.table("language/grounding_words")
    return table
