"""Trips: how many functions, files and calls of the program one act enters, in all its threads.

The acts: a key in MEMORY.md until it is saved and all is quiet, a letter of a search until its hits
are painted, a change of a dream accepted, a dream applied, and `memory_save` of an agent. They are
counted in a real window, offscreen, on the sample notebook; no clock is asked. What only tells of a
change is asked for once nobody has changed anything for a moment (`AT_REST`): that is a trip of its
own, which one save or many have in common.
"""

import asyncio
import json
import os
import subprocess
import sys
import threading
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import date
from pathlib import Path
from typing import Any

import desktop_app
from desktop_app.notebook.sample import copy_sample
from desktop_app.settings import Places

_HOUSE = str(Path(desktop_app.__file__).parent)


def run(data: Path | None, work: Path) -> Iterator[str]:
    """Lines to print; `work` is empty, `data` is not used."""
    copy_sample(work / "Memory", date.today())
    done = subprocess.run(
        [sys.executable, "-m", "tests.benchmarks.trips", str(work)],
        env=os.environ | {"QT_QPA_PLATFORM": "offscreen", "OLLAMA_HOST": "127.0.0.1:9"},
        capture_output=True, text=True, check=True,
    )  # fmt: skip
    for name, (functions, files, calls) in json.loads(done.stdout.splitlines()[-1]).items():
        yield f"{name}: {functions:,} functions in {files} files, {calls:,} calls"


class _Calls:
    """Counts calls of our functions while it is told to."""

    def __init__(self) -> None:
        self.found: dict[str, tuple[int, int, int]] = {}
        self._calls: Counter[Any] | None = None
        threading.setprofile(self._heard)
        sys.setprofile(self._heard)

    def _heard(self, frame: Any, event: str, _given: object) -> None:
        calls = self._calls
        if calls is not None and event == "call" and frame.f_code.co_filename.startswith(_HOUSE):
            calls[frame.f_code] += 1

    @contextmanager
    def of(self, name: str) -> Iterator[None]:
        """Count until the block ends."""
        calls = self._calls = Counter()
        yield
        self._calls = None
        files = {code.co_filename for code in calls}
        self.found[name] = len(calls), len(files), calls.total()


async def _acts(program: Any, work: Path, calls: _Calls) -> None:
    from PySide6.QtCore import Qt
    from PySide6.QtTest import QTest

    from desktop_app.faces.doors.agent_tools import tools_for
    from desktop_app.memory.tools import EVERY, call
    from desktop_app.ui.parts.delayed import AT_REST
    from tests.support.waiting import rest, until

    opened = program.front
    task = asyncio.ensure_future(program.run(work / "Memory"))
    await until(lambda: opened.memory is not None)

    async def quiet() -> None:
        await rest(opened.window, opened.jobs)

    async def at_rest() -> None:
        await asyncio.sleep(1.5 * AT_REST / 1000)
        await quiet()

    await quiet()
    opened.window.show_page("memory")
    editor = opened.window.page.editor
    await at_rest()
    with calls.of("a key until saved"):
        QTest.keyClick(editor, Qt.Key.Key_X)
        await until(lambda: "x" in (work / "Memory" / "MEMORY.md").read_text()[:1])
        await quiet()
    with calls.of("what is told at rest after a key"):
        await at_rest()
    QTest.keyClick(editor, Qt.Key.Key_Backspace)
    opened.window.show_page("search")
    await at_rest()
    field = opened.window.page.pane.input
    QTest.keyClick(field, Qt.Key.Key_T)
    await asyncio.sleep(1)
    with calls.of("a letter of a search"):
        QTest.keyClick(field, Qt.Key.Key_E)
        await asyncio.sleep(1)
    opened.window.show_page("dreams")
    opened.actions["dream"].trigger()
    page = opened.window.page
    await until(page.review.isVisible)
    await at_rest()
    page.review.list.go_to(page.review.list.place_of(page.review.proposal.changes[0].n))
    page.review.focus()
    with calls.of("a change accepted"):
        QTest.keyClick(page.review.list, Qt.Key.Key_A)
        await quiet()
    with calls.of("a dream applied"):
        opened.actions["review.apply"].trigger()
        await until(lambda: not page.review.isVisible())
        await quiet()
    await at_rest()
    house = tools_for(opened.memory, opened.settings, "an agent")
    with calls.of("memory_save"):
        # A thread of Python's own: one of the loop's is Qt's, in which nothing is counted.
        agent = threading.Thread(
            target=call, args=(house, EVERY, "memory_save", {"text": "Tea is at four."})
        )
        agent.start()
        await until(lambda: not agent.is_alive())
        await quiet()
    with calls.of("what is told at rest after memory_save"):
        await at_rest()
    opened.window.close()
    await task


def _main(work: Path) -> None:
    from desktop_app.__main__ import load_qt

    load_qt()
    from desktop_app.app import live

    calls = _Calls()
    live(Places(work / "data", work / "config"), lambda program: _acts(program, work, calls))
    print(json.dumps(calls.found))


if __name__ == "__main__":
    _main(Path(sys.argv[1]))
