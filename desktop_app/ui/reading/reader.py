"""The read view of a note. Knows sections and lines of a text, opens no file of its own.

Specification: trust, 'Rendered Markdown runs and fetches nothing'.
"""

import itertools
from bisect import bisect_right
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import accumulate, takewhile
from typing import TYPE_CHECKING

from PySide6.QtCore import Signal
from PySide6.QtGui import QTextCharFormat, QTextCursor, QTextDocument
from PySide6.QtWidgets import QFrame, QHBoxLayout, QTextEdit

from desktop_app.notebook.text.sections import WHOLE, Section, sections_of
from desktop_app.ui.look.theme import theme
from desktop_app.ui.parts.boxes import stacked
from desktop_app.ui.parts.controls import Button
from desktop_app.ui.parts.labels import text as label
from desktop_app.ui.parts.notices import LinkStrip
from desktop_app.ui.reading import render
from desktop_app.ui.reading.paper import PageView, Paper, lines_of
from desktop_app.ui.reading.render import Piece, PieceKind
from desktop_app.words import tr

if TYPE_CHECKING:
    from desktop_app.jobs import Jobs


@dataclass(frozen=True)
class Form:
    """How a text is read: in which sections, and what stands in one. For any thread."""

    sections: Callable[[str], list[Section]]
    pieces: Callable[[Section], list[Piece]]


MARKDOWN = Form(sections_of, render.pieces)

_COUNT = itertools.count(1)  # each reader has jobs of its own name
_MOST_MARKS = 200
_INSTANT = 10_000  # characters that are read at once, in some 20 ms; more of them in a thread
_MOST = 200_000  # the weight of what stands on the page at a time


class Reader(QFrame):
    """Shows Markdown for reading; a long text in sections, more of it when asked for."""

    link_opened = Signal(str, int)  # a note inside the notebook, and a line (0: none)
    name_asked = Signal(str)  # what stands between the [[brackets]] of a link
    tag_asked = Signal(str)  # a #tag, with its sign
    shown = Signal()  # a text, or more of it, is on the page

    def __init__(self, jobs: "Jobs", name: str = "") -> None:
        super().__init__()
        self.setProperty("surface", "doc")
        self._path = self._set_path = ""  # of the text, and of what is on the page
        self.page = PageView(name or tr("Note"))
        self.ask = LinkStrip()
        self.ask.inside.connect(self.link_opened)
        self.ask.named.connect(self.name_asked)
        self.ask.tagged.connect(self.tag_asked)
        self.page.anchorClicked.connect(lambda url: self.ask.follow(self._path, url.toString()))
        self.setFocusProxy(self.page)
        self._jobs = jobs
        self._job = f"reader.{next(_COUNT)}"
        self._paper = Paper(self.page)
        self._text = ""
        self._lead: tuple[Piece, ...] = ()
        self._form = MARKDOWN
        self._sections: list[Section] = []
        self._pieces: dict[int, list[Piece]] = {}
        self._range = range(0)
        self._then: Callable[[], None] = self._nothing
        self._wanted: Callable[[], None] | None = None  # asked for before the text was there
        self._strip = self._make_strip()
        stacked(self, self.ask, self.page, self._strip, grows=self.page)
        theme().changed.connect(self._set)

    def show_markdown(
        self,
        text: str,
        path: str = "",
        lead: Sequence[Piece] = (),
        line: int = 0,
        form: Form = MARKDOWN,
    ) -> None:
        """Shows a text of the note at `path`, from `line` when it is given.

        `lead` stands before it in place of a first heading. The same note shown again stays where
        it was scrolled to. A text in another `form` than Markdown is read as that says.
        """
        lead = tuple(lead)
        if (text, path, lead) == (self._text, self._path, self._lead) and self._sections:
            if line:
                self.show_line(line)
            return
        same = path == self._path and bool(self._sections)
        top = self.page.line_at_top() if same else 0
        scroll = self.page.verticalScrollBar().value() if same else 0
        self._text, self._path, self._lead, self._form = text, path, lead, form
        self.ask.clear()
        if not same:
            self.clear_marks()

        def arrive(sections: list[Section]) -> None:
            if text is not self._text:
                return  # another text came meanwhile
            self._sections = sections
            then, self._wanted = self._wanted, None
            if line or then is None:
                at = self._section_of(line or top or 1)
                self._ask_for(self._some(at), lambda: self._come_back(line, scroll))
            else:
                then()

        self._sections, self._pieces, self._range, self._wanted = [], {}, range(0), None
        if len(text) <= WHOLE:
            arrive(form.sections(text))
        else:
            self._jobs.call(self._job, lambda: form.sections(text), arrive)

    def show_line(self, line: int, words: Sequence[str] = (), end_line: int = 0) -> None:
        """Scrolls to source lines and lets them stand out; marks `words` inside them."""
        if not self._sections:
            self._wanted = lambda: self.show_line(line, words, end_line)
            return
        at = self._section_of(line, words)
        if at not in self._range:
            self._ask_for(self._some(at), lambda: self.show_line(line, words, end_line))
            return
        self.put_cursor(line)  # so that the keyboard, and who reads aloud, go on from there
        self.page.lit = (line, max(line, end_line))
        self.page.scroll_to(line, self.page.viewport().height() / 3)
        marks = self._marks_of(words)
        self.page.setExtraSelections(marks)
        if marks:
            self.page.bring(marks[0].cursor)  # it may stand far down in a long paragraph
        self.page.viewport().update()

    def scroll_to(self, line: int) -> None:
        """Brings a source line to the top, as far as its section is shown."""
        if line <= 1:
            self.page.verticalScrollBar().setValue(0)
        elif self._section_of(line) in self._range:
            self.page.scroll_to(line, 0)

    def cursor_line(self) -> int:
        """The source line the cursor is in."""
        return lines_of(self.page.textCursor().block())[0]

    def put_cursor(self, line: int) -> None:
        """Puts the cursor into what was set from a source line."""
        self.page.setTextCursor(QTextCursor(self.page.block_at(line)))

    def clear_marks(self) -> None:
        """Takes the marks of `show_line` away."""
        self.page.lit = (0, 0)
        self.page.setExtraSelections([])
        self.page.viewport().update()

    def line(self) -> int:
        """The source line at the top of what is shown."""
        return self.page.line_at_top()

    def find_area(self) -> PageView:
        """The widget in which a find bar looks and marks."""
        return self.page

    # -- sections -------------------------------------------------------------------------------

    def _section_of(self, line: int, words: Sequence[str] = ()) -> int:
        """The section a line is in; of several that one very long line has, that with the words."""
        if not self._sections:
            return 0  # none yet: a long text is still being cut up
        firsts = [section.first for section in self._sections]
        last = max(bisect_right(firsts, line) - 1, 0)
        same = range(firsts.index(firsts[last]), last + 1)
        return next((n for n in same if _has(self._sections[n].text, words)), same[0])

    def _some(self, at: int) -> range:
        """This section, and those after it that are no more than one together."""
        sizes = accumulate(len(section.text) for section in self._sections[at:])
        fitting = sum(1 for _ in takewhile(lambda size: size <= WHOLE, sizes))
        return range(at, at + max(1, fitting))

    def _ask_for(self, wanted: range, then: Callable[[], None], *, later: bool = False) -> None:
        """Renders what is not rendered yet and shows these sections; of too many the first ones,
        or the `later`."""
        self._then = then
        pieces, form = self._pieces, self._form
        missing = [(n, self._sections[n]) for n in wanted if n not in pieces]

        def made() -> dict[int, list[Piece]]:
            return {n: form.pieces(section) for n, section in missing}

        def arrive(read: dict[int, list[Piece]]) -> None:
            if pieces is not self._pieces:
                return  # another text came meanwhile
            pieces.update(read)
            self._range = self._bounded(wanted, later)
            self._set()
            then, self._then = self._then, self._nothing
            then()
            self.shown.emit()

        if sum(map(_effort, (section.text for _n, section in missing))) <= _INSTANT:
            arrive(made())
        else:
            self._jobs.call(self._job, made, arrive)

    def _set(self) -> None:
        """Sets the page anew from its pieces, staying where it was: the cursor, too."""
        scroll = self.page.verticalScrollBar().value()
        line = self.cursor_line() if self._set_path == self._path else 1
        self._set_path = self._path
        self._paper.clear()
        for n in self._range:
            pieces = self._pieces[n]
            if n == 0 and self._lead:
                if pieces and pieces[0].kind == PieceKind.HEADING1:
                    pieces = pieces[1:]
                pieces = [*self._lead, *pieces]
            self._paper.add(pieces)
        self.page.moveCursor(QTextCursor.MoveOperation.Start)  # setting the text moved it along
        if line > 1:
            self.put_cursor(line)
        self.page.centre()
        self.page.verticalScrollBar().setValue(scroll)
        self._draw_strip()

    def _come_back(self, line: int, scroll: int) -> None:
        if line:
            self.show_line(line)
        else:
            self.page.verticalScrollBar().setValue(scroll)

    def _bounded(self, wanted: range, later: bool) -> range:
        """As many of these as may stand on the page together."""
        while len(wanted) > 1 and sum(render.weight(self._pieces[n]) for n in wanted) > _MOST:
            wanted = wanted[1:] if later else wanted[:-1]
        return wanted

    def _more(self) -> None:
        top, start = self.page.line_at_top(), self._range.start
        wanted = range(start, min(self._range.stop + 1, len(self._sections)))

        def stay() -> None:
            if self._range.start > start:
                self.page.scroll_to(top, 0)

        self._ask_for(wanted, stay, later=True)

    def _earlier(self) -> None:
        top = self.page.line_at_top()
        wanted = range(max(0, self._range.start - 1), self._range.stop)
        self._ask_for(wanted, lambda: self.page.scroll_to(top, 0))

    def _make_strip(self) -> QFrame:
        strip = QFrame()
        row = QHBoxLayout(strip)
        row.setContentsMargins(20, 6, 20, 6)
        self._where = label("", "meta", "text2")
        self._up = Button(tr("Show earlier"), "quiet")
        self._down = Button(tr("Show more"), "quiet")
        self._up.clicked.connect(self._earlier)
        self._down.clicked.connect(self._more)
        row.addWidget(self._where, 1)
        row.addWidget(self._up)
        row.addWidget(self._down)
        strip.hide()
        return strip

    def _draw_strip(self) -> None:
        count = len(self._sections)
        self._strip.setVisible(len(self._range) < count)
        self._up.setVisible(self._range.start > 0)
        self._down.setVisible(self._range.stop < count)
        if count > 1 and self._range:
            first, last = self._sections[self._range.start], self._sections[self._range.stop - 1]
            end = self._sections[-1].first + self._sections[-1].count - 1
            shown = tr("Lines %1 to %2 of %3").replace("%1", f"{first.first:,}")
            shown = shown.replace("%2", f"{last.first + last.count - 1:,}")
            self._where.setText(shown.replace("%3", f"{end:,}"))

    # -- marks and links ------------------------------------------------------------------------

    def _marks_of(self, words: Sequence[str]) -> list[QTextEdit.ExtraSelection]:
        look = QTextCharFormat()
        look.setBackground(theme().color("hit"))
        look.setForeground(theme().color("text"))
        first = self.page.block_at(self.page.lit[0])
        last = self.page.last_block_at(self.page.lit[1])
        end = last.position() + last.length()
        marks: list[QTextEdit.ExtraSelection] = []
        for word in filter(None, words):
            at = QTextCursor(first)
            while len(marks) < _MOST_MARKS:
                at = self.page.document().find(word, at, QTextDocument.FindFlag(0))
                if at.isNull() or at.selectionEnd() > end:
                    break
                if _inside_a_word(at):
                    continue
                mark = QTextEdit.ExtraSelection()
                mark.cursor, mark.format = at, look
                marks.append(mark)
        return marks

    def _nothing(self) -> None:
        pass


def _effort(text: str) -> int:
    """What reading a text takes, in characters. A table may have cells that its rows leave out."""
    return len(text) + 30 * text.count("|")


def _has(text: str, words: Sequence[str]) -> bool:
    return all(word in text for word in words)


def _inside_a_word(cursor: QTextCursor) -> bool:
    """Whether it is only a part of a longer word, as `the` is of `these`. Chinese has no gaps."""
    sign = cursor.document().characterAt
    edges = (cursor.selectionStart(), cursor.selectionEnd())
    pairs = ((sign(edge - 1), sign(edge)) for edge in edges)
    return any(
        one.isalnum() and other.isalnum() and (one + other).isascii() for one, other in pairs
    )
