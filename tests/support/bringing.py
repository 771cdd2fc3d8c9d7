"""What comes into the window from elsewhere: files that are dropped, and the sheets for them."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

from PySide6.QtCore import QMimeData, QPoint, QPointF, Qt, QUrl
from PySide6.QtGui import QDragEnterEvent, QDropEvent
from PySide6.QtWidgets import QApplication

from desktop_app.ui.open_notebook import OpenNotebook
from tests.support.program import quiet, running
from tests.support.waiting import until


@asynccontextmanager
async def open_sheet(tmp_path: Path, action: str) -> AsyncIterator[tuple[OpenNotebook, Any]]:
    """The program on a small notebook, with the sheet of an action in front."""
    root = tmp_path / "Notes"
    (root / "memory").mkdir(parents=True)
    (root / "MEMORY.md").write_text("# Memory\n")
    (root / "memory" / "2026-11-01.md").write_text("# Daily Memory: 2026-11-01\n\n- Tea.\n")
    async with running(tmp_path, root) as program:
        program.window.activateWindow()
        await until(program.window.isActiveWindow)
        program.actions[action].trigger()
        await quiet(program)
        yield program, program.conversation_page.sheet


def files(*paths: Path | str) -> QMimeData:
    """As file managers drag them: also as text."""
    data = QMimeData()
    data.setText("\n".join(map(str, paths)))
    data.setUrls([QUrl.fromUserInput(str(path)) for path in paths])
    return data


def drop(target: Any, *paths: Path | str) -> bool:
    """Dragged over and let go; whether it was taken."""
    at, data = QPoint(300, 300), files(*paths)
    how = (Qt.DropAction.CopyAction, data, Qt.MouseButton.LeftButton)
    none = Qt.KeyboardModifier.NoModifier
    enter = QDragEnterEvent(at, *how, none)
    enter.ignore()
    QApplication.sendEvent(target, enter)
    if not enter.isAccepted():
        return False
    QApplication.sendEvent(target, QDropEvent(QPointF(at), *how, none))
    return True
