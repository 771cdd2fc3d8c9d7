"""Progress in words: how far a call is, and how long something takes. Pure.

The window takes a step apart again: see `ui/parts/running.py`.
"""

_SHORT = 10  # seconds of reading of which nobody needs to be told
_LATE = 1.5  # times as long as expected
_MINUTE = 60
_SURELY_MINUTES = 90  # seconds from which minutes are what one would say
_SURELY_HOURS = 90 * _MINUTE


def step(name: str, heard: int, seconds: int, reading: float | None) -> str:
    """A call after so many seconds: tokens `heard`, or how far the reading is; `reading` is how
    many seconds that is expected to take, None where nobody knows.
    """
    if heard:
        return f"{name}: {heard:,} tokens, {seconds} s"
    if reading is None or max(reading, seconds) < _SHORT:
        return f"{name}: {seconds} s"
    late = seconds > _LATE * reading
    how = "longer than expected" if late else about(reading)
    return f"{name}: reading your notes: {how}, {seconds} of {round(reading)} s"


def about(seconds: float) -> str:
    """About 20 s, about 2 min, about 3 h."""
    if seconds < _SURELY_MINUTES:
        return f"about {max(10, round(seconds / 10) * 10)} s"
    if seconds < _SURELY_HOURS:
        return f"about {round(seconds / _MINUTE)} min"
    return f"about {round(seconds / _MINUTE / _MINUTE)} h"
