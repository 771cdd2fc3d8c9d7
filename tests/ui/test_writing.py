"""Writing with what comes from elsewhere, in a real window with real keys."""

from pathlib import Path

from PySide6.QtCore import QMimeData, Qt, QUrl
from PySide6.QtGui import QGuiApplication, QImage

from tests.support.notes import FILES, MEMORY, notes
from tests.support.waiting import until

CONTROL = Qt.KeyboardModifier.ControlModifier


async def test_what_is_pasted_becomes_text_and_nothing_else(tmp_path: Path, qapp, qtbot) -> None:
    async with notes(tmp_path, qapp, FILES) as made:
        editor, page = made.memory_page.editor, made.memory_page
        page.focus_text()
        await until(editor.hasFocus)
        editor.go_to(4)
        board, web = QGuiApplication.clipboard(), QMimeData()
        web.setHtml("<ul><li>One <b>港口</b></li></ul><img src='https://t.example/x.gif'>")
        web.setText("One 港口\x00")
        board.setMimeData(web)
        qtbot.keyClick(editor, Qt.Key.Key_V, CONTROL)
        assert editor.text() == MEMORY.replace("- Mara", "One 港口- Mara")
        qtbot.keyClick(editor, Qt.Key.Key_Z, CONTROL)
        picture, dropped = QImage(9, 9, QImage.Format.Format_RGB32), QMimeData()
        board.setImage(picture)
        qtbot.keyClick(editor, Qt.Key.Key_V, CONTROL)
        dropped.setUrls([QUrl.fromLocalFile(str(tmp_path / "a.txt"))])
        board.setMimeData(dropped)
        qtbot.keyClick(editor, Qt.Key.Key_V, CONTROL)
        assert editor.text() == MEMORY
