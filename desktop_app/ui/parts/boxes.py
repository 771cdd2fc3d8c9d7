"""Boxes: widgets and layouts one below the other. Knows how they stand, not what they are."""

from PySide6.QtWidgets import QLayout, QVBoxLayout, QWidget


def stacked(
    within: QWidget, *parts: QWidget | QLayout, grows: QWidget | QLayout | None = None
) -> QVBoxLayout:
    """Puts the parts into a widget, one below the other, without margins and gaps.

    `grows` is the one that takes all the room that the others leave.
    """
    box = QVBoxLayout(within)
    box.setContentsMargins(0, 0, 0, 0)
    box.setSpacing(0)
    for part in parts:
        if isinstance(part, QLayout):
            box.addLayout(part, int(part is grows))
        else:
            box.addWidget(part, int(part is grows))
    return box
