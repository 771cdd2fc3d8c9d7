"""Work that grows with a text, and no faster. Knows the clock of the processor."""

import time
from collections.abc import Callable


def grows_in_proportion(work: Callable[[str], object], piece: str, end: str) -> bool:
    """Whether `piece`, six times as often before `end`, takes `work` about six times as long.

    Where each place looks at the rest anew, it takes 36 times as long.
    """
    short, long = (_seconds(work, piece, size // len(piece), end) for size in (1_000, 6_000))
    return long < 15 * short + 0.01


def _seconds(work: Callable[[str], object], piece: str, times: int, end: str) -> float:
    """The least of three runs, each of another text: nothing is remembered from the run before,
    and what else the machine does only adds.
    """
    return min(_once(work, piece * (times + n) + end) for n in range(3))


def _once(work: Callable[[str], object], text: str) -> float:
    before = time.process_time()
    assert work(text)
    return time.process_time() - before
