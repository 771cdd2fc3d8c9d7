"""What is to be decided as a list: what is current, what is clicked, which line is worded anew.

Knows rows and their pictures, not what becomes of an answer.
"""

from datetime import date
from time import perf_counter

from PySide6.QtCore import (
    QAbstractListModel,
    QEvent,
    QModelIndex,
    QPoint,
    QSize,
    Qt,
    QTimer,
    Signal,
)
from PySide6.QtGui import QHelpEvent, QKeyEvent, QMouseEvent, QPainter, QResizeEvent
from PySide6.QtWidgets import (
    QApplication,
    QPlainTextEdit,
    QStyle,
    QStyledItemDelegate,
    QStyleOptionViewItem,
    QToolTip,
    QWidget,
)

from desktop_app.ui.look.theme import theme
from desktop_app.ui.parts.rows import THING, TITLE, Index, RowsView
from desktop_app.ui.review.picture import RowPicture, Tile, rounded
from desktop_app.ui.review.rows import ReviewRow, RowForm
from desktop_app.ui.review.source_row import Names
from desktop_app.words import tr

STOPS = (RowForm.CARD, RowForm.CHANGE, RowForm.ASK)  # where J and K stop
_GUESS = 120  # pixels of a row that is not laid out yet
_MOST_LINES = 8  # of a line that is worded anew
_ENTER = (Qt.Key.Key_Return, Qt.Key.Key_Enter)
_SLICE = 0.02  # seconds in which rows are laid out before the person has a turn


class Reword(QPlainTextEdit):
    """As high as its text; Shift+Enter makes another line."""

    kept = Signal(str)
    left = Signal()
    grown = Signal()  # it is higher or lower than before

    def __init__(self, name: str) -> None:
        super().__init__()
        self.setProperty("kind", "field")
        self.setAccessibleName(name)
        self.setAccessibleDescription(tr("Enter keeps it, Escape leaves it as it was"))
        self.setTabChangesFocus(True)
        self.setVerticalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAsNeeded)
        self.document().documentLayout().documentSizeChanged.connect(self._grow)
        theme().followed_by(self._measure)

    def begin(self, words: str) -> None:
        """Shows these words, all of them chosen, with the keyboard."""
        self.setPlainText(words)
        self.show()
        self._grow()
        self.setFocus(Qt.FocusReason.OtherFocusReason)
        self.selectAll()

    def _measure(self) -> None:
        self.setFont(theme().font("chat"))
        self.document().setDocumentMargin(theme().px(4))
        self._grow()

    def _grow(self) -> None:
        # The size of a plain text's document counts lines, not pixels.
        lines = min(_MOST_LINES, max(1, round(self.document().size().height())))
        inside = lines * self.fontMetrics().lineSpacing() + 2 * theme().px(4)
        height = inside + 2 * theme().px(7) + 2
        if height != self.minimumHeight():
            self.setFixedHeight(height)
            self.grown.emit()

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._grow()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        shift = bool(event.modifiers() & Qt.KeyboardModifier.ShiftModifier)
        if event.key() in _ENTER and not shift:
            self.kept.emit(self.toPlainText().strip())
        elif event.key() == Qt.Key.Key_Escape:
            self.left.emit()
        else:
            super().keyPressEvent(event)


class ReviewModel(QAbstractListModel):
    """Rows; those that tell something else are told one by one."""

    def __init__(self) -> None:
        super().__init__()
        self.rows: tuple[ReviewRow, ...] = ()

    def show(self, rows: tuple[ReviewRow, ...]) -> None:
        """Other rows; where their kinds and changes are the same, only what differs is new."""
        before, same = self.rows, [row.key for row in self.rows] == [row.key for row in rows]
        if not same:
            self.beginResetModel()
        self.rows = rows
        if not same:
            self.endResetModel()
            return
        for n, (old, new) in enumerate(zip(before, rows, strict=True)):
            if old != new:
                self.dataChanged.emit(self.index(n), self.index(n))

    def rowCount(self, parent: Index = QModelIndex()) -> int:  # noqa: B008  # Qt's own signature
        return 0 if parent.isValid() else len(self.rows)

    def data(self, index: Index, role: int = TITLE) -> object:
        if not index.isValid():
            return None
        row = self.rows[index.row()]
        if role == Qt.ItemDataRole.AccessibleTextRole:
            return row.sentence
        return {THING: row, TITLE: row.text}.get(role)


class _Delegate(QStyledItemDelegate):
    """Paints the rows. Each is laid out once for a width; until then its height is guessed."""

    def __init__(self, view: "ReviewList") -> None:
        super().__init__(view)
        self._view = view
        self._made: dict[int, RowPicture] = {}
        self._heights: dict[int, int] = {}
        self._width = 0

    def forget(self, *, all_of_it: bool = False) -> None:
        """Sizes or colours are others; with `all_of_it` the rows, too."""
        self._made.clear()
        if all_of_it:
            self._heights.clear()

    def picture(self, index: Index) -> RowPicture:
        """How a row looks."""
        width, row = self._view.viewport().width(), index.data(THING)
        if width != self._width:
            self._width = width
            self.forget()
        made = self._made.get(index.row())
        field = self._view.field_height(index)
        if made is None or made.row != row or made.field.height() != field:
            made = self._made[index.row()] = RowPicture(row, width, self._view.names, field)
            self._heights[index.row()] = made.height
        return made

    def lay_out(self, start: int, seconds: float) -> bool:
        """Lay out rows from this one on, and round the end, for so long; whether some are left."""
        model, until = self._view.model(), perf_counter() + seconds
        count = model.rowCount()
        for n in (*range(start, count), *range(start)):
            if n not in self._made:
                if perf_counter() > until:
                    return True
                self.picture(model.index(n, 0))
        return False

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        picture = self.picture(index)
        if picture.height != option.rect.height():  # it was guessed
            self._view.scheduleDelayedItemsLayout()
        painter.save()
        painter.setClipRect(option.rect)
        painter.translate(option.rect.topLeft())
        picture.paint(painter, self._view.under_mouse)
        if option.state & QStyle.StateFlag.State_Selected:
            rounded(painter, picture.frame, "", "accent", 10, 2)
        painter.restore()

    def sizeHint(self, _option: QStyleOptionViewItem, index: Index) -> QSize:
        known = self._heights.get(index.row(), theme().px(_GUESS))
        height = self.picture(index).height if index.row() in self._made else known
        return QSize(theme().px(160), height)

    def updateEditorGeometry(
        self, editor: QWidget, option: QStyleOptionViewItem, index: Index
    ) -> None:
        editor.setGeometry(self.picture(index).field.translated(option.rect.topLeft()))


class ReviewList(RowsView):
    """`asked` tells what was clicked in the row that is current by then."""

    asked = Signal(object)  # a Deed
    moved = Signal()  # another row is the current one
    reworded = Signal(object, str)  # the row, and a person's own wording

    def __init__(self, name: str) -> None:
        super().__init__(name)
        self.names = Names(date.min)
        self.under_mouse: Tile | None = None
        self.field: Reword | None = None  # the open one
        self._edited: ReviewRow | None = None  # whose line is worded anew
        self.setUniformItemSizes(False)
        self._model = ReviewModel()
        self.setModel(self._model)
        self._delegate = _Delegate(self)
        self.setItemDelegate(self._delegate)
        self._pressed: Tile | None = None
        self.selectionModel().currentChanged.connect(self.moved)
        self._later = QTimer(self, singleShot=True, interval=0)
        self._later.timeout.connect(self._lay_out)
        self._model.modelAboutToBeReset.connect(self._lose_rows)
        theme().changed.connect(self._measure)

    # -- rows ---------------------------------------------------------------------------------

    @property
    def rows(self) -> tuple[ReviewRow, ...]:
        """All of them."""
        return self._model.rows

    @property
    def row(self) -> ReviewRow | None:
        """The current one."""
        row = self.currentIndex().data(THING)
        return row if isinstance(row, ReviewRow) else None

    def show_rows(self, rows: tuple[ReviewRow, ...], names: Names) -> None:
        """Other rows; the current one stays current, and what is being written stays open."""
        if names != self.names:
            self.names = names
            self._delegate.forget()
        current, scrolled = self.row, self.verticalScrollBar().value()
        edited, words = self._edited, self.field.toPlainText() if self.field else ""
        at = self.field.textCursor().position() if self.field else 0
        keyboard = QApplication.focusWidget()
        held = keyboard is self.field
        self._model.show(rows)
        self._lay_out()
        if current is not None and self.row is None:
            place = self._place_of(current.key)
            if place is not None:
                self.go_to(place)
            self.verticalScrollBar().setValue(scrolled)
        if edited is not None and self.field is None:  # it went with the old rows
            self._open(edited, words)
            if self.field is not None:
                cursor = self.field.textCursor()
                cursor.setPosition(at)
                self.field.setTextCursor(cursor)
                if keyboard is not None and not held:
                    keyboard.setFocus()

    def place_of(self, number: int) -> int | None:
        """The place of a change, None where it is not shown."""
        return self._place_of((RowForm.CHANGE, 0, number))

    def go_to(self, place: int) -> None:
        """Makes a row the current one and brings it into view."""
        self._delegate.lay_out(place, _SLICE)
        self.setCurrentIndex(self._model.index(place))
        self.scrollTo(self._model.index(place))

    def picture(self, place: int) -> RowPicture:
        """How a row looks."""
        return self._delegate.picture(self._model.index(place))

    def step(self, by: int) -> None:
        """To the next line or card, or the one before."""
        at = self.currentIndex().row() + by
        while 0 <= at < len(self.rows):
            if self.rows[at].kind in STOPS:
                self.go_to(at)
                return
            at += by

    def above(self) -> ReviewRow | None:
        """The card or section that the current row is in; itself where it is one."""
        heads = (RowForm.WHOLE, RowForm.CARD, RowForm.SECTION)
        rows = self.rows[self.currentIndex().row() :: -1]
        return next((row for row in rows if row.kind in heads), None)

    # -- writing a line anew ------------------------------------------------------------------

    def field_height(self, index: Index) -> int:
        """How high the open field of a row is, 0 for none."""
        edited = self._edited
        is_open = edited is not None and index.data(THING).key == edited.key
        return self.field.height() if is_open and self.field is not None else 0

    def edit_line(self) -> None:
        """Lets the new line of the current row be written anew: Enter keeps it, Esc leaves it."""
        row = self.row
        if row and row.wording is not None:
            self.keep_edit()
            self._open(row, row.wording)

    def keep_edit(self) -> None:
        """What stands in the open field is taken, as by Enter."""
        if self.field is not None:
            self._keep(self.field.toPlainText().strip())

    def _open(self, row: ReviewRow, words: str) -> None:
        place = self._place_of(row.key)
        if place is None:
            return
        self._edited = row
        self.field = Reword(tr("New line"))
        self.field.kept.connect(self._keep)
        self.field.left.connect(self._close)
        self.field.grown.connect(self.scheduleDelayedItemsLayout)
        self.setIndexWidget(self._model.index(place), self.field)
        self.field.begin(words)
        self.scheduleDelayedItemsLayout()
        self.go_to(place)

    def _keep(self, words: str) -> None:
        edited = self._edited
        self._close()
        if edited is not None and words and words != edited.wording:
            self.reworded.emit(edited, words)

    def _close(self) -> None:
        place = self._place_of(self._edited.key) if self._edited else None
        held = self.field is not None and self.field.hasFocus()
        self.field, self._edited = None, None
        if place is not None:
            self.setIndexWidget(self._model.index(place), None)
        self.scheduleDelayedItemsLayout()
        if held:
            self.setFocus(Qt.FocusReason.OtherFocusReason)

    def _place_of(self, key: object) -> int | None:
        return next((n for n, row in enumerate(self.rows) if row.key == key), None)

    # -- inside -------------------------------------------------------------------------------

    def _lose_rows(self) -> None:
        """Other rows come; an open field goes with the old ones."""
        self.field = None
        self.under_mouse = self._pressed = None
        self._delegate.forget(all_of_it=True)

    def _measure(self) -> None:
        self._delegate.forget()
        self._lay_out()

    def _lay_out(self) -> None:
        """Some rows, those in sight first; the rest in a moment."""
        top = max(0, self._top().row())
        if self._delegate.lay_out(top, _SLICE):
            self._later.start()
        self.scheduleDelayedItemsLayout()

    def _top(self) -> QModelIndex:
        """The first row in sight."""
        return self.indexAt(QPoint(self.viewport().width() // 2, 0))

    def _part_at(self, place: QPoint) -> Tile | None:
        """What can be clicked there."""
        index = self.indexAt(place)
        if not index.isValid():
            return None
        return self._delegate.picture(index).at(place - self.visualRect(index).topLeft())

    def _hover(self, part: Tile | None) -> None:
        if part is not self.under_mouse:
            self.under_mouse = part
            shape = Qt.CursorShape
            self.viewport().setCursor(shape.PointingHandCursor if part else shape.ArrowCursor)
            self.viewport().update()

    def doItemsLayout(self) -> None:
        top = self._top()
        before = self.visualRect(top).top()
        super().doItemsLayout()
        if top.isValid():  # what one reads stays where it is, however high the rows above are
            bar = self.verticalScrollBar()
            bar.setValue(bar.value() + self.visualRect(top).top() - before)

    def keyboardSearch(self, _search: str) -> None:
        """Letters are keys of the review."""

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        super().mouseMoveEvent(event)
        self._hover(self._part_at(event.position().toPoint()))

    def mousePressEvent(self, event: QMouseEvent) -> None:
        super().mousePressEvent(event)
        self._pressed = self._part_at(event.position().toPoint())

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        super().mouseReleaseEvent(event)
        part = self._part_at(event.position().toPoint())
        is_click = event.button() == Qt.MouseButton.LeftButton and part is self._pressed
        if is_click and part is not None and part.asked:
            self.asked.emit(part.asked)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        if event.size().width() != event.oldSize().width():
            self._measure()

    def viewportEvent(self, event: QEvent) -> bool:
        if event.type() == QEvent.Type.Leave:
            self._hover(None)
        if event.type() == QEvent.Type.ToolTip and isinstance(event, QHelpEvent):
            part = self._part_at(event.pos())
            QToolTip.showText(event.globalPos(), part.tip if part else "", self.viewport())
            return True
        return super().viewportEvent(event)
