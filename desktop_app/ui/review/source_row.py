"""From 20 Nov · 09:12 “quote”: the lines of the notes that something rests on.

Knows places and quotes, not what rests on them.
"""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date

from desktop_app import dates
from desktop_app.notebook.layout import Layout
from desktop_app.ui.parts.inspector import QuotedLine
from desktop_app.words import tr

MOST, BESIDE = 4, 3  # quotes that are shown, and places beside each of them
LONGEST = 300  # characters of a quote


@dataclass(frozen=True)
class Names:
    """How places of a notebook are called; `times` are when a line was noted."""

    today: date
    layout: Layout = field(default_factory=Layout)
    times: Mapping[tuple[str, int], str] = field(default_factory=dict)

    def of(self, path: str, line: int) -> str:
        """20 Nov · 09:12, 20 Nov · line 6, or MEMORY.md · line 9."""
        day = self.layout.date_of(path)
        name = dates.short(day, self.today) if day else path.rpartition("/")[2]
        time = self.times.get((path, line)) or tr("line %1").replace("%1", f"{line:,}")
        return f"{name} · {time}"


def grouped(
    sources: Sequence[QuotedLine], known: Collection[str] = ()
) -> list[tuple[str, list[QuotedLine]]]:
    """Each quote once with the places that say it.

    What is `known` is not said again: such places stand alone, and only where there are no others.
    """
    groups: dict[str, list[QuotedLine]] = {}
    for source in sources:
        quote = "" if source.quote in known else source.quote
        groups.setdefault(quote, []).append(source)
    if len(groups) > 1:
        groups.pop("", None)
    return list(groups.items())
