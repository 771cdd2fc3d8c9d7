"""Marks beside lines that were written to steer a model, and the list of them in an inspector.

Knows a note's document and the poison lab's question, not what makes a line suspicious.
"""

from collections.abc import Sequence
from typing import TYPE_CHECKING

from PySide6.QtCore import QEvent, QObject, Qt, QTimer, Signal
from PySide6.QtWidgets import QVBoxLayout, QWidget

from desktop_app.ui.page import Page
from desktop_app.ui.parts.controls import Button
from desktop_app.ui.parts.inspector import lines_in
from desktop_app.ui.parts.labels import breakable
from desktop_app.ui.parts.labels import text as label
from desktop_app.words import counted, tr

if TYPE_CHECKING:
    from desktop_app.memory.poison import PoisonedLine
    from desktop_app.ui.writing.document import Document
    from desktop_app.ui.writing.editor import Editor

_SHOWN = 5  # lines of the inspector
_REST = 600  # milliseconds without a change of the text
_MOST = 1_000_000  # characters of a text that is looked at while it is written


class SuspiciousLines(QWidget):
    """The suspicious lines of what is shown; its section is hidden where there are none."""

    chosen = Signal(int)

    def __init__(self) -> None:
        super().__init__()
        self._section: QWidget | None = None
        self._lines = QVBoxLayout(self)
        self._lines.setContentsMargins(0, 0, 0, 0)
        self.buttons: list[Button] = []

    def take_section(self, section: QWidget) -> None:
        """The section it stands in."""
        self._section = section
        section.hide()

    def show_found(self, found: "Sequence[PoisonedLine]") -> None:
        """What these lines would do, and how sure that is."""
        from desktop_app.language.gate.poison_words import (
            all_words,
            sure_words,
        )  # after the picture

        parts: list[QWidget] = []
        self.buttons = []
        for one in found[:_SHOWN]:
            where = tr("{sure}, line {line}").format(sure=sure_words(one.certainty), line=one.line)
            button = Button(where, "link")
            button.clicked.connect(lambda _on=False, line=one.line: self.chosen.emit(line))
            self.buttons.append(button)
            parts += [
                button,
                label(breakable(all_words(one.findings)), "meta", "text2", wrap=True),
            ]
        if (more := len(found) - _SHOWN) > 0:
            parts.append(label(counted("{count} more", "{count} more", more), "meta", "text2"))
        lines_in(self._lines, parts)
        for button in self.buttons:
            self._lines.setAlignment(button, Qt.AlignmentFlag.AlignLeft)
        if self._section is not None:
            self._section.setVisible(bool(found))


class PoisonMarks(QObject):
    """Looks at a page's text in a worker, and marks it where it is written and read."""

    def __init__(self, page: Page, document: "Document", editor: "Editor") -> None:
        super().__init__(page)
        self._page, self._document, self._editor = page, document, editor
        self._list: SuspiciousLines | None = None
        self._soon = QTimer(self, singleShot=True, interval=_REST)
        self._soon.timeout.connect(self._look)
        self.found: tuple[PoisonedLine, ...] = ()
        document.opened.connect(self._opened)
        document.renewed.connect(lambda _outside: self._soon.start())
        editor.edited.connect(self._soon.start)
        editor.loaded.connect(self._mark)
        page.installEventFilter(self)

    def tell(self, listed: SuspiciousLines) -> None:
        """The list that shows what was found."""
        self._list = listed

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """A line may have been called fine elsewhere meanwhile."""
        if event.type() == QEvent.Type.Show:
            self._soon.start()
        return super().eventFilter(watched, event)

    def _opened(self) -> None:
        self._show(())
        self._soon.start()

    def _look(self) -> None:
        memory, path, text = self._page.memory, self._document.path, self._document.text
        if memory is None or not path or len(text) > _MOST or not self._page.isVisible():
            return

        def show(found: "list[PoisonedLine]") -> None:
            if (path, text) == (self._document.path, self._document.text):
                self._show(tuple(found))

        self._page.jobs.call(
            f"{self._page.name}.poison", lambda: memory.poison.in_text(path, text), show
        )

    def _show(self, found: "tuple[PoisonedLine, ...]") -> None:
        if found != self.found:
            self.found = found
            if self._list is not None:
                self._list.show_found(found)
        self._mark()

    def _mark(self) -> None:
        words = {}
        if self.found:
            from desktop_app.language.gate.poison_words import findings_words

            words = {one.line: findings_words(one.findings) for one in self.found}
        self._editor.warn(words)
