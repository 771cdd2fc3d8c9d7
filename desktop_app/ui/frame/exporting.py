"""Exporting and printing on one card over the window: what one reads as a web page, as a PDF or on
paper. Also packing the notebook into one file. What is chosen is written in a thread, then told.
"""

import asyncio
from collections.abc import Callable
from datetime import date
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

from PySide6.QtCore import QUrl
from PySide6.QtGui import QDesktopServices
from PySide6.QtWidgets import QLineEdit, QWidget

from desktop_app.errors import Problem
from desktop_app.export.printout import PrintKind, Printout, PrintWish
from desktop_app.notebook.archive import unarchive
from desktop_app.notebook.layout import FileKind, Layout
from desktop_app.search.operators import bound
from desktop_app.threads import to_its_end
from desktop_app.ui.parts.boxes import in_row, sized, stacked
from desktop_app.ui.parts.controls import Button, Segmented
from desktop_app.ui.parts.folders import ask_file, ask_folder, ask_new_file, beside, tilde
from desktop_app.ui.parts.labels import text
from desktop_app.ui.parts.overlay import Overlay
from desktop_app.ui.parts.running import Running
from desktop_app.words import counted, tr

if TYPE_CHECKING:
    from types import ModuleType

    from PySide6.QtPrintSupport import QPrinter

    from desktop_app.export.web_page import GoOn
    from desktop_app.jobs import Report
    from desktop_app.ui.open_notebook import OpenNotebook

_JOB, _SHOWN = "print", "shown"
_STOPPED = tr("Stopped. Nothing was left half done.")
_STEPS = 20  # of the whole, of which one is told


class Exporting(Overlay):
    """`ask` comes with what the window shows; `ask_...` ask for a file at once."""

    def __init__(self, one: "OpenNotebook") -> None:
        super().__init__(one.window, tr("Export or print"), 520, 0)
        self._one, self._jobs = one, one.jobs
        self.open_outside: Callable[[QUrl], object] = QDesktopServices.openUrl
        self.printers: Callable[[], list[str]] = _printers
        self._wish = PrintWish(PrintKind.MEMORY)  # what is shown
        self._printout: Printout | None = None  # once it is known to be there
        self._wrong = self._busy = False
        self._build()

    def ask(self, *, prints: bool = False) -> None:
        """Comes with what the window shows; the keyboard is on what one came for."""
        memory, window = self._one.memory, self._one.window
        window.save_all()
        day = window.page.shown_day()
        self._wish = wish_of(memory.layout, window.page.shown_path(), day)
        note = (kind := self._wish.kind) not in (PrintKind.MEMORY, PrintKind.DAYS)
        self.kinds.part(_SHOWN).setVisible(note)
        self.kinds.choose(_SHOWN if note else kind)
        for field in (self.first, self.last):
            field.setText((day or memory.today()).isoformat())
        self.print_button.set_kind("primary" if prints else "plain")
        self.pdf_button.set_kind("plain" if prints else "primary")
        self._draw()
        self.open_card(self.print_button if prints else self.pdf_button)

    # -- the whole notebook -----------------------------------------------------------------

    def ask_archive(self) -> None:
        """Ask where an archive is to be written, beside the notebook at first."""
        memory, title = self._one.memory, tr("Pack the notebook into one file")
        path = beside(memory.root) / f"{memory.name}.nightstand"
        ask_new_file(self.parentWidget(), title, path, lambda to: self.archive(Path(to)))

    def archive(self, path: Path) -> None:
        memory, get = self._one.memory, self._one.settings.get
        self._jobs.do(lambda: memory.archive(path, get), self._tell_written, self._one.tell)

    def ask_unarchive(self) -> None:
        title = tr("Where the notebook will be: an empty folder")

        def ask(path: str) -> None:
            chosen = lambda folder: self.unarchive(Path(path), Path(folder))
            ask_folder(self.parentWidget(), title, Path(path).parent, chosen)

        ask_file(self.parentWidget(), tr("Unpack an archive"), "*.nightstand", ask)

    def unarchive(self, path: Path, folder: Path) -> None:
        """Make the notebook of an archive in a folder, and have it opened."""
        one, data = self._one, self._one.shared.places.data
        work = lambda: unarchive(path, folder, data)
        self._jobs.do(work, lambda came: one.opening.open(came.root), one.tell)

    def _tell_written(self, written: Any) -> None:
        """Where it is, and how many files are not in it."""
        words = tr("The notebook is written to %1", tilde(str(written.path)))
        self._one.window.toast(words + _left_out(written))

    # -- what is read -----------------------------------------------------------------------

    def save(self, printout: Printout, path: Path) -> None:
        """Write it, as a PDF where the name says so, else as a web page."""
        memory = self._one.memory
        if path.suffix.lower() == ".pdf":
            pdf = _pdf()
            self._start(lambda go_on: pdf.write_pdf(printout, path, go_on), self._saved)
        else:
            self._start(lambda go_on: memory.export_page(printout, path, go_on), self._saved)

    def send(self, printout: Printout, printer: "QPrinter") -> None:
        """Set it on a printer."""
        pdf, words = _pdf(), tr("“%1” went to the printer.", printout.title)
        told = lambda _printed: self._one.window.toast(words)
        self._start(lambda go_on: pdf.print_out(printout, printer, go_on), told)

    def _saved(self, file: Any) -> None:
        words = tr("Written to %1", tilde(str(file.path))) + _left_out(file)
        url = QUrl.fromLocalFile(str(file.path))
        self._one.window.toast(words, tr("Open"), lambda: self.open_outside(url))

    def _ask_where(self, suffix: str) -> None:
        if (printout := self._printout) is not None:
            path = beside(self._one.memory.root) / f"{printout.name}{suffix}"
            title = tr("Export “%1”", printout.title)
            ask_new_file(self.parentWidget(), title, path, lambda to: self.save(printout, Path(to)))

    def _print(self) -> None:
        printout = self._printout
        if printout is None:
            return
        if not self.printers():
            self.say(tr("No printer is set up on this computer. Save a PDF instead."))
            return
        from PySide6.QtPrintSupport import QAbstractPrintDialog, QPrintDialog, QPrinter

        printer = QPrinter(QPrinter.PrinterMode.HighResolution)
        printer.setPageLayout(_pdf().sheet_of_paper())
        printer.setDocName(printout.title)
        dialog = QPrintDialog(printer, self.parentWidget())
        for option in (
            QAbstractPrintDialog.PrintDialogOption.PrintPageRange,
            QAbstractPrintDialog.PrintDialogOption.PrintCurrentPage,
        ):
            dialog.setOption(option, False)
        dialog.accepted.connect(lambda: self.send(printout, printer))
        dialog.finished.connect(dialog.deleteLater)
        dialog.setModal(True)
        dialog.show()

    def _start(self, write: "Callable[[GoOn], object]", done: Callable[..., None]) -> None:
        jobs = self._jobs

        async def work(report: "Report") -> object:
            await jobs.written()
            task = asyncio.current_task()

            def go_on(at: int, count: int) -> None:
                if task is not None and task.cancelling():
                    raise Problem(_STOPPED)
                if not at % max(1, count // _STEPS):
                    report(tr("Writing: {share} %").format(share=100 * at // max(1, count)))

            return await to_its_end(write, go_on)

        def succeeded(result: object) -> None:
            self._show_running(False)
            self.close_card()
            done(result)

        def failed(problem: Problem) -> None:
            self._show_running(False)
            self.say(str(problem)) if self.isVisible() else self._one.tell(problem)

        def cancelled() -> None:
            self._show_running(False)
            self.say(_STOPPED)

        try:
            jobs.start(_JOB, work, done=succeeded, failed=failed, cancelled=cancelled,
                step=self.running.say)  # fmt: skip
        except Problem as problem:
            self._one.tell(problem)
        else:
            self._show_running(True)

    # -- the card ---------------------------------------------------------------------------

    def say(self, words: str, *, wrong: bool = False) -> None:
        """Says something below what is chosen; where it is `wrong`, nothing can be pressed."""
        self.told.setText(words)
        self._wrong = wrong
        self._allow()
        self.place()

    def _asked(self) -> PrintWish | None:
        """What is chosen; None while a day is none."""
        if self.kinds.value != PrintKind.DAYS:
            return self._wish if self.kinds.value == _SHOWN else PrintWish(PrintKind.MEMORY)
        first = self._typed(self.first, date.min, last=False)
        last = self._typed(self.last, date.max, last=True)
        return PrintWish(PrintKind.DAYS, first, last) if first and last else None

    def _typed(self, field: QLineEdit, open_end: date, *, last: bool) -> date | None:
        """The day in a field, or that on which a month or year ends; an empty one leaves its end
        open."""
        words = field.text().strip()
        return bound(words, self._one.memory.today(), last=last) if words else open_end

    def _look(self) -> None:
        """Whether what is chosen is there, and what it is called."""
        asked, self._printout = self._asked(), None

        def show(printout: Printout) -> None:
            self._printout = printout
            self.say(" · ".join(filter(None, (printout.title, printout.about))))

        if asked is None:
            self.say(tr("A day is written 2026-01-31, a month 2026-01."), wrong=True)
        else:
            wrong = lambda problem: self.say(str(problem), wrong=True)
            self._jobs.call("print.look", partial(self._one.memory.printout, asked), show, wrong)

    def _draw(self) -> None:
        self._days.setVisible(self.kinds.value == PrintKind.DAYS)
        self.place()
        self._look()

    def _show_running(self, running: bool) -> None:
        self._busy = running
        self.running.show_running(running)
        self._allow()
        self.place()

    def _allow(self) -> None:
        for button in (self.print_button, self.page_button, self.pdf_button):
            button.setEnabled(not (self._wrong or self._busy))

    def _field(self, name: str, empty: str) -> QLineEdit:
        made = sized(QLineEdit(), width=112)
        made.setAccessibleName(name)
        made.setToolTip(name)
        made.setPlaceholderText(empty)
        made.textChanged.connect(lambda _words: self._look())
        return made

    def _build(self) -> None:
        kinds: dict[str, str] = {
            PrintKind.MEMORY: tr("Memory"),
            PrintKind.DAYS: tr("Days"),
            _SHOWN: tr("This text"),
        }
        self.kinds = Segmented(kinds, tr("What is exported"))
        self.kinds.chosen.connect(self._draw)
        self.first = self._field(tr("First day"), tr("the first"))
        self.last = self._field(tr("Last day"), tr("the last"))
        self.told = text("", "ui", "text2", wrap=True)
        self.running = Running(tr("Export"), tr("Writing"))
        self.running.cancel_asked.connect(lambda: self._jobs.cancel(_JOB))
        self.print_button = Button(tr("Print…"), icon="print", act=self._print)
        self.page_button = Button(tr("Web page…"), act=lambda: self._ask_where(".html"))
        self.pdf_button = Button(tr("PDF…"), "primary", act=lambda: self._ask_where(".pdf"))
        self._days = QWidget()
        to = text("–", "ui", "text2")
        in_row(self.first, to, self.last, None, within=self._days, gap=8)
        foot = in_row(self.print_button, None, self.page_button, self.pdf_button, gap=8)
        title = text(tr("Export or print"), "section")
        stacked(self.card, title, self.kinds, self._days, self.told, self.running, foot,
            grows=self.told, margins=(18, 14, 18, 14), gap=12)  # fmt: skip


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


def _left_out(written: Any) -> str:
    count = len(getattr(written, "left_out", ()))
    return counted("; {count} file not read", "; {count} files not read", count) if count else ""


def _printers() -> list[str]:
    """The printers of this computer; none where it cannot be asked."""
    try:
        from PySide6.QtPrintSupport import QPrinterInfo  # seldom wanted
    except ImportError:
        return []
    return list(QPrinterInfo.availablePrinterNames())


def _pdf() -> "ModuleType":
    """What sets leaves, ready for a thread."""
    from desktop_app.ui.reading import pdf  # seldom wanted

    pdf.prepare()
    return pdf
