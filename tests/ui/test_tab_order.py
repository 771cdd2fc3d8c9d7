"""Walking with Tab: what is asked for the way stays whose it was."""

import gc

import shiboken6
from PySide6.QtCore import QEvent, Qt
from PySide6.QtWidgets import (
    QApplication,
    QPushButton,
    QScrollArea,
    QTextBrowser,
    QVBoxLayout,
    QWidget,
)
from pytestqt.qtbot import QtBot

from desktop_app.ui.parts.overlay import stops


def test_a_button_that_goes_takes_no_page_with_it(qtbot: QtBot) -> None:
    window = QWidget()
    qtbot.addWidget(window)
    button, page = QPushButton("x"), QTextBrowser()
    column = QVBoxLayout(window)
    column.addWidget(button)
    column.addWidget(page)
    window.show()
    document = page.document()
    assert stops([window]) == [button, page]
    button.deleteLater()
    QApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete)
    del button
    gc.collect()
    assert shiboken6.isValid(document)
    assert window.isVisible()


def test_what_scrolls_is_not_collected_since_nobody_kept_it(qtbot: QtBot) -> None:
    """A scroll area is the proxy of its own part: as the part's child, nobody would hold it."""
    window, inner, field = QWidget(), QWidget(), QTextBrowser()
    qtbot.addWidget(window)
    QVBoxLayout(inner).addWidget(field)
    column = QVBoxLayout(window)

    def scrolled() -> None:
        area = QScrollArea()
        area.setWidgetResizable(True)
        area.setWidget(inner)
        column.addWidget(area)

    scrolled()
    window.show()
    assert field in stops([window])
    gc.collect()
    assert shiboken6.isValid(field) and field.isVisible()


def test_what_is_scrolled_keeps_its_turn(qtbot: QtBot) -> None:
    window, head, scrolled, inside = QWidget(), QPushButton("x"), QScrollArea(), QWidget()
    qtbot.addWidget(window)
    rows = [QPushButton(str(number), inside) for number in range(30)]
    for number, row in enumerate(rows):
        row.setGeometry(0, 40 * number, 100, 30)
    inside.setFixedSize(100, 1200)
    scrolled.setWidget(inside)
    scrolled.setFocusPolicy(Qt.FocusPolicy.NoFocus)
    column = QVBoxLayout(window)
    column.addWidget(head)
    column.addWidget(scrolled)
    window.resize(300, 200)
    window.show()
    scrolled.verticalScrollBar().setValue(500)
    assert rows[0].mapTo(window, rows[0].rect().center()).y() < 0
    assert stops([window]) == [head, *rows]
