"""Agents and the window: the page that lets them in, and the line that says what they wrote."""

import asyncio
import json
import socket
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import httpx
import pytest
from PySide6.QtGui import QGuiApplication
from pytestqt.qtbot import QtBot

from desktop_app.memory import Memory
from desktop_app.notebook.history import written_by
from desktop_app.ui.agents.doors import DoorState
from desktop_app.ui.open_notebook import OpenNotebook
from tests.support.program import open_another, quiet, running, sample
from tests.support.waiting import until

FACT = "Ana has the spare key to the boat shed."


@asynccontextmanager
async def opened(tmp_path: Path) -> AsyncIterator[OpenNotebook]:
    """The program on the sample, with a port of its own for agents."""
    async with running(tmp_path, sample(tmp_path)) as made:
        made.settings.set("agents.port", free_port())
        yield made


def free_port() -> int:
    """A port that nobody has now."""
    with socket.create_server(("127.0.0.1", 0)) as found:
        return int(found.getsockname()[1])


async def served(program: OpenNotebook) -> str:
    """Agents are let in by the page; where they are answered."""
    program.window.show_page("agents")
    program.agents_page.access.forms["http"].controls["agents.serve"].click()
    await until(lambda: program.doors.state in (DoorState.OPEN, DoorState.FAILED))
    assert program.doors.state is DoorState.OPEN, program.doors.problem
    return program.doors.url


async def post(program: OpenNotebook, path: str, **body: Any) -> httpx.Response:
    """What an agent is answered, asked in a thread as from another program."""
    head = {"Authorization": f"Bearer {program.doors.desk.key('write')}", "X-Client": "claude-code"}
    ask = lambda: httpx.post(program.doors.url + path, headers=head, json=body, timeout=60)
    return await asyncio.to_thread(ask)


async def test_the_switch_lets_agents_in_and_out(tmp_path: Path, qtbot: QtBot) -> None:
    async with opened(tmp_path) as program:
        url = await served(program)
        group = program.agents_page.access
        assert url in group.forms["http"].rows["address"].explanation.text()
        assert (await post(program, "/api/memory/daily", text=FACT)).status_code == 201
        group.look()
        await until(lambda: "agent claude-code" in group.forms["known"].rows)
        group.forms["http"].controls["agents.serve"].click()
        await until(lambda: program.doors.state is DoorState.CLOSED)
        with pytest.raises(httpx.ConnectError):
            await asyncio.to_thread(httpx.get, url)


async def test_a_port_that_is_taken_is_told_in_place(tmp_path: Path, qtbot: QtBot) -> None:
    async with opened(tmp_path) as program:
        server = await asyncio.start_server(lambda *_: None, "127.0.0.1", 0)
        program.settings.set("agents.port", server.sockets[0].getsockname()[1])
        program.window.show_page("agents")
        program.agents_page.access.forms["http"].controls["agents.serve"].click()
        await until(lambda: program.doors.state is DoorState.FAILED)
        assert (
            "is taken"
            in program.agents_page.access.forms["http"].rows["address"].explanation.text()
        )
        server.close()

        # What to paste names this notebook for each agent.
        row = program.agents_page.access
        for at in range(row.which.count()):
            row.which.setCurrentIndex(at)
            named = str(program.memory.root) in row.shown.text()
            assert named or row.which.currentData() == "http", row.shown.text()
        row.copy.click()
        pasted = json.loads(QGuiApplication.clipboard().text())
        assert pasted["mcpServers"]["nightstand"]["url"].endswith("/mcp")


async def test_keys_are_copied_and_renewed_only_after_a_question(
    tmp_path: Path, qtbot: QtBot
) -> None:
    async with opened(tmp_path) as program:
        await served(program)
        group, clipboard = program.agents_page.access, QGuiApplication.clipboard()
        group.forms["rights"].buttons["copy.key"].click()
        old = program.doors.desk.key("write")
        await until(lambda: clipboard.text() == old)
        group.forms["rights"].buttons["renew"].click()
        (sure,) = group.menu.actions()
        assert group.menu.isVisible() and program.doors.desk.key("write") == old
        group.menu.close()
        sure.trigger()
        await until(lambda: program.doors.desk.key("write") != old)
        await quiet(program)
        head = {"Authorization": f"Bearer {old}"}
        url = program.doors.url
        answer = await asyncio.to_thread(httpx.get, f"{url}/api/status", headers=head)
        assert answer.status_code == 401
        assert (await post(program, "/api/memory/daily", text=FACT)).status_code == 201

        # The key that decides is offered only where agents may.
        decides = group.forms["rights"].controls["key"].part("decide")
        assert not decides.isVisible()
        group.forms["rights"].controls["agents.decide"].click()
        assert decides.isVisible() and program.settings.get("agents.decide")


async def test_a_new_agent_is_asked_about_first_until_its_switch_is_off(
    tmp_path: Path, qtbot: QtBot
) -> None:
    async with opened(tmp_path) as program:
        before = (program.memory.root / "MEMORY.md").read_bytes()
        waited = program.memory.needs().count  # the sample asks a question of its own
        await served(program)
        assert (await post(program, "/api/memory/main", text=FACT)).status_code == 202
        assert (program.memory.root / "MEMORY.md").read_bytes() == before

        # It waits among what is to be decided.
        await until(lambda: program.agents.words == "claude-code remembered 1 thing.")
        await until(lambda: program.window.rail.buttons["dreams"].waiting == waited + 1)

        # A switch lets it write, and asks again.
        group = program.agents_page.access
        group.look()
        await until(lambda: "agent claude-code" in group.forms["known"].rows)
        switch, said = (
            group.forms["known"].controls["agent claude-code"],
            group.forms["known"].rows["agent claude-code"].explanation,
        )
        assert switch.isChecked() and "without asking" not in said.text()
        switch.click()
        assert program.settings.get("agents.may_write") == ["claude-code"]
        assert said.text().endswith("It writes without asking you, in all your notebooks.")
        assert (await post(program, "/api/memory/main", text=FACT)).status_code == 201
        switch.click()
        assert program.settings.get("agents.may_write") == []
        assert program.settings.get("agents.review") == ["claude-code"]
        program.settings.set("agents.may_write", ["*"])
        group.choose("agent claude-code", True)
        assert program.settings.get("agents.may_write") == [], "no agent writes without asking"


async def test_what_an_agent_wrote_is_one_line_and_can_be_taken_back(
    tmp_path: Path, qtbot: QtBot
) -> None:
    async with opened(tmp_path) as program:
        before = (program.memory.root / "MEMORY.md").read_bytes()
        await served(program)
        program.settings.set("agents.may_write", ["*"])
        line = program.agents
        assert line.isHidden()
        assert (await post(program, "/api/memory/main", text=FACT)).status_code == 201
        assert (await post(program, "/api/memory/daily", text="Tea at four.")).status_code == 201
        await until(lambda: line.words == "claude-code remembered 2 things.")
        assert line.isVisible()
        line.other.click()
        await until(lambda: (program.memory.root / "MEMORY.md").read_bytes() == before)
        await quiet(program)
        assert line.isHidden()
        assert "Tea at four." not in "".join(
            path.read_text() for path in (program.memory.root / "memory").glob("*.md")
        )


async def test_another_server_on_the_same_notebook_is_seen_within_two_seconds(
    tmp_path: Path, qtbot: QtBot
) -> None:
    """A second program, as `nightstand serve` is one."""
    async with opened(tmp_path) as program:
        await quiet(program)
        other = await asyncio.to_thread(Memory.open, program.memory.root, program.places)

        def remember() -> None:
            with written_by("codex"):
                other.days.remember(FACT)

        await asyncio.to_thread(remember)
        line = program.agents
        await until(lambda: line.words == "codex remembered 1 thing.")
        line.cross.click()
        assert line.isHidden()
        await asyncio.to_thread(remember)
        await until(lambda: line.words == "codex remembered 1 thing.")
        await asyncio.to_thread(other.close)


async def test_agents_come_into_the_notebook_that_is_opened_next(
    tmp_path: Path, qtbot: QtBot
) -> None:
    async with opened(tmp_path) as program:
        await served(program)
        other = tmp_path / "Other"
        other.mkdir()
        memory = Memory.create(other, program.places)
        program.state.set(f"place.{memory.id}", ["search", "", 0])  # a page that is not made
        memory.close()
        assert not program.window.is_made("search")
        await open_another(program, tmp_path)
        await until(lambda: program.doors.state is DoorState.OPEN)
        assert program.doors.desk._server.house.memory is program.memory
