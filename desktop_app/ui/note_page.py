"""What the pages of notes share: a document with editor, reader, strips and find.

Knows how these go together; which file is shown, and what stands beside it, is the page's.
"""

from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import QTimer
from PySide6.QtGui import QTextCursor
from PySide6.QtWidgets import QPlainTextEdit, QStackedWidget, QTextEdit, QWidget

from desktop_app.ui.page import Page
from desktop_app.ui.parts.actions import Actions
from desktop_app.ui.parts.boxes import stacked
from desktop_app.ui.parts.controls import IconButton, Segmented
from desktop_app.ui.parts.header import Header
from desktop_app.ui.parts.more_menu import add_printing
from desktop_app.ui.parts.notices import EmptyState
from desktop_app.ui.reading.find_bar import FindBar
from desktop_app.ui.review.conflict_trip import ConflictTrip
from desktop_app.ui.review.poison_marks import PoisonMarks
from desktop_app.ui.writing.bringing import Bringing
from desktop_app.ui.writing.completing import Completing
from desktop_app.ui.writing.document import Document
from desktop_app.ui.writing.document_bar import DocumentBar, OutsidePill
from desktop_app.ui.writing.editor import Editor
from desktop_app.ui.writing.formatting import (
    EMPHASIS,
    STRONG,
    boxed,
    item,
    link,
    move,
    surround,
    ticked,
    turn_lines,
)
from desktop_app.ui.writing.spelling import SpelledEditor, Spelling
from desktop_app.words import tr

if TYPE_CHECKING:
    from desktop_app.jobs import Jobs
    from desktop_app.memory import Memory
    from desktop_app.ui.reading.reader import Reader

_TICK = 5_000  # milliseconds; how often "Saved 12 s ago" is said anew


class NotePage(Page):
    """Header, strips and find bar over a stack of `editor`, `reader`, and `empty`."""

    def __init__(
        self, jobs: "Jobs", actions: Actions, called: str, empty: EmptyState, modes: dict[str, str]
    ) -> None:
        """`called` is what a screen reader calls the note; `modes` are keys with words."""
        super().__init__(jobs, actions)
        self.editor = Editor(called)
        self.file = Document(self.editor, jobs, self.name)
        self._called = called
        self._reader: Reader | None = None
        self._spelling: Spelling | None = None
        self.header = Header(actions, self.title)
        self.bar = DocumentBar(self.file)
        self.find_bar = FindBar(self.find_area)
        self.modes = Segmented(modes, tr("View"))
        self.conflicts = ConflictTrip(self, self.file)
        self.empty = empty
        self.stack = QStackedWidget()
        self.stack.addWidget(self.empty)
        parts = (self.header, self.bar, self.find_bar, self.stack)
        self._column = stacked(self, *parts, grows=self.stack)
        self.file.changed.connect(self.draw_header)
        self.file.failed.connect(self.told)
        self.conflicts.made.connect(self.stack.addWidget)
        self.conflicts.changed.connect(self._conflicts_changed)
        self.conflicts.left.connect(self.focus_text)
        self.editor.menu_opened.connect(lambda menu, _line: add_printing(menu, actions))
        self.modes.chosen.connect(self.set_mode)
        actions.add(f"{self.name}.save", tr("Save now"), self.file.flush, "Ctrl+S", "check",
            self.name, detail=tr("It saves by itself as well"))  # fmt: skip
        self._add_formatting(actions)
        actions.add(f"{self.name}.paste_plain", tr("Paste as plain text"), self.editor.paste_plain,
            "Ctrl+Shift+V", "edit", self.name, scope=self.editor)  # fmt: skip
        actions.add(f"{self.name}.fold", tr("Fold or unfold the section"), self.editor.fold,
            "Ctrl+.", "list", self.name, scope=self.editor)  # fmt: skip
        actions.add(f"{self.name}.fold_all", tr("Fold or unfold all sections"),
            self.editor.fold_all, "Ctrl+Shift+.", "list", self.name, scope=self.editor)  # fmt: skip
        bringing = Bringing(jobs, self.file)
        bringing.kept.connect(self.toast)
        bringing.failed.connect(self.tell)
        self.completing = Completing(jobs, self.file)
        self.marks = PoisonMarks(self, self.file, self.editor)
        tick = QTimer(self, interval=_TICK)
        tick.timeout.connect(self.draw_header)
        tick.start()

    def check_spelling(self, spelling: "Spelling") -> None:
        """Underlines words that these dictionaries do not know."""
        self._spelling = spelling
        SpelledEditor(self.editor, spelling).failed.connect(self.tell)

    def show_notebook(self, memory: "Memory") -> None:
        super().show_notebook(memory)
        if self._spelling is not None:
            self._spelling.show_notebook(memory)

    @property
    def reader(self) -> "Reader":
        """What shows the note to be read, made when it is first wanted."""
        if self._reader is None:
            from desktop_app.ui.reading.reader import Reader

            words = tr("%1, to read").replace("%1", self._called)
            self._reader = Reader(self.jobs, words)
            self._reader.link_opened.connect(self.opened)
            self._reader.name_asked.connect(self.open_named)
            self._reader.tag_asked.connect(self.find_tag)
            self._reader.shown.connect(self._ask_names)
            self._reader.pictures_asked.connect(self._read_pictures)
            self._reader.page.box_clicked.connect(self._turn_box)
            self.marks.follow(self._reader)
            self.take_reader(self._reader)
        return self._reader

    def take_reader(self, reader: "Reader") -> None:
        """Give it its place."""
        raise NotImplementedError

    def add_tools(self, *tools: QWidget) -> None:
        """The header's tools; the pill before them comes and goes."""
        self.history = IconButton("history", tr("History of this file"))
        self.history.clicked.connect(lambda: self.history_asked.emit(self.file.path, 0, 0))
        self.header.add(OutsidePill(self.file), *tools, self.history, self.modes)

    def _add_formatting(self, actions: Actions) -> None:
        changes: tuple[tuple[str, str, str, Callable[[QTextCursor], None]], ...] = (
            ("strong", tr("Bold"), "Ctrl+B", lambda at: surround(at, STRONG)),
            ("emphasis", tr("Italic"), "Ctrl+I", lambda at: surround(at, EMPHASIS)),
            ("link", tr("Make a link"), "Ctrl+Shift+K", link),
            ("list", tr("List item"), "Ctrl+Shift+8", lambda at: turn_lines(at, item, back=True)),
            ("box", tr("Check box"), "Ctrl+L", lambda at: turn_lines(at, boxed)),
            ("up", tr("Move the line up"), "Alt+Up", lambda at: move(at, -1)),
            ("down", tr("Move the line down"), "Alt+Down", lambda at: move(at, 1)),
        )
        for key, words, keys, change in changes:
            slot = partial(self.editor.ask, change)
            actions.add(f"{self.name}.{key}", words, slot, keys, "edit", self.name,
                scope=self.editor)  # fmt: skip

    def _turn_box(self, line: int) -> None:
        """Ticks the check box on this line of the text that is read, or takes its tick away."""
        lines = self.file.text.split("\n")
        if not self.file.editable or (turned := ticked(lines[line - 1])) is None:
            return
        self.file.edit()
        if not self.editor.loading:
            self.editor.change("\n".join([*lines[: line - 1], turned, *lines[line:]]))
            self.file.flush()
            self.read_again()

    def _ask_names(self) -> None:
        """Which notes there are, once a text with links to them is shown."""
        memory = self.memory
        if memory is not None and "[[" in self.file.text:
            self.jobs.call(f"{self.name}.names", memory.note_links.names, self.reader.show_names)

    def _read_pictures(self, sources: set[str]) -> None:
        """Pictures that lie in the notebook; nothing else is read, and nothing fetched."""
        from desktop_app.ui.reading.picture import decoded

        memory, path, reader = self.memory, self.file.path, self.reader
        if memory is not None:
            self.jobs.call(
                f"{self.name}.pictures",
                lambda: decoded(memory.files.pictures(path, sources)),
                lambda pictures: reader.show_pictures(path, pictures),
            )

    def read_again(self) -> None:
        """Shows the text as it is now to who reads it."""
        raise NotImplementedError

    def add_strip(self, strip: QWidget) -> None:
        """A strip of the page's own, below the find bar."""
        self._column.insertWidget(self._column.indexOf(self.stack), strip)

    def end_trips(self) -> None:
        """Back to the text, from what is to be decided."""
        self.conflicts.end()

    def trip_view(self) -> QWidget | None:
        """What is to be decided, if that stands in the text's place now."""
        return self.conflicts.view if self.conflicts.on else None

    def draw(self) -> None:
        """Shows what is to be shown now."""
        raise NotImplementedError

    def focus_text(self) -> None:
        """The keyboard to the text, as it is shown."""
        self.stack.currentWidget().setFocus()

    def take_keyboard(self, line: int) -> None:
        """Gives the keyboard to the line of this note that the person came to."""
        if line and self.isVisible():
            self.focus_text()

    def _conflicts_changed(self) -> None:
        self.bar.show_asking(self.conflicts.on)
        self.draw()

    def shown_path(self) -> str:
        return self.file.path

    def find_area(self) -> QTextEdit | QPlainTextEdit:
        """The text widget that is shown."""
        raise NotImplementedError

    def draw_header(self) -> None:
        """Says the title and the state anew."""
        raise NotImplementedError

    def set_mode(self, mode: str) -> None:
        """Another way to look at the note."""
        raise NotImplementedError

    def leave(self) -> None:
        self.file.flush()

    def unkept(self) -> list[str]:
        return self.file.unkept

    def focus_search(self) -> None:
        self.find_bar.open()
