"""Progress in words: how far a call is, and how long something takes. Pure.

A step is one text, which the terminal shows as it is. The window takes it apart with `read`.
"""

import re
from dataclasses import dataclass
from typing import Any

from desktop_app.words import counted, tr

_WAITING = tr("{name}: {seconds} s")
_WRITING = tr("{name}: {tokens}, {seconds} s")
_READING = tr("{name}: reading your notes: {how}, {percent}%")

_SHORT = 10  # seconds of reading of which nobody needs to be told
_NEARLY = 95  # percent of what nobody knows the end of
_LATE = 1.5  # times as long as expected
_MINUTE = 60
_SURELY_MINUTES = 90  # seconds from which minutes are what one would say
_SURELY_HOURS = 90 * _MINUTE


@dataclass(frozen=True)
class CallStep:
    """A step taken apart: the `name` of a call, and what is known of it after some `seconds`.

    `tokens` are those that came, in words. While a model reads, `how` says how long that takes, and
    `percent` how far it is. What is not known is "" or 0.
    """

    name: str
    seconds: int = 0
    tokens: str = ""
    how: str = ""
    percent: int = 0


def step(name: str, heard: int, seconds: int, reading: float | None) -> str:
    """A call after so many seconds: tokens `heard`, or how far the reading is; `reading` is how
    many seconds that is expected to take, None where nobody knows.
    """
    if heard:
        tokens = counted("{count} token", "{count} tokens", heard)
        return _WRITING.format(name=name, tokens=tokens, seconds=seconds)
    if reading is None or max(reading, seconds) < _SHORT:
        return _WAITING.format(name=name, seconds=seconds)
    late = seconds > _LATE * reading
    how = tr("longer than expected") if late else about(reading)
    percent = min(_NEARLY, round(100 * seconds / reading))
    return _READING.format(name=name, how=how, percent=percent)


def read(text: str) -> CallStep:
    """What a step says; one that is no call's is only a name."""
    for frame in (_READING, _WRITING, _WAITING):
        pattern = re.sub(r"\\{(\w+)\\}", r"(?P<\1>.+?)", re.escape(frame))
        pattern = re.sub(r"(<(?:seconds|percent)>)\.\+\?", r"\1\\d+", pattern)
        if match := re.fullmatch(pattern, text):
            found: dict[str, Any] = match.groupdict()
            for name in {"seconds", "percent"} & found.keys():
                found[name] = int(found[name])
            return CallStep(**found)
    return CallStep(text)


def about(seconds: float) -> str:
    """About 20 s, about 2 min, about 3 h."""
    if seconds < _SURELY_MINUTES:
        return tr("about {n} s").format(n=max(10, round(seconds / 10) * 10))
    if seconds < _SURELY_HOURS:
        return tr("about {n} min").format(n=round(seconds / _MINUTE))
    return tr("about {n} h").format(n=round(seconds / _MINUTE / _MINUTE))
