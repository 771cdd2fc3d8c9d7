"""Help: the manual, page by page. Knows how a page is read, not what it says."""

from desktop_app import manual
from desktop_app.ui.page import Page, PageParts
from desktop_app.ui.parts.asking_pane import AskingPane
from desktop_app.ui.parts.boxes import stacked
from desktop_app.ui.parts.controls import IconButton
from desktop_app.ui.parts.header import Header
from desktop_app.ui.parts.labels import text
from desktop_app.ui.parts.notices import LinkStrip, announce
from desktop_app.ui.parts.rows import RowDelegate, RowWords, ThingRows
from desktop_app.ui.plans import HELP
from desktop_app.ui.reading.find_bar import FindBar
from desktop_app.ui.reading.page import PageView
from desktop_app.words import counted, remarked, tr


class HelpPage(Page):
    """The pages in a list, one of them to read. It works before a notebook is open, too."""

    plan = HELP

    def __init__(self, given: PageParts) -> None:
        super().__init__(given)
        self.path = ""
        self.header = Header(self.registry, self.title)
        self.header.add(IconButton.of(self.registry["help.close"], "cross"))
        self.ask, self.reader = LinkStrip(), PageView(self.title)
        self.find_bar = FindBar(self.reader)
        told = lambda page: RowWords(page.title)
        self.rows = ThingRows(tr("Pages of the manual"), told, RowDelegate(height=38))
        words, keys = tr("Search the manual"), self.registry.known("help").keys
        self.pane = AskingPane(self.title, words, remarked(words, keys), self.rows)
        self.input = self.pane.input
        self.nothing = text(tr("No matches"), "meta", "text2")
        self.pane.add(self.nothing)
        stacked(self, self.header, self.find_bar, self.ask, self.reader, grows=self.reader)
        self.setFocusProxy(self.reader)
        self.ask.led.connect(lambda target: self._choose(target.path))
        self.reader.anchorClicked.connect(lambda url: self.ask.follow(self.path, url.toString()))
        self.pane.asked.connect(self._look)
        self.rows.entered.connect(self._enter)
        self.rows.clicked.connect(lambda _index: self._enter())
        self.rows.moved.connect(self._show)
        self.go_to("", 0)
        self._look()

    def go_to(self, path: str, line: int) -> None:
        every = manual.pages()
        page = next((page for page in every if page.path == path), every[0])
        if page.path != self.path:
            self.ask.clear()
            self.reader.setExtraSelections([])
            self.reader.show_html("")
        self.path = page.path
        if not self.pane.query:
            self.rows.choose(self.rows.rows.place_of(page))
        self.header.say(self.title, page.title if page is not every[0] else "")
        from desktop_app.ui.reading.html import as_html  # takes a moment to load

        self.reader.show_html(as_html(page.text))
        if line:
            self.reader.show_line(line)

    def focus_search(self) -> None:
        self.find_bar.open()

    def focus_list(self) -> None:
        self.bring_list()
        self.pane.take_keyboard()

    def _choose(self, path: str) -> None:
        self.go_to(path, 0)
        self.went.emit(self.path, 0)

    def _look(self) -> None:
        words = self._words
        pages = manual.saying(words) if words else manual.pages()
        self.nothing.setVisible(not pages)
        self.rows.rows.show(pages)
        self.rows.choose(0 if words else [page.path for page in pages].index(self.path))
        if words:
            announce(self.input, counted("{count} page", "{count} pages", len(pages)))

    @property
    def _words(self) -> list[str]:
        query: str = self.pane.query
        return query.casefold().split()

    def _show(self) -> None:
        page, words = self.rows.thing, self._words
        self._choose(page.path)
        if words:
            self.reader.show_line(manual.line_of(page, words), words)

    def _enter(self) -> None:
        if self.rows.thing is not None:
            self._show()
            self.setFocus()
