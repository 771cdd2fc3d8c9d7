"""Progress in words: how far a call is. Pure.

A step is one text: what is done, and perhaps how far it is, behind a colon.
"""

import re

from desktop_app.dates import about
from desktop_app.words import counted, tr

_WAITING = tr("{name}: waiting for the model to begin, {seconds} s")
_WRITING = tr("{name}: {tokens}, {seconds} s")
_READING = tr("{name}: reading your notes: {how}, {percent}%")

_SILENT = 5  # seconds without a word after which one is told that this is no fault
_SHORT = 10  # seconds of reading of which nobody needs to be told
_NEARLY = 95  # percent of what nobody knows the end of
_LATE = 1.5  # times as long as expected


def step(name: str, heard: int, seconds: int, reading: float | None) -> str:
    """A call after so many seconds: tokens `heard`, or how far the reading is; `reading` is how
    many seconds that is expected to take, None where nobody knows.
    """
    if heard:
        tokens = counted("{count} token", "{count} tokens", heard)
        return _WRITING.format(name=name, tokens=tokens, seconds=seconds)
    if reading is None or max(reading, seconds) < _SHORT:
        return _WAITING.format(name=name, seconds=seconds) if seconds >= _SILENT else name
    late = seconds > _LATE * reading
    how = tr("longer than expected") if late else about(reading, reading)
    percent = min(_NEARLY, round(100 * seconds / reading))
    return _READING.format(name=name, how=how, percent=percent)


def parted(text: str) -> tuple[str, str]:
    """What a step does, and how far it is, "" where it does not say."""
    name, *far = re.split(": |：", text, maxsplit=1)
    return name, "".join(far)
