"""Opening: how soon ten years of days can be read, against a bare window with the same MEMORY.md.

Each run is a process of its own, offscreen, with warm caches: 3,650 days of about 20 lines, and 300
bullets in MEMORY.md. Told apart are the start of the program, until its window is painted, and the
opening of the notebook, from there until MEMORY.md is painted; each as seconds on the clock and of
the processor. Then how long until the days are listed and the index has caught up, and for how long
the window stood still at most in all that. The bare program opens a window with a text editor.
"""

import json
import os
import random
import statistics
import subprocess
import sys
import time
from collections.abc import Iterator, Mapping
from datetime import date, timedelta
from pathlib import Path

_TIMES = 5
_DAYS, _LINES, _BULLETS = 3_650, 20, 300
_WORDS = (
    "harbour boiler report Mara Jonas tea survey budget meeting river train garden review deploy "
    "index window paper winter bridge 報告 會議 港口 花園 預算"
)

_TELL = """
import json, os, sys, time
from PySide6.QtCore import QEvent, QObject, QTimer
told = {}
def tell(name):
    used = os.times()
    told.setdefault(name, [time.time(), used.user + used.system])
class Painted(QObject):
    def __init__(self, widget, act):
        super().__init__(widget)
        self.act = act
        widget.installEventFilter(self)
    def eventFilter(self, watched, event):
        if event.type() == QEvent.Type.Paint and self.act is not None:
            act, self.act = self.act, None
            watched.removeEventFilter(self)
            QTimer.singleShot(0, act)
        return False
"""

_BARE = """
from PySide6.QtWidgets import QApplication, QMainWindow, QTextEdit
app = QApplication([])
window = QMainWindow()
editor = QTextEdit()
window.setCentralWidget(editor)
window.resize(1280, 800)
editor.setPlainText(open(sys.argv[1] + "/MEMORY.md", encoding="utf-8").read())
window.show()
painted = Painted(editor.viewport(), lambda: (tell("window"), app.quit()))
app.exec()
print(json.dumps(told))
"""

_OURS = """
import asyncio
from pathlib import Path
from PySide6.QtWidgets import QApplication
from qasync import QEventLoop
from desktop_app.app import Program
from desktop_app.settings import Places

async def main():
    program = Program(app, Places.default())
    shown = asyncio.Event()
    seen = Painted(program.window, lambda: (tell("window"), shown.set()))
    task = asyncio.ensure_future(program.run())
    await shown.wait()
    tell("ask")
    beats = [time.perf_counter()]
    beat = QTimer(interval=5)
    beat.timeout.connect(lambda: beats.append(time.perf_counter()))
    beat.start()
    program.open(Path(sys.argv[1]))
    while program.memory is None:
        await asyncio.sleep(0.001)
    page = program.window.page
    painted = asyncio.Event()
    def opened():
        page.first = Painted(page.editor.engine.viewport(), lambda: (tell("page"), painted.set()))
        page.editor.engine.viewport().update()
    page.file.opened.connect(opened)
    if page.file.path:
        opened()
    await painted.wait()
    days = program.days_page
    while len(days.heads) < 3650:
        await asyncio.sleep(0.002)
    tell("days")
    while program.memory.index_counts().files < 3651:
        await asyncio.sleep(0.02)
    tell("index")
    told["still"] = max(b - a for a, b in zip(beats, beats[1:]))
    program.window.close()
    await task
    print(json.dumps(told))

app = QApplication([])
app.setQuitOnLastWindowClosed(False)
with QEventLoop(app) as loop:
    loop.run_until_complete(main())
"""


def run(data: Path | None, work: Path) -> Iterator[str]:
    """Lines to print; `work` is empty, `data` is not used."""
    notebook = work / "Memory"
    ten_years(notebook)
    runs: dict[str, list[Mapping[str, float]]] = {"bare": [], "absent": [], "present": []}
    for turn in range(_TIMES + 1):  # in turns; the first of each warms the caches
        kept = work / f"own-{turn}"
        for who, program in (("bare", _BARE), ("absent", _OURS), ("present", _OURS)):
            runs[who].append(_opened(program, notebook, kept))
    bare = _middle(runs["bare"], "window")
    cpu = _middle(runs["bare"], "window cpu")
    yield f"bare window with MEMORY.md, from the start: {bare:.2f} s ({cpu:.2f} s of the processor)"
    for who in ("absent", "present"):
        yield f"index {who}:"
        for name, words in (
            ("window", "start of the program until its window is painted"),
            ("page", "opening the notebook until MEMORY.md is painted"),
            ("days", "until all days are listed"),
            ("index", "until the index has caught up"),
        ):
            took, used = _middle(runs[who], name), _middle(runs[who], f"{name} cpu")
            times = f"{took:.2f} s, {took / bare:.1f} x bare"
            yield f"  {words}: {times} ({used:.2f} s of the processor)"
        yield f"  stood still at most: {_middle(runs[who], 'still') * 1000:.0f} ms"


def ten_years(notebook: Path) -> None:
    """Write the notebook; every run gets the same one."""
    chance, words = random.Random(1), _WORDS.split()

    def line(n: int) -> str:
        return f"- {n}. " + " ".join(chance.choice(words) for _ in range(10))

    (notebook / "memory").mkdir(parents=True)
    bullets = [line(n) for n in range(_BULLETS)]
    for n in range(0, _BULLETS, 30):
        bullets[n] = f"\n## Part {n // 30}\n\n{bullets[n]}"
    (notebook / "MEMORY.md").write_text("# Memory\n" + "\n".join(bullets) + "\n", "utf-8")
    for n in range(_DAYS):
        day = date.today() - timedelta(days=n)
        lines = [line(k) for k in range(_LINES - 4)]
        text = f"# Daily Memory: {day}\n\n## Notes (09:12)\n\n" + "\n".join(lines) + "\n"
        (notebook / "memory" / f"{day}.md").write_text(text, "utf-8")


def _middle(runs: list[Mapping[str, float]], name: str) -> float:
    return statistics.median(told[name] for told in runs[1:])


def _opened(program: str, notebook: Path, own: Path) -> Mapping[str, float]:
    """Seconds from the start of the process, and of the opening, to each moment told."""
    places = {name: str(own / name) for name in ("XDG_DATA_HOME", "XDG_CONFIG_HOME")}
    environment = {**os.environ, **places, "QT_QPA_PLATFORM": "offscreen"}
    start = time.time()
    done = subprocess.run(
        [sys.executable, "-c", _TELL + program, str(notebook)],
        env=environment, capture_output=True, text=True, check=False,
    )  # fmt: skip
    if done.returncode:
        raise RuntimeError(done.stderr)
    told = json.loads(done.stdout.splitlines()[-1])
    found = {"still": told.pop("still", 0.0)}
    begun, used = told.pop("ask", (start, 0.0))
    for name, (at, cpu) in told.items():
        whole = name == "window"
        found[name] = at - (start if whole else begun)
        found[f"{name} cpu"] = cpu - (0.0 if whole else used)
    return found
