"""The whole window, offscreen, with somebody who types a note or a conversation and adds it not.

python -m tests.support.noting_window ROOT OWN FIELD
"""

import asyncio
import sys
from pathlib import Path

from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication

# isort: split
import qasync

from desktop_app.app import Program
from desktop_app.settings import Places
from tests.support.program import quiet
from tests.support.waiting import until


async def type_and_wait(app: QApplication, root: Path, own: Path, field: str) -> None:
    program = Program(app, Places(own / "data", own / "config"))
    task = asyncio.ensure_future(program.run(root))
    await until(lambda: program.memory is not None)
    await quiet(program)
    program.actions[field].trigger()
    boxes = {"note": program.note.box, "conversation": program.days_page.front.talk.giving.field}
    QTest.keyClicks(boxes[field], "The spare key is with Ana")
    await task


def main() -> None:
    root, own, field = sys.argv[1:]
    app = QApplication(["nightstand"])
    app.setQuitOnLastWindowClosed(False)
    with qasync.QEventLoop(app) as loop:
        loop.run_until_complete(type_and_wait(app, Path(root), Path(own), field))


main()
