"""Which texts of the window have too little room at 900 x 640, in the language of this run.

LANGUAGE=zh_TW python -m tests.support.cut_texts
"""

import asyncio
import os
import tempfile
from collections.abc import Iterator
from pathlib import Path

os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")

from PySide6.QtWidgets import QAbstractButton, QApplication, QLabel, QWidget

# isort: split
import qasync

from desktop_app.ui.frame.loop import collected_here
from desktop_app.ui.open_notebook import OpenNotebook
from desktop_app.ui.parts.labels import Elided
from desktop_app.ui.plans import EVERY
from tests.support import shots
from tests.support.program import quiet, running, sample


def cut(window: QWidget) -> Iterator[str]:
    """Each visible button or label whose words are wider, or when wrapped higher, than it is; the
    words at the foot give way with dots by themselves, as those of an `Elided` do.
    """
    for widget in (window, *window.findChildren(QWidget)):
        if not isinstance(widget, QLabel | QAbstractButton) or not widget.isVisible():
            continue
        words = widget.text()
        if not words or isinstance(widget, Elided) or widget.property("kind") == "status":
            continue
        if isinstance(widget, QLabel) and widget.wordWrap():
            if widget.heightForWidth(widget.width()) > widget.height() + 1:
                yield f"too low: {words}"
        elif widget.sizeHint().width() > widget.width() + 1:
            yield f"too narrow, {widget.sizeHint().width()} > {widget.width()}: {words}"


async def look(folder: Path) -> None:
    """Go to every page, and print what is cut there."""
    async with running(folder, sample(folder)) as program:
        program.window.resize(900, 640)
        for plan in EVERY:
            program.window.show_page(plan.name)
            await quiet(program)
            tell(plan.name, program)
        for scene in (shots.review,):
            await scene(program)
            await quiet(program)
            tell(scene.__name__, program)


def tell(page: str, program: OpenNotebook) -> None:
    for words in cut(program.window):
        print(f"{page}: {words}")


def main() -> None:
    app = QApplication.instance() or QApplication(["nightstand"])
    app.setQuitOnLastWindowClosed(False)
    with collected_here(), qasync.QEventLoop(app) as loop, tempfile.TemporaryDirectory() as place:
        loop.run_until_complete(asyncio.wait_for(look(Path(place)), 300))


if __name__ == "__main__":
    main()
