"""The whole window, offscreen, with somebody who types, dreams, applies and undoes without end.

    python -m tests.support.typing_window ROOT LOG

They write in MEMORY.md and in today by turns. LOG gets a line of JSON for each word that the window
says is saved, to be believed after the end, and for each clash, which they answer with both.
"""

import asyncio
import json
import os
import sys
from contextlib import suppress
from pathlib import Path
from typing import Any

from PySide6.QtTest import QTest

from desktop_app.app import Program, live
from desktop_app.errors import Problem
from desktop_app.notebook.merge import BOTH
from desktop_app.settings import Places
from tests.support.waiting import until


async def type_for_ever(program: Program, root: Path, log: int) -> None:
    opened = program.front
    task = asyncio.ensure_future(program.run(root))
    await until(lambda: opened.memory is not None)
    memory, number = opened.memory, 0
    day = memory.day_path(memory.now().date())

    def tell(**told: Any) -> None:
        os.write(log, f"{json.dumps(told)}\n".encode())

    while not task.done():
        number += 1
        name, path = (("memory", "MEMORY.md"), ("days", day))[number % 2]
        opened.window.show_page(name)
        page = opened.window.page
        file = page.file
        await until(lambda file=file, path=path: file.path == path)
        await until(lambda page=page: not page.editor.loading)
        page.editor.setFocus()
        word = f"typed-{os.getpid()}-{number}-end"
        page.editor.go_to_end()
        for part in ("- typed", word.removeprefix("typed"), "\r"):
            QTest.keyClicks(page.editor, part)
            await asyncio.sleep(0.01)
        if number % 4:  # else it is saved by itself
            file.flush()
        while file.unsaved:
            if file.clash and not file.settling:
                overlaps = file.clash.merge.conflicts
                for one in overlaps:
                    tell(clash=[text.decode() for text in (one.base, one.ours, one.theirs)])
                file.settle([BOTH] * len(overlaps))
            elif file.problem:
                file.flush()
            await asyncio.sleep(0.01)
        tell(word=word)
        if file.draft:
            file.take_draft()
        if number % 3 == 0:
            with suppress(Problem):
                await memory.dreams.dream(9, force=True)
            for act in (memory.dreams.apply, memory.dreams.undo):
                with suppress(Problem):
                    await asyncio.to_thread(act)


def main() -> None:
    root, log = map(Path, sys.argv[1:])
    written = os.open(log, os.O_WRONLY | os.O_CREAT | os.O_APPEND)
    live(Places.default(), lambda program: type_for_ever(program, root, written))


main()
