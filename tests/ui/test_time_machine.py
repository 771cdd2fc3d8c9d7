"""The history over time: the slider, and the history of a line."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from datetime import timedelta
from pathlib import Path

from PySide6.QtCore import QPoint, Qt

from desktop_app.ui.history.comparison import BEFORE, PUT_BACK, SEE, TEXT
from desktop_app.ui.history.comparison import NOW as AS_IT_IS
from desktop_app.ui.parts.controls import Button
from desktop_app.ui.review.rows import RowForm
from tests.support.accessible import nameless
from tests.support.notes import MEMORY, NOW, Notes, notes
from tests.support.reviewing import press_in
from tests.support.waiting import rest, until

LISBON = MEMORY.replace("Porto", "Lisbon")
SHORT = LISBON.replace("- The report is due in May.\n", "")


@asynccontextmanager
async def over_time(tmp_path: Path, qapp) -> AsyncIterator[Notes]:
    """MEMORY.md, changed by a person twelve days ago, by a dream five days ago; now it is short."""
    async with notes(
        tmp_path, qapp, {"MEMORY.md": SHORT, "memory/2026-11-20.md": "- Tea.\n"}
    ) as made:
        keep = made.memory._notebook.history.keep
        keep("MEMORY.md", MEMORY.encode(), "outside", NOW - timedelta(days=20))
        keep("MEMORY.md", LISBON.encode(), "edit", NOW - timedelta(days=12))
        keep("MEMORY.md", SHORT.encode(), "dream", NOW - timedelta(days=5))
        made.history_page.show_file("MEMORY.md")
        await stands(made, 2)
        yield made


async def stands(made: Notes, place: int) -> None:
    """The version at this place of the timeline is shown, counted from the oldest."""
    page = made.history_page

    def arrived() -> bool:
        steps, shown = page.rows.rows.things[::-1], page.shown
        return shown is not None and len(steps) > place and shown.step == steps[place]

    await until(arrived)
    await rest(made.window, made.jobs)


def read(made: Notes) -> str:
    return made.history_page.reader.editor.toPlainText()


async def test_the_arrows_go_from_change_to_change_and_the_text_of_then_is_read(
    tmp_path: Path, qapp, qtbot
) -> None:
    async with over_time(tmp_path, qapp) as made:
        slider = made.history_page.slider
        assert slider.value() == 2, "the newest"
        for key, place, words in (
            (Qt.Key.Key_Left, 1, "Mara lives in Lisbon."),
            (Qt.Key.Key_Left, 0, "Mara lives in Porto."),
            (Qt.Key.Key_End, 2, "Mara lives in Lisbon."),
            (Qt.Key.Key_Home, 0, "Mara lives in Porto."),
        ):
            qtbot.keyClick(slider, key)
            await stands(made, place)
            assert words in read(made)
            assert ("report" in read(made)) is (place < 2)
        assert "Change 1 of 3" in slider.accessibleDescription()
        assert nameless(made.window) == []


async def test_the_mouse_takes_the_version_at_that_place(tmp_path: Path, qapp, qtbot) -> None:
    async with over_time(tmp_path, qapp) as made:
        slider = made.history_page.slider
        middle = QPoint(3, slider.height() // 2)
        qtbot.mouseClick(slider, Qt.MouseButton.LeftButton, pos=middle)
        await stands(made, 0)
        assert made.history_page.rows.thing.version.version == 1


async def test_one_slider_goes_over_the_whole_memory_and_compares_with_now_or_before(
    tmp_path: Path, qapp, qtbot
) -> None:
    async with over_time(tmp_path, qapp) as made:
        day = "memory/2026-11-20.md"
        keep = made.memory._notebook.history.keep
        keep(day, b"- Coffee.\n", "outside", NOW - timedelta(days=1))
        made.actions["history.all"].trigger()
        page = made.history_page
        await until(lambda: page.slider.maximum() == 3)
        await stands(made, 2)
        assert page.shown.step.version.path == "MEMORY.md"
        page.ways.part(BEFORE).click()
        await until(lambda: any("1 line removed" in row.text for row in page.view.rows))
        qtbot.keyClick(page.slider, Qt.Key.Key_Right)
        await stands(made, 3)
        assert page.shown.step.version.path == day
        page.ways.part(AS_IT_IS).click()
        await until(lambda: any("1 line changed" in row.text for row in page.view.rows))


async def test_the_life_of_a_bullet_opens_from_the_memory_page_and_leads_to_its_versions(
    tmp_path: Path, qapp, qtbot
) -> None:
    async with over_time(tmp_path, qapp) as made:
        page = made.history_page
        made.window.show_page("memory")
        made.memory_page.editor.go_to(4)
        link = lambda: next(
            (
                b
                for b in made.memory_page.side.findChildren(Button)
                if b.text() == "History of this line"
            ),
            None,
        )
        await until(link)
        made.memory_page.editor.go_to_end()
        qtbot.keyClicks(made.memory_page.editor, "- Typed just now")
        link().click()
        await until(lambda: page.life is not None and made.window.page is page)
        await until(lambda: made.bytes_of("MEMORY.md").endswith(b"- Typed just now\n"))
        told = [row for row in page.view.rows if row.kind == RowForm.ASK]
        assert [row.text for row in told] == ["Mara lives in Lisbon.", "Mara lives in Porto."]
        assert told[1].reason.startswith("In the file from the start. The history begins")
        assert nameless(made.window) == []
        number = page.view.rows.index(told[1])
        press_in(page.view, number, PUT_BACK)
        await until(lambda: b"Mara lives in Porto." in made.bytes_of("MEMORY.md"))
        await until(lambda: page.life.wording == "Mara lives in Porto.")
        number = next(n for n, row in enumerate(page.view.rows) if "Lisbon" in row.text)
        press_in(page.view, number, SEE)
        await stands(made, 1)
        assert page.life is None and page.ways.value == TEXT
