"""Says that MEMORY.md is longer than agents read. Knows lengths and limits, not the text."""

from PySide6.QtCore import QCoreApplication

from desktop_app.notebook.length import Length, Limits
from desktop_app.ui.parts.labels import Pill


def _tr(words: str) -> str:
    return QCoreApplication.translate("LengthPill", words)


def over_words(length: Length, limits: Limits, passed: str) -> str:
    """MEMORY.md has 240 lines; agents read the first 200."""
    said = {
        "lines": _tr("MEMORY.md has %1 lines; agents read the first %2."),
        "characters": _tr("MEMORY.md has %1 characters; agents read the first %2."),
    }[passed]
    return _filled(said, length, limits, passed)


def _filled(said: str, length: Length, limits: Limits, passed: str) -> str:
    has, read = getattr(length, passed), getattr(limits, passed)
    return said.replace("%1", f"{has:,}").replace("%2", f"{read:,}")


class LengthPill(Pill):
    """Stands in the header while agents do not read all of it."""

    def __init__(self) -> None:
        super().__init__("", "warn")
        self.hide()

    def show_length(self, length: Length, limits: Limits) -> None:
        """Says it, or nothing where all of it is read."""
        passed = limits.passed(length)
        self.setVisible(bool(passed))
        if passed:
            said = {
                "lines": _tr("%1 lines, agents read %2"),
                "characters": _tr("%1 characters, agents read %2"),
            }[passed]
            self.setText(_filled(said, length, limits, passed))
            self.setAccessibleName(over_words(length, limits, passed))
            self.setToolTip(_tr("%1 A dream offers to move what nobody used to a topic file.")
                .replace("%1", over_words(length, limits, passed)))  # fmt: skip
