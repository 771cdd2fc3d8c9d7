"""What stands around the messages: how full the context is, news, and questions in their place."""

from collections.abc import Callable, Sequence
from difflib import SequenceMatcher

from PySide6.QtCore import QRectF, QSize, Qt, Signal
from PySide6.QtGui import QFontMetrics, QPainter, QPaintEvent
from PySide6.QtWidgets import (
    QFrame,
    QLabel,
    QProgressBar,
    QSizePolicy,
    QVBoxLayout,
    QWidget,
)

from desktop_app.sessions.talk_view import PlaceQuestion, TalkView, ToolAsk, TranscriptPlace
from desktop_app.ui.conversation.words import News, context_of
from desktop_app.ui.look.icons import pixmap
from desktop_app.ui.look.theme import theme
from desktop_app.ui.parts.boxes import in_row, stacked
from desktop_app.ui.parts.controls import Button, IconButton
from desktop_app.ui.parts.diff_line import ADD, DEL, KEEP, DiffLine
from desktop_app.ui.parts.flow import Flow
from desktop_app.ui.parts.labels import restyle, text
from desktop_app.ui.parts.notices import announce
from desktop_app.words import counted, tr

OPEN, UNDO = "open", "undo"
ALLOW, PROPOSE = "allow", "propose"
_BAR, _TICK, _WORDS = 6, 10, 14  # pixels: the bar, a mark through it, the words below
_MOST, _LONGEST = 12, 400  # lines of a question about a file, and characters of a line


class MarkedBar(QProgressBar):
    """A bar of 6 px; each mark has a share from 0 to 1 and a word."""

    def __init__(self) -> None:
        super().__init__()
        self.setRange(0, 1000)
        self.setTextVisible(False)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self._marks: tuple[tuple[float, str], ...] = ()
        theme().followed_by(self._measure)

    def show_share(self, share: float, marks: tuple[tuple[float, str], ...]) -> None:
        """How full, and where the marks are."""
        self._marks = marks
        self.setValue(round(1000 * min(max(share, 0.0), 1.0)))
        self.update()

    def sizeHint(self) -> QSize:
        return QSize(theme().px(200), theme().px(_TICK + _WORDS))

    def paintEvent(self, _event: QPaintEvent) -> None:
        px, painter, share = theme().px, QPainter(self), self.value() / 1000
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(Qt.PenStyle.NoPen)
        bar = QRectF(0, (px(_TICK) - px(_BAR)) / 2, self.width(), px(_BAR))
        painter.setBrush(theme().color("border"))
        painter.drawRoundedRect(bar, px(3), px(3))
        if share:
            bar.setWidth(max(px(_BAR), bar.width() * share))
            late = self._marks and share >= self._marks[-1][0]
            painter.setBrush(theme().color("warn" if late else "accent"))
            painter.drawRoundedRect(bar, px(3), px(3))
        font = theme().font("caption")
        font.setPixelSize(px(10))
        painter.setFont(font)
        for at, (mark, words) in enumerate(self._marks):
            x, wide = round(self.width() * mark), QFontMetrics(font).horizontalAdvance(words) + 2
            painter.setPen(theme().color("text2"))
            painter.fillRect(QRectF(x - 1, 0, max(1, px(1.5)), px(_TICK)), theme().color("text2"))
            left = x - wide if at == 0 else x  # the first to the left of its mark, the other right
            place = QRectF(min(max(0, left), self.width() - wide), px(_TICK), wide, px(_WORDS))
            painter.drawText(place, Qt.AlignmentFlag.AlignCenter, words)

    def _measure(self) -> None:
        self.setFixedHeight(theme().px(_TICK + _WORDS))
        self.setStyleSheet("QProgressBar { min-height: 0; max-height: 9999px; }")


class ContextMeter(QWidget):
    """The bar, what it says in words, and *Save notes*."""

    flush_asked = Signal()

    def __init__(self) -> None:
        super().__init__()
        self.words = text("", "meta", "text2")
        self.flush_button = Button(tr("Save notes"), "link")
        self.flush_button.setToolTip(tr("What matters in this conversation goes into today"))
        self.flush_button.clicked.connect(self.flush_asked)
        self.bar = MarkedBar()
        row = in_row(self.words, self.flush_button, grows=self.words)
        stacked(self, row, self.bar).setSpacing(4)

    def show_view(self, view: TalkView, *, flushing: bool) -> None:
        """As full as this talk. Of a private one no notes are saved."""
        whole, words = max(view.window, 1), context_of(view)
        self.words.setText(words)
        flush, sleep = view.flush_at / whole, view.sleep_at / whole
        said = tr("Saves notes at %1 %, sleeps at %2 %")
        marks = [(flush, tr("notes")), (sleep, tr("sleep"))]
        if view.head.private:
            said, marks = tr("Sleeps at %2 %"), marks[1:]
        self.bar.show_share(view.tokens / whole, tuple(marks))
        self.bar.setAccessibleName(words)
        said = said.replace("%1", str(round(100 * flush))).replace("%2", str(round(100 * sleep)))
        self.bar.setAccessibleDescription(said)
        self.bar.setToolTip(said)
        self.flush_button.setVisible(not view.head.private)
        self.flush_button.setEnabled(bool(view.messages) and not flushing)
        self.flush_button.setText(tr("Saving notes …") if flushing else tr("Save notes"))


class NewsLine(QWidget):
    """One quiet line: what was saved or remembered, what a sleep does. Hidden while there is
    nothing to say."""

    def __init__(self) -> None:
        super().__init__()
        self._news = News("")
        self._acts: dict[str, Callable[[], None]] = {}
        self._sign = QLabel()
        self.words = text("", "meta", "text2", wrap=True)
        self.buttons = {OPEN: Button(tr("Open"), "link"), UNDO: Button(tr("Undo"), "link")}
        self.cross = IconButton("cross", tr("Dismiss"), 24)
        self.cross.clicked.connect(self.clear)
        self._row = in_row(
            self._sign, self.words, *self.buttons.values(), self.cross, grows=self.words,
            within=self,
        )  # fmt: skip
        for deed, button in self.buttons.items():
            button.clicked.connect(lambda _=False, d=deed: self._do(d))
        theme().followed_by(self._draw)
        self.hide()

    def say(self, news: News, **acts: Callable[[], None]) -> None:
        """Says it in place of what was said before; `acts` has what `OPEN` and `UNDO` do."""
        self._news, self._acts = news, acts
        self.words.setText(news.words)
        restyle(self.words, tone=news.tone)
        for deed, button in self.buttons.items():
            button.setVisible(deed in acts)
        self._draw()
        self.show()
        announce(self, news.words)

    def clear(self) -> None:
        """There is nothing to say any more."""
        self._acts = {}
        self.hide()

    def _do(self, deed: str) -> None:
        act = self._acts.get(deed)
        if deed == UNDO:
            self.clear()
        if act is not None:
            act()

    def _draw(self) -> None:
        token = "warn" if self._news.tone == "warn" else "accent"
        self._sign.setPixmap(pixmap(self._news.icon, token, 16, self.devicePixelRatioF()))
        self._row.setSpacing(theme().px(8))


class QuestionCard(QFrame):
    """One sentence, more of it, and a button for each answer, the advised one first."""

    answered = Signal(str)

    def __init__(self, title: str, more: str, answers: Sequence[tuple[str, str]]) -> None:
        """`answers` are keys with their words."""
        super().__init__()
        self.setProperty("surface", "card")
        self.setAccessibleName(title)
        self.title = text(title, "strong", wrap=True)
        self.more = text(more, "meta", "text2", wrap=True)
        self.body = QVBoxLayout()
        row = QWidget()
        self._row = Flow(row)
        self.buttons: dict[str, Button] = {}
        for n, (key, words) in enumerate(answers):
            button = Button(words, "plain" if n else "primary")
            button.clicked.connect(lambda _=False, k=key: self.answered.emit(k))
            self._row.addWidget(button)
            self.buttons[key] = button
        self._column = stacked(self, self.title, self.more, self.body, row)
        theme().followed_by(self._measure)

    def come(self) -> None:
        """It has just been shown: the keyboard comes to its first answer."""
        announce(self, f"{self.title.text()} {self.more.text()}".strip())
        first = next(iter(self.buttons.values()))
        first.setFocus(Qt.FocusReason.OtherFocusReason)

    def _measure(self) -> None:
        px = theme().px
        self._column.setContentsMargins(px(14), px(12), px(14), px(12))
        self._column.setSpacing(px(8))
        self.body.setSpacing(px(3))
        self._row.setSpacing(px(8))


def question_card(question: ToolAsk | PlaceQuestion, model: str) -> QuestionCard:
    """A tool wants to replace a file (what goes and what comes, line by line), or the notebook is
    copied elsewhere, and somebody has to say where transcripts are kept."""
    if isinstance(question, PlaceQuestion):
        title = tr("%1 copies this notebook. Where are conversations to be kept?")
        more = tr("A transcript holds every word of a conversation. You are asked once.")
        words = {
            TranscriptPlace.IGNORED: tr("Here, and ignored by %1"),
            TranscriptPlace.NOTEBOOK: tr("Here, as any other file"),
            TranscriptPlace.OWN: tr("Outside the notebook, on this computer only"),
        }
        answers = [(str(p), words[p].replace("%1", question.keeper)) for p in question.places]
        return QuestionCard(title.replace("%1", question.keeper), more, answers)
    title = tr("%1 wants to write %2 anew.").replace("%1", model or tr("The model"))
    more = tr("Nothing is written before you answer. The version before stays in the history.")
    answers = [(ALLOW, tr("Write it")), (PROPOSE, tr("Not now: propose it"))]
    card = QuestionCard(title.replace("%2", question.path), more, answers)
    lines = changed_lines(question.before, question.after)
    for tone, line in lines[:_MOST] or [(KEEP, tr("No line differs"))]:
        card.body.addWidget(DiffLine(tone, line[:_LONGEST]))
    if more_lines := len(lines[_MOST:]):
        told = counted("and {count} more line", "and {count} more lines", more_lines)
        card.body.addWidget(text(told, "meta", "text2"))
    return card


def changed_lines(before: str, after: str) -> list[tuple[str, str]]:
    """The lines that go and those that come, each with its tone. Blank ones are left out, and those
    that only stand elsewhere."""
    old, new = before.splitlines(), after.splitlines()
    found: list[tuple[str, str]] = []
    for tag, a, b, c, d in SequenceMatcher(None, old, new, autojunk=False).get_opcodes():
        if tag != "equal":
            found += [(DEL, line) for line in old[a:b] if line.strip()]
            found += [(ADD, line) for line in new[c:d] if line.strip()]
    gone, came = ({line for tone, line in found if tone == kind} for kind in (DEL, ADD))
    return [(tone, line) for tone, line in found if line not in gone & came]
