"""The line of time under the title: the slider, and days as they are typed. Knows one timeline."""

from datetime import datetime, timedelta

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QHBoxLayout, QLineEdit, QWidget

from desktop_app import dates
from desktop_app.errors import Problem
from desktop_app.notebook.history import Version
from desktop_app.notebook.timeline import Timeline, end_of
from desktop_app.ui.history.time_slider import TimeSlider
from desktop_app.ui.look.theme import theme
from desktop_app.words import tr

_WEEK = timedelta(days=7)


class TimeBar(QWidget):
    """`asked` and `other_asked` say which version one wants to see, and to compare it with."""

    asked = Signal(object)  # a Version
    other_asked = Signal(object)  # a Version
    refused = Signal(object)  # a Problem: the day that was typed is none, or before the history

    def __init__(self) -> None:
        super().__init__()
        self.timeline = Timeline(())
        self._now = datetime.now().astimezone()
        self.slider = TimeSlider()
        self.day = self._input(tr("As of which day"), tr("as of 2026-01-31"))
        self.other_day = self._input(tr("Compare with which day"), tr("with 2026-01-31"))
        self.day.returnPressed.connect(lambda: self._typed(self.day))
        self.other_day.returnPressed.connect(lambda: self._typed(self.other_day))
        self.slider.chosen.connect(lambda place: self.asked.emit(self.timeline.versions[place]))
        self.slider.other_chosen.connect(
            lambda place: self.other_asked.emit(self.timeline.versions[place])
        )
        self._row = QHBoxLayout(self)
        self._row.addWidget(self.slider, 1)
        for one in (self.day, self.other_day):
            self._row.addWidget(one, 0, Qt.AlignmentFlag.AlignVCenter)
        self.other_day.hide()
        theme().followed_by(self._measure)

    def show_timeline(self, timeline: Timeline, now: datetime) -> None:
        """Of another file, or with more versions."""
        self.timeline, self._now = timeline, now
        self.slider.show_timeline(timeline, now)

    def stand(self, version: Version, other: Version | None) -> None:
        """What is looked at, and what it is compared with where that is a day, too."""
        place = self.timeline.place_of(version.version)
        second = self.timeline.place_of(other.version) if other else -1
        self.slider.stand(place, second)
        self.other_day.setVisible(other is not None)
        newest = place == len(self.timeline.versions) - 1
        for field, one in ((self.day, None if newest else version), (self.other_day, other)):
            if not field.hasFocus():
                field.setText(one.at.astimezone(self._now.tzinfo).date().isoformat() if one else "")

    def usual_other(self, version: Version) -> Version | None:
        """What a version is compared with before another day is chosen: the one a week earlier."""
        place = self.timeline.place_of(version.version)
        if place < 0:
            return None
        return self.timeline.versions[max(0, self.timeline.place(version.at - _WEEK))]

    def _input(self, name: str, example: str) -> QLineEdit:
        made = QLineEdit()
        made.setAccessibleName(name)
        made.setPlaceholderText(example)
        made.setToolTip(tr("%1, then Enter; nothing is now").replace("%1", name))
        return made

    def _typed(self, field: QLineEdit) -> None:
        words, versions = field.text().strip(), self.timeline.versions
        signal = self.asked if field is self.day else self.other_asked
        if not versions:
            return
        if not words or words.casefold() == tr("now"):
            signal.emit(versions[-1])
            return
        day = dates.typed(words)
        if day is None:
            self.refused.emit(Problem(tr("That is no day."), tr("A day is written 2026-01-31.")))
            return
        version = self.timeline.at(end_of(day, self._now.tzinfo))
        if version is None:
            first = dates.plain(
                versions[0].at.astimezone(self._now.tzinfo).date(), self._now.date()
            )
            self.refused.emit(
                Problem(
                    tr("What the file said then is not known."),
                    tr("Its history begins on %1.").replace("%1", first),
                )
            )
            return
        signal.emit(version)

    def _measure(self) -> None:
        px = theme().px
        self._row.setContentsMargins(px(12), px(2), px(12), px(2))
        self._row.setSpacing(px(8))
        for one in (self.day, self.other_day):
            one.setFixedWidth(px(148))
