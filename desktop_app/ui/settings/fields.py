"""Fields of the settings that are more than a switch or a number: a time with its days, a key,
words to look for, the size of everything."""

from collections.abc import Callable, Iterable, Sequence

from PySide6.QtCore import QEvent, QObject, Qt, QTime, Signal
from PySide6.QtGui import QFocusEvent, QKeyEvent, QKeySequence
from PySide6.QtWidgets import QKeySequenceEdit, QLineEdit, QTimeEdit, QWidget

from desktop_app import dates
from desktop_app.errors import Problem
from desktop_app.known_settings import KNOWN, WEEKDAYS
from desktop_app.system.keys import here
from desktop_app.ui.look.theme import theme
from desktop_app.ui.parts.boxes import stacked
from desktop_app.ui.parts.controls import Button, Chip, IconButton
from desktop_app.ui.parts.desktop import CaptureKey, first_weekday
from desktop_app.ui.parts.flow import Flow
from desktop_app.ui.parts.forms import OnlyWithFocus, SettingRow
from desktop_app.ui.parts.labels import text
from desktop_app.ui.parts.notices import announce
from desktop_app.words import together, tr

_TYPED, _SHOWN = QKeySequence.SequenceFormat.PortableText, QKeySequence.SequenceFormat.NativeText


class TimeField(QTimeEdit):
    """Hours and minutes, kept once typed to their end; in words as the settings have them.

    What is typed goes over what is there, however the person came into the field: Qt takes no
    digit beside two others, and none over the whole.
    """

    def __init__(self, name: str) -> None:
        super().__init__()
        self.setAccessibleName(name)
        self.setDisplayFormat("HH:mm")
        self.setKeyboardTracking(False)
        OnlyWithFocus(self)
        self.lineEdit().installEventFilter(self)
        theme().followed_by(self._measure)

    def show_kept(self, value: str) -> None:
        """Shows a time without saying that it changed."""
        self.blockSignals(True)
        self.setTime(QTime.fromString(value, "HH:mm"))
        self.blockSignals(False)

    def focusInEvent(self, event: QFocusEvent) -> None:
        super().focusInEvent(event)
        if event.reason() == Qt.FocusReason.BacktabFocusReason:
            self.setSelectedSection(self.Section.HourSection)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if self.lineEdit().selectedText() == self.text():
            self.setSelectedSection(self.Section.HourSection)
        super().keyPressEvent(event)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if event.type() == QEvent.Type.MouseButtonRelease and not self.lineEdit().selectedText():
            self.setSelectedSection(self.currentSection())
        return super().eventFilter(watched, event)

    def _measure(self) -> None:
        self.lineEdit().setTextMargins(theme().px(8), 0, 0, 0)


class TimeRow(QWidget):
    """A time of day, and below it one chip a day, as the person's week begins; one stays chosen."""

    def __init__(self, label: str, choose: Callable[[str, object], None]) -> None:
        """`choose` takes a setting and its value."""
        super().__init__()
        self._keep = choose
        self.time = TimeField(tr("Time of day"))
        self.time.timeChanged.connect(lambda time: choose("dreams.time", time.toString("HH:mm")))
        self.chips: dict[str, Chip] = {}
        within = QWidget()
        self._flow = Flow(within)
        first, names = first_weekday(), dates.weekday_names()
        for day in (*range(first, 7), *range(first)):
            chip = self.chips[WEEKDAYS[day]] = Chip(names[day][0], "filter")
            chip.setAccessibleName(names[day][1])
            chip.clicked.connect(self._choose)
            self._flow.addWidget(chip)
        self._within = within
        stacked(self, SettingRow(label, KNOWN["dreams.time"].about, self.time), within)
        theme().followed_by(self._measure)

    def show_kept(self, time: str, days: Iterable[str]) -> None:
        """Shows what is chosen without saying that it changed."""
        self.time.show_kept(time)
        days = set(days)
        for name, chip in self.chips.items():
            chip.setChecked(name in days)

    def _chosen(self) -> Sequence[str]:
        return [name for name in WEEKDAYS if self.chips[name].isChecked()]

    def _choose(self) -> None:
        chip = self.sender()
        if not self._chosen() and isinstance(chip, Chip):
            chip.setChecked(True)
        self._keep("dreams.weekdays", self._chosen())

    def _measure(self) -> None:
        px = theme().px
        self._flow.setSpacing(px(4))
        self._within.setContentsMargins(px(16), 0, px(16), px(12))


class KeyField(QKeySequenceEdit):
    """One key with those that are held."""

    chosen = Signal(str)

    def __init__(self, name: str) -> None:
        super().__init__()
        for part in (self, *self.findChildren(QLineEdit)):
            part.setAccessibleName(name)
        self.setMaximumSequenceLength(1)
        self._shown = ""
        self.editingFinished.connect(self._choose)
        theme().followed_by(self._measure)

    def show_keys(self, words: str) -> None:
        """Shows a key without saying that it was chosen."""
        self._shown = words
        self.setKeySequence(QKeySequence(words))
        for part in self.findChildren(QLineEdit):  # Qt's own words, now set, are bad Chinese
            part.setPlaceholderText(tr("Press the keys"))

    def _choose(self) -> None:
        words = self.keySequence().toString(_TYPED)
        if not words:  # only Ctrl, say, was pressed
            self.show_keys(self._shown)
        elif words != self._shown:
            self.chosen.emit(words)

    def _measure(self) -> None:
        self.setFixedWidth(theme().px(150))


class CaptureRow(SettingRow):
    """The key for a note from anywhere: one presses it. What cannot be had is told."""

    def __init__(self, label: str, key: CaptureKey, fail: Callable[[str, str], None]) -> None:
        self._key, self._fail = key, fail
        self.field = KeyField(label)
        shown = QKeySequence(here.SUGGESTED).toString(_SHOWN)
        self.suggested = Button(tr("Use %1").replace("%1", shown))
        self.none = IconButton("cross", tr("No key"))
        super().__init__(label, self._about(), self.suggested, self.field, self.none)
        self.field.chosen.connect(self._choose)
        self.suggested.clicked.connect(lambda: self._choose(here.SUGGESTED))
        self.none.clicked.connect(lambda: self._choose(""))
        key.changed.connect(self._show)
        self._show()

    def _choose(self, words: str) -> None:
        try:
            self._key.choose(words)
        except Problem as problem:
            self._fail(problem.message, problem.hint)
            self._show()

    def _show(self) -> None:
        self.field.show_keys(self._key.words)
        self.suggested.setVisible(not self._key.words)
        self.none.setVisible(bool(self._key.words))
        self.explain(self._about())
        if self._key.problem is not None:
            announce(self, self._about())

    def _about(self) -> str:
        key = self._key
        if key.problem is not None:
            return str(key.problem)
        named = tr("Your desktop calls the key “%1”.").replace("%1", key.named)
        return together(KNOWN["keys.capture"].about, named if key.held and key.named else "")


class ZoomRow(SettingRow):
    """Two buttons, and between them how large all is."""

    def __init__(self, label: str) -> None:
        self.smaller = IconButton("minus", tr("Smaller"))
        self.larger = IconButton("plus", tr("Larger"))
        self.zoom = text("", "ui", "text2")
        super().__init__(
            label, KNOWN["appearance.zoom"].about, self.smaller, self.zoom, self.larger
        )
        self.smaller.clicked.connect(lambda: theme().step_zoom(-1))
        self.larger.clicked.connect(lambda: theme().step_zoom(1))
        theme().followed_by(self._show)

    def _show(self) -> None:
        self.zoom.setText(f"{round(theme().zoom * 100)} %")


class FindRow(SettingRow):
    """A field whose words are looked for, on the page that shows what has them."""

    def __init__(self, label: str, find: Callable[[str], None]) -> None:
        self._find = find
        self.field = QLineEdit()
        self.field.setPlaceholderText(tr("Words, then Enter"))
        self.field.setAccessibleName(label)
        about = tr("In MEMORY.md, days, dreams and conversations.")
        super().__init__(label, about, self.field)
        self.field.returnPressed.connect(self._ask)
        theme().followed_by(self._widen)

    def _ask(self) -> None:
        if words := self.field.text().strip():
            self._find(words)

    def _widen(self) -> None:
        self.field.setFixedWidth(theme().px(220))
