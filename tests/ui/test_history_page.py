"""The history: versions by day, compared, restored whole or line by line, and taken back."""

import sqlite3
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from datetime import timedelta
from pathlib import Path

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QApplication

from desktop_app.ui.history.comparison import BEFORE, NOW
from desktop_app.ui.parts.rows import ASIDE, DETAIL, TITLE
from tests.support.notes import MEMORY, Notes, notes
from tests.support.notes import NOW as CLOCK
from tests.support.waiting import rest, until

PORTO = "- Mara lives in Porto.\n"
REPORT = "- The report is due in May.\n"


def save(made: Notes, text: str, cause: str = "dream", path: str = "MEMORY.md") -> None:
    made.memory.files.save(path, text.encode(), made.memory.files.read(path), cause)


@asynccontextmanager
async def history(
    tmp_path: Path, qapp, *texts: str, version: int = -1, way: str = NOW
) -> AsyncIterator[Notes]:
    """The history of MEMORY.md, which was all of these texts; at the one kept as this of them."""
    async with notes(tmp_path, qapp) as made:
        for text in texts:
            save(made, text)
        made.history_page.show_file("MEMORY.md")
        await at(made, version, way)
        yield made


async def at(made: Notes, place: int, way: str = NOW) -> None:
    """A version, counted from the newest, compared one way."""
    page = made.history_page
    await until(lambda: page.rows.thing)
    step = page.rows.rows.things[place]
    page.ways.part(way).click()
    page.rows.bring(step.version.version)
    await until(lambda: page.shown and (page.shown.step, page.shown.way) == (step, way))
    await rest(made.window, made.jobs)


def rows(made: Notes) -> list[str]:
    model = made.history_page.rows.rows
    every = [model.index(n) for n in range(model.rowCount())]
    return [" | ".join(one.data(role) for role in (ASIDE, TITLE, DETAIL)) for one in every]


def lines(made: Notes) -> list[str]:
    """What is shown as differing, with its sign."""
    signs = {"del": "-", "add": "+"}
    view = made.history_page.view
    pictures = map(view.picture, range(len(view.rows)))
    return [f"{signs[line.tone]} {line.words}" for one in pictures for line in one.lines]


def summed(made: Notes) -> str:
    return made.history_page.view.rows[0].text


# -- the list -------------------------------------------------------------------------------------


async def test_versions_tell_when_and_by_whom_they_were_written(
    tmp_path: Path, qapp, qtbot
) -> None:
    async with notes(tmp_path, qapp) as made:
        keep = made.memory._notebook.history.keep
        for days, cause, text in (
            (9, "outside", "1"),
            (2, "agent:Claude", "12"),
            (1, "dream", "12\n3\n4"),
            (1, "undo", "12"),
            (0, "recovered", "12\n\n"),
            (0, "edit", "13\n\n五"),
        ):
            keep("MEMORY.md", text.encode(), cause, CLOCK - timedelta(days=days))
        made.history_page.show_file("MEMORY.md")
        await until(lambda: rows(made))
        assert rows(made) == [
            "today 14:30 | You edited | 7 bytes",
            "today 14:30 | Recovered after a crash | 4 bytes",
            "yesterday 14:30 | Dream undone | 2 bytes",
            "yesterday 14:30 | A dream | 6 bytes",
            "Thu 14:30 | Claude | 2 bytes",
            "12 Nov 14:30 | First version | 1 byte",
        ]


# -- comparing ------------------------------------------------------------------------------------


async def test_beside_the_present_it_shows_what_restoring_would_do(
    tmp_path: Path, qapp, qtbot
) -> None:
    text = MEMORY.replace("Porto", "Lisbon").replace(REPORT, "") + "- New.\n"
    async with history(tmp_path, qapp, text) as made:
        assert summed(made) == (
            "Restoring this version: 1 line changed, 1 line added, 1 line removed."
        )
        assert lines(made) == [
            "- Mara lives in Lisbon.",
            "+ Mara lives in Porto.",
            "- New.",
            "+ The report is due in May.",
        ]
        first = next(one for n in range(3) if (one := made.history_page.view.picture(n).lines))
        assert [line.words[slice(*line.marks[0])] for line in first] == ["Lisbon", "Porto"]


async def test_a_damaged_version_is_told_calmly_and_the_others_still_open(
    tmp_path: Path, qapp, qtbot
) -> None:
    async with history(tmp_path, qapp, "# one\n", "# two\n", version=0) as made:
        page = made.history_page
        step = page.rows.rows.things[1]
        with sqlite3.connect(made.memory._notebook.own / "history.db") as database:
            database.execute("update contents set packed = x'00' where sha = ?", [step.version.sha])
        database.close()
        page.rows.bring(step.version.version)
        await until(page.empty.isVisible)
        assert "is damaged and is not shown" in page.empty._sentence.text()
        assert not page.restore_button.isEnabled()
        assert made.window.banner.words == ""
        await at(made, 2)
        assert page.view.isVisible()
        assert page.restore_button.isEnabled()


# -- bringing back --------------------------------------------------------------------------------


async def test_a_version_is_restored_and_taken_back(tmp_path: Path, qapp, qtbot) -> None:
    async with history(tmp_path, qapp, "# other\n") as made:
        made.history_page.restore_button.click()
        await until(lambda: made.bytes_of("MEMORY.md") == MEMORY.encode())
        await until(lambda: made.told == "Restored the version of today 14:30")
        await until(lambda: not made.history_page.restore_button.isEnabled())
        assert summed(made) == "This is how MEMORY.md is now."
        await until(lambda: made.memory_page.editor.text() == MEMORY)
        made.undo()
        await until(lambda: made.bytes_of("MEMORY.md") == b"# other\n")


async def test_a_file_that_changed_since_one_looked_is_not_replaced(
    tmp_path: Path, qapp, qtbot
) -> None:
    async with history(tmp_path, qapp, "# other\n") as made:
        made.write("MEMORY.md", "# from elsewhere\n")  # not noticed yet
        made.history_page.restore_button.click()
        await until(lambda: "has changed since you looked" in made.window.banner.words)
        assert made.bytes_of("MEMORY.md") == b"# from elsewhere\n"
        await until(lambda: "- # from elsewhere" in lines(made))  # to be looked at now


async def test_only_the_version_that_stands_there_compared_can_be_restored(
    tmp_path: Path, qapp, qtbot
) -> None:
    async with history(tmp_path, qapp, "# other\n", "# third\n", version=-2) as made:
        page = made.history_page
        assert page.restore_button.isEnabled()
        page.rows.bring(page.rows.rows.things[-1].version.version)
        assert not page.restore_button.isEnabled()  # its text is not here yet
        assert not made.actions["history.restore"].isEnabled()
        await until(page.restore_button.isEnabled)
        page.rows.bring(page.rows.rows.things[-2].version.version)
        page.rows.say()  # a click says so at once
        assert not page.restore_button.isEnabled()
        await until(page.restore_button.isEnabled)
        page.restore_button.click()
        await until(lambda: made.bytes_of("MEMORY.md") == b"# other\n")


async def test_a_deleted_note_is_found_and_restored(tmp_path: Path, qapp, qtbot) -> None:
    async with notes(tmp_path, qapp) as made:
        save(made, "# Harbour\n", "edit", "memory/harbour.md")
        save(made, "- See [[harbour]].\n", "edit")
        made.memory.files.delete("memory/harbour.md")
        made.actions["history.deleted"].trigger()
        await at(made, 0)
        assert rows(made) == ["today 14:30 | Deleted | harbour · 10 bytes"]
        made.history_page.ways.choose(BEFORE)
        made.history_page.rows.say()
        await until(lambda: lines(made) == ["- # Harbour"])
        made.history_page.restore_button.click()
        await until(lambda: made.told.startswith("Restored the version of today"))
        assert made.bytes_of("memory/harbour.md") == b"# Harbour\n"
        assert made.bytes_of("MEMORY.md") == b"- See [[harbour]].\n"
        await until(lambda: made.history_page.empty.isVisible() and rows(made) == [])


# -- the way there, and without a mouse -----------------------------------------------------------


async def test_it_works_by_the_keyboard_alone(tmp_path: Path, qapp, qtbot) -> None:
    text = MEMORY.replace(PORTO, "").replace(REPORT, "")
    async with history(tmp_path, qapp, text, version=0) as made:
        page, view = made.history_page, made.history_page.rows
        qtbot.keyClick(view, Qt.Key.Key_Down)
        await until(lambda: len(lines(made)) == 2)
        qtbot.keyClick(view, Qt.Key.Key_Return)
        await until(lambda: page.view.hasFocus())
        chord = Qt.KeyboardModifier.ControlModifier | Qt.KeyboardModifier.ShiftModifier
        qtbot.keyClick(QApplication.focusWidget(), Qt.Key.Key_R, chord)
        await until(lambda: made.bytes_of("MEMORY.md") == MEMORY.encode())


async def test_in_a_narrow_window_the_list_makes_way_for_what_was_picked(
    tmp_path: Path, qapp, qtbot
) -> None:
    text = MEMORY.replace(PORTO, "")
    async with history(tmp_path, qapp, text, version=0) as made:
        page = made.history_page
        made.window.resize(700, 600)
        await until(lambda: not page.pane.isVisible())
        chord = Qt.KeyboardModifier.ControlModifier
        qtbot.keyClick(QApplication.focusWidget() or made.window, Qt.Key.Key_F, chord)
        assert page.rows.hasFocus()
        qtbot.keyClick(page.rows, Qt.Key.Key_Down)
        await until(lambda: lines(made))
        assert page.pane.isVisible()  # one may go on looking for it
        qtbot.keyClick(page.rows, Qt.Key.Key_Return)
        assert not page.pane.isVisible()
        assert page.view.hasFocus()
