"""Where one writes to the model, and what is told beside it: a meter, news, a question.

Knows words only. Enter sends, Shift+Enter begins a line.
"""

from collections.abc import Sequence
from math import ceil

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QFrame, QWidget

from desktop_app.jobs import Jobs
from desktop_app.sessions.talk_view import TalkView
from desktop_app.ui.conversation.talk_words import context_of
from desktop_app.ui.look.theme import theme
from desktop_app.ui.parts.boxes import in_row, sized, stacked
from desktop_app.ui.parts.column import set_font
from desktop_app.ui.parts.controls import Button, Choice
from desktop_app.ui.parts.fields import PlainField
from desktop_app.ui.parts.inspector import Meter
from desktop_app.ui.parts.labels import restyle, text
from desktop_app.ui.parts.unsent import Unsent
from desktop_app.words import filled, tr

_MOST = 9  # lines that the field shows without scrolling


class ContextMeter(QWidget):
    """How full the context is in words and as a bar, and *Save notes*."""

    def __init__(self) -> None:
        super().__init__()
        self.words = text("", "meta", "text2")
        self.flush_button = Button(tr("Save notes"), "link")
        self.flush_button.setToolTip(tr("What matters in this conversation goes into today"))
        self.bar = Meter("")
        row = in_row(self.words, self.flush_button, grows=self.words)
        stacked(self, row, self.bar).setSpacing(4)

    def show_view(self, view: TalkView, *, flushing: bool) -> None:
        """As full as this talk."""
        whole = max(view.window, 1)
        said = tr(
            "Saves notes at %1 %, summarises older messages at %2 %",
            round(100 * view.flush_at / whole),
            round(100 * view.sleep_at / whole),
        )
        self.words.setText(context_of(view))
        self.bar.set(view.tokens, whole)
        restyle(self.bar, over=view.tokens >= view.sleep_at)
        self.bar.setAccessibleName(self.words.text())
        self.bar.setAccessibleDescription(said)
        self.bar.setToolTip(said)
        self.flush_button.setEnabled(bool(view.messages) and not flushing)
        self.flush_button.setText(tr("Saving notes …") if flushing else tr("Save notes"))


class MessageField(PlainField):
    """As high as its lines, up to nine."""

    def __init__(self) -> None:
        super().__init__(tr("Message"), short=True, kind="")
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setProperty("bare", "true")
        self.viewport().setAutoFillBackground(False)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.document().documentLayout().documentSizeChanged.connect(lambda _size: self._fit())
        self.document().setDocumentMargin(2)
        theme().followed_by(self._measure)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._fit()

    def _fit(self) -> None:
        rows = ceil(self.document().size().height())
        shown = min(max(rows, 1), _MOST)
        self.setFixedHeight(shown * self.fontMetrics().lineSpacing() + theme().px(10))
        always, never = Qt.ScrollBarPolicy.ScrollBarAsNeeded, Qt.ScrollBarPolicy.ScrollBarAlwaysOff
        self.setVerticalScrollBarPolicy(always if rows > _MOST else never)

    def _measure(self) -> None:
        set_font(self, "chat")
        self._fit()


class Composer(QFrame):
    """The field, who answers, Send and Stop; the field is cleared by who takes its words."""

    sent = Signal(str)
    stopped = Signal()

    def __init__(self, jobs: Jobs) -> None:
        super().__init__()
        self.setProperty("surface", "card")
        self._busy = self._barred = False
        self.field, self.model = MessageField(), Choice(tr("Who answers"))
        self.unsent = Unsent(jobs, "talk", self.field)
        self.model.setSizeAdjustPolicy(Choice.SizeAdjustPolicy.AdjustToContents)
        self.send_button = Button(tr("Send"), "primary", act=self._send)
        self.stop_button = Button(tr("Stop"), "plain", "stop", act=self.stopped)
        self.field.entered.connect(self._send)
        self.field.left.connect(self.stopped)
        self.field.textChanged.connect(self._draw)
        foot = in_row(sized(self.model, most=240), None, self.stop_button, self.send_button)
        sized(stacked(self, self.field, sized(foot, gap=6)), (12, 8, 8, 8), 6)
        self.setFocusProxy(self.field)
        self._draw()

    @property
    def words(self) -> str:
        return self.field.toPlainText().strip()

    @property
    def answers(self) -> str:
        """The model that answers, "" for none."""
        return self.model.currentText()

    def show_models(self, names: Sequence[str], chosen: str) -> None:
        self.model.clear()
        self.model.addItems(list(names))
        self.model.setCurrentText(chosen)
        self.model.setVisible(bool(names))
        words = tr("Message %1 on this computer") if chosen else tr("Message")
        self.field.setPlaceholderText(filled(words, chosen))
        self._draw()

    def set_busy(self, busy: bool, *, barred: bool) -> None:
        """An answer is under way: here, or, `barred`, in another conversation."""
        self._busy, self._barred = busy, barred
        self._draw()

    def _send(self) -> None:
        if self.send_button.isEnabled() and not self._busy:
            self.sent.emit(self.words)

    def _draw(self) -> None:
        self.send_button.setEnabled(bool(self.words and self.answers) and not self._barred)
        self.send_button.setVisible(not self._busy)
        self.stop_button.setVisible(self._busy)
