"""Things side by side that go on in the next line where there is no room. Knows sizes only."""

from functools import reduce

from PySide6.QtCore import QPoint, QRect, QSize, Qt
from PySide6.QtWidgets import QLayout, QLayoutItem, QWidget


class Flow(QLayout):
    """As wide as it is let be, as high as that takes; each thing keeps its own size, in the middle
    of its line."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._items: list[QLayoutItem] = []
        self._heights: dict[int, int] = {}  # by width: a layout around it asks very often
        self.setContentsMargins(0, 0, 0, 0)

    def addItem(self, item: QLayoutItem) -> None:
        self._items.append(item)

    def count(self) -> int:
        return len(self._items)

    def itemAt(self, index: int) -> QLayoutItem | None:
        return self._items[index] if 0 <= index < len(self._items) else None

    def takeAt(self, index: int) -> QLayoutItem | None:
        return self._items.pop(index) if 0 <= index < len(self._items) else None

    def expandingDirections(self) -> Qt.Orientation:
        return Qt.Orientation(0)

    def hasHeightForWidth(self) -> bool:
        return True

    def heightForWidth(self, width: int) -> int:
        if width not in self._heights:
            self._heights[width] = self._placed(width)[1]
        return self._heights[width]

    def invalidate(self) -> None:
        self._heights.clear()
        super().invalidate()

    def sizeHint(self) -> QSize:  # all in one line
        sizes = [item.sizeHint() for item in self._shown()]
        gaps = self.spacing() * max(0, len(sizes) - 1)
        height = max((size.height() for size in sizes), default=0)
        return QSize(sum(size.width() for size in sizes) + gaps, height)

    def minimumSize(self) -> QSize:  # one below the other would do
        sizes = [item.minimumSize() for item in self._shown()]
        return reduce(QSize.expandedTo, sizes, QSize())

    def setGeometry(self, rect: QRect) -> None:
        super().setGeometry(rect)
        for item, place in self._placed(rect.width())[0]:
            item.setGeometry(place.translated(rect.topLeft()))

    def _shown(self) -> list[QLayoutItem]:
        return [item for item in self._items if not item.isEmpty()]

    def _placed(self, width: int) -> tuple[list[tuple[QLayoutItem, QRect]], int]:
        lines: list[list[tuple[QLayoutItem, QRect]]] = [[]]
        x = 0
        for item in self._shown():
            size = item.sizeHint()
            if lines[-1] and x + size.width() > width:
                lines.append([])
                x = 0
            lines[-1].append((item, QRect(QPoint(x, 0), size)))
            x += size.width() + self.spacing()
        top = 0
        for line in lines:
            height = max((box.height() for _, box in line), default=0)
            for _, box in line:
                box.translate(0, top + (height - box.height()) // 2)
            top += height + self.spacing()
        return [one for line in lines for one in line], top - self.spacing()
