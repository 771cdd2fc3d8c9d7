"""What parameters take: functions that read values from words, and how the help names them."""

from collections.abc import Callable
from datetime import date
from typing import Annotated, Any

from desktop_app import dates
from desktop_app.search.query import SearchIn
from desktop_app.words import tr

NOW = "now"


class Group(str):
    """Of the parameters of a group only one is given."""


class Takes(str):
    """What the help calls the value."""


def day(text: str) -> date:
    """A day as YYYY-MM-DD."""
    if (named := dates.iso_day(text)) is None:
        raise ValueError(text)
    return named


def day_or_now(text: str) -> str:
    """A day as YYYY-MM-DD, or the word for the present."""
    return text if text == NOW else day(text).isoformat()


def _whole(first: int, last: float = float("inf")) -> Callable[[str], int]:
    def read(text: str) -> int:
        if not first <= (number := int(text)) <= last:
            raise ValueError(text)
        return number

    return read


def several(each: Callable[[str], Any], held_in: type = frozenset) -> Callable[[str], Any]:
    """Reads values with commas between."""

    def read(text: str) -> Any:
        found = held_in(each(part.strip()) for part in text.split(",") if part.strip())
        if not found:
            raise ValueError(text)
        return found

    return read


count, count_from_none, port = _whole(1), _whole(0), _whole(0, 65_535)
Count = Annotated[int, count]
CountFromNone = Annotated[int, count_from_none]
numbers, kinds = several(int), several(SearchIn, tuple)
Numbers = Annotated[frozenset[int], numbers]

EXPECTED: dict[Callable[[str], Any], str] = {
    int: tr("a whole number"),
    count: tr("a number from 1"),
    count_from_none: tr("a number from 0"),
    port: tr("a number from 0 to 65535"),
    day: tr("a day as YYYY-MM-DD"),
    day_or_now: tr("a day as YYYY-MM-DD, or now"),
    numbers: tr("numbers with commas between, such as 1,3"),
    kinds: tr("one or more of memory, days, topics, dreams, sessions, with commas between"),
}
"""The kind of value that each reader expects, for whoever typed something else. A module with a
reader of its own adds it: no other command loads what that one knows."""
