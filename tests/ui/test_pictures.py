"""Pictures in a note: those of the notebook are shown, all others told by their words."""

from pathlib import Path

import pytest
from PySide6.QtCore import QBuffer, QByteArray, QIODevice, Qt
from PySide6.QtGui import QImage
from PySide6.QtWidgets import QWidget

from desktop_app.notebook.pictures import MOST, picture_path
from desktop_app.ui.parts.column import blocks
from desktop_app.ui.reading.picture import decoded
from tests.support.notes import FILES, Notes, notes
from tests.support.waiting import until

BASE = "memory/2026-11-20.md"


def png(width: int, height: int = 40) -> bytes:
    image = QImage(width, height, QImage.Format.Format_RGB32)
    image.fill(0x4B44C6)
    buffer = QBuffer()
    buffer.open(QIODevice.OpenModeFlag.WriteOnly)
    image.save(buffer, "PNG")
    return QByteArray(buffer.data()).data()


def with_room(made: Notes) -> list[bool]:
    """Whether a line has room below it, in which its pictures are."""
    editor = made.days_page.editor
    high = [editor.row(one).height() for one in blocks(editor.document())]
    rows = [one.layout().boundingRect().height() for one in blocks(editor.document())]
    return [whole > of_words + 10 for whole, of_words in zip(high, rows, strict=True)]


@pytest.mark.parametrize(
    ("src", "path"),
    [
        ("chart.png", "memory/chart.png"),
        ("../pictures/a%20b.JPG", "pictures/a b.JPG"),
        ("港口.webp", "memory/港口.webp"),
        ("../../out.png", ""),
        ("/etc/x.png", ""),
        ("file:///etc/x.png", ""),
        ("https://example.org/x.png", ""),
        ("//host/x.png", ""),
        ("..\\x.png", ""),
        ("../.nightstand/x.png", ""),
        ("data:image/png;base64,AAAA", ""),
        ("x.svg", ""),
        ("", ""),
    ],
)
def test_only_a_picture_inside_the_notebook_is_one(src: str, path: str) -> None:
    assert picture_path(BASE, src) == path


async def test_pictures_of_the_notebook_are_shown_no_wider_than_the_page(
    tmp_path: Path, qapp, qtbot
) -> None:
    outside = tmp_path / "outside.png"
    outside.write_bytes(png(20))
    text = (
        "# Daily Memory: 2026-11-20\n\n![wide](wide.png) and ![small](small.png)\n\n"
        "![gone](gone.png) ![far](https://example.org/x.png) ![linked](linked.png)\n"
    )
    files = {**FILES, BASE: text, "memory/wide.png": png(3_000), "memory/small.png": png(20)}
    async with notes(tmp_path, qapp, files, "days") as made:
        link_to(made, outside)
        page = made.days_page
        await until(lambda: page.file.path == BASE and any(with_room(made)))
        editor = page.editor
        assert set(editor.paper.pictures) == {"wide.png", "small.png"}
        assert [n for n, room in enumerate(with_room(made)) if room] == [2]
        assert purple(editor) > 1_000, "they are painted"
        document = editor.document()
        assert document.size().width() <= editor.viewport().width()
        made.theme.set_mode("dark")
        assert any(with_room(made)) and purple(editor) > 1_000
        assert not page.file.unsaved and not document.isUndoAvailable()
        page.editor.go_to_end()
        qtbot.keyClicks(editor, "![s](small.png)")
        page.file.flush()
        await until(lambda: sum(map(bool, with_room(made))) == 2)
        for _ in range(30):
            qtbot.keyClick(editor, Qt.Key.Key_Z, Qt.KeyboardModifier.ControlModifier)
        assert page.editor.text() == text and sum(map(bool, with_room(made))) == 1


def purple(editor: QWidget) -> int:
    """How many points of the editor have the colour of the pictures."""
    image = editor.viewport().grab().toImage()
    places = ((x, y) for y in range(0, image.height(), 2) for x in range(0, image.width(), 2))
    return sum(image.pixel(x, y) & 0xFFFFFF == 0x4B44C6 for x, y in places)


def link_to(made: Notes, outside: Path) -> None:
    (made.root / "memory/linked.png").symlink_to(outside)


def test_what_is_no_picture_of_a_known_form_is_left_out() -> None:
    svg = b'<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"></svg>'
    read = decoded({"a": png(10), "b": svg, "c": b"GIF89a", "d": b""})
    assert list(read) == ["a"]
    assert decoded({"a": png(3_000)})["a"].width() <= 1_400


async def test_a_huge_file_is_not_read(tmp_path: Path, qapp, qtbot) -> None:
    files = {**FILES, "memory/a.png": png(10)}
    async with notes(tmp_path, qapp, files, "days") as made:
        with (made.root / "memory/big.png").open("wb") as file:
            file.truncate(MOST + 1)
        assert list(made.memory.files.pictures(BASE, ["a.png", "big.png", "no.png"])) == ["a.png"]
