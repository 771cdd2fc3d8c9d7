"""The 26 px line at the bottom: engine, notebook, what runs, the next dream. Knows words only."""

from PySide6.QtCore import QRect, QSize, Qt, Signal, SignalInstance
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QFrame, QHBoxLayout, QPushButton, QSizePolicy, QWidget

from desktop_app.ui.look.icons import icon
from desktop_app.ui.look.theme import theme
from desktop_app.ui.parts.boxes import stacked
from desktop_app.ui.parts.labels import rule
from desktop_app.words import tr


class StatusBar(QFrame):
    """Six things told in small words; each of them can be pressed."""

    engine_pressed = Signal()
    notebook_pressed = Signal()
    dream_pressed = Signal()
    next_pressed = Signal()  # when the next dream comes by itself
    commands_pressed = Signal()
    index_pressed = Signal()
    agents_pressed = Signal()

    def __init__(self, commands_key: str) -> None:
        super().__init__()
        self.setProperty("surface", "win")
        self._tone = "ok"
        self._waits = self._next = self._why = ""
        self._step: str | None = None
        self.engine = _Yielding(Qt.TextElideMode.ElideRight)
        self.engine.clicked.connect(self.engine_pressed)
        self.notebook = _Yielding(Qt.TextElideMode.ElideMiddle)
        self.notebook.clicked.connect(self.notebook_pressed)
        self.dream = _Yielding(Qt.TextElideMode.ElideRight)
        self.dream.clicked.connect(self._press_dream)
        self.index = _Yielding(Qt.TextElideMode.ElideRight)
        self.index.clicked.connect(self.index_pressed)
        self.agents = self._button(tr("Agents"), self.agents_pressed)
        self._commands = self._button(commands_key, self.commands_pressed)
        self.show_commands_key(commands_key)
        self._row = _YieldingRow()
        self._row.yielding = (self.notebook, self.index, self.dream, self.engine)
        self._row.addWidget(self.engine)
        self._row.addWidget(self.notebook)
        self._row.addStretch(1)
        self._row.addWidget(self.index)
        self._row.addWidget(self.dream)
        self._row.addWidget(self.agents)
        self._row.addWidget(self._commands)
        stacked(self, rule(), self._row, grows=self._row)
        theme().followed_by(self._measure)

    def show_commands_key(self, keys: str) -> None:
        """Which keys open the commands."""
        words = tr("%1 commands").replace("%1", keys).strip()
        self._commands.setText(words)
        self._commands.setAccessibleName(words)

    def show_engine(self, words: str, tone: str = "ok", more: str = "") -> None:
        """Which engine dreams, e.g. `Without a model`; the dot's tone is `ok`, `warn` or `text3`,
        `more` is for the tooltip."""
        self._tone = tone
        self.engine.say(words, more)
        self._draw_dot()

    def show_notebook(self, folder: str) -> None:
        """The notebook's folder, the home folder as `~`."""
        words = tr("Notebook: %1").replace("%1", folder) if folder else ""
        self.notebook.say(words, short=folder)

    def show_dream(self, words: str) -> None:
        """How many changes wait; told when no dream runs."""
        self._waits = words
        self._say_dream()

    def show_next(self, words: str, why: str = "") -> None:
        """When the next dream comes by itself, and `why` none does; told when none runs and nothing
        waits."""
        self._next, self._why = words, why
        self._say_dream()

    def show_dreaming(self, step: str | None) -> None:
        """The step of the dream that runs, "" before its first; None when it has ended."""
        self._step = step
        self._say_dream()

    def _say_dream(self) -> None:
        step, words = self._step, self._waits or self._next
        if step is not None:
            words = tr("Dreaming: %1").replace("%1", step) if step else tr("Dreaming")
        more = (self._next if words == self._waits else "", self._why)
        self.dream.say(words, ". ".join(filter(None, more)))

    def _press_dream(self) -> None:
        """What is shown leads to where it comes from."""
        is_next = self._step is None and not self._waits
        (self.next_pressed if is_next else self.dream_pressed).emit()

    def show_index(self, words: str) -> None:
        """How far search is behind the notes; "" where it is not."""
        if words != self.index.words:
            self.index.say(words)

    def _button(self, words: str, pressed: SignalInstance) -> QPushButton:
        button = QPushButton(words)
        _as_status(button)
        button.setVisible(bool(words))
        button.clicked.connect(pressed)
        return button

    def _measure(self) -> None:
        px = theme().px
        self.setFixedHeight(px(26))
        self._row.setContentsMargins(px(8), 0, px(8), 0)
        self._row.setSpacing(px(6))
        self._draw_dot()

    def _draw_dot(self) -> None:
        edge = theme().px(12)
        self.engine.setIcon(icon("dot", self._tone, 12))
        self.engine.setIconSize(QSize(edge, edge))


class _YieldingRow(QHBoxLayout):
    """Widgets side by side. If there is no room for all, those in `yielding` get smaller one after
    the other; Qt's own row makes all of them smaller at once."""

    yielding: "tuple[_Yielding, ...]" = ()

    def setGeometry(self, rect: QRect) -> None:
        super().setGeometry(rect)
        widgets = (self.itemAt(n).widget() for n in range(self.count()))
        shown = [part for part in widgets if part is not None and not part.isHidden()]
        widths = {part: part.sizeHint().width() for part in shown}
        inside = self.contentsRect()
        short = sum(widths.values()) + self.spacing() * (len(shown) - 1) - inside.width()
        if short > 0:
            self._yield(shown, widths, short, inside)
        for part in self.yielding:
            part.fit()  # one whose width stays was not told

    def _yield(
        self, shown: list[QWidget], widths: dict[QWidget, int], short: int, inside: QRect
    ) -> None:
        for part in self.yielding:
            if part in widths:
                given = max(0, min(short, widths[part] - part.minimumSizeHint().width()))
                widths[part] -= given
                short -= given
        left = inside.left()
        for each in shown:
            each.setGeometry(left, each.y(), widths[each], each.height())
            left += widths[each] + self.spacing()


class _Yielding(QPushButton):
    """A button whose words give way with `…` where there is little room."""

    def __init__(self, mode: Qt.TextElideMode) -> None:
        super().__init__()
        _as_status(self)
        self._mode = mode
        self.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Fixed)
        self.words = self._more = self._short = ""
        self.hide()

    def say(self, words: str, more: str = "", short: str = "") -> None:
        """Other words, and more of them for the tooltip; `short` ones stand where there is no
        room."""
        self.words, self._more, self._short = words, more, short
        self.setVisible(bool(words))
        self.setAccessibleName(words)
        self.setAccessibleDescription(more)
        self.updateGeometry()
        self.fit()

    def fit(self) -> None:
        """As many of the words as there is room for."""
        self.setText(self.words)  # by which Qt measures what stands around it
        room = self.width() - self._around()
        fitting = self.fontMetrics().elidedText(self.words, self._mode, room)
        if fitting != self.words and self._short:
            fitting = self.fontMetrics().elidedText(self._short, self._mode, room)
        self.setText(fitting)
        shown = [self._more] if self.text() == self.words else [self.words, self._more]
        self.setToolTip(". ".join(filter(None, shown)))

    def _around(self) -> int:
        """What it takes besides its words; without any, Qt would reckon with four letters."""
        return super().sizeHint().width() - self._wide(self.text() or "XXXX")

    def _wide(self, words: str) -> int:
        return self.fontMetrics().horizontalAdvance(words) + 2  # parts of pixels

    def sizeHint(self) -> QSize:
        around = self._around() + 2  # of dots it is measured as less
        return QSize(around + self._wide(self.words), super().sizeHint().height())

    def minimumSizeHint(self) -> QSize:
        return QSize(self._around() + self._wide("Ollama…"), super().sizeHint().height())

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self.fit()


def _as_status(button: QPushButton) -> None:
    button.setProperty("kind", "status")
    button.setAutoDefault(True)
    button.setFocusPolicy(Qt.FocusPolicy.TabFocus)
    button.setCursor(Qt.CursorShape.PointingHandCursor)
