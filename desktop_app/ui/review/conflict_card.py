"""A place that a person and another program both changed, as a card with the person's answer.

Knows an Overlap and how to show it, not the file or what an answer does to it.
"""

from dataclasses import dataclass

from PySide6.QtCore import Signal
from PySide6.QtGui import QIcon, QMouseEvent, QResizeEvent
from PySide6.QtWidgets import QFrame, QLayout, QSizePolicy, QVBoxLayout, QWidget

from desktop_app.language.difference import Span, differing
from desktop_app.notebook.lines import as_buffer
from desktop_app.notebook.merge import BOTH, OURS, THEIRS, Overlap, OverlapAnswer
from desktop_app.ui.look.theme import theme
from desktop_app.ui.parts.boxes import in_row, stacked
from desktop_app.ui.parts.controls import Button
from desktop_app.ui.parts.diff_line import ADD, DEL, DROP, KEEP, DiffLine
from desktop_app.ui.parts.flow import Flow
from desktop_app.ui.parts.labels import Elided, restyle, text
from desktop_app.words import cut, tr

_NARROW = 460  # pixels of a card; below, the answers stand under its lines
_MOST = 30  # lines shown of one side
_NAME = 24  # characters shown of a side's name
_LONGEST = 2_000  # characters shown of one line


@dataclass(frozen=True)
class ClashPlace:
    """A conflict as it is shown: its number from 0, the overlap and the heading it is under.

    `whole`: the file itself is gone on the other side. `names` are what Git calls both sides, ""
    where they are the person's and the file's.
    """

    number: int
    overlap: Overlap
    heading: str
    whole: bool = False
    names: tuple[str, str] = ("", "")


def answer_words(answer: str, names: tuple[str, str] = ("", "")) -> str:
    """Yours, The file's, Both; or by the `names` of both sides."""
    ours, theirs = (cut(name, _NAME) for name in names)
    words = {OURS: ours or tr("Yours"), THEIRS: theirs or tr("The file's"), BOTH: tr("Both")}
    return words[OverlapAnswer(answer)]


class ConflictCard(QFrame):
    """The line as it was, what each made of it, and three answers."""

    answered = Signal(int, str)  # number, answer
    pressed = Signal(int)

    def __init__(self, place: ClashPlace, answer: str = "") -> None:
        super().__init__()
        self.place, self.answer = place, answer
        self.setProperty("surface", "card")
        self.setProperty("card", "change")
        self._heading = Elided(place.heading, "section")
        self._heading.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Fixed)
        self._where = text(tr("line %1").replace("%1", f"{place.overlap.line:,}"), "meta", "text2")
        self._tools = QWidget()
        row = Flow(self._tools, centred=True)
        row.setSpacing(theme().px(8))
        self.buttons = {each: Button("") for each in (OURS, THEIRS, BOTH)}
        for each, button in self.buttons.items():
            button.clicked.connect(lambda _checked=False, each=each: self.say(each))
            row.addWidget(button)
        self._top = in_row(self._heading, self._where, None, self._tools)
        self._lines = QVBoxLayout()
        self._column = stacked(self, self._top, self._lines)
        # Only now that they have a parent: without one they would come up as windows.
        self._where.setVisible(not place.whole)
        for each, button in self.buttons.items():
            button.setVisible(each in self.answers)
        theme().followed_by(self._redraw)

    @property
    def answers(self) -> tuple[str, ...]:
        """What can be said; where one side has nothing, both would be the other one."""
        overlap = self.place.overlap
        return (OURS, THEIRS, BOTH) if overlap.ours and overlap.theirs else (OURS, THEIRS)

    def say(self, answer: str) -> None:
        """The person's answer; what this card does not offer is not heard."""
        if answer in self.answers:
            self.answered.emit(self.place.number, answer)

    def show_answer(self, answer: str) -> None:
        """The answer that holds now; "" for none yet."""
        if answer != self.answer:
            self.answer = answer
            self._redraw()

    def show_current(self, current: bool) -> None:
        """Whether the keys mean this card."""
        restyle(self, current="true" if current else "false")

    # -- inside -------------------------------------------------------------------------------

    def _redraw(self) -> None:
        px = theme().px
        self._column.setContentsMargins(px(15), px(11), px(15), px(13))
        self._column.setSpacing(px(10))
        self._top.setSpacing(px(8))
        self._lines.setSpacing(px(6))
        tips = {
            OURS: tr("Your lines come into the file.  (A)"),
            THEIRS: tr("The file stays as it is here.  (R)"),
            BOTH: tr("The file's lines, and yours after them.  (B)"),
        }
        named = any(self.place.names)
        for each, button in self.buttons.items():
            words = answer_words(each, self.place.names)
            if self.place.whole:
                words = {OURS: tr("Write it again"), THEIRS: tr("Let it go")}.get(each, words)
            _show_choice(button, words, self.answer == each)
            button.setToolTip("" if self.place.whole or named else tips[each])
            button.setAccessibleDescription(tips[each].partition("  ")[0])
        told = answer_words(self.answer, self.place.names) if self.answer else ""
        sentence = told or tr("To decide")
        self.setAccessibleName(f"{self.place.heading}. {sentence}")
        self._draw_lines()
        self._fit()

    def _draw_lines(self) -> None:
        _empty(self._lines)
        overlap = self.place.overlap
        old, mine, other = map(_plain, (overlap.base, overlap.ours, overlap.theirs))
        if self.place.whole:
            self._add(tr("Yours"), old, mine, OURS)
            return
        if old or not any(self.place.names):
            self._add(tr("Before"), old, old, "")
        self._add(answer_words(OURS, self.place.names), old, mine, OURS)
        self._add(answer_words(THEIRS, self.place.names), old, other, THEIRS)
        if [line.split() for line in mine] == [line.split() for line in other]:
            note = tr("The words are the same; spaces or ends of lines differ.")
            self._lines.addWidget(text(note, "meta", "text2", wrap=True))

    def _add(self, caption: str, old: list[str], lines: list[str], side: str) -> None:
        """A side's lines under their caption, in the tone of what becomes of them."""
        self._lines.addWidget(text(caption, "caption", "text2"))
        if not lines:
            gone = tr("Nothing: the lines were taken out.") if side else tr("Nothing")
            self._lines.addWidget(text(gone, "meta", "text3", wrap=True))
        tone = DEL if not side else KEEP
        if side and self.answer:
            tone = ADD if self.answer in (side, BOTH) else DROP
        for n, line in enumerate(lines[:_MOST]):
            marks: tuple[Span, ...] = ()
            if side and len(old) == len(lines):
                marks = differing(old[n], line)[1]
            row = DiffLine(tone, line or "\u00a0", marks)
            row.setAccessibleName(f"{caption}: {line}")
            self._lines.addWidget(row)
        if len(lines) > _MOST:
            more = tr("… %1 more lines").replace("%1", f"{len(lines) - _MOST:,}")
            self._lines.addWidget(text(more, "meta", "text2"))

    def _fit(self) -> None:
        """In a narrow window the answers stand below."""
        below = self.width() < theme().px(_NARROW)
        if below and self._top.indexOf(self._tools) >= 0:
            self._top.removeWidget(self._tools)
            self._column.addWidget(self._tools)
        elif not below and self._top.indexOf(self._tools) < 0:
            self._column.removeWidget(self._tools)
            self._top.addWidget(self._tools)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._fit()

    def mousePressEvent(self, event: QMouseEvent) -> None:
        self.pressed.emit(self.place.number)
        super().mousePressEvent(event)


def _plain(data: bytes) -> list[str]:
    """Lines as an editor shows them, without their ends, each no longer than one reads."""
    lines = as_buffer(data).removesuffix("\n").split("\n") if data else []
    return [cut(line, _LONGEST) for line in lines]


def _show_choice(button: Button, words: str, chosen: bool) -> None:
    """The button in one of two states, and as wide in the one as in the other."""
    button.setText(words)
    button.setMinimumWidth(0)
    widest = 0
    for state in (not chosen, chosen):
        button.setIcon(QIcon())
        button.set_kind("primary" if state else "plain", "check" if state else "")
        widest = max(widest, button.sizeHint().width())
    button.setMinimumWidth(widest)


def _empty(layout: QLayout) -> None:
    """Takes everything out, for good."""
    while item := layout.takeAt(0):
        if widget := item.widget():
            widget.hide()
            widget.deleteLater()
