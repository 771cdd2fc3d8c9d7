"""[[links]], #tags and addresses as one reads them: a click, and what leads here."""

from pathlib import Path
from urllib.parse import unquote

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QTextEdit

from desktop_app.notebook.text import links
from desktop_app.ui.parts.inspector import SideLine
from tests.support.notes import FILES, notes
from tests.support.waiting import until

TOPIC = "# Harbour\n\n## Depths\n\n- 4 m at the quay, says [[2026-11-20]].\n"
DAY = "# Daily Memory: 2026-11-20\n\n- See [[harbour#Depths]], [[memory]] and [[the moon]]. #boat\n"
DAY_PATH = "memory/2026-11-20.md"
LINKED = {**FILES, "memory/harbour.md": TOPIC, "memory/2026-11-20.md": DAY}


def found(text: str) -> list[tuple[str, str]]:
    """The words and addresses of the links of a line."""
    return [(text[start:end], unquote(href)) for start, end, href in links.places(text)]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("see [[harbour]] now", [("[[harbour]]", "note:harbour")]),
        ("[[港口#深度|深度]]", [("[[港口#深度|深度]]", "note:港口#深度|深度")]),
        ("#boat, #火锅 and a#b, C# #1 ##", [("#boat", "tag:boat"), ("#火锅", "tag:火锅")]),
        ("(https://example.org/a_b?c=1).", [("https://example.org/a_b?c=1",) * 2]),
        ("看https://example.org/x。好", [("https://example.org/x",) * 2]),
        ("https://example.org/x_(y) ftp://a.b", [("https://example.org/x_(y)",) * 2]),
        ("[[", []),
    ],
)  # fmt: skip
def test_plain_links_are_found(text: str, expected: list[tuple[str, str]]) -> None:
    assert found(text) == expected


@pytest.mark.parametrize("inside", ["../../etc/passwd", "file:///etc/passwd", "a|javascript:x"])
def test_a_name_is_never_an_address(inside: str) -> None:
    [(_words, href)] = found(f"[[{inside}]]")
    assert links.target("memory/x.md", href) == links.Target(links.NAMED, inside)


async def test_a_click_opens_the_section_and_a_missing_note_can_be_written(
    tmp_path: Path, qapp, qtbot
) -> None:
    async with notes(tmp_path, qapp, LINKED, "days") as made:
        page = made.days_page
        await until(lambda: page.file.path == "memory/2026-11-20.md" and page.heads)
        editor = page.editor
        QTest.mouseClick(editor.viewport(), LEFT, pos=at(editor, "harbour"))
        assert page.file.path == DAY_PATH, "a click without Ctrl is for writing"
        QTest.mouseClick(editor.viewport(), LEFT, CONTROL, at(editor, "harbour"))
        await until(lambda: page.file.path == "memory/harbour.md")
        await until(lambda: page.editor.line() == 3)
        made.window.open(DAY_PATH, 0)
        await until(lambda: page.file.path == DAY_PATH)
        page.editor.setFocus()
        cursor = editor.document().find("the moon")
        editor.setTextCursor(cursor)
        QTest.keyClick(editor, Qt.Key.Key_Return, CONTROL)
        await until(lambda: page.file.path == "memory/the-moon.md" and page.empty.isVisible())
        page.empty.button.click()
        qtbot.keyClicks(page.editor, "It is far.")
        page.file.flush()
        await until((tmp_path / "notebook/memory/the-moon.md").exists)


LEFT, CONTROL = Qt.MouseButton.LeftButton, Qt.KeyboardModifier.ControlModifier


def at(editor: QTextEdit, words: str) -> QPoint:
    """Where these words stand."""
    cursor = editor.document().find(words)
    cursor.setPosition(cursor.selectionStart() + 2)
    return editor.cursorRect(cursor).center()


async def test_a_link_out_of_the_notebook_is_shown_before_a_browser_opens_it(
    tmp_path: Path, qapp, qtbot
) -> None:
    files = {**FILES, "memory/2026-11-20.md": "# Day\n\n- Look at https://example.org/a, then.\n"}
    async with notes(tmp_path, qapp, files, "days") as made:
        page, opened = made.days_page, []
        page.links.open_outside = opened.append
        await until(lambda: page.file.path == DAY_PATH and page.editor.isVisible())
        editor = page.editor
        QTest.mouseClick(editor.viewport(), LEFT, CONTROL, at(editor, "https"))
        assert opened == [] and page.links.words == "https://example.org/a"
        page.links.button.click()
        assert opened == ["https://example.org/a"]


async def test_the_inspectors_say_what_leads_here_and_go_there(tmp_path: Path, qapp, qtbot) -> None:
    async with notes(tmp_path, qapp, LINKED, "days") as made:
        page = made.days_page
        await until(lambda: page.file.path == "memory/2026-11-20.md" and page.heads)
        made.window.open("memory/harbour.md", 0)
        await until(lambda: page.file.path == "memory/harbour.md" and page.side.linked_section)
        await until(lambda: page.side.linked_section.isVisibleTo(page.side))
        side = made.memory_page.side
        made.window.show_page("memory")
        await until(lambda: side.linked_section.isVisibleTo(side))
        assert [one.aside for one in side.linked.findChildren(SideLine)] == ["line 3"]
        page.side.linked.findChildren(SideLine)[0].click()
        await until(lambda: page.file.path == "memory/2026-11-20.md")
        await until(lambda: page.editor.line() == 3)


async def test_a_tag_is_searched_for(tmp_path: Path, qapp, qtbot) -> None:
    async with notes(tmp_path, qapp, LINKED, "days") as made:
        page = made.days_page
        await until(lambda: page.file.path == "memory/2026-11-20.md" and page.heads)
        heard: list[object] = []
        page.words_asked.connect(heard.append)
        QTest.mouseClick(page.editor.viewport(), LEFT, CONTROL, at(page.editor, "boat"))
        assert heard == ["#boat"]


VAULT = {
    ".nightstand.toml": '[daily]\nfolder = "Journal"\nformat = "YYYY-MM-DD"\n',
    "Journal/2026-11-20.md": "- See [[boat]] and [[the moon]].\n",
    "Projects/boat.md": "# Boat\n\n- 9 m long.\n",
}
AGENT = {
    **FILES,
    "memory/2026-11-20.md": "- See [[boat]] and [[the moon]].\n",
    "Projects/boat.md": VAULT["Projects/boat.md"],
}


@pytest.mark.parametrize("files", [VAULT, AGENT], ids=["vault", "agent"])
async def test_a_link_to_a_note_elsewhere_in_the_folder_opens_that_note(
    tmp_path: Path, qapp, qtbot, files: dict[str, str]
) -> None:
    async with notes(tmp_path, qapp, files, "days") as made:
        page, editor = made.days_page, made.days_page.editor
        await until(lambda: page.file.path.endswith("2026-11-20.md"))
        QTest.mouseClick(editor.viewport(), LEFT, CONTROL, at(editor, "boat"))
        await until(lambda: page.file.path == "Projects/boat.md" and page.editor.isVisible())
        assert "9 m long" in page.editor.text()
        assert page.file.editable == (files is VAULT), "what is no note of the notebook is read"
        page.editor.setFocus()
        qtbot.keyClicks(page.editor, "Blue. ")
        page.file.flush()
        await until(lambda: not page.file.unsaved)
        assert ("Blue." in made.bytes_of("Projects/boat.md").decode()) == (files is VAULT)
        assert len([*made.root.rglob("boat.md")]) == 1
