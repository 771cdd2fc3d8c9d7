"""What is to be exported or printed, asked on a card over the window: memory, days, a dream's diary
or the note that is shown. Knows how it is chosen, not what comes of it.
"""

from datetime import date

from PySide6.QtCore import QSignalBlocker, Signal, SignalInstance
from PySide6.QtWidgets import QLineEdit, QWidget

from desktop_app import dates
from desktop_app.errors import Problem
from desktop_app.export.printout import PrintKind, Printout, PrintWish
from desktop_app.notebook.layout import FileKind, Layout
from desktop_app.notebook.spans import SpanKind, span_around
from desktop_app.ui.look.theme import theme
from desktop_app.ui.parts.boxes import in_row, stacked
from desktop_app.ui.parts.controls import Button, Chip, Segmented
from desktop_app.ui.parts.flow import Flow
from desktop_app.ui.parts.labels import text
from desktop_app.ui.parts.overlay import Overlay
from desktop_app.ui.parts.running import Running
from desktop_app.words import tr

_WIDTH, _HEIGHT = 520, 184
_DAY, _ALL = "day", "all"
_SPANS = {
    _DAY: tr("This day"),
    SpanKind.MONTH: tr("Its month"),
    SpanKind.YEAR: tr("Its year"),
    _ALL: tr("All days"),
}


class PrintCard(Overlay):
    """Opened with what the page shows; says what was chosen, and in which form it is wanted."""

    looked = Signal(object)  # a PrintWish: is it there, and what is it called?
    save_asked = Signal(object, str)  # a Printout, and the ending of the file
    print_asked = Signal(object)  # a Printout
    cancel_asked = Signal()

    def __init__(self, window: QWidget) -> None:
        super().__init__(window, tr("Export or print"), _WIDTH, _HEIGHT)
        self.kinds = Segmented(
            {
                PrintKind.MEMORY: tr("Memory"),
                PrintKind.DAYS: tr("Days"),
                PrintKind.DREAM: tr("Dream"),
                PrintKind.TOPIC: tr("This note"),
            },
            tr("What is exported"),
        )
        self.kinds.chosen.connect(self._draw)
        self.first = self._field(tr("First day"), tr("the first"))
        self.last = self._field(tr("Last day"), tr("the last"))
        self.chips = {key: Chip(words) for key, words in _SPANS.items()}
        for key, chip in self.chips.items():
            chip.clicked.connect(lambda _checked, key=key: self._choose_span(key))
        self.told = text("", "ui", "text2", wrap=True)
        self.running = Running(tr("Export"), tr("Writing"))
        self.running.cancel_asked.connect(self.cancel_asked)
        self.print_button = Button(tr("Print…"), icon="print")
        self.page_button = Button(tr("Web page…"))
        self.pdf_button = Button(tr("PDF…"), "primary")
        self.print_button.clicked.connect(lambda: self._take(self.print_asked))
        self.page_button.clicked.connect(lambda: self._take(self.save_asked, ".html"))
        self.pdf_button.clicked.connect(lambda: self._take(self.save_asked, ".pdf"))
        self._name = ""  # of the topic that is shown
        self._day = date.min
        self._printout: Printout | None = None  # once it is known to be there
        self._wrong = self._busy = False
        self._build()
        theme().followed_by(self._measure)

    def ask(
        self, layout: Layout, path: str, day: date | None, today: date, *, prints: bool
    ) -> None:
        """Comes with what the window shows: a path, and the day that it is about. The keyboard is
        on what one came for."""
        shown = wish_of(layout, path, day)
        self._name, self._day = shown.name, day or today
        self.kinds.part(PrintKind.TOPIC).setVisible(shown.kind is PrintKind.TOPIC)
        self.kinds.choose(shown.kind)
        for field in (self.first, self.last):
            field.setText(self._day.isoformat())
        self.print_button.set_kind("primary" if prints else "plain")
        self.pdf_button.set_kind("plain" if prints else "primary")
        self._draw()
        self.open_card(self.print_button if prints else self.pdf_button)

    def asked(self) -> PrintWish | None:
        """What is chosen; None while a day is none."""
        kind = PrintKind(self.kinds.value)
        if kind in (PrintKind.MEMORY, PrintKind.TOPIC):
            return PrintWish(kind, name=self._name if kind is PrintKind.TOPIC else "")
        if kind is PrintKind.DREAM:
            day = dates.typed(self.first.text())
            return PrintWish(kind, day, day) if day else None
        first, last = _typed(self.first, date.min), _typed(self.last, date.max)
        return PrintWish(kind, first, last) if first and last else None

    def show_printout(self, printout: Printout) -> None:
        """It is there."""
        self._printout = printout
        self.say(" · ".join(filter(None, (printout.title, printout.about))))

    def show_problem(self, problem: Problem) -> None:
        """It is not, or it cannot be read or written."""
        self.say(str(problem), wrong=True)

    def say(self, words: str, *, wrong: bool = False) -> None:
        """Says something below what is chosen; where it is `wrong`, nothing can be pressed."""
        self.told.setText(words)
        self._wrong = wrong
        self._allow()

    def show_running(self, running: bool) -> None:
        """It is being written, or no more."""
        self._busy = running
        self.running.show_running(running)
        self._allow()
        self._fit()

    # -- inside -----------------------------------------------------------------------------

    def _field(self, name: str, empty: str) -> QLineEdit:
        made = QLineEdit()
        made.setAccessibleName(name)
        made.setToolTip(name)
        made.setPlaceholderText(empty)
        made.textChanged.connect(lambda _words: self._look())
        return made

    def _choose_span(self, key: str) -> None:
        words = ("", "")
        if key == _DAY:
            words = (self._day.isoformat(), self._day.isoformat())
        elif key != _ALL:
            span = span_around(SpanKind(key), self._day)
            words = (span.first.isoformat(), span.last.isoformat())
        for field, word in zip((self.first, self.last), words, strict=True):
            with QSignalBlocker(field):
                field.setText(word)
        self._look()

    def _draw(self) -> None:
        """The fields of what is chosen."""
        by_days = self.kinds.value == PrintKind.DAYS
        self._days.setVisible(by_days or self.kinds.value == PrintKind.DREAM)
        for part in (self._to, self.last, self._spans):
            part.setVisible(by_days)
        self._fit()
        self._look()

    def _look(self) -> None:
        asked, self._printout = self.asked(), None
        if asked is None:
            self.say(tr("A day is written 2026-01-31."), wrong=True)
        else:
            self.looked.emit(asked)

    def _take(self, wanted: SignalInstance, *more: str) -> None:
        if self._printout is not None:
            wanted.emit(self._printout, *more)

    def _allow(self) -> None:
        for button in (self.print_button, self.page_button, self.pdf_button):
            button.setEnabled(not (self._wrong or self._busy))

    def _build(self) -> None:
        self._days, self._spans = QWidget(), QWidget()
        self._to = text("–", "ui", "text2")
        self._row = in_row(self.first, self._to, self.last, within=self._days)
        self._chips = Flow(self._spans)
        for chip in self.chips.values():
            self._chips.addWidget(chip)
        self._row.addStretch()
        self._foot = in_row(self.print_button, None, self.page_button, self.pdf_button)
        self._column = stacked(
            self.card,
            text(tr("Export or print"), "section"),
            self.kinds,
            self._days,
            self._spans,
            self.told,
            self.running,
            self._foot,
            grows=self.told,
        )

    def _fit(self) -> None:
        shown = {self._days: 44, self._spans: 38, self.running: 104}
        more = sum(high for part, high in shown.items() if not part.isHidden())
        self.want_height(_HEIGHT + more)

    def _measure(self) -> None:
        px = theme().px
        self._column.setContentsMargins(px(18), px(14), px(18), px(14))
        self._column.setSpacing(px(12))
        for layout in (self._row, self._chips, self._foot):
            layout.setSpacing(px(8))
        for field in (self.first, self.last):
            field.setFixedWidth(px(112))


def _typed(field: QLineEdit, open_end: date) -> date | None:
    """The day in a field; an empty one leaves its end open."""
    return dates.typed(field.text()) if field.text().strip() else open_end


def wish_of(layout: Layout, path: str, day: date | None) -> PrintWish:
    """What one means who looks at this path; `day` is what it is about."""
    kind = layout.kind(path) if path else None
    if kind is FileKind.DREAMS and day is not None:
        return PrintWish(PrintKind.DREAM, day, day)
    if kind is FileKind.DAYS and day is not None and path == layout.day(day):
        return PrintWish(PrintKind.DAYS, day, day)
    if kind in (FileKind.DAYS, FileKind.DREAMS):
        return PrintWish(PrintKind.TOPIC, name=path)
    return PrintWish(PrintKind.MEMORY)
