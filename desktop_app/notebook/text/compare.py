"""Comparing: the common parts of two sequences, in order. Knows no texts and no files."""

from bisect import bisect_left
from collections import Counter
from collections.abc import Hashable, Iterator, Sequence
from typing import NamedTuple

# Up to here an exact comparison costs milliseconds and a few megabytes.
_EXACT = 100_000_000

_Match = tuple[int, int, int]  # start in the first, start in the second, how many


class Region(NamedTuple):
    """`a[i:i_end]` and `b[j:j_end]`, which are the same or stand in each other's place."""

    i: int
    i_end: int
    j: int
    j_end: int
    same: bool


def regions(a: Sequence[Hashable], b: Sequence[Hashable]) -> Iterator[Region]:
    """Both sequences from end to end, as runs that are the same and runs that are not.

    The same runs are a longest common subsequence as long as that is cheap. Both must be of one
    type whose slices compare equal: two strings, or two lists.
    """
    i = j = begun = 0
    for m, n, count in [*_matches(a, b, 0, 0), (len(a), len(b), 0)]:
        if i < m or j < n or not count:
            if begun < i:
                yield Region(begun, i, j - i + begun, j, True)
            if i < m or j < n:
                yield Region(i, m, j, n, False)
            begun = m
        i, j = m + count, n + count


def common(a: Sequence[Hashable], b: Sequence[Hashable]) -> int:
    """How many items two sequences share at their start."""
    low, high = 0, min(len(a), len(b))
    while low < high:  # by halving, so that comparing slices does the work
        middle = (low + high + 1) // 2
        if a[low:middle] == b[low:middle]:
            low = middle
        else:
            high = middle - 1
    return low


def _matches(a: Sequence[Hashable], b: Sequence[Hashable], at: int, bt: int) -> Iterator[_Match]:
    start = common(a, b)
    end = common(a[start:][::-1], b[start:][::-1])
    if start:
        yield at, bt, start
    a_end, b_end = len(a) - end, len(b) - end
    middle = a[start:a_end], b[start:b_end]
    find = _exact if len(middle[0]) * len(middle[1]) <= _EXACT else _anchored
    yield from find(*middle, at + start, bt + start)
    if end:
        yield at + a_end, bt + b_end, end


def _exact(a: Sequence[Hashable], b: Sequence[Hashable], at: int, bt: int) -> Iterator[_Match]:
    from rapidfuzz.distance import LCSseq  # takes a moment to load, and a start compares nothing

    ids: dict[Hashable, int] = {}  # numbers, since the library would compare hashes
    numbers = [[ids.setdefault(item, len(ids)) for item in side] for side in (a, b)]
    for step in LCSseq.opcodes(*numbers):
        if step.tag == "equal":
            yield at + step.src_start, bt + step.dest_start, step.src_end - step.src_start


def _anchored(a: Sequence[Hashable], b: Sequence[Hashable], at: int, bt: int) -> Iterator[_Match]:
    """Matches around what stands once on each side, as far as it keeps its order: quick, and not
    the most there are.
    """
    counts, others = Counter(a), Counter(b)
    places = {item: n for n, item in enumerate(b)}
    once = ((n, places[item]) for n, item in enumerate(a) if counts[item] == others[item] == 1)
    ends: list[int] = []  # of the longest chains of each length, and of what they are made
    chains: list[tuple[int, int]] = []
    before: dict[tuple[int, int], tuple[int, int]] = {}
    for pair in once:
        length = bisect_left(ends, pair[1])
        ends[length : length + 1], chains[length : length + 1] = [pair[1]], [pair]
        if length:
            before[pair] = chains[length - 1]
    chain = chains[-1:]
    while chain and chain[-1] in before:
        chain.append(before[chain[-1]])
    i = j = 0
    for m, n in [*reversed(chain), *[(len(a), len(b))] * bool(chain)]:
        yield from _matches(a[i:m], b[j:n], at + i, bt + j)
        if m < len(a):
            yield at + m, bt + n, 1
        i, j = m + 1, n + 1
