"""The page of agents, and the ways to it."""

from pathlib import Path
from typing import Any

from tests.support.program import running, sample


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
