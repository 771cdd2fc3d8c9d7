"""Dreams by themselves in the window: said in the status bar, begun by a clock, told afterwards."""

from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest

from desktop_app.ui.background import JOB
from desktop_app.ui.open_notebook import OpenNotebook
from tests.support.program import quiet, running, sample
from tests.support.reviewing import call_all_fine
from tests.support.waiting import until


def due(program: OpenNotebook) -> None:
    """The time of the dream was an hour ago, and the schedule is older than that."""
    now = program.memory.now()
    passed = now - timedelta(hours=1)
    program.settings.set("dreams.schedule", "daily")
    program.settings.set("dreams.time", f"{passed:%H:%M}")
    program.memory.schedule.state(program.settings.get)
    noted = program.memory.schedule._book.notes()["plan"]
    program.memory.schedule._book.note("plan", now - timedelta(days=3), noted.text)


async def test_the_status_bar_says_when_the_next_dream_comes(tmp_path: Path, qtbot: Any) -> None:
    async with running(tmp_path, sample(tmp_path)) as program:
        call_all_fine(program)
        program.background.count()
        program.settings.set("dreams.schedule", "daily")
        at = program.memory.now() + timedelta(hours=2)
        program.settings.set("dreams.time", f"{at:%H:%M}")
        program.background.look()
        await until(lambda: program.window.status.dream.words.startswith("Next dream "))
        words = program.window.status.dream.words
        assert f"{at:%H:%M}" in words
        assert words.endswith("while Nightstand is open")
        program.memory.schedule.pause()
        program.background.look()
        await until(lambda: program.window.status.dream.words == "Dreams are paused")


async def test_a_missed_dream_is_caught_up_over_what_was_typed_and_says_so(
    tmp_path: Path, qtbot: Any
) -> None:
    async with running(tmp_path, sample(tmp_path)) as program:
        program.window.show_page("memory")
        await quiet(program)
        page: Any = program.window.page
        page.editor.insertPlainText("TYPED BEFORE THE NIGHT ")
        due(program)
        program.background.look()
        await until(lambda: program.memory.dreams.runs())
        await until(lambda: not program.jobs.running(JOB))
        assert "TYPED BEFORE THE NIGHT" in program.memory.files.read("MEMORY.md").text
        await until(lambda: "your decision" in program.window.status.dream.words)
        assert len(program.memory.dreams.runs()) == 1
        assert "A missed dream was caught up: " in program.window._toast.words
        program.background.look()
        await quiet(program)
        assert len(program.memory.dreams.runs()) == 1


async def test_what_a_dream_wrote_by_itself_is_taken_back_by_one_click(
    tmp_path: Path, qtbot: Any
) -> None:
    async with running(tmp_path, sample(tmp_path)) as program:
        program.memory.days.remember("Please remember that the dinghy is moored at berth 14.")
        before = program.memory.files.read("MEMORY.md").data
        program.settings.set("dreams.unattended", "supported")
        due(program)
        program.background.look()
        await until(lambda: program.memory.files.read("MEMORY.md").data != before)
        await until(lambda: program.window._toast.button.text() == "Undo")
        program.window._toast.button.click()
        await until(lambda: program.memory.files.read("MEMORY.md").data == before)


async def test_no_dream_begins_over_text_that_no_disk_took(
    tmp_path: Path, qtbot: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with running(tmp_path, sample(tmp_path)) as program:
        monkeypatch.setattr(program.note, "unkept", lambda: ["A note"])
        due(program)
        program.background.look()
        await quiet(program)
        assert program.memory.dreams.runs() == []
        monkeypatch.setattr(program.note, "unkept", lambda: [])
        program.background.look()
        await until(program.memory.dreams.runs)


async def test_a_pause_says_why_and_the_window_lets_dreams_go_on(
    tmp_path: Path, qtbot: Any
) -> None:
    folder = sample(tmp_path)
    async with running(tmp_path, folder) as program:
        call_all_fine(program)
        program.background.count()
        program.settings.set("dreams.schedule", "daily")
        program.background.look()
        await until(lambda: program.window.status.dream.words.startswith("Next dream"))
        await quiet(program)
        memory = folder / "MEMORY.md"
        memory.write_text("# Memory\n", encoding="utf-8")
        program.background.look()
        await until(lambda: program.window.status.dream.words == "Dreams are paused")
        why = "Automatic dreams are paused. MEMORY.md has lost 14 of 14 lines"
        assert program.window._toast.words.startswith(why)
        program.window.status.dream.click()
        await until(lambda: program.window.is_made("settings"))
        await quiet(program)
        page = program.settings_page
        assert program.window.page is page
        following, pause = page.row("paused"), page.control("paused")
        assert following.explanation.text().startswith(why)
        assert pause.isChecked()
        pause.click()
        await until(lambda: program.window.status.dream.words.startswith("Next dream"))
        assert not pause.isChecked()
        pause.click()
        await until(lambda: program.window.status.dream.words == "Dreams are paused")
        assert following.explanation.text().endswith("You paused them.")


@pytest.mark.parametrize("page", ["days", "dreams"])
async def test_dreams_come_by_themselves_whichever_page_the_window_was_left_on(
    tmp_path: Path, qtbot: Any, page: str
) -> None:
    root = sample(tmp_path)
    async with running(tmp_path, root) as program:
        call_all_fine(program)
        program.settings.set("dreams.schedule", "daily")
        program.window.show_page(page)
        await quiet(program)
    async with running(tmp_path, root) as program:
        assert program.window.page.name == page
        await until(lambda: program.window.status.dream.words.startswith("Next dream"))
