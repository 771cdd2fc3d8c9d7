"""Window: how soon the real window is painted and how much memory it takes, against a bare one.

Each run is a process of its own, offscreen, with warm caches. The bare program opens an empty
PySide6 window; ours opens the sample notebook and has painted MEMORY.md. Memory is PSS from
/proc/self/smaps_rollup (Linux), which shares out what processes have in common: when that is
painted, and at rest, when all that a start puts off is done. Then every other page is shown for
the first time, which makes it: that is told in time of the processor.
"""

import os
import statistics
import subprocess
import sys
import time
from collections.abc import Iterator
from datetime import date
from pathlib import Path

from desktop_app.notebook.sample import copy_sample

_TIMES = 5

Told = list[tuple[str, str]]

_TELL = """
def tell():
    import time
    from pathlib import Path
    at = time.time()
    rollup = Path("/proc/self/smaps_rollup")
    lines = rollup.read_text().splitlines() if rollup.exists() else []
    pss = sum(int(line.split()[1]) for line in lines if line.startswith("Pss:"))
    print(at, pss, flush=True)
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
import asyncio, os, sys, time
from pathlib import Path
from PySide6.QtWidgets import QApplication
from qasync import QEventLoop
from desktop_app.app import Program
from desktop_app.settings import Places
async def main():
    program = Program(app, Places.default())
    task = asyncio.ensure_future(program.run(Path(sys.argv[1])))
    while program.memory is None:
        await asyncio.sleep(0.002)
    page = program.window.made("memory")
    while not page.file.path:
        await asyncio.sleep(0.002)
    program.window.grab()  # everything that shows has been laid out and painted
    tell()
    await asyncio.sleep(3)
    tell()
    for name in ("days", "dreams", "search", "history", "settings"):
        begun = time.thread_time()
        program.window.show_page(name)
        program.window.grab()
        print(name, time.thread_time() - begun, flush=True)
        await asyncio.sleep(0.5)
    program.window.show_page("memory")  # where the next one begins
    program.window.close()
    await task

app = QApplication([])
app.setQuitOnLastWindowClosed(False)
with QEventLoop(app) as loop:
    loop.run_until_complete(main())
"""


def run(data: Path | None, work: Path) -> Iterator[str]:
    """Lines to print; `work` is empty, `data` is not used."""
    notebook = work / "Memory"
    copy_sample(notebook, date.today())
    told: dict[str, list[Told]] = {"bare": [], "ours": []}
    for _ in range(_TIMES + 1):  # in turns; the first of each warms the caches
        told["bare"].append(_opened(_BARE, notebook, work))
        told["ours"].append(_opened(_OURS, notebook, work))

    def middle(who: str, line: int, word: int) -> float:
        return statistics.median(float(run[line][word]) for run in told[who][1:])

    seconds = {who: middle(who, 0, 0) for who in told}
    memory = {who: middle(who, 0, 1) / 1024 for who in told}
    yield (
        f"first paint: {seconds['ours']:.2f} s, {seconds['ours'] / seconds['bare']:.1f} x a bare "
        f"window ({seconds['bare']:.2f} s)"
    )
    if memory["bare"]:
        yield (
            f"memory (PSS): {memory['ours']:.0f} MB, {memory['ours'] / memory['bare']:.1f} x a "
            f"bare window ({memory['bare']:.0f} MB); at rest {middle('ours', 1, 1) / 1024:.0f} MB"
        )
    pages = [run[0] for run in told["ours"][0][2:]]
    took = (f"{page} {middle('ours', n, 1) * 1000:.0f}" for n, page in enumerate(pages, 2))
    yield f"ms of the processor to paint a page that was never shown: {', '.join(took)}"


def _opened(program: str, notebook: Path, work: Path) -> Told:
    """What it told: seconds since its start with kB of memory; pages with seconds."""
    own = {name: str(work / name) for name in ("XDG_DATA_HOME", "XDG_CONFIG_HOME")}
    environment = {**os.environ, **own, "QT_QPA_PLATFORM": "offscreen"}
    start = time.time()
    done = subprocess.run(
        [sys.executable, "-c", _TELL + program, str(notebook)],
        env=environment, capture_output=True, text=True, check=False,
    )  # fmt: skip
    if done.returncode:
        raise RuntimeError(done.stderr)
    lines = (line.split() for line in done.stdout.splitlines())
    return [
        (word, number) if word.isalpha() else (str(float(word) - start), number)
        for word, number in lines
    ]
