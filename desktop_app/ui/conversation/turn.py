"""One message of a conversation: who said it, its words, what it used, what can be done with it.

Knows a `TalkMessage` and its own parts; what a press leads to is the column's business.
"""

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from itertools import groupby
from math import ceil
from typing import Any

from PySide6.QtCore import QEvent, QObject, QRectF, QSize, Qt, Signal
from PySide6.QtGui import (
    QEnterEvent,
    QGuiApplication,
    QPainter,
    QPaintEvent,
    QResizeEvent,
    QTextBlock,
    QWheelEvent,
)
from PySide6.QtWidgets import QApplication, QFrame, QHBoxLayout, QSizePolicy, QVBoxLayout, QWidget

from desktop_app.notebook.text.runs import TextRun
from desktop_app.notebook.text.sections import Section
from desktop_app.sessions.talk_view import TalkMessage, ToolUse
from desktop_app.ui.conversation.words import (
    memory_in_words,
    short,
    speaker,
    tool_in_words,
    tool_line,
)
from desktop_app.ui.look.theme import theme
from desktop_app.ui.parts.boxes import in_row, sized, stacked
from desktop_app.ui.parts.controls import Button, Chip, IconButton
from desktop_app.ui.parts.flow import Flow
from desktop_app.ui.parts.inspector import lines_in
from desktop_app.ui.parts.labels import Pill, text
from desktop_app.ui.parts.notices import announce
from desktop_app.ui.reading import render
from desktop_app.ui.reading.paper import KIND, PageView, Paper, PaperLook, left_of
from desktop_app.ui.reading.render import Piece, PieceKind
from desktop_app.words import counted, tr

WIDEST = 560  # pixels
_LINE, _CODE, _SIDE, _ABOVE, _BELOW = 21, 34, 16, 7, 10
_STRIP = 28  # pixels above a block of code, for its button
_LOOK = PaperLook("chat", _LINE, _ABOVE, _BELOW, _SIDE, _CODE)
_SHORT = 160  # characters that may need less than the widest bubble
_PARAGRAPHS = re.compile(r"\n[ \t]*\n\s*")


def markdown(words: str) -> list[Piece]:
    # 2: its first line is no front matter
    return render.pieces(Section(2, 0, shown(words)), plain_links=False)


def plain(words: str) -> list[Piece]:
    """What a person says: paragraphs, every line kept."""
    return [
        Piece(PieceKind.TEXT, (TextRun(part),), 1, 1) for part in _PARAGRAPHS.split(shown(words))
    ]


def shown(words: str) -> str:
    """Without what no page can show."""
    words = words.encode("utf-8", "replace").decode().replace("\0", "\ufffd")
    return words.replace("\r\n", "\n").replace("\r", "\n").strip()


class Bubble(PageView):
    """`ground` is a colour's name. Each block of code has a button that copies it."""

    def __init__(self, name: str, ground: str) -> None:
        super().__init__(name)
        self.tall = _LINE
        self.ground = ground
        self.framed = False  # a frame around it: it stands out
        self._paper = Paper(self, _LOOK)
        self._pieces: Sequence[Piece] = ()
        self._heights: dict[int, int] = {}  # by width: a layout asks very often
        self._narrow = 0  # pixels that its words need, where these are few
        self.copy_buttons: list[IconButton] = []  # one for each block of code
        self._blocks: list[QTextBlock] = []  # the first of each block of code
        self.setVerticalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        policy = QSizePolicy(QSizePolicy.Policy.Maximum, QSizePolicy.Policy.Fixed)
        policy.setHeightForWidth(True)
        self.setSizePolicy(policy)
        self.setProperty("bare", "true")
        theme().changed.connect(self._set)

    def show_pieces(self, pieces: Sequence[Piece]) -> None:
        if list(pieces) != list(self._pieces):
            self._pieces = tuple(pieces)
            self._set()

    def code(self, number: int) -> str:
        block, lines = self._blocks[number], []
        while block.isValid() and _is_code(block):
            lines.append(block.text().replace("\u2028", "\n"))
            block = block.next()
        return "\n".join(lines)

    # -- as large as its words ------------------------------------------------------------------

    def hasHeightForWidth(self) -> bool:
        return True

    def heightForWidth(self, width: int) -> int:
        if width not in self._heights:
            document, before = self.document(), self.document().textWidth()
            document.setTextWidth(width)
            self._heights[width] = ceil(document.size().height())
            if before != width:
                document.setTextWidth(before)  # a question changes nothing
        return self._heights[width]

    def sizeHint(self) -> QSize:
        widest = theme().px(WIDEST)
        width = min(self._narrow or widest, widest)
        return QSize(width, self.heightForWidth(width))

    def minimumSizeHint(self) -> QSize:
        return QSize(theme().px(40), theme().px(20))

    def centre(self) -> None:
        """It is a column of its own."""

    def _set(self) -> None:
        self._paper.clear()
        self._paper.add(self._pieces)
        document = self.document()
        self._heights.clear()
        self._narrow = 0
        if self.document().characterCount() <= _SHORT:
            document.setTextWidth(-1)
            self._narrow = ceil(document.idealWidth()) + 1
        document.setTextWidth(max(self.width(), 1))
        self._find_code()
        self.updateGeometry()
        self.viewport().update()

    # -- blocks of code -------------------------------------------------------------------------

    def _find_code(self) -> None:
        self._blocks = [
            block for block in self.blocks() if _is_code(block) and not _is_code(block.previous())
        ]
        while len(self.copy_buttons) < len(self._blocks):
            number = len(self.copy_buttons)
            button = IconButton("copy", tr("Copy this code"), 24)
            button.setParent(self)
            button.clicked.connect(lambda _checked=False, n=number: self._copy(n))
            self.copy_buttons.append(button)
        for number, button in enumerate(self.copy_buttons):
            button.setVisible(number < len(self._blocks))
        self._place_buttons()

    def _place_buttons(self) -> None:
        px = theme().px
        for button, block in zip(self.copy_buttons, self._blocks, strict=False):
            top = self.row(block).top() - px(_STRIP)
            button.move(self.width() - px(_SIDE) - button.width(), round(top) + px(2))

    def _copy(self, number: int) -> None:
        QGuiApplication.clipboard().setText(self.code(number))
        announce(self, tr("Copied"))

    def paint_code(self, painter: QPainter, block: QTextBlock, row: QRectF) -> None:
        px = theme().px
        top, bottom = self._reach(block, row)
        if not _is_code(block.previous()):
            top -= px(_STRIP)
        left = left_of(block) - px(8)
        ground = QRectF(left, top, self.width() - px(_SIDE) + px(4) - left, bottom - top)
        painter.fillRect(ground, theme().color("side"))

    # -- Qt's -----------------------------------------------------------------------------------

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self.viewport())
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        px = theme().px
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(theme().color(self.ground))
        box = QRectF(self.viewport().rect())
        if self.hasFocus() or self.framed:
            pen = painter.pen()
            pen.setStyle(Qt.PenStyle.SolidLine)
            pen.setColor(theme().color("accent"))
            pen.setWidth(2)
            painter.setPen(pen)
            box.adjust(1, 1, -1, -1)
        painter.drawRoundedRect(box, px(12), px(12))
        painter.end()
        super().paintEvent(event)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self.document().setTextWidth(self.width())
        self._place_buttons()

    def wheelEvent(self, event: QWheelEvent) -> None:
        event.ignore()  # what is around it scrolls


def _is_code(block: QTextBlock) -> bool:
    return block.isValid() and block.blockFormat().stringProperty(KIND.value) == PieceKind.CODE


MOST = 12_000
"""Characters of a message that are shown before somebody asks for more."""
_CHIPS = 4  # memories that have a chip of their own


class TurnCard(QFrame):
    """The message; `deed` says what is asked for it: `copy again edit forget remember undo`."""

    deed = Signal(str, str)  # what, and the message's id; of `undo` the key of what a tool wrote
    opened = Signal(str, int)
    current = Signal()  # the keyboard came to it

    def __init__(self, message: TalkMessage, *, editable: bool = True) -> None:
        """`editable`: it belongs to a talk that can go on."""
        super().__init__()
        self.message = message
        model = message.model if message.role == "assistant" else ""
        self._name, self._editable = model or speaker(message.role.casefold()), editable
        self._mine = message.role == "user"
        self._most = MOST
        self._undo: Mapping[ToolUse, str] = {}
        self._running: tuple[str, str] | None = None
        self._open = False  # its thinking is to be seen
        self._tools: QWidget | None = None
        self._made: tuple[Any, ...] = ()  # what the parts above and below were made from
        self._above, self._below = QVBoxLayout(), QVBoxLayout()
        self.thinking: Bubble | None = None
        self.bubble = Bubble(self._name, "accent-bg" if self._mine else "hover")
        self.bubble.installEventFilter(self)
        self._place = QWidget()  # of what can be done with it, free until somebody is here
        self._beside = QHBoxLayout(self._place)
        self._beside.setContentsMargins(0, 0, 0, 0)
        self._row = QHBoxLayout()
        parts = (self.bubble, self._place)
        for part in reversed(parts) if self._mine else parts:
            self._row.addWidget(part, 0, Qt.AlignmentFlag.AlignBottom)
        self._row.insertStretch(0 if self._mine else 2, 1)
        self._lead = text("", "caption", "text3", wrap=True)
        self._lead.setAlignment(Qt.AlignmentFlag.AlignHCenter)
        self._lead.hide()
        for box in (self._above, self._below):
            sized(box, gap=4)
        sized(stacked(self, self._lead, self._above, self._row, self._below), gap=4)
        self.show_message(message)
        theme().followed_by(self._measure)

    def show_message(
        self,
        message: TalkMessage,
        undo: Mapping[ToolUse, str] | None = None,
        running: tuple[str, str] | None = None,
    ) -> None:
        """Shows it as it is now. `undo` has keys for what tools wrote, `running` is the name and
        arguments of a tool under way."""
        self.message, self._running = message, running
        self._undo = self._undo if undo is None else undo
        self._draw_words()
        told = replace(message, content="", model="")
        shown = (len(message.content) > self._most, not message.content)
        made = (told, tuple(self._undo.items()), running, *shown)
        if made != self._made:
            self._made = made
            self._draw_beside()

    def lead(self, words: str, more: str) -> None:
        """A line over it, and more of it where the mouse rests."""
        self._lead.setText(words)
        self._lead.setToolTip(short(more, 1_000))
        self._lead.show()

    def frame(self, framed: bool) -> None:
        """Whether it stands out: it was looked for, or is being edited."""
        self.bubble.framed = framed
        self.bubble.viewport().update()

    @property
    def tools(self) -> Mapping[str, IconButton]:
        """What can be done with it, by deed, made now if nobody wanted it yet."""
        if self._tools is None:
            self._tools, buttons = QWidget(), []
            deeds = [("copy", "copy", tr("Copy"))]
            if self._editable and self._mine:
                deeds.append(("edit", "edit", tr("Edit and send again")))
            elif self._editable:
                deeds.append(("again", "refresh", tr("Answer again")))
            if self._editable and self.message.remembered:
                deeds.append(("forget", "forget", tr("Don’t remember this")))
            elif self._editable:
                deeds.append(("remember", "bullet", tr("Remember this after all")))
            for deed, icon, words in deeds:
                button = IconButton(icon, words, 26)
                button.setObjectName(deed)
                button.clicked.connect(lambda _=False, d=deed: self.deed.emit(d, self.message.id))
                button.installEventFilter(self)
                buttons.append(button)
            in_row(*buttons, within=self._tools).setSpacing(theme().px(2))
            side = Qt.AlignmentFlag.AlignRight if self._mine else Qt.AlignmentFlag.AlignLeft
            self._beside.addWidget(self._tools, 0, side)
        found = self._tools.findChildren(IconButton)
        return {button.objectName(): button for button in found}

    # -- its words ------------------------------------------------------------------------------

    def _draw_words(self) -> None:
        words = self.message.content[: self._most]
        self.bubble.show_pieces(plain(words) if self._mine else markdown(words))
        self.bubble.setVisible(bool(words))
        self._place.setVisible(bool(words or self.message.id))
        said = "%1" if self.message.remembered else tr("%1, not remembered")
        self.bubble.setAccessibleName(f"{said.replace('%1', self._name)}: {short(words)}")

    def _more(self) -> None:
        self._most += 5 * MOST
        self.show_message(self.message)

    # -- what stands above and below ------------------------------------------------------------

    def _draw_beside(self) -> None:
        message = self.message
        self.thinking = None
        above = self._thoughts() if message.thinking else []
        for line, same in groupby(message.tools, lambda use: (tool_line(use), self._undo.get(use))):
            above.append(self._tool(*line, list(same)))
        if self._running is not None:
            above.append(_small(f"{tool_in_words(*self._running, running=True)} …"))
        elif not message.id and not message.content.strip() and not message.thinking:
            above.append(_small(tr("%1 reads …").replace("%1", self._name)))
        lines_in(self._above, above)
        below: list[QWidget] = []
        if len(message.content) > self._most:
            below.append(self._aside(_link(tr("Show more of it"), self._more)))
        if message.stopped:
            below.append(self._aside(_small(tr("Stopped: the answer is not whole"))))
        if not message.remembered:
            below.append(self._aside(_small(tr("Not remembered"))))
        if message.used:
            below.append(self._chips())
        lines_in(self._below, below)
        if self._tools is not None:
            now = QApplication.focusWidget()
            if now is not None and self._tools.isAncestorOf(now):
                self.bubble.setFocus()
            self._tools.hide()
            self._tools.deleteLater()
            self._tools = None
            if self.underMouse() or self.bubble.hasFocus():
                self._wake()

    def _aside(self, *parts: QWidget) -> QWidget:
        """On the side of who speaks."""
        room = QWidget()
        in_row(*((None, *parts) if self._mine else (*parts, None)), within=room)
        return room

    def _thoughts(self) -> list[QWidget]:
        words = tr("Thinking") if not self.message.content else tr("What it thought")
        button = _link(words, self._fold)
        button.set_kind("link", "chevron-down" if self._open else "chevron-right")
        button.setAccessibleDescription(tr("Shown") if self._open else tr("Folded"))
        parts = [self._aside(button)]
        if self._open:
            self.thinking = Bubble(words, "side")
            self.thinking.show_pieces(plain(self.message.thinking[:MOST]))
            parts.append(self._aside(self.thinking))
        return parts

    def _fold(self) -> None:
        self._open = not self._open
        self._draw_beside()

    def _tool(self, words: str, key: str | None, uses: list[ToolUse]) -> QWidget:
        """One line for uses that come to the same, one after the other."""
        if len(uses) > 1:
            words = tr("%1 (%2 times)").replace("%2", str(len(uses))).replace("%1", words)
        label = _small(words, "text2" if uses[0].ok else "warn")
        label.setToolTip(short(uses[0].result, 600))
        if not key:
            return self._aside(label)
        undo = _link(tr("Undo"), lambda: self.deed.emit("undo", key))
        undo.setAccessibleName(tr("Undo: %1").replace("%1", label.text()))
        return self._aside(label, undo)

    def _chips(self) -> QWidget:
        room = QWidget()
        flow = Flow(room)
        flow.setSpacing(theme().px(6))
        used = self.message.used
        told = counted("Used {count} memory", "Used {count} memories", len(used))
        flow.addWidget(Pill(told))
        for one in used[:_CHIPS]:
            chip = Chip(memory_in_words(one), "accent")
            chip.setToolTip(f"{one.path}:{one.line}\n{short(one.text, 300)}")
            chip.clicked.connect(lambda _=False, o=one: self.opened.emit(o.path, o.line))
            flow.addWidget(chip)
        if len(used) > _CHIPS:
            flow.addWidget(_small(tr("and %1 more").replace("%1", str(len(used) - _CHIPS))))
        return room

    # -- what can be done -----------------------------------------------------------------------

    def _wake(self) -> None:
        """Somebody is here: what can be done is shown."""
        if self.message.id:
            _ = self.tools
            self._tools.setVisible(True)

    def _rest(self) -> None:
        """Nobody is here any more."""
        now = QApplication.focusWidget()
        here = self.underMouse() or (now is not None and self.isAncestorOf(now))
        if self._tools is not None and not here:
            self._tools.hide()

    def enterEvent(self, event: QEnterEvent) -> None:
        super().enterEvent(event)
        self._wake()

    def leaveEvent(self, event: QEvent) -> None:
        super().leaveEvent(event)
        self._rest()

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if event.type() == QEvent.Type.FocusIn:
            if watched is self.bubble:
                self._wake()
            self.current.emit()
        elif event.type() == QEvent.Type.FocusOut:
            self._rest()
        return super().eventFilter(watched, event)

    def _measure(self) -> None:
        px = theme().px
        self._place.setFixedSize(px(86), px(30))
        self._row.setSpacing(px(2))


def _small(words: str, tone: str = "text2") -> Any:
    return text(words, "meta", tone, wrap=False)


def _link(words: str, act: Callable[[], object]) -> Button:
    button = Button(words, "link")
    button.clicked.connect(lambda _checked=False: act())
    return button
