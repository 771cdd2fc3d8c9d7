"""A dream under way: seen from every page, alone in its notebook, and not lost with the window."""

from pathlib import Path
from typing import Any

import pytest
from PySide6.QtCore import QPoint

from desktop_app.dreams.runs import alone
from desktop_app.errors import Problem
from desktop_app.ui.dreams.dream_rows import RowKind
from tests.support.dreaming import NOON
from tests.support.program import click, quiet, running, sample
from tests.support.waiting import until
from tests.ui.test_model_dreams import CHAT, MODEL, asking, silent


def test_one_dream_at_a_time_and_the_second_is_told_who_is_at_it(tmp_path: Path) -> None:
    told = pytest.raises(Problem, match=r"the window, since 12:00\.")
    with alone(tmp_path, "the window", NOON), told, alone(tmp_path, "a command", NOON):
        pass
    with alone(tmp_path, "a command", NOON):
        pass


async def test_the_window_does_not_dream_while_a_command_does(tmp_path: Path, qtbot: Any) -> None:
    async with running(tmp_path, sample(tmp_path)) as program:
        program.window.show_page("dreams")
        page, memory = program.dreams_page, program.memory
        with alone(memory._notebook.own, "a command", memory.now()):
            click(page.list.dream_button)
            await until(lambda: "a command, since" in program.window.banner.words)
            await quiet(program)
            assert memory.dreams.proposals() == [] and page.list.dream_button.isEnabled()
        click(page.list.dream_button)
        await until(page.review.isVisible)

        # A toast leaves the counts of a review to be seen.
        program.window.show_page("dreams")
        page = program.dreams_page
        page.dream()
        await until(page.review.isVisible)
        await quiet(program)
        program.window.toast("The dream was cancelled. Nothing was written.")
        toast, footer = program.window._toast, page.review.footer
        assert toast.isVisible() and footer.isVisible()
        top = footer.mapTo(program.window, QPoint(0, footer.height())).y()
        assert toast.mapTo(program.window, QPoint()).y() >= top, "it covers nothing of the page"


async def test_other_pages_show_that_a_dream_runs(tmp_path: Path, qtbot: Any) -> None:
    async with asking(tmp_path) as (program, page, server):
        server.next(CHAT, silent)
        page.dream()
        await until(lambda: server.asked(CHAT))
        program.window.show_page("memory")
        shown = program.window.status.dream
        assert shown.isVisible() and shown.words.startswith("Dreaming: ")
        with pytest.raises(Problem, match="the window, since"):
            await program.memory.dreams.dream()
        page.work.cancel()
        await until(lambda: not page.work.running)
        await until(lambda: not shown.words.startswith("Dreaming"))


async def test_closing_during_a_dream_asks_and_leaves_what_can_be_retried(
    tmp_path: Path, qtbot: Any
) -> None:
    async with asking(tmp_path) as (program, page, server):
        server.next(CHAT, silent)
        page.dream()
        await until(lambda: server.asked(CHAT))
        program.window.close()
        banner = program.window.banner
        await until(lambda: "A dream is running" in banner.words)
        assert page.work.running
        click(banner.button)
        await until(program.window.isHidden)
    async with running(tmp_path, tmp_path / "Memory") as program:
        program.window.show_page("dreams")
        page = program.dreams_page
        await quiet(program)
        (row,) = [row for row in page.list.all() if row.kind == RowKind.FAILED]
        assert row.thing.model == MODEL and row.detail == "Stopped when the window closed."
        page.list.choose(row)
        await until(page.desk.failed.isVisible)
        assert page.desk.failed.first.isVisible()


async def test_the_question_goes_with_the_dream_and_a_second_close_is_an_answer(
    tmp_path: Path, qtbot: Any
) -> None:
    async with asking(tmp_path) as (program, page, server):
        banner = program.window.banner
        for again in (False, True):
            server.next(CHAT, silent)
            page.dream()
            await until(lambda: page.work.running and len(server.asked(CHAT)) > again)  # noqa: B023
            program.window.close()
            await until(lambda: "A dream is running" in banner.words)
            if not again:
                page.work.cancel()
                await until(lambda: not banner.isVisible())
        program.window.close()
        await until(program.window.isHidden)
