"""A window that is used for half an hour takes little more memory than one that was just used."""

import resource
import sys
from pathlib import Path
from typing import Any

import pytest
from PySide6.QtCore import Qt

from desktop_app.ui.open_notebook import OpenNotebook
from tests.support.program import click, press, quiet, running, sample, write
from tests.support.waiting import until

ROUNDS = 60
"""Of half a minute for a person, a few seconds here."""
WARM = 3
"""Rounds after which every page was made and every word list was read."""
MOST = 1.2
CONTROL_SHIFT = Qt.KeyboardModifier.ControlModifier | Qt.KeyboardModifier.ShiftModifier
TALK = "User: Bench {n} is free until March.\nAssistant: Noted: bench {n} is free until March.\n"


def memory_now() -> float:
    """Megabytes that the process holds."""
    pages = int(Path("/proc/self/statm").read_text().split()[1])
    return pages * resource.getpagesize() / 1e6


async def write_and_read(program: OpenNotebook, n: int) -> None:
    """MEMORY.md is edited and saved, and read."""
    program.window.show_page("memory")
    page = program.window.page
    await quiet(program)
    page.editor.go_to_end()
    write(page.editor, f"\n- Bench {n} was painted.")
    await quiet(program)


async def go_through_days(program: OpenNotebook, n: int) -> None:
    """Days one after the other, and another program's line meanwhile."""
    program.window.show_page("days")
    for _ in range(5):
        program.actions["days.before"].trigger()
        await quiet(program)
    memory = program.memory
    day = memory.root / memory.layout.day(memory.today())
    before = day.read_text() if day.exists() else ""
    day.write_text(f"{before}\n- Another program was at bench {n}.\n")
    memory.index.refresh()
    await quiet(program)


async def add_a_conversation(program: OpenNotebook, n: int) -> None:
    program.actions["conversation"].trigger()
    talk = program.conversation_page.sheet
    await quiet(program)
    talk.take_text(TALK.format(n=n))
    await until(talk.shown.isVisible)
    talk.act_button.click()
    await quiet(program)


async def search(program: OpenNotebook, n: int) -> None:
    program.window.show_page("search")
    for words in (f"bench {n}", "harbour", "书店", "report due"):
        program.window.page.pane.input.setText(words)
        await quiet(program)
    press(program.window.page.pane.input, Qt.Key.Key_Down)


async def dream_and_undo(program: OpenNotebook, n: int) -> None:
    """A dream is reviewed and applied, and every other one is undone."""
    program.window.show_page("dreams")
    page = program.dreams_page
    page.dream()
    await quiet(program)
    if page.review.isVisible():
        page.review.focus()
        press(page.review.list, Qt.Key.Key_A, CONTROL_SHIFT)
        await quiet(program)
    if page.review.isVisible() and page.review.footer.apply.isEnabled():
        click(page.review.footer.apply)
        await quiet(program)
        if n % 2 and program.window._toast.isVisible():
            click(program.window._toast.button)
            await quiet(program)


async def look_around(program: OpenNotebook, n: int) -> None:
    """History, settings, commands, the other theme."""
    for page in ("history", "settings"):
        program.window.show_page(page)
        await quiet(program)
    program.actions["colours"].trigger()
    await quiet(program)
    program.actions["palette"].trigger()
    await quiet(program)
    press(program.window.focusWidget() or program.window, Qt.Key.Key_Escape)


@pytest.mark.prove
@pytest.mark.skipif(sys.platform != "linux", reason="memory is read from /proc")
async def test_half_an_hour_of_use_takes_little_more_memory(qtbot: Any, tmp_path: Path) -> None:
    acts = (
        write_and_read, go_through_days, add_a_conversation, search, dream_and_undo, look_around,
    )  # fmt: skip
    async with running(tmp_path, sample(tmp_path)) as program:
        start, held = memory_now(), []
        for n in range(ROUNDS):
            for act in acts:
                await act(program, n)
            held.append(memory_now())
        warm, end = held[WARM - 1], held[-1]
        steps = ", ".join(f"{each:.0f}" for each in held[:: ROUNDS // 10])
        print(
            f"\nmemory in MB: {start:.0f} opened, {warm:.0f} warm, {end:.0f} at the end ({steps})"
        )
        assert end <= MOST * warm
