"""Excerpts: texts that only leave out of another what changes nothing. Knows two texts, no more.

Stricter than all else that grounding asks: an excerpt keeps whole clauses, word for word and in
their order. So nothing is swapped, hardened or weakened in it, in whatever script it is written.
"""

import re
import unicodedata
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache, lru_cache

from rapidfuzz.distance import LCSseq

from desktop_app import resources
from desktop_app.language.claims.sources import Finding
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
_PART = re.compile(r"[;；。！？!?\n]|\.(?=\s|$)|(?<!\d)[:：](?!//)|[:：](?!\d|//)")
_OPENING = re.compile(
    r"\s*(?:(?:[-*+•]|\d{1,3}[.)])\s+)?(?:[\[(（]\d{1,2}[:.]\d{2}(?:[:.]\d{2})?[\])）]\s*)?"
)
_COMMA = re.compile(r"[,，、;；]")
_SHORTEST = 3  # words of a clause or sentence that says something by itself
_SHORTEST_CHINESE = 5  # characters of one
_LONGEST_QUOTE = 60


@dataclass(frozen=True)
class _Token:
    """A word, a number, a sign or a Chinese character; equal `key`s are the same word."""

    key: str
    start: int
    end: int
    idle: bool = False


@dataclass(frozen=True)
class _Clause:
    """Some tokens. `joined` by a word like `and`, `bound` to its neighbour by a colon."""

    tokens: tuple[_Token, ...]
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
        return not _is_short(self.tokens) and self.tokens[0].key not in _words("leaning")


@dataclass(frozen=True)
class _Sentence:
    """Some clauses. `whole` says that none of them may go alone, `turns` that the sentences beside
    it are not true without it."""

    clauses: tuple[_Clause, ...]
    whole: bool
    turns: bool
    asks: bool


@dataclass(frozen=True, eq=False)
class Passage:
    """A text to take excerpts from; `own` says that its `I` is whoever keeps the notes."""

    text: str
    sentences: tuple[_Sentence, ...]
    tokens: tuple[_Token, ...]
    own: bool


def differences(claim: str, passages: Sequence[str]) -> tuple[Finding, ...]:
    """How `claim` differs from an excerpt of one passage, or each of its sentences from one.

    Nothing for an excerpt. Kinds: `words` are not there, `order` are there in another place, `part`
    names in `instead` what was left out. `source` is the number of the nearest passage.
    """
    read = [passage(text) for text in passages]
    if not read:
        return ()
    own = _tokens(claim, 0, len(claim))
    if any(_is_excerpt(own, one) for one in read):
        return ()
    found: list[Finding] = []
    taken: set[int] = set()
    for n, part in enumerate(_parts(claim, own)):
        by = [number for number, one in enumerate(read) if _is_excerpt(part, one)]
        if not by:
            found += _differing(claim, part, read)
        elif n and part[0].key in _words("pronouns") and not taken & set(by):
            found.append(_pronoun(claim, part[0], by[0]))
        taken = set(by)
    return tuple(found)


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


def _is_own(text: str, first: _Clause) -> bool:
    """Whether nobody else is named as the one who says it."""
    label = _COLON.match(text, first.tokens[-1].end)
    return not label or all(t.key in _users() | _marking() for t in first.tokens)


# -- is it one ------------------------------------------------------------------------------


def _is_excerpt(claim: Sequence[_Token], source: Passage) -> bool:
    """Whether the claim is the passage without some sentences, or some clauses of them."""
    here = {(0, "free")}
    for sentence in source.sentences:
        after: set[tuple[int, str]] = set()
        for at, state in here:
            if not sentence.turns or _is_idle(sentence):
                after.add((at, "free" if not _is_idle(sentence) else state))
            elif state != "kept":
                after.add((at, "barred"))
            if state != "barred" and not sentence.asks:
                after |= {(end, "kept") for end in _kept(claim, at, sentence, source.own)}
        here = after
    return any(_rest_is_small(claim, at) for at, _ in here if at)


def _kept(claim: Sequence[_Token], at: int, sentence: _Sentence, own: bool) -> set[int]:
    """Where in the claim one may be after a sentence some of which it repeats."""
    ends = {(at, False)}
    for clause in sentence.clauses:
        after = {
            (end, True)
            for place, _ in ends
            if (end := _matched(claim, place, clause, own)) is not None
        }
        if clause.idle or (clause.free and not sentence.whole):
            after |= ends
        ends = after
    return {end for end, kept in ends if kept and end > at}


def _matched(claim: Sequence[_Token], at: int, clause: _Clause, own: bool) -> int | None:
    """Where in the claim one is behind this clause; None when it does not stand there."""
    small, linking, joints = _words("small"), _words("linking"), _words("joints")
    while at < len(claim) and claim[at].key in joints:
        at += 1
    n = 0
    while n < len(clause.tokens):
        token = clause.tokens[n]
        if at < len(claim) and _same(claim[at].key, token.key, own):
            at, n = at + 1, n + 1
        elif token.idle or token.key in small:
            n += 1
        elif at < len(claim) and (claim[at].key in small or claim[at].key in linking):
            at += 1
        else:
            return None
    return at


def _same(claimed: str, said: str, own: bool) -> bool:
    return claimed == said or (own and _first_person().get(said) == claimed)


def _rest_is_small(claim: Sequence[_Token], at: int) -> bool:
    return all(token.key in _words("small") for token in claim[at:])


def _is_idle(sentence: _Sentence) -> bool:
    return all(clause.idle for clause in sentence.clauses)


def _is_short(tokens: Sequence[_Token]) -> bool:
    chinese = sum(is_cjk(token.key[0]) for token in tokens)
    least = _SHORTEST_CHINESE if chinese * 2 > len(tokens) else _SHORTEST
    return len(tokens) < least


# -- reading --------------------------------------------------------------------------------


def _sentence(text: str, start: int, end: int) -> _Sentence:
    tokens = _with_idle(_tokens(text, start, end))
    bound = {match.start() for match in _COLON.finditer(text, start, end)}
    breaks = sorted(
        {m.start() for m in _COMMA.finditer(text, start, end) if not _in_number(text, m)} | bound
    )
    clauses: list[_Clause] = []
    run: list[_Token] = []
    joined = after_colon = False

    def close(colon: bool) -> None:
        nonlocal run, joined, after_colon
        if run:
            label = colon and all(token.key in _labels() for token in run)
            kept = [_Token(t.key, t.start, t.end, idle=True) for t in run] if label else run
            is_bound = (colon or after_colon) and not label
            clauses.append(_Clause(tuple(kept), joined, is_bound))
            after_colon = colon and not label
        run, joined = [], False

    for token in tokens:
        while breaks and breaks[0] < token.start:
            close(breaks.pop(0) in bound)
        if token.key in _words("joints"):
            close(colon=False)
            joined = True
        else:
            run.append(token)
    close(bool(breaks) and breaks[0] in bound)
    keys = [token.key for token in tokens if not token.idle]
    level = flat(text[start:end])
    whole = any(key in _words("restricting") or key.endswith("n't") for key in keys) or any(
        word in level for word in _words("restricting_chinese")
    )
    turns = bool(keys) and (keys[0] in _words("turning") or _is_short(tokens))
    ending = text[start : end + 1].rstrip().rstrip("\"'”’)*_」』")
    return _Sentence(tuple(clauses), whole, turns, ending.endswith(("?", "？")))


def _in_number(text: str, comma: re.Match[str]) -> bool:
    around = text[comma.start() - 1 : comma.start()], text[comma.end() : comma.end() + 1]
    return all(side.isdigit() for side in around)


def _tokens(text: str, start: int, end: int) -> tuple[_Token, ...]:
    return tuple(_found(text, start, end))


def _found(text: str, start: int, end: int) -> Iterator[_Token]:
    level = flat(text)
    for match in _TOKEN.finditer(text, start, end):
        at = match.start()
        while at < match.end():  # Chinese has no blanks between its words
            stop = at + 1
            if not _alone(level[at]):
                while stop < match.end() and not _alone(level[stop]):
                    stop += 1
            yield _Token(_key(level[at:stop]), at, stop)
            at = stop


def _alone(character: str) -> bool:
    return is_cjk(character) and not _HANGUL[0] <= character <= _HANGUL[1]


def _key(word: str) -> str:
    word = unicodedata.normalize("NFKC", word).replace("’", "'").replace("−", "-")
    # `prefers` and `prefer`, `server` and `servers`; the boss's is not the boss.
    plural = len(word) > 3 and word.isalpha() and word.isascii() and word[-1] == "s"
    return word[:-1] if plural and word[-2] not in "sui" else word


def _with_idle(tokens: tuple[_Token, ...]) -> tuple[_Token, ...]:
    """The tokens, those marked that say nothing."""
    keys = [token.key for token in tokens]
    idle = {n for n, key in enumerate(keys) if key in _words("idle")}
    for phrase in _phrases():
        for n in range(len(keys) - len(phrase) + 1):
            if tuple(keys[n : n + len(phrase)]) == phrase:
                idle |= set(range(n, n + len(phrase)))
    return tuple(
        _Token(token.key, token.start, token.end, idle=n in idle) for n, token in enumerate(tokens)
    )


def _parts(claim: str, tokens: Sequence[_Token]) -> list[tuple[_Token, ...]]:
    """The tokens of each sentence of a claim."""
    cuts = [match.start() for match in _PART.finditer(claim)]
    parts: list[list[_Token]] = [[]]
    for token in tokens:
        while cuts and cuts[0] < token.start:
            cuts.pop(0)
            parts.append([])
        parts[-1].append(token)
    return [tuple(part) for part in parts if part]


# -- what differs ---------------------------------------------------------------------------


def _differing(claim: str, part: Sequence[_Token], read: Sequence[Passage]) -> list[Finding]:
    """What a part of a claim says in another way than the passage nearest to it."""
    keys = [token.key for token in part]
    near = [LCSseq.similarity(keys, [token.key for token in one.tokens]) for one in read]
    source = near.index(max(near))
    there = read[source].tokens
    gone, new = _unmatched(keys, there, read[source].own)
    known = {token.key for token in there}
    free = _words("small") | _words("linking") | _words("joints")
    found = []
    for run in _runs([n for n in new if keys[n] not in free]):
        span = (part[run[0]].start, part[run[-1]].end)
        kind = "order" if all(keys[n] in known for n in run) else "words"
        found.append(Finding(kind, (claim[span[0] : span[1]],), span, source=source))
    if not found:
        left = [run for run in _runs(gone) if any(_tells(there[n], free) for n in run)]
        first = next(iter(left), gone)
        text = read[source].text
        said = text[there[first[0]].start : there[first[-1]].end] if first else text.strip()
        cut = said if len(said) <= _LONGEST_QUOTE else f"{said[:_LONGEST_QUOTE].rstrip()}…"
        found.append(Finding("part", (), (0, 0), cut, source))
    return found


def _unmatched(keys: list[str], there: Sequence[_Token], own: bool) -> tuple[list[int], list[int]]:
    """The places in the passage and in the claim that the other does not have in that order."""
    said = [_first_person().get(t.key, t.key) if own and "user" in keys else t.key for t in there]
    edits = LCSseq.editops(said, keys)
    gone = [edit.src_pos for edit in edits if edit.tag == "delete"]
    return gone, [edit.dest_pos for edit in edits if edit.tag == "insert"]


def _tells(token: _Token, free: frozenset[str]) -> bool:
    return not token.idle and token.key not in free


def _runs(places: Sequence[int]) -> list[list[int]]:
    """Places in a row."""
    runs: list[list[int]] = []
    for place in places:
        if runs and place == runs[-1][-1] + 1:
            runs[-1].append(place)
        else:
            runs.append([place])
    return runs


def _pronoun(claim: str, token: _Token, source: int) -> Finding:
    return Finding("order", (claim[token.start : token.end],), (token.start, token.end), "", source)


# -- words ----------------------------------------------------------------------------------


@cache
def _words(name: str) -> frozenset[str]:
    found = resources.table("language/excerpts")[name].split()
    return frozenset(found) if name == "restricting_chinese" else frozenset(map(_key, found))


@cache
def _phrases() -> tuple[tuple[str, ...], ...]:
    whole = resources.table("language/excerpts")["idle_phrases"]
    phrases = (phrase.strip() for phrase in whole.split(","))
    return tuple(tuple(t.key for t in _tokens(p, 0, len(p))) for p in phrases)


@cache
def _first_person() -> dict[str, str]:
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
    return frozenset(t.key for word in words for t in _tokens(word, 0, len(word)))


def _speakers(role: str) -> list[str]:
    return list(names()[role].values())


def _table_row(name: str) -> list[str]:
    return str(resources.table("language/excerpts")[name]).split()
