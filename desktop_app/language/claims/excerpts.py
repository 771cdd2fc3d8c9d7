"""Excerpts: texts that only leave out of another what changes nothing. Knows two texts, no more.

Stricter than all else that grounding asks: an excerpt keeps whole clauses, word for word and in
their order. So nothing is swapped, hardened or weakened in it, in whatever script it is written.
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
    read = list(map(passage, passages))
    if not read:
        return ()
    own = tokens_of(claim, 0, len(claim))
    if any(_is_excerpt(own, one) for one in read):
        return ()
    found: list[Unsaid] = []
    taken = set(range(len(read)))
    for part in _parts(claim, own):
        by = [number for number, one in enumerate(read) if _is_excerpt(part, one)]
        if not by:
            found += _differing(claim, part, read)
        elif part[0].key in words("pronouns") and not taken & set(by):
            span = part[0].start, part[0].end
            found.append(Unsaid(DoubtKind.ORDER, (claim[slice(*span)],), span, "", by[0]))
        taken = set(by)
    return tuple(found)


# -- is it one ------------------------------------------------------------------------------


def _is_excerpt(claim: Sequence[Token], source: ExcerptPassage) -> bool:
    """Whether the claim is the passage without some sentences, or some clauses of them."""
    here = {(0, _Before.FREE)}
    for sentence in source.sentences:
        after = {(at, left) for at, before in here for left in _without(sentence, before)}
        for at in {at for at, before in here if before != _Before.BARRED and not sentence.asks}:
            after |= {(end, _Before.KEPT) for end in _kept(claim, at, sentence, source.own)}
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


def _kept(claim: Sequence[Token], at: int, sentence: ExcerptSentence, own: bool) -> set[int]:
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


def _same(claimed: str, said: str, own: bool) -> bool:
    return claimed == said or (own and first_person().get(said) == claimed)


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
    there = read[source].tokens
    gone, new = _unmatched(keys, there, read[source].own)
    known = {token.key for token in there}
    free = _fillers() | words("joints")
    found = []
    for run in _runs([n for n in new if keys[n] not in free]):
        span = (part[run[0]].start, part[run[-1]].end)
        kind = DoubtKind.ORDER if all(keys[n] in known for n in run) else DoubtKind.WORDS
        found.append(Unsaid(kind, (claim[span[0] : span[1]],), span, source=source))
    if not found:
        left = [run for run in _runs(gone) if any(_tells(there[n], free) for n in run)]
        first = next(iter(left), gone)
        text = read[source].text
        said = text[there[first[0]].start : there[first[-1]].end] if first else text.strip()
        cut = said if len(said) <= _LONGEST_QUOTE else f"{said[:_LONGEST_QUOTE].rstrip()}…"
        found.append(Unsaid(DoubtKind.PART, (), (0, 0), cut, source))
    return found


def _unmatched(keys: list[str], there: Sequence[Token], own: bool) -> tuple[list[int], list[int]]:
    """The places in the passage and in the claim that the other does not have in that order."""
    said = [first_person().get(t.key, t.key) if own and "user" in keys else t.key for t in there]
    edits = LCSseq.editops(said, keys)
    gone = [edit.src_pos for edit in edits if edit.tag == "delete"]
    return gone, [edit.dest_pos for edit in edits if edit.tag == "insert"]


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
