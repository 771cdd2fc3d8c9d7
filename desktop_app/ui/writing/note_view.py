"""A text to read, as the editor shows it. Knows lines and links, opens no file of its own."""

from collections.abc import Callable
from typing import Any

from PySide6.QtWidgets import QFrame

from desktop_app.ui.parts.boxes import stacked
from desktop_app.ui.parts.notices import LinkStrip
from desktop_app.ui.writing.editor import Editor


class NoteView(QFrame):
    """Shows a text for reading only; Ctrl+click opens a link."""

    def __init__(self, name: str, led: Callable[[Any], object] | None = None) -> None:
        """`led` goes where a link leads: see `LinkStrip`."""
        super().__init__()
        self.setProperty("surface", "doc")
        self._path = ""
        self.editor, self.ask = Editor(name), LinkStrip()
        if led is not None:
            self.ask.led.connect(led)
        self.editor.link_pressed.connect(lambda href: self.ask.follow(self._path, href))
        self.setFocusProxy(self.editor)
        stacked(self, self.ask, self.editor, grows=self.editor)

    def show_text(self, text: str, path: str, rows: tuple[str, list[int]] | None = None) -> None:
        """Shows a text of the note at `path`; the same note stays where it was scrolled to.

        `rows` are what is shown in its place, as `folded` gives them.
        """
        if path == self._path and rows is None:
            self.editor.receive(text, fixed=True)
        elif path != self._path or text != self.editor.text():
            self.ask.clear()
            self.editor.load(text, fixed=True, rows=rows)
        self._path = path
