"""The slider over time: a step for each change. Knows no text of a version."""

from datetime import datetime

from PySide6.QtCore import QSignalBlocker, Qt, Signal
from PySide6.QtGui import QMouseEvent
from PySide6.QtWidgets import QSlider, QStyle

from desktop_app import dates
from desktop_app.notebook.timeline import Timeline
from desktop_app.ui.history.versions import version_in_words
from desktop_app.words import tr

_TICKS = 100  # marks that one can still tell apart
_TEN = 10  # changes that Page Up and Page Down go


class TimeSlider(QSlider):
    """From the first version that is known to the newest. Left and Right go from change to
    change."""

    chosen = Signal(int)  # the place of a version in the timeline

    def __init__(self) -> None:
        super().__init__(Qt.Orientation.Horizontal)
        self.timeline = Timeline(())
        self._now: datetime | None = None
        self.setAccessibleName(tr("Time"))
        self.setTickPosition(QSlider.TickPosition.TicksBelow)
        self.setPageStep(_TEN)
        self.setMinimumWidth(160)
        self.valueChanged.connect(self._move)

    def show_timeline(self, timeline: Timeline, now: datetime) -> None:
        """Other versions, or more of them."""
        self.timeline, self._now = timeline, now
        with QSignalBlocker(self):
            self.setMaximum(max(0, len(timeline.versions) - 1))
        self.setTickInterval(max(1, len(timeline.versions) // _TICKS))
        self._describe()

    def stand(self, place: int) -> None:
        """Where the handle stands; says nothing."""
        with QSignalBlocker(self):
            self.setValue(place)
        self._describe()

    def _move(self, place: int) -> None:
        self._describe()
        self.chosen.emit(place)

    def _describe(self) -> None:
        """Which version it is, for the mouse and for a screen reader."""
        words, count = "", len(self.timeline.versions)
        if count:
            version = self.timeline.versions[self.value()]
            told = tr("%1, %2. Change %3 of %4.").replace("%1", dates.when(version.at, self._now))
            told = told.replace("%2", version_in_words(version, first=self.value() == 0))
            words = told.replace("%3", f"{self.value() + 1:,}").replace("%4", f"{count:,}")
        self.setAccessibleDescription(words)
        keys = tr("Left and Right go to the change before and after, Home and End to both ends.")
        self.setToolTip(f"{words}\n{keys}".strip())

    def mousePressEvent(self, event: QMouseEvent) -> None:
        """To the version at this place, not a page towards it."""
        at, wide = round(event.position().x()), self.width()
        self.setValue(QStyle.sliderValueFromPosition(0, self.maximum(), at, wide))
        super().mousePressEvent(event)
