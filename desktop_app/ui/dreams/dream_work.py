"""What can be done with dreams: start one, apply, discard and undo what it proposed.

Knows memory and jobs; what is shown then is the page's business. Before the first dream with a
model a person is asked.
"""

import asyncio
from collections.abc import Callable, Coroutine, Sequence
from datetime import date
from functools import partial
from typing import Any, NamedTuple

from PySide6.QtCore import QObject, Signal, SignalInstance

from desktop_app.dreams.dream import Outcome
from desktop_app.dreams.engine_choice import Engine, EngineName, engine_of
from desktop_app.dreams.material import Mind
from desktop_app.dreams.model.measure import Expected
from desktop_app.dreams.proposal import CHAT, RunOutcome
from desktop_app.dreams.runs import DreamRun
from desktop_app.errors import Problem
from desktop_app.jobs import Jobs, Report
from desktop_app.memory import Memory
from desktop_app.notebook.lines import limits_of
from desktop_app.settings import Settings
from desktop_app.ui.models.server import other_computer
from desktop_app.ui.parts.delayed import delayed
from desktop_app.words import tr

JOB = "dream"
GRACE_MS = 8000
"""How long a discarded dream can be had back: as long as its toast stays."""
_AGREED = "models.agreed"

Work = Callable[["Memory", "Report"], Coroutine[None, None, Any]]
Done = Callable[[Any], None]


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
    """Dreams of one notebook at a time; every deed ends in one signal, or in the call it names."""

    about_to_write = Signal()  # what is typed elsewhere is to be saved first
    began = Signal()
    stepped = Signal(str)
    ended = Signal()  # however; before what follows
    asked = Signal(object)  # a Question; the dream begins when it is answered
    dreamt = Signal(object)  # an Outcome that is done or nothing
    failed = Signal(object)  # an Outcome that failed, and is kept among the runs
    cancelled = Signal()
    applied = Signal(object)  # an Applied
    undone = Signal(object)  # an Undone
    refused = Signal(object)  # the Problem of any other deed, or of a dream that left no trace

    def __init__(self, jobs: Jobs, settings: Settings, parent: QObject) -> None:
        super().__init__(parent)
        self._jobs, self._settings = jobs, settings
        self._memory: Memory | None = None
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
    def _days(self) -> int | None:
        return int(self._settings.get("dreams.days")) or None

    def use(self, memory: Memory) -> None:
        self.settle()
        self.cancel()
        self._memory = memory

    # -- dreaming -----------------------------------------------------------------------------

    def dream(self, force: bool = False, until: date | None = None) -> None:
        self._begin(Wanted(engine_of(self._settings.get), self._days, force, until))

    def retry(self, run: DreamRun, *, builtin: bool = False) -> None:
        engine = engine_of(self._settings.get)
        if run.engine == EngineName.OLLAMA:
            engine = engine._replace(kind=EngineName.OLLAMA, model=run.model)
        if builtin:
            engine = engine._replace(kind=EngineName.BUILTIN)
        until = date.fromisoformat(run.until) if run.until else None
        self._begin(Wanted(engine, self._days, until=until))

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

    def do(
        self,
        deed: Callable[[Memory], Any],
        done: Done | SignalInstance,
        failed: Done | None = None,
    ) -> None:
        """Do something with the notebook once what is typed is saved; then call one of these."""
        if memory := self._memory:
            self.about_to_write.emit()
            tell = done.emit if isinstance(done, SignalInstance) else done
            still = lambda answer: tell(answer) if memory is self._memory else None
            self._jobs.do(lambda: deed(memory), still, failed or self.refused.emit)

    def ask_chat(self, done: Done) -> None:
        days, limits = self._days, limits_of(self._settings.get)
        if self._allowed():
            self.do(lambda memory: memory.dreams.ask(Mind(CHAT), days, limits=limits), done)

    def hear_chat(self, answers: Sequence[str], reading: str, done: Done, failed: Done) -> None:
        asked, limits = (Mind(CHAT), answers, reading or None), limits_of(self._settings.get)
        self.do(lambda memory: memory.dreams.answer(*asked, limits=limits), done, failed)

    def read_again(self, model: str, ask: Done) -> None:
        """Have a model read again what waits; without one `ask` gets the question for any chat."""
        get = self._settings.get
        engine, limits = engine_of(get)._replace(model=model), limits_of(get)
        if not model:
            mind = Mind(CHAT)
            self.do(lambda memory: memory.dreams.read_again(mind, limits=limits).second, ask)
        elif self._allowed():
            self._run(lambda memory, report: memory.dreams.read_again_by_model(
                engine, limits=limits, report=report))  # fmt: skip

    def apply(self, proposal_id: str) -> None:
        self.do(lambda memory: memory.dreams.apply(proposal_id), self.applied)

    def undo(self, proposal_id: str | None) -> None:
        """Take an applied dream back; without an id the last one."""
        self.do(lambda memory: memory.dreams.undo(proposal_id), self.undone)

    def discard(self, proposal_id: str) -> None:
        """Set a proposal aside, for good only after a while: until then it can be had back."""
        if self._memory is not None:
            self.settle()
            self._left = (self._memory, proposal_id)
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

    # -- inside -------------------------------------------------------------------------------

    def _allowed(self) -> bool:
        allowed = bool(self._settings.get("dreams.enabled"))
        if not allowed:
            hint = tr("Switch them on there, under Dreams.")
            self.refused.emit(Problem(tr("Dreams are switched off in Settings."), hint))
        return allowed

    def _begin(self, wanted: Wanted) -> None:
        limits = limits_of(self._settings.get)

        async def work(memory: Memory, report: Report) -> "Question | Outcome":
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

        if self._allowed():
            self._run(work)

    def _run(self, work: Work) -> None:
        """One at a time; it starts once what is typed is saved."""
        memory = self._memory
        if memory is None or self.running:
            return
        self._wanted = True
        self.settle()
        self.began.emit()
        self.about_to_write.emit()

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

    def _done(self, memory: Memory, end: "Question | Outcome") -> None:
        if memory is not self._memory:
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
