"""Forgetting for good in the window: said once, shown, said again, done, and told."""

from pathlib import Path
from typing import Any

from PySide6.QtCore import Qt
from PySide6.QtGui import QContextMenuEvent, QTextCursor
from PySide6.QtWidgets import QMenu

from desktop_app.notebook.forgetting.cutting import ForgetPlace
from desktop_app.ui.forget_page import ForgetPage
from desktop_app.ui.open_notebook import OpenNotebook
from tests.support.accessible import nameless
from tests.support.every_byte import standing
from tests.support.program import click, open_another, press, quiet, running, sample, write
from tests.support.waiting import until

LINE = "Dr. Okafor is the physio; appointments are every second Tuesday at 16:40."


async def looked_for(program: OpenNotebook, words: str) -> ForgetPage:
    program.actions["forget.ask"].trigger()
    page = program.forget_page
    await until(page.field.hasFocus)
    write(page.field, words)
    press(page.field, Qt.Key.Key_Return)
    await until(page.preview.isVisible)
    return page


def sure(page: ForgetPage) -> None:
    """The second yes."""
    (yes,) = page.preview.menu.actions()
    page.preview.menu.close()
    yes.trigger()


async def test_a_line_is_forgotten_from_the_commands(tmp_path: Path, qtbot: Any) -> None:
    root = sample(tmp_path)
    async with running(tmp_path, root) as program:
        program.window.activateWindow()
        page = await looked_for(program, "okafor is the physio")
        assert "Each line goes whole" in page.preview.title.text(), "only a part was asked for"
        assert set(page.preview.form.controls) == {ForgetPlace.DAYS, ForgetPlace.DIARIES}
        assert page.preview.first.hasFocus()
        assert page.preview.chosen == frozenset()
        assert nameless(program.window) == []
        for box in page.preview.form.controls.values():
            click(box)
        click(page.preview.forget_button)
        assert LINE in (root / "MEMORY.md").read_text(), "it is said twice"
        assert "no undo" in page.preview.promise.text()
        sure(page)
        await until(page.report.isVisible)
        assert LINE not in (root / "MEMORY.md").read_text()
        assert "MEMORY.md (1 line)" in page.result.text()
        assert "Backups" in page.result.text()
        assert page.field.text() == ""
        assert nameless(program.window) == []
        program.window.show_page("memory")
        await quiet(program)
        assert LINE not in program.window.page.file.text
    assert standing("Okafor is the physio", root, tmp_path / "data", tmp_path / "config") == []


async def test_what_is_not_ticked_stays_and_the_report_says_so(tmp_path: Path, qtbot: Any) -> None:
    root = sample(tmp_path)
    async with running(tmp_path, root) as program:
        program.window.activateWindow()
        whole = (root / "MEMORY.md").read_text().split("\n")[2]
        page = await looked_for(program, whole)
        assert page.preview.title.text() == "Where it stands"
        page.field.clear()
        page = await looked_for(program, LINE)
        await until(lambda: page.preview.form.controls)
        days = page.preview.form.controls[ForgetPlace.DAYS]
        assert page.preview.chosen == {ForgetPlace.DAYS}, "where nothing else is said it is ticked"
        click(days)
        click(page.preview.forget_button)
        sure(page)
        await until(page.report.isVisible)
        assert "Days (1 line)" in page.result.text()
        click(page.another_button)
        assert not page.report.isVisible()
        assert page.asking.isVisible()


async def test_the_bullet_under_a_right_click_is_shown(tmp_path: Path, qtbot: Any) -> None:
    async with running(tmp_path, sample(tmp_path)) as program:
        page = program.window.page
        engine = page.editor
        line = program.memory.files.read("MEMORY.md").text.split("\n").index(f"- {LINE}") + 1
        menus: list[QMenu] = []
        page.editor.menu_opened.connect(lambda menu, _line: menus.append(menu))
        block = engine.document().findBlockByNumber(line - 1)
        at = engine.cursorRect(QTextCursor(block)).center()
        reason = QContextMenuEvent.Reason.Mouse
        engine.contextMenuEvent(QContextMenuEvent(reason, at, engine.mapToGlobal(at)))
        entries = {action.text(): action for action in menus[0].actions()}
        entries["Forget for good…"].trigger()
        menus[0].close()
        shown = program.forget_page
        await until(shown.preview.isVisible)
        assert program.window.page is shown
        assert shown.field.text() == LINE
        assert shown.preview.found.places[0].path == "MEMORY.md"


async def test_more_than_was_shown_is_shown_again_before_it_goes(
    tmp_path: Path, qtbot: Any
) -> None:
    root = sample(tmp_path)
    async with running(tmp_path, root) as program:
        program.window.activateWindow()
        page = await looked_for(program, "okafor")
        memory = root / "MEMORY.md"
        memory.write_text(memory.read_text() + "- Okafor moved house.\n")
        click(page.preview.forget_button)
        sure(page)
        await until(lambda: page.banner.words != "")
        assert "More lines contain it" in page.banner.words
        assert LINE in memory.read_text()
        assert page.preview.isVisible()


async def test_only_what_was_shown_for_these_words_and_this_notebook_is_forgotten(
    tmp_path: Path, qtbot: Any
) -> None:
    root = sample(tmp_path)
    async with running(tmp_path, root) as program:
        program.window.activateWindow()
        page = await looked_for(program, LINE)
        page.field.setText("Tea.")
        assert not page.preview.isVisible() and page.preview.found is None
        page.field.clear()
        page = await looked_for(program, LINE)
        page.kinds.part("topic").click()
        assert page.preview.found is None
        page.kinds.part("line").click()
        page._look(LINE)
        page.field.setText("Tea.")  # before the answer comes
        await quiet(program)
        assert not page.preview.isVisible() and page.preview.found is None
        page._look(LINE)
        await open_another(program, tmp_path, f"# Memory\n\n- {LINE}\n")
        assert page.preview.found is None
        page.preview.agreed.emit()
        await quiet(program)
        assert LINE in (program.memory.root / "MEMORY.md").read_text()
    assert LINE in (root / "MEMORY.md").read_text()
