"""The whole window, offscreen, with somebody who types without a pause and adds nothing by a click.

FIELD is "note" or "conversation".

python -m tests.support.noting_window ROOT OWN FIELD
"""

import asyncio
import sys
from pathlib import Path

from PySide6.QtTest import QTest

from desktop_app.app import Program, live
from desktop_app.settings import Places
from tests.support.program import quiet
from tests.support.waiting import until


async def type_and_wait(program: Program, root: Path, field: str) -> None:
    opened = program.front
    task = asyncio.ensure_future(program.run(root))
    await until(lambda: opened.memory is not None)
    await quiet(opened)
    opened.actions[field].trigger()
    given = opened.conversation_page.sheet.field
    box = {"note": opened.note.box, "conversation": given}[field]
    QTest.keyClicks(box, "The spare key is with Ana")
    while not task.done():
        QTest.keyClicks(box, " and")
        await asyncio.sleep(0.02)


def main() -> None:
    root, own, field = sys.argv[1:]
    places = Places(Path(own) / "data", Path(own) / "config")
    live(places, lambda program: type_and_wait(program, Path(root), field))


main()
