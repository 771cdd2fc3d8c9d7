"""Where one writes to the model: a field that grows, who answers, Send and Stop. Knows words only.

Enter sends, Shift+Enter begins a line. While an input method composes (Chinese, for one), Enter
belongs to it.
"""

from collections.abc import Sequence
from math import ceil

from PySide6.QtCore import QElapsedTimer, QEvent, Qt, QTimer, Signal
from PySide6.QtGui import QInputMethodEvent, QKeyEvent, QResizeEvent
from PySide6.QtWidgets import QFrame, QPlainTextEdit, QWidget

from desktop_app.ui.look.theme import theme
from desktop_app.ui.parts.boxes import in_row, stacked
from desktop_app.ui.parts.column import set_font
from desktop_app.ui.parts.controls import Button, Choice, IconButton
from desktop_app.ui.parts.labels import Elided, text
from desktop_app.ui.parts.spans import clock
from desktop_app.words import tr

_LEAST, _MOST = 1, 9  # lines that the field shows without scrolling
_SECOND = 1_000  # milliseconds


class MessageField(QPlainTextEdit):
    """As high as its lines, up to nine."""

    sent = Signal()
    stepped = Signal()  # Up in an empty field: to the messages above
    left = Signal()  # Esc

    def __init__(self) -> None:
        super().__init__()
        self._composing = False
        self.setAccessibleName(tr("Message"))
        self.setTabChangesFocus(True)
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setProperty("bare", "true")
        self.viewport().setAutoFillBackground(False)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.document().documentLayout().documentSizeChanged.connect(lambda _size: self._fit())
        self.document().setDocumentMargin(2)
        theme().followed_by(self._measure)

    def inputMethodEvent(self, event: QInputMethodEvent) -> None:
        self._composing = bool(event.preeditString())
        super().inputMethodEvent(event)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        enter = event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter)
        if self._composing and (enter or event.key() == Qt.Key.Key_Escape):
            return  # it belongs to who composes
        if enter and not event.modifiers() & Qt.KeyboardModifier.ShiftModifier:
            self.sent.emit()
        elif event.key() == Qt.Key.Key_Escape:
            self.left.emit()
        elif event.key() == Qt.Key.Key_Up and not self.toPlainText():
            self.stepped.emit()
        else:
            super().keyPressEvent(event)

    def focusOutEvent(self, event: QEvent) -> None:
        self._composing = False
        super().focusOutEvent(event)  # type: ignore[arg-type]

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._fit()

    def _fit(self) -> None:
        rows = ceil(self.document().size().height())
        lines = min(max(rows, _LEAST), _MOST)
        self.setFixedHeight(lines * self.fontMetrics().lineSpacing() + theme().px(10))
        always, never = Qt.ScrollBarPolicy.ScrollBarAsNeeded, Qt.ScrollBarPolicy.ScrollBarAlwaysOff
        self.setVerticalScrollBarPolicy(always if rows > _MOST else never)

    def _measure(self) -> None:
        set_font(self, "chat")
        self._fit()


class Composer(QFrame):
    """`sent` has the words; the field is cleared by who takes them."""

    sent = Signal(str)
    stopped = Signal()
    rehearsed = Signal()  # what would a model read of memory with these words?
    stepped = Signal()
    left = Signal()
    chosen = Signal(str)  # another model answers from now on

    def __init__(self) -> None:
        super().__init__()
        self.setProperty("surface", "card")
        self._busy = self._barred = False
        self.editing = ""  # the id of the message that is sent again
        self.field = MessageField()
        self.model = Choice(tr("Who answers"))
        self.model.setSizeAdjustPolicy(Choice.SizeAdjustPolicy.AdjustToContents)
        self.model.activated.connect(lambda _index: self.chosen.emit(self.model.currentText()))
        self.rehearse_button = IconButton("context", tr("What the model reads of memory"), 30)
        self.rehearse_button.clicked.connect(self.rehearsed)
        self.send_button = Button(tr("Send"), "primary")
        self.send_button.clicked.connect(self._send)
        self.spent = text("", "meta", "text2")  # how long one has waited for the answer
        self._clock = QElapsedTimer()
        self._tick = QTimer(self, interval=_SECOND)
        self._tick.timeout.connect(self._draw_spent)
        self.stop_button = Button(tr("Stop"), "plain", "stop")
        self.stop_button.clicked.connect(self.stopped)
        self.cancel_button = Button(tr("Cancel"), "quiet")
        self.cancel_button.clicked.connect(self.end_edit)
        self.field.sent.connect(self._send)
        self.field.stepped.connect(self.stepped)
        self.field.left.connect(self._leave)
        self.field.textChanged.connect(self._draw)
        self._build()
        theme().followed_by(self._measure)
        self._draw()

    @property
    def words(self) -> str:
        """What is typed."""
        return self.field.toPlainText().strip()

    def show_models(self, names: Sequence[str], chosen: str) -> None:
        """These can answer; one of them is chosen."""
        self.model.blockSignals(True)
        self.model.clear()
        self.model.addItems(list(names))
        self.model.setCurrentText(chosen)
        self.model.blockSignals(False)
        self.model.setVisible(bool(names))
        words = tr("Message %1 on this computer") if chosen else tr("Message")
        self.field.setPlaceholderText(words.replace("%1", chosen))
        self._draw()

    def set_busy(self, busy: bool, *, barred: bool = False) -> None:
        """An answer is under way: here, or, `barred`, in another conversation."""
        if busy and not self._busy:
            self._clock.start()
            self._tick.start()
        self._busy, self._barred = busy, barred
        self._draw()

    def _draw_spent(self) -> None:
        self.spent.setText(clock(self._clock.elapsed() // 1000) if self._busy else "")
        if not self._busy:
            self._tick.stop()

    def edit(self, message_id: str, words: str) -> None:
        """A message of the person's, to be changed and sent again."""
        self.editing = message_id
        self.field.setPlainText(words)
        self.field.moveCursor(self.field.textCursor().MoveOperation.End)
        self._draw()
        self.field.setFocus(Qt.FocusReason.OtherFocusReason)

    def end_edit(self) -> None:
        """It stays as it was."""
        if self.editing:
            self.clear()
            self.left.emit()

    def clear(self) -> None:
        """The words were taken."""
        self.editing = ""
        self.field.clear()
        self._draw()

    def _leave(self) -> None:
        if self.editing:
            self.end_edit()
        elif self._busy:
            self.stopped.emit()
        else:
            self.left.emit()

    def _send(self) -> None:
        if self.send_button.isEnabled() and not self._busy:
            self.sent.emit(self.words)

    def _draw(self) -> None:
        ready = bool(self.words) and bool(self.model.currentText()) and not self._barred
        self.send_button.setEnabled(ready)
        self.send_button.setVisible(not self._busy)
        for part in (self.stop_button, self.spent):
            part.setVisible(self._busy)
        self._draw_spent()
        self._edit.setVisible(bool(self.editing))
        self.send_button.setText(tr("Send again") if self.editing else tr("Send"))

    def _build(self) -> None:
        self._edit = QWidget()
        words = tr("You change an earlier message: what follows it goes out of the conversation")
        told = Elided(words, "meta", "accent")
        in_row(told, self.cancel_button, grows=told, within=self._edit)
        self._foot = in_row(
            self.model, self.rehearse_button, None, self.spent, self.stop_button, self.send_button
        )
        self._column = stacked(self, self._edit, self.field, self._foot)

    def _measure(self) -> None:
        px = theme().px
        self._column.setContentsMargins(px(12), px(8), px(8), px(8))
        self._column.setSpacing(px(6))
        self._foot.setSpacing(px(6))
        self.model.setMaximumWidth(px(240))
        self.setFocusProxy(self.field)
