"""The months that an import touches, one a line with a bar. Painted: there can be a thousand."""

from collections.abc import Sequence

from PySide6.QtCore import QRect, QRectF, QSize, Qt
from PySide6.QtGui import QPainter, QPaintEvent
from PySide6.QtWidgets import QScrollArea, QSizePolicy, QWidget

from desktop_app import dates
from desktop_app.sessions.imports.preview import MonthCount
from desktop_app.ui.conversation.import_words import in_days
from desktop_app.ui.look.theme import theme
from desktop_app.words import tr

_ROW, _MOST = 26, 8  # pixels of a line, and lines without scrolling
_TOLD = 24  # months that a screen reader is told


class _Lines(QWidget):
    """All lines, as high as they are."""

    def __init__(self) -> None:
        super().__init__()
        self.months: Sequence[MonthCount] = ()
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)

    def sizeHint(self) -> QSize:
        return QSize(theme().px(320), theme().px(_ROW) * len(self.months))

    def paintEvent(self, event: QPaintEvent) -> None:
        painter, look = QPainter(self), theme()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setFont(look.font("meta"))
        height, most = look.px(_ROW), max((each.entries for each in self.months), default=1)
        names, counts, gap = look.px(124), look.px(148), look.px(12)
        room = max(0, self.width() - names - counts - 2 * gap)
        first, last = (at // height for at in (event.rect().top(), event.rect().bottom()))
        for n, each in enumerate(self.months[first : last + 1], start=first):
            top = n * height
            middle = Qt.AlignmentFlag.AlignVCenter
            painter.setPen(look.color("text"))
            painter.drawText(QRect(0, top, names, height), middle, dates.month(each.month))
            bar = QRectF(names + gap, top + height / 2 - look.px(4), 0, look.px(8))
            bar.setWidth(max(look.px(4), room * each.entries / most))
            painter.setPen(Qt.PenStyle.NoPen)
            painter.setBrush(look.color("heat2"))
            painter.drawRoundedRect(bar, look.px(4), look.px(4))
            painter.setPen(look.color("text2"))
            box = QRect(self.width() - counts, top, counts, height)
            right = middle | Qt.AlignmentFlag.AlignRight
            painter.drawText(box, right, in_days(each.entries, each.days))


class MonthList(QScrollArea):
    """The newest month first; what has no room is scrolled to."""

    def __init__(self) -> None:
        super().__init__()
        self._lines = _Lines()
        self.setWidget(self._lines)
        self.setWidgetResizable(True)
        self.setFrameShape(QScrollArea.Shape.NoFrame)
        self.setProperty("clear", "true")
        self._lines.setProperty("clear", "true")
        self.setAccessibleName(tr("What comes into each month"))
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        theme().followed_by(self._measure)

    def show_months(self, months: Sequence[MonthCount]) -> None:
        """Shows these."""
        self._lines.months = months
        told = [f"{dates.month(m.month)}: {in_days(m.entries, m.days)}" for m in months[:_TOLD]]
        self.setAccessibleDescription("; ".join(told))
        self._measure()
        self._lines.update()

    def _measure(self) -> None:
        scrolls = len(self._lines.months) > _MOST
        policy = Qt.FocusPolicy.StrongFocus if scrolls else Qt.FocusPolicy.NoFocus
        self.setFocusPolicy(policy)
        self.setFixedHeight(theme().px(_ROW) * min(_MOST, max(1, len(self._lines.months))))
        self._lines.updateGeometry()
