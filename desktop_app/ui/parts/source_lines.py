"""Sources under one another in a narrow column: a chip that opens the line, and its quote."""

from collections.abc import Callable, Iterable
from datetime import date
from typing import TYPE_CHECKING, Protocol

from PySide6.QtWidgets import QWidget

from desktop_app import dates
from desktop_app.ui.parts.controls import Chip
from desktop_app.ui.parts.labels import text as label
from desktop_app.words import cut, tr

if TYPE_CHECKING:
    from desktop_app.notebook.layout import Layout


class QuotedLine(Protocol):
    """A place, with what stood there."""

    @property
    def path(self) -> str: ...

    @property
    def line(self) -> int: ...

    @property
    def quote(self) -> str: ...


def source_lines(
    sources: Iterable[QuotedLine],
    today: date,
    layout: "Layout",
    open_: Callable[[str, int], object],
) -> list[QWidget]:
    """Two widgets for each source; `open_` gets the path and line of a chip that is pressed."""
    parts: list[QWidget] = []
    for source in sources:
        day = layout.date_of(source.path)
        name = dates.short(day, today) if day else source.path.rpartition("/")[2]
        chip = Chip(tr("%1 · line %2").replace("%1", name).replace("%2", str(source.line)))
        chip.setToolTip(tr("Open this line"))
        chip.clicked.connect(lambda _checked=False, one=source: open_(one.path, one.line))
        parts += [chip, label(f"“{cut(source.quote)}”", "meta", "text2", wrap=True)]
    return parts
