"""Which bullet's life is shown beside a version, and what one does with it. Knows the page."""

from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, QTimer

from desktop_app.ui.history.comparing import TEXT, Compared, Side
from desktop_app.ui.history.life_view import LifeSide
from desktop_app.ui.page import Page

if TYPE_CHECKING:
    from desktop_app.dreams.life import Life
    from desktop_app.notebook.text.became import TextChange
    from desktop_app.ui.reading.reader import Reader

_SOON = 120  # milliseconds


class LifeDesk(QObject):
    """Asks for the life of the bullet that the cursor is in, or that was pressed."""

    def __init__(self, page: Page, side: LifeSide, reader: "Reader") -> None:
        super().__init__(page)
        self._page, self._side, self._reader = page, side, reader
        self._compared: Compared | None = None
        self._soon = QTimer(self, singleShot=True, interval=_SOON)
        self._soon.timeout.connect(self._ask_read)
        reader.page.cursorPositionChanged.connect(self._soon.start)

    def show_compared(self, compared: Compared | None) -> None:
        """What is shown now; None while nothing is."""
        self._compared = compared
        self._soon.stop()
        memory = self._page.memory
        if compared is None or memory is None:
            return
        if compared.step.version.path != memory.layout.memory:
            self._side.show_nothing(memory=False)
        elif compared.way == TEXT:
            self._soon.start()

    def look_at(self, unit: "TextChange") -> None:
        """One has pressed a change, or come to it by key."""
        if self._compared is not None:
            self._ask(*self._compared.place(unit))

    def _ask_read(self) -> None:
        if self._compared is not None and self._compared.way == TEXT:
            self._ask(self._compared.new, self._reader.cursor_line())

    def _ask(self, side: Side, line: int) -> None:
        memory, compared = self._page.memory, self._compared
        if memory is None or compared is None:
            return
        if compared.step.version.path != memory.layout.memory:
            return

        def work() -> "Life | None":
            from desktop_app.notebook.bullets import MemoryFile  # its Markdown takes long to load

            bullet = MemoryFile(side.data).bullet_on(line)
            return memory.history.life(bullet, side.version) if bullet else None

        def show(life: "Life | None") -> None:
            if self._compared is not compared:
                return  # another version is shown, which asks again
            if life is None:
                self._side.show_nothing()
            else:
                self._side.show_life(life, memory.now(), memory.layout)

        self._page.jobs.call("history.life", work, show, self._page.tell)
