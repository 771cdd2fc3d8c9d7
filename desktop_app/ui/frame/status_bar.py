"""The 26 px line at the bottom: notebook, engine, what runs, the next dream. Knows words only."""

from PySide6.QtCore import QSize, Qt
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QFrame, QPushButton, QSizePolicy, QWidget

from desktop_app.ui.look.icons import icon
from desktop_app.ui.look.theme import theme
from desktop_app.ui.parts.actions import Actions
from desktop_app.ui.parts.boxes import in_row, sized, stacked
from desktop_app.ui.parts.labels import rule
from desktop_app.ui.parts.notices import Toast
from desktop_app.words import tr

_NAME = 16  # letters of a notebook's name that always have room
_SHARES = 64, 36  # of the width: of what is told of the notebook, and of dreams


class StatusBar(QFrame):
    """Six things told in small words; each of them can be pressed, and none moves another. A
    message stands in place of those at the left."""

    def __init__(self, actions: Actions) -> None:
        super().__init__()
        self.setProperty("surface", "win")
        self._actions = actions
        self._tone = "ok"
        self._waits = self._next = self._why = ""
        self._step: str | None = None
        self._left, self._dreams = QWidget(), QWidget()
        self.toast = Toast()
        self.toast.came.connect(lambda: self._left.setVisible(self.toast.isHidden()))
        self.notebook = _FootWords(Qt.TextElideMode.ElideMiddle)
        # The index says how far search is behind the notes, "" where it is not.
        self.engine, self.index, self.dream, self.agents, self._commands = (
            _FootWords() for _ in range(5)
        )
        self.dream.clicked.connect(self._press_dream)
        self.agents.clicked.connect(lambda: self._actions["page.agents"].trigger())
        self._commands.clicked.connect(lambda: self._actions["palette"].trigger())
        self.agents.say(tr("Agents"))
        self._commands.say(tr("%1 commands", actions.known("palette").keys).strip())
        in_row(self.notebook, self.engine, self.index, None, within=self._left, gap=6)
        in_row(None, self.dream, within=self._dreams)
        line = QWidget()
        parts = (self._left, self.toast, self._dreams, self.agents, self._commands)
        row = in_row(*parts, within=line, margins=(8, 0, 8, 0), gap=6)
        for part, share in zip(parts, (_SHARES[0], *_SHARES), strict=False):
            row.setStretchFactor(part, share)
            part.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Preferred)
        for button in (self.agents, self._commands):
            button.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed)
        stacked(self, rule(), line, grows=line)
        sized(self, height=26)
        theme().followed_by(self._draw)

    def show_engine(self, words: str, tone: str = "ok", more: str = "") -> None:
        """Which engine dreams, e.g. `Without a model`; the dot's tone is `ok`, `warn` or `text3`,
        `more` is for the tooltip."""
        self._tone = tone
        self._draw()
        self.engine.say(words, more)

    def show_notebook(self, folder: str) -> None:
        """The notebook's folder, the home folder as `~`."""
        words = tr("Notebook: %1", folder) if folder else ""
        self.notebook.say(words, short=folder.replace("\\", "/").rpartition("/")[2] or folder)

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
            words = tr("Dreaming: %1", step) if step else tr("Dreaming")
        more = (self._next if words == self._waits else "", self._why)
        self.dream.say(words, " · ".join(filter(None, more)))
        self._dreams.setVisible(bool(words))

    def _press_dream(self) -> None:
        waiting = "decide" if self._waits else "dreams.schedule"
        self._actions[waiting if self._step is None else "page.dreams"].trigger()

    def _draw(self) -> None:
        edge = theme().px(12)
        self.engine.setIcon(icon("dot", self._tone, 12))
        self.engine.setIconSize(QSize(edge, edge))


class _FootWords(QPushButton):
    """A button whose words give way with `…` where there is little room."""

    def __init__(self, mode: Qt.TextElideMode = Qt.TextElideMode.ElideRight) -> None:
        super().__init__()
        self.setProperty("kind", "status")
        self.setAutoDefault(True)
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self.setCursor(Qt.CursorShape.PointingHandCursor)
        self.setSizePolicy(QSizePolicy.Policy.Maximum, QSizePolicy.Policy.Fixed)
        self._mode = mode
        self.words = self._more = self._short = ""
        self.hide()

    def say(self, words: str, more: str = "", short: str = "") -> None:
        """Other words, and more of them for the tooltip; `short` ones stand where there is no
        room."""
        self.words, self._more, self._short = words, more, short
        self.setAccessibleName(words)
        self.setAccessibleDescription(more)
        self.setVisible(bool(words))
        self.updateGeometry()
        self._fit()

    def _fit(self) -> None:
        room, fits = self.width() - self._around() - 2, self.fontMetrics().elidedText
        words = fits(self.words, self._mode, room)
        if words != self.words and self._short:
            words = fits(self._short, self._mode, room)
        self.setText(words)
        shown = [self._more] if words == self.words else [self.words, self._more]
        self.setToolTip(" · ".join(filter(None, shown)))

    def _around(self) -> int:
        """What it takes besides its words; without any, Qt would reckon with four letters."""
        self.ensurePolished()  # before, it would have the room of a button of another kind
        text = self.fontMetrics().horizontalAdvance(self.text() or "XXXX")
        return super().sizeHint().width() - text

    def sizeHint(self) -> QSize:
        words = self.fontMetrics().horizontalAdvance(self.words) + 4  # parts of pixels
        return QSize(self._around() + words, super().sizeHint().height())

    def minimumSizeHint(self) -> QSize:
        least = self.fontMetrics().horizontalAdvance(self._short[:_NAME] or "Behind…") + 6
        return QSize(min(self._around() + least, self.sizeHint().width()), 0)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._fit()
