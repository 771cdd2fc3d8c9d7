"""The dreams' list pane: Dream now, what is under way, what waits, and every diary entry.

Shows rows and says which is chosen; starts nothing itself.
"""

from collections import Counter
from datetime import date, timedelta

from PySide6.QtCore import QRect, QRectF, QSignalBlocker, Qt, Signal
from PySide6.QtGui import QFontMetrics, QPainter, QPen, QStandardItem, QStandardItemModel
from PySide6.QtWidgets import QFrame, QVBoxLayout, QWidget

from desktop_app import dates
from desktop_app.dreams.proposal import AGENT, CHAT, Proposal
from desktop_app.dreams.runs import DreamCause
from desktop_app.dreams.telling import DISCARDED
from desktop_app.notebook.almanacs import Almanac
from desktop_app.notebook.diaries import DiaryEntry
from desktop_app.notebook.spans import SpanKind, span_around
from desktop_app.ui.dreams.almanac_view import almanac_title
from desktop_app.ui.dreams.dream_menu import DreamMenu, span_in_words
from desktop_app.ui.dreams.dream_rows import (
    DreamRow,
    DreamRows,
    RowKind,
    newest_of,
)
from desktop_app.ui.dreams.dreaming import dreaming
from desktop_app.ui.dreams.engine_choice import EngineChoice
from desktop_app.ui.dreams.engine_words import engine_in_words
from desktop_app.ui.look.icons import pixmap
from desktop_app.ui.look.theme import theme
from desktop_app.ui.parts.boxes import stacked
from desktop_app.ui.parts.controls import Button, IconButton, Segmented
from desktop_app.ui.parts.header import PaneHeader
from desktop_app.ui.parts.marked_text import TextLook, paint_some
from desktop_app.ui.parts.rows import (
    ASIDE,
    DETAIL,
    ICON,
    ICON_TOKEN,
    THING,
    TITLE,
    Index,
    RowDelegate,
    RowsView,
)
from desktop_app.ui.parts.running import Running
from desktop_app.ui.review.words import by_words, to_decide
from desktop_app.words import tr

ROW = 70
NIGHTS = "nights"
_WRITE: dict[str, tuple[str, str]] = {
    SpanKind.WEEK: (tr("Write this week"), tr("Write the week before")),
    SpanKind.MONTH: (tr("Write this month"), tr("Write the month before")),
    SpanKind.YEAR: (tr("Write this year"), tr("Write the year before")),
}
_CAUSES = {
    DreamCause.SCHEDULED: tr("By itself"),
    DreamCause.CAUGHT_UP: tr("Caught up by itself"),
    DreamCause.ENOUGH: tr("By itself, enough was new"),
}


class DreamDelegate(RowDelegate):
    """A dream: its title and date, and two lines of what it said."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent, ROW)

    def paint_row(self, painter: QPainter, box: QRect, index: Index, selected: bool) -> None:
        px = theme().px
        left, top = box.left() + px(10), box.top() + px(7)
        if index.data(ICON_TOKEN) == "danger":
            self._card(painter, box, selected)
        ratio = painter.device().devicePixelRatioF()
        token = "accent" if selected and index.data(ICON_TOKEN) == "text2" else None
        picture = pixmap(index.data(ICON), token or index.data(ICON_TOKEN), 16, ratio)
        painter.drawPixmap(left, top + px(2), picture)
        left += px(24)
        right = box.right() - px(10)
        small, day = theme().font("meta"), str(index.data(ASIDE))
        width = QFontMetrics(small).horizontalAdvance(day)
        self.draw_line(painter, QRect(right - width, top, width + 1, px(20)), day, small, "text2")
        title = QRect(left, top, right - width - px(10) - left, px(20))
        self.draw_line(painter, title, str(index.data(TITLE)), theme().font("strong"), "text")
        ink = theme().color("text2")
        look = TextLook(small, px(17), ink, ink, theme().color("side"))
        below = QRect(left, top + px(20), right - left, px(34))
        paint_some(painter, below, str(index.data(DETAIL)), (), look)

    def _card(self, painter: QPainter, box: QRect, selected: bool) -> None:
        """The edge of a card around what asks for somebody's attention."""
        painter.setBrush(Qt.BrushStyle.NoBrush)
        painter.setPen(QPen(theme().color("accent" if selected else "danger"), 1))
        edge = QRectF(box).adjusted(0.5, 0.5, -0.5, -0.5)
        painter.drawRoundedRect(edge, theme().px(8), theme().px(8))


class DreamList(QFrame):
    """The list, with the button that starts a dream."""

    dream_asked = Signal()
    span_chosen = Signal(int)
    again_asked = Signal()
    until_asked = Signal(object)  # a dream of the days up to this date
    chat_asked = Signal()  # a question to be copied into any chat
    chosen = Signal(object)  # a Row
    turned = Signal()  # to nights, weeks, months or years
    almanac_asked = Signal(object, object)  # the kind of a span, and a day in it

    def __init__(self, engines: EngineChoice) -> None:
        super().__init__()
        self._engines, self._days = engines, 0
        self.setProperty("surface", "side")
        self.dream_button = Button(tr("Dream now"), "primary")
        self.dream_button.clicked.connect(self.dream_asked)
        self.menu = DreamMenu(self, engines)
        self.menu.chosen.connect(self.span_chosen)
        self.menu.again_asked.connect(self.again_asked)
        self.menu.until_asked.connect(self.until_asked)
        self.menu.chat_asked.connect(self.chat_asked)
        self.span_button = IconButton("chevron-down", tr("Which days, which engine"), 32)
        self.span_button.setMenu(self.menu)
        self.span_button.setPopupMode(self.span_button.ToolButtonPopupMode.InstantPopup)
        header = PaneHeader(tr("Dreams"))
        header.add(self.dream_button, self.span_button)
        shown = {
            NIGHTS: tr("Nights"),
            str(SpanKind.WEEK): tr("Weeks"),
            str(SpanKind.MONTH): tr("Months"),
            str(SpanKind.YEAR): tr("Years"),
        }
        self.filter = Segmented(shown, tr("What the list shows"))
        self.filter.chosen.connect(self._turn)
        self.write_button = Button("", "plain")
        self.before_button = Button("", "plain")
        self.write_button.clicked.connect(lambda: self._write(before=False))
        self.before_button.clicked.connect(lambda: self._write(before=True))
        self.write_button.hide()
        self.before_button.hide()
        self._writing = False
        self._dreams: DreamRows | None = None
        self.dreaming = dreaming()
        self.opening = Running(tr("A model opens an almanac"), tr("Starting"))
        self.rows = RowsView(tr("Dreams"))
        self.rows.setItemDelegate(DreamDelegate(self.rows))
        self._model = QStandardItemModel(self)
        self.rows.setModel(self._model)
        self.rows.selectionModel().currentChanged.connect(self._choose)
        self.rows.clicked.connect(self._choose)
        self._held = QVBoxLayout()
        self._held.addWidget(self.filter)
        self._held.addWidget(self.write_button)
        self._held.addWidget(self.before_button)
        self._held.addWidget(self.opening)
        self._held.addWidget(self.dreaming)
        stacked(self, header, self._held, self.rows, grows=self.rows)
        engines.changed.connect(self._show_tip)
        theme().followed_by(self._measure)

    def show_span(self, days: int) -> None:
        """Which window Dream now reads; 0 is every day since the last dream."""
        self._days = days
        self.menu.show_span(days)
        self._show_tip()

    def show_running(self, running: bool) -> None:
        """While a dream runs, no other starts."""
        self.dream_button.setEnabled(not running)
        self.span_button.setEnabled(not running)
        self.dreaming.show_running(running)

    def show_dreams(self, dreams: DreamRows) -> DreamRow | None:
        """All rows; returns the one that stays chosen, None when it is gone or was none."""
        self.menu.today = dreams.now.date()
        self._dreams = dreams
        before = self.row()
        place = self.rows.verticalScrollBar().value()
        with QSignalBlocker(self.rows.selectionModel()):
            self._model.clear()
            today = dreams.now.date()
            rows = self._wanted(dreams)
            several = Counter(row.at[0] for row in rows)
            for row in rows:
                self._model.appendRow(self._item(row, today, several[row.at[0]] > 1))
            kept = self._place_of(before)
            if kept is not None:
                self.rows.setCurrentIndex(self._model.index(kept, 0))
        self.rows.verticalScrollBar().setValue(place)
        self.rows.viewport().update()
        return self.row()

    def choose(self, wanted: DreamRow | None) -> None:
        """Brings a row to the front, as if it had been clicked."""
        if wanted is not None and self._dreams is not None:
            kind = wanted.thing.span.kind if isinstance(wanted.thing, Almanac) else NIGHTS
            if kind != self.filter.value:
                self.filter.choose(kind)
                self._show_writing()
                self.show_dreams(self._dreams)
        place = self._place_of(wanted)
        if place is not None:
            self.rows.setCurrentIndex(self._model.index(place, 0))

    def show_writing(self, writing: bool) -> None:
        """While an almanac is written, no other one is."""
        self._writing = writing
        self._show_writing()

    @property
    def shows_nights(self) -> bool:
        """Whether dreams are shown, and not almanacs."""
        return self.filter.value == NIGHTS

    def _wanted(self, dreams: DreamRows) -> tuple[DreamRow, ...]:
        if self.shows_nights:
            return dreams.rows
        kind = self.filter.value
        return tuple(
            row
            for row in dreams.almanacs
            if isinstance(row.thing, Almanac) and row.thing.span.kind == kind
        )

    def _turn(self) -> None:
        self._show_writing()
        if self._dreams is not None:
            self.show_dreams(self._dreams)
        self.turned.emit()

    def _show_writing(self) -> None:
        now, before = _WRITE.get(self.filter.value, ("", ""))
        for button, words in ((self.write_button, now), (self.before_button, before)):
            button.setText(words)
            button.setVisible(bool(words))
            button.setEnabled(not self._writing)

    def _write(self, *, before: bool) -> None:
        kind, today = SpanKind(self.filter.value), self.menu.today
        day = span_around(kind, today).first - timedelta(days=1) if before else today
        self.almanac_asked.emit(kind, day)

    def row(self) -> DreamRow | None:
        """The row that is chosen."""
        row = self.rows.currentIndex().data(THING)
        return row if isinstance(row, DreamRow) else None

    def all(self) -> list[DreamRow]:
        """Every row, from the top."""
        return [self._model.item(n).data(THING) for n in range(self._model.rowCount())]

    def _place_of(self, wanted: DreamRow | None) -> int | None:
        """A row for the same thing, also when its words have changed."""
        if wanted is None:
            return None
        for place, row in enumerate(self.all()):
            if (row.kind, row.at, row.title) == (wanted.kind, wanted.at, wanted.title):
                return place
        return None

    def _item(self, row: DreamRow, today: date, timed: bool) -> QStandardItem:
        """`timed`: the day has several dreams, and their times tell them apart."""
        titles = {
            RowKind.NOTHING: tr("Nothing new to keep"),
            RowKind.FAILED: tr("The dream failed"),
        }
        icons = {
            RowKind.WAITING: ("dreams", "accent"),
            RowKind.WRITTEN: ("dreams", "text2"),
            RowKind.NOTHING: ("check", "ok"),
            RowKind.FAILED: ("warn", "danger"),
            RowKind.ALMANAC: ("days", "text2"),
        }
        if newest_of(row) is not None:
            titles[RowKind.NOTHING] = tr("No notes to read")
        title = row.title or titles.get(row.kind, tr("A dream"))
        detail, (icon, token) = row.detail, icons[row.kind]
        if isinstance(row.thing, Almanac):
            title = almanac_title(row.thing.span, today)
        if isinstance(row.thing, Proposal):
            by = by_words(row.thing) if row.thing.engine in (AGENT, CHAT) else ""
            detail = " · ".join(filter(None, (to_decide(len(row.thing.changes)), by, detail)))
        elif isinstance(row.thing, DiaryEntry) and row.thing.undone:
            icon, detail = "undo", tr("Undone. %1").replace("%1", detail)
        elif isinstance(row.thing, DiaryEntry) and row.thing.meta.endswith(DISCARDED):
            icon, detail = "cross", tr("Discarded. %1").replace("%1", detail)
        elif detail.strip(". ") == title:  # a reason that says no more than the title
            detail = ""
        detail = " · ".join(filter(None, (_CAUSES.get(row.cause, ""), detail)))
        item = QStandardItem()
        item.setData(title, TITLE)
        item.setData(detail, DETAIL)
        time = row.at[1] if timed else ""
        aside = f"{dates.short(row.at[0], today)} {time}".strip()
        item.setData("" if isinstance(row.thing, Almanac) else aside, ASIDE)
        item.setData(icon, ICON)
        item.setData("text2" if row.settled and row.kind == RowKind.FAILED else token, ICON_TOKEN)
        item.setData(row, THING)
        item.setAccessibleText(
            ". ".join((title, f"{dates.plain(row.at[0], today)} {time}".strip(), detail))
        )
        return item

    def _show_tip(self) -> None:
        engine = engine_in_words(self._engines.kind, self._engines.model)
        reads = tr("Reads: %1").replace("%1", span_in_words(self._days))
        dreams = tr("Dreams: %1").replace("%1", engine)
        self.dream_button.setToolTip(f"{reads}\n{dreams}")

    def _choose(self) -> None:
        if (row := self.row()) is not None:
            self.chosen.emit(row)

    def _measure(self) -> None:
        px = theme().px
        self._held.setContentsMargins(px(12), 0, px(12), px(8))
        self._held.setSpacing(px(6))
