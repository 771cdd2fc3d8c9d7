"""The card of a conversation that is being added: its step, how long it takes, and Cancel."""

from PySide6.QtCore import QElapsedTimer, QTimer, Signal
from PySide6.QtWidgets import QFrame, QHBoxLayout, QProgressBar, QVBoxLayout

from desktop_app.ui.look.theme import Theme
from desktop_app.ui.parts.controls import Button
from desktop_app.ui.parts.labels import text
from desktop_app.ui.parts.notices import announce


class Adding(QFrame):
    """Shown only while it is under way."""

    cancel_asked = Signal()

    def __init__(self, theme: Theme) -> None:
        super().__init__()
        self._theme = theme
        self._said, self._counts = "", False
        self.setProperty("surface", "card")
        self.step = text("", "strong", wrap=True)
        self._elapsed = text("", "meta", "text2")
        self._bar = QProgressBar()
        self._bar.setRange(0, 0)
        self._bar.setTextVisible(False)
        self._bar.setAccessibleName(self.tr("A conversation is being added"))
        self.cancel_button = Button(self.tr("Cancel"))
        self.cancel_button.clicked.connect(self._cancel)
        self._clock = QElapsedTimer()
        self._tick = QTimer(self, interval=200)
        self._tick.timeout.connect(self._draw)
        row = QHBoxLayout()
        row.addWidget(self._elapsed, 1)
        row.addWidget(self.cancel_button)
        self._column = QVBoxLayout(self)
        self._column.addWidget(self.step)
        self._column.addWidget(self._bar)
        self._column.addLayout(row)
        theme.changed.connect(self._measure)
        self._measure()
        self.hide()

    def begin(self) -> None:
        """It starts."""
        self._clock.start()
        self._tick.start()
        self._said = ""
        self.cancel_button.setEnabled(True)
        self.say(self.tr("Reading what is new"))
        self._draw()
        self.show()

    def say(self, step: str) -> None:
        """What it does now; the counting in it is shown and not spoken each second."""
        self.step.setText(f"{step} …")
        self._counts = step.endswith(" s")  # the step tells its own time
        spoken = step.partition(":")[0]
        if spoken != self._said:
            self._said = spoken
            announce(self, step)

    def end(self) -> None:
        """It has ended, one way or another."""
        self._tick.stop()
        self.hide()

    def _cancel(self) -> None:
        self.cancel_button.setEnabled(False)
        self.cancel_asked.emit()

    def _draw(self) -> None:
        seconds = str(self._clock.elapsed() // 1000)
        self._elapsed.setText("" if self._counts else self.tr("%1 s").replace("%1", seconds))

    def _measure(self) -> None:
        px = self._theme.px
        self._column.setContentsMargins(px(14), px(12), px(14), px(12))
        self._column.setSpacing(px(8))
