"""Groups that keep what is chosen at once. Knows keys and values, not what they mean."""

from typing import Any

from PySide6.QtCore import QEvent, QObject, Qt, Signal
from PySide6.QtWidgets import QSpinBox, QWidget

from desktop_app.errors import Problem
from desktop_app.known_settings import KNOWN
from desktop_app.ui.look.theme import theme
from desktop_app.ui.parts.controls import Switch
from desktop_app.ui.parts.settings import KeptSettings
from desktop_app.ui.settings.setting_row import SettingGroup, SettingRow


class KeepingGroup(SettingGroup):
    """A group that keeps what is chosen at once.

    What it cannot keep it says by `failed`, with a Problem's message and hint.
    """

    failed = Signal(str, str)
    kept = Signal()  # something else is kept than before

    def __init__(self, title: str, settings: KeptSettings) -> None:
        super().__init__(title)
        self._settings = settings
        self._switches: list[SwitchRow] = []
        self._numbers: dict[str, NumberField] = {}

    def switch(self, key: str, label: str, explanation: str) -> "SwitchRow":
        """A row that keeps whether this setting is on."""
        row = SwitchRow(key, label, explanation)
        row.switch.toggled.connect(lambda on: self.keep(key, on))
        self._switches.append(row)
        return row

    def add_number(self, key: str, label: str, step: int, unit: str) -> "NumberField":
        """A field that keeps this number."""
        field = self._numbers[key] = NumberField(label, *KNOWN[key].bounds, step, unit)
        field.valueChanged.connect(lambda value: self.keep(key, value))
        return field

    def number(self, key: str) -> "NumberField":
        """The field of a number, by its setting."""
        return self._numbers[key]

    def show_settings(self) -> None:
        """What is kept, also when another page or program chose it."""
        for row in self._switches:
            row.switch.choose(self._settings.get(row.key))
        for key, field in self._numbers.items():
            field.show_kept(self._settings.get(key))

    def keep(self, key: str, value: Any) -> None:
        """Keeps a value, or says why not; what is kept already is not written again."""
        try:
            if self._settings.get(key) != value:
                self._settings.set(key, value)
                self.kept.emit()
        except Problem as problem:
            self.failed.emit(problem.message, problem.hint)


class SwitchRow(SettingRow):
    """A setting that is on or off."""

    def __init__(self, key: str, label: str, explanation: str) -> None:
        self.key = key
        self.switch = Switch(label)
        super().__init__(label, explanation, self.switch)


class NumberField(QSpinBox):
    """A number with its unit, kept once it was typed to its end."""

    def __init__(self, name: str, low: int, high: int, step: int, unit: str) -> None:
        super().__init__()
        self.setAccessibleName(name)
        self.setRange(low, high)
        self.setSingleStep(step)
        self.setSuffix(unit)
        self.setGroupSeparatorShown(True)
        self.setKeyboardTracking(False)
        OnlyWithFocus(self)
        theme().followed_by(self._measure)

    def show_kept(self, value: int) -> None:
        """Shows a value without saying that it changed."""
        self.blockSignals(True)
        self.setValue(value)
        self.blockSignals(False)

    def _measure(self) -> None:
        # The style sheet's padding does not reach the line inside.
        self.lineEdit().setTextMargins(theme().px(8), 0, 0, 0)


class OnlyWithFocus(QObject):
    """Lets a wheel that turns the page pass over a control that would take it for a choice."""

    def __init__(self, control: QWidget) -> None:
        super().__init__(control)
        self._control = control
        control.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        control.installEventFilter(self)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if event.type() == QEvent.Type.Wheel and not self._control.hasFocus():
            event.ignore()
            return True
        return False
