"""Exporting what one reads as a web page or a PDF, and printing it: what is chosen on a card is
written in a thread, and the window tells where it is. Knows memory and jobs, not how a leaf is set.
"""

import asyncio
from collections.abc import Callable
from datetime import date
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, QUrl, Signal
from PySide6.QtGui import QDesktopServices
from PySide6.QtWidgets import QWidget

from desktop_app.errors import Problem
from desktop_app.jobs import Report
from desktop_app.ui.look.theme import theme
from desktop_app.ui.parts.actions import Actions
from desktop_app.ui.parts.folders import ask_new_file, beside, tilde
from desktop_app.words import counted, tr

if TYPE_CHECKING:
    from types import ModuleType

    from PySide6.QtPrintSupport import QPrinter

    from desktop_app.export.printout import Printout, PrintWish
    from desktop_app.export.web_page import GoOn, PrintedFile
    from desktop_app.jobs import Jobs
    from desktop_app.memory import Memory
    from desktop_app.ui.frame.print_card import PrintCard
    from desktop_app.ui.reading.pdf import LeafFaces

_JOB = "print"
_STOPPED = tr("Stopped. Nothing was left half done.")
_STEPS = 20  # of the whole, of which one is told


class Printing(QObject):
    """Opens the card; `shown()` is the path that the window shows and the day it is about."""

    toasted = Signal(str, str, object)  # message, the action's word, what it does
    failed = Signal(object)  # the Problem

    def __init__(
        self,
        window: QWidget,
        jobs: "Jobs",
        actions: Actions,
        memory: "Callable[[], Memory | None]",
        shown: Callable[[], tuple[str, date | None]],
        save_all: Callable[[], None],
    ) -> None:
        super().__init__(window)
        self._window, self._jobs, self._memory = window, jobs, memory
        self._shown, self._save_all = shown, save_all
        self.card: PrintCard | None = None
        self.open_outside: Callable[[QUrl], object] = QDesktopServices.openUrl
        self.printers: Callable[[], list[str]] = _printers
        actions.add("print.export", tr("Export as a web page or PDF…"), self.ask, icon="external",
            detail=tr("Memory, days, a dream or a topic, to be read anywhere"))  # fmt: skip
        actions.add("print", tr("Print…"), partial(self.ask, prints=True), "Ctrl+Shift+P", "print",
            detail=tr("Memory, days, a dream or a topic, on paper"))  # fmt: skip

    def ask(self, *, prints: bool = False) -> None:
        """Comes with what the window shows; it is what is saved that is written."""
        memory = self._memory()
        if memory is None:
            return
        self._save_all()
        if self.card is None:
            self.card = self._made()
        self.card.ask(memory.layout, *self._shown(), memory.today(), prints=prints)

    def save(self, printout: "Printout", path: Path) -> None:
        """Write it, as a PDF where the name says so, else as a web page."""
        memory = self._memory()
        if memory is None:
            return
        if path.suffix.lower() == ".pdf":
            pdf, look = _pdf()
            self._start(lambda go_on: pdf.write_pdf(printout, path, go_on, look), self._written)
        else:
            self._start(lambda go_on: memory.export_page(printout, path, go_on), self._written)

    def send(self, printout: "Printout", printer: "QPrinter") -> None:
        """Set it on a printer."""
        pdf, look = _pdf()
        words = tr("“%1” went to the printer.").replace("%1", printout.title)
        self._start(
            lambda go_on: pdf.print_out(printout, printer, go_on, look),
            lambda _printed: self.toasted.emit(words, "", None),
        )

    # -- inside -----------------------------------------------------------------------------

    def _made(self) -> "PrintCard":
        from desktop_app.ui.frame.print_card import PrintCard  # not before the first paint

        card = PrintCard(self._window)
        card.looked.connect(self._look)
        card.save_asked.connect(self._ask_where)
        card.print_asked.connect(self._print)
        card.cancel_asked.connect(lambda: self._jobs.cancel(_JOB))
        return card

    def _look(self, asked: "PrintWish") -> None:
        memory, card = self._memory(), self.card
        if memory is not None and card is not None:
            work = partial(memory.printout, asked)
            self._jobs.call("print.look", work, card.show_printout, card.show_problem)

    def _ask_where(self, printout: "Printout", suffix: str) -> None:
        memory = self._memory()
        if memory is not None:
            path = beside(memory.root) / f"{printout.name}{suffix}"
            title = tr("Export “%1”").replace("%1", printout.title)
            ask_new_file(self._window, title, path, lambda to: self.save(printout, Path(to)))

    def _print(self, printout: "Printout") -> None:
        if self.card is not None and not self.printers():
            self.card.say(tr("No printer is set up on this computer. Save a PDF instead."))
            return
        from PySide6.QtPrintSupport import QAbstractPrintDialog, QPrintDialog, QPrinter

        printer = QPrinter(QPrinter.PrinterMode.HighResolution)
        printer.setPageLayout(_pdf()[0].sheet_of_paper())
        printer.setDocName(printout.title)
        dialog = QPrintDialog(printer, self._window)
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
        from desktop_app.threads import to_its_end  # not before the first paint

        jobs, card = self._jobs, self.card

        async def work(report: Report) -> object:
            await jobs.written()
            task = asyncio.current_task()

            def go_on(at: int, count: int) -> None:
                if task is not None and task.cancelling():
                    raise Problem(_STOPPED)
                if not at % max(1, count // _STEPS):
                    report(tr("Writing: {share} %").format(share=100 * at // max(1, count)))

            return await to_its_end(write, go_on)

        def end() -> None:
            if card is not None:
                card.show_running(False)

        def succeeded(result: object) -> None:
            end()
            if card is not None:
                card.close_card()
            done(result)

        def failed(problem: Problem) -> None:
            end()
            if card is not None and card.isVisible():
                card.say(str(problem))
            else:
                self.failed.emit(problem)

        def cancelled() -> None:
            end()
            if card is not None:
                card.say(_STOPPED)

        try:
            jobs.start(_JOB, work, done=succeeded, failed=failed, cancelled=cancelled,
                step=self._step)  # fmt: skip
        except Problem as problem:
            self.failed.emit(problem)
            return
        if card is not None:
            card.show_running(True)

    def _step(self, words: str) -> None:
        if self.card is not None:
            self.card.running.say(words)

    def _written(self, file: "PrintedFile") -> None:
        words = tr("Written to %1").replace("%1", tilde(str(file.path)))
        if file.left_out:
            count = len(file.left_out)
            words += counted("; {count} file not read", "; {count} files not read", count)
        url = QUrl.fromLocalFile(str(file.path))
        self.toasted.emit(words, tr("Open"), lambda: self.open_outside(url))


def _printers() -> list[str]:
    """The printers of this computer; none where it cannot be asked."""
    try:
        from PySide6.QtPrintSupport import QPrinterInfo  # seldom wanted
    except ImportError:
        return []
    return list(QPrinterInfo.availablePrinterNames())


def _pdf() -> "tuple[ModuleType, LeafFaces]":
    """What sets leaves, ready for a thread, and what it sets them in."""
    from desktop_app.ui.reading import pdf  # seldom wanted
    from desktop_app.ui.reading.pdf import LeafFaces

    pdf.prepare()
    return pdf, LeafFaces(theme().font("body").families(), theme().font("mono").families())
