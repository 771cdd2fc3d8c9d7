"""Versions as rows under their days, filled as one scrolls. Knows steps, not what is in them."""

from collections.abc import Mapping, Sequence
from datetime import date, datetime

from PySide6.QtCore import QAbstractListModel, QModelIndex, QRect, QSize, Qt, QTimer, Signal
from PySide6.QtGui import QPainter
from PySide6.QtWidgets import QStyleOptionViewItem

from desktop_app.notebook.history import VersionStep
from desktop_app.notebook.layout import Layout
from desktop_app.notebook.text.line_count import LineCount
from desktop_app.sizes import size
from desktop_app.ui.history.version_words import (
    changed_in_words,
    day_in_words,
    file_in_words,
    icon_of,
    local,
    title_of,
)
from desktop_app.ui.look.theme import theme
from desktop_app.ui.parts.rows import (
    ASIDE,
    DETAIL,
    ICON,
    THING,
    TITLE,
    EnteredRows,
    Index,
    RowDelegate,
)

PAGE = 200  # versions asked for at once
_DAY = 34  # pixels of a day's own row


class VersionModel(QAbstractListModel):
    """Steps, newest first, each day's under a row of its own; `wanted` asks for older ones.

    Which lines a version changed is asked for by `counts_wanted` when its row is looked at.
    """

    wanted = Signal()
    counted = Signal()  # rows of the same height say more
    counts_wanted = Signal(object)  # the steps

    def __init__(self) -> None:
        super().__init__()
        self.steps: list[VersionStep] = []
        self._rows: list[VersionStep | date] = []
        self._more = False
        self._now = datetime.now().astimezone()
        self._layout: Layout | None = None
        self._counts: dict[int, LineCount | None] = {}
        self._uncounted: dict[int, VersionStep] = {}
        self._ask = QTimer(self, singleShot=True, interval=0)
        self._ask.timeout.connect(lambda: self.counts_wanted.emit([*self._uncounted.values()]))

    def show_steps(
        self, steps: Sequence[VersionStep], more: bool, now: datetime, layout: Layout | None
    ) -> None:
        """These in place of the ones before; with a `layout`, of many files, which are named."""
        self.beginResetModel()
        self._now, self._layout = now, layout
        self.steps, self._rows, self._more = list(steps), [], more
        self._rows = self._with_days(steps)
        self.endResetModel()

    def add_steps(self, steps: Sequence[VersionStep], more: bool) -> None:
        """Older ones, below."""
        rows = self._with_days(steps)
        self._more = more
        if rows:
            self.beginInsertRows(QModelIndex(), len(self._rows), len(self._rows) + len(rows) - 1)
            self.steps += steps
            self._rows += rows
            self.endInsertRows()

    def row_of(self, version: int) -> int:
        """The row of a version; -1 when it is not there."""
        for row, step in enumerate(self._rows):
            if isinstance(step, VersionStep) and step.version.version == version:
                return row
        return -1

    def _with_days(self, steps: Sequence[VersionStep]) -> list[VersionStep | date]:
        rows: list[VersionStep | date] = []
        last = self._rows[-1] if self._rows else None
        day = self._day(last) if isinstance(last, VersionStep) else None
        for step in steps:
            if self._day(step) != day:
                day = self._day(step)
                rows.append(day)
            rows.append(step)
        return rows

    def _day(self, step: VersionStep) -> date:
        return local(step.version.at, self._now).date()

    def rowCount(self, _parent: Index | None = None) -> int:
        return len(self._rows)

    def flags(self, index: Index) -> Qt.ItemFlag:
        if index.isValid() and isinstance(self._rows[index.row()], date):
            return Qt.ItemFlag.NoItemFlags  # the keyboard passes over it
        return super().flags(index)

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> object:
        if not index.isValid():
            return None
        row = self._rows[index.row()]
        if role == THING:
            return row
        if isinstance(row, date):
            is_title = role in (TITLE, Qt.ItemDataRole.AccessibleTextRole)
            return day_in_words(row, self._now.date()) if is_title else None
        return self._in_words(row, role)

    def _in_words(self, step: VersionStep, role: int) -> object:
        if role == TITLE:
            return title_of(step)
        if role == ASIDE:
            return f"{local(step.version.at, self._now):%H:%M}"
        if role == ICON:
            return icon_of(step.version.cause)
        if role == DETAIL:
            return self._detail(step)
        if role == Qt.ItemDataRole.AccessibleTextRole:
            day = day_in_words(self._day(step), self._now.date())
            time = f"{local(step.version.at, self._now):%H:%M}"
            return ", ".join((title_of(step), day, time, self._detail(step)))
        return None

    def _detail(self, step: VersionStep) -> str:
        whole, name = size(step.version.size), ""
        if self._layout is not None:
            name = file_in_words(step.version.path, self._layout, self._now.date())
            whole = whole if step.before is None else ""
        return " · ".join(filter(None, (name, self.changed(step), whole)))

    def changed(self, step: VersionStep) -> str:
        """Which lines a version changed, in words; "" where that is not known, or not yet."""
        number = step.version.version
        if number not in self._counts and step.before is not None:
            self._uncounted[number] = step
            self._ask.start()
        count = self._counts.get(number)
        return changed_in_words(count) if count else ""

    def take_counts(self, counts: Mapping[int, LineCount | None]) -> None:
        """What was asked for by `counts_wanted`, by the number of the version."""
        self._counts |= counts
        for number in counts:
            self._uncounted.pop(number, None)
        self.counted.emit()

    def forget_counts(self) -> None:
        """Those of another notebook."""
        self._counts.clear()
        self._uncounted.clear()

    def canFetchMore(self, _parent: Index) -> bool:
        return self._more

    def fetchMore(self, _parent: Index) -> None:
        self.fetch()

    def fetch(self) -> None:
        """Ask for older ones, if there are any."""
        if self._more:
            self._more = False  # until the answer says otherwise
            self.wanted.emit()


class VersionDelegate(RowDelegate):
    """A version in two lines, a day in a small one."""

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        day = index.data(THING)
        if not isinstance(day, date):
            super().paint(painter, option, index)
            return
        px = theme().px
        words = str(index.data(TITLE)).upper()
        place: QRect = option.rect.adjusted(px(18), px(8), -px(12), 0)
        painter.save()
        self.draw_line(painter, place, words, theme().font("caption"), "text2")
        painter.restore()

    def sizeHint(self, option: QStyleOptionViewItem, index: Index) -> QSize:
        if isinstance(index.data(THING), date):
            return QSize(theme().px(160), theme().px(_DAY))
        return super().sizeHint(option, index)


class VersionRows(EnteredRows):
    """The rows; Enter says that the person wants to read what differs."""

    def __init__(self, name: str) -> None:
        super().__init__(name)
        self.versions = VersionModel()
        self.setUniformItemSizes(False)  # a day's row is lower
        self.setModel(self.versions)
        self.setItemDelegate(VersionDelegate(self))
        self.versions.counted.connect(self.viewport().update)

    def step(self) -> VersionStep | None:
        """The one that is chosen."""
        step = self.currentIndex().data(THING)
        return step if isinstance(step, VersionStep) else None

    def choose(self, version: int) -> bool:
        """Brings a version to the front, if it is there."""
        row = self.versions.row_of(version)
        if row >= 0:
            self.setCurrentIndex(self.versions.index(row))
            self.scrollTo(self.currentIndex())
        return row >= 0
