"""Opening: how soon ten years of days can be read, against a bare window with the same MEMORY.md.

Each run is a process of its own, offscreen, with warm caches: 3,650 days of about 20 lines, and 300
bullets in MEMORY.md. `start` begins with the process, on that notebook, until something and then
MEMORY.md is painted. `open` begins in a window at rest, when the notebook is chosen; then the page
of days comes to the front: how long until they are listed and the index has caught up, and for how
long the window stood still at most in all that. The bare program opens a window with a text editor.
Times are on the clock and, in brackets, of the processor in all threads.
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
    folder, opens = Path(sys.argv[1]), sys.argv[2] == "open"
    program = Program(app, Places.default())
    opened = program.front
    shown, painted = asyncio.Event(), asyncio.Event()
    seen = Painted(opened.window, lambda: (tell("window"), shown.set()))
    page = opened.window.made("memory")
    view = page.editor.viewport()
    def opened():
        page.first = Painted(view, lambda: (tell("page"), painted.set()))
        view.update()
    page.file.opened.connect(opened)
    task = asyncio.ensure_future(program.run(None if opens else folder))
    await shown.wait()
    beats = []
    beat = QTimer(interval=5)
    beat.timeout.connect(lambda: beats.append(time.perf_counter()))
    beat.start()
    if opens:
        await asyncio.sleep(2)  # a person chooses a folder meanwhile
        beats.clear()
        tell("ask")
        opened.opening.open(folder)
    await painted.wait()
    if opens:
        opened.window.show_page("days")
    while opens and len(opened.days_page.heads) < 3650:
        await asyncio.sleep(0.01)
    tell("days")
    while opens and opened.memory.index.counts().files < 3651:
        await asyncio.sleep(0.05)
    tell("index")
    told["still"] = max((b - a for a, b in zip(beats, beats[1:])), default=0)
    opened.window.show_page("memory")  # where the next one begins
    opened.window.close()
    await task
    print(json.dumps(told))

app = QApplication([])
app.setQuitOnLastWindowClosed(False)
with QEventLoop(app) as loop:
    loop.run_until_complete(main())
"""

_WORDS_OF = {
    "window": "something is painted",
    "page": "MEMORY.md is painted",
    "days": "all days are listed",
    "index": "the index has caught up",
}


def run(data: Path | None, work: Path) -> Iterator[str]:
    """Lines to print; `work` is empty, `data` is not used."""
    notebook = work / "Memory"
    ten_years(notebook)
    runs: dict[str, list[Mapping[str, float]]] = {}
    for turn in range(_TIMES + 1):  # in turns; the first of each warms the caches
        own = work / f"own-{turn}"
        for who, program, how in (
            ("bare", _BARE, ""),
            ("open, index absent", _OURS, "open"),
            ("open, index present", _OURS, "open"),
            ("start, index present", _OURS, "start"),
        ):
            runs.setdefault(who, []).append(_opened(program, notebook, own, how))
    bare = _middle(runs["bare"], "window")
    for who, found in runs.items():
        names = ("window", "page") if "start" in who else ("page", "days", "index")
        for name in ("window",) if who == "bare" else names:
            took, used = _middle(found, name), _middle(found, f"{name} cpu")
            times = f"{took:.2f} s, {took / bare:.1f} x bare"
            yield f"{who}: until {_WORDS_OF[name]} {times} ({used:.2f} s)"
        if "open" in who:
            yield f"{who}: stood still at most {_middle(found, 'still') * 1000:.0f} ms"


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


def _opened(program: str, notebook: Path, own: Path, how: str = "") -> Mapping[str, float]:
    """Seconds from the start of the process, or of the opening, to each moment told."""
    places = {name: str(own / name) for name in ("XDG_DATA_HOME", "XDG_CONFIG_HOME")}
    environment = {**os.environ, **places, "QT_QPA_PLATFORM": "offscreen"}
    if how == "open":
        for state in own.rglob("state.json"):
            state.unlink()  # or the notebook of the last time would be opened by itself
    start = time.time()
    done = subprocess.run(
        [sys.executable, "-c", _TELL + program, str(notebook), how],
        env=environment, capture_output=True, text=True, check=False,
    )  # fmt: skip
    if done.returncode:
        raise RuntimeError(done.stderr)
    told = json.loads(done.stdout.splitlines()[-1])
    found = {"still": told.pop("still", 0.0)}
    begun, used = told.pop("ask", (start, 0.0))
    for name, (at, cpu) in told.items():
        found[name], found[f"{name} cpu"] = at - begun, cpu - used
    return found
