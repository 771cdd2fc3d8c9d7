"""What the pages of MEMORY.md and of days share: a document that is edited where it is read, with
strips, find, and an inspector beside it.

Knows how these go together; which file is shown is the page's.
"""

from collections.abc import Callable, Mapping
from functools import cached_property, partial
from itertools import chain
from typing import TYPE_CHECKING, Any, TypeVar

from PySide6.QtCore import QEvent, QObject, QTimer
from PySide6.QtGui import QImage, QTextCursor
from PySide6.QtWidgets import QWidget

from desktop_app.notebook.layout import FileKind
from desktop_app.ui.page import Page, PageParts
from desktop_app.ui.parts.boxes import Pile, stacked
from desktop_app.ui.parts.controls import IconButton
from desktop_app.ui.parts.delayed import at_rest
from desktop_app.ui.parts.header import Header
from desktop_app.ui.parts.notices import LinkStrip, announce
from desktop_app.ui.writing.document import Document
from desktop_app.ui.writing.document_bar import DocumentBar
from desktop_app.ui.writing.editor import LARGE, Editor
from desktop_app.ui.writing.formatting import (
    EMPHASIS,
    STRONG,
    boxed,
    surround,
    turn_lines,
)
from desktop_app.ui.writing.markup import pictures
from desktop_app.words import tr

if TYPE_CHECKING:
    from desktop_app.memory import Changed
    from desktop_app.ui.file_side import FileSide
    from desktop_app.ui.reading.find_bar import FindBar
    from desktop_app.ui.writing.editor import Editor

_MOST_LOOKED_AT = 1_000_000  # characters of a text that is looked at while it is written


class PoisonMarks(QObject):
    """Looks at a page's text in a worker, and marks it where it is written and read."""

    def __init__(self, page: Page, document: "Document", editor: "Editor") -> None:
        super().__init__(page)
        self._page, self._document, self._editor = page, document, editor
        self._soon = at_rest(self, self._look)
        self.found: dict[int, str] = {}
        document.opened.connect(self._opened)
        document.renewed.connect(lambda _outside: self._soon.start())
        editor.edited.connect(self._soon.start)
        editor.loaded.connect(self._mark)
        page.installEventFilter(self)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """A line may have been called fine elsewhere meanwhile."""
        if event.type() == QEvent.Type.Show:
            self._soon.start()
        return super().eventFilter(watched, event)

    def _opened(self) -> None:
        self._show({})
        self._soon.start()

    def _look(self) -> None:
        memory, path, text = self._page.memory, self._document.path, self._document.text
        if memory is None or not path or len(text) > _MOST_LOOKED_AT or not self._page.isVisible():
            return

        def show(found: dict[int, str]) -> None:
            if (path, text) == (self._document.path, self._document.text):
                self._show(found)

        self._page.jobs.call(f"{self._page.name}.poison", lambda: memory.poison.in_text(text), show)

    def _show(self, found: dict[int, str]) -> None:
        self.found = found
        self._mark()

    def _mark(self) -> None:
        self._editor.warn(self.found)


T = TypeVar("T")
S = TypeVar("S", bound="FileSide")

_TICK = 5_000  # milliseconds; how often "Saved 12 s ago" is said anew


class NotePage(Page):
    """Header, strips and find bar over a stack of `editor` and `empty`. What stands beside the file
    is asked for again when files of these `kinds` change.

    `asked` is the path that is shown or on its way.
    """

    kinds: frozenset[FileKind]
    empty: Any  # what stands there in place of an empty text, made when it is wanted
    has_side = True

    def __init__(self, given: PageParts, called: str) -> None:
        """`called` is what a screen reader calls the note."""
        super().__init__(given)
        self.editor = Editor(called)
        self.file = Document(self.editor, self.jobs, self.name)
        self.asked = ""
        self._pictures: set[str] = set()
        self.files_later = at_rest(self, self._ask_now)
        self.header = Header(self.registry, self.title)
        self.bar = DocumentBar(self.file)
        self.stack = Pile(self.editor)
        self.links = LinkStrip()
        self.links.led.connect(self.follow)
        self.editor.link_pressed.connect(lambda to: self.links.follow(self.file.path, to))
        parts = (self.header, self.bar, self.links, self.stack)
        self._column = stacked(self, *parts, grows=self.stack)
        self.file.changed.connect(self.draw_header)
        self.file.failed.connect(self.told)
        self.editor.edited.connect(self.acted)
        self.editor.loaded.connect(self._opened_text)
        self.file.saved.connect(self.files_later.start)
        self.file.renewed.connect(self._renewed)
        self.registry.add(f"{self.name}.save", tr("Save now"), self.file.flush, "Ctrl+S", "check",
            self.name, listed=False)  # fmt: skip
        self._add_deeds()
        self.marks = PoisonMarks(self, self.file, self.editor)
        tick = QTimer(self, interval=_TICK)
        tick.timeout.connect(self.draw_header)
        tick.start()

    def heard(self, side: S) -> S:
        """The inspector, with what is chosen in it; no first picture waits for it."""
        side.opened.connect(self.opened)
        side.outline.chosen.connect(self.arrive)
        side.history.chosen.connect(
            lambda version: self.history_asked.emit(self.file.path, version)
        )
        return side

    @cached_property
    def find_bar(self) -> "FindBar":
        from desktop_app.ui.reading.find_bar import FindBar  # wanted by no first picture

        bar = FindBar(self.editor)
        self._column.insertWidget(self._column.indexOf(self.links) + 1, bar)
        return bar

    def show_changed(self, changed: "Changed") -> None:
        if self.memory is None:
            return
        if not {self.asked, self.file.path}.isdisjoint(changed.paths):
            self.file.look(own=changed.own)
        if {*map(self.memory.layout.kind, changed.paths)} & self.kinds:
            self.files_later.start()

    def show_again(self) -> None:
        self.file.look()
        self.files_later.start()

    def entered(self) -> None:
        if self.files_later.isActive():
            self.files_later.stop()
            self._ask_now()

    def _ask_now(self) -> None:
        self.ask_files()
        self._look_at_pictures()

    def ask_files(self) -> None:
        """Asks anew for what files beside this one tell."""
        raise NotImplementedError

    def ask_past(self) -> None:
        memory, path = self.memory, self.file.path
        if memory is not None and path:
            side = self.side
            self.ask_beside("versions", lambda: memory.history.versions(path),
                lambda found: side.history.show_versions(found, memory.now()))  # fmt: skip
            # Ten years of notes take a second at first: the rest does not wait for it.
            self.ask_beside("links", lambda: memory.note_links.to(path),
                lambda found: side.show_links(found, memory.layout, memory.today()),
            )  # fmt: skip

    def ask_beside(self, what: str, work: Callable[[], T], show: Callable[[T], object]) -> None:
        """Asks for something beside this file; no answer is shown once another is on its way."""
        path = self.file.path
        self.jobs.call(
            f"{self.name}.{what}",
            work,
            lambda answer: show(answer) if path == self.asked else None,
            self.tell,
        )

    def begin(self, text: str) -> None:
        """Begins the file with this text, the keyboard behind it."""
        self.file.begin(text)
        self.stack.setCurrentWidget(self.editor)
        self.editor.setFocus()
        self.editor.go_to_end()

    def add_tools(self, *tools: QWidget) -> None:
        self.history = IconButton("history", tr("History of this file"))
        self.history.clicked.connect(lambda: self.history_asked.emit(self.file.path, 0))
        self.header.add(*tools, self.history)

    def _add_deeds(self) -> None:
        editor = self.editor

        def by(change: Callable[[QTextCursor], None]) -> Callable[[], None]:
            return partial(editor.ask, change)

        for key, words, keys, act in (
            ("strong", tr("Bold"), "Ctrl+B", by(lambda at: surround(at, STRONG))),
            ("emphasis", tr("Italic"), "Ctrl+I", by(lambda at: surround(at, EMPHASIS))),
            ("box", tr("Check box"), "Ctrl+L", by(lambda at: turn_lines(at, boxed))),
            ("open_link", tr("Open the link at the cursor"), "Ctrl+Return", editor.open_link),
        ):  # fmt: skip
            name = f"{self.name}.{key}"
            self.registry.add(name, words, act, keys, "edit", self.name, scope=editor)

    def _renewed(self, outside: bool) -> None:
        self._look_at_pictures()
        self.draw_header()
        if outside and self.isVisible():
            announce(self.header, tr("Updated from outside"))

    def _opened_text(self) -> None:
        self.links.clear()
        self._pictures.clear()
        self._look_at_pictures()

    def _look_at_pictures(self) -> None:
        """Shows the pictures that the text names."""
        memory, path, text = self.memory, self.file.path, self.file.text
        if memory is None or len(text) > LARGE:
            return
        named = set(chain.from_iterable(map(pictures, text.split("\n")))) if "![" in text else set()
        if wanted := named - self._pictures:
            from desktop_app.ui.reading.picture import decoded  # wanted after the first picture

            def show(read: Mapping[str, QImage]) -> None:
                if path == self.file.path:
                    self._pictures |= wanted
                    self.editor.show_pictures(read)

            work = lambda: decoded(memory.files.pictures(path, wanted))
            self.jobs.call(f"{self.name}.pictures", work, show)  # nothing else is read

    def add_strip(self, strip: QWidget) -> None:
        """A strip of the page's own, below the find bar."""
        self._column.insertWidget(self._column.indexOf(self.stack), strip)

    def draw(self) -> None:
        raise NotImplementedError

    def focus_text(self) -> None:
        """The keyboard to the text, as it is shown."""
        self.stack.currentWidget().setFocus()

    def arrive(self, line: int) -> None:
        """Shows the line of this note that the person came to, and gives it the keyboard."""
        if line:
            self.editor.go_to(line)
            if self.isVisible():
                self.focus_text()

    def shown_path(self) -> str:
        return self.file.path

    def draw_header(self) -> None:
        raise NotImplementedError

    def leave(self) -> None:
        self.file.flush()

    def unkept(self) -> list[str]:
        return self.file.unkept

    def focus_search(self) -> None:
        self.find_bar.open()
