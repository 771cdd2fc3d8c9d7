"""Writing with what comes from elsewhere, in a real window with real keys."""

from pathlib import Path

from PySide6.QtCore import QMimeData, Qt, QUrl
from PySide6.QtGui import QGuiApplication, QImage

from tests.support.notes import FILES, MEMORY, notes
from tests.support.waiting import until

CONTROL = Qt.KeyboardModifier.ControlModifier


async def test_what_is_pasted_or_dropped_becomes_text_or_a_picture_or_is_refused(
    tmp_path: Path, qapp, qtbot
) -> None:
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
        picture, told = QImage(9, 9, QImage.Format.Format_RGB32), []
        page.told.connect(lambda *words: told.append(words))
        picture.fill(0x4B44C6)
        board.setImage(picture)
        qtbot.keyClick(editor, Qt.Key.Key_V, CONTROL)
        shows = "![](memory/pictures/2026-11-21-143000.png)"
        await until(lambda: shows in editor.text())
        assert QImage(str(made.root / shows[4:-1])).width() == 9
        qtbot.keyClick(editor, Qt.Key.Key_Z, CONTROL)
        assert editor.text() == MEMORY
        (tmp_path / "a.bin").write_bytes(b"\0\xff")
        dropped = QMimeData()
        dropped.setUrls([QUrl.fromLocalFile(str(tmp_path / "a.bin"))])
        editor.insertFromMimeData(dropped)
        await until(lambda: told)
        assert "neither a picture nor text" in told[0][0] and editor.text() == MEMORY
