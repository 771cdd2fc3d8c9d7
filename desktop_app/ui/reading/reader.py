"""The read view of a note. Knows sections and lines of a text, opens no file of its own."""

import itertools
from bisect import bisect_right
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial
from html import escape
from typing import TYPE_CHECKING

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QFrame, QWidget

from desktop_app.notebook.text.links import with_line
from desktop_app.notebook.text.sections import Section, sections_of
from desktop_app.ui.parts.boxes import in_row, stacked
from desktop_app.ui.parts.controls import Button
from desktop_app.ui.parts.labels import text as label
from desktop_app.ui.parts.notices import LinkStrip
from desktop_app.ui.reading.page import PageView
from desktop_app.words import tr

if TYPE_CHECKING:
    from desktop_app.jobs import Jobs


@dataclass(frozen=True)
class Form:
    """How a text is read: in which sections, and the HTML of one, of which the first may have a
    title of its own. For any thread."""

    sections: Callable[[str], list[Section]]
    html: Callable[[Section, str], str]


def markdown(section: Section, title: str = "", *, plain_links: bool = True) -> str:
    """Markdown as HTML for a page; a `title` stands in place of the first heading."""
    from desktop_app.export.markup import Surroundings, section_markup  # takes a moment to load

    titles = [section.text.split("\n", 1)[0].lstrip("# ")] if title else []
    around = Surroundings("", with_line, titles=titles, numbered=True, plain_links=plain_links)
    head = f'<h1 title="1">{escape(title)}</h1>' if title else ""
    return head + section_markup(section, around)


MARKDOWN = Form(sections_of, markdown)

_COUNT = itertools.count(1)  # each reader has jobs of its own name
_INSTANT = 10_000  # characters that are read at once, in some 20 ms; more of them in a thread
_TOGETHER = 2  # sections that stand on the page


class Reader(QFrame):
    """Shows Markdown for reading; a long text in sections, more of it when asked for."""

    link_opened = Signal(str, int)  # a note inside the notebook, and a line (0: none)
    name_asked = Signal(str)  # what stands between the [[brackets]] of a link
    tag_asked = Signal(str)  # a #tag, with its sign

    def __init__(self, jobs: "Jobs", name: str = "") -> None:
        super().__init__()
        self.setProperty("surface", "doc")
        self._text, self._path, self._title = "", "", ""
        self.page = PageView(name or tr("Note"))
        self.ask = LinkStrip()
        self.ask.inside.connect(self.link_opened)
        self.ask.named.connect(self.name_asked)
        self.ask.tagged.connect(self.tag_asked)
        self.page.anchorClicked.connect(lambda url: self.ask.follow(self._path, url.toString()))
        self.setFocusProxy(self.page)
        self._jobs, self._job = jobs, f"reader.{next(_COUNT)}"
        self._form = MARKDOWN
        self._sections: list[Section] = []
        self._shown = range(0)  # the sections on the page
        self._wanted: Callable[[], None] | None = None  # as soon as they are
        self._strip = QWidget()
        self._where = label("", "meta", "text2")
        self._up = Button(tr("Show earlier"), "quiet", act=lambda: self._turn(-1))
        self._down = Button(tr("Show more"), "quiet", act=lambda: self._turn(1))
        parts = (self._where, self._up, self._down)
        in_row(*parts, grows=self._where, within=self._strip, margins=(20, 6, 20, 6))
        self._strip.hide()
        stacked(self, self.ask, self.page, self._strip, grows=self.page)

    def show_markdown(
        self, text: str, path: str = "", title: str = "", line: int = 0, form: Form = MARKDOWN
    ) -> None:
        """Shows a text of the note at `path`, from `line` when it is given.

        A `title` stands in place of its first heading. The same note shown again stays where it
        was scrolled to. A text in another `form` than Markdown is read as that says.
        """
        bar, page = self.page.verticalScrollBar(), self.page

        def then() -> None:
            if line:
                self.show_line(line)

        if (text, path, title) == (self._text, self._path, self._title) and self._sections:
            then()
            return
        same = path == self._path and bool(self._sections)
        top, scroll = (page.line_at_top(), bar.value()) if same else (1, 0)
        self.ask.clear()
        if not same:
            self.page.clear_marks()
            self.page.show_html("")
        self._text, self._path, self._title, self._form = text, path, title, form
        self._sections = []

        def stand() -> None:
            bar.setValue(scroll)
            then()

        self._wanted = stand
        self._show(lambda sections: _around(sections, line or top))

    def show_line(self, line: int, words: Sequence[str] = (), end_line: int = 0) -> None:
        """Scrolls to source lines and lets them stand out; marks `words` inside them."""
        if not self._sections:  # the text is still being read
            self._wanted = partial(self.show_line, line, words, end_line)
        elif _at(self._sections, line, words) in self._shown:
            self.page.show_line(line, words, end_line)
        else:
            self._wanted = partial(self.page.show_line, line, words, end_line)
            self._show(lambda sections: _around(sections, line, words))

    def scroll_to(self, line: int) -> None:
        """Brings a source line to the top, as far as its section is shown."""
        self.page.scroll_to(line, 0) if line > 1 else self.page.verticalScrollBar().setValue(0)

    def cursor_line(self) -> int:
        """The source line the cursor is in."""
        return self.page.cursor_line()

    def clear_marks(self) -> None:
        """Takes the marks of `show_line` away."""
        self.page.clear_marks()

    def _turn(self, by: int) -> None:
        """Shows one section more, and of too many one less at the other end."""
        shown, top = self._shown, self.page.line_at_top()
        start, stop = (shown.start - 1, shown.stop) if by < 0 else (shown.start, shown.stop + 1)
        if stop - start > _TOGETHER:
            start, stop = (start, stop - 1) if by < 0 else (start + 1, stop)
        self._wanted = lambda: self.page.scroll_to(top, 0)
        self._show(lambda _sections: range(start, stop))

    def _show(self, choose: Callable[[list[Section]], range]) -> None:
        text, title, form, known = self._text, self._title, self._form, self._sections

        def work() -> tuple[list[Section], range, str]:
            sections = known or form.sections(text)
            wanted = choose(sections)
            parts = (form.html(sections[n], "" if n else title) for n in wanted)
            return sections, wanted, "".join(parts)

        def show(read: tuple[list[Section], range, str]) -> None:
            if text is not self._text:
                return  # another text came meanwhile
            self._sections, self._shown, html = read
            self.page.show_html(html)
            self._draw_strip()
            then, self._wanted = self._wanted, None
            if then is not None:
                then()

        if len(text) + 30 * text.count("|") <= _INSTANT:
            show(work())
        else:
            self._jobs.call(self._job, work, show)

    def _draw_strip(self) -> None:
        sections, shown = self._sections, self._shown
        self._strip.setVisible(len(shown) < len(sections))
        self._up.setVisible(shown.start > 0)
        self._down.setVisible(shown.stop < len(sections))
        last, end = (sections[n].first + sections[n].count - 1 for n in (shown.stop - 1, -1))
        words = tr("Lines %1 to %2 of %3").replace("%1", f"{sections[shown.start].first:,}")
        self._where.setText(words.replace("%2", f"{last:,}").replace("%3", f"{end:,}"))


def _at(sections: Sequence[Section], line: int, words: Sequence[str] = ()) -> int:
    """The section a line is in; of several that one very long line has, that with the words."""
    firsts = [section.first for section in sections]
    last = max(bisect_right(firsts, line) - 1, 0)
    same = range(firsts.index(firsts[last]), last + 1)
    return next((n for n in same if all(word in sections[n].text for word in words)), same[0])


def _around(sections: Sequence[Section], line: int, words: Sequence[str] = ()) -> range:
    """The section of a line, and a short one's next: a lone heading says nothing."""
    at = _at(sections, line, words)
    short = len(sections[at].text) < _INSTANT
    return range(at, min(len(sections), at + 1 + short))
