"""What a dream reads and leaves where it stands: how much, why, and where. Knows units only."""

from collections import defaultdict

from desktop_app.dreams.notes.units import NoteUnit
from desktop_app.dreams.proposal import MOST_ASIDE, AsideLine, Why


class SetAside:
    """Units by the reason for which they were left; the reasons are those of `Draft.set_aside`."""

    def __init__(self) -> None:
        self._units: dict[Why, list[NoteUnit]] = defaultdict(list)

    def add(self, why: Why, unit: NoteUnit) -> None:
        """Leave a unit where it stands."""
        self._units[why].append(unit)

    def copy(self) -> "SetAside":
        """The same, to go on from."""
        same = SetAside()
        for why, units in self._units.items():
            same._units[why] = list(units)
        return same

    def texts(self, why: Why) -> tuple[str, ...]:
        """The texts of the units left for this reason, in the order in which they were left."""
        return tuple(unit.text for unit in self._units.get(why, ()))

    def counts(self) -> dict[Why, int]:
        """How many units were left for each reason, by its name."""
        return {why: len(units) for why, units in sorted(self._units.items())}

    def places(self) -> tuple[AsideLine, ...]:
        """Where they stand, in reading order; of each reason the newest `MOST_ASIDE`."""
        newest = [
            (place, why, unit)
            for why, units in self._units.items()
            for place, unit in sorted(((_place(u), u) for u in units), key=_by_place)[-MOST_ASIDE:]
        ]
        return tuple(
            AsideLine(why, unit.path, unit.pieces[0].line, unit.pieces[0].sha)
            for _, why, unit in sorted(newest, key=lambda one: one[:2])
        )


_Place = tuple[str, str, int]


def _place(unit: NoteUnit) -> _Place:
    return unit.day.isoformat(), unit.path, unit.pieces[0].line


def _by_place(one: tuple[_Place, NoteUnit]) -> _Place:
    return one[0]
