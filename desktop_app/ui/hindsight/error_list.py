"""The left of the page of errors: each error in a row, the one that was met last first, then what
others share and the procedures."""

from collections.abc import Sequence
from datetime import datetime

from PySide6.QtCore import Signal
from PySide6.QtGui import QStandardItem

from desktop_app.memory.procedures import Procedure, SharedProcedure
from desktop_app.sessions.hindsight.pattern import ErrorPattern, met_in_words
from desktop_app.ui.hindsight.error_words import icon_of, shared_by, state_of, title_of, when
from desktop_app.ui.parts.asking_pane import AskingPane, row_item
from desktop_app.ui.parts.rows import ASIDE, DETAIL, ICON, ICON_TOKEN, THING, TITLE
from desktop_app.words import tr

Shown = Procedure | SharedProcedure


class ErrorList(AskingPane):
    """Says `chosen` when another row is the current one."""

    chosen = Signal(object)  # an ErrorPattern, a procedure, or None

    def __init__(self) -> None:
        super().__init__(
            tr("Errors"),
            tr("Find an error"),
            tr("Paste an error, or some words of it"),
            tr("Errors"),
        )
        self.show_patterns((), datetime.now().astimezone())

    def show_patterns(
        self, patterns: Sequence[ErrorPattern], now: datetime, procedures: Sequence[Shown] = ()
    ) -> None:
        """Shows these; the one that was current stays so where it still is there."""
        before = _key(self.thing())
        rows = [_row(one, now) for one in patterns]
        self.put([*rows, *(_procedure_row(one, now) for one in procedures)])
        self.rows.selectionModel().currentChanged.connect(
            lambda index, _before: self.chosen.emit(index.data(THING))
        )
        keys = [_key(one) for one in (*patterns, *procedures)]
        at = keys.index(before) if before in keys else 0
        self.rows.setCurrentIndex(self.rows.model().index(at, 0))
        if not keys:
            self.chosen.emit(None)


def _key(thing: object) -> str:
    if isinstance(thing, ErrorPattern):
        return thing.key
    if isinstance(thing, SharedProcedure):
        return thing.id
    return thing.path if isinstance(thing, Procedure) else ""


def _procedure_row(one: Shown, now: datetime) -> QStandardItem:
    detail, last, icon, token = tr("procedure"), "", "note", "text2"
    if isinstance(one, SharedProcedure):
        detail, last = f"{detail} · {shared_by(one.who)}", when(one.when, now)
        icon, token = "link", "accent"
    values = {
        TITLE: one.title, DETAIL: detail, ASIDE: last, ICON: icon, ICON_TOKEN: token, THING: one,
    }  # fmt: skip
    return row_item(values, f"{one.title}. {detail}. {last}", one.title)


def _row(pattern: ErrorPattern, now: datetime) -> QStandardItem:
    icon, token = icon_of(pattern)
    title, kind = title_of(pattern)
    detail = " · ".join(filter(None, (kind, met_in_words(pattern.times), state_of(pattern))))
    last = when(pattern.last, now)
    values = {
        TITLE: title, DETAIL: detail, ASIDE: last, ICON: icon, ICON_TOKEN: token, THING: pattern,
    }  # fmt: skip
    return row_item(values, f"{title}. {detail}. {last}", pattern.title)
