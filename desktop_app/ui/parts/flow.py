"""Things side by side that go on in the next line where there is no room. Knows sizes only."""

from collections.abc import Iterator
from functools import reduce

from PySide6.QtCore import QPoint, QRect, QSize, Qt
from PySide6.QtWidgets import QLayout, QLayoutItem, QWidget


class Flow(QLayout):
    """As wide as it is let be, as high as that takes; each thing keeps its own size. What is lower
    than its line hangs at the top of it, or, `centred`, in the middle.
    """

    def __init__(self, parent: QWidget | None = None, *, centred: bool = False) -> None:
        super().__init__(parent)
        self._items: list[QLayoutItem] = []
        self._centred = centred
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
        placed: list[tuple[QLayoutItem, QRect]] = []
        top = 0
        for line in self._lines(width):
            height = max(size.height() for _, size in line)
            x = 0
            for item, size in line:
                down = (height - size.height()) // 2 if self._centred else 0
                placed.append((item, QRect(QPoint(x, top + down), size)))
                x += size.width() + self.spacing()
            top += height + self.spacing()
        return placed, max(0, top - self.spacing())

    def _lines(self, width: int) -> Iterator[list[tuple[QLayoutItem, QSize]]]:
        line: list[tuple[QLayoutItem, QSize]] = []
        x = 0
        for item in self._shown():
            size = item.sizeHint()
            if line and x + size.width() > width:
                yield line
                line, x = [], 0
            line.append((item, size))
            x += size.width() + self.spacing()
        if line:
            yield line
