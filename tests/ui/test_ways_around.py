"""Ways around: the palette's places and notebooks, Esc, and panes that tell of what is shown."""

from pathlib import Path
from typing import Any

from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QToolButton

from desktop_app.memory.days import Topic
from desktop_app.ui import plans
from tests.support.program import click, press, quiet, running, sample
from tests.support.waiting import until

ESC, CONTROL = Qt.Key.Key_Escape, Qt.KeyboardModifier.ControlModifier


def bare(tmp_path: Path, name: str, memory: str = "# Memory\n") -> Path:
    root = tmp_path / name
    (root / "memory").mkdir(parents=True)
    (root / "MEMORY.md").write_text(memory)
    return root


async def test_esc_leaves_the_history_for_where_one_was(tmp_path: Path, qtbot: Any) -> None:
    async with running(tmp_path, sample(tmp_path)) as program:
        program.window.show_page("days")
        await quiet(program)
        program.actions["history.all"].trigger()
        await quiet(program)
        assert program.window.page is program.history_page
        press(QApplication.focusWidget(), ESC)
        assert program.window.page is program.days_page


async def test_the_same_notebook_is_not_opened_twice(tmp_path: Path, qtbot: Any) -> None:
    root = sample(tmp_path)
    link = tmp_path / "Link"
    link.symlink_to(root)
    async with running(tmp_path, root) as program:
        before, page = program.memory, program.window.made("memory")
        page.editor.moveCursor(page.editor.textCursor().MoveOperation.End)
        for way in (root, link):
            program.opening.open(way)
            await until(lambda: "open already" in program.window._toast.words)
            program.window.toast("")
            program.window._toast._words.clear()
        await quiet(program)
        assert program.memory is before
        assert before.files.read("MEMORY.md").exists, "it is open as before"


async def test_a_file_opens_its_notebook_at_that_file(tmp_path: Path, qtbot: Any) -> None:
    root = sample(tmp_path)
    day = max((root / "memory").glob("*.md"))
    async with running(tmp_path, day) as program:
        assert program.root == root
        await until(lambda: program.window.page is program.days_page)
        assert program.days_page.shown_path() == f"memory/{day.name}"


async def test_sample_new_and_recent_notebooks_are_in_the_palette(
    tmp_path: Path, qtbot: Any
) -> None:
    other = bare(tmp_path, "Other")
    async with running(tmp_path, other) as program:
        program.opening.open(sample(tmp_path))
        await until(lambda: program.memory.name == "Memory")
        await quiet(program)
        finder = program.window.finder
        finder.ask()
        titles = [entry.title for entry in finder.all]
        assert "Create a notebook…" in titles and "Look at the sample notebook" in titles
        assert "Open Other" in titles and "Open Memory" not in titles
        finder.input.setText("Open Other")
        press(finder.input, Qt.Key.Key_Return)
        await until(lambda: program.memory.root == other)


async def test_a_topic_is_begun_where_one_goes_to_places(tmp_path: Path, qtbot: Any) -> None:
    root = bare(tmp_path, "Notes")
    (root / "memory" / "garden.md").write_text("# Garden\n\n- Tomatoes like sun.\n")
    async with running(tmp_path, root) as program:
        finder = program.window.finder
        finder.ask_places()
        await until(lambda: "garden" in finder.shown)
        typed = finder.input
        typed.setText("Garden")
        assert finder.shown == ["garden"]
        typed.setText("@Harbour walls")
        assert finder.shown == []
        typed.setText("Harbour walls")
        assert finder.shown[-1] == "New note “Harbour walls”"
        press(typed, Qt.Key.Key_Return)
        page = program.days_page
        await until(lambda: page.file.path == "memory/harbour-walls.md")
        await quiet(program)
        assert not (root / "memory" / "harbour-walls.md").exists(), "nothing is written yet"
        await until(page.editor.hasFocus)
        QTest.keyClicks(page.editor, "Old ones")
        page.file.flush()
        await until((root / "memory" / "harbour-walls.md").exists)
        await until(lambda: sum(isinstance(one, Topic) for one in page.pane.list.rows.things) == 2)
        assert (
            root / "memory" / "harbour-walls.md"
        ).read_text() == "# Harbour walls\n\n- Old ones\n"
        program.window.show_page("memory")
        program.actions["note.new"].trigger()
        await until(lambda: "garden" in finder.shown)
        typed.setText("Boats")
        assert finder.shown[-1] == "New note “Boats”"
        press(typed, Qt.Key.Key_Return)
        await until(lambda: page.file.path == "memory/boats.md" and page.editor.hasFocus())
        finder.ask()
        typed.setText("Nowhere at all")
        assert "New note “Nowhere at all”" not in finder.shown


async def test_all_pages_together_offer_no_more_than_forty_commands(
    tmp_path: Path, qtbot: Any
) -> None:
    async with running(tmp_path, sample(tmp_path)) as program:
        program.window.make_pages()
        await quiet(program)
        finder, offered = program.window.finder, set[str]()
        for page in plans.EVERY:
            program.window.show_page(page.name)
            offered |= {entry.title for entry in finder.commands()}
        assert 30 < len(offered) <= 40, sorted(offered)
        assert {"New conversation", "Connect an agent", "Zoom in", "Zoom out"} <= offered, (
            "never hidden"
        )
        assert "What a model reads" not in offered, "there is no model"


async def test_no_menu_of_a_header_is_empty_and_memory_leads_to_its_history(
    tmp_path: Path, qtbot: Any
) -> None:
    async with running(tmp_path, sample(tmp_path)) as program:
        for name in ("dreams", "days", "memory"):
            program.window.show_page(name)
            await quiet(program)
            for tool in program.window.page.header.findChildren(QToolButton):
                assert tool.menu() is None or tool.menu().actions()
        click(program.memory_page.history)
        await until(lambda: program.window.page.name == "history")
