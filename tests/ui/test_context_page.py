"""The context page: the prompt that memory gives, as large as the slider allows."""

from pathlib import Path
from typing import Any

from PySide6.QtCore import Qt
from PySide6.QtTest import QTest

from desktop_app.ui.context_page import ContextPage
from desktop_app.ui.parts.rows import DETAIL, THING
from tests.support.program import press, quiet, running, sample
from tests.support.waiting import until

CONTROL, SHIFT = Qt.KeyboardModifier.ControlModifier, Qt.KeyboardModifier.ShiftModifier


async def shown(program: Any) -> ContextPage:
    press(program.window, Qt.Key.Key_M, CONTROL | SHIFT)
    page = program.window.page
    assert isinstance(page, ContextPage)
    await until(lambda: page.material is not None)
    await quiet(program)
    return page


def rows(page: ContextPage, role: int) -> list[Any]:
    model = page.pane.rows.model()
    return [model.index(row, 0).data(role) for row in range(model.rowCount())]


async def test_a_question_is_typed_and_its_answers_are_in_the_prompt(
    tmp_path: Path, qtbot: Any
) -> None:
    async with running(tmp_path, sample(tmp_path)) as program:
        page = await shown(program)
        text = page.view.text()
        assert (tmp_path / "Memory" / "MEMORY.md").read_text().strip() in text
        assert "## Relevant Past Context" not in text
        assert page.pane.input.hasFocus()
        page.view.setFocus()
        await shown(program)
        assert page.pane.input.hasFocus(), "also when the page is in front already"
        QTest.keyClicks(page.pane.input, "soundings of the harbour survey")
        await until(lambda: "## Relevant Past Context" in page.view.text())
        assert any("found for the question" in detail for detail in rows(page, DETAIL))
        assert "left out" not in page.tally.text()

        # A smaller budget leaves pieces out and says so.
        page = await shown(program)
        whole = page.view.text()
        for _ in range(3):
            press(page.slider, Qt.Key.Key_Left)
        assert page.budget == 512
        assert len(page.view.text()) < len(whole)
        assert "pieces left out" in page.tally.text()
        assert any("no room" in detail for detail in rows(page, DETAIL))
        for _ in range(3):
            press(page.slider, Qt.Key.Key_Right)
        assert page.view.text() == whole, "the fence is the same while one looks"

        # Enter on a piece opens its line.
        page = await shown(program)
        at = next(n for n, (piece, _) in enumerate(rows(page, THING)) if piece.path != "MEMORY.md")
        page.pane.rows.setFocus()
        page.pane.rows.setCurrentIndex(page.pane.rows.model().index(at, 0))
        press(page.pane.rows, Qt.Key.Key_Return)
        await quiet(program)
        assert program.window.page.name == "days"
