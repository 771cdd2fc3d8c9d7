"""What days were about: lines about the same on several days. Knows lines, writes nothing."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import date

from desktop_app.dreams.almanac.lines import AlmanacLine, Likeness
from desktop_app.notebook.statements.markup import Box

_ALIKE = 0.4  # of what two lines of one theme say of each other
_SURE = 0.5  # where there are only two
_DAYS = 2  # on so many a theme was told at least


@dataclass(eq=False)
class DayTheme:
    """Lines about one thing, the oldest first."""

    lines: list[AlmanacLine] = field(default_factory=list)

    @property
    def days(self) -> list[date]:
        """The days on which it was told, each once."""
        return sorted({line.day for line in self.lines})

    @property
    def leads(self) -> tuple[AlmanacLine, AlmanacLine]:
        """The lines that another one is held against: the first and the newest."""
        return self.lines[0], self.lines[-1]


def themes(lines: Sequence[AlmanacLine], likeness: Likeness, most: int) -> list[DayTheme]:
    """The themes that were told on most days, at most `most`.

    The same line word for word on many days is a habit of whoever writes it, and no theme.
    """
    found: list[DayTheme] = []
    of: dict[AlmanacLine, DayTheme] = {}
    for line in lines:
        best, share = None, _ALIKE
        for theme in dict.fromkeys(of[one] for one in likeness.near(line) if one in of):
            like = min(likeness.same(line, lead) for lead in theme.leads)
            if like >= share:
                best, share = theme, like
        if best is None:
            best = DayTheme()
            found.append(best)
        best.lines.append(line)
        of[line] = best
    told = [one for one in found if len(one.days) >= _DAYS and _is_news(one, likeness)]
    return sorted(told, key=lambda one: (-len(one.days), -len(one.lines), one.lines[0].order))[
        :most
    ]


def teller(day_theme: DayTheme, likeness: Likeness) -> AlmanacLine:
    """The line that says most of what the others of its theme say; the newest of equals."""

    def told(line: AlmanacLine) -> tuple[float, int]:
        shares = (likeness.share(other, line) for other in day_theme.lines if other is not line)
        return sum(shares) / len(line.points.marks) ** 0.25, line.order

    plain = [line for line in day_theme.lines if line.unit.mark == Box.NONE]
    return max(plain or day_theme.lines, key=told)


def _is_news(day_theme: DayTheme, likeness: Likeness) -> bool:
    keys = {line.points.key for line in day_theme.lines}
    sure = len(day_theme.lines) > 2 or likeness.same(*day_theme.leads) >= _SURE
    return sure and 2 * len(keys) > len(day_theme.lines)
