"""The 26 px line at the bottom: notebook, engine, what runs, the next dream. Knows words only."""

from PySide6.QtCore import QEvent, QSize, Qt
from PySide6.QtWidgets import QFrame, QPushButton, QWidget

from desktop_app.ui.look.icons import icon
from desktop_app.ui.look.theme import theme
from desktop_app.ui.parts.actions import Actions
from desktop_app.ui.parts.boxes import sized, stacked
from desktop_app.ui.parts.labels import rule
from desktop_app.ui.parts.notices import Toast
from desktop_app.words import tr

_NAME = 16  # letters of a notebook's name that always have room
_RIGHT = 0.36  # of the width: kept for what dreams say, so that nothing moves when they begin


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
        self._line = _FootLine()
        self.toast = self._line.toast = Toast(self._line)
        self.toast.came.connect(self._line.place)
        self.notebook = _FootWords(self._line, Qt.TextElideMode.ElideMiddle)
        # The index says how far search is behind the notes, "" where it is not.
        self.engine, self.index, self.dream, self.agents, self._commands = (
            _FootWords(self._line) for _ in range(5)
        )
        self.dream.clicked.connect(self._press_dream)
        self.agents.clicked.connect(lambda: self._actions["page.agents"].trigger())
        self._commands.clicked.connect(lambda: self._actions["palette"].trigger())
        self._line.left = (self.notebook, self.engine, self.index)
        self._line.yielding = (self.index, self.notebook, self.engine)
        self._line.aside, self._line.last = self.dream, (self._commands, self.agents)
        self.agents.say(tr("Agents"))
        self._commands.say(tr("%1 commands", actions.known("palette").keys).strip())
        stacked(self, rule(), self._line, grows=self._line)
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

    def _press_dream(self) -> None:
        waiting = "decide" if self._waits else "dreams.schedule"
        self._actions[waiting if self._step is None else "page.dreams"].trigger()

    def _draw(self) -> None:
        edge = theme().px(12)
        self.engine.setIcon(icon("dot", self._tone, 12))
        self.engine.setIconSize(QSize(edge, edge))
        if self._line.isVisible():
            self._line.place()


class _FootLine(QWidget):
    """Words from the left, and at the right `aside` and `last`, whose room is kept also while they
    are short. Where there is little room at the left, `left` give way in the order of `yielding`.
    """

    left: "tuple[_FootWords, ...]" = ()
    yielding: "tuple[_FootWords, ...]" = ()
    aside: "_FootWords"
    last: "tuple[_FootWords, ...]" = ()  # from the right
    toast: Toast

    def place(self) -> None:
        px = theme().px
        gap, at, end, high = px(6), px(8), self.width() - px(8), self.height()
        for said in self.left:
            said.setVisible(bool(said.words) and self.toast.isHidden())
        shown = [said for said in self.left if said.words]
        wide = {said: said.sizeHint().width() for said in shown}
        least = {said: min(wide[said], said.minimumSizeHint().width()) for said in shown}
        for said in self.last:
            end -= said.sizeHint().width()
            said.take(end, said.sizeHint().width(), high)
            end -= gap
        gaps = at + gap * len(shown)
        # Its room stays as it is whatever dreams say; where they say nothing, others may have it.
        room = least if self.aside.words else wide
        kept = max(0, min(round(self.width() * _RIGHT), end - gaps - sum(room.values())))
        aside = min(self.aside.sizeHint().width(), kept)
        self.aside.take(end - aside, aside, high)
        short = gaps + sum(wide.values()) - (end - kept)
        for said in (one for one in self.yielding if one in wide):
            given = max(0, min(short, wide[said] - least[said]))
            wide[said] -= given
            short -= given
        for said in shown:
            said.take(at, wide[said], high)
            at += wide[said] + gap
        self.toast.setGeometry(0, 0, self.aside.x() - gap, px(26))

    def event(self, event: QEvent) -> bool:
        heard = super().event(event)
        if event.type() in (QEvent.Type.Resize, QEvent.Type.Show, QEvent.Type.LayoutRequest):
            self.place()
        return heard


class _FootWords(QPushButton):
    """A button whose words give way with `…` where there is little room."""

    def __init__(
        self, line: _FootLine, mode: Qt.TextElideMode = Qt.TextElideMode.ElideRight
    ) -> None:
        super().__init__(line)
        self.setProperty("kind", "status")
        self.setAutoDefault(True)
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self.setCursor(Qt.CursorShape.PointingHandCursor)
        self._line, self._mode = line, mode
        self.words = self._more = self._short = ""
        self.hide()

    def say(self, words: str, more: str = "", short: str = "") -> None:
        """Other words, and more of them for the tooltip; `short` ones stand where there is no
        room."""
        if (words, more, short) == (self.words, self._more, self._short):
            return
        self.words, self._more, self._short = words, more, short
        self.setAccessibleName(words)
        self.setAccessibleDescription(more)
        self.setVisible(bool(words))
        if self._line.isVisible():  # it is placed whenever it comes
            self._line.place()

    def take(self, left: int, width: int, height: int) -> None:
        """Stands here, with as many of its words as there is room for."""
        high = super().sizeHint().height()
        self.setGeometry(left, (height - high) // 2, width, high)
        room, fits = width - self._around() - 2, self.fontMetrics().elidedText
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
        least = self._short[:_NAME] or "Behind…"
        return QSize(self._around() + self.fontMetrics().horizontalAdvance(least) + 6, 0)
