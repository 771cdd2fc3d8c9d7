"""What a talk tells beside its messages: flushes, sleeps, facts, and why no answer came.

Of the talk in front it is told on the desk, of any other by a toast.
"""

from collections.abc import Callable
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Signal

from desktop_app.errors import Problem
from desktop_app.memory.live_session import ExtractedStep, FlushedStep, LiveStep, PhaseStep
from desktop_app.ui.conversation.live_words import short, title_of
from desktop_app.ui.conversation.news_line import (
    OPEN,
    UNDO,
    News,
    NewsLine,
    facts_news,
    flushed_news,
    news_of,
)
from desktop_app.ui.conversation.talk_desk import TalkDesk
from desktop_app.ui.conversation.talking import Talking
from desktop_app.ui.conversation.turn_work import Answering
from desktop_app.ui.parts.notices import announce
from desktop_app.words import tr

if TYPE_CHECKING:
    from desktop_app.dreams.flush import Flushed
    from desktop_app.memory.talk import Talk

Acts = dict[str, Callable[[], None]]


class TalkNews(QObject):
    """Tells it; `front` gives the talk in front, None for none."""

    toasted = Signal(str, str, object)
    opened = Signal(str, int)
    asked_for = Signal(str)  # the talk of this id is to come to the front, from another page

    def __init__(
        self, desk: TalkDesk, work: Talking, front: "Callable[[], Talk | None]", parent: QObject
    ) -> None:
        super().__init__(parent)
        self._desk, self._work, self._front = desk, work, front
        self._retry: Callable[[], None] | None = None
        self._facts: list[ExtractedStep] = []  # that the line tells
        work.turns.stepped.connect(self._stepped)
        work.flushed.connect(lambda talk, flushed: self._say_flushed(talk, flushed))
        desk.retried.connect(self.retry)

    def clear(self) -> None:
        """Nothing is told any more, and nothing is to be tried again."""
        self._retry = None
        self._desk.banner.clear()

    def tell_end(self, over: Answering, problem: Problem | None) -> None:
        """An answer is over."""
        if problem is not None:
            self._tell(over.talk, problem)
        elif over.talk is not None and not over.stopped:
            self._say_answered(over.talk)

    def _say_answered(self, talk: "Talk") -> None:
        if talk is self._front() and self._desk.isVisible():
            announce(self._desk, tr("The answer is there."))
        else:
            words = tr("An answer is there: %1").replace("%1", title_of(talk.head))
            self.toasted.emit(words, tr("Show"), lambda: self.asked_for.emit(talk.id))

    def _tell(self, talk: "Talk | None", problem: Problem) -> None:
        """Why there is no answer, with a way to try again; what was said is kept."""
        if talk is not self._front():
            self.toasted.emit(problem.message, "", None)
            return
        last = talk.view.messages[-1:] if talk is not None else ()
        if talk is None or not last:
            self._desk.banner.say(problem.message, problem.hint)
            return
        model = self._desk.composer.model.currentText()
        self._retry = lambda: self._work.turns.again(talk, last[0].id, model)
        self._desk.banner.say(problem.message, problem.hint, tr("Try again"))

    def retry(self) -> None:
        """Ask for the answer once more."""
        self._desk.banner.clear()
        retry, self._retry = self._retry, None
        if retry is not None and self._work.turns.answering is None:
            retry()

    def _stepped(self, talk: "Talk", step: LiveStep) -> None:
        if isinstance(step, ExtractedStep):
            self._say_facts(talk, step)
            return
        acts = self._flush_acts(step.flushed) if isinstance(step, FlushedStep) else {}
        self._say(talk, news_of(step), acts, passing=isinstance(step, PhaseStep))

    def _say_facts(self, talk: "Talk", step: ExtractedStep) -> None:
        """In a line of their own; those that it told before are taken back with the new ones."""
        line, front = self._desk.facts, talk is self._front()
        self._facts = [*(self._facts if front and not line.isHidden() else ()), step]
        undos = [each.undo for each in reversed(self._facts)]

        def undo() -> None:
            for each in undos:
                each()

        acts: Acts = {UNDO: lambda: self._work.undelete(undo)}
        self._say(talk, facts_news(self._facts), acts, line=line)

    def _say_flushed(self, talk: "Talk", flushed: "Flushed") -> None:
        self._say(talk, flushed_news(flushed), self._flush_acts(flushed))

    def _say(
        self,
        talk: "Talk",
        news: News | None,
        acts: Acts,
        *,
        passing: bool = False,
        line: NewsLine | None = None,
    ) -> None:
        """`passing`: it is soon over, and not worth a toast. `line` is that of the desk."""
        if news is None:
            return
        if talk is self._front():
            (line or self._desk.news).say(news, **acts)
        elif not passing:
            words = tr("“%1”: %2").replace("%1", short(title_of(talk.head), 32))
            undo = tr("Undo") if UNDO in acts else ""
            self.toasted.emit(words.replace("%2", news.words), undo, acts.get(UNDO))

    def _flush_acts(self, flushed: "Flushed") -> Acts:
        path, line = flushed.path, flushed.line
        if path is None:
            return {}
        return {
            OPEN: lambda: self.opened.emit(path, line),
            UNDO: lambda: self._work.unflush(flushed),
        }
