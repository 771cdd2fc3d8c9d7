"""Keystrokes: how soon after a key the first hits are painted, letter by letter, in the window.

A window of its own, offscreen, with a notebook of 100,000 bullets. A key counts from when Qt has it
until the list is painted with its answer; beside it stands what a search alone takes.
"""

import asyncio
import json
import os
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

from tests.benchmarks._corpus import Writer, write

_BULLETS, _WORDS = 100_000, 40
_TARGET = 50  # milliseconds


def run(data: Path | None, work: Path) -> Iterator[str]:
    """Lines to print; `work` is empty."""
    write(work / "notebook", Writer(), _BULLETS)
    done = subprocess.run(
        [sys.executable, "-m", "tests.benchmarks.keystrokes", str(work)],
        env=os.environ | {"QT_QPA_PLATFORM": "offscreen", "OLLAMA_HOST": "127.0.0.1:9"},
        capture_output=True,
        text=True,
        check=True,
    )
    for name, took in json.loads(done.stdout.splitlines()[-1]).items():
        painted, alone = (sorted(one) for one in zip(*took, strict=True))
        half, most, late = len(took) // 2, len(took) * 99 // 100, sum(t > _TARGET for t in painted)
        yield (
            f"{name}: {len(took)} keys, painted after p50 {painted[half]:.0f} ms,"
            f" p99 {painted[most]:.0f}, longest {painted[-1]:.0f}; {late} later than {_TARGET} ms;"
            f" the search alone {alone[half]:.1f}, {alone[most]:.0f}"
        )


async def _window(app, work: Path) -> dict[str, list[tuple[float, float]]]:
    """Types in a window: kind of query -> [painted, searched] of each key, in ms."""
    from PySide6.QtWidgets import QWidget

    from desktop_app.jobs import Jobs
    from desktop_app.memory import Memory
    from desktop_app.settings import Places
    from desktop_app.ui.look.theme import Theme
    from desktop_app.ui.page import PageParts
    from desktop_app.ui.parts.actions import Actions
    from desktop_app.ui.plans import SEARCH
    from desktop_app.ui.search_page import SearchPage
    from desktop_app.ui.window import Window

    class Kept(dict[str, object]):
        def set(self, key: str, value: object) -> None:
            self[key] = value

    memory = Memory.create(work / "notebook", Places(work / "data", work / "config"))
    memory.index.refresh()
    Theme(app, "light")
    jobs, actions = Jobs(lambda error: sys.exit(repr(error))), Actions()
    parts = PageParts(jobs, actions, *4 * [None])
    window = Window(jobs, actions, {SEARCH: lambda: SearchPage(parts)}, QWidget, Kept())
    page = window.made(SEARCH.name)
    window.resize(1280, 800)
    window.show()
    window.show_notebook(memory)
    window.show_page(SEARCH.name)
    found = await _type(page, memory)
    window.let_go()
    await jobs.close()
    memory.close()
    return found


async def _type(page, memory) -> dict[str, list[tuple[float, float]]]:
    from PySide6.QtCore import QEvent, QObject
    from PySide6.QtTest import QTest

    class Paints(QObject):
        """When the list was painted last."""

        last = 0.0

        def eventFilter(self, watched: QObject, event: QEvent) -> bool:
            if event.type() == QEvent.Type.Paint:
                self.last = time.perf_counter()
            return False

    paints, shown = Paints(), [0.0]
    page.pane.list.viewport().installEventFilter(paints)
    show_rows = page.pane.show_rows

    def noted(*rows: object) -> None:
        show_rows(*rows)
        shown[0] = time.perf_counter()

    page.pane.show_rows = noted
    writer = Writer()
    found: dict[str, list[tuple[float, float]]] = {}
    for kind in ("one word", "two words", "two characters", "a question"):
        for _ in range(_WORDS):
            page.pane.input.clear()
            await asyncio.sleep(0.05)
            for letter in writer.query(kind):
                begun = time.perf_counter()
                if letter.isascii():
                    QTest.keyClicks(page.pane.input, letter)
                else:
                    page.pane.input.insert(letter)  # as an input method does
                while not (begun < shown[0] < paints.last):
                    assert time.perf_counter() - begun < 10, "no answer was painted"
                    await asyncio.sleep(0.001)
                took = (paints.last - begun) * 1000
                alone = memory.search.find(page.pane.query, mode="typing", limit=100).took_ms
                found.setdefault(kind, []).append((took, alone))
    return found


def _main(work: Path) -> None:
    import qasync
    from PySide6.QtWidgets import QApplication

    app = QApplication([])
    with qasync.QEventLoop(app) as loop:
        print(json.dumps(loop.run_until_complete(_window(app, work))))


if __name__ == "__main__":
    _main(Path(sys.argv[1]))
