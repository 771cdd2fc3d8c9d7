"""One quiet line above the field: what was flushed or remembered, and what a sleep is doing.

Knows how it is shown; `step_words` knows what is said of a step.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QHBoxLayout, QLabel, QWidget

from desktop_app.memory.live_session import (
    ExtractedStep,
    FailedStep,
    FlushedStep,
    LiveStep,
    PhaseStep,
    RewordedStep,
    SleptStep,
)
from desktop_app.sessions.sleep import SleepPhase
from desktop_app.ui.conversation.live_words import short
from desktop_app.ui.look.icons import pixmap
from desktop_app.ui.look.theme import theme
from desktop_app.ui.parts.controls import Button, IconButton
from desktop_app.ui.parts.labels import restyle, text
from desktop_app.ui.parts.notices import announce
from desktop_app.words import counted, tr

if TYPE_CHECKING:
    from desktop_app.dreams.flush import Flushed

OPEN, UNDO = "open", "undo"


@dataclass(frozen=True)
class News:
    """A sentence, its icon and tone, and what can be done: some of `OPEN` and `UNDO`."""

    words: str
    icon: str = "info"
    tone: str = "text2"
    deeds: tuple[str, ...] = ()


class NewsLine(QWidget):
    """Hidden while there is nothing to say."""

    def __init__(self) -> None:
        super().__init__()
        self._news = News("")
        self._acts: dict[str, Callable[[], None]] = {}
        self._sign = QLabel()
        self.words = text("", "meta", "text2", wrap=True)
        self.buttons = {OPEN: Button(tr("Open"), "link"), UNDO: Button(tr("Undo"), "link")}
        self.cross = IconButton("cross", tr("Dismiss"), 24)
        self.cross.clicked.connect(self.clear)
        self._row = QHBoxLayout(self)
        self._row.setContentsMargins(0, 0, 0, 0)
        self._row.addWidget(self._sign, 0, Qt.AlignmentFlag.AlignVCenter)
        self._row.addWidget(self.words, 1)
        for deed, button in self.buttons.items():
            button.clicked.connect(lambda _=False, d=deed: self._do(d))
            self._row.addWidget(button)
        self._row.addWidget(self.cross)
        theme().followed_by(self._draw)
        self.hide()

    def say(self, news: News, **acts: Callable[[], None]) -> None:
        """Says it in place of what was said before; `acts` are done for its deeds."""
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
        token = {"warn": "warn"}.get(self._news.tone, "accent")
        self._sign.setPixmap(pixmap(self._news.icon, token, 16, self.devicePixelRatioF()))
        self._row.setSpacing(theme().px(8))


def news_of(step: LiveStep) -> News | None:
    """What is said of a step; None where it says nothing that a person needs."""
    if isinstance(step, FlushedStep):
        return flushed_news(step.flushed)
    if isinstance(step, PhaseStep):
        return News(phase_in_words(step.phase), "dreams")
    if isinstance(step, SleptStep):
        return _slept(step)
    if isinstance(step, FailedStep):
        words = tr("Not done yet, and tried again later: %1")
        return News(words.replace("%1", str(step.problem)), "warn", "warn")
    if isinstance(step, RewordedStep):
        return News(tr("The model has worded the summary anew."), "dreams")
    return None


def facts_news(steps: Sequence[ExtractedStep]) -> News:
    """How many facts are kept, and how they begin where their words are known."""
    count = sum(step.remembered for step in steps)
    words = counted("{count} fact remembered", "{count} facts remembered", count)
    if said := " · ".join(short(fact) for step in steps for fact in step.facts):
        words = tr("%1: %2").replace("%1", words).replace("%2", short(said, 100))
    return News(words, "memory", deeds=(UNDO,))


def flushed_news(flushed: "Flushed") -> News | None:
    """Where it went; why nothing was written."""
    if flushed.path is None:
        return News(flushed.reason or tr("There is no new message to keep."), "check")
    words = tr("Flushed into %1, line %2").replace("%1", flushed.path)
    return News(words.replace("%2", f"{flushed.line:,}"), "days", deeds=(OPEN, UNDO))


def phase_in_words(phase: SleepPhase) -> str:
    """What a sleep does now, and how far it is."""
    does = {
        SleepPhase.PROCESS: tr("looks through the messages"),
        SleepPhase.SUMMARIZE: tr("sums them up"),
        SleepPhase.CONSOLIDATE: tr("chooses what to keep"),
        SleepPhase.SAVE: tr("saves it"),
    }
    words = tr("Sleep %1 of %2: %3").replace("%1", str(list(SleepPhase).index(phase) + 1))
    return words.replace("%2", str(len(SleepPhase))).replace("%3", does[phase])


def _slept(step: SleptStep) -> News:
    said = [tr("Slept: the model goes on with a summary and the last messages")]
    if step.saved is not None and step.saved.path:
        said.append(tr("what matters is in %1").replace("%1", step.saved.path))
    if step.proposed:
        said.append(
            counted(
                "{count} line is proposed for MEMORY.md",
                "{count} lines are proposed for MEMORY.md",
                step.proposed,
            )
        )
    return News("; ".join(said), "dreams")
