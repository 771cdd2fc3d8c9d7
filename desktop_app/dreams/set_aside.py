"""What a dream reads and does not propose: how much, why, and where it stands. Knows units only."""

from collections import defaultdict

from desktop_app.dreams.proposal import MOST_ASIDE, AsideLine, Why
from desktop_app.notebook.statements.reader import Statement


class SetAside:
    """Units by the reason for which a dream left them."""

    def __init__(self) -> None:
        self._units: dict[Why, list[Statement]] = defaultdict(list)

    def add(self, why: Why, unit: Statement) -> None:
        """Leave a unit where it stands."""
        self._units[why].append(unit)

    def counts(self) -> dict[Why, int]:
        """How many units were left for each reason, by its name."""
        return {why: len(units) for why, units in sorted(self._units.items())}

    def places(self) -> tuple[AsideLine, ...]:
        """Where they stand, in reading order; of each reason the newest `MOST_ASIDE`."""
        newest = [
            (_place(unit), why, unit)
            for why, units in self._units.items()
            for unit in sorted(units, key=_place)[-MOST_ASIDE:]
        ]
        return tuple(
            AsideLine(why, unit.path, unit.pieces[0].line, unit.pieces[0].sha)
            for _, why, unit in sorted(newest, key=lambda row: row[:2])
        )


def _place(unit: Statement) -> tuple[str, str, int]:
    return unit.day.isoformat(), unit.path, unit.pieces[0].line
