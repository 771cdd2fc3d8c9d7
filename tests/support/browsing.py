"""A text with links in a test: which there are, and a click on one with the mouse."""

from PySide6.QtCore import QPoint, Qt
from PySide6.QtGui import QTextCursor
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QTextBrowser


def links(view: QTextBrowser) -> dict[str, int]:
    """The words of every link, and where they begin in the text."""
    found: dict[str, int] = {}
    block = view.document().begin()
    while block.isValid():
        for part in block:
            fragment = part.fragment()
            if fragment.charFormat().isAnchor():
                found.setdefault(
                    fragment.text().replace("\u00a0", " ").strip(), fragment.position()
                )
        block = block.next()
    return found


def follow(view: QTextBrowser, words: str) -> None:
    """A click on the link whose words begin so; it is brought into view for it."""
    at = next(place for told, place in links(view).items() if told.startswith(words))
    cursor = QTextCursor(view.document())
    cursor.setPosition(at + 1)
    view.setTextCursor(cursor)
    view.ensureCursorVisible()
    point = QPoint(view.cursorRect(cursor).center())
    QTest.mouseClick(view.viewport(), Qt.MouseButton.LeftButton, pos=point + QPoint(2, 0))
