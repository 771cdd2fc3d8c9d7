"""Window: how soon the real window is painted and how much memory it takes, against a bare one.

Each run is a process of its own, offscreen, with warm caches and bytecode, as set-up leaves it. The
bare program opens an empty PySide6 window; ours starts as `nightstand` does, with the sample
notebook, and has painted MEMORY.md in its window. Time is on the clock and of the processor in all
threads; on a busy machine only the latter tells something. Memory is PSS from
/proc/self/smaps_rollup (Linux), which shares out what processes have in common: when that is
painted, and at rest, when all that a start puts off is done. Then every other page is shown for
the first time, which makes it, the theme is changed, and keys are typed into the middle of longer
texts: that is told in time of the processor. It takes a minute on a quiet machine.
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

_STARTS, _LONG = 7, 3  # how often
_SIZES = (50_000, 1_000_000, 5_000_000)  # bytes
_PATIENCE = 120  # seconds for a run, which takes eight; then the benchmark says what it was told

Told = dict[str, list[float]]

_TELL = """
def tell(name="painted"):
    import time
    from pathlib import Path
    at, used = time.time(), time.process_time()
    rollup = Path("/proc/self/smaps_rollup")
    lines = rollup.read_text().splitlines() if rollup.exists() else []
    pss = sum(int(line.split()[1]) for line in lines if line.startswith("Pss:"))
    print(name, at, pss / 1024, used, flush=True)
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

folder, sizes = Path(sys.argv[1]), [*map(int, sys.argv[2:])]

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
    task = asyncio.ensure_future(program.run(folder))
    await painted.wait()
    opened.window.page_made.disconnect(watch)
    if sizes:
        await asyncio.sleep(3)
        tell("rest")
        await walk(opened)
    opened.window.close()
    await task

async def walk(opened):
    from PySide6.QtCore import QCoreApplication, QEvent
    from PySide6.QtTest import QTest
    from desktop_app.ui.look.theme import theme
    from desktop_app.ui.writing.editor import Editor
    from tests.support.waiting import heartbeat

    async def took(name, act):
        begun = time.thread_time()
        act()
        opened.window.grab()
        print(name, time.thread_time() - begun, flush=True)
        await asyncio.sleep(0.3)

    async with heartbeat() as gaps:
        for name in ("days", "dreams", "search", "history", "settings"):
            await took(name, lambda: opened.window.show_page(name))
        for mode in ("dark", "light"):
            await took(mode, lambda: theme().set_mode(mode))
    print("gap", max(gaps), flush=True)
    opened.window.show_page("memory")  # where the next one begins
    editor = Editor("a note that no file keeps, so that nothing else looks at it")
    editor.resize(900, 800)
    editor.show()
    line = "- a line of some length with **bold** in it\\n"
    for size in sizes:
        editor.load(line * (size // len(line)))
        while editor.loading:
            await asyncio.sleep(0.05)
        editor.go_to(size // len(line) // 2)
        keys = []
        for key in "typed here":
            await asyncio.sleep(0.02)
            begun = time.thread_time()
            QTest.keyClick(editor, key)
            QCoreApplication.sendPostedEvents(None, QEvent.Type.UpdateRequest)  # what it changed
            keys.append(time.thread_time() - begun)
        print(f"{size:,}", sorted(keys)[len(keys) // 2], flush=True)
        begun = time.thread_time()
        editor.viewport().repaint()
        print(f"whole,{size}", time.thread_time() - begun, flush=True)

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
    bare, ours = list[Told](), list[Told]()
    for _ in range(_STARTS + 1):  # in turns; the first of each warms the caches
        bare.append(_opened(_BARE, notebook, work))
        ours.append(_opened(_OURS, notebook, work))
    of_bare, of_ours = _middle(bare[1:])["painted"], _middle(ours[1:])["painted"]
    clock, pss, used = (mine / its for mine, its in zip(of_ours, of_bare, strict=True))
    yield (
        f"first paint: {clock:.2f} x a bare window ({of_ours[0]:.2f} s beside {of_bare[0]:.2f}), "
        f"of the processor {used:.2f} x ({of_ours[2]:.2f} s beside {of_bare[2]:.2f})"
    )
    yield f"memory (PSS): {pss:.2f} x ({of_ours[1]:.0f} MB beside {of_bare[1]:.0f})"
    sizes = [*map(str, _SIZES)]
    long = _middle([_opened(_OURS, notebook, work, *sizes) for _ in range(_LONG)])
    rest, ms = long["rest"], {name: some[0] * 1000 for name, some in long.items()}
    yield f"at rest: {rest[1] / of_bare[1]:.2f} x ({rest[1]:.0f} MB)"
    told = [f"{name} {took:.1f}" for name, took in ms.items() if name not in ("painted", "rest")]
    yield f"ms of the processor to paint a page that was never shown: {', '.join(told[:5])}"
    yield f"to change and paint the theme: {', '.join(told[5:7])}; the longest {told[7]}"
    yield f"a key and what it changes, painted, in a text of so many bytes: {', '.join(told[8::2])}"
    yield f"all that is seen of these, painted again: {', '.join(told[9::2])}"


def _middle(runs: list[Told]) -> Told:
    """Of each thing told, the median of each of its numbers."""
    return {
        name: [*map(statistics.median, zip(*(run[name] for run in runs), strict=True))]
        for name in runs[0]
    }


def _opened(program: str, notebook: Path, work: Path, *more: str) -> Told:
    """What it told by name: seconds since its start, MB and seconds of the processor; of a page or
    a key only the latter."""
    own = {name: str(work / name) for name in ("XDG_DATA_HOME", "XDG_CONFIG_HOME")}
    environment = {**os.environ, **own, "QT_QPA_PLATFORM": "offscreen"}
    start = time.time()
    try:
        done = subprocess.run(
            [sys.executable, "-c", _TELL + program, str(notebook), *more], timeout=_PATIENCE,
            env=environment, capture_output=True, text=True, check=True,
        )  # fmt: skip
    except (subprocess.CalledProcessError, subprocess.TimeoutExpired) as error:
        raise RuntimeError(f"{error.stdout}\n{error.stderr}") from error
    told: Told = {}
    for name, *numbers in map(str.split, done.stdout.splitlines()):
        told[name] = [*map(float, numbers)]
    for name in told.keys() & {"painted", "rest"}:
        told[name][0] -= start
    return told
