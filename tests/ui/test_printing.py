"""Printing: leaves that are cut where one may, a PDF, and the card that asks what is wanted."""

import errno
import re
from pathlib import Path
from typing import Any

import pytest
from PySide6.QtCore import QSizeF, QUrl
from PySide6.QtPrintSupport import QPrinter
from PySide6.QtWidgets import QFileDialog, QLineEdit

from desktop_app.errors import Problem
from desktop_app.export.printout import PrintKind, wanted
from desktop_app.ui.reading import pdf
from tests.support.dreaming import a_notebook, opened
from tests.support.program import click, press_toast, quiet, running, sample
from tests.support.waiting import until


@pytest.mark.parametrize("tall", range(200, 800, 37))
def test_no_heading_stands_alone_at_the_end_of_a_leaf(qapp: Any, tall: int) -> None:
    words = "<p>" + "A line of words. " * 40 + "</p>"
    table = "<table>" + "<tr><td>a</td><td>b</td></tr>" * 30 + "</table>"
    html = (words + "<h2>Head</h2><h3>Below</h3>" + table) * 3
    sheet = QSizeF(600, tall)
    document = pdf.laid_out(html, {}, sheet)
    block, heads = document.begin(), 0
    while block.next().isValid():
        if pdf.is_heading(block):
            heads += 1
            assert pdf.page_of(block, sheet) == pdf.page_of(block.next(), sheet)
        block = block.next()
    assert heads == 6 and document.pageCount() > 3


def test_a_pdf_is_whole_or_not_there_and_only_an_earlier_one_goes(
    tmp_path: Path, qapp: Any
) -> None:
    days = {f"d202611{n:02}": f"# x\n\n## Notes ({n}:00)\n\n" + "- 港口 words\n" * 30
            for n in range(10, 16)}  # fmt: skip
    memory = opened(a_notebook(tmp_path, **days), tmp_path)
    path, mine = tmp_path / "days.pdf", tmp_path / "mine.pdf"
    mine.write_bytes(b"%PDF-1.4 mine")
    pdf.prepare()
    try:
        printout = memory.printout(wanted("2026-11-10.."))
        written = pdf.write_pdf(printout, path, lambda done, count: None)
        assert (written.notes, written.left_out) == (6, ())
        before = path.read_bytes()
        assert before.startswith(b"%PDF") and pdf.is_earlier(path)
        assert len(re.findall(rb"/Type /Page\b", before)) > 3
        assert path.stat().st_mode & 0o777 == 0o600

        def full(done: int, count: int) -> None:
            if done == 3:
                raise OSError(errno.ENOSPC, "no space left")

        with pytest.raises(Problem, match="the disk is full"):
            pdf.write_pdf(printout, path, full)
        with pytest.raises(Problem, match="is there already"):
            pdf.write_pdf(printout, mine, full)
        assert path.read_bytes() == before and mine.read_bytes() == b"%PDF-1.4 mine"
        assert not list(tmp_path.glob(".*.part"))
    finally:
        memory.close()


async def test_a_card_exports_and_prints_what_the_window_shows(
    tmp_path: Path, qapp: Any, qtbot: Any
) -> None:
    async with running(tmp_path, sample(tmp_path)) as program:
        printing, asked = program.exporting, []
        printing.printers = list
        printing.open_outside = asked.append
        program.window.show_page("days")
        await until(lambda: program.days_page.file.path)
        await quiet(program)
        offered = program.days_page.deeds.more.menu().actions()
        assert offered[-1] is program.actions["print"]
        offered[-1].trigger()
        await quiet(program)
        card = printing
        assert card.kinds.value == PrintKind.DAYS and card.print_button.hasFocus()
        click(card.print_button)
        assert "No printer" in card.told.text()
        card.first.setText("2026-1")
        assert not card.pdf_button.isEnabled()
        card.first.setText(f"{program.memory.today().year - 1}")
        card.last.setText("")
        await quiet(program)
        assert "13 days" in card.told.text()
        for button, ending, start in (
            (card.pdf_button, ".pdf", b"%PDF"),
            (card.page_button, ".html", b"<!doctype"),
        ):
            if not card.isVisible():
                printing.ask()
                await quiet(program)
            click(button)
            dialog = program.window.findChild(QFileDialog)
            path = tmp_path / dialog.findChild(QLineEdit, "fileNameEdit").text()
            assert path.suffix == ending
            dialog.accept()
            dialog.setParent(None)
            await until(lambda path=path: path.exists() and not card.isVisible())
            assert path.read_bytes().startswith(start)
            assert str(path) in program.window._toast.words
        await press_toast(program)
        assert asked == [QUrl.fromLocalFile(str(path))]

        program.window.show_page("memory")
        printing.ask()
        await quiet(program)
        assert card.kinds.value == PrintKind.MEMORY
        printer = QPrinter()
        printer.setOutputFileName(str(tmp_path / "paper.pdf"))
        printing.send(card._printout, printer)
        await until(lambda: not card.isVisible())
        assert (tmp_path / "paper.pdf").read_bytes().startswith(b"%PDF")

        printing.ask()
        await quiet(program)
        printing._start(lambda go_on: all(iter(lambda: go_on(0, 1) or 1, 0)), asked.append)
        click(card.running.cancel_button)
        await until(lambda: card.running.isHidden())
        assert "Nothing was left half done" in card.told.text()
        (tmp_path / "mine.html").write_text("mine")
        printing.save(card._printout, tmp_path / "mine.html")
        await until(lambda: "is there already" in card.told.text() and card.running.isHidden())
        assert card.page_button.isEnabled()
