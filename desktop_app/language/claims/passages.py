"""Passages: texts cut into sentences, clauses and words, as excerpts are taken. Knows one text."""

import re
import unicodedata
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cache, lru_cache

from desktop_app import resources
from desktop_app.language.spans import flat
from desktop_app.language.speakers import names
from desktop_app.language.words import is_cjk

_TOKEN = re.compile(
    r"(?<![\w)])[-−+]?\d+(?:[.,:/-]\d+)*|\d+(?:[.,:/-]\d+)*|[^\W\d_]+(?:['’][^\W\d_]+)*|\[ \]"
    r"|[^\w\s.,;:!?'\"“”‘’()\[\]{}*`…–—•·、，。；：！？（）「」『』《》【】-]"
)
_STOP = re.compile(r"(?<=[.!?])[\"'”’)*_]*\s+|(?<=[。！？])|(?<=[!?])(?=[^\s\w])|\n")
_COLON = re.compile(r"(?<!\d)[:：](?!//)|[:：](?!\d|//)")
_OPENING = re.compile(
    r"\s*(?:(?:[-*+•]|\d{1,3}[.)])\s+)?(?:[\[(（]\d{1,2}[:.]\d{2}(?:[:.]\d{2})?[\])）]\s*)?"
)
_COMMA = re.compile(r"(?<!\d),|,(?!\d)|[，、;；]")
_HANGUL = ("\uac00", "\ud7a3")  # written with blanks between its words
_SHORTEST = 3  # words of a clause or sentence that says something by itself
_SHORTEST_CHINESE = 5  # characters of one


@dataclass(frozen=True)
class Token:
    """A word, a number, a sign or a Chinese character; equal `key`s are the same word."""

    key: str
    start: int
    end: int
    idle: bool = False


@dataclass(frozen=True)
class ExcerptClause:
    """Some tokens. An `idle` one says nothing; what stands beside a `free` one is true alone."""

    tokens: tuple[Token, ...]
    idle: bool
    free: bool


@dataclass(frozen=True)
class ExcerptSentence:
    """Some clauses. `whole` says that none of them may go alone, `turns` that the sentences beside
    it are not true without it."""

    clauses: tuple[ExcerptClause, ...]
    idle: bool
    whole: bool
    turns: bool
    asks: bool


@dataclass(frozen=True, eq=False)
class ExcerptPassage:
    """A text to take excerpts from; `own` says that its `I` is whoever keeps the notes."""

    text: str
    sentences: tuple[ExcerptSentence, ...]
    tokens: tuple[Token, ...]
    own: bool


@lru_cache(maxsize=2_000)
def passage(text: str) -> ExcerptPassage:
    """A text cut into sentences and clauses."""
    opening = _OPENING.match(text)
    begin = opening.end() if opening else 0
    cuts = [begin, *(at for stop in _STOP.finditer(text, begin) for at in stop.span()), len(text)]
    parts = [(a, b, tokens_of(text, a, b)) for a, b in zip(cuts[::2], cuts[1::2], strict=True)]
    sentences = tuple(_sentence(text, *part) for part in parts if part[2])
    tokens = tuple(token for one in sentences for clause in one.clauses for token in clause.tokens)
    opening_clauses = sentences[0].clauses if sentences else ()  # none of a lone `and`
    first = opening_clauses[0].tokens if opening_clauses else ()
    label = _COLON.match(text, first[-1].end) if first else None
    own = not label or all(t.key in _labels("user") for t in first)
    return ExcerptPassage(text, sentences, tokens, own)


def _sentence(text: str, start: int, end: int, found_tokens: tuple[Token, ...]) -> ExcerptSentence:
    tokens = _with_idle(found_tokens)
    colons = {match.start() for match in _COLON.finditer(text, start, end)}
    breaks = sorted(colons | {match.start() for match in _COMMA.finditer(text, start, end)})
    clauses: list[ExcerptClause] = []
    run: list[Token] = []
    joined = after_colon = False

    def close(colon: bool, by_word: bool = False) -> None:
        nonlocal run, joined, after_colon
        if run:
            label = colon and all(token.key in _labels("user", "assistant") for token in run)
            tokens_of_run = tuple(replace(t, idle=True) for t in run) if label else tuple(run)
            clauses.append(
                _clause(tokens_of_run, joined, bound=not label and (colon or after_colon))
            )
            after_colon = colon and not label
        run, joined = [], by_word

    for token in tokens:
        while breaks and breaks[0] < token.start:
            close(breaks.pop(0) in colons)
        if token.key in words("joints"):
            close(colon=False, by_word=True)
        else:
            run.append(token)
    close(bool(breaks) and breaks[0] in colons)
    keys = [token.key for token in tokens if not token.idle]
    level = flat(text[start:end])
    whole = any(key in words("restricting") or key.endswith("n't") for key in keys) or any(
        word in level for word in words("restricting_chinese")
    )
    ending = text[start : end + 1].rstrip().rstrip("\"'”’)*_」』")
    return ExcerptSentence(
        tuple(clauses),
        idle=all(clause.idle for clause in clauses),
        whole=whole,
        turns=bool(keys) and (keys[0] in words("turning") or _is_short(tokens)),
        asks=ending.endswith(("?", "？")),
    )


def _clause(tokens: tuple[Token, ...], joined: bool, bound: bool) -> ExcerptClause:
    idle = all(token.idle for token in tokens)
    alone = not _is_short(tokens) and tokens[0].key not in words("leaning")
    return ExcerptClause(tokens, idle, idle or (not bound and (joined or alone)))


def _is_short(tokens: Sequence[Token]) -> bool:
    chinese = sum(is_cjk(token.key[0]) for token in tokens)
    return len(tokens) < (_SHORTEST_CHINESE if chinese * 2 > len(tokens) else _SHORTEST)


def tokens_of(text: str, start: int, end: int) -> tuple[Token, ...]:
    """The tokens of a part of a text, each where it stands."""
    return tuple(_tokens(text, start, end))


def _tokens(text: str, start: int, end: int) -> Iterator[Token]:
    level = flat(text)
    for match in _TOKEN.finditer(text, start, end):
        at = match.start()
        while at < match.end():  # Chinese has no blanks between its words
            stop = at + 1
            while not _alone(level[at]) and stop < match.end() and not _alone(level[stop]):
                stop += 1
            yield Token(_key(level[at:stop]), at, stop)
            at = stop


def _alone(character: str) -> bool:
    return is_cjk(character) and not _HANGUL[0] <= character <= _HANGUL[1]


def _key(word: str) -> str:
    word = unicodedata.normalize("NFKC", word).replace("’", "'").replace("−", "-")
    # `prefers` and `prefer`, `server` and `servers`; the boss's is not the boss.
    plural = len(word) > 3 and word.isalpha() and word.isascii() and word[-1] == "s"
    return word[:-1] if plural and word[-2] not in "sui" else word


def _with_idle(tokens: tuple[Token, ...]) -> tuple[Token, ...]:
    """The tokens, those marked that say nothing."""
    keys = tuple(token.key for token in tokens)
    idle = {n for n, key in enumerate(keys) if key in words("idle")}
    for phrase in _phrases():
        for n in range(len(keys) - len(phrase) + 1):
            if keys[n : n + len(phrase)] == phrase:
                idle |= set(range(n, n + len(phrase)))
    return tuple(replace(token, idle=n in idle) for n, token in enumerate(tokens))


# -- words ----------------------------------------------------------------------------------


@cache
def words(name: str) -> frozenset[str]:
    """A table of `excerpts.toml`, as the keys of tokens."""
    rows = resources.table("language/excerpts")[name].split()
    return frozenset(rows) if name == "restricting_chinese" else frozenset(map(_key, rows))


@cache
def first_person() -> dict[str, str]:
    """What the notes' own `I` and its verbs may become."""
    rows = resources.table("language/excerpts")["first_person"].split()
    return {
        _key(source_word): _key(claimed_word)
        for source_word, claimed_word in (row.split("=") for row in rows)
    }


@cache
def _phrases() -> tuple[tuple[str, ...], ...]:
    phrases = resources.table("language/excerpts")["idle_phrases"].split(",")
    return tuple(tuple(t.key for t in tokens_of(p, 0, len(p))) for p in phrases)


@cache
def _labels(*roles: str) -> frozenset[str]:
    """Tokens of what a line begins with that says nothing of it: `Decided:`, `User:`."""
    table = resources.table("language/excerpts")
    marking = [*table["labels"].split(), *table["chinese_labels"].split()]
    called = [name for role in roles for name in names()[role].values()]
    return frozenset(t.key for word in marking + called for t in tokens_of(word, 0, len(word)))
