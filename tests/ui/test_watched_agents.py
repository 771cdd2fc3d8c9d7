"""Watch agents in the window: what was found, a switch for each source, and looks in between."""

from datetime import date
from pathlib import Path
from typing import Any

import pytest

from desktop_app.memory.watched import WatchedAgents
from desktop_app.sessions.agents.adapter import Homes
from desktop_app.ui.agents.access import WatchedPart
from desktop_app.ui.open_notebook import OpenNotebook
from tests.support.agents import ClaudeCode, append
from tests.support.program import click, quiet, running, sample
from tests.support.waiting import until

BOAT = "We decided to keep the boat in the yard until March."
LEFT = "<command-name>/exit</command-name>"


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    home = tmp_path / "home"
    home.mkdir()
    monkeypatch.setenv("HOME", str(home))
    monkeypatch.delenv("CLAUDE_CONFIG_DIR", raising=False)
    return home


def shown(program: OpenNotebook) -> WatchedPart:
    return program.agents_page.watched


def today_at(hour: int) -> str:
    return f"{date.today()}T{hour:02}:00:00"


async def test_a_switch_follows_what_was_found_and_what_is_said_then_reaches_the_days(
    qtbot: Any, tmp_path: Path, home: Path
) -> None:
    root = sample(tmp_path)
    talk, other = ClaudeCode(home, root), ClaudeCode(home, Path("/elsewhere"), "other")
    append(talk.path, talk.user("Hello."))
    append(other.path.parent.with_name("-other") / "other.jsonl", other.user("Hello."))
    async with running(tmp_path, root) as program:
        program.actions["watch"].trigger()
        card = shown(program)
        await until(lambda: len(card.seen) == 2)
        key, other_key = card.seen
        switch, said = card.form.controls[key], card.form.rows[key].explanation.text
        assert said() == "1 conversation in this project"
        there = card.form.rows[other_key].explanation.text()
        assert "1 conversation in /elsewhere" in there.replace("\u200b", "")
        assert not switch.isChecked()
        click(switch)
        await until(lambda: said().endswith("Followed. No notes were saved yet."))
        memory = program.memory
        assert memory is not None
        append(talk.path, talk.user(BOAT, time=today_at(1)), talk.user(LEFT))
        await until(lambda: BOAT in memory.files.read(memory.layout.day(memory.today())).text)
        await quiet(program)
        card.look()
        await until(lambda: "Saved notes into memory/" in said())
        click(switch)
        await until(lambda: said() == "1 conversation in this project")
        assert memory.watched.anything() is False


async def test_another_program_that_follows_is_named(
    qtbot: Any, tmp_path: Path, home: Path
) -> None:
    root = sample(tmp_path)
    talk = ClaudeCode(home, root)
    append(talk.path, talk.user("Hello."))
    async with running(tmp_path, root) as program:
        memory = program.memory
        assert memory is not None
        other = WatchedAgents(memory, Homes(home, {}))
        other._hold()
        memory.watched.follow(memory.watched.sources()[0].source)
        program.watching.look()
        await quiet(program)
        program.actions["watch"].trigger()
        await until(lambda: "Another Nightstand" in shown(program).said.text())
        other.stop()
        program.watching.look()
        await quiet(program)
        shown(program).look()
        await until(lambda: "Another Nightstand" not in shown(program).said.text())
