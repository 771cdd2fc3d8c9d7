"""Lists of two-line rows. Knows how a row is drawn and chosen, not what it stands for.

`RowsView` with `RowDelegate` is the list of every pane: a round selection, a hover ground, an
icon, a strong title with a small word at its right, and a detail below. A page with a row of its
own subclasses the delegate and overrides `paint_row`.
"""

from collections.abc import Callable, Hashable, Sequence
from typing import Any, NamedTuple

from PySide6.QtCore import (
    QAbstractListModel,
    QModelIndex,
    QObject,
    QPersistentModelIndex,
    QRect,
    QRectF,
    QSize,
    Qt,
    Signal,
)
from PySide6.QtGui import QFont, QFontMetrics, QKeyEvent, QPainter, QPen, QResizeEvent
from PySide6.QtWidgets import (
    QAbstractItemView,
    QListView,
    QStyle,
    QStyledItemDelegate,
    QStyleOptionViewItem,
    QWidget,
)

from desktop_app.ui.look.icons import pixmap
from desktop_app.ui.look.theme import theme
from desktop_app.ui.parts.delayed import delayed
from desktop_app.ui.parts.marked_text import TextLook, paint_some
from desktop_app.words import listed

TITLE = Qt.ItemDataRole.DisplayRole
DETAIL = Qt.ItemDataRole.UserRole + 1
ASIDE = Qt.ItemDataRole.UserRole + 2  # the small word at the right: a date, a shortcut
WORDS = Qt.ItemDataRole.UserRole + 3  # all that the row shows
THING = Qt.ItemDataRole.UserRole + 4  # the object it stands for

_NAMES: dict[int, str] = {
    TITLE: "title", Qt.ItemDataRole.EditRole: "title", Qt.ItemDataRole.ToolTipRole: "tip",
    DETAIL: "detail", ASIDE: "aside",
}  # fmt: skip
_SOON = 120  # milliseconds; holding an arrow key down opens only the row it ends on
_LONGEST = 1_000  # characters, of which no screen shows more in a row; megabytes take a second

Index = QModelIndex | QPersistentModelIndex


def rounded(
    painter: QPainter, box: QRect | QRectF, fill: str, edge: str = "", round_: int = 7, pen: int = 1
) -> None:
    """A ground with round corners; colours are names, "" for none."""
    painter.setPen(QPen(theme().color(edge), pen) if edge else Qt.PenStyle.NoPen)
    painter.setBrush(theme().color(fill) if fill else Qt.BrushStyle.NoBrush)
    inset = pen / 2 if edge else 0
    place = QRectF(box).adjusted(inset, inset, -inset, -inset)
    painter.drawRoundedRect(place, theme().px(round_), theme().px(round_))


class RowWords(NamedTuple):
    """What a row shows of its thing: a title with a small word at its right, a detail below with
    some `marks` in it, an icon in a colour. `said` is what a screen reader says instead, `tip` the
    tooltip."""

    title: str
    detail: str = ""
    aside: str = ""
    icon: str = ""
    token: str = ""
    marks: Sequence[tuple[int, int]] = ()
    said: str = ""
    tip: str = ""

    def by_role(self, role: int) -> object:
        if role == Qt.ItemDataRole.AccessibleTextRole:
            return self.said or listed(filter(None, (self.title, self.aside, self.detail)))
        return getattr(self, _NAMES[role]) if role in _NAMES else None


class ThingsModel(QAbstractListModel):
    """The things of a list; `told` says what a row shows of its thing.

    `key` is what stays the same while a thing is the same one: where no key is another than before,
    only the rows that differ are told, and the view keeps its place.
    """

    def __init__(
        self,
        told: Callable[[Any], RowWords],
        key: Callable[[Any], Hashable] = lambda thing: thing,
        parent: QObject | None = None,
    ) -> None:
        super().__init__(parent)
        self._told, self.key = told, key
        self.things: Sequence[Any] = ()

    def show(self, things: Sequence[Any]) -> None:
        before = self.things
        if [*map(self.key, before)] != [*map(self.key, things)]:
            self.beginResetModel()
            self.things = things
            self.endResetModel()
            return
        self.things = things
        for row, (old, new) in enumerate(zip(before, things, strict=True)):
            if old != new:
                self.dataChanged.emit(self.index(row), self.index(row))

    def rowCount(self, parent: Index = QModelIndex()) -> int:  # noqa: B008  # Qt's own signature
        return 0 if parent.isValid() else len(self.things)

    def place_of(self, thing: Any) -> int:
        """The number of the row of the same thing, however it stands now; -1 for none."""
        keys = [*map(self.key, self.things)]
        return keys.index(key) if thing is not None and (key := self.key(thing)) in keys else -1

    def data(self, index: Index, role: int = TITLE) -> object:
        if not index.isValid():
            return None
        thing = self.things[index.row()]
        if role == THING:
            return thing
        return self._told(thing) if role == WORDS else self._told(thing).by_role(role)


class RowsView(QListView):
    """A quiet list: uniform rows, no frame, a row is chosen by click, Enter or arrows."""

    entered = Signal()  # Enter or two clicks: the person wants to read

    def __init__(self, name: str) -> None:
        super().__init__(uniformItemSizes=True)
        self.setViewport(QWidget())  # as in TextArea
        self.setAccessibleName(name)
        self.setMouseTracking(True)
        self.setVerticalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setEditTriggers(QAbstractItemView.EditTrigger.NoEditTriggers)
        self.verticalScrollBar().setSingleStep(theme().px(24))
        theme().changed.connect(self.scheduleDelayedItemsLayout)
        self.doubleClicked.connect(lambda _index: self.entered.emit())

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            self.entered.emit()
        else:
            super().keyPressEvent(event)


class RowDelegate(QStyledItemDelegate):
    """Draws one row; `height` in pixels at zoom 1. A line stands between two rows whose things are
    of another `group`."""

    above = 0  # further pixels at zoom 1 above the first row of a group, for the group's name

    def __init__(
        self,
        parent: QWidget | None = None,
        height: int = 52,
        group: Callable[[Any], object] | None = None,
    ) -> None:
        super().__init__(parent)
        self.height, self._group = height, group

    def paint_row(self, painter: QPainter, box: QRect, index: Index, selected: bool) -> None:
        """The row's own content inside `box`; the ground is drawn already."""
        px = theme().px
        left = box.left() + px(10)
        words: RowWords = index.data(WORDS)
        detail = words.detail
        line = px(20)
        top = box.top() + (px(6) if detail else (box.height() - line) // 2)
        if words.icon:
            token = words.token or ("accent" if selected else "text2")
            picture = pixmap(words.icon, token, 16, painter.device().devicePixelRatioF())
            painter.drawPixmap(left, top + (line - px(16)) // 2, picture)
            left += px(24)
        right = box.right() - px(10)
        if aside := words.aside:
            font = theme().font("meta")
            width = QFontMetrics(font).horizontalAdvance(aside)
            place = QRect(right - width, top, width + 1, line)
            self.draw_line(painter, place, aside, font, "text2")
            right -= width + px(10)
        strong = theme().font("strong")
        self.draw_line(painter, QRect(left, top, right - left, line), words.title, strong, "text")
        if detail:
            place = QRect(left, top + line - px(1), box.right() - px(10) - left, px(18))
            self.paint_detail(painter, place, words)

    def paint_above(self, painter: QPainter, box: QRect, index: Index) -> None:
        """The name of the group, at the top of `box`."""

    def paint_detail(self, painter: QPainter, place: QRect, words: RowWords) -> None:
        self.draw_line(painter, place, words.detail, theme().font("meta"), "text2")

    @staticmethod
    def draw_line(painter: QPainter, place: QRect, words: str, font: QFont, token: str) -> None:
        """One line of words that gives way with `…`."""
        painter.setFont(font)
        painter.setPen(theme().color(token))
        mode = Qt.TextElideMode.ElideRight
        room = max(0, place.width())
        shown = QFontMetrics(font).elidedText(words[:_LONGEST], mode, room)
        flags = Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignLeft
        painter.drawText(place, flags, shown)

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        selected = bool(option.state & QStyle.StateFlag.State_Selected)
        hovered = bool(option.state & QStyle.StateFlag.State_MouseOver)
        focused = bool(option.state & QStyle.StateFlag.State_HasFocus)
        box = option.rect.adjusted(theme().px(8), 1, -theme().px(8), -1)
        painter.save()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        if index.row() and self.begins(index) and (self.above or not selected):
            painter.setPen(QPen(theme().color("border"), 1))
            inset = theme().px(8)
            painter.drawLine(box.left() + inset, box.top(), box.right() - inset, box.top())
        if self.above and self.begins(index):
            self.paint_above(painter, box, index)
            box.setTop(box.top() + theme().px(self.above))
        if selected or hovered or focused:
            edge = "accent" if focused else ""
            rounded(painter, box, "accent-bg" if selected else "hover", edge, 8, 2)
        self.paint_row(painter, box, index, selected)
        painter.restore()

    def begins(self, index: Index) -> bool:
        """Whether the row is the first of another group than the one above it."""
        if self._group is None or not index.row():
            return self.above > 0
        model: Any = index.model()  # no roles: each row is asked at each layout
        above, here = model.things[index.row() - 1 : index.row() + 1]
        return self._group(above) != self._group(here)

    def sizeHint(self, _option: QStyleOptionViewItem, index: Index) -> QSize:
        above = self.above if self.above and self.begins(index) else 0
        return QSize(theme().px(160), theme().px(self.height + above))


class WordsDelegate(RowDelegate):
    """A title, and below it two lines of words, some of them marked."""

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent, 70)

    def paint_detail(self, painter: QPainter, place: QRect, words: RowWords) -> None:
        px, color = theme().px, theme().color
        look = TextLook(theme().font("meta"), px(17), color("text2"), color("text"), color("hit"))
        place.setHeight(px(34))
        paint_some(painter, place.translated(0, px(2)), words.detail, words.marks, look)


class ThingRows(RowsView):
    """Rows of things, one of which is chosen: by the person, who is heard, or by the program."""

    moved = Signal()  # the person came to another row
    chosen = Signal(object)  # the thing where the person rests, or that was clicked

    def __init__(
        self,
        name: str,
        told: Callable[[Any], RowWords],
        delegate: QStyledItemDelegate | None = None,
        key: Callable[[Any], Hashable] = lambda thing: thing,
    ) -> None:
        super().__init__(name)
        self.rows = ThingsModel(told, key, self)
        self.setModel(self.rows)
        delegate = delegate or RowDelegate()
        delegate.setParent(self)
        self.setItemDelegate(delegate)
        self._quiet = False
        self.soon = delayed(self, _SOON, self.say)
        self.clicked.connect(self.say)
        self.selectionModel().currentChanged.connect(self._move)

    @property
    def thing(self) -> Any:
        """What the chosen row stands for; None for none."""
        return self.currentIndex().data(THING)

    @property
    def number(self) -> int:
        return self.currentIndex().row()

    def show_things(self, things: Sequence[Any], otherwise: int = -1) -> None:
        """Shows these. The chosen one stays so and what is seen where it is; where it is gone the
        row of the number `otherwise` is chosen."""
        before, place = self.thing, self.verticalScrollBar().value()
        self.rows.show(things)
        number = self.rows.place_of(before)
        self.choose(number if number >= 0 else otherwise)
        self.verticalScrollBar().setValue(place if number >= 0 or otherwise < 0 else 0)
        self.viewport().update()

    def choose(self, number: int) -> None:
        """Chooses a row, or none, without saying so."""
        self._quiet = True
        index = self.rows.index(number)
        if not index.isValid():
            self.selectionModel().clear()
        elif index != self.currentIndex():
            self.setCurrentIndex(index)
            self.scrollTo(index)
        self._quiet = False

    def choose_key(self, key: Hashable) -> None:
        """The same with the row of this key."""
        keys = [*map(self.rows.key, self.rows.things)]
        self.choose(keys.index(key) if key in keys else -1)

    def step(self, by: int) -> None:
        """Goes further down or up as the person does, no further than an end."""
        number = max(0, self.number + by) if self.number >= 0 else 0
        self.setCurrentIndex(self.rows.index(min(number, self.rows.rowCount() - 1)))

    def say(self) -> None:
        self.soon.stop()
        if self.thing is not None:
            self.chosen.emit(self.thing)

    def _move(self) -> None:
        if not self._quiet and self.currentIndex().isValid():
            self.soon.start()
            self.moved.emit()

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self.scrollTo(self.currentIndex())
