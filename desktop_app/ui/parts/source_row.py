"""From [20 Nov · line 6] “quote”: a line of the notes that something rests on. Knows one source."""

from collections.abc import Callable
from datetime import date

from PySide6.QtCore import QCoreApplication
from PySide6.QtWidgets import QHBoxLayout, QWidget

from desktop_app.ui.parts import dates
from desktop_app.ui.parts.controls import Chip
from desktop_app.ui.parts.labels import Elided, text
from desktop_app.ui.theme import Theme


def source_name(path: str, line: int, day: date | None, today: date) -> str:
    """20 Nov · line 6, or MEMORY.md · line 9."""
    name = dates.short(day, today) if day else path.rpartition("/")[2]
    return _tr("%1 · line %2").replace("%1", name).replace("%2", str(line))


def source_row(
    theme: Theme, name: str, quote: str, open_it: Callable[[], None], caption: bool = True
) -> QWidget:
    """The row; its chip opens the line."""
    chip = Chip(name)
    chip.setToolTip(_tr("Open this line"))
    chip.clicked.connect(lambda: open_it())
    widget = QWidget()
    row = QHBoxLayout(widget)
    row.setContentsMargins(0, 0, 0, 0)
    row.setSpacing(theme.px(8))
    word = text(_tr("From"), "meta", "text2")
    if not caption:  # the rows below the first stand under it, without saying it again
        word.setFixedWidth(word.sizeHint().width())
        word.clear()
    row.addWidget(word)
    row.addWidget(chip)
    row.addWidget(Elided(f"“{quote}”", "meta", "text2"), 1)
    return widget


def _tr(words: str) -> str:
    return QCoreApplication.translate("Sources", words)
