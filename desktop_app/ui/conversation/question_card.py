"""A question in its place among the messages: a tool wants to replace a file, or where transcripts
are to be kept. Knows the question; who asked goes on when it is answered.
"""

from collections.abc import Sequence
from difflib import SequenceMatcher

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QFrame, QVBoxLayout, QWidget

from desktop_app.sessions.talk_view import PlaceQuestion, ToolAsk, TranscriptPlace
from desktop_app.ui.conversation.live_words import asks_to_replace
from desktop_app.ui.look.theme import theme
from desktop_app.ui.parts.boxes import stacked
from desktop_app.ui.parts.controls import Button
from desktop_app.ui.parts.diff_line import ADD, DEL, KEEP, DiffLine
from desktop_app.ui.parts.flow import Flow
from desktop_app.ui.parts.labels import text
from desktop_app.ui.parts.notices import announce
from desktop_app.words import counted, tr

_MOST = 12  # lines that are shown of what goes and comes
_WORDS = 400  # characters of a line


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
        if not more:
            self.more.hide()
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


ALLOW, PROPOSE = "allow", "propose"


def tool_card(asked: ToolAsk, model: str) -> QuestionCard:
    """A tool wants to replace a file: what goes and what comes, line by line."""
    more = tr("Nothing is written before you answer. The version before stays in the history.")
    answers = ((ALLOW, tr("Write it")), (PROPOSE, tr("Not now: propose it")))
    card = QuestionCard(asks_to_replace(model, asked.path), more, answers)
    lines = changed_lines(asked.before, asked.after)
    for tone, words in lines[:_MOST]:
        card.body.addWidget(DiffLine(tone, words[:_WORDS]))
    if len(lines) > _MOST:
        words = counted("and {count} more line", "and {count} more lines", len(lines) - _MOST)
        card.body.addWidget(text(words, "meta", "text2"))
    if not lines:
        card.body.addWidget(DiffLine(KEEP, tr("No line differs")))
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
    moved = {line for tone, line in found if tone == DEL} & {
        line for tone, line in found if tone == ADD
    }
    return [(tone, line) for tone, line in found if line not in moved]


def place_card(question: PlaceQuestion) -> QuestionCard:
    """The notebook is copied elsewhere: where are transcripts to be kept?"""
    title = tr("%1 copies this notebook. Where are conversations to be kept?")
    more = tr("A transcript holds every word of a conversation. You are asked once.")
    words = {
        TranscriptPlace.IGNORED: tr("Here, and ignored by %1"),
        TranscriptPlace.NOTEBOOK: tr("Here, as any other file"),
        TranscriptPlace.OWN: tr("Outside the notebook, on this computer only"),
    }
    answers = [(str(p), words[p].replace("%1", question.keeper)) for p in question.places]
    return QuestionCard(title.replace("%1", question.keeper), more, answers)
