"""How full the context is: a bar with the marks of flush and sleep. Knows numbers."""

from PySide6.QtCore import QRectF, QSize, Qt, Signal
from PySide6.QtGui import QFontMetrics, QPainter, QPaintEvent
from PySide6.QtWidgets import QProgressBar, QSizePolicy, QWidget

from desktop_app.sessions.talk_view import TalkView
from desktop_app.ui.conversation.live_words import context_of
from desktop_app.ui.look.theme import theme
from desktop_app.ui.parts.boxes import in_row, stacked
from desktop_app.ui.parts.controls import Button
from desktop_app.ui.parts.labels import text
from desktop_app.words import tr

_BAR, _TICK, _WORDS = 6, 10, 14  # pixels: the bar, a mark through it, the words below


class Marked(QProgressBar):
    """A bar of 6 px; each mark has a share from 0 to 1 and a word."""

    def __init__(self) -> None:
        super().__init__()
        self.setRange(0, 1000)
        self.setTextVisible(False)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self._marks: tuple[tuple[float, str], ...] = ()
        self._full = "accent"
        theme().followed_by(self._measure)

    def show_share(self, share: float, marks: tuple[tuple[float, str], ...]) -> None:
        """How full, and where the marks are."""
        self._marks = marks
        self.setValue(round(1000 * min(max(share, 0.0), 1.0)))
        self._full = "warn" if marks and share >= marks[-1][0] else "accent"
        self.update()

    def sizeHint(self) -> QSize:
        return QSize(theme().px(200), theme().px(_TICK + _WORDS))

    def paintEvent(self, _event: QPaintEvent) -> None:
        px = theme().px
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(Qt.PenStyle.NoPen)
        top = (px(_TICK) - px(_BAR)) / 2
        bar = QRectF(0, top, self.width(), px(_BAR))
        painter.setBrush(theme().color("border"))
        painter.drawRoundedRect(bar, px(3), px(3))
        if self.value():
            full = QRectF(bar)
            full.setWidth(max(px(_BAR), bar.width() * self.value() / 1000))
            painter.setBrush(theme().color(self._full))
            painter.drawRoundedRect(full, px(3), px(3))
        self._paint_marks(painter)

    def _paint_marks(self, painter: QPainter) -> None:
        px = theme().px
        font = theme().font("caption")
        font.setPixelSize(px(10))
        painter.setFont(font)
        metrics = QFontMetrics(font)
        for at, (share, words) in enumerate(self._marks):
            x = round(self.width() * share)
            painter.setPen(Qt.PenStyle.NoPen)
            painter.setBrush(theme().color("text2"))
            painter.drawRect(QRectF(x - 1, 0, max(1, px(1.5)), px(_TICK)))
            wide = metrics.horizontalAdvance(words) + 2
            left = x - wide if at == 0 else x  # the first to the left of its mark, the other right
            left = min(max(0, left), self.width() - wide)
            painter.setPen(theme().color("text2"))
            place = QRectF(left, px(_TICK), wide, px(_WORDS))
            painter.drawText(place, Qt.AlignmentFlag.AlignCenter, words)

    def _measure(self) -> None:
        self.setFixedHeight(theme().px(_TICK + _WORDS))
        self.setStyleSheet("QProgressBar { min-height: 0; max-height: 9999px; }")


class ContextMeter(QWidget):
    """The bar, what it says in words, and Flush now."""

    flush_asked = Signal()

    def __init__(self) -> None:
        super().__init__()
        self.words = text("", "meta", "text2")
        self.flush_button = Button(tr("Flush now"), "link")
        self.flush_button.setToolTip(tr("What matters in this conversation goes into today"))
        self.flush_button.clicked.connect(self.flush_asked)
        self.bar = Marked()
        row = in_row(self.words, self.flush_button, grows=self.words)
        self._column = stacked(self, row, self.bar)
        theme().followed_by(self._measure)

    def show_view(self, view: TalkView, *, flushing: bool) -> None:
        """As full as this talk. A private one is not flushed."""
        whole = max(view.window, 1)
        words = context_of(view)
        self.words.setText(words)
        flush, sleep = view.flush_at / whole, view.sleep_at / whole
        said = tr("Flushed at %1 %, sleeps at %2 %")
        marks = [(flush, tr("flush")), (sleep, tr("sleep"))]
        if view.head.private:
            said, marks = tr("Sleeps at %2 %"), marks[1:]
        self.bar.show_share(view.tokens / whole, tuple(marks))
        self.bar.setAccessibleName(words)
        said = said.replace("%1", str(_percent(flush))).replace("%2", str(_percent(sleep)))
        self.bar.setAccessibleDescription(said)
        self.bar.setToolTip(said)
        self.flush_button.setVisible(not view.head.private)
        self.flush_button.setEnabled(bool(view.messages) and not flushing)
        self.flush_button.setText(tr("Flushing …") if flushing else tr("Flush now"))

    def _measure(self) -> None:
        self._column.setSpacing(theme().px(4))


def _percent(share: float) -> int:
    return round(100 * share)
