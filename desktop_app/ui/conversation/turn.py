"""One message of a conversation: who said it, its words, what it used, what can be done with it.

Knows a `TalkRecord` and its own parts; what a press leads to is the desk's business.
"""

from collections.abc import Callable, Collection
from dataclasses import replace
from math import ceil
from typing import Any

from PySide6.QtCore import QRectF, QSignalBlocker, QSize, Qt, SignalInstance
from PySide6.QtGui import QAction, QPainter, QPaintEvent, QPen, QResizeEvent, QWheelEvent
from PySide6.QtWidgets import QFrame, QSizePolicy, QVBoxLayout, QWidget

from desktop_app.sessions.talk_view import TalkRecord, ToolUse
from desktop_app.ui.conversation import talk_words as in_words
from desktop_app.ui.conversation.talk_words import marked, plain
from desktop_app.ui.look.theme import theme
from desktop_app.ui.parts.boxes import in_row, sized, stacked
from desktop_app.ui.parts.controls import Button, Chip
from desktop_app.ui.parts.flow import Flow
from desktop_app.ui.parts.header import more_button
from desktop_app.ui.parts.inspector import lines_in
from desktop_app.ui.parts.labels import Pill, text
from desktop_app.ui.reading.page import PageView
from desktop_app.words import counted, filled, headed, tr

WIDEST = 560  # pixels of a bubble
MOST = 12_000
"""Characters of a message that are shown before somebody asks for more."""
_SHORT = 160  # characters that may need less than the widest bubble
_CHIPS = 4  # memories that have a chip of their own


class Bubble(PageView):
    """As large as its words on a round `ground`, a colour's name. `framed`: it stands out."""

    role, line, around = "chat", 21, (16, 7, 16, 10)

    def __init__(self, name: str, ground: str) -> None:
        super().__init__(name)
        self.framed, self._ground = False, ground
        self._heights: dict[int, int] = {}  # by width: a layout asks very often
        self._narrow = 0  # pixels that its words need, where these are few
        self.setVerticalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        policy = QSizePolicy(QSizePolicy.Policy.Maximum, QSizePolicy.Policy.Fixed)
        policy.setHeightForWidth(True)
        self.setSizePolicy(policy)
        self.setProperty("bare", "true")

    def draw(self) -> None:
        super().draw()
        document = self.document()
        self._heights.clear()
        self._narrow = 0
        if document.characterCount() <= _SHORT:
            document.setTextWidth(-1)
            self._narrow = ceil(document.idealWidth()) + 1
        document.setTextWidth(max(self.width(), 1))
        self.updateGeometry()
        self.viewport().update()

    def centre(self) -> None:
        """It is a column of its own."""

    def hasHeightForWidth(self) -> bool:
        return True

    def heightForWidth(self, width: int) -> int:
        if width not in self._heights:
            document, before = self.document(), self.document().textWidth()
            with QSignalBlocker(document.documentLayout()):  # else the view sets its own width
                document.setTextWidth(width)
                self._heights[width] = ceil(document.size().height())
                document.setTextWidth(before)  # a question changes nothing
        return self._heights[width]

    def sizeHint(self) -> QSize:
        widest = theme().px(WIDEST)
        width = min(self._narrow or widest, widest)
        return QSize(width, self.heightForWidth(width))

    def minimumSizeHint(self) -> QSize:
        return QSize(theme().px(40), theme().px(20))

    def paintEvent(self, event: QPaintEvent) -> None:
        painter, px = QPainter(self.viewport()), theme().px
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        out = self.hasFocus() or self.framed
        painter.setPen(QPen(theme().color("accent"), 2) if out else Qt.PenStyle.NoPen)
        painter.setBrush(theme().color(self._ground))
        edge = 1 if out else 0
        box = QRectF(self.viewport().rect()).adjusted(edge, edge, -edge, -edge)
        painter.drawRoundedRect(box, px(12), px(12))
        painter.end()
        super().paintEvent(event)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self.document().setTextWidth(self.width())

    def wheelEvent(self, event: QWheelEvent) -> None:
        event.ignore()  # what is around it scrolls


class TurnCard(QFrame):
    """The message; `deed` says what is asked for it: `copy again edit forget remember undo`."""

    def __init__(self, message: TalkRecord, deed: SignalInstance, opened: SignalInstance) -> None:
        """`deed` hears what, and the message's id; of `undo` the use of a tool."""
        super().__init__()
        self.message, self.deed, self.opened = message, deed, opened
        self._mine = message.role == "user"
        model = message.model if message.role == "assistant" else ""
        self._name = model or in_words.speaker(message.role.casefold())
        self._most, self._words = MOST, ""
        self._undo: Collection[ToolUse] = ()
        self._running: tuple[str, str] | None = None
        self._open = False  # its thinking is to be seen
        self._made: tuple[Any, ...] = ()  # what the parts above and below were made from
        self.thinking: Bubble | None = None
        self.bubble = Bubble(self._name, "accent-bg" if self._mine else "hover")
        self._above, self._below = (sized(QVBoxLayout(), gap=4) for _ in range(2))
        self.lead = text("", "caption", "text3", wrap=True)
        self.lead.setAlignment(Qt.AlignmentFlag.AlignHCenter)
        self.lead.hide()
        self.deeds = {
            "copy": QAction(tr("Copy"), self),
            "edit" if self._mine else "again": QAction(
                tr("Edit and send again") if self._mine else tr("Answer again"), self
            ),
            "forget": QAction(tr("Don’t remember this"), self),
            "remember": QAction(tr("Remember this after all"), self),
        }
        for name, action in self.deeds.items():
            action.triggered.connect(lambda _=False, d=name: self.deed.emit(d, self.message.id))
        self._more = more_button(tr("What to do with this message"), *self.deeds.values())
        parts = (self.bubble, self._more, None)
        row = in_row(*(reversed(parts) if self._mine else parts))
        for part in (self.bubble, self._more):
            row.setAlignment(part, Qt.AlignmentFlag.AlignBottom)
        column = stacked(self, self.lead, self._above, sized(row, gap=2), self._below)
        sized(column, gap=4)

    def show_message(
        self,
        message: TalkRecord,
        undo: Collection[ToolUse],
        running: tuple[str, str] | None = None,
    ) -> None:
        """Shows it as it is now. `undo` are the tools whose work can be undone, `running`
        is the name and arguments of a tool under way."""
        self.message, self._undo, self._running = message, undo, running
        words = message.content[: self._most]
        if words != self._words:
            self._words = words
            self.bubble.show_html(plain(words) if self._mine else marked(words))
        self.bubble.setVisible(bool(words))
        said = "%1" if message.remembered else tr("%1, not remembered")
        said = filled(said, self._name)
        self.bubble.setAccessibleName(headed(said, in_words.short(words)))
        more = len(message.content) > self._most
        told = replace(message, content="", model="")
        made = (told, tuple(undo), running, more, not words, self._open)
        if made != self._made:
            self._made = made
            self._draw_beside(more)

    def frame(self, framed: bool) -> None:
        self.bubble.framed = framed
        self.bubble.viewport().update()

    def _draw_beside(self, more: bool) -> None:
        message = self.message
        self.thinking = None
        above = self._thoughts() if message.thinking else []
        above += map(self._tool, message.tools)
        if self._running is not None:
            above.append(_small(f"{in_words.tool_in_words(*self._running, running=True)} …"))
        elif not (message.id or message.content.strip() or message.thinking):
            above.append(_small(tr("%1 reads …", self._name)))
        lines_in(self._above, above)
        below: list[QWidget] = [_link(tr("Show more of it"), self._show_more)] if more else []
        if message.stopped:
            below.append(_small(tr("Stopped: the answer is not whole")))
        if not message.remembered:
            below.append(_small(tr("Not remembered")))
        parts = [self._aside(part) for part in below]
        lines_in(self._below, [*parts, self._chips()] if message.used else parts)
        self._more.setVisible(bool(message.id))
        self.deeds["forget"].setVisible(message.remembered)
        self.deeds["remember"].setVisible(not message.remembered)

    def _show_more(self) -> None:
        self._most += 5 * MOST
        self.show_message(self.message, self._undo)

    def _aside(self, *parts: QWidget) -> QWidget:
        room = QWidget()
        in_row(*((None, *parts) if self._mine else (*parts, None)), within=room)
        return room

    def _thoughts(self) -> list[QWidget]:
        words = tr("What it thought") if self.message.content else tr("Thinking")
        button = _link(words, self._fold)
        button.set_kind("link", "chevron-down" if self._open else "chevron-right")
        button.setAccessibleDescription(tr("Shown") if self._open else tr("Folded"))
        parts = [self._aside(button)]
        if self._open:
            self.thinking = Bubble(words, "side")
            self.thinking.show_html(plain(self.message.thinking[:MOST]))
            parts.append(self._aside(self.thinking))
        return parts

    def _fold(self) -> None:
        self._open = not self._open
        self.show_message(self.message, self._undo, self._running)

    def _tool(self, use: ToolUse) -> QWidget:
        words = in_words.tool_line(use)
        label = _small(words, "text2" if use.ok else "warn")
        label.setToolTip(in_words.short(use.result, 600))
        if use not in self._undo:
            return self._aside(label)
        undo = _link(tr("Undo"), lambda: self.deed.emit("undo", use))
        undo.setAccessibleName(tr("Undo: %1", words))
        return self._aside(label, undo)

    def _chips(self) -> QWidget:
        room = QWidget()
        flow = sized(Flow(room), gap=6)
        used = self.message.used
        told = counted(
            "Used {count} line of your notes", "Used {count} lines of your notes", len(used)
        )
        flow.addWidget(Pill(told))
        for one in used[:_CHIPS]:
            chip = Chip(in_words.memory_in_words(one), "accent")
            chip.setToolTip(f"{one.path}:{one.line}\n{in_words.short(one.text, 300)}")
            chip.clicked.connect(lambda _=False, o=one: self.opened.emit(o.path, o.line))
            flow.addWidget(chip)
        if more := len(used[_CHIPS:]):
            flow.addWidget(_small(tr("and %1 more", more)))
        return room


def _small(words: str, tone: str = "text2") -> QWidget:
    return text(words, "meta", tone)


def _link(words: str, act: Callable[[], object]) -> Button:
    return Button(words, "link", act=lambda _checked=False: act())
