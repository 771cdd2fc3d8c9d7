"""What the window says without stopping anyone: toast, banner, where a link leads, empty place.

Knows no page.
"""

from collections.abc import Callable

from PySide6.QtCore import QEvent, QObject, Qt, QTimer, QUrl, Signal
from PySide6.QtGui import QColor, QDesktopServices, QEnterEvent, QHideEvent
from PySide6.QtWidgets import (
    QFrame,
    QGraphicsDropShadowEffect,
    QHBoxLayout,
    QLabel,
    QVBoxLayout,
    QWidget,
)

from desktop_app.notebook.text import links
from desktop_app.ui.look.icons import pixmap
from desktop_app.ui.look.theme import theme
from desktop_app.ui.parts.boxes import in_row
from desktop_app.ui.parts.controls import Button, IconButton
from desktop_app.ui.parts.labels import restyle, text
from desktop_app.words import together, tr

ABOVE = 112
"""Pixels: what stands at a page’s foot is to be seen under a toast."""
TOAST_SECONDS = 8


def announce(widget: QWidget, words: str) -> None:
    """Lets a screen reader say this now, without moving the keyboard."""
    from PySide6.QtGui import QAccessible, QAccessibleAnnouncementEvent  # after the first picture

    QAccessible.updateAccessibility(QAccessibleAnnouncementEvent(widget, words))


def shade(widget: QWidget) -> None:
    """A soft shadow under what floats."""
    effect = QGraphicsDropShadowEffect(widget)
    effect.setBlurRadius(32)
    effect.setOffset(0, 6)
    effect.setColor(QColor(0, 0, 0, 60))
    widget.setGraphicsEffect(effect)


class Toast(QFrame):
    """One sentence at the bottom centre of its parent, with one action such as Undo.

    Leaves after some seconds, but never under the mouse or the keyboard. `offers_undo` says
    whether its action takes back what was just done.
    """

    offers_undo = Signal(bool)

    def __init__(self, parent: QWidget, seconds: float | None = None) -> None:
        super().__init__(parent)
        self._act: Callable[[], object] | None = None
        self._above: Callable[[], int] = lambda: ABOVE
        self.setProperty("kind", "toast")
        self._words = text(tone="", wrap=True)
        self.button = Button("", "toast")
        self.button.clicked.connect(self._do)
        self._row = in_row(self._words, self.button, within=self)
        lasts = TOAST_SECONDS if seconds is None else seconds
        self._timer = QTimer(self, singleShot=True, interval=round(lasts * 1000))
        self._timer.timeout.connect(self._expire)
        parent.installEventFilter(self)
        theme().followed_by(self._measure)
        shade(self)
        self.hide()

    def say(self, words: str, word: str = "", act: Callable[[], object] | None = None) -> None:
        """Shows the sentence in place of the one before; `word` is the action's."""
        self._words.setText(words)
        self._act = act
        self.button.setText(word)
        self.button.setVisible(bool(word))
        self._measure()
        self.show()
        self.raise_()
        self._place()
        self._timer.start()
        self.offers_undo.emit(word == tr("Undo"))
        announce(self, f"{words} {word}".strip())

    def stand(self, above: Callable[[], int]) -> None:
        """So many pixels above the window's lower end, asked each time that it is placed."""
        self._above = above
        if self.isVisible():
            self._place()

    @property
    def words(self) -> str:
        """What it says now."""
        return self._words.text()

    def _do(self) -> None:
        act, self._act = self._act, None
        self.hide()
        self._timer.stop()
        if act is not None:
            act()

    def _expire(self) -> None:
        if self.underMouse() or self.button.hasFocus():
            self._timer.start()
        else:
            self.hide()

    def _measure(self) -> None:
        px, alone = theme().px, self.button.isHidden()
        self._row.setContentsMargins(px(16), px(8), px(16) if alone else px(10), px(8))
        self._row.setSpacing(px(16))

    def _place(self) -> None:
        """As wide as its words, unless the window is narrower."""
        room, margins = self.parentWidget().rect(), self._row.contentsMargins()
        beside = margins.left() + margins.right() + 2 * self._row.spacing()
        if not self.button.isHidden():
            beside += self.button.sizeHint().width() + self._row.spacing()
        needed = self._words.fontMetrics().horizontalAdvance(self._words.text()) + 2
        self._words.setFixedWidth(max(0, min(needed, room.width() - beside)))
        self.adjustSize()
        left = (room.width() - self.width()) // 2
        self.move(left, room.height() - self.height() - theme().px(self._above()))

    def event(self, event: QEvent) -> bool:
        if event.type() == QEvent.Type.LayoutRequest and self.isVisible():
            self._place()  # other words or another zoom
        return super().event(event)

    def eventFilter(self, _watched: QObject, event: QEvent) -> bool:
        if event.type() == QEvent.Type.Resize and self.isVisible():
            self._place()
        return False

    def hideEvent(self, event: QHideEvent) -> None:
        self.offers_undo.emit(False)
        super().hideEvent(event)

    def enterEvent(self, event: QEnterEvent) -> None:
        self._timer.stop()
        super().enterEvent(event)

    def leaveEvent(self, event: QEvent) -> None:
        self._timer.start()
        super().leaveEvent(event)


class Banner(QFrame):
    """A strip in place that says what is wrong and offers the next step; hidden when all is well.

    Tone: `warn` (default), `danger`, `info`, whose `icon` may be another one.
    """

    acted = Signal()
    dismissed = Signal()

    def __init__(self, icon: str = "info") -> None:
        super().__init__()
        self._icon = icon
        self.setProperty("kind", "banner")
        self._sign = QLabel()
        self._words = text(tone="", wrap=True)
        self.button = Button("")
        self.button.clicked.connect(self.acted)
        self.cross = IconButton("cross", tr("Dismiss"), 28)
        self.cross.clicked.connect(self._dismiss)
        self._row = row = QHBoxLayout(self)
        row.addWidget(self._sign)
        row.addWidget(self._words, 1)
        row.addWidget(self.button)
        row.addWidget(self.cross)
        self._tone = "warn"
        theme().followed_by(self._draw)
        self.hide()

    def add(self, button: Button) -> None:
        """One more thing one could do, beside the button."""
        self._row.insertWidget(self._row.count() - 1, button)

    def say(self, message: str, hint: str = "", word: str = "", tone: str = "warn") -> None:
        """Message and hint in one breath, `word` on the button (none: no button)."""
        self._tone = tone
        words = together(message, hint)
        self._words.setText(words)
        self.button.setText(word)
        self.button.setVisible(bool(word))
        restyle(self, tone=tone)
        restyle(self._words)  # whose colour follows from the strip's tone
        self._draw()
        self.show()
        announce(self, words)

    def clear(self) -> None:
        """All is well again."""
        self._words.clear()
        self.hide()

    @property
    def words(self) -> str:
        """What it says now; empty when hidden."""
        return self._words.text()

    def _dismiss(self) -> None:
        self.clear()
        self.dismissed.emit()

    def _draw(self) -> None:
        name, token = {"warn": ("warn", "warn"), "danger": ("warn", "del-fg")}.get(
            self._tone, (self._icon, "accent")
        )
        self._sign.setPixmap(pixmap(name, token, 18, self.devicePixelRatioF()))
        px = theme().px
        self._row.setContentsMargins(px(12), px(7), px(7), px(7))
        self._row.setSpacing(px(10))


class EmptyState(QWidget):
    """An empty place: a picture, one sentence, and one button to begin."""

    acted = Signal()

    def __init__(self, icon: str, sentence: str, word: str = "") -> None:
        super().__init__()
        self._icon = icon
        self._picture = QLabel()
        self._picture.setAlignment(Qt.AlignmentFlag.AlignCenter)
        self._sentence = text(sentence, "body", "text2", wrap=True)
        self._sentence.setAlignment(Qt.AlignmentFlag.AlignCenter)
        self.button = Button(word, "primary")
        self.button.clicked.connect(self.acted)
        column = QVBoxLayout(self)
        column.setContentsMargins(24, 24, 24, 24)
        column.setSpacing(theme().px(14))
        column.addStretch(2)
        column.addWidget(self._picture)
        row = QHBoxLayout()
        row.addStretch()
        row.addWidget(self._sentence, 1)
        row.addStretch()
        column.addLayout(row)
        column.addWidget(self.button, 0, Qt.AlignmentFlag.AlignHCenter)
        self.button.setVisible(bool(word))  # in its place: before, it would be a window of its own
        self.more: list[Button] = []
        self._more = QVBoxLayout()
        column.addLayout(self._more)
        column.addStretch(3)
        theme().followed_by(self._draw)

    def say(self, sentence: str, word: str | None = None) -> None:
        """Another sentence (and word) for another emptiness."""
        self._sentence.setText(sentence)
        if word is not None:
            self.button.setText(word)
            self.button.setVisible(bool(word))

    def add(self, button: Button) -> None:
        """One more thing one could do, below the button."""
        self.more.append(button)
        self._more.addWidget(button, 0, Qt.AlignmentFlag.AlignHCenter)

    def _draw(self) -> None:
        ratio = self.devicePixelRatioF()
        self._picture.setPixmap(pixmap(self._icon, "text3", 40, ratio))
        self._sentence.setMaximumWidth(theme().px(380))


class LinkStrip(Banner):
    """Hidden until a link leads out of the notebook."""

    inside = Signal(str, int)  # a note inside the notebook, and a line (0: none)
    named = Signal(str)  # what stands between the [[brackets]] of a link
    tagged = Signal(str)  # a #tag, with its sign

    def __init__(self) -> None:
        super().__init__()
        self.open_outside: Callable[[QUrl], object] = QDesktopServices.openUrl
        self._url = ""
        self.acted.connect(self._open_outside)

    def follow(self, base: str, href: str) -> None:
        """A link of the note at `base` was chosen."""
        target = links.target(base, href)
        if target.kind == links.INSIDE:
            self.inside.emit(target.path, target.line)
        elif target.kind == links.NAMED:
            self.named.emit(target.path)
        elif target.kind == links.TAGGED:
            self.tagged.emit(f"#{target.path}")
        elif target.kind == links.OUTSIDE:
            self._url = target.url
            self.say(target.url, "", tr("Open in browser"), "info")
        else:
            words = tr("Nightstand does not open this link: %1")
            self.say(words.replace("%1", href), tone="info")

    def _open_outside(self) -> None:
        self.clear()
        self.open_outside(QUrl(self._url))
