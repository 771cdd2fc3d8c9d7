"""The memory page: MEMORY.md, edited where it is read, and where each bullet came from.

Knows its parts and memory's questions, not how a file is kept.
"""

from datetime import date
from functools import cached_property
from typing import TYPE_CHECKING

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QMenu, QWidget

from desktop_app import dates
from desktop_app.notebook.layout import FileKind
from desktop_app.notebook.lines import limits_of
from desktop_app.ui.look.icons import icon
from desktop_app.ui.note_page import NotePage
from desktop_app.ui.page import PageParts
from desktop_app.ui.parts.boxes import in_row
from desktop_app.ui.parts.controls import Button
from desktop_app.ui.parts.delayed import OncePainted, at_rest, delayed
from desktop_app.ui.parts.labels import text as label
from desktop_app.ui.parts.notices import EmptyState
from desktop_app.ui.plans import MEMORY
from desktop_app.ui.writing.document_bar import state_in_words
from desktop_app.ui.writing.editor import LARGE
from desktop_app.words import counted, tr

if TYPE_CHECKING:
    from desktop_app.dreams.origin import Origin
    from desktop_app.memory import Memory
    from desktop_app.notebook.bullets import MemoryFile
    from desktop_app.notebook.memory_text import Bullet
    from desktop_app.ui.file_side import Deed, Facts, MemorySide

_SOON = 120  # milliseconds


class MemoryPage(NotePage):
    """MEMORY.md with its inspector."""

    plan = MEMORY
    kinds = frozenset({FileKind.MEMORY, FileKind.DREAMS, FileKind.DAYS})

    dream_asked = Signal(object)  # up to this day; None: as always

    def __init__(self, given: PageParts) -> None:
        super().__init__(given, "MEMORY.md")
        self._facts: Facts | None = None
        self._dreamt = ""
        self.add_tools()
        self._until: date | None = None
        self._undreamt = label("", "meta", "text2")
        dream = lambda: self.dream_asked.emit(self._until)
        self.dream_button = Button(tr("Dream now"), "link", act=dream)
        self._undreamt_strip = QWidget()
        parts = (self._undreamt, label("·", "meta", "text3"), self.dream_button, None)
        in_row(*parts, within=self._undreamt_strip, margins=(20, 6, 12, 6))
        self._undreamt_strip.hide()
        self.add_strip(self._undreamt_strip)
        self._connect()
        self.draw()
        self.registry.add("memory.pin", tr("Pin or unpin this line"),
            lambda: self._turn_pin(self.editor.line()), "", "pin",
            self.name, detail=tr("No dream changes a pinned one"))  # fmt: skip

    @cached_property
    def side(self) -> "MemorySide":
        from desktop_app.ui.file_side import MemorySide  # wanted after the first picture

        return self.heard(MemorySide(tr("About MEMORY.md")))

    def show_undreamt(self, days: int, until: date | None) -> None:
        """So many days with notes were read by no dream; `until` is the day up to which the next
        one is to read, None for the usual."""
        self._until = until
        self._undreamt.setText(
            counted("{count} day not yet dreamt", "{count} days not yet dreamt", days)
        )
        self._undreamt_strip.setVisible(days > 0)

    def show_notebook(self, memory: "Memory") -> None:
        super().show_notebook(memory)
        self._facts = None
        self.show_undreamt(0, None)
        if "side" in vars(self):  # of the notebook before
            self.side.origin.show_nothing()
            self.side.linked_section.hide()
        self.asked = memory.layout.memory
        self.file.open(memory, self.asked)

    def entered(self) -> None:
        super().entered()
        if self._facts is not None:  # another limit may have been chosen
            self._show_facts(self._facts)

    def shows(self, path: str) -> bool:
        return self.memory is not None and path == self.memory.layout.memory

    def go_to(self, path: str, line: int) -> None:
        if line and self.file.path != path:
            self.file.open(self.memory, path, lambda: self.arrive(line))
        elif line:
            self.arrive(line)

    @cached_property
    def empty(self) -> EmptyState:
        sentence = tr("Nothing is remembered yet. Write the first line, or let a dream gather it.")
        empty = EmptyState("memory", sentence, tr("Write the first line"))
        empty.button.clicked.connect(self._write_first)
        return empty

    def _connect(self) -> None:
        self._look_soon = delayed(self, _SOON, self._ask_origin)
        self._facts_later = at_rest(self, self._text_changed)
        self.file.opened.connect(self._opened)
        self.file.renewed.connect(lambda _outside: self._text_changed())
        self.editor.edited.connect(self._facts_later.start)
        self.editor.moved.connect(lambda _line: self._look_soon.start())
        self.editor.menu_opened.connect(self._offer_deeds)

    # -- what is shown --------------------------------------------------------------------------

    def _opened(self) -> None:
        self.draw()
        OncePainted(self, self._text_changed)
        OncePainted(self, self.ask_files)

    def _text_changed(self) -> None:
        from desktop_app.ui.file_side import facts_of  # wanted after the first picture

        text = self.file.text
        self.jobs.call("memory.facts", lambda: facts_of(text), self._show_facts)

    def _show_facts(self, facts: "Facts") -> None:
        self._facts = facts
        self.side.show_facts(facts, limits_of(self.settings.get))
        self.draw_header()
        self.draw()

    def draw_header(self) -> None:
        state, over = state_in_words(self.file), ""
        if self._facts is not None:
            from desktop_app.ui.file_side import over_words  # loaded already

            state = state or counted("1 bullet", "{count} bullets", self._facts.bullets)
            over = over_words(self._facts.length, limits_of(self.settings.get), short=True)
        words = " · ".join(filter(None, (state, over, self._dreamt)))
        self.header.say("MEMORY.md", words or "\u00a0")  # what comes later moves no title

    def _is_empty(self) -> bool:
        """Nothing but perhaps a title, and nobody is writing."""
        lines = [line for line in self.file.text.split("\n", 20) if line.strip()]
        bare = len(lines) <= 1 and all(line.startswith("# ") for line in lines)
        return bool(self.file.path) and bare and not self.editor.hasFocus()

    def draw(self) -> None:
        shown = self.empty if self._is_empty() else self.editor
        self.stack.setCurrentWidget(shown)

    def take_focus(self) -> None:
        if self.file.path and self.stack.currentWidget() is self.editor:
            self.focus_text()
        else:
            super().take_focus()

    def focus_text(self) -> None:
        self.editor.setFocus()

    def arrive(self, line: int) -> None:
        self.draw()
        self._look_soon.start()
        super().arrive(line)

    def _write_first(self) -> None:
        text = self.file.text.rstrip("\n")
        self.begin(f"{text or '# Memory'}\n\n- ")

    # -- deeds on a line ------------------------------------------------------------------------

    def _offer_deeds(self, menu: QMenu, line: int) -> None:
        text = self.file.text
        bullet = _memory(text).bullet_on(line) if len(text) <= LARGE else None
        if bullet is not None and (words := bullet.text):
            forget = lambda: self.forget_asked.emit(words, False)
            menu.addSeparator()
            for sign, name, _tip, deed in self._deeds(bullet):
                menu.addAction(icon(sign), name).triggered.connect(deed)
            menu.addAction(icon("trash"), tr("Forget for good…")).triggered.connect(forget)

    def _deeds(self, bullet: "Bullet") -> "list[Deed]":
        line, words = bullet.line, bullet.text
        pin, about = tr("Pin"), tr("No dream and no agent changes it, until it is unpinned")
        if bullet.pinned:
            pin, about = tr("Unpin"), tr("Dreams may change it again")
        deeds: list[Deed] = [
            ("search", tr("Find similar"), tr("Lines anywhere that say something like it"),
                lambda: self.words_asked.emit(words)),
            ("pin", pin, about, lambda: self._turn_pin(line)),
        ]  # fmt: skip
        return deeds if self.file.editable else deeds[:-1]

    def _turn_pin(self, line: int) -> None:
        """Pins the bullet on this line, or unpins it: a step of the person's, saved and undone
        with what they type."""
        text = self.file.text

        def show(wanted: str) -> None:
            if self.file.text == text and wanted != text:
                self.editor.change(wanted)
                self.file.flush()

        self.jobs.call("memory.pin", lambda: turned(text, line), show, self.tell)

    # -- the inspector --------------------------------------------------------------------------

    def ask_files(self) -> None:
        memory = self.memory

        def last_dream() -> str:
            at = memory.dreams.last()
            return dates.when(at, memory.now()) if at else ""

        def show(dreamt: str) -> None:
            self._dreamt = tr("last dream %1", dreamt) if dreamt else ""
            self.draw_header()

        self.ask_beside("dreamt", last_dream, show)
        self.ask_past()
        self._ask_origin()

    def _ask_origin(self) -> None:
        memory = self.memory
        if self.file.unsaved:
            return  # its lines are other ones on the disk; asked again when it is saved
        line = self.editor.line()

        def show(origin: "Origin | None") -> None:
            if origin is None or not origin.bullet.text:
                self.side.origin.show_nothing()
            else:
                deeds = self._deeds(origin.bullet)
                self.side.origin.show_origin(origin, memory.today(), memory.layout, deeds)

        self.ask_beside("origin", lambda: memory.history.origin(line), show)


def turned(text: str, line: int) -> str:
    """The text with the bullet of a 1-based line pinned, or unpinned if it was. Any thread."""
    from desktop_app.notebook.bullets import Pin

    memory = _memory(text)
    if (bullet := memory.bullet_on(line)) is None:
        return text
    return memory.changed([Pin(bullet, not bullet.pinned)]).decode("utf-8", "surrogatepass")


def _memory(text: str) -> "MemoryFile":
    from desktop_app.notebook.bullets import memory_file  # its Markdown takes long to load

    return memory_file(text.encode("utf-8", "surrogatepass"))
