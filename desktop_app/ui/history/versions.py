"""Versions in words and as rows under their days, filled as one scrolls. Knows steps, not what
stands in them.
"""

from collections.abc import Mapping, Sequence
from datetime import date, datetime

from PySide6.QtCore import (
    QAbstractListModel,
    QModelIndex,
    QSignalBlocker,
    QSize,
    Qt,
    QTimer,
    Signal,
)
from PySide6.QtGui import QPainter
from PySide6.QtWidgets import QStyleOptionViewItem, QWidget

from desktop_app import dates
from desktop_app.notebook.history import Cause, Version, VersionStep
from desktop_app.notebook.layout import FileKind, Layout, named_date
from desktop_app.notebook.spans import named_span
from desktop_app.notebook.text.line_count import LineCount
from desktop_app.sizes import size
from desktop_app.ui.look.theme import theme
from desktop_app.ui.parts.controls import Button
from desktop_app.ui.parts.inspector import PressedLines, SideLine
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
from desktop_app.words import counted, listed, tr

PAGE = 200  # versions asked for at once
_DAY = 34  # pixels of a day's own row
_SOON = 120  # milliseconds; holding an arrow key down opens only the version it ends on
_SOME = 6  # versions in an inspector
_CAUSES = {
    Cause.EDIT: ("edit", tr("You edited")),
    Cause.UPDATE: ("edit", tr("Written by a command")),
    Cause.NOTE: ("note", tr("A note was added")),
    Cause.DREAM: ("dreams", tr("A dream")),
    Cause.UNDO: ("undo", tr("Dream undone")),
    Cause.TAKEN_BACK: ("undo", tr("Taken back")),
    Cause.RESTORE: ("history", tr("Restored")),
    Cause.OUTSIDE: ("external", tr("Another program")),
    Cause.FLUSH: ("conversation", tr("From a conversation")),
    Cause.IMPORT: ("download", tr("Imported")),
    Cause.DRAFT: ("note", tr("Kept aside")),
    Cause.QUARANTINE: ("poison", tr("A line put into quarantine")),
    Cause.RECOVERED: ("warn", tr("Recovered after a crash")),
}


def cause_in_words(cause: Cause, *, first: bool = False) -> str:
    """Why a version came to be, and by whom; `first`: nothing older of the file is kept."""
    if first and cause == Cause.OUTSIDE:
        return tr("First version")
    words = _CAUSES.get(cause, ("", ""))[1]
    return words or Cause(cause).client or cause.capitalize()


def version_in_words(version: Version, *, first: bool = False) -> str:
    """The same of a version; that of a week or a month is no dream."""
    cause = version.cause
    if named_span(version.path.rpartition("/")[2].removesuffix(".md")):
        if cause.kind == Cause.DREAM:
            return tr("Diary")
        cause = Cause.TAKEN_BACK if cause.kind == Cause.UNDO else cause
    return cause_in_words(cause, first=first)


def title_of(step: VersionStep) -> str:
    """The same of a step."""
    return version_in_words(step.version, first=step.before is None)


def changed_in_words(count: LineCount) -> str:
    """1 line changed, 3 lines added; the same lines where only blanks or their order differ."""
    parts = (
        (count.changed, counted("{count} line changed", "{count} lines changed", count.changed)),
        (count.added, counted("{count} line added", "{count} lines added", count.added)),
        (count.removed, counted("{count} line removed", "{count} lines removed", count.removed)),
    )
    return listed(words for number, words in parts if number) or tr("same lines")


def file_in_words(path: str, layout: Layout, today: date) -> str:
    """MEMORY.md, Thu 19 Nov, the diary of 19 Nov; the name of any other file."""
    kind, name = layout.kind(path), path.rpartition("/")[2]
    day = named_date(name)
    if kind is FileKind.DAYS and day is not None:
        return f"{dates.weekday(day)} {dates.short(day, today)}"
    if kind is FileKind.DREAMS and day is not None:
        return tr("Diary of %1").replace("%1", dates.short(day, today))
    return name


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
        self._now, self._layout, self._more = now, layout, more
        self.steps, self._rows = list(steps), []
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

    def fetch(self) -> None:
        """Ask for older ones, if there are any."""
        if self._more:
            self._more = False  # until the answer says otherwise
            self.wanted.emit()

    def _with_days(self, steps: Sequence[VersionStep]) -> list[VersionStep | date]:
        rows: list[VersionStep | date] = []
        last = self._rows[-1] if self._rows else None
        day = self._at(last).date() if isinstance(last, VersionStep) else None
        for step in steps:
            if (its := self._at(step).date()) != day:
                day = its
                rows.append(day)
            rows.append(step)
        return rows

    def _at(self, step: VersionStep) -> datetime:
        return step.version.at.astimezone(self._now.tzinfo)

    def _day_in_words(self, day: date) -> str:
        ago = (self._now.date() - day).days
        if ago in (0, 1):
            return tr("Yesterday") if ago else tr("Today")
        return dates.title(day, self._now.date())

    def _detail(self, step: VersionStep) -> str:
        whole, name = size(step.version.size), ""
        if self._layout is not None:
            name = file_in_words(step.version.path, self._layout, self._now.date())
            whole = whole if step.before is None else ""
        return " · ".join(filter(None, (name, self.changed(step), whole)))

    def rowCount(self, _parent: Index | None = None) -> int:
        return len(self._rows)

    def flags(self, index: Index) -> Qt.ItemFlag:
        if index.isValid() and isinstance(self._rows[index.row()], date):
            return Qt.ItemFlag.NoItemFlags  # the keyboard passes over it
        return super().flags(index)

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> object:
        row = self._rows[index.row()] if index.isValid() else None
        said = Qt.ItemDataRole.AccessibleTextRole
        if row is None or role == THING:
            return row
        if isinstance(row, date):
            return self._day_in_words(row) if role in (TITLE, said) else None
        if role == TITLE:
            return title_of(row)
        if role == ASIDE:
            return f"{self._at(row):%H:%M}"
        if role == ICON:
            return _CAUSES.get(Cause(row.version.cause).kind, ("sparkle",))[0]
        if role == DETAIL:
            return self._detail(row)
        if role == said:
            at = self._at(row)
            day = self._day_in_words(at.date())
            return ", ".join((title_of(row), day, f"{at:%H:%M}", self._detail(row)))
        return None

    def canFetchMore(self, _parent: Index) -> bool:
        return self._more

    def fetchMore(self, _parent: Index) -> None:
        self.fetch()


class VersionDelegate(RowDelegate):
    """A version in two lines, a day in a small one."""

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        if not isinstance(index.data(THING), date):
            super().paint(painter, option, index)
            return
        px = theme().px
        place = option.rect.adjusted(px(18), px(8), -px(12), 0)
        painter.save()
        words = str(index.data(TITLE)).upper()
        self.draw_line(painter, place, words, theme().font("caption"), "text2")
        painter.restore()

    def sizeHint(self, option: QStyleOptionViewItem, index: Index) -> QSize:
        if isinstance(index.data(THING), date):
            return QSize(theme().px(160), theme().px(_DAY))
        return super().sizeHint(option, index)


class VersionRows(EnteredRows):
    """The rows. `moved` tells at once which version has the keyboard, `chosen` the one where it
    rests; Enter says that the person wants to read what differs."""

    moved = Signal(object)  # a VersionStep
    chosen = Signal(object)  # a VersionStep

    def __init__(self, name: str) -> None:
        super().__init__(name)
        self.versions = VersionModel()
        self.setUniformItemSizes(False)  # a day's row is lower
        self.setModel(self.versions)
        self.setItemDelegate(VersionDelegate(self))
        self.versions.counted.connect(self.viewport().update)
        self.soon = QTimer(self, singleShot=True, interval=_SOON)
        self.soon.timeout.connect(self.say)
        self.selectionModel().currentChanged.connect(lambda *_: self._move())
        self.clicked.connect(lambda *_: self.say())

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

    def show_steps(
        self, steps: Sequence[VersionStep], more: bool, now: datetime, layout: Layout | None
    ) -> None:
        """All rows; the chosen one stays where it is, else the newest is."""
        before, place = self.step(), self.verticalScrollBar().value()
        with QSignalBlocker(self.selectionModel()):
            self.versions.show_steps(steps, more, now, layout)
            kept = before is not None and self.choose(before.version.version)
            if not kept and steps:
                self.choose(steps[0].version.version)
        self.verticalScrollBar().setValue(place if kept else 0)
        self.viewport().update()

    def say(self) -> None:
        """The one that is chosen is wanted now."""
        self.soon.stop()
        if (step := self.step()) is not None:
            self.chosen.emit(step)

    def _move(self) -> None:
        self.soon.start()
        self.moved.emit(self.step())


class LatestVersions(PressedLines):
    """The newest versions in an inspector; `asked` is for the history, at one of them (0: all)."""

    asked = Signal(int)

    def show_versions(self, versions: Sequence[Version], now: datetime) -> None:
        """Shows these in place of the ones before; `now` is what "today" means."""
        lines: list[QWidget] = []
        for version in versions[:_SOME]:
            first = version is versions[-1]  # nothing older is known
            line = SideLine(version_in_words(version, first=first), dates.when(version.at, now))
            line.clicked.connect(lambda _on=False, one=version: self.asked.emit(one.version))
            lines.append(line)
        if lines:
            whole = Button(tr("All versions"), "quiet", act=lambda: self.asked.emit(0))
            whole.setToolTip(tr("Compare them, restore one or a line of it"))
            lines.append(whole)
        self.show_lines(lines, tr("Changes made from now on are kept here."))
