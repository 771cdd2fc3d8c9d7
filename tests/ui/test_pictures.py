"""Pictures in a note: those of the notebook are shown, all others told by their words."""

from pathlib import Path

import pytest
from PySide6.QtCore import QBuffer, QByteArray, QIODevice
from PySide6.QtGui import QImage, QTextFormat, QTextFragment
from PySide6.QtWidgets import QTextBrowser

from desktop_app.notebook.pictures import MOST, picture_path
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


def shown(page: QTextBrowser) -> list[str]:
    """The words of each picture on the page."""
    found, block = [], page.document().begin()
    while block.isValid():
        parts = block.begin()
        while not parts.atEnd():
            fragment: QTextFragment = parts.fragment()
            if fragment.charFormat().isImageFormat():
                look = fragment.charFormat().toImageFormat()
                found.append(str(look.property(QTextFormat.Property.ImageAltText.value)))
            parts += 1
        block = block.next()
    return found


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
        await until(lambda: page.file.path == BASE and shown(page.reader.page) == ["wide", "small"])
        told = page.reader.page.toPlainText()
        assert all(words in told for words in ("gone", "far", "linked"))
        document = page.reader.page.document()
        assert document.size().width() <= page.reader.page.viewport().width()
        made.theme.set_mode("dark")
        assert shown(page.reader.page) == ["wide", "small"], "the page was set anew"


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
