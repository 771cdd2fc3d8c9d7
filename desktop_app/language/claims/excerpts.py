"""Excerpts: texts that repeat another one and leave out only what changes nothing.

An excerpt keeps whole clauses, word for word and in their order. So nothing in it is swapped,
hardened or weakened, whatever its script. This is the strictest rule of grounding.
"""

import re
from collections.abc import Sequence
from enum import StrEnum
from functools import cache

from rapidfuzz.distance import LCSseq

from desktop_app.language.claims.passages import (
    ExcerptClause,
    ExcerptPassage,
    ExcerptSentence,
    Token,
    first_person,
    passage,
    tokens_of,
    words,
)
from desktop_app.language.claims.sources import Unsaid
from desktop_app.language.doubts import DoubtKind

_PART = re.compile(r"[;；。！？!?\n]|\.(?=\s|$)|(?<!\d)[:：](?!//)|[:：](?!\d|//)")
_LONGEST_QUOTE = 60


def differences(claim: str, passages: Sequence[str]) -> tuple[Unsaid, ...]:
    """How `claim` differs from an excerpt of one passage, or each of its sentences from one.

    Nothing for an excerpt. Kinds: `words` are not there, `order` are there in another place, `part`
    names in `instead` what was left out. `source` is the number of the nearest passage.
    """
    passages_read = list(map(passage, passages))
    if not passages_read:
        return ()
    own = tokens_of(claim, 0, len(claim))
    if any(_is_excerpt(own, one) for one in passages_read):
        return ()
    unsaid: list[Unsaid] = []
    near = set(range(len(passages_read)))
    for part in _parts(claim, own):
        by = [number for number, one in enumerate(passages_read) if _is_excerpt(part, one)]
        if not by:
            unsaid += _differing(claim, part, passages_read)
        elif part[0].key in words("pronouns") and not near & set(by):
            span = part[0].start, part[0].end
            unsaid.append(Unsaid(DoubtKind.ORDER, (claim[slice(*span)],), span, "", by[0]))
        near = set(by)
    return tuple(unsaid)


# -- is it one ------------------------------------------------------------------------------


def _is_excerpt(claim: Sequence[Token], source: ExcerptPassage) -> bool:
    """Whether the claim is the passage without some sentences, or some clauses of them."""
    here = {(0, _Before.FREE)}
    for sentence in source.sentences:
        after = {(at, left) for at, before in here for left in _without(sentence, before)}
        for at in {at for at, before in here if before != _Before.BARRED and not sentence.asks}:
            after |= {(end, _Before.KEPT) for end in _ends_after(claim, at, sentence, source.own)}
        here = after
    return any(at and all(token.key in words("small") for token in claim[at:]) for at, _ in here)


class _Before(StrEnum):
    """What stands before a sentence: one that may go, one that is kept, or one that went although
    what follows is not true without it.
    """

    FREE = "free"
    KEPT = "kept"
    BARRED = "barred"


def _without(sentence: ExcerptSentence, before: _Before) -> tuple[_Before, ...]:
    """What stands before the next sentence once this one is left out; nothing where it may not."""
    if sentence.idle:
        return (before,)
    if not sentence.turns:
        return (_Before.FREE,)
    return () if before == _Before.KEPT else (_Before.BARRED,)


def _ends_after(claim: Sequence[Token], at: int, sentence: ExcerptSentence, own: bool) -> set[int]:
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


def _matched(claim: Sequence[Token], at: int, clause: ExcerptClause, own: bool) -> int | None:
    """Where in the claim one is behind this clause; None when it does not stand there."""
    small, joints = words("small"), words("joints")
    while at < len(claim) and claim[at].key in joints:
        at += 1
    n = 0
    while n < len(clause.tokens):
        token = clause.tokens[n]
        if at < len(claim) and _same(claim[at].key, token.key, own):
            at, n = at + 1, n + 1
        elif token.idle or token.key in small:
            n += 1
        elif at < len(claim) and claim[at].key in _fillers():
            at += 1
        else:
            return None
    return at


@cache
def _fillers() -> frozenset[str]:
    """Words that an excerpt may have beside those of its source."""
    return words("small") | words("linking")


def _same(claimed: str, source_key: str, own: bool) -> bool:
    return claimed == source_key or (own and first_person().get(source_key) == claimed)


def _parts(claim: str, tokens: Sequence[Token]) -> list[tuple[Token, ...]]:
    """The tokens of each sentence of a claim."""
    cuts = [match.start() for match in _PART.finditer(claim)]
    parts: list[list[Token]] = [[]]
    for token in tokens:
        while cuts and cuts[0] < token.start:
            cuts.pop(0)
            parts.append([])
        parts[-1].append(token)
    return [tuple(part) for part in parts if part]


# -- what differs ---------------------------------------------------------------------------


def _differing(claim: str, part: Sequence[Token], read: Sequence[ExcerptPassage]) -> list[Unsaid]:
    """What a part of a claim says in another way than the passage nearest to it."""
    keys = [token.key for token in part]
    near = [LCSseq.similarity(keys, [token.key for token in one.tokens]) for one in read]
    source = near.index(max(near))
    tokens = read[source].tokens
    gone, new = _unmatched(keys, tokens, read[source].own)
    keys_there = {token.key for token in tokens}
    free = _fillers() | words("joints")
    unsaid = []
    for run in _runs([n for n in new if keys[n] not in free]):
        span = (part[run[0]].start, part[run[-1]].end)
        kind = DoubtKind.ORDER if all(keys[n] in keys_there for n in run) else DoubtKind.WORDS
        unsaid.append(Unsaid(kind, (claim[span[0] : span[1]],), span, source=source))
    if not unsaid:
        telling = [run for run in _runs(gone) if any(_tells(tokens[n], free) for n in run)]
        first = next(iter(telling), gone)
        text = read[source].text
        quote = text[tokens[first[0]].start : tokens[first[-1]].end] if first else text.strip()
        cut = quote if len(quote) <= _LONGEST_QUOTE else f"{quote[:_LONGEST_QUOTE].rstrip()}…"
        unsaid.append(Unsaid(DoubtKind.PART, (), (0, 0), cut, source))
    return unsaid


def _unmatched(keys: list[str], tokens: Sequence[Token], own: bool) -> tuple[list[int], list[int]]:
    """The places in the passage and in the claim that the other does not have in that order."""
    put = first_person() if own and "user" in keys else {}
    edits = LCSseq.editops([put.get(token.key, token.key) for token in tokens], keys)
    deleted = [edit.src_pos for edit in edits if edit.tag == "delete"]
    return deleted, [edit.dest_pos for edit in edits if edit.tag == "insert"]


def _tells(token: Token, free: frozenset[str]) -> bool:
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
