"""Writing with what comes from elsewhere, in a real window with real keys."""

from pathlib import Path

import pytest
from PySide6.QtCore import QMimeData, QPoint, Qt, QUrl
from PySide6.QtGui import QGuiApplication, QImage, QInputMethodEvent, QTextCursor
from PySide6.QtWidgets import QApplication, QMenu

from desktop_app.language.spelling import Speller
from desktop_app.ui.look.theme import theme
from desktop_app.ui.writing.editor import LARGE, Editor
from desktop_app.ui.writing.spelling import Spelling
from tests.support.notes import FILES, MEMORY, notes
from tests.support.waiting import until

CONTROL, SHIFT = Qt.KeyboardModifier.ControlModifier, Qt.KeyboardModifier.ShiftModifier


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
        assert editor.text() == MEMORY.replace("- Mara", "- One **港口**- Mara")
        qtbot.keyClick(editor, Qt.Key.Key_Z, CONTROL)
        qtbot.keyClick(editor, Qt.Key.Key_V, CONTROL | SHIFT)
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
        offers, engine = page.completing, editor
        page.focus_text()
        await until(engine.hasFocus)
        editor.go_to_end()

        async def typed(words: str, first: str) -> None:
            qtbot.keyClicks(engine, words)
            await until(lambda: offers.open and offers.list.thing.inside == first)

        await typed("[[", "2026-11-20")
        qtbot.keyClicks(engine, "h")
        await typed("a", "harbour")
        assert len(offers.list.accessibleName()) > 3
        qtbot.keyClick(engine, Qt.Key.Key_Down)
        qtbot.keyClick(engine, Qt.Key.Key_Return)
        assert editor.text().endswith("May.\n[[harbour#Halyards]]") and not offers.open
        qtbot.keyClick(engine, Qt.Key.Key_Z, CONTROL)
        assert editor.text().endswith("\n[[ha")
        qtbot.keyClicks(engine, " ")
        await typed("[[", "2026-11-20")
        qtbot.keyClick(engine, Qt.Key.Key_Escape)
        assert not offers.open and engine.hasFocus()
        qtbot.keyClicks(engine, "x ")
        written = QInputMethodEvent("gang", [])
        QApplication.sendEvent(engine, written)
        written = QInputMethodEvent()
        written.setCommitString("【【港")
        QApplication.sendEvent(engine, written)
        await until(lambda: offers.open)
        place = offers.list.visualRect(offers.list.rows.index(0)).center()
        qtbot.mouseClick(offers.list.viewport(), Qt.MouseButton.LeftButton, pos=place)
        assert editor.text().endswith("[[x [[港口]]") and engine.hasFocus()


FOLDED = "# T\n\n## A\n- one\n### Deep\n- two\n\n## B\n```\n# no heading\n```\n- three 港口\n"


@pytest.mark.parametrize("more", ["", "- long\n" * (LARGE // 6)], ids=["short", "long"])
def test_folded_text_is_whole_and_comes_back_where_one_goes_or_writes(
    editor: Editor, qtbot, more: str
) -> None:
    text = FOLDED + more
    editor.load(text)
    qtbot.waitUntil(lambda: not editor.loading, timeout=60_000)
    engine = editor

    def hidden() -> list[int]:
        find = engine.document().findBlockByNumber
        return [row for row in range(12) if not find(row).isVisible()]

    editor.go_to(6)
    editor.folding.turn_here()
    assert hidden() == [5] and editor.line() == 5
    editor.go_to(4)
    editor.folding.turn_here()
    assert hidden() == [3, 4, 5] and editor.line() == 3
    engine.selectAll()
    assert engine.createMimeDataFromSelection().text() == editor.text() == text
    editor.go_to(3)
    qtbot.keyClick(engine, Qt.Key.Key_Down)
    assert editor.line() == 7
    editor.go_to(8)
    editor.folding.turn_here()
    assert hidden() == [3, 4, 5, 8, 9, 10, 11]
    editor.go_to(10)
    assert hidden() == [3, 4, 5]
    editor.receive(text.replace("two", "2"))
    assert hidden() == [] and "- 2" in editor.text()
    editor.folding.turn_all()
    assert hidden() == [3, 5, 8, 9, 10, 11]
    theme().set_zoom(1.25)
    assert hidden() == [3, 5, 8, 9, 10, 11]
    assert engine.row(engine.document().findBlockByNumber(7)).top() < 400
    editor.go_to(3)
    qtbot.keyClick(engine, Qt.Key.Key_End)
    qtbot.keyClicks(engine, "x")
    assert hidden() == [5, 8, 9, 10, 11]
    qtbot.keyClick(engine, Qt.Key.Key_Z, CONTROL)
    place = QPoint(3, round(engine.row(engine.document().findBlockByNumber(4)).top()) + 12)
    qtbot.mouseClick(engine.viewport(), Qt.MouseButton.LeftButton, pos=place)
    assert hidden() == [8, 9, 10, 11]
    editor.folding.turn_all()
    assert hidden() == [] and editor.text() == text.replace("two", "2")
    engine.grab()


class TwoWords:
    """A dictionary that knows two words."""

    def check(self, word: str) -> bool:
        return word.lower() in ("lives", "report")

    def suggest(self, word: str) -> list[str]:
        return ["lives"]


async def test_a_wrong_word_is_underlined_and_the_menu_mends_or_keeps_it(
    tmp_path: Path, qapp, qtbot
) -> None:
    files = {**FILES, "MEMORY.md": "# Memory\n\n- mara livs `heer` [[theer]] 港口 recieve\n",
             "memory/mara.md": "# x\n"}  # fmt: skip
    async with notes(tmp_path, qapp, files) as made:
        page, editor = made.memory_page, made.memory_page.editor
        spelling = Spelling(made.jobs, made.settings)
        page.check_spelling(spelling)
        spelling.use(Speller([TwoWords()]))
        spelling.show_notebook(made.memory)
        block = editor.document().findBlockByNumber(2)
        await until(lambda: editor.paper.wrong_in([block])[0] == [(7, 11), (32, 39)])
        editor.grab()
        editor.menu_place = QTextCursor(block)
        editor.menu_place.setPosition(block.position() + 8)
        menu = QMenu()
        editor.menu_opened.emit(menu, 3)
        [offer, add] = menu.actions()[:2]
        assert offer.text() == "lives" and "livs" in add.text()
        offer.trigger()
        assert "mara lives `heer`" in editor.text()
        editor.menu_place.setPosition(block.position() + 34)
        menu = QMenu()
        editor.menu_opened.emit(menu, 3)
        menu.actions()[1].trigger()
        assert editor.paper.wrong_in([block])[0] == []
        assert made.settings.get("spelling.words") == ["recieve"]
        editor.go_to_end()
        qtbot.keyClicks(editor, "reprt")
        last = editor.document().lastBlock()
        assert editor.paper.wrong_in([last])[0] == []
        editor.menu_place, menu = editor.textCursor(), QMenu()
        editor.menu_opened.emit(menu, 4)
        assert menu.actions()[0].text() == "lives", "who asks about the word just typed is answered"
        qtbot.keyClicks(editor, " ")
        assert editor.paper.wrong_in([last])[0] == [(0, 5)]
        made.settings.set("spelling.on", False)
        assert editor.paper.wrong_in([last])[0] == []
