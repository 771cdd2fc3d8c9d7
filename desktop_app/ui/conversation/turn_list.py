"""The turns of a conversation as bubbles in a list. Knows messages, not where they came from."""

from collections.abc import Sequence
from typing import cast

from PySide6.QtCore import QAbstractListModel, QRect, QRectF, QSize, Qt
from PySide6.QtGui import QFontMetrics, QPainter, QPen
from PySide6.QtWidgets import QStyle, QStyleOptionViewItem, QWidget

from desktop_app.notebook.text.records import Message
from desktop_app.ui.conversation.talk_words import speaker
from desktop_app.ui.look.theme import theme
from desktop_app.ui.parts.rows import ASIDE, DETAIL, THING, Index, RowDelegate, RowsView, two_lines
from desktop_app.words import cut, tr

ROW, SHORT = 84, 65  # pixels of a bubble of two lines, of one
_MANY = 1_000  # turns; more of them are not measured one by one
_SHOWN = 500  # characters of a turn; two lines show fewer
_TOLD = 900  # of its tooltip
_WIDEST = 560


class TurnModel(QAbstractListModel):
    """The turns in their order."""

    def __init__(self) -> None:
        super().__init__()
        self._turns: Sequence[Message] = ()
        self._known: Sequence[bool] = ()

    def show_turns(self, turns: Sequence[Message], known: Sequence[bool]) -> None:
        """`known`: of each turn, whether it was added before."""
        self.beginResetModel()
        self._turns, self._known = turns, known
        self.endResetModel()

    def rowCount(self, _parent: Index | None = None) -> int:
        return len(self._turns)

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> object:
        if not index.isValid():
            return None
        turn, known = self._turns[index.row()], self._known[index.row()]
        if role == THING:
            return turn, known
        if role == Qt.ItemDataRole.DisplayRole:
            return speaker(turn.role)
        if role == DETAIL:
            return " ".join(_clean(turn.content[:_SHOWN]).split())
        if role == ASIDE:
            return tr("added before") if known else ""
        if role == Qt.ItemDataRole.ToolTipRole:
            return _clean(cut(turn.content, _TOLD))
        if role == Qt.ItemDataRole.AccessibleTextRole:
            said = (self.data(index, each) for each in (Qt.ItemDataRole.DisplayRole, ASIDE, DETAIL))
            return ", ".join(str(word) for word in said if word)
        return None


class TurnDelegate(RowDelegate):
    """A bubble of at most two lines: the person's at the right, all others at the left."""

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent, ROW)

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        px = theme().px
        turn, known = index.data(THING)
        mine = turn.role == "user"
        room = option.rect.adjusted(px(8), px(4), -px(8), -px(4))
        words, font = str(index.data(DETAIL)), theme().font("ui")
        needed = max(self._length(index), self._heading(index)) + px(32)
        width = max(min(self._widest(room.width()), needed), px(120))
        bubble = QRect(room)
        bubble.setWidth(width)
        if mine:
            bubble.moveRight(room.right())
        painter.save()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(theme().color("accent-bg" if mine and not known else "hover"))
        if known:
            painter.setBrush(Qt.BrushStyle.NoBrush)
            painter.setPen(QPen(theme().color("border"), 1))
        if option.state & QStyle.StateFlag.State_HasFocus:
            painter.setPen(QPen(theme().color("accent"), 2))
        painter.drawRoundedRect(QRectF(bubble).adjusted(1, 1, -1, -1), px(12), px(12))
        inside = bubble.adjusted(px(14), px(8), -px(14), -px(6))
        line = QRect(inside.left(), inside.top(), inside.width(), px(18))
        self._paint_heading(painter, line, index, mine)
        below = inside.adjusted(0, px(20), 0, 0)
        painter.setPen(theme().color("text2" if known else "text"))
        two_lines(painter, below, words, font, px(19))
        painter.restore()

    def sizeHint(self, option: QStyleOptionViewItem, index: Index) -> QSize:
        view = cast("RowsView", self.parent())
        if view.uniformItemSizes():
            return super().sizeHint(option, index)
        room = view.viewport().width() - theme().px(16)
        short = self._length(index) <= self._widest(room) - theme().px(32)
        return QSize(theme().px(160), theme().px(SHORT if short else ROW))

    def _widest(self, room: int) -> int:
        return min(theme().px(_WIDEST), round(room * 0.86))

    def _length(self, index: Index) -> int:
        return QFontMetrics(theme().font("ui")).horizontalAdvance(str(index.data(DETAIL))[:300])

    def _heading(self, index: Index) -> int:
        strong = QFontMetrics(theme().font("caption")).horizontalAdvance(_title(index))
        aside = QFontMetrics(theme().font("meta")).horizontalAdvance(str(index.data(ASIDE)))
        return strong + aside + theme().px(16)

    def _paint_heading(self, painter: QPainter, line: QRect, index: Index, mine: bool) -> None:
        token = "accent" if mine else "text2"
        self.draw_line(painter, line, _title(index), theme().font("caption"), token)
        if aside := str(index.data(ASIDE)):
            font = theme().font("meta")
            width = QFontMetrics(font).horizontalAdvance(aside) + 2
            place = QRect(line.right() - width, line.top(), width + 1, line.height())
            self.draw_line(painter, place, aside, font, "text2")


class TurnList(RowsView):
    """The list; it is only looked at."""

    def __init__(self) -> None:
        super().__init__("")
        self.setAccessibleName(tr("Messages of the conversation"))
        self._model = TurnModel()
        self.setModel(self._model)
        self.setItemDelegate(TurnDelegate(self))
        self.setResizeMode(self.ResizeMode.Adjust)

    def show_turns(self, turns: Sequence[Message], known: Sequence[bool]) -> None:
        """Shows these, the first new one in sight."""
        self.setUniformItemSizes(len(turns) > _MANY)
        self._model.show_turns(turns, known)
        first = next((row for row, before in enumerate(known) if not before), 0)
        index = self._model.index(first)
        self.setCurrentIndex(index)
        self.scrollTo(index, self.ScrollHint.PositionAtCenter)


def _title(index: Index) -> str:
    return str(index.data(Qt.ItemDataRole.DisplayRole))


def _clean(words: str) -> str:
    """Without halves of characters, which no font can show."""
    return words.encode("utf-16-le", "surrogatepass").decode("utf-16-le", "replace")
