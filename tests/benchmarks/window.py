"""Window: how soon the real window is painted and how much memory it takes, against a bare one.

Each run is a process of its own, offscreen, with warm caches and bytecode, as set-up leaves it. The
bare program opens an empty PySide6 window; ours starts as `nightstand` does, with the sample
notebook, and has painted MEMORY.md in its window. Time is on the clock and, in brackets, of the
processor in all threads. Memory is PSS from /proc/self/smaps_rollup (Linux), which shares out what
processes have in common: when that is painted, and at rest, when all that a start puts off is
done. Then every other page is shown for
the first time, which makes it, the theme is changed, and keys are typed into the middle of longer
texts: that is told in time of the processor.
"""

import compileall
import os
import statistics
import subprocess
import sys
import time
from collections.abc import Iterator
from datetime import date
from pathlib import Path

import desktop_app
from desktop_app.notebook.sample import copy_sample

_TIMES = 5
_SIZES = (50_000, 1_000_000, 5_000_000)  # bytes

Told = list[list[str]]

_TELL = """
def tell():
    import os, time
    from pathlib import Path
    at, used = time.time(), os.times()
    rollup = Path("/proc/self/smaps_rollup")
    lines = rollup.read_text().splitlines() if rollup.exists() else []
    pss = sum(int(line.split()[1]) for line in lines if line.startswith("Pss:"))
    print(at, pss, used.user + used.system, flush=True)
"""

_BARE = """
from PySide6.QtCore import QTimer
from PySide6.QtWidgets import QApplication, QWidget

class Window(QWidget):
    def paintEvent(self, event):
        QTimer.singleShot(0, lambda: (tell(), app.quit()))

app = QApplication([])
window = Window()
window.resize(1280, 800)
window.show()
app.exec()
"""

_OURS = """
import asyncio, sys, time
from pathlib import Path
from desktop_app.__main__ import load_qt

async def life(program):
    opened = program.front
    from PySide6.QtCore import QEvent, QObject, QTimer

    painted = asyncio.Event()

    class Seen(QObject):
        def eventFilter(self, view, event):
            if event.type() == QEvent.Type.Paint and page.file.text and not painted.is_set():
                QTimer.singleShot(0, lambda: painted.is_set() or (tell(), painted.set()))
            return False

    def watch(made):
        global page, seen
        page, seen = made, Seen()
        page.editor.viewport().installEventFilter(seen)

    opened.window.page_made.connect(watch)
    task = asyncio.ensure_future(program.run(Path(sys.argv[1])))
    await painted.wait()
    opened.window.page_made.disconnect(watch)
    await asyncio.sleep(3)
    tell()
    import statistics
    from PySide6.QtTest import QTest
    from desktop_app.ui.look.theme import theme
    from tests.support.waiting import heartbeat

    async with heartbeat() as gaps:
        for name in ("days", "dreams", "search", "history", "settings"):
            begun = time.thread_time()
            opened.window.show_page(name)
            opened.window.grab()
            print(name, time.thread_time() - begun, flush=True)
            await asyncio.sleep(0.5)
        for mode in ("dark", "light"):
            begun = time.thread_time()
            theme().set_mode(mode)
            opened.window.grab()
            print(mode, time.thread_time() - begun, flush=True)
            await asyncio.sleep(0.2)
    print("gap", max(gaps), flush=True)
    opened.window.show_page("memory")  # where the next one begins
    for size in map(int, sys.argv[2:]):
        line = "- a line of some length with **bold** in it\\n"
        Path(sys.argv[1], "MEMORY.md").write_text(line * (size // len(line)))
        while len(page.file.text) < size - len(line) or page.editor.loading:
            await asyncio.sleep(0.05)
        page.editor.go_to(size // len(line) // 2)
        took = []
        for key in "typed here":
            await asyncio.sleep(0.02)
            begun = time.thread_time()
            QTest.keyClick(page.editor, key)
            page.editor.viewport().repaint()
            took.append(time.thread_time() - begun)
        print("key", statistics.median(took), flush=True)
    opened.window.close()
    await task

load_qt()
from desktop_app.app import live
from desktop_app.settings import Places

live(Places.default(), life)
"""


def run(data: Path | None, work: Path) -> Iterator[str]:
    """Lines to print; `work` is empty, `data` is not used."""
    compileall.compile_dir(Path(desktop_app.__file__).parent, quiet=1)
    notebook = work / "Memory"
    copy_sample(notebook, date.today())
    told: dict[str, list[Told]] = {"bare": [], "ours": []}
    for _ in range(_TIMES + 1):  # in turns; the first of each warms the caches
        told["bare"].append(_opened(_BARE, notebook, work))
        told["ours"].append(_opened(_OURS, notebook, work))
    keys = _opened(_OURS, notebook, work, *map(str, _SIZES))[-len(_SIZES) :]

    def middle(who: str, line: int, word: int) -> float:
        return statistics.median(float(run[line][word]) for run in told[who][1:])

    seconds = {who: middle(who, 0, 0) for who in told}
    work_done = {who: middle(who, 0, 2) for who in told}
    memory = {who: middle(who, 0, 1) / 1024 for who in told}
    yield (
        f"first paint: {seconds['ours']:.2f} s ({work_done['ours']:.2f} s), "
        f"{seconds['ours'] / seconds['bare']:.1f} x a bare window ({seconds['bare']:.2f} s)"
    )
    if memory["bare"]:
        yield (
            f"memory (PSS): {memory['ours']:.0f} MB, {memory['ours'] / memory['bare']:.1f} x a "
            f"bare window ({memory['bare']:.0f} MB); at rest {middle('ours', 1, 1) / 1024:.0f} MB"
        )
    rows = [run[0] for run in told["ours"][0][2:]]
    took = [f"{row} {middle('ours', n, 1) * 1000:.0f}" for n, row in enumerate(rows, 2)]
    yield f"ms of the processor to paint a page that was never shown: {', '.join(took[:-3])}"
    yield f"to change and paint the theme: {', '.join(took[-3:-1])}; the longest {took[-1]}"
    typed = (
        f"{size:,} bytes {float(ms) * 1000:.1f}" for size, (_, ms) in zip(_SIZES, keys, strict=True)
    )
    yield f"a key, painted, in a text of {', '.join(typed)}"


def _opened(program: str, notebook: Path, work: Path, *more: str) -> Told:
    """What it told: seconds since its start with kB of memory and seconds of the processor; pages
    with seconds."""
    own = {name: str(work / name) for name in ("XDG_DATA_HOME", "XDG_CONFIG_HOME")}
    environment = {**os.environ, **own, "QT_QPA_PLATFORM": "offscreen"}
    start = time.time()
    done = subprocess.run(
        [sys.executable, "-c", _TELL + program, str(notebook), *more],
        env=environment, capture_output=True, text=True, check=False,
    )  # fmt: skip
    if done.returncode:
        raise RuntimeError(done.stderr)
    told = [line.split() for line in done.stdout.splitlines()]
    for words in told:
        if not words[0].isalpha():
            words[0] = str(float(words[0]) - start)
    return told
