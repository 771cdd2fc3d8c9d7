"""The messages of a conversation on one page, the newest at the bottom, earlier ones when wanted.

Knows a `TalkView` and the answer under way; what a press leads to is the page's business.
"""

import time
from collections.abc import Callable, Collection
from functools import partial
from html import escape

from PySide6.QtCore import QRectF, Qt, Signal
from PySide6.QtGui import (
    QPainter,
    QPaintEvent,
    QResizeEvent,
    QTextBlockFormat,
    QTextCursor,
    QTextFrame,
    QTextFrameFormat,
)

from desktop_app.sessions.talk_view import TalkRecord, TalkView, ToolUse
from desktop_app.ui.conversation import talk_words as in_words
from desktop_app.ui.look.theme import theme
from desktop_app.ui.parts.column import mark
from desktop_app.ui.parts.delayed import delayed
from desktop_app.ui.reading.page import PageView
from desktop_app.words import counted, tr

WIDTH, _ASIDE = 760, 200  # pixels of the column, and left of what the person said
PAGE, ROOM = 20, 60  # messages that come at once, and that are shown
MOST = 30_000  # characters of a message that are shown
_CHIPS = 4  # memories that are named
_TICK = 40  # milliseconds between two looks of a streamed answer
_REST = 6  # times as long as a look took, until the next one


class TalkColumn(PageView):
    """`wanted` says what is asked for: `again`, or `undo` and the use of a tool."""

    wanted = Signal(str, object)
    opened = Signal(str, int)

    role, line, around, most = "chat", 21, (0, 16, 0, 12), WIDTH

    def __init__(self) -> None:
        self.view: TalkView | None = None
        self._live: TalkRecord | None = None  # the answer under way
        self._tool: tuple[str, str] | None = None  # under way, its name and arguments
        self._undo: Collection[ToolUse] = ()
        self._first = 0  # the number of the first message that is shown
        self._drawn: tuple[object, ...] = ()  # what the page was made of
        self._frames: list[QTextFrame] = []
        self._acts: list[Callable[[], object]] = []  # what the links of the page do
        self._stuck = True  # to the end, of which the height is known when it is shown
        super().__init__(tr("Conversation"))
        self._soon = delayed(self, _TICK, self._draw_live)
        self.anchorClicked.connect(lambda url: self._acts[int(url.fragment())]())
        bar = self.verticalScrollBar()
        bar.valueChanged.connect(self._scrolled)
        bar.rangeChanged.connect(lambda _low, _high: self.to_end() if self._stuck else None)

    # -- what is shown --------------------------------------------------------------------------

    def show_talk(self, view: TalkView | None) -> None:
        self.view, self._live, self._tool, self._drawn = view, None, None, ()
        self._first = max(0, len(self.messages) - PAGE)
        self.setExtraSelections([])
        self._stuck = True
        self._keep_end(self.draw)

    def show_view(
        self,
        view: TalkView,
        undo: Collection[ToolUse],
        live: TalkRecord | None = None,
        tool: tuple[str, str] | None = None,
    ) -> None:
        """The same conversation as it is now, with the answer under way and the tool that it waits
        for; `undo` are the tools whose work can be undone."""
        drawn = view.messages, view.compacted, live is None, live is None and tuple(undo)
        self.view, self._undo, self._live, self._tool = view, tuple(undo), live, tool
        if drawn != self._drawn:
            self._drawn = drawn
            self._soon.stop()
            self._keep_end(self.draw)
        elif live is not None and not self._soon.isActive():
            self._soon.start()

    @property
    def messages(self) -> tuple[TalkRecord, ...]:
        said = self.view.messages if self.view else ()
        return said if self._live is None else (*said, self._live)

    def said(self, number: int) -> str:
        """What stands on the page of a message; -1 is the last one."""
        if not self._frames:
            return ""
        frame = self._frames[number]
        cursor = frame.firstCursorPosition()
        cursor.setPosition(frame.lastPosition(), QTextCursor.MoveMode.KeepAnchor)
        return cursor.selection().toPlainText()

    @property
    def _end(self) -> int:
        """The number after that of the last message that is shown."""
        return min(len(self.messages), self._first + ROOM)

    def draw(self) -> None:
        if self._stuck:
            self._first = max(self._first, len(self.messages) - ROOM)
        self.set_page("")
        self._acts, self._frames = [], []
        cursor = QTextCursor(self.document())
        if self._first:
            cursor.insertHtml(self._small(self._link(tr("Earlier messages"), self._show_earlier)))
        for number in range(self._first, self._end):
            self._append(number)
        if self._end < len(self.messages):
            cursor.movePosition(QTextCursor.MoveOperation.End)
            cursor.insertHtml(self._small(self._link(tr("Newest messages"), self._show_newest)))
        if self._stuck:
            self.moveCursor(QTextCursor.MoveOperation.End)  # Qt shows it when it is first shown
        self.document().size()

    def _append(self, number: int) -> None:
        message, cursor = self.messages[number], QTextCursor(self.document())
        cursor.movePosition(QTextCursor.MoveOperation.End)
        gap = QTextBlockFormat()
        gap.setLineHeight(theme().px(14), QTextBlockFormat.LineHeightTypes.FixedHeight.value)
        cursor.setBlockFormat(gap)
        look, px = QTextFrameFormat(), theme().px
        if message.role == "user":
            look.setPadding(px(9))
            look.setLeftMargin(px(_ASIDE))
        frame = cursor.insertFrame(look)
        self._frames.append(frame)
        self._fill(frame, number)

    def _fill(self, frame: QTextFrame, number: int) -> None:
        cursor = frame.firstCursorPosition()
        cursor.setPosition(frame.lastPosition(), QTextCursor.MoveMode.KeepAnchor)
        cursor.removeSelectedText()
        cursor.insertHtml(self._told(number))

    def _told(self, number: int) -> str:
        message = self.messages[number]
        mine, live = message.role == "user", message is self._live
        words = message.content[:MOST]
        parts = [self._above(number)]
        parts += [self._tool_line(use) for use in message.tools]
        if live and self._tool is not None:
            doing = in_words.tool_in_words(*self._tool, running=True)
            parts.append(self._small(f"{escape(doing)} …"))
        elif live and not words.strip():
            doing = tr("%1 thinks …") if message.thinking else tr("%1 reads …")
            parts.append(self._small(escape(doing.replace("%1", message.model))))
        parts.append(in_words.plain(words) if mine else in_words.marked(words))
        if len(message.content) > MOST:
            parts.append(self._small(tr("Only its beginning is shown")))
        if message.stopped:
            parts.append(self._small(tr("Stopped: the answer is not whole")))
        if message.used:
            parts.append(self._used(message))
        if not mine and not live and number == len(self.messages) - 1:
            again = self._link(tr("Answer again"), lambda: self.wanted.emit("again", message.id))
            parts.append(self._small(again))
        return "".join(parts)

    def _above(self, number: int) -> str:
        if self.view is None or not 0 < number == self.view.compacted:
            return ""
        words = counted(
            "{count} earlier message was summed up for the model",
            "{count} earlier messages were summed up for the model",
            number,
        )
        return self._small(words)

    def _tool_line(self, use: ToolUse) -> str:
        words = self._small(escape(in_words.tool_line(use)), "text2" if use.ok else "warn")
        if use in self._undo:
            undo = self._link(tr("Undo"), lambda: self.wanted.emit("undo", use))
            words = words.removesuffix("</p>") + f" · {undo}</p>"
        return words

    def _used(self, message: TalkRecord) -> str:
        """The lines of the notebook that stood in its prompt; a press opens one."""
        used = message.used
        links = [
            self._link(in_words.memory_in_words(one), partial(self.opened.emit, one.path, one.line))
            for one in used[:_CHIPS]
        ]
        told = counted(
            "Used {count} line of your notes", "Used {count} lines of your notes", len(used)
        )
        return self._small(f"{told}: {' · '.join(links)}{' …' * (len(used) > _CHIPS)}")

    def _small(self, html: str, tone: str = "text2") -> str:
        size = theme().font("meta").pixelSize()
        return f'<p style="font-size: {size}px; color: {theme().hex(tone)}">{html}</p>'

    def _link(self, words: str, act: Callable[[], object]) -> str:
        self._acts.append(act)
        return f'<a href="#{len(self._acts) - 1}">{escape(words)}</a>'

    def _draw_live(self) -> None:
        if self._live is not None and self._frames and self._end == len(self.messages):
            began = time.monotonic()
            self._keep_end(lambda: self._fill(self._frames[-1], len(self.messages) - 1))
            took = round(1000 * (time.monotonic() - began))
            self._soon.setInterval(max(_TICK, _REST * took))

    # -- going about ----------------------------------------------------------------------------

    def go_to(self, message_id: str) -> None:
        """Brings a message to sight, and lets it stand out."""
        ids = [one.id for one in self.messages]
        if message_id not in ids:
            return
        number = ids.index(message_id)
        self._stuck = False
        if not self._first <= number < self._end:
            self._first = max(0, number - PAGE // 2)
            self._keep_end(self.draw)
        place = self._frames[number - self._first].firstCursorPosition()
        self.setExtraSelections([mark(place, "accent-bg")])
        self.setTextCursor(place)
        self._bring(place)

    def to_end(self) -> None:
        self.verticalScrollBar().setValue(self.verticalScrollBar().maximum())

    def _show_earlier(self) -> None:
        bar = self.verticalScrollBar()
        below = bar.maximum() - bar.value()
        self._first, self._stuck = max(0, self._first - PAGE), False
        self._keep_end(self.draw)
        bar.setValue(bar.maximum() - below)

    def _show_newest(self) -> None:
        self._first, self._stuck = max(0, len(self.messages) - PAGE), True
        self._keep_end(self.draw)

    def _scrolled(self, place: int) -> None:
        self._stuck = place >= self.verticalScrollBar().maximum() - theme().px(24)

    def _keep_end(self, change: Callable[[], None]) -> None:
        """Changes the page; who reads its end goes on there, all others stay where they are."""
        bar, stuck = self.verticalScrollBar(), self._stuck
        place = bar.value()
        change()
        bar.setValue(bar.maximum() if stuck else place)
        self._stuck = stuck

    def resizeEvent(self, event: QResizeEvent) -> None:
        self._keep_end(lambda: super(TalkColumn, self).resizeEvent(event))

    def paintEvent(self, event: QPaintEvent) -> None:
        """What the person said stands on a round ground."""
        painter, px = QPainter(self.viewport()), theme().px
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(theme().color("accent-bg"))
        layout, top = self.document().documentLayout(), self.verticalScrollBar().value()
        for message, frame in zip(self.messages[self._first :], self._frames, strict=False):
            if message.role == "user":
                box = layout.frameBoundingRect(frame).translated(0, -top)
                left = frame.frameFormat().leftMargin()
                box = QRectF(box).adjusted(left, 0, 0, 0)
                painter.drawRoundedRect(box, px(12), px(12))
        painter.end()
        super().paintEvent(event)
