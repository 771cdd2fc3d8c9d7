"""The whole window, offscreen, with somebody who types, dreams, applies and undoes without end.

    python -m tests.support.typing_window ROOT OWN LOG

LOG gets a line when the window says that something is saved or done, to be believed after the end.
"""

import asyncio
import os
import sys
from pathlib import Path

from PySide6.QtTest import QTest

from desktop_app.app import Program, live
from desktop_app.errors import Problem
from desktop_app.settings import Places
from tests.support.waiting import until


async def type_for_ever(program: Program, root: Path, log: int) -> None:
    opened = program.front
    task = asyncio.ensure_future(program.run(root))
    await until(lambda: opened.memory is not None)
    opened.window.show_page("memory")
    page = opened.window.page
    await until(lambda: page.file.path == "MEMORY.md")
    await until(lambda: not page.editor.loading)
    page.editor.setFocus()
    memory = opened.memory
    number = 0
    while not task.done():
        number += 1
        word = f"typed-{os.getpid()}-{number}-end"
        page.editor.go_to_end()
        QTest.keyClicks(page.editor, f"- {word}")
        QTest.keyClick(page.editor, "\r")
        page.file.flush()
        await until(lambda: not page.file.unsaved)
        os.write(log, f"{word}\n".encode())
        if number % 3 == 0:
            await memory.dreams.dream(9, force=True)
        for act in (memory.dreams.apply, memory.dreams.undo) if number % 3 == 0 else ():
            try:
                await asyncio.to_thread(act)
            except Problem:
                continue
        await asyncio.sleep(0)


def main() -> None:
    root, own, log = map(Path, sys.argv[1:])
    written = os.open(log, os.O_WRONLY | os.O_CREAT | os.O_APPEND)
    places = Places(own / "data", own / "config")
    live(places, lambda program: type_for_ever(program, root, written))


main()
