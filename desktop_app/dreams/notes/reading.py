"""Days read into notes. Knows days, and what is not even compared with memory.

What is too long to read, gives orders, asks or is to do stays where it stands. A line that looks
secret is never new in memory; it is compared where memory keeps such a line already.
"""

from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, replace
from functools import cached_property

from desktop_app.dreams.comparing.points import Points, points
from desktop_app.dreams.notes.set_aside import SetAside
from desktop_app.dreams.proposal import Why
from desktop_app.language.orders import gives_orders
from desktop_app.language.secrets import looks_secret
from desktop_app.language.tongue import Tongue, is_foreign, together, tongue
from desktop_app.notebook.statements.blocks import Box
from desktop_app.notebook.statements.day_text import DayText
from desktop_app.notebook.statements.reader import Statement, statements

MOST_UNITS = 5_000
"""Of one day; what comes after them is counted as `long` and left alone."""


@dataclass(frozen=True)
class Note:
    """A unit of a day; `order` counts up from the oldest."""

    order: int
    unit: Statement
    secret: bool = False

    @cached_property
    def points(self) -> Points:
        """What it says, with the label that it says little without."""
        return points(self.unit.full_text)


def notes_of(days: Iterable[DayText], aside: SetAside, go_on: Callable[[], None]) -> list[Note]:
    """The notes of these days, the oldest first. `go_on` is called often and may raise."""
    notes: list[Note] = []
    order = 0
    for day in sorted(days, key=lambda day: (day.date, day.path)):
        for unit in _in_their_language(_read(day, aside, go_on)):
            go_on()
            order += 1
            if reason := _set_aside(unit):
                aside.add(reason, unit)
            else:
                notes.append(Note(order, unit, looks_secret(unit.text)))
    return notes


def _read(day: DayText, aside: SetAside, go_on: Callable[[], None]) -> Iterator[Statement]:
    for count, unit in enumerate(statements(day)):
        go_on()
        if count >= MOST_UNITS or unit.mark == Box.LONG:
            aside.add(Why.LONG, unit)
        else:
            yield unit


def _in_their_language(day_units: Iterable[Statement]) -> Iterator[Statement]:
    """The units, those marked that are in a language which is not read.

    A line that does not show its language has that of its section, or else of its day.
    """
    own = [(unit, tongue(unit.text)) for unit in day_units]
    sections: dict[tuple[str, ...], list[Tongue]] = defaultdict(list)
    for unit, spoken in own:
        sections[unit.headings].append(spoken)
    spoken_in = {headings: together(tongues) for headings, tongues in sections.items()}
    day_tongue = together(spoken_in.values())
    for unit, spoken in own:
        foreign = is_foreign(spoken, spoken_in[unit.headings], day_tongue)
        yield replace(unit, foreign=True) if foreign else unit


def _set_aside(unit: Statement) -> Why | None:
    """Why a unit is not even compared, None where it is."""
    if gives_orders(unit.text):
        return Why.ORDER
    if unit.mark == Box.TODO:
        return Why.TODO
    return Why.QUESTION if unit.text.rstrip(" *_\"'”’」』)）").endswith(("?", "？")) else None
