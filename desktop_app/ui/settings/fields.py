"""Fields of the settings that are more than a switch or a number: a time with its days, a key,
words to look for, the size of everything."""

from collections.abc import Callable, Iterable, Sequence
from contextlib import suppress
from typing import TYPE_CHECKING

from PySide6.QtCore import QEvent, QObject, Qt, QTime, Signal
from PySide6.QtGui import QFocusEvent, QKeyEvent, QKeySequence
from PySide6.QtWidgets import QFrame, QKeySequenceEdit, QLineEdit, QTimeEdit, QWidget
from shiboken6 import isValid

from desktop_app import dates
from desktop_app.errors import Problem
from desktop_app.known_settings import KNOWN, WEEKDAYS
from desktop_app.system.keys import here
from desktop_app.ui.look.theme import theme
from desktop_app.ui.models.server import other_computer
from desktop_app.ui.parts.boxes import sized, stacked
from desktop_app.ui.parts.controls import Button, Chip, IconButton
from desktop_app.ui.parts.desktop import CaptureKey, first_weekday
from desktop_app.ui.parts.flow import Flow
from desktop_app.ui.parts.forms import Lined, OnlyWithFocus, SettingRow
from desktop_app.ui.parts.inspector import lines_in
from desktop_app.ui.parts.labels import Pill, text
from desktop_app.ui.parts.notices import announce
from desktop_app.words import together, tr

if TYPE_CHECKING:
    from desktop_app.jobs import Jobs
    from desktop_app.memory import Memory
    from desktop_app.models.address import Address
    from desktop_app.notebook.doctor import CheckResult


_MOST = 60  # findings shown; those that ask for something come first


class CheckRow(QWidget):
    """A button, and below it what was found."""

    def __init__(self, label: str, jobs: "Jobs", memory: "Memory | None") -> None:
        super().__init__()
        self._jobs, self._memory = jobs, memory
        self.looking = False
        self.findings: list[SettingRow] = []
        self.button = Button(tr("Check now"), "plain", "check")
        self.button.clicked.connect(self.look)
        self.row = SettingRow(
            label,
            tr(
                "Looks whether every file can be read, every earlier version is as it was kept "
                "and the index agrees with the files. Nothing is changed by looking."
            ),
            self.button,
        )
        self._findings = Lined()
        stacked(self, self.row, self._findings)

    def look(self) -> None:
        if self._memory is None or self.looking:
            return
        self.looking = True  # a button switched off would lose the keyboard
        self.row.explain(tr("Looking at every file and every version…"))
        self._jobs.call("settings.check", self._memory.doctor, self._looked, self._failed)

    def _looked(self, results: "list[CheckResult]") -> None:
        if not isValid(self):  # another section is shown
            return
        wanting = sum(not one.ok for one in results)
        if not wanting:
            words = tr("All is well: %1 checks, looked at %2.")
            words = words.replace("%1", str(len(results)))
        elif wanting == 1:
            words = tr("One thing asks for your attention, looked at %2.")
        else:
            words = tr("%1 things ask for your attention, looked at %2.")
            words = words.replace("%1", str(wanting))
        assert self._memory is not None
        self.looking = False
        self.row.explain(words.replace("%2", f"{self._memory.now():%H:%M}"))
        announce(self, self.row.explanation.text())
        results.sort(key=lambda one: one.ok)
        self.findings = []
        for one in results[:_MOST]:
            pill = Pill(tr("OK") if one.ok else tr("Attention"), "ok" if one.ok else "warn")
            row = SettingRow(one.message, one.hint, pill)
            row.label.setWordWrap(True)
            row.label.setTextInteractionFlags(row.explanation.textInteractionFlags())
            self.findings.append(row)
        parts: list[QWidget] = [*self.findings]
        if (left := len(results) - _MOST) > 0:
            more = text(tr("… and %1 more.").replace("%1", str(left)), "meta", "text2")
            more.setContentsMargins(theme().px(16), 8, 16, 12)
            parts.append(more)
        lines_in(self._findings.column, parts)

    def _failed(self, problem: Problem) -> None:
        if not isValid(self):
            return
        self.looking = False
        self.row.explain(str(problem))


class AddressRow(SettingRow):
    """A field for the address. One of another computer is used only after its name was typed."""

    def __init__(
        self, label: str, move: Callable[[str, str], None], grew: Callable[[QWidget], None]
    ) -> None:
        """`move` gets the address ("" for the usual one) and the host that is consented to; `grew`
        what is there now, perhaps out of sight."""
        self._move, self._grew = move, grew
        self.field = QLineEdit()
        self.field.setAccessibleName(tr("Address of Ollama"))
        super().__init__(label, KNOWN["models.address"].about, self.field)
        self._typed = self._host = ""
        self._asking = False
        self._known: tuple[str, Address, str] | None = None
        self.trouble = text("", "meta", "danger", wrap=True)  # why an address is not used
        self.consent = ConsentStrip()
        self.consent.agree.clicked.connect(self._agree)
        self.consent.stay.clicked.connect(self._stay)
        for part in (self.trouble, self.consent):
            part.hide()
            self.words.addWidget(part)
        self.field.editingFinished.connect(self._finish)
        self.field.returnPressed.connect(self._go_on)
        sized(self.field, width=220)

    def show_address(self, typed: str, usual: "Address", consent: str) -> None:
        """What is kept: the address as it was typed, the usual one, and who was consented to."""
        if (typed, usual, consent) == self._known and (self._asking or self.field.hasFocus()):
            return  # not under the person's hand
        self._known = (typed, usual, consent)
        self._typed, self._host, self._asking = typed, consent, False
        if not self.field.hasFocus():
            self.field.setText(typed)
        self.field.setPlaceholderText(f"{usual.host}:{usual.port}")
        self.trouble.hide()
        if consent:
            sentence = tr("What a model is asked to read is sent to %1: your notes leave here.")
            self.consent.show_words(sentence.replace("%1", consent), "")
        else:
            self.consent.hide()

    def show_failed(self, problem: Problem) -> None:
        self.trouble.setText(str(problem))
        self.trouble.show()
        self._asking = False
        self.consent.hide()
        self._grew(self)
        announce(self, self.trouble.text())

    def _finish(self) -> None:
        typed = self.field.text().strip()
        if typed == self._typed:
            if self._asking:  # nobody is asked about the other one any more
                self._asking = False
                self.consent.hide()
            return
        self.trouble.hide()
        try:
            host = other_computer(typed)
        except Problem:
            self.show_failed(
                Problem(
                    tr("This is not an address."),
                    tr("It looks like 127.0.0.1:11434. Ollama is asked where it was before."),
                )
            )
            return
        if not host:
            self._move(typed, "")
        elif not (self._asking and self._host == host):
            self._host, self._asking = host, True
            sentence = tr(
                "%1 is another computer. What a model is asked to read would be sent there: your "
                "notes would leave this computer. If you want that, type its name."
            ).replace("%1", host)
            self.consent.show_words(sentence, host)
            self._grew(self.consent)
            announce(self, sentence)

    def _go_on(self) -> None:
        """Enter leads on to the consent, where one is asked for."""
        self._finish()
        if self._asking:
            self.consent.name.setFocus(Qt.FocusReason.TabFocusReason)

    def _agree(self) -> None:
        """To the very computer that was asked about; what is typed now may be another one."""
        typed = self.field.text().strip()
        with suppress(Problem):
            if self._asking and other_computer(typed) == self._host:
                self._asking = False
                self._move(typed, self._host)

    def _stay(self) -> None:
        asked, self._asking = self._asking, False
        self.consent.hide()
        self.field.setFocus(Qt.FocusReason.OtherFocusReason)
        if asked:  # it was only asked: all is as it was
            self.field.setText(self._typed)
        else:
            self.field.clear()
            self._move("", "")


class ConsentStrip(QFrame):
    """What would leave, the name to type, and the way back."""

    def __init__(self) -> None:
        super().__init__()
        self.setProperty("kind", "banner")
        self.setProperty("tone", "warn")
        self.warning = text("", "ui", "", wrap=True)
        self.name = QLineEdit()
        self.name.textChanged.connect(self._compare)
        self.agree = Button("", "danger")
        self.name.returnPressed.connect(self.agree.click)
        self.stay = Button(tr("Stay on this computer"))
        below = QWidget()
        flow = sized(Flow(below, centred=True), gap=8)
        for part in (sized(self.name, width=180), self.agree, self.stay):
            flow.addWidget(part)
        sized(stacked(self, self.warning, below), (12, 10, 12, 10), 8)

    def show_words(self, words: str, host: str) -> None:
        """Say this, and ask for the name of this host where there is one."""
        self._host = host
        self.warning.setText(words)
        self.name.clear()
        self.name.setPlaceholderText(host)
        self.name.setAccessibleName(tr("Name of the other computer, to agree"))
        self.agree.setText(tr("Send notes to %1").replace("%1", host))
        self.agree.setEnabled(False)
        self.name.setVisible(bool(host))
        self.agree.setVisible(bool(host))
        self.show()

    def _compare(self) -> None:
        self.agree.setEnabled(self.name.text().strip().casefold() == self._host.casefold())


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
        super().__init__()
        self._keep = choose
        self.time = TimeField(tr("Time of day"))
        self.time.timeChanged.connect(lambda time: choose("dreams.time", time.toString("HH:mm")))
        self.chips: dict[str, Chip] = {}
        within = sized(QWidget(), (16, 0, 16, 12))
        flow = sized(Flow(within), gap=4)
        first, names = first_weekday(), dates.weekday_names()
        for day in (*range(first, 7), *range(first)):
            chip = self.chips[WEEKDAYS[day]] = Chip(names[day][0], "filter")
            chip.setAccessibleName(names[day][1])
            chip.clicked.connect(self._choose)
            flow.addWidget(chip)
        stacked(self, SettingRow(label, KNOWN["dreams.time"].about, self.time), within)

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
        sized(self, width=150)

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
        sized(self.field, width=220)

    def _ask(self) -> None:
        if words := self.field.text().strip():
            self._find(words)
