"""The states of the History page, for `make shots`. Knows the sample notebook and its versions."""

import sqlite3
from datetime import timedelta
from pathlib import Path

from PySide6.QtCore import Qt
from PySide6.QtTest import QTest

from desktop_app.ui.look.theme import theme
from desktop_app.ui.open_notebook import OpenNotebook
from tests.support.program import quiet, running, sample
from tests.support.shots import SIZES, save
from tests.support.waiting import until


def changes(program: OpenNotebook) -> None:
    """A week of changes to memory and days, by everyone who can make some."""
    memory = program.memory
    memory.index.refresh()
    history, now = memory._notebook.history, memory.now()
    text = memory.files.read("MEMORY.md").text
    lines = text.split("\n")
    bullets = [n for n, line in enumerate(lines) if line.startswith("- ")]
    history.keep("MEMORY.md", text.encode(), "outside", now - timedelta(days=9))
    more = text.replace(lines[bullets[0]], f"{lines[bullets[0]]} She prefers the early train.")
    history.keep("MEMORY.md", more.encode(), "edit", now - timedelta(days=6, hours=3))
    less = "\n".join(line for n, line in enumerate(lines) if n not in bullets[2:4])
    history.keep("MEMORY.md", less.encode(), "dream", now - timedelta(days=3, hours=11))
    history.keep("MEMORY.md", more.encode(), "undo", now - timedelta(days=3, hours=10))
    history.keep("MEMORY.md", (more + "- From a crash\n").encode(), "recovered", now)
    day = next(head.path for head in memory.days.heads())
    there = memory.files.read(day)
    memory.files.save(day, there.data + b"- Bread, milk, and the small batteries.\n", there)
    memory.days.remember("The ferry leaves at ten past seven.")
    base = memory.files.read("MEMORY.md")
    worded = base.text.replace(lines[bullets[1]], f"{lines[bullets[1]]} Since October.")
    worded = worded.replace(f"{lines[bullets[4]]}\n", "")
    memory.files.save("MEMORY.md", f"{worded.rstrip()}\n- A line of today.\n".encode(), base)


async def look(program: OpenNotebook, cause: str, way: str) -> None:
    """The newest version with this cause, compared one way."""
    page = program.history_page
    await quiet(program)
    found = next(one for one in page.rows.rows.things if one.version.cause == cause)
    page.ways.part(way).click()
    page.rows.bring(found.version.version)
    await until(lambda: page.shown and (page.shown.step, page.shown.way) == (found, way))
    await quiet(program)


async def history_file(program: OpenNotebook) -> None:
    """A version of MEMORY.md beside the present one."""
    program.history_page.show_file("MEMORY.md")
    await look(program, "undo", "now")


async def history_before(program: OpenNotebook) -> None:
    """What a dream changed."""
    await look(program, "dream", "before")


async def history_all(program: OpenNotebook) -> None:
    """Everything, a note in front."""
    program.history_page.show_file("")
    await look(program, "note", "before")


async def history_read(program: OpenNotebook) -> None:
    """A version to read whole."""
    program.history_page.show_file("MEMORY.md")
    await look(program, "undo", "text")


async def history_life(program: OpenNotebook) -> None:
    """All wordings of a line."""
    page = program.history_page
    page.show_file("MEMORY.md", line=program.memory.files.bullets().bullets[0].line)
    await until(lambda: page.life is not None)
    await quiet(program)


async def history_list(program: OpenNotebook) -> None:
    """A line put back, and the list where it has no room of its own."""
    await history_file(program)
    view = program.history_page.view
    view.enter()
    QTest.keyClick(view, Qt.Key.Key_Return)
    await quiet(program)
    if program.actions["view.list"].isVisible():
        program.actions["view.list"].trigger()


async def history_damaged(program: OpenNotebook) -> None:
    """A version that cannot be read any more."""
    program.window._toast.button.click()  # Undo, so that the line can be put back again
    await quiet(program)
    program.window._toast.hide()
    program.window.workspace.close_drawers()
    rows = program.history_page.rows
    step = next(one for one in rows.rows.things if one.version.cause == "recovered")
    path = program.memory._notebook.own / "history.db"
    with sqlite3.connect(path) as database:
        database.execute("update contents set packed = x'00' where sha = ?", [step.version.sha])
    database.close()
    rows.bring(step.version.version)
    await quiet(program)


async def check(program: OpenNotebook) -> None:
    """What Check found: the damaged version, and what is well."""
    program.actions["check"].trigger()
    await until(lambda: not program.settings_page.looking)


SCENES = (
    history_file,
    history_before,
    history_all,
    history_read,
    history_life,
    history_list,
    history_damaged,
    check,
)


async def take(place: Path, folder: Path) -> None:
    """All scenes, each in both themes and sizes."""
    async with running(place, sample(place)) as program:
        changes(program)
        await quiet(program)
        for ending, (width, height, zoom) in SIZES.items():
            program.window.resize(width, height)
            theme().set_zoom(zoom)
            for mode in ("light", "dark"):
                theme().set_mode(mode)
                for scene in SCENES:
                    await scene(program)
                    await save(program, folder / f"{scene.__name__}-{mode}{ending}.png")
        theme().set_zoom(1.0)
