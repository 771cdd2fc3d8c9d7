"""The left of the page of errors: each error in a row, the one that was met last first."""

from collections.abc import Sequence
from datetime import datetime

from PySide6.QtCore import Signal
from PySide6.QtGui import QStandardItem

from desktop_app.sessions.hindsight.pattern import ErrorPattern, met_in_words
from desktop_app.ui.hindsight.error_words import STATES, icon_of, title_of, when
from desktop_app.ui.parts.asking_pane import AskingPane, row_item
from desktop_app.ui.parts.rows import ASIDE, DETAIL, ICON, ICON_TOKEN, THING, TITLE
from desktop_app.words import tr


class ErrorList(AskingPane):
    """Says `chosen` when another row is the current one."""

    chosen = Signal(object)  # an ErrorPattern, or None

    def __init__(self) -> None:
        super().__init__(
            tr("Errors"),
            tr("Find an error"),
            tr("Paste an error, or some words of it"),
            tr("Errors"),
        )
        self.show_patterns((), datetime.now().astimezone())

    def show_patterns(self, patterns: Sequence[ErrorPattern], now: datetime) -> None:
        """Shows these; the one that was current stays so where it still is there."""
        before = self.current()
        self.put(_row(pattern, now) for pattern in patterns)
        self.rows.selectionModel().currentChanged.connect(
            lambda index, _before: self.chosen.emit(index.data(THING))
        )
        keys = [pattern.key for pattern in patterns]
        at = keys.index(before.key) if before and before.key in keys else 0
        self.rows.setCurrentIndex(self.rows.model().index(at, 0))
        if not patterns:
            self.chosen.emit(None)

    def current(self) -> ErrorPattern | None:
        """The error of the current row."""
        found = self.thing()
        return found if isinstance(found, ErrorPattern) else None


def _row(pattern: ErrorPattern, now: datetime) -> QStandardItem:
    icon, token = icon_of(pattern)
    title = title_of(pattern)
    detail = " · ".join(filter(None, (met_in_words(pattern.times), STATES[pattern.state])))
    last = when(pattern.last, now)
    values = {
        TITLE: title, DETAIL: detail, ASIDE: last, ICON: icon, ICON_TOKEN: token, THING: pattern,
    }  # fmt: skip
    return row_item(values, f"{title}. {detail}. {last}", pattern.title)
