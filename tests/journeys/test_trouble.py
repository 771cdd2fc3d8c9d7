"""When things go wrong around a person: nothing typed is lost, nothing freezes, words say why."""

import sqlite3
from pathlib import Path
from typing import Any

import pytest

from desktop_app.errors import Problem
from desktop_app.memory.files import Files
from desktop_app.notebook.drafts import Drafts
from tests.support.dreaming import a_notebook
from tests.support.program import click, quiet, running, write
from tests.support.waiting import until


@pytest.mark.parametrize("kind", ["missing", "file", "plain"])
async def test_what_is_no_notebook_is_answered_on_the_first_page(
    qtbot: Any, tmp_path: Path, kind: str
) -> None:
    place = tmp_path / kind
    if kind == "file":
        place.write_bytes(b"x")
    if kind == "plain":
        place.mkdir()
        (place / "letter.txt").write_bytes(b"dear")
    async with running(tmp_path) as program:
        program.opening.open(place)
        await until(lambda: bool(program.opening.first_run.banner.words))
        words = program.opening.first_run.banner.words
        assert str(place) in words or place.name in words
        if kind == "plain":
            assert [path.name for path in place.iterdir()] == ["letter.txt"]
            click(program.opening.first_run.banner.button)  # Make it a notebook
            await until(lambda: program.memory is not None)
            assert (place / "letter.txt").read_bytes() == b"dear"
        else:
            assert program.memory is None


async def test_trouble_that_has_passed_is_taken_back_and_the_typing_saved(
    qtbot: Any, tmp_path: Path
) -> None:
    root = a_notebook(tmp_path)
    async with running(tmp_path, root) as program:
        program.window.show_page("memory")
        await quiet(program)
        page = program.window.page
        root.rename(tmp_path / "away")
        page.editor.setFocus()
        page.editor.go_to_end()
        write(page.editor, "\n- still here")
        await until(lambda: page.header.subtitle.text().startswith("Could not save"))
        program.lookout.look()
        await until(lambda: "gone" in program.window.banner.words)
        (tmp_path / "away").rename(root)
        program.lookout.look()
        await until(lambda: b"still here" in (root / "MEMORY.md").read_bytes())
        await until(lambda: not program.window.banner.words and not page.bar.words)


async def test_notes_that_vanish_at_once_stay_found_until_the_person_lets_them_go(
    qtbot: Any, tmp_path: Path
) -> None:
    days = {f"d202610{n:02}": f"# Day\n\n- the lantern of day {n}\n" for n in range(1, 9)}
    root = a_notebook(tmp_path, "# Memory\n\n- Ana\n", **days)
    async with running(tmp_path, root) as program:
        await until(lambda: bool(program.memory.search.find("lantern").hits))
        for path in (root / "memory").glob("2026-10-*.md"):
            path.unlink()
        program.lookout.look()
        await until(lambda: "gone or empty at once" in program.window.banner.words)
        assert len(program.memory.search.find("lantern").hits) == 8
        await until(lambda: "8 notes are lost" in program.window.status.index.text())
        click(program.window.status.index)
        assert program.window.page.name == "search"
        assert "gone or empty at once" in program.window.banner.words
        assert "8 notes are lost" in program.window.status.index.text(), "and it is told on"
        click(program.window.banner.button)
        await until(lambda: not program.memory.search.find("lantern").hits)
        await until(lambda: not program.window.status.index.isVisible())
        assert program.window.banner.words == ""


async def test_a_note_that_was_emptied_is_told_and_taken_back_when_it_has_its_text_again(
    qtbot: Any, tmp_path: Path
) -> None:
    root = a_notebook(tmp_path, "# Memory\n\n- Ana has the lantern\n")
    text = (root / "MEMORY.md").read_bytes()
    async with running(tmp_path, root) as program:
        await until(lambda: bool(program.memory.search.find("lantern").hits))
        (root / "MEMORY.md").write_bytes(b"")
        program.lookout.look()
        await until(lambda: "MEMORY.md" in program.window.banner.words)
        assert program.memory.search.find("lantern").hits
        (root / "MEMORY.md").write_bytes(text)
        program.lookout.look()
        await until(lambda: program.window.banner.words == "")
        assert program.memory.index.freshness.loss is None


async def test_an_index_that_is_wrong_inside_is_mended_after_the_start(
    qtbot: Any, tmp_path: Path
) -> None:
    root = a_notebook(tmp_path, "# Memory\n\n- Ana has the lantern\n")
    async with running(tmp_path, root) as program:
        await until(lambda: bool(program.memory.search.find("lantern").hits))
        path = program.memory._index.path
    connection = sqlite3.connect(path, isolation_level=None)
    connection.execute("update chunks set text = 'Ana has the ladder', body = null where line = 3")
    connection.close()
    async with running(tmp_path, root) as program:
        await until(
            lambda: (
                [hit.text for hit in program.memory.search.find("lantern").hits]
                == ["Ana has the lantern"]
            )
        )


async def test_the_window_asks_before_it_closes_over_a_text_that_no_disk_took(
    qtbot: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(*_: Any, **how: Any) -> None:
        raise Problem("The disk is full.", "Free some space.")

    async with running(tmp_path, a_notebook(tmp_path)) as program:
        program.window.show_page("memory")
        await quiet(program)
        page, banner = program.window.page, program.window.banner
        with monkeypatch.context() as disk:
            disk.setattr(Files, "save", full)
            disk.setattr(Drafts, "keep", full)
            page.editor.setFocus()
            page.editor.go_to_end()
            write(page.editor, "- typed")
            program.window.close()
            await until(lambda: "in this window only: MEMORY.md." in banner.words)
            assert "in this window only" in page.bar.words
            await quiet(program)
            assert program.window.isVisible()
            click(banner.button)  # Close and lose it
            await until(lambda: not program.window.isVisible())


async def test_a_window_that_closes_while_a_save_fails_ends_without_a_mistake(
    qtbot: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    def full(*_: Any, **how: Any) -> None:
        raise Problem("The disk is full.", "Free some space.")

    root = a_notebook(tmp_path)
    async with running(tmp_path, root) as program:
        program.window.show_page("memory")
        await quiet(program)
        page = program.window.page
        monkeypatch.setattr(Files, "save", full)
        page.editor.setFocus()
        page.editor.go_to_end()
        write(page.editor, "- typed")
        program.window.close()
        await until(lambda: not program.window.isVisible())
        page.file.flush()  # as the timer of a save does that is over just then
        await until(lambda: not program.jobs._tasks)
        kept = program.memory.drafts.find("MEMORY.md")
    assert kept is not None
    assert kept.data.endswith(b"- typed\n")
    assert [record.getMessage() for record in caplog.records if record.levelname == "ERROR"] == []


@pytest.mark.parametrize("name", ["history.db", "index.db"])
async def test_a_window_opens_beside_a_damaged_history_or_index(
    qtbot: Any, tmp_path: Path, name: str
) -> None:
    root = a_notebook(tmp_path, "# Memory\n\n- Ana has the lantern\n")
    async with running(tmp_path, root) as program:
        await until(lambda: bool(program.memory.search.find("lantern").hits))
        own = program.memory._index.path.parent
    (own / name).write_bytes(b"no database " * 1000)
    async with running(tmp_path, root) as program:
        if name == "history.db":  # the index is made anew, which nobody need know
            await until(lambda: str(own / f"{name}.damaged") in program.window.banner.words)
        await until(lambda: bool(program.memory.search.find("lantern").hits))
        program.window.show_page("memory")
        await quiet(program)
        page = program.window.page
        page.editor.setFocus()
        page.editor.go_to_end()
        write(page.editor, "\n- typed just now")
        await until(lambda: b"typed just now" in (root / "MEMORY.md").read_bytes())


async def test_settings_that_cannot_be_read_are_told_with_a_notebook_and_without(
    qtbot: Any, tmp_path: Path
) -> None:
    (tmp_path / "config").mkdir()
    (tmp_path / "config" / "settings.toml").write_text("no settings")
    async with running(tmp_path) as program:
        await until(lambda: "settings.toml" in program.opening.first_run.banner.words)
        program.opening.open(a_notebook(tmp_path))
        await until(lambda: "settings.toml" in program.window.banner.words)


async def test_a_history_that_breaks_while_the_window_is_open_is_told_and_saving_goes_on(
    qtbot: Any, tmp_path: Path
) -> None:
    root = a_notebook(tmp_path, "# Memory\n\n- Ana has the lantern\n")
    async with running(tmp_path, root) as program:
        await until(lambda: bool(program.memory.search.find("lantern").hits))
        program.memory.days.remember("a line")
        history = program.memory._notebook.database.path
        with sqlite3.connect(history) as other:
            other.execute("pragma wal_checkpoint(truncate)")
        other.close()
        with history.open("r+b") as file:
            file.seek(4096)
            file.write(b"?" * (history.stat().st_size - 4096))
        program.window.show_page("memory")
        await quiet(program)
        page = program.window.page
        page.editor.setFocus()
        page.editor.go_to_end()
        write(page.editor, "\n- typed just now")
        await quiet(program)
        write(page.editor, "!")
        await until(lambda: b"typed just now!" in (root / "MEMORY.md").read_bytes())
        program.lookout.look()
        await until(lambda: f"{history}.damaged" in program.window.banner.words)
