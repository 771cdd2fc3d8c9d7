"""One notebook after another: nothing of the first reaches the second, nothing typed is lost."""

from pathlib import Path
from threading import Event
from typing import Any

from desktop_app.ui.open_notebook import OpenNotebook
from tests.support.program import quiet, running, sample
from tests.support.waiting import until


async def test_nothing_that_was_asked_of_one_notebook_arrives_in_another(
    qtbot: Any, tmp_path: Path
) -> None:
    (tmp_path / "other").mkdir()
    (tmp_path / "other/MEMORY.md").write_text("# The other one\n")
    async with running(tmp_path, sample(tmp_path)) as program:
        memory, page = program.memory, program.history_page
        memory.files.save("MEMORY.md", b"# first\n", memory.files.read("MEMORY.md"), "restore")
        page.show_file("MEMORY.md")
        await until(lambda: page.shown)
        begun, go, read = Event(), Event(), memory.history.content

        def slow(version: int) -> bytes:
            begun.set()
            go.wait(60)
            return read(version)

        memory.history.content = slow
        page.rows.bring(page.rows.rows.things[-1].version.version)
        await until(begun.is_set)
        program.opening.open(tmp_path / "other")
        await until(lambda: program.memory is not memory)
        go.set()
        await quiet(program)
        assert page.shown is None
        assert not page.restore_button.isEnabled()
        assert (tmp_path / "other/MEMORY.md").read_text() == "# The other one\n"


async def test_what_was_typed_and_not_sent_waits_in_its_notebook(
    qtbot: Any, tmp_path: Path
) -> None:
    talk = "User: an hour of typing\nAssistant: yes"
    (tmp_path / "other").mkdir()
    (tmp_path / "other/MEMORY.md").write_text("# The other one\n")
    first = sample(tmp_path)

    async def opens(program: OpenNotebook, folder: Path) -> None:
        program.opening.open(folder)
        await until(lambda: program.memory.root == folder)
        await quiet(program)

    async with running(tmp_path, first) as program:
        talks, note = program.conversation_page, program.note.box
        talks.show_sheet()
        field = talks.sheet.field
        field.setPlainText(talk)
        note.setPlainText("half a thought")
        await opens(program, tmp_path / "other")
        assert (field.toPlainText(), note.toPlainText()) == ("", "")
        note.setPlainText("of the other")
        await opens(program, first)
        assert (field.toPlainText(), note.toPlainText()) == (talk, "half a thought")
        field.setPlainText(talk + "\nUser: more")
        note.clear()
    async with running(tmp_path, first) as program:
        program.conversation_page.show_sheet()
        await quiet(program)
        field, note = program.conversation_page.sheet.field, program.note.box
        assert (field.toPlainText(), note.toPlainText()) == (talk + "\nUser: more", "")
        await opens(program, tmp_path / "other")
        assert (field.toPlainText(), note.toPlainText()) == ("", "of the other")


async def test_a_dream_that_was_discarded_stays_so_when_the_window_closes_at_once(
    qtbot: Any, tmp_path: Path
) -> None:
    root = sample(tmp_path)
    async with running(tmp_path, root) as program:
        dreamt = await program.memory.dreams.dream(14, force=True)
        program.dreams_page.show_waiting()
        await until(lambda: program.dreams_page.review.proposal)
        program.dreams_page._discard()
        assert program.dreams_page.work.left == dreamt.proposal.id
    async with running(tmp_path, root) as program:
        assert program.memory.dreams.proposal(dreamt.proposal.id).state == "discarded"
