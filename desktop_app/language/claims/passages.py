"""Passages: texts cut into sentences, clauses and words, as excerpts are taken. Knows one text."""

import re
import unicodedata
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache, lru_cache

from desktop_app import resources
from desktop_app.language.spans import flat
from desktop_app.language.speakers import names
from desktop_app.language.words import is_cjk

_HANGUL = ("\uac00", "\ud7a3")  # written with blanks between its words
_TOKEN = re.compile(
    r"(?<![\w)])[-−+]?\d+(?:[.,:/-]\d+)*|\d+(?:[.,:/-]\d+)*|[^\W\d_]+(?:['’][^\W\d_]+)*|\[ \]"
    r"|[^\w\s.,;:!?'\"“”‘’()\[\]{}*`…–—•·、，。；：！？（）「」『』《》【】-]"
)
_STOP = re.compile(r"(?<=[.!?])[\"'”’)*_]*\s+|(?<=[。！？])|(?<=[!?])(?=[^\s\w])|\n")
_COLON = re.compile(r"(?<!\d)[:：](?!//)|[:：](?!\d|//)")
_OPENING = re.compile(
    r"\s*(?:(?:[-*+•]|\d{1,3}[.)])\s+)?(?:[\[(（]\d{1,2}[:.]\d{2}(?:[:.]\d{2})?[\])）]\s*)?"
)
_COMMA = re.compile(r"[,，、;；]")
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
class Clause:
    """Some tokens. `joined` by a word like `and`, `bound` to its neighbour by a colon."""

    tokens: tuple[Token, ...]
    joined: bool
    bound: bool

    @property
    def idle(self) -> bool:
        """Whether it says nothing."""
        return all(token.idle for token in self.tokens)

    @property
    def free(self) -> bool:
        """Whether what stands beside it is as true without it."""
        if self.idle:
            return True
        if self.bound:
            return False
        if self.joined:
            return True
        return not _is_short(self.tokens) and self.tokens[0].key not in words("leaning")


@dataclass(frozen=True)
class Sentence:
    """Some clauses. `whole` says that none of them may go alone, `turns` that the sentences beside
    it are not true without it."""

    clauses: tuple[Clause, ...]
    whole: bool
    turns: bool
    asks: bool


@dataclass(frozen=True, eq=False)
class Passage:
    """A text to take excerpts from; `own` says that its `I` is whoever keeps the notes."""

    text: str
    sentences: tuple[Sentence, ...]
    tokens: tuple[Token, ...]
    own: bool


@lru_cache(maxsize=2_000)
def passage(text: str) -> Passage:
    """A text cut into sentences and clauses."""
    opening = _OPENING.match(text)
    begin = opening.end() if opening else 0
    spans = []
    for stop in _STOP.finditer(text, begin):
        spans.append((begin, stop.start()))
        begin = stop.end()
    spans.append((begin, len(text)))
    sentences = tuple(
        sentence for start, end in spans if (sentence := _sentence(text, start, end)).clauses
    )
    tokens = tuple(token for one in sentences for clause in one.clauses for token in clause.tokens)
    own = not sentences or _is_own(text, sentences[0].clauses[0])
    return Passage(text, sentences, tokens, own)


def _is_own(text: str, first: Clause) -> bool:
    """Whether nobody else is named as the one who says it."""
    label = _COLON.match(text, first.tokens[-1].end)
    return not label or all(t.key in _users() | _marking() for t in first.tokens)


def _is_short(tokens: Sequence[Token]) -> bool:
    chinese = sum(is_cjk(token.key[0]) for token in tokens)
    least = _SHORTEST_CHINESE if chinese * 2 > len(tokens) else _SHORTEST
    return len(tokens) < least


# -- reading --------------------------------------------------------------------------------


def _sentence(text: str, start: int, end: int) -> Sentence:
    tokens = _with_idle(tokens_of(text, start, end))
    bound = {match.start() for match in _COLON.finditer(text, start, end)}
    breaks = sorted(
        {m.start() for m in _COMMA.finditer(text, start, end) if not _in_number(text, m)} | bound
    )
    clauses: list[Clause] = []
    run: list[Token] = []
    joined = after_colon = False

    def close(colon: bool) -> None:
        nonlocal run, joined, after_colon
        if run:
            label = colon and all(token.key in _labels() for token in run)
            kept = [Token(t.key, t.start, t.end, idle=True) for t in run] if label else run
            is_bound = (colon or after_colon) and not label
            clauses.append(Clause(tuple(kept), joined, is_bound))
            after_colon = colon and not label
        run, joined = [], False

    for token in tokens:
        while breaks and breaks[0] < token.start:
            close(breaks.pop(0) in bound)
        if token.key in words("joints"):
            close(colon=False)
            joined = True
        else:
            run.append(token)
    close(bool(breaks) and breaks[0] in bound)
    keys = [token.key for token in tokens if not token.idle]
    level = flat(text[start:end])
    whole = any(key in words("restricting") or key.endswith("n't") for key in keys) or any(
        word in level for word in words("restricting_chinese")
    )
    turns = bool(keys) and (keys[0] in words("turning") or _is_short(tokens))
    ending = text[start : end + 1].rstrip().rstrip("\"'”’)*_」』")
    return Sentence(tuple(clauses), whole, turns, ending.endswith(("?", "？")))


def _in_number(text: str, comma: re.Match[str]) -> bool:
    around = text[comma.start() - 1 : comma.start()], text[comma.end() : comma.end() + 1]
    return all(side.isdigit() for side in around)


def tokens_of(text: str, start: int, end: int) -> tuple[Token, ...]:
    """The tokens of a part of a text, each where it stands."""
    return tuple(_found(text, start, end))


def _found(text: str, start: int, end: int) -> Iterator[Token]:
    level = flat(text)
    for match in _TOKEN.finditer(text, start, end):
        at = match.start()
        while at < match.end():  # Chinese has no blanks between its words
            stop = at + 1
            if not _alone(level[at]):
                while stop < match.end() and not _alone(level[stop]):
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
    keys = [token.key for token in tokens]
    idle = {n for n, key in enumerate(keys) if key in words("idle")}
    for phrase in _phrases():
        for n in range(len(keys) - len(phrase) + 1):
            if tuple(keys[n : n + len(phrase)]) == phrase:
                idle |= set(range(n, n + len(phrase)))
    return tuple(
        Token(token.key, token.start, token.end, idle=n in idle) for n, token in enumerate(tokens)
    )


# -- words ----------------------------------------------------------------------------------


@cache
def words(name: str) -> frozenset[str]:
    """A table of `excerpts.toml`, as the keys of tokens."""
    found = resources.table("language/excerpts")[name].split()
    return frozenset(found) if name == "restricting_chinese" else frozenset(map(_key, found))


@cache
def _phrases() -> tuple[tuple[str, ...], ...]:
    whole = resources.table("language/excerpts")["idle_phrases"]
    phrases = (phrase.strip() for phrase in whole.split(","))
    return tuple(tuple(t.key for t in tokens_of(p, 0, len(p))) for p in phrases)


@cache
def first_person() -> dict[str, str]:
    """What the notes' own `I` and its verbs may become."""
    rows = (row.split("=") for row in _table_row("first_person"))
    return {_key(said): _key(put) for said, put in rows}


@cache
def _labels() -> frozenset[str]:
    """Tokens of what a line begins with that says nothing of it: `Decided:`, `User:`."""
    return _marking() | _users() | _of(_speakers("assistant"))


@cache
def _marking() -> frozenset[str]:
    relate = resources.table("language/relate")
    return _of([*relate["labels"].split(), *relate["chinese_labels"].split()])


@cache
def _users() -> frozenset[str]:
    return _of(_speakers("user"))


def _of(words: Sequence[str]) -> frozenset[str]:
    return frozenset(t.key for word in words for t in tokens_of(word, 0, len(word)))


def _speakers(role: str) -> list[str]:
    return list(names()[role].values())


def _table_row(name: str) -> list[str]:
    return str(resources.table("language/excerpts")[name]).split()
