"""English words and what they stand for: base forms, synonyms, opposites. Knows words, no texts."""

import unicodedata
from functools import cache, lru_cache

from desktop_app import resources
from desktop_app.language.words import stem

_SHARED, _MOST_OF = 5, 0.62  # letters in common, and their share of the longer word
_WHOLE, _HALF_OF = 4, 0.55  # the same where the shorter word begins the longer one
_LEFT = 4  # letters that an ending has to leave
# Longest first.
_ENDINGS = (
    "ational", "ization", "fulness", "ousness", "iveness", "ability", "ibility", "ation", "ition",
    "ement", "ments", "ating", "ative", "itive", "ical", "ment", "ness", "ance", "anci", "ence",
    "ens", "enci", "able", "ible", "ship", "less", "ious", "ator", "ion", "ity", "iti", "ive",
    "ous", "ful", "ist", "ism", "ize", "iz", "ate", "ant", "ent", "ial", "ary", "ari", "ori",
    "er", "or", "al", "ic", "li", "at", "ee",
)  # fmt: skip
# Words so made of frame words report too; an actor is no act.
_ABSTRACT = ("ment", "ion", "ance", "ence", "ness", "ity", "ly", "ive", "ful", "able", "al", "ing")


@lru_cache(maxsize=50_000)
def root(word: str) -> str:
    """The word without accents, ending and British spelling: `organised` is `organiz`."""
    plain = stem(_american(_plain(word)))
    return plain[:-1] if len(plain) > 4 and plain[-1] == plain[-2] == "l" else plain


@lru_cache(maxsize=50_000)
def roots(word: str) -> frozenset[str]:
    """The word's own root and those of the words it may be a form of: `went` is `go` too."""
    own = root(word)
    bases = _bases()
    return frozenset({own, *bases.get(word, ()), *bases.get(own, ())})


@lru_cache(maxsize=50_000)
def keys(word: str) -> frozenset[str]:
    """Two words with a key in common may stand for each other."""
    found = roots(word)
    rows = _rows()
    short = (long for base in found | {word} for long in _short().get(base, ()))
    found = found.union(*(roots(long) for long in short))
    found |= {f"~{kin(base)}" for base in found if len(base) > _LEFT}
    return found.union(*(rows.get(base, frozenset()) for base in found))


@lru_cache(maxsize=50_000)
def kin(base: str) -> str:
    """What a root shares with words made from it: compile and compilation are both `compil`."""
    for _ in range(2):
        for ending in _ENDINGS:
            left = len(base) - len(ending)
            if base.endswith(ending) and left >= (_LEFT if len(ending) > 2 else _LEFT + 1):
                base = base[:left]
                break
    return base.rstrip("ei")


@lru_cache(maxsize=50_000)
def covering(word: str) -> frozenset[str]:
    """Keys by which a word of the sources answers for a claim: its own and its kind's."""
    found = keys(word)
    return found.union(*(_kinds().get(base, frozenset()) for base in roots(word)))


@lru_cache(maxsize=50_000)
def against(word: str) -> frozenset[str]:
    """Roots of the words that rule this one out."""
    return frozenset().union(*(_opposites().get(base, frozenset()) for base in roots(word)))


@lru_cache(maxsize=50_000)
def alike(word: str, other: str) -> bool:
    """Whether two roots look like one word with two endings: `installation` and `installer`."""
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
    """Whether the word reports or places what others claim. `word` in lower case."""
    base = root(word)
    if base in _frame() or not _frame().isdisjoint(_bases().get(word, ())):
        return True
    return word.rstrip("s").endswith(_ABSTRACT) and kin(base) in _frame_kin()


def nicknames(name: str) -> frozenset[str]:
    """Other names of who is called so, in lower case."""
    return _nicknames().get(name, frozenset())


def _plain(word: str) -> str:
    if word.isascii():
        return word
    marks = unicodedata.normalize("NFD", word)
    return "".join(c for c in marks if not unicodedata.combining(c))


def _american(word: str) -> str:
    for british, american in _SPELLINGS:
        if len(word) > len(british) + 2 and word.endswith(british):
            return word[: -len(british)] + american
    return word


_SPELLINGS = (
    *((f"is{end}", f"iz{end}") for end in ("ation", "ations", "e", "es", "ed", "ing", "er", "ers")),
    *((f"our{end}", f"or{end}") for end in ("", "s", "ed", "ing", "ite", "ites", "able", "ful")),
    *((f"ys{end}", f"yz{end}") for end in ("e", "es", "ed", "ing")),
    *((f"tre{end}", f"ter{end}") for end in ("", "s")),
    *((f"ll{end}", f"l{end}") for end in ("ed", "ing", "er", "ers")),
    ("ogue", "og"),
    ("ence", "ens"),
    ("amme", "am"),
)


def _table(name: str) -> dict[str, list[str]]:
    table: dict[str, list[str]] = resources.table(f"language/grounding_{name}")
    return table


@cache
def _frame() -> frozenset[str]:
    return frozenset(
        root(word) for word in str(resources.table("language/grounding_words")["frame"]).split()
    )


@cache
def _frame_kin() -> frozenset[str]:
    return frozenset(kin(base) for base in _frame() if len(base) > _LEFT)


@cache
def _bases() -> dict[str, frozenset[str]]:
    """By a form as it is written and by its root: the roots of its base forms."""
    found: dict[str, set[str]] = {}
    for row in _table("words")["irregular"]:
        base, *forms = row.split()
        for form in forms:
            found.setdefault(form, set()).add(root(base))
            found.setdefault(root(form), set()).add(root(base))
    return {form: frozenset(bases) for form, bases in found.items()}


@cache
def _short() -> dict[str, tuple[str, ...]]:
    rows = (row.split() for row in _table("words")["short"])
    return {row[0]: tuple(row[1:]) for row in rows}


@cache
def _rows() -> dict[str, frozenset[str]]:
    """For the root of a word the names of the rows of synonyms it stands in."""
    found: dict[str, set[str]] = {}
    for number, row in enumerate((*_table("same")["same"], *_table("same")["places"])):
        for word in row.split():
            for base in roots(word):
                found.setdefault(base, set()).add(f"={number}")
    return {base: frozenset(rows) for base, rows in found.items()}


@cache
def _kinds() -> dict[str, frozenset[str]]:
    """For the root of a general word the roots of the special ones."""
    found: dict[str, set[str]] = {}
    for row in _table("same")["kinds"]:
        general, *special = row.split()
        found.setdefault(root(general), set()).update(root(word) for word in special)
    return {base: frozenset(special) for base, special in found.items()}


@cache
def _opposites() -> dict[str, frozenset[str]]:
    found: dict[str, set[str]] = {}
    for row in _table("same")["opposites"]:
        one, other = row.split()
        found.setdefault(root(one), set()).add(root(other))
        found.setdefault(root(other), set()).add(root(one))
    return {base: frozenset(others) for base, others in found.items()}


def name_keys(name: str) -> frozenset[str]:
    """A name's own roots and those of a country's people: Spain and Spanish. In lower case."""
    found = roots(name)
    return found.union(*(_places().get(base, frozenset()) for base in found))


@cache
def _places() -> dict[str, frozenset[str]]:
    found: dict[str, frozenset[str]] = {}
    for row in _table("same")["places"]:
        forms = frozenset(root(word) for word in row.split())
        for form in forms:
            found[form] = found.get(form, frozenset()) | forms
    return found


@cache
def _nicknames() -> dict[str, frozenset[str]]:
    found: dict[str, set[str]] = {}
    for row in _table("same")["nicknames"]:
        names = row.split()
        for name in names:
            # The second short form may be of another name: Alex and Sandy say little together.
            others = names if name == names[0] else [names[0]]
            found.setdefault(name, set()).update(others)
    return {name: frozenset(others) for name, others in found.items()}
