"""The page of agents: its parts, and errors listed, found, shared and forgotten."""

from pathlib import Path
from typing import Any

from PySide6.QtCore import Qt

from desktop_app.ui.agents_page import AgentsPage
from desktop_app.ui.parts.rows import DETAIL, ICON, TITLE
from tests.support.erring import ADVICE, met_by_agents
from tests.support.program import press, quiet, running, said, sample
from tests.support.waiting import until

PARTS = 1  # row above the errors


async def shown(tmp_path: Path, program: Any) -> AgentsPage:
    met_by_agents(tmp_path, program.memory)
    program.window.show_page("agents")
    page = program.window.page
    assert isinstance(page, AgentsPage)
    await until(lambda: page.pane.rows.model().rowCount() == 3)
    choose(page, 0)
    await quiet(program)
    return page


def choose(page: AgentsPage, row: int) -> None:
    """One of the errors, that which stands first as 0."""
    page.pane.rows.setCurrentIndex(page.pane.rows.model().index(PARTS + row, 0))


def rows(page: AgentsPage, role: int) -> list[Any]:
    model = page.pane.rows.model()
    above = 0 if page.pane.query else PARTS
    return [model.index(row, 0).data(role) for row in range(above, model.rowCount())]


async def test_an_error_is_shown_with_its_times_and_what_ended_it(
    tmp_path: Path, qtbot: Any
) -> None:
    async with running(tmp_path, sample(tmp_path)) as program:
        page = await shown(tmp_path, program)
        assert rows(page, TITLE)[0].startswith("Cannot invoke")
        met = [str(told).split(" · ", 1) for told in rows(page, DETAIL)]
        assert met == [
            ["NullPointerException", "met 3 times · asks to be shared"],
            ["git", "met once"],
        ]
        assert rows(page, ICON) == ["question", "warn"]
        assert ADVICE in said(page.view) and "JwtService.java:decode" in said(page.view)
        choose(page, 1)
        await quiet(program)
        assert "not known" in said(page.view) and not page.view.buttons


async def test_a_person_shares_what_ends_an_error_and_forgets_one(
    tmp_path: Path, qtbot: Any
) -> None:
    async with running(tmp_path, sample(tmp_path)) as program:
        page = await shown(tmp_path, program)
        assert list(page.view.buttons) == ["share", "decline"]
        assert "procedure for all who use this notebook" in said(page.view)
        press(page.pane.rows, Qt.Key.Key_S)
        await until(lambda: str(rows(page, DETAIL)[0]).endswith("· shared"))
        assert "Shared" in said(page.view) and not page.view.buttons
        (waits,) = program.memory.dreams.proposals()
        (change,) = waits.changes
        assert change.to.startswith("memory/procedures/") and ADVICE in str(change.new)
        page.registry["agents.forget"].trigger()
        await until(lambda: len(rows(page, TITLE)) == 1)
        assert len(program.memory.hindsight.patterns()) == 1


async def test_an_error_that_a_person_does_not_share_is_not_asked_about_again(
    tmp_path: Path, qtbot: Any
) -> None:
    async with running(tmp_path, sample(tmp_path)) as program:
        page = await shown(tmp_path, program)
        press(page.pane.rows, Qt.Key.Key_X)
        await until(lambda: str(rows(page, DETAIL)[0]).endswith("not shared"))
        assert list(page.view.buttons) == ["share"] and program.memory.dreams.proposals() == []


async def test_an_error_is_found_as_it_is_typed(tmp_path: Path, qtbot: Any) -> None:
    async with running(tmp_path, sample(tmp_path)) as program:
        page = await shown(tmp_path, program)
        page.pane.input.setText("no upstream branch")
        await until(lambda: len(rows(page, TITLE)) == 1)
        page.pane.input.setText("something that never happened")
        await until(lambda: rows(page, TITLE) == [])
        assert page._stack.currentWidget() is page.empty


async def test_the_status_bar_and_the_palette_lead_to_it_and_what_needs_an_agent_waits_for_one(
    tmp_path: Path, qtbot: Any
) -> None:
    async with running(tmp_path, sample(tmp_path)) as program:
        program.window.status.agents.click()
        page = program.window.page
        assert page is program.agents_page and page.access.paste.isVisible()
        assert not page.access.forms["known"].isVisible()
        assert not page.access.forms["rights"].isVisible()
        program.window.show_page("memory")
        program.actions["agents.connect"].trigger()
        assert program.window.page is page and page.access.which.hasFocus()
        program.actions["watch"].trigger()
        assert page.watched.isVisible()
