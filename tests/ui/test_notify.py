"""What the desktop is told while nobody looks at the window; its notify-send is played here."""

from pathlib import Path
from typing import Any

import pytest

from tests.support.program import quiet, running, sample
from tests.support.waiting import until

SAID = ("Nightstand has dreamt", "3 < 4 & more")


def notify_send(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, answer: str) -> Path:
    """One that keeps what it is told, and answers so; returns where it keeps it."""
    tools, kept = tmp_path / "bin", tmp_path / "told"
    tools.mkdir()
    tool = tools / "notify-send"
    tool.write_text(f"#!/bin/sh\nprintf '%s\\n' \"$@\" > '{kept}'\n{answer}\n")
    tool.chmod(0o755)
    monkeypatch.setenv("PATH", str(tools), prepend=":")
    return kept


async def test_a_click_on_a_notification_leads_to_the_review(
    tmp_path: Path, qtbot: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    kept = notify_send(tmp_path, monkeypatch, "echo open")
    async with running(tmp_path, sample(tmp_path)) as program:
        program.window.hide()
        assert program.background.notifier.notify(*SAID)
        await until(program.window.isVisible)
        await until(lambda: program.window.page is program.dreams_page)
        told = kept.read_text().splitlines()
        assert told[-3:] == ["--", "Nightstand has dreamt", "3 &lt; 4 &amp; more"]
        assert "--action=open=Review" in told
        await quiet(program)


@pytest.mark.parametrize("answer", ["exit 0", "exit 1", "sleep 600"])
async def test_one_that_is_put_away_refused_or_never_answered_holds_nothing_up(
    tmp_path: Path, qtbot: Any, monkeypatch: pytest.MonkeyPatch, answer: str
) -> None:
    kept = notify_send(tmp_path, monkeypatch, answer)
    async with running(tmp_path, sample(tmp_path)) as program:
        program.window.hide()
        assert program.background.notifier.notify(*SAID)
        await until(kept.exists)
        if answer.startswith("exit"):
            await until(lambda: program.background.notifier._said is None)
        assert not program.window.isVisible()
        program.background.notifier.stop()
        assert program.background.notifier._said is None


async def test_somebody_who_looks_at_the_window_is_told_nothing_by_the_desktop(
    tmp_path: Path, qtbot: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with running(tmp_path, sample(tmp_path)) as program:
        monkeypatch.setattr(program.window, "isActiveWindow", lambda: True)
        assert not program.background.notifier.notify(*SAID)


async def test_without_any_desktop_the_program_goes_on(
    tmp_path: Path, qtbot: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with running(tmp_path, sample(tmp_path)) as program:
        monkeypatch.setenv("PATH", str(tmp_path))
        program.window.hide()
        assert program.background.notifier.notify(*SAID)
        await quiet(program)
        assert program.background.notifier._said is None
