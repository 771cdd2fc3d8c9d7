"""A stream that repeats itself for ever, noticed while it comes. Knows characters only."""

_SHORT, _OFTEN = 600, 10  # the last 600 characters are one piece ten times, or
_LONG, _FEW = 2_400, 3  # the last 2,400 are one piece three times
_EVERY = 200  # new characters between two looks


class Runaway:
    """Takes pieces of a stream; `feed` is true once its end only repeats."""

    def __init__(self) -> None:
        self._tail = ""
        self._new = 0

    def feed(self, piece: str) -> bool:
        self._tail = (self._tail + piece)[-_LONG:]
        self._new += len(piece)
        if self._new < _EVERY:
            return False
        self._new = 0
        return _repeats(self._tail[-_SHORT:], _SHORT, _OFTEN) or _repeats(self._tail, _LONG, _FEW)


def _repeats(text: str, length: int, often: int) -> bool:
    return len(text) == length and _period(text) <= length // often


def _period(text: str) -> int:
    """The length of the shortest piece that `text` is repetitions of, cut anywhere."""
    border = [0] * len(text)
    match = 0
    for n in range(1, len(text)):
        while match and text[n] != text[match]:
            match = border[match - 1]
        match += text[n] == text[match]
        border[n] = match
    return len(text) - border[-1]
