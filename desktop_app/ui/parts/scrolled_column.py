"""A column in the middle of what scrolls, below a header. Knows no contents."""

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QScrollArea, QVBoxLayout, QWidget

from desktop_app.ui.parts.boxes import centred


class ScrolledColumn(QScrollArea):
    """Parts go into `column`; `middle`, which holds them, takes the width that it may have."""

    def __init__(self) -> None:
        super().__init__()
        self.middle = QWidget()
        self.column = QVBoxLayout(self.middle)
        # Kept, or the walk of Tab through it would have Python delete it.
        self._room = QWidget()
        self._room.setProperty("clear", "true")
        centred(self.middle, self._room)
        self.setWidgetResizable(True)
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setWidget(self._room)
