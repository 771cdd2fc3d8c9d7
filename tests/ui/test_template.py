"""The template for new days: written in Settings, kept, and begun with."""

from pathlib import Path

from pytestqt.qtbot import QtBot

from desktop_app import dates
from desktop_app.errors import Problem
from desktop_app.notebook.layout import TEMPLATE
from tests.support.instead import Instead
from tests.support.program import running
from tests.support.waiting import until


async def test_a_template_is_written_and_begun_with(tmp_path: Path, qtbot: QtBot) -> None:
    root = tmp_path / "Notes"
    root.mkdir()
    (root / "MEMORY.md").write_text("# Memory\n")
    async with running(tmp_path, root) as program:
        program.actions["template"].trigger()
        page, place = program.settings_page, root / TEMPLATE
        field = page.form.controls["template"]
        await until(field.hasFocus)
        program.window.show_page("days")
        assert not place.exists(), "nothing was typed"

        def refuse(text: str) -> None:
            raise Problem("The disk is full.", "Free some space.")

        memory = page.memory
        page.memory = Instead(memory, template=Instead(memory.template, set=refuse))
        program.actions["template"].trigger()
        field.insertPlainText("## {weekday}\n\n- 心情：{none}\n- [ ] ")
        page.leave()
        await until(lambda: page.unkept() == ["the template for new days"])
        page.memory = memory
        field.setFocus()
        field.insertPlainText("x")
        field.textCursor().deletePreviousChar()
        program.window.show_page("days")
        await until(place.exists)
        assert page.unkept() == []
        assert place.read_text() == "## {weekday}\n\n- 心情：{none}\n- [ ]\n"
        days, today = program.days_page, memory.today()
        days.empty.button.click()
        weekday = dates.weekday_names()[today.weekday()][1]
        begun = f"# Daily Memory: {today}\n\n## {weekday}\n\n- 心情：{{none}}\n- [ ] "
        await until(lambda: days.editor.text() == begun)
        qtbot.keyClicks(days.editor, "Tea")
        days.leave()
        day = root / f"memory/{today}.md"
        await until(day.exists)
        assert day.read_text() == f"{begun}Tea\n"
