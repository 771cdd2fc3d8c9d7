"""The card of something long under way: its step in words, how far it is, and Cancel.

Knows how a step reads, not what is done.
"""

from PySide6.QtCore import QElapsedTimer, QTimer, Signal
from PySide6.QtWidgets import QFrame, QProgressBar

from desktop_app.dates import clock
from desktop_app.dreams.model.progress import parted
from desktop_app.ui.look.theme import theme
from desktop_app.ui.parts.boxes import in_row, stacked
from desktop_app.ui.parts.controls import Button
from desktop_app.ui.parts.labels import breakable, text
from desktop_app.ui.parts.notices import announce
from desktop_app.words import tr


class Running(QFrame):
    cancel_asked = Signal()

    def __init__(self, name: str, first: str, *, surface: str = "card") -> None:
        """`name` is what a screen reader calls it, `first` the step it begins with."""
        super().__init__()
        self._first = first
        self.setProperty("surface", surface)
        self.step = text("", "strong", wrap=True)
        self.spent = text("", "meta", "text2", wrap=True)
        bar = QProgressBar()
        bar.setRange(0, 0 if theme().motion else 1)  # it moves, or stays empty
        bar.setTextVisible(False)
        bar.setAccessibleName(name)
        self.cancel_button = Button(tr("Cancel"), act=self._cancel)
        self._clock = QElapsedTimer()
        self._far = ""
        self._tick = QTimer(self, interval=200)
        self._tick.timeout.connect(self._draw)
        row = in_row(self.spent, self.cancel_button, grows=self.spent)
        stacked(self, self.step, bar, row, margins=(14, 12, 14, 12), gap=8)
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
        name, self._far = parted(step)
        shown = breakable(f"{name} …")
        if shown != self.step.text():
            self.step.setText(shown)
            announce(self, name)
        self._draw()

    def _cancel(self) -> None:
        self.cancel_button.setEnabled(False)
        self.say(tr("Stopping"))
        self.cancel_asked.emit()

    def _draw(self) -> None:
        self.spent.setText(self._far or clock(self._clock.elapsed() // 1000))
