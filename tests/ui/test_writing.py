"""Writing with what comes from elsewhere, in a real window with real keys."""

from pathlib import Path

from PySide6.QtCore import QMimeData, Qt, QUrl
from PySide6.QtGui import QGuiApplication, QImage, QInputMethodEvent
from PySide6.QtWidgets import QApplication

from tests.support.notes import FILES, MEMORY, notes
from tests.support.waiting import until

CONTROL, SHIFT = Qt.KeyboardModifier.ControlModifier, Qt.KeyboardModifier.ShiftModifier


async def test_what_is_pasted_or_dropped_becomes_text_or_a_picture_or_is_refused(
    tmp_path: Path, qapp, qtbot
) -> None:
    async with notes(tmp_path, qapp, FILES) as made:
        editor, page = made.memory_page.editor, made.memory_page
        page.focus_text()
        await until(editor.engine.hasFocus)
        editor.go_to(4)
        board, web = QGuiApplication.clipboard(), QMimeData()
        web.setHtml("<ul><li>One <b>港口</b></li></ul><img src='https://t.example/x.gif'>")
        web.setText("One 港口\x00")
        board.setMimeData(web)
        qtbot.keyClick(editor.engine, Qt.Key.Key_V, CONTROL)
        assert editor.text() == MEMORY.replace("- Mara", "- One **港口**- Mara")
        qtbot.keyClick(editor.engine, Qt.Key.Key_Z, CONTROL)
        qtbot.keyClick(editor.engine, Qt.Key.Key_V, CONTROL | SHIFT)
        assert editor.text() == MEMORY.replace("- Mara", "One 港口- Mara")
        qtbot.keyClick(editor.engine, Qt.Key.Key_Z, CONTROL)
        picture, told = QImage(9, 9, QImage.Format.Format_RGB32), []
        page.told.connect(lambda *words: told.append(words))
        picture.fill(0x4B44C6)
        board.setImage(picture)
        qtbot.keyClick(editor.engine, Qt.Key.Key_V, CONTROL)
        shows = "![](memory/pictures/2026-11-21-143000.png)"
        await until(lambda: shows in editor.text())
        assert QImage(str(made.root / shows[4:-1])).width() == 9
        qtbot.keyClick(editor.engine, Qt.Key.Key_Z, CONTROL)
        assert editor.text() == MEMORY
        (tmp_path / "a.bin").write_bytes(b"\0\xff")
        dropped = QMimeData()
        dropped.setUrls([QUrl.fromLocalFile(str(tmp_path / "a.bin"))])
        editor.engine.insertFromMimeData(dropped)
        await until(lambda: told)
        assert "neither a picture nor text" in told[0][0] and editor.text() == MEMORY


async def test_brackets_offer_notes_that_keys_and_the_mouse_take(
    tmp_path: Path, qapp, qtbot
) -> None:
    files = {
        **FILES,
        "memory/harbour.md": "# Harbour\n\n## Halyards\n",
        "memory/港口.md": "# 港口\n",
    }
    async with notes(tmp_path, qapp, files) as made:
        page, editor = made.memory_page, made.memory_page.editor
        offers, engine = page.completing, editor.engine
        page.focus_text()
        await until(engine.hasFocus)
        editor.go_to_end()

        async def typed(words: str, first: str) -> None:
            qtbot.keyClicks(engine, words)
            model = offers.list.model()
            await until(lambda: offers.card.isVisible() and model.index(0, 0).data() == first)

        await typed("[[", "2026-11-20")
        qtbot.keyClicks(engine, "h")
        await typed("a", "harbour")
        assert len(offers.list.accessibleName()) > 3
        qtbot.keyClick(engine, Qt.Key.Key_Down)
        qtbot.keyClick(engine, Qt.Key.Key_Return)
        assert editor.text().endswith("May.\n[[harbour#Halyards]]") and offers.card.isHidden()
        qtbot.keyClick(engine, Qt.Key.Key_Z, CONTROL)
        assert editor.text().endswith("\n[[ha")
        qtbot.keyClicks(engine, " ")
        await typed("[[", "2026-11-20")
        qtbot.keyClick(engine, Qt.Key.Key_Escape)
        assert offers.card.isHidden() and engine.hasFocus()
        qtbot.keyClicks(engine, "x ")
        written = QInputMethodEvent("gang", [])
        QApplication.sendEvent(engine, written)
        written = QInputMethodEvent()
        written.setCommitString("【【港")
        QApplication.sendEvent(engine, written)
        await until(offers.card.isVisible)
        place = offers.list.visualRect(offers.list.model().index(0, 0)).center()
        qtbot.mouseClick(offers.list.viewport(), Qt.MouseButton.LeftButton, pos=place)
        assert editor.text().endswith("[[x [[港口]]") and engine.hasFocus()
