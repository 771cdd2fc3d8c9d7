"""A note at the line that was found in it. Knows how to read and mark it, not who found it."""

from datetime import date
from typing import TYPE_CHECKING

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QFrame

from desktop_app import dates
from desktop_app.errors import Problem
from desktop_app.notebook.text.runs import TextRun
from desktop_app.search.hits import Hit
from desktop_app.ui.look.theme import theme
from desktop_app.ui.parts.boxes import stacked
from desktop_app.ui.reading.reader import MARKDOWN, Reader
from desktop_app.ui.reading.render import Piece, PieceKind
from desktop_app.ui.search.hit_rows import words_of
from desktop_app.words import tr

if TYPE_CHECKING:
    from desktop_app.jobs import Jobs
    from desktop_app.memory import Memory


class FoundNote(QFrame):
    """Reads a note when it is another one than before, and lets the line stand out."""

    arrived = Signal()  # the note asked for last is shown
    failed = Signal(object)  # the Problem why it can't be
    link_opened = Signal(str, int)

    def __init__(self, jobs: "Jobs", name: str) -> None:
        super().__init__()
        self.reader = Reader(jobs, name)
        self._jobs = jobs
        self._wanted: tuple[Memory, str] | None = None
        self._hit: Hit | None = None
        self._read_path = ""  # whose text is shown; "" when it is to be read again
        self._changes = 0  # of the note that is wanted
        stacked(self, self.reader)
        self.setFocusProxy(self.reader)
        self.reader.link_opened.connect(self.link_opened)
        theme().changed.connect(self._mark_again)  # after the page was set anew

    def show_hit(self, memory: "Memory", path: str, day: date | None, hit: Hit | None) -> None:
        """Shows the note at `path`, a `day`'s under its date, at the line that was found.

        Without a line it is shown from its top. `arrived` or `failed` follows.
        """
        self._wanted, self._hit = (memory, path), hit
        if path == self._read_path:
            self._mark()
            return

        changes = self._changes

        def done(text: str) -> None:
            if self._wanted == (memory, path):
                self._show(path, day, text)
                if changes != self._changes:  # it was read before its last change
                    self._read_path = ""

        def failed(problem: Problem) -> None:
            if self._wanted == (memory, path):
                self._read_path = ""
                self.failed.emit(problem)

        self._jobs.call("search.note", lambda: _read(memory, path), done, failed)

    def stale(self, path: str = "") -> None:
        """This note (none: any) is read again when it is shown next."""
        if path in ("", self._read_path):
            self._read_path = ""
        if self._wanted is not None and path in ("", self._wanted[1]):
            self._changes += 1

    def needs(self, path: str) -> bool:
        """Whether this note has to be read before it can be shown."""
        return path != self._read_path

    def _show(self, path: str, day: date | None, text: str) -> None:
        self._read_path = path
        is_talk = path.endswith(".jsonl")
        lead = []
        if day and not is_talk:
            lead = [Piece(PieceKind.TITLE, (TextRun(dates.whole(day)),), 1, 1)]
        form = MARKDOWN
        if is_talk:
            from desktop_app.ui.search.talk_page import TALK  # seldom wanted, so not at the start

            form = TALK
        self.reader.show_markdown(text, path, lead, form=form)
        self._mark()

    def _mark(self) -> None:
        self.arrived.emit()
        hit = self._hit
        if hit is not None:
            self.reader.show_line(hit.line, words_of(hit), hit.end_line)
        else:
            self.reader.clear_marks()
            self.reader.scroll_to(1)

    def _mark_again(self) -> None:
        if self._hit is not None and self._wanted and self._wanted[1] == self._read_path:
            self._mark()


def _read(memory: "Memory", path: str) -> str:
    """The text of a note, its lines counted as the index counts them. Raises Problem."""
    snapshot = memory.files.read(path)
    if not snapshot.exists:
        gone = tr("%1 is not there any more.")
        raise Problem(gone.replace("%1", path))
    text = snapshot.data.decode("utf-8", "replace").removeprefix("\ufeff")
    return text.replace("\r\n", "\n").replace("\r", " ")
