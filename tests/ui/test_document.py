"""Autosave beside others: what is typed reaches the file, and nothing of anyone's is lost."""

import asyncio
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest
from PySide6.QtCore import Qt

from desktop_app.errors import Problem
from desktop_app.memory import Memory
from desktop_app.memory.files import Rewritten
from desktop_app.notebook.merge import BOTH, OURS
from desktop_app.ui.parts import unsent
from desktop_app.ui.writing import editor, text_area
from desktop_app.ui.writing.document import Document
from desktop_app.ui.writing.editor import Editor
from desktop_app.ui.writing.open_file import FileStatus
from tests.support.instead import Instead
from tests.support.late import Late
from tests.support.notes import MEMORY, Notes, notes
from tests.support.waiting import until


class FullDisk:
    """A memory whose disk is full until it is told otherwise."""

    def __init__(self, memory: Any) -> None:
        self._memory = memory
        self.files = Instead(memory.files, rewrite=self._rewrite)
        self.full = True
        self.error: Exception = Problem("The disk is full.", "Free some space, then try again.")

    def _rewrite(self, *given: Any) -> Rewritten:
        if self.full:
            raise self.error
        rewritten: Rewritten = self._memory.files.rewrite(*given)
        return rewritten

    def __getattr__(self, name: str) -> Any:
        return getattr(self._memory, name)


class NoRoom(FullDisk):
    """There is no room for a draft either."""

    @property
    def drafts(self) -> Any:
        return self

    def find(self, path: str) -> Any:
        return self._memory.drafts.find(path)

    def keep(self, draft: Any) -> None:
        if self.full:
            raise Problem("No room for a draft.", "")
        self._memory.drafts.keep(draft)

    def clear(self, key: str) -> None:
        self._memory.drafts.clear(key)


def type_at_end(editor: Editor, qtbot: Any, words: str) -> None:
    """Types as a person does, after the last character."""
    editor.go_to_end()
    qtbot.keyClicks(editor, words)


async def opened(made: Notes, path: str, memory: Any = None) -> Document:
    """A document of its own on a file, put into its editor."""
    document = Document(Editor("note"), made.jobs, "test")
    document.open(memory or made.memory, path)
    await until(lambda: document.path == path)
    await until(lambda: not document.editor.loading)
    return document


async def test_what_is_typed_is_saved_a_moment_later(tmp_path: Path, qapp, qtbot) -> None:
    async with notes(tmp_path, qapp) as made:
        document = made.memory_page.file
        type_at_end(document.editor, qtbot, "- New")
        assert document.state == FileStatus.EDITING
        assert made.bytes_of("MEMORY.md") == MEMORY.encode()
        await until(lambda: document.state == FileStatus.CLEAN)
        assert made.bytes_of("MEMORY.md") == f"{MEMORY}- New\n".encode()
        assert document.seconds_since_saved() is not None
        read = made.memory.files.read("MEMORY.md")
        made.memory.files.save("MEMORY.md", b"- A dream's\n", read, "dream")
        document.look(own=True)
        await until(lambda: document.text == "- A dream's\n")
        assert document.seconds_since_saved() is None, "what is there was saved later"


async def test_what_is_typed_without_a_pause_is_saved_all_the_same_again_and_again(
    tmp_path: Path, qapp, qtbot, monkeypatch
) -> None:
    assert unsent.LATEST <= 3_000
    async with notes(tmp_path, qapp) as made:
        monkeypatch.setattr(unsent, "PAUSE", 600_000)
        monkeypatch.setattr(unsent, "LATEST", 300)
        document = await opened(made, "MEMORY.md")
        for word in ("one", "two", "three"):
            type_at_end(document.editor, qtbot, word)
            await until(lambda word=word: made.bytes_of("MEMORY.md").endswith(f"{word}\n".encode()))


async def test_leaving_the_editor_saves_at_once(tmp_path: Path, qapp, qtbot, monkeypatch) -> None:
    async with notes(tmp_path, qapp) as made:
        monkeypatch.setattr(unsent, "PAUSE", 60_000)
        document = await opened(made, "MEMORY.md")
        type_at_end(document.editor, qtbot, "- New")
        document.editor.left.emit()
        await until(lambda: made.bytes_of("MEMORY.md").endswith(b"- New\n"))


async def test_closing_the_window_completes_a_pending_save(tmp_path: Path, qapp, qtbot) -> None:
    async with notes(tmp_path, qapp) as made:
        type_at_end(made.memory_page.editor, qtbot, "- last words")
    assert (tmp_path / "notebook" / "MEMORY.md").read_bytes().endswith(b"- last words\n")


async def test_an_outside_change_shows_quietly_and_keeps_the_cursor(
    tmp_path: Path, qapp, qtbot
) -> None:
    async with notes(tmp_path, qapp) as made:
        document = made.memory_page.file
        document.editor.go_to(7)
        heard: list[bool] = []
        document.renewed.connect(heard.append)
        made.outside("MEMORY.md", MEMORY.replace("# Memory\n", "# Memory\n\nOn top.\n"))
        await until(lambda: "On top." in document.text)
        assert heard == [True]
        assert document.editor.line() == 9  # the line is the same one, further down
        assert document.state == FileStatus.CLEAN


async def test_changes_of_both_sides_on_different_lines_are_merged(
    tmp_path: Path, qapp, qtbot
) -> None:
    async with notes(tmp_path, qapp) as made:
        document = made.memory_page.file
        type_at_end(document.editor, qtbot, "- Ours")
        made.outside("MEMORY.md", MEMORY.replace("Porto", "Lisbon"))
        await until(lambda: b"Ours" in made.bytes_of("MEMORY.md"))
        expected = MEMORY.replace("Porto", "Lisbon") + "- Ours"
        await until(lambda: document.text == expected)
        assert made.bytes_of("MEMORY.md") == f"{expected}\n".encode()
        assert not list(made.root.glob("*conflict*"))


async def test_a_third_change_at_the_same_place_is_asked_again_and_not_overwritten(
    tmp_path: Path, qapp, qtbot
) -> None:
    async with notes(tmp_path, qapp) as made:
        document = await clashed(made, qtbot)
        first = document.clash
        third = MEMORY.replace("Porto", "Madrid").encode()
        made.write("MEMORY.md", third)
        document.settle([OURS])
        await until(lambda: document.clash != first)
        assert document.state == FileStatus.CLASH
        assert made.bytes_of("MEMORY.md") == third
        (place,) = document.clash.merge.conflicts
        assert place.base == b"- Mara lives in Lisbon.\n"
        assert place.ours == b"- Mara lives in PortoX.\n"
        assert place.theirs == b"- Mara lives in Madrid.\n"
        document.settle([BOTH])
        await until(lambda: document.state == FileStatus.CLEAN)
        for city in ("Madrid", "PortoX"):
            assert f"- Mara lives in {city}.\n" in made.bytes_of("MEMORY.md").decode()


async def test_a_file_deleted_while_it_is_edited_is_a_clash(tmp_path: Path, qapp, qtbot) -> None:
    async with notes(tmp_path, qapp) as made:
        document = made.memory_page.file
        type_at_end(document.editor, qtbot, "- Ours")
        (made.root / "MEMORY.md").unlink()
        document.flush()
        await until(lambda: document.state == FileStatus.CLASH)
        assert "is gone" in made.memory_page.bar.words
        document.settle([OURS])
        await until(lambda: document.state == FileStatus.CLEAN)
        assert made.bytes_of("MEMORY.md") == f"{MEMORY}- Ours\n".encode()


async def test_a_file_that_went_and_came_back_is_merged_and_not_doubled(
    tmp_path: Path, qapp, qtbot
) -> None:
    async with notes(tmp_path, qapp) as made:
        document = made.memory_page.file
        type_at_end(document.editor, qtbot, "- Ours")
        (made.root / "MEMORY.md").unlink()
        document.flush()
        await until(lambda: document.state == FileStatus.CLASH)
        made.write("MEMORY.md", MEMORY.replace("Porto", "Lisbon"))
        document.settle([OURS])
        await until(lambda: document.state == FileStatus.CLEAN)
        expected = MEMORY.replace("Porto", "Lisbon") + "- Ours"
        assert made.bytes_of("MEMORY.md") == f"{expected}\n".encode()


async def test_a_mistake_of_ours_ends_no_saving_and_costs_no_text(
    tmp_path: Path, qapp, qtbot
) -> None:
    async with notes(tmp_path, qapp) as made:
        broken = FullDisk(made.memory)
        broken.error = ZeroDivisionError()
        document = await opened(made, "MEMORY.md", broken)
        type_at_end(document.editor, qtbot, "- first")
        document.flush()
        await until(lambda: document.state == FileStatus.FAILED)
        assert made.bugs == [broken.error]
        made.bugs.clear()
        draft = made.memory.drafts.find("MEMORY.md")
        assert draft is not None and draft.data.endswith(b"- first\n")
        broken.full = False
        qtbot.keyClicks(document.editor, " and second")
        document.flush()
        await until(lambda: document.state == FileStatus.CLEAN)
        assert made.bytes_of("MEMORY.md").endswith(b"- first and second\n")


async def refused(made: Notes, qtbot: Any) -> tuple[Document, NoRoom, list[str]]:
    """A document whose text no disk took, put away for another one; and what was told."""
    memory, told = NoRoom(made.memory), []
    document = await opened(made, "MEMORY.md", memory)
    document.failed.connect(lambda message, hint: told.append(f"{message} {hint}"))
    type_at_end(document.editor, qtbot, "- typed")
    document.flush()
    await until(lambda: document.state == FileStatus.FAILED)
    assert not document.kept
    assert str(document.problem) == "The disk is full. Free some space, then try again."
    document.open(memory, "memory/2026-11-20.md")
    await until(lambda: told)
    return document, memory, told


async def test_what_no_disk_takes_is_not_said_to_be_kept_and_comes_back_with_its_file(
    tmp_path: Path, qapp, qtbot
) -> None:
    async with notes(tmp_path, qapp) as made:
        document, memory, told = await refused(made, qtbot)
        assert "is in this window only" in told[0]
        assert document.kept
        assert document.unkept == ["MEMORY.md"]
        document.open(memory, "MEMORY.md")
        await until(lambda: document.path == "MEMORY.md")
        assert document.text == f"{MEMORY}- typed"
        await until(lambda: document.state == FileStatus.FAILED)
        assert document.unkept == ["MEMORY.md"]
        memory.full = False
        qtbot.keyClicks(document.editor, "x")
        document.editor.go_to_end()
        document.flush()
        await until(lambda: document.state == FileStatus.CLEAN)
        assert document.unkept == []
        assert made.bytes_of("MEMORY.md").decode() == f"{document.text}\n"
        assert "- typed" in document.text


@pytest.mark.parametrize("at", ["look", "flush"])
async def test_what_no_disk_took_is_written_by_itself_once_there_is_room(
    at: str, tmp_path: Path, qapp, qtbot
) -> None:
    async with notes(tmp_path, qapp) as made:
        document, memory, told = await refused(made, qtbot)
        getattr(document, at)()
        await made.jobs.written()
        assert len(told) == 1  # and is not told again and again
        memory.full = False
        getattr(document, at)()
        await until(lambda: made.bytes_of("MEMORY.md") == f"{MEMORY}- typed\n".encode())
        await until(lambda: document.unkept == [])


async def test_what_no_disk_took_of_a_closed_notebook_is_kept_there_and_told_where(
    tmp_path: Path, qapp, qtbot
) -> None:
    async with notes(tmp_path, qapp) as made:
        document, full, told = await refused(made, qtbot)
        other = tmp_path / "other"
        (other / "memory").mkdir(parents=True)
        (other / "MEMORY.md").write_text("# Other\n")
        with closing(Memory.open(other, made.places, made.clock)) as memory:
            document.open(memory, "MEMORY.md")
            await until(lambda: document.text == "# Other\n")
            where = str(made.root / "MEMORY.md")
            assert document.unkept == [where]
            full.full = False
            document.flush()
            await until(lambda: document.unkept == [])
        assert told[1:] == [f"Your text of {where} is kept and comes back when you open it again. "]
        assert made.bytes_of("MEMORY.md") == MEMORY.encode(), "it is not open: nothing is written"
        kept = made.memory.drafts.find("MEMORY.md")
        assert kept is not None
        assert kept.data == f"{MEMORY}- typed\n".encode()
        assert (other / "MEMORY.md").read_text() == "# Other\n"


async def test_a_draft_is_offered_when_the_file_is_opened_again(
    tmp_path: Path, qapp, qtbot
) -> None:
    async with notes(tmp_path, qapp) as made:
        memory = FullDisk(made.memory)
        document = await opened(made, "MEMORY.md", memory)
        type_at_end(document.editor, qtbot, "- kept")
        document.flush()
        await until(lambda: document.state == FileStatus.FAILED)
        failures: list[str] = []
        document.failed.connect(lambda message, _hint: failures.append(message))
        document.close()
        await until(lambda: failures)
        made.outside("MEMORY.md", MEMORY.replace("Porto", "Lisbon"))
        page = made.memory_page
        page.file.open(made.memory, "MEMORY.md")
        await until(lambda: page.file.draft is not None)
        assert "could not be saved" in page.bar.words
        page.bar.button.click()
        await until(lambda: b"kept" in made.bytes_of("MEMORY.md"))
        assert b"Lisbon" in made.bytes_of("MEMORY.md")
        await until(lambda: made.memory.drafts.find("MEMORY.md") is None)
        await until(lambda: page.file.text == made.bytes_of("MEMORY.md").decode())


async def test_a_draft_that_is_let_go_stays_in_history(tmp_path: Path, qapp, qtbot) -> None:
    async with notes(tmp_path, qapp) as made:
        document = await opened(made, "MEMORY.md", FullDisk(made.memory))
        type_at_end(document.editor, qtbot, "- kept")
        document.close()
        await until(lambda: made.memory.drafts.find("MEMORY.md"))
        page = made.memory_page
        page.file.open(made.memory, "MEMORY.md")
        await until(lambda: page.file.draft is not None)
        page.bar.other.click()
        await until(lambda: made.memory.drafts.find("MEMORY.md") is None)
        assert any(text.endswith(b"- kept\n") for text in history(made))
        assert made.bytes_of("MEMORY.md") == MEMORY.encode()


async def test_a_line_that_another_program_makes_endless_is_told_and_nothing_typed_is_lost(
    tmp_path: Path, qapp, qtbot
) -> None:
    async with notes(tmp_path, qapp) as made:
        page, document = made.memory_page, made.memory_page.file
        type_at_end(document.editor, qtbot, "- Ours")
        made.outside("MEMORY.md", "x" * 100_000 + f"\n{MEMORY}")
        await until(lambda: b"- Ours" in made.bytes_of("MEMORY.md"))
        await until(lambda: not document.editable and not document.editor.loading)
        assert f"{document.text}\n" == made.bytes_of("MEMORY.md").decode()
        await until(lambda: "too long to edit" in page.bar.words)
        made.outside("MEMORY.md", MEMORY)
        await until(lambda: document.editable and document.text == MEMORY)
        type_at_end(document.editor, qtbot, "- Again")
        await until(lambda: made.bytes_of("MEMORY.md") == f"{MEMORY}- Again\n".encode())


async def test_what_was_typed_is_saved_also_while_another_programs_long_text_comes(
    tmp_path: Path, qapp, qtbot, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(text_area, "_AT_ONCE", (20_000, 20_000))
    monkeypatch.setattr(text_area, "_PIECE", (500, 50))
    monkeypatch.setattr(text_area, "_TURN", 0.0001)
    monkeypatch.setattr(editor, "_MANY", 100)
    async with notes(tmp_path, qapp) as made:
        late = Late(made.memory, "files.rewrite")
        document = await opened(made, "MEMORY.md", late)
        type_at_end(document.editor, qtbot, "- one")
        long = "".join(f"- theirs {n} {'word ' * 40}\n" for n in range(800))
        made.outside("MEMORY.md", long + MEMORY)
        late.hold()
        document.flush()
        await until(lambda: late.held)
        type_at_end(document.editor, qtbot, " two")  # is not in what is being written
        loading: list[bool] = []

        def leave() -> None:
            loading.append(document.editor.loading)
            document.close()

        here = asyncio.get_running_loop()
        document.renewed.connect(lambda _outside: here.call_soon(leave))
        late.let_go()
        await until(lambda: loading)
        assert loading == [True]
        await until(lambda: made.bytes_of("MEMORY.md").endswith(b"- one two\n"))
        assert made.bytes_of("MEMORY.md").startswith(b"- theirs 0 ")


async def clashed(made: Notes, qtbot: Any) -> Document:
    """The memory page after both sides changed the line about Mara."""
    document = made.memory_page.file
    document.editor.go_to(4)
    qtbot.keyClick(document.editor, Qt.Key.Key_End)
    qtbot.keyClick(document.editor, Qt.Key.Key_Left)
    qtbot.keyClicks(document.editor, "X")
    made.outside("MEMORY.md", MEMORY.replace("Porto", "Lisbon"))
    await until(lambda: document.state == FileStatus.CLASH)
    return document


def history(made: Notes) -> list[bytes]:
    """Every kept version of MEMORY.md."""
    versions = made.memory.history.versions("MEMORY.md")
    return [made.memory.history.content(version.version) for version in versions]
