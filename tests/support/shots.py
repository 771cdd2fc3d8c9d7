"""`make shots`: every page of the sample, light and dark, wide and narrow, as PNG to look at.

python -m tests.support.shots [FOLDER]     (default: shots/)
"""

import asyncio
import os
import sys
import tempfile
from collections.abc import Awaitable, Callable
from pathlib import Path

os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")

from PySide6.QtWidgets import QApplication

# isort: split
import qasync

from desktop_app.app import Program
from desktop_app.ui.dreams.dream_rows import TOLD, WAITING
from desktop_app.ui.frame.palette import Palette
from tests.support.program import quiet, running, sample
from tests.support.waiting import until

SIZES = {"": (1280, 800), "-900": (900, 640)}
Scene = Callable[[Program], Awaitable[None]]


async def memory(program: Program) -> None:
    """MEMORY.md being written, the cursor in a bullet that a dream brought."""
    program.window.open("MEMORY.md", 14)


async def memory_read(program: Program) -> None:
    """MEMORY.md to read."""
    program.window.show_page("memory")
    program.window.page.set_mode("read")


async def days(program: Program) -> None:
    """A day to read."""
    program.window.show_page("memory")
    program.window.page.set_mode("write")
    program.window.open(next(h.path for h in program.memory.days() if h.blocks == 3), 6)


async def review(program: Program) -> None:
    """A dream's proposal."""
    page = program.dreams_page
    program.window.show_page("dreams")
    if not program.memory.proposals():
        page.dream()
        await until(lambda: page.review.proposal is not None, 20)
    await quiet(program)
    page.list.choose(next(row for row in page.list.all() if row.kind == WAITING))


async def diary(program: Program) -> None:
    """An earlier diary entry."""
    page = program.dreams_page
    program.window.show_page("dreams")
    await quiet(program)
    page._all_dreams()
    page.list.choose(next(row for row in page.list.all() if row.kind == TOLD))


async def search(program: Program) -> None:
    """A query in its hits and its document."""
    program.window.show_page("search")
    await quiet(program)
    program.window.page.pane.input.setText("harbour")


async def settings(program: Program) -> None:
    """What can be chosen."""
    program.window.show_page("settings")


async def palette(program: Program) -> None:
    """The command palette over a page."""
    program.window.show_page("memory")
    program.actions["palette"].trigger()
    await quiet(program)
    open_palette(program).input.setText("dre")


def open_palette(program: Program) -> Palette:
    """The palette that lies over the window."""
    return next(found for found in program.window.findChildren(Palette) if found.isVisible())


SCENES: tuple[Scene, ...] = (memory, memory_read, days, review, diary, search, settings, palette)


async def take(folder: Path) -> None:
    """All scenes, each in both themes and sizes."""
    with tempfile.TemporaryDirectory() as place:
        os.environ["HOME"] = place  # the pictures show ~/Memory, not a folder that is soon gone
        async with running(Path(place)) as program:
            program.window.resize(1280, 800)
            for mode in ("light", "dark"):
                program.theme.set_mode(mode)
                await save(program, folder / f"first-run-{mode}.png")
        async with running(Path(place), sample(Path(place))) as program:
            for ending, size in SIZES.items():
                program.window.resize(*size)
                for mode in ("light", "dark"):
                    program.theme.set_mode(mode)
                    for scene in SCENES:
                        await quiet(program)
                        await scene(program)
                        await save(program, folder / f"{scene.__name__}-{mode}{ending}.png")
                        if scene is palette:
                            open_palette(program).hide()


async def save(program: Program, path: Path) -> None:
    """What the window shows once it has come to rest."""
    await quiet(program)
    await asyncio.sleep(0.3)
    program.window.grab().save(str(path))
    print(path)


def main() -> None:
    folder = Path(sys.argv[1] if len(sys.argv) > 1 else "shots")
    folder.mkdir(parents=True, exist_ok=True)
    app = QApplication.instance() or QApplication(["nightstand"])
    app.setQuitOnLastWindowClosed(False)
    with qasync.QEventLoop(app) as loop:
        loop.run_until_complete(take(folder))


if __name__ == "__main__":
    main()
