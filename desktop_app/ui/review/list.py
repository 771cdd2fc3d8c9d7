"""What is to be decided as a list: what is current, what is clicked, which line is worded anew; and
the keys of a review.

Knows rows and their pictures, not what becomes of an answer.
"""

from collections.abc import Callable
from datetime import date
from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import QEvent, QModelIndex, QPoint, QSize, Qt, Signal
from PySide6.QtGui import QHelpEvent, QMouseEvent, QPainter, QResizeEvent
from PySide6.QtWidgets import (
    QStyle,
    QStyledItemDelegate,
    QStyleOptionViewItem,
    QToolTip,
    QWidget,
)  # fmt: skip

from desktop_app.ui.look.theme import theme
from desktop_app.ui.parts.actions import Actions
from desktop_app.ui.parts.fields import PlainField
from desktop_app.ui.parts.rows import THING, Index, RowsView, RowWords, ThingsModel, rounded
from desktop_app.ui.review.change_words import Names, State
from desktop_app.ui.review.picture import RowPicture
from desktop_app.ui.review.press import Deed, Tile
from desktop_app.ui.review.rows import ReviewRow, RowForm
from desktop_app.words import tr

if TYPE_CHECKING:
    from desktop_app.ui.review.review import Review

STOPS = (RowForm.CARD, RowForm.CHANGE, RowForm.ASK)  # where J and K stop


class _Delegate(QStyledItemDelegate):
    def __init__(self, view: "ReviewList") -> None:
        super().__init__(view)
        self._view = view
        self._made: dict[int, RowPicture] = {}

    def forget(self) -> None:
        self._made.clear()

    def picture(self, index: Index) -> RowPicture:
        row, width = index.data(THING), self._view.viewport().width()
        field, made = self._view.is_worded(row), self._made.get(index.row())
        if made is None or (made.row, made.width, not made.field.isNull()) != (row, width, field):
            made = RowPicture(row, width, self._view.names, field=field)
            self._made[index.row()] = made
        return made

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        picture = self.picture(index)
        painter.save()
        painter.setClipRect(option.rect)
        painter.translate(option.rect.topLeft())
        picture.paint(painter, self._view.under_mouse)
        if option.state & QStyle.StateFlag.State_Selected:
            edge = "accent" if self._view.hasFocus() else "track"
            rounded(painter, picture.frame, "", edge, 10, 2)
        painter.restore()

    def sizeHint(self, _option: QStyleOptionViewItem, index: Index) -> QSize:
        return QSize(theme().px(160), self.picture(index).height)

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
        self.field: PlainField | None = None  # the open one
        self._edited: ReviewRow | None = None  # whose line is worded anew
        self._later: tuple[tuple[ReviewRow, ...], Names] | None = None  # rows to show after that
        self.setUniformItemSizes(False)
        told = lambda row: RowWords(row.text, said=row.sentence)
        self._model = ThingsModel(told, lambda row: row.key, self)
        self.setModel(self._model)
        self._delegate = _Delegate(self)
        self.setItemDelegate(self._delegate)
        self._pressed: Tile | None = None
        self.selectionModel().currentChanged.connect(self.moved)
        self._model.modelAboutToBeReset.connect(self._lose_rows)
        theme().changed.connect(self._measure)

    # -- rows ---------------------------------------------------------------------------------

    @property
    def rows(self) -> tuple[ReviewRow, ...]:
        return tuple(self._model.things)

    @property
    def row(self) -> ReviewRow | None:
        row = self.currentIndex().data(THING)
        return row if isinstance(row, ReviewRow) else None

    @property
    def whole(self) -> ReviewRow | None:
        return next((row for row in self.rows if row.kind == RowForm.WHOLE), None)

    def show_rows(self, rows: tuple[ReviewRow, ...], names: Names) -> None:
        """Other rows; the current one stays current. They come once no line is worded anew."""
        if self.field is not None:
            self._later = rows, names
            return
        if names != self.names:
            self.names = names
            self._delegate.forget()
        current, scrolled = self.row, self.verticalScrollBar().value()
        self._model.show(rows)
        self.scheduleDelayedItemsLayout()
        if current is not None and self.row is None:
            if (place := self._model.place_of(current)) >= 0:
                self.go_to(place)
            self.verticalScrollBar().setValue(scrolled)

    def place_of(self, number: int) -> int | None:
        numbers = [row.change.n if row.change else 0 for row in self.rows]
        return numbers.index(number) if number in numbers else None

    def go_to(self, place: int) -> None:
        self.setCurrentIndex(self._model.index(place))
        self.scrollTo(self._model.index(place))

    def picture(self, place: int) -> RowPicture:
        return self._delegate.picture(self._model.index(place))

    def below(self) -> QPoint:
        """Where a menu of the current row opens on the screen."""
        place = self.visualRect(self.currentIndex()).topLeft()
        frame = self._delegate.picture(self.currentIndex()).frame
        return self.viewport().mapToGlobal(place + frame.bottomLeft())

    def to_first(self) -> None:
        """To the first line that asks for a word, else to a fold."""
        rows = [*enumerate(self.rows)]
        stops = [n for kinds in (STOPS, (RowForm.FOLD,)) for n, row in rows if row.kind in kinds]
        self.go_to(stops[0] if stops else 0)

    def step(self, by: int) -> None:
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

    def is_worded(self, row: ReviewRow) -> bool:
        return self._edited is not None and row.key == self._edited.key

    def edit_line(self) -> None:
        """Lets the new line of the current row be written anew: Enter keeps it, Esc leaves it."""
        row = self.row
        if row and row.wording is not None:
            self.keep_edit()
            place, self._edited = self.currentIndex(), row
            self.field = PlainField(tr("New line"), short=True)
            self.field.setFont(theme().font("chat"))
            self.field.document().setDocumentMargin(theme().px(4))
            self.field.setAccessibleDescription(tr("Enter saves, Escape cancels"))
            self.field.setPlainText(row.wording)
            self.field.selectAll()
            self.field.entered.connect(self.keep_edit)
            self.field.left.connect(self.leave_edit)
            self.setIndexWidget(place, self.field)
            self.field.setFocus(Qt.FocusReason.OtherFocusReason)
            self.scheduleDelayedItemsLayout()
            self.scrollTo(place)

    def keep_edit(self) -> None:
        """What stands in the open field is taken, as by Enter."""
        if self.field is not None:
            edited, words = self._edited, self.field.toPlainText().strip()
            self.leave_edit()
            if edited is not None and words and words != edited.wording:
                self.reworded.emit(edited, words)

    def leave_edit(self) -> None:
        """What stands in the open field is forgotten, as by Escape."""
        if self.field is None or self._edited is None:
            return
        held, place = self.field.hasFocus(), self._model.index(self._model.place_of(self._edited))
        self.field = self._edited = None
        if place.isValid():
            self.setIndexWidget(place, None)
        if later := self._later:
            self._later = None
            self.show_rows(*later)
        self.scheduleDelayedItemsLayout()
        if held:
            self.setFocus(Qt.FocusReason.OtherFocusReason)

    # -- inside -------------------------------------------------------------------------------

    def _lose_rows(self) -> None:
        self.under_mouse = self._pressed = None
        self._delegate.forget()

    def _measure(self) -> None:
        self._delegate.forget()
        self.scheduleDelayedItemsLayout()

    def _part_at(self, place: QPoint) -> Tile | None:
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
        top = self.indexAt(QPoint(self.viewport().width() // 2, 0))
        before = self.visualRect(top).top()
        super().doItemsLayout()
        if top.isValid():  # what one reads stays where it is, however high the rows above are
            bar = self.verticalScrollBar()
            bar.setValue(bar.value() + self.visualRect(top).top() - before)

    def moveCursor(self, action: RowsView.CursorAction, keys: Qt.KeyboardModifier) -> QModelIndex:
        """Up and Down pass by headings: what is said of one is said from a line below it."""
        index, ways = super().moveCursor(action, keys), RowsView.CursorAction
        by = {ways.MoveUp: -1, ways.MoveDown: 1}.get(action, 0)
        while by and index.isValid() and self.rows[index.row()].kind == RowForm.SECTION:
            index = self._model.index(index.row() + by)
        return index if index.isValid() else self.currentIndex()

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
        if event.button() == Qt.MouseButton.LeftButton and part and part is self._pressed:
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


def add_keys(review: "Review", actions: Actions) -> None:
    do, above = review.do, review.list.above
    rows: tuple[tuple[str, str, str, Callable[[], object]], ...] = (
        ("next", tr("Next to decide"), "J", partial(review.list.step, 1)),
        ("previous", tr("The one before"), "K", partial(review.list.step, -1)),
        ("decide", tr("Next that is undecided"), "N", review.go_on),
        ("accept", tr("Accept"), "A", partial(review.answer, State.ACCEPTED)),
        ("reject", tr("Reject"), "R", partial(review.answer, State.REJECTED)),
        ("both", tr("Keep both lines"), "B", partial(review.answer, State.BOTH)),
        ("later", tr("Ask later"), "L", lambda: do(Deed(State.LATER))),
        ("edit", tr("Edit the line"), "E", lambda: do(Deed("edit"))),
        ("tick", tr("Take the line, or leave it"), "Space", lambda: do(Deed("tick"))),
        ("heading", tr("Choose another section"), "T", review.choose_heading),
        ("source", tr("Open the source"), "Return", review.enter),
        ("accept.section", tr("Accept the section"), "Shift+A",
         lambda: review.say_all(above(), yes=True)),
        ("reject.section", tr("Reject the section"), "Shift+R",
         lambda: review.say_all(above(), yes=False)),
        ("leave", tr("Back to the text, nothing written"), "Esc", review.go_back),
        ("accept.all", tr("Accept all changes"), "Ctrl+Shift+A",
         lambda: review.say_all(review.list.whole, yes=True)),
    )  # fmt: skip
    for name, words, key, slot in rows:
        actions.add(f"review.{name}", words, slot, key, "", "dreams", scope=review.list)
    actions.add("review.apply", tr("Apply the accepted changes"), review.footer.apply.click,
        "Ctrl+Return", "check", "dreams", scope=review)  # fmt: skip
