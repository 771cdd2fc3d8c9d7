"""A note for today: typed anywhere, kept at once, never lost."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from pathlib import Path

from PySide6.QtCore import Qt
from PySide6.QtGui import QInputMethodEvent
from PySide6.QtWidgets import QApplication, QLineEdit, QMainWindow

from desktop_app.errors import Problem
from desktop_app.jobs import Jobs
from desktop_app.memory import Memory
from desktop_app.memory.days import Noted
from desktop_app.ui.look.theme import Theme
from desktop_app.ui.note_window import NoteWindow
from desktop_app.ui.parts.actions import Actions
from tests.support.dreaming import a_notebook, opened
from tests.support.instead import Instead
from tests.support.waiting import until

TODAY = "memory/2026-11-21.md"
SHIFT = Qt.KeyboardModifier.ShiftModifier


@dataclass
class Scene:
    """The card over a bare window, and what it said."""

    window: QMainWindow
    field: QLineEdit
    note: NoteWindow
    memory: Memory
    jobs: Jobs
    actions: Actions
    toasts: list[tuple[str, str, object]] = field(default_factory=list)
    opened: list[tuple[str, int]] = field(default_factory=list)

    async def ask(self) -> None:
        self.actions["note"].trigger()
        await self.jobs.written()  # what was kept has come back

    @property
    def today(self) -> str:
        return self.memory.files.read(TODAY).text


class FullDisk:
    """A notebook of today on a disk without space, until there is some."""

    def __init__(self, memory: Memory) -> None:
        self._memory = memory
        self.days = Instead(memory.days, remember=self._remember)
        self.full = True

    def today(self) -> object:
        return self._memory.today()

    def _remember(self, text: str) -> Noted:
        if self.full:
            raise Problem("The disk is full.", "Free some space, then try again.")
        return self._memory.days.remember(text)

    def __getattr__(self, name: str) -> object:
        return getattr(self._memory, name)


@asynccontextmanager
async def a_scene(tmp_path: Path, qapp: QApplication, zoom: float = 1.0) -> AsyncIterator[Scene]:
    theme = Theme(qapp, "light", zoom)
    bugs: list[BaseException] = []
    jobs, actions = Jobs(bugs.append), Actions()
    window, line = QMainWindow(), QLineEdit()
    window.setCentralWidget(line)
    window.resize(900, 640)
    note = NoteWindow(jobs)
    actions.add("note", "Add", note.ask, "Ctrl+Shift+N")
    actions.attach(window)
    actions.set_place("memory", notebook=True)
    memory = opened(a_notebook(tmp_path), tmp_path)
    note.show_notebook(memory)
    scene = Scene(window, line, note, memory, jobs, actions)
    note.toasted.connect(lambda *said: scene.toasts.append(said))
    note.opened.connect(lambda *place: scene.opened.append(place))
    window.show()
    window.activateWindow()
    line.setFocus()
    await until(line.hasFocus)
    try:
        yield scene
    finally:
        await jobs.close()
        memory.close()
        window.deleteLater()
        theme.set_zoom(1.0)
        assert bugs == []


async def test_ctrl_shift_n_and_enter_add_a_line_to_today(tmp_path: Path, qapp, qtbot) -> None:
    async with a_scene(tmp_path, qapp) as scene:
        qtbot.keyClick(scene.field, Qt.Key.Key_N, Qt.KeyboardModifier.ControlModifier | SHIFT)
        await until(scene.note.box.hasFocus)
        qtbot.keyClicks(scene.note.box, "Buy a blue suitcase")
        qtbot.keyClick(scene.note.box, Qt.Key.Key_Return)
        await until(lambda: scene.toasts)
        assert scene.today.endswith("\n- Buy a blue suitcase\n")
        assert not scene.note.isVisible()
        assert scene.note.box.toPlainText() == ""


async def test_the_toast_opens_the_day_at_the_line(tmp_path: Path, qapp, qtbot) -> None:
    async with a_scene(tmp_path, qapp) as scene:
        await scene.ask()
        qtbot.keyClicks(scene.note.box, "Call Mara")
        qtbot.mouseClick(scene.note.add_button, Qt.MouseButton.LeftButton)
        await until(lambda: scene.toasts)
        message, word, act = scene.toasts[0]
        assert (message, word) == ("Added to today", "Open")
        act()
        path, line = scene.opened[0]
        assert path == TODAY
        assert scene.today.split("\n")[line - 1] == "- Call Mara"


async def test_each_line_that_is_typed_or_pasted_is_a_bullet_and_they_are_counted(
    tmp_path: Path, qapp, qtbot
) -> None:
    async with a_scene(tmp_path, qapp) as scene:
        await scene.ask()
        qtbot.keyClicks(scene.note.box, "Two things")
        qtbot.keyClick(scene.note.box, Qt.Key.Key_Return, SHIFT)
        QApplication.clipboard().setText("and this\n  with more of it\n- and that\n")
        scene.note.box.paste()
        qtbot.keyClick(scene.note.box, Qt.Key.Key_Enter, Qt.KeyboardModifier.KeypadModifier)
        await until(lambda: scene.toasts)
        wanted = "\n- Two things\n- and this\n  with more of it\n- and that\n"
        assert scene.today.endswith(wanted)
        assert scene.toasts[0][0] == "3 lines added to today"


async def test_esc_keeps_the_words_for_next_time(tmp_path: Path, qapp, qtbot) -> None:
    async with a_scene(tmp_path, qapp) as scene:
        await scene.ask()
        qtbot.keyClicks(scene.note.box, "Half a thou")
        qtbot.keyClick(scene.note.box, Qt.Key.Key_Escape)
        assert not scene.note.isVisible()
        assert scene.today == ""
        await scene.ask()
        qtbot.keyClicks(scene.note.box, "ght")
        qtbot.keyClick(scene.note.box, Qt.Key.Key_Return)
        await until(lambda: scene.toasts)
        assert scene.today.endswith("- Half a thought\n")


async def test_enter_in_an_input_method_chooses_a_word_and_keeps_no_note(
    tmp_path: Path, qapp, qtbot
) -> None:
    async with a_scene(tmp_path, qapp) as scene:
        await scene.ask()
        box = scene.note.box
        qtbot.keyClicks(box, "Mara: ")
        QApplication.sendEvent(box, QInputMethodEvent("xie", []))
        qtbot.keyClick(box, Qt.Key.Key_Return)
        assert scene.note.isVisible()
        assert not box.isReadOnly()
        done = QInputMethodEvent("", [])
        done.setCommitString("寫信")
        QApplication.sendEvent(box, done)
        assert box.toPlainText().split() == ["Mara:", "寫信"]
        qtbot.keyClick(box, Qt.Key.Key_Return)
        await until(lambda: scene.toasts)
        assert scene.today.endswith("寫信\n")


async def test_no_words_are_no_note(tmp_path: Path, qapp, qtbot) -> None:
    async with a_scene(tmp_path, qapp) as scene:
        await scene.ask()
        for words in ("", "   ", "\n\n"):
            scene.note.box.setPlainText(words)
            qtbot.keyClick(scene.note.box, Qt.Key.Key_Return)
            assert not scene.note.add_button.isEnabled()
            assert scene.note.isVisible()
            assert not scene.note.box.isReadOnly()
            assert scene.today == ""


async def test_a_full_disk_is_told_on_the_card_and_the_words_stay(
    tmp_path: Path, qapp, qtbot
) -> None:
    async with a_scene(tmp_path, qapp) as scene:
        disk = FullDisk(scene.memory)
        scene.note.show_notebook(disk)
        await scene.ask()
        qtbot.keyClicks(scene.note.box, "Keep me")
        qtbot.keyClick(scene.note.box, Qt.Key.Key_Return)
        await until(lambda: scene.note.banner.words)
        assert scene.note.banner.words == "The disk is full. Free some space, then try again."
        assert scene.note.banner.isVisible()
        assert scene.note.box.toPlainText() == "Keep me"
        disk.full = False
        qtbot.keyClick(scene.note.box, Qt.Key.Key_Return)
        await until(lambda: scene.toasts)
        assert scene.today.endswith("- Keep me\n")
        assert scene.note.banner.words == ""


async def test_a_note_that_could_not_be_kept_comes_back_by_itself(
    tmp_path: Path, qapp, qtbot
) -> None:
    async with a_scene(tmp_path, qapp) as scene:
        scene.note.show_notebook(FullDisk(scene.memory))
        await scene.ask()
        qtbot.keyClicks(scene.note.box, "Keep me")
        qtbot.keyClick(scene.note.box, Qt.Key.Key_Return)
        qtbot.keyClick(scene.note.box, Qt.Key.Key_Escape)
        assert not scene.note.isVisible()
        await until(lambda: scene.note.isVisible() and scene.note.box.toPlainText() == "Keep me")
        assert scene.toasts == []


async def test_enter_twice_keeps_one_note(tmp_path: Path, qapp, qtbot) -> None:
    async with a_scene(tmp_path, qapp) as scene:
        await scene.ask()
        qtbot.keyClicks(scene.note.box, "Once")
        qtbot.keyClick(scene.note.box, Qt.Key.Key_Return)
        qtbot.keyClick(scene.note.box, Qt.Key.Key_Return)
        await until(lambda: scene.toasts)
        idle: list[bool] = []
        scene.jobs.when_idle(lambda: idle.append(True))
        await until(lambda: idle)
        assert scene.today.count("Once") == 1

        # What is typed before a kept note came back stands below it once.
        scene.note.box.setPlainText("kept")
        scene.note.leave()
        await scene.jobs.written()
        scene.note.show_notebook(scene.memory)
        scene.note.box.setPlainText("typed")
        scene.note.leave()  # before what was kept has come
        scene.note.leave()
        await scene.jobs.written()
        assert scene.note.box.toPlainText() == "kept\ntyped"
        scene.note.show_notebook(scene.memory)
        await scene.jobs.written()
        assert scene.note.box.toPlainText() == "kept\ntyped"
