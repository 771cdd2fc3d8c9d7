"""A dream while it runs, and a proposal on its way out.

Knows memory and jobs; what is shown then is the page's business. Before the first dream with a
model a person is asked.
"""

import asyncio
from collections.abc import Callable, Coroutine
from datetime import date
from functools import partial
from typing import Any, NamedTuple

from PySide6.QtCore import QObject, Signal, SignalInstance

from desktop_app.dates import about
from desktop_app.dreams.dream import Outcome
from desktop_app.dreams.engine_choice import Engine, EngineName, engine_of
from desktop_app.dreams.model.measure import Expected
from desktop_app.dreams.proposal import RunOutcome
from desktop_app.dreams.runs import DreamRun
from desktop_app.errors import Problem
from desktop_app.jobs import Report
from desktop_app.memory import Memory
from desktop_app.notebook.lines import limits_of
from desktop_app.settings import Settings
from desktop_app.ui.models.server import other_computer
from desktop_app.ui.parts.delayed import delayed
from desktop_app.words import counted, filled, listed, together, tr

JOB = "dream"
GRACE_MS = 8000
"""How long a discarded dream can be had back: as long as its toast stays."""
_AGREED = "models.agreed"

Work = Callable[["Memory", "Report"], Coroutine[None, None, Any]]


class Wanted(NamedTuple):
    """A dream as it is asked for; `days` and `until` as in `Dreams.dream`. `agreed`: the person has
    said yes to this very dream.
    """

    engine: Engine
    days: int | None = None
    force: bool = False
    until: date | None = None
    agreed: bool = False


class Question(NamedTuple):
    """Whether this model may dream, which was not asked before; `offered`: the person has chosen
    none, and automatic would find this one.

    `elsewhere` is the other computer it runs on, to which the person has agreed; "" for this one.
    """

    wanted: Wanted
    expected: Expected
    elsewhere: str = ""
    offered: bool = False


def expected_words(question: Question) -> str:
    """qwen3:8b would read 7 days on this computer, in 2 calls, about 3 to 8 minutes."""
    expected, where = question.expected, question.elsewhere
    days = counted("1 day", "{count} days", expected.days)
    calls = counted("1 call", "{count} calls", expected.parts)
    parts = [
        tr("%1 would read %2 on %3", expected.model or "", days, where or tr("this computer")),
        tr("in %1", calls),
        *([about(*expected.seconds)] if expected.seconds else []),
    ]
    sentence = tr("%1. Your notes are sent there.") if where else tr("%1. Nothing leaves it.")
    if expected.seconds is None:
        later = tr("How long it takes is told once it has read a part of them.")
        sentence = together(sentence, later)
    return filled(sentence, listed(parts))


async def question_of(
    memory: Memory, settings: Settings, wanted: Wanted, report: Report
) -> Question | None:
    """What is to be asked before this dream; None when nothing is, or no model would dream."""
    if wanted.agreed or not settings.get("dreams.enabled"):
        return None
    if offered := await memory.dreams.offered(wanted.engine):
        wanted = wanted._replace(engine=wanted.engine._replace(model=offered.name))
    engine, agreed = wanted.engine, () if offered else settings.get(_AGREED)
    if not engine.asks or engine.model in agreed:
        return None
    report(tr("Looking for {model}").format(model=engine.model or tr("a model")))
    try:
        expected = await memory.dreams.expected(engine, wanted.days, wanted.until)
    except Problem:
        return None  # the dream itself meets it too, and keeps it as its end
    if expected.model is None or not expected.days or expected.model in agreed:
        return None
    elsewhere = other_computer(memory.models.ollama.wire.address.url)
    return Question(wanted, expected, elsewhere, bool(offered))


class DreamWork(QObject):
    """One dream at a time, in the notebook of its page; each ends in one signal."""

    began = Signal()
    stepped = Signal(str)
    ended = Signal()  # however; before what follows
    asked = Signal(object)  # a Question; the dream begins when it is answered
    dreamt = Signal(object)  # an Outcome that is done or nothing
    failed = Signal(object)  # an Outcome that failed, and is kept among the runs
    cancelled = Signal()
    refused = Signal(object)  # the Problem of a dream that left no trace

    def __init__(self, page: Any, settings: Settings) -> None:
        super().__init__(page)
        self._page, self._jobs, self._settings = page, page.jobs, settings
        self._left: tuple[Memory, str] | None = None
        self._wanted = False  # a dream was asked for and has not ended
        self._grace = delayed(self, GRACE_MS, self.settle)

    @property
    def left(self) -> str:
        """The id of the proposal that is on its way out; "" for none."""
        return self._left[1] if self._left else ""

    @property
    def running(self) -> bool:
        """Whether a dream runs, or is about to."""
        return self._wanted or self._jobs.running(JOB)

    @property
    def days(self) -> int | None:
        """How many days a dream reads; None for every day since the last one."""
        return int(self._settings.get("dreams.days")) or None

    # -- dreaming -----------------------------------------------------------------------------

    def dream(self, force: bool = False, until: date | None = None) -> None:
        self._begin(Wanted(engine_of(self._settings.get), self.days, force, until))

    def retry(self, run: DreamRun, *, builtin: bool = False) -> None:
        engine = engine_of(self._settings.get)
        if run.engine == EngineName.OLLAMA:
            engine = engine._replace(kind=EngineName.OLLAMA, model=run.model)
        if builtin:
            engine = engine._replace(kind=EngineName.BUILTIN)
        until = date.fromisoformat(run.until) if run.until else None
        self._begin(Wanted(engine, self.days, until=until))

    def answer(self, question: Question, agreed: bool) -> None:
        """The person's answer, kept for later dreams; the dream begins."""
        settings, wanted, model = self._settings, question.wanted, question.expected.model
        try:
            if agreed:
                wanted = wanted._replace(agreed=True)
                settings.set(_AGREED, [*settings.get(_AGREED), model])
                if question.offered:
                    settings.set("dreams.model", model)
            else:
                wanted = wanted._replace(engine=wanted.engine._replace(kind=EngineName.BUILTIN))
                settings.set("dreams.engine", EngineName.BUILTIN)
        except Problem as problem:
            self.refused.emit(problem)
            return
        self._begin(wanted)

    def cancel(self) -> None:
        self._wanted = False
        self._jobs.cancel(JOB)

    def allowed(self) -> bool:
        """Whether dreams are switched on; else it says so."""
        allowed = bool(self._settings.get("dreams.enabled"))
        if not allowed:
            hint = tr("Switch them on there, under Dreams.")
            self.refused.emit(Problem(tr("Dreams are switched off in Settings."), hint))
        return allowed

    def _begin(self, wanted: Wanted) -> None:
        limits = limits_of(self._settings.get)

        async def work(memory: Memory, report: Report) -> Question | Outcome:
            if wanted.engine.kind != EngineName.BUILTIN:
                await asyncio.to_thread(lambda: memory.models.ollama)  # its library loads slowly
            question = await question_of(memory, self._settings, wanted, report)
            return question or await memory.dreams.dream(
                wanted.days,
                until=wanted.until,
                force=wanted.force,
                enabled=True,
                engine=wanted.engine,
                limits=limits,
                report=report,
            )

        self._run(work)

    def _run(self, work: Work) -> None:
        """One at a time; it starts once what is typed is saved."""
        memory = self._page.memory
        if memory is None or self.running or not self.allowed():
            return
        self._wanted = True
        self.settle()
        self.began.emit()
        self._page.save_typed()

        def start(_saved: object) -> None:
            if not self._wanted:
                self._ended(self.cancelled)
                return
            self._jobs.start(
                JOB,
                partial(work, memory),
                done=lambda end: self._done(memory, end),
                failed=lambda problem: self._ended(self.refused, problem),
                cancelled=lambda: self._ended(self.cancelled),
                step=self.stepped.emit,
            )

        self._jobs.do(lambda: None, start)

    def _done(self, memory: Memory, end: Question | Outcome) -> None:
        if memory is not self._page.memory:
            self._ended(self.cancelled)  # of a notebook that is not open any more
        elif isinstance(end, Outcome):
            failed = end.kind == RunOutcome.FAILED
            self._ended(self.failed if failed else self.dreamt, end)
        else:
            self._ended(self.asked, end)

    def _ended(self, then: SignalInstance, *result: object) -> None:
        self._wanted = False
        self.ended.emit()
        then.emit(*result)

    # -- a proposal on its way out ------------------------------------------------------------

    def discard(self, proposal_id: str) -> None:
        """Set a proposal aside, for good only after a while: until then it can be had back."""
        self.settle()
        self._left = (self._page.memory, proposal_id)
        self._grace.start()

    def take_back(self) -> str:
        """The proposal on its way out stays after all; its id, or "" when it is too late."""
        self._grace.stop()
        left, self._left = self._left, None
        return left[1] if left else ""

    def settle(self) -> None:
        if left := self._left:
            self.take_back()
            discard = partial(left[0].dreams.discard, left[1])
            self._jobs.do(discard, lambda _: None, self.refused.emit)
