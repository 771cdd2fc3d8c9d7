"""The settings of how much of MEMORY.md agents read. Knows two numbers, no dream."""

from PySide6.QtCore import Signal

from desktop_app.known_settings import KNOWN
from desktop_app.ui.parts.settings import KeptSettings
from desktop_app.ui.settings.keeping import NumberField
from desktop_app.ui.settings.setting_row import SettingRow
from desktop_app.words import tr


class FittingRow(SettingRow):
    """Lines and characters; 0 is no limit."""

    chosen = Signal(str, int)  # a key and its value

    def __init__(self, settings: KeptSettings) -> None:
        most = KNOWN["memory.lines"].bounds, KNOWN["memory.characters"].bounds
        lines = NumberField(tr("Lines"), *most[0], 10, tr(" lines"))
        characters = NumberField(tr("Characters"), *most[1], 1_000, tr(" characters"))
        super().__init__(
            tr("What agents read of memory"),
            tr(
                "Only the beginning of MEMORY.md. Above this, a dream offers to move what nobody "
                "used to a topic file. Nothing is dropped."
            ),
            lines,
            characters,
        )
        self._settings = settings
        self.fields = {"memory.lines": lines, "memory.characters": characters}
        for key, field in self.fields.items():
            field.setSpecialValueText(tr("no limit"))
            field.valueChanged.connect(lambda value, key=key: self.chosen.emit(key, value))

    def show_settings(self) -> None:
        """What is kept."""
        for key, field in self.fields.items():
            field.show_kept(int(self._settings.get(key)))
