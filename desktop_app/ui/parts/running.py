"""The card of something long under way: its step in words, tokens, how long it takes, and Cancel.

Knows how a step reads, not what is done.
"""

from PySide6.QtCore import QElapsedTimer, QTimer, Signal
from PySide6.QtWidgets import QFrame, QProgressBar

from desktop_app.dates import clock
from desktop_app.dreams.model.progress import read
from desktop_app.ui.look.theme import theme
from desktop_app.ui.parts.boxes import in_row, stacked
from desktop_app.ui.parts.controls import Button
from desktop_app.ui.parts.labels import breakable, text
from desktop_app.ui.parts.notices import announce
from desktop_app.words import tr

_SILENT = 5  # seconds without a word after which one is told that this is no fault


def show_unknown(bar: QProgressBar) -> None:
    """Nobody knows how long it takes: the bar moves, or stays empty where the person wants that."""
    bar.setRange(0, 0 if theme().motion else 1)


class Running(QFrame):
    cancel_asked = Signal()

    def __init__(self, name: str, first: str, *, surface: str = "card") -> None:
        """`name` is what a screen reader calls it, `first` the step it begins with."""
        super().__init__()
        self._first = first
        self.setProperty("surface", surface)
        self.step = text("", "strong", wrap=True)
        self.spent = text("", "meta", "text2", wrap=True)
        self._bar = QProgressBar()
        show_unknown(self._bar)
        self._bar.setTextVisible(False)
        self._bar.setAccessibleName(name)
        self.cancel_button = Button(tr("Cancel"), act=self._cancel)
        self._clock = QElapsedTimer()
        self._far, self._reads = "", False
        self._tick = QTimer(self, interval=200)
        self._tick.timeout.connect(self._draw)
        row = in_row(self.spent, self.cancel_button, grows=self.spent)
        stacked(self, self.step, self._bar, row, margins=(14, 12, 14, 12), gap=8)
        self.hide()

    def show_running(self, running: bool) -> None:
        if not running:
            self._tick.stop()
            self.hide()
            return
        self._clock.start()
        self._tick.start()
        self.cancel_button.setEnabled(True)
        self.step.setText("")
        self.say(self._first)
        self.show()

    def say(self, step: str) -> None:
        """What it does now. What only counts on is shown and not read out."""
        call = read(step)
        self._far, self._reads = call.tokens, bool(call.how)
        if not call.how:
            show_unknown(self._bar)
        else:
            self._bar.setRange(0, 100)
            self._bar.setValue(call.percent)
            self._far = tr("reading your notes: {how}").format(how=call.how)
        if not call.how and not call.tokens and call.seconds >= _SILENT:
            self._far = tr("waiting for the model to begin")
        shown = breakable(f"{call.name} …")
        if shown != self.step.text():
            self.step.setText(shown)
            announce(self, call.name)
        self._draw()

    def _cancel(self) -> None:
        self.cancel_button.setEnabled(False)
        self.say(tr("Stopping"))
        self.cancel_asked.emit()

    def _draw(self) -> None:
        elapsed = clock(self._clock.elapsed() // 1000)
        told = (self._far,) if self._reads else (elapsed, self._far)  # one time is enough
        self.spent.setText(" · ".join(filter(None, told)))
