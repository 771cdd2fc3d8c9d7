"""A window that begins on a small screen and moves to one where all is drawn twice as large.

`python -m tests.support.other_screens FOLDER` prints what is wrong; `environment` has the screens.
"""

import asyncio
import json
import os
import sys
from collections.abc import Iterator
from pathlib import Path

from PySide6.QtCore import QPoint, QRect
from PySide6.QtWidgets import QApplication, QLabel, QWidget

# isort: split
import qasync

from desktop_app.app import Program
from desktop_app.settings import Places
from desktop_app.ui.frame.loop import collected_here
from tests.support.program import quiet, sample
from tests.support.waiting import until

PAGES = ("memory", "search")
SCREENS = [
    {"name": "small", "x": 0, "y": 0, "width": 640, "height": 480},
    {"name": "large", "x": 640, "y": 0, "width": 2800, "height": 1800},
]


def environment(folder: Path) -> dict[str, str]:
    """In which a program finds these screens; a file in the folder names them."""
    plan = folder / "screens.json"
    plan.write_text(json.dumps({"screens": SCREENS}))
    screens = {
        "QT_QPA_PLATFORM": f"offscreen:configfile={plan}",
        "QT_SCREEN_SCALE_FACTORS": "small=1;large=2",
    }
    return os.environ | screens


def places(window: QWidget) -> list[tuple[str, QRect]]:
    """Where each part of the window stands."""
    seen = (part for part in window.findChildren(QWidget) if part.isVisible())
    return [(type(one).__name__, QRect(one.mapTo(window, QPoint()), one.size())) for one in seen]


def blurred(window: QWidget) -> Iterator[str]:
    """Pictures that are drawn for another screen than the one they are on."""
    for label in filter(QLabel.isVisible, window.findChildren(QLabel)):
        ratio = label.pixmap().devicePixelRatio()
        if not label.pixmap().isNull() and ratio != window.devicePixelRatioF():
            yield f"a picture of {type(label.parent()).__name__} is drawn for {ratio}"


async def look(folder: Path) -> None:
    program = Program(QApplication.instance(), Places(folder / "data", folder / "config"))
    task, first = asyncio.ensure_future(program.run(sample(folder))), program.front
    window = first.window
    await until(lambda: first.memory is not None)
    await quiet(first)
    if not window.screen().availableGeometry().contains(window.frameGeometry()):
        print("larger than the small screen:", window.frameGeometry())
    for page in PAGES:
        window.move(0, 0)
        window.show_page(page)
        window.say_problem("The disk is full.", "Free some space.")
        await until(lambda: window.devicePixelRatioF() == 1)
        await quiet(first)
        before = places(window)
        window.move(700, 40)
        await until(lambda: window.devicePixelRatioF() == 2)
        await quiet(first)
        for was, now in zip(before, places(window), strict=False):
            if was != now:
                print(f"{page}: {was} stands elsewhere on the large screen: {now}")
        for words in blurred(window):
            print(f"{page}: {words}")
    program.end()
    await task


def main() -> None:
    app = QApplication(["nightstand"])
    app.setQuitOnLastWindowClosed(False)
    with collected_here(), qasync.QEventLoop(app) as loop:
        loop.run_until_complete(asyncio.wait_for(look(Path(sys.argv[1])), 300))


if __name__ == "__main__":
    main()
