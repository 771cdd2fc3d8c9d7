"""The whole program in a test, driven as a person would: real window, real files, offscreen."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from datetime import date
from pathlib import Path
from typing import Any

from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QAbstractButton, QApplication, QLabel, QListWidget, QWidget
from shiboken6 import isValid

from desktop_app.app import Program
from desktop_app.notebook.sample import copy_sample
from desktop_app.settings import Places
from desktop_app.ui.open_notebook import OpenNotebook
from tests.support.waiting import rest, until


@asynccontextmanager
async def running(tmp_path: Path, folder: Path | None = None) -> AsyncIterator[OpenNotebook]:
    """A program's window, on `folder` when given; closed in good order at the end, whatever
    happened."""
    app = QApplication.instance()
    assert isinstance(app, QApplication)
    program = Program(app, Places(tmp_path / "data", tmp_path / "config"))
    first = program.front
    first.window.resize(1280, 800)  # the screen of a test is narrower
    task = asyncio.ensure_future(program.run(folder))
    await asyncio.sleep(0)
    try:
        if folder is not None:
            await until(lambda: first.memory is not None)
            await quiet(first)
        yield first
    finally:
        program.end()
        await asyncio.wait_for(task, 60)
        if isValid(first.window):
            first.window.deleteLater()


def sample(tmp_path: Path) -> Path:
    """A copy of the sample notebook that ends today."""
    root = tmp_path / "Memory"
    copy_sample(root, date.today())
    return root


async def open_another(program: OpenNotebook, tmp_path: Path, text: str = "# Memory\n") -> Path:
    """Another small notebook comes into the window; its folder."""
    root = tmp_path / "Other"
    (root / "memory").mkdir(parents=True, exist_ok=True)
    (root / "MEMORY.md").write_text(text, encoding="utf-8")
    program.opening.open(root)
    await until(lambda: program.memory is not None and program.memory.root == root)
    await quiet(program)
    return root


async def quiet(program: OpenNotebook) -> None:
    """Wait until no job is under way, nor about to begin."""
    await rest(program.window, program.jobs)


def press(widget: QWidget, key: Qt.Key, modifier: Any = Qt.KeyboardModifier.NoModifier) -> None:
    """A key on the widget that has the keyboard."""
    QTest.keyClick(widget, key, modifier)


def click(button: QAbstractButton) -> None:
    """A click with the mouse on a button a person can see and press."""
    assert button.isVisible(), f"{button.text()!r} is not to be seen"
    assert button.isEnabled(), f"{button.text()!r} cannot be pressed"
    QTest.mouseClick(button, Qt.MouseButton.LeftButton)


def said(widget: QWidget) -> str:
    """All that those labels say which are not hidden in it."""
    labels = widget.findChildren(QLabel)
    return " ".join(label.text() for label in labels if label.isVisibleTo(widget))


async def press_toast(program: OpenNotebook) -> None:
    """Click the button of the message at the window's foot, as soon as it is there."""
    await until(program.window._toast.button.isVisible)
    click(program.window._toast.button)


def tick(rows: QListWidget, number: int) -> None:
    """A click on the words of a line that has a box."""
    place = rows.visualItemRect(rows.item(number)).center()
    QTest.mouseClick(rows.viewport(), Qt.MouseButton.LeftButton, pos=place)


def write(widget: QWidget, words: str) -> None:
    """Keys, one after the other; a newline is Return."""
    for n, line in enumerate(words.split("\n")):
        if n:
            QTest.keyClick(widget, Qt.Key.Key_Return)
        QTest.keyClicks(widget, line)
