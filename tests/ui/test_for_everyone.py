"""The whole program without a mouse and without eyes: every page, on the sample notebook."""

from pathlib import Path

from tests.support.accessible import nameless, reached_by_tab, wanting_the_keyboard
from tests.support.program import quiet, running, sample
from tests.support.waiting import until

PAGES = (
    *("memory", "days", "dreams", "search", "conversation", "history", "forget", "help"),
    "settings",
)


async def test_every_control_of_every_page_has_a_name(tmp_path: Path, qtbot) -> None:
    async with running(tmp_path, sample(tmp_path)) as program:
        for name in PAGES:
            program.window.show_page(name)
            await quiet(program)
            assert nameless(program.window) == [], name


async def test_tab_reaches_everything_on_every_page(tmp_path: Path, qtbot) -> None:
    async with running(tmp_path, sample(tmp_path)) as program:
        program.window.activateWindow()
        await until(program.window.isActiveWindow)
        for name in PAGES:
            program.window.show_page(name)
            await quiet(program)
            reached = reached_by_tab(qtbot, program.window)
            missed = wanting_the_keyboard(program.window) - set(reached)
            assert [f"{widget.accessibleName()} {widget}" for widget in missed] == [], name
