"""The template for new days: written on its card, seen before, undone, and begun with."""

from pathlib import Path

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from desktop_app.errors import Problem
from desktop_app.notebook.layout import TEMPLATE
from desktop_app.ui.frame.template_card import TemplateCard
from tests.support.accessible import nameless
from tests.support.instead import Instead
from tests.support.notes import notes
from tests.support.program import click, press
from tests.support.waiting import until


async def test_a_template_is_written_with_a_preview_undone_and_begun_with(
    tmp_path: Path, qapp: QApplication, qtbot: QtBot
) -> None:
    async with notes(tmp_path, qapp, {"MEMORY.md": "# Memory\n"}, "days") as made:
        page, place = made.days_page, made.root / TEMPLATE
        toasts: list[tuple[str, str, object]] = []
        card = TemplateCard(made.window, made.jobs)
        card.toasted.connect(lambda *said: toasts.append(said))
        card.ask(made.memory)
        await until(card.field.hasFocus)
        assert card.field.hasFocus() and card.field.toPlainText() == ""
        press(card.field, Qt.Key.Key_Escape)
        assert not toasts and not place.exists(), "nothing was typed"
        card.ask(made.memory)
        await until(card.field.hasFocus)
        card.field.insertPlainText("## {weekday}\n\n- 心情：{none}\n- [ ] ")
        assert "Saturday" in card.reader.page.toPlainText()
        assert "心情：{none}" in card.reader.page.toPlainText()
        assert nameless(card) == []

        def refuse(text: str) -> None:
            raise Problem("The disk is full.", "Free some space.")

        card.memory = Instead(made.memory, template=Instead(made.memory.template, set=refuse))
        click(card.done)
        await until(lambda: card.banner.words)
        assert card.isVisible() and card.unkept() == ["the template for new days"]
        card.memory = made.memory
        click(card.done)
        await until(lambda: toasts)
        assert toasts[0][:2] == ("New days begin with this template.", "Undo")
        assert place.read_text() == "## {weekday}\n\n- 心情：{none}\n- [ ]\n"
        assert not card.isVisible() and card.unkept() == []
        page.empty.button.click()
        begun = "# Daily Memory: 2026-11-21\n\n## Saturday\n\n- 心情：{none}\n- [ ] "
        await until(lambda: page.editor.text() == begun)
        qtbot.keyClicks(page.editor.engine, "Tea")
        page.leave()
        await until(lambda: (made.root / "memory/2026-11-21.md").exists())
        assert made.bytes_of("memory/2026-11-21.md").decode() == f"{begun}Tea"
        toasts[0][2]()  # type: ignore[operator]
        await until(lambda: len(toasts) == 2)
        assert made.memory.template.text() == ""
