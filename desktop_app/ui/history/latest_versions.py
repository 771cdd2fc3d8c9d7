"""The latest versions of a file, as an inspector lists them. Knows versions, shows none."""

from collections.abc import Sequence
from datetime import datetime

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QWidget

from desktop_app import dates
from desktop_app.notebook.history import Version
from desktop_app.ui.history.version_words import version_in_words
from desktop_app.ui.parts.controls import Button
from desktop_app.ui.parts.inspector import PressedLines
from desktop_app.ui.parts.side_line import SideLine
from desktop_app.words import tr

SOME = 6  # versions shown


class LatestVersions(PressedLines):
    """The newest versions first; `chosen` asks to see one of them, `asked` to see all."""

    chosen = Signal(object, str)  # a Version, and what it is called
    asked = Signal()

    def show_versions(self, versions: Sequence[Version], now: datetime) -> None:
        """Shows these in place of the ones before; `now` is what "today" means."""
        lines: list[QWidget] = []
        for version in versions[:SOME]:
            first = version is versions[-1]  # nothing older is known
            words = version_in_words(version, first=first)
            line = SideLine(words, dates.when(version.at, now))
            line.clicked.connect(
                lambda _checked=False, one=version, words=words: self.chosen.emit(one, words)
            )
            lines.append(line)
        if lines:
            lines.append(self._all_of_it())
        self.show_lines(lines, tr("Changes made from now on are kept here."))

    def _all_of_it(self) -> Button:
        whole = Button(tr("All versions"), "quiet")
        whole.setToolTip(tr("Compare them, restore one or a line of it"))
        whole.clicked.connect(self.asked)
        return whole
