"""The deeds of dreams end in one signal each, whatever the memory below does."""

import asyncio
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from datetime import date
from typing import Any

import pytest
from PySide6.QtCore import QEvent, QObject
from PySide6.QtWidgets import QApplication

from desktop_app.dreams.dream import Outcome
from desktop_app.dreams.engine_choice import Engine
from desktop_app.dreams.engines import Expected
from desktop_app.dreams.runs import DreamRun
from desktop_app.errors import Problem
from desktop_app.jobs import Jobs
from desktop_app.models.address import HERE, Address
from desktop_app.models.ollama import Ollama
from desktop_app.notebook.length import Limits
from desktop_app.ui.dreams.cards import expected_words
from desktop_app.ui.dreams.dream_work import DreamWork, Question
from tests.support.dreaming import NOON
from tests.support.waiting import until

NOBODY = Expected(None, "No model is chosen.", 3)


class Sleeper:
    """A memory that dreams as slowly as it is told, and remembers what it was asked.

    It is its own room of dreams and of models, too.
    """

    def __init__(
        self,
        *,
        seconds: float = 3600,
        outcome: Outcome | None = None,
        expects: Expected | Problem = NOBODY,
        at: Address = HERE,
    ) -> None:
        self.seconds = seconds
        self.outcome = outcome or Outcome("nothing", "one", "Nothing new to keep.")
        self.expects = expects
        self.dreams = self.models = self
        self.ollama = Ollama(at)
        self.asked: list[object] = []
        self.until: list[date | None] = []
        self.engines: list[Engine] = []
        self.limits: list[Limits] = []

    async def offered(self, engine: Engine) -> None:
        """It has no model to offer."""

    async def expected(
        self, engine: Engine, days: int | None, until: date | None = None
    ) -> Expected:
        if isinstance(self.expects, Problem):
            raise self.expects
        return self.expects

    async def dream(
        self,
        days: int | None,
        *,
        until: date | None = None,
        force: bool,
        enabled: bool,
        engine: Engine,
        limits: Limits,
        report: Callable[[str], None],
    ) -> Outcome:
        self.asked.append((days, force, enabled))
        self.limits.append(limits)
        self.until.append(until)
        self.engines.append(engine)
        report("Reading 3 days")
        await asyncio.sleep(self.seconds)
        return self.outcome

    def discard(self, proposal_id: str) -> None:
        self.asked.append(f"discard {proposal_id}")

    def apply(self, proposal_id: str) -> None:
        raise Problem("The disk is full.", "Free some space.")


class Chosen(dict[str, object]):
    """Settings that are only a table."""

    def __init__(self, days: int = 0, engine: str = "auto", model: str = "") -> None:
        super().__init__(
            {
                "dreams.days": days,
                "dreams.enabled": True,
                "dreams.answers": "auto",
                "memory.lines": 200,
                "memory.characters": 25_000,
                "dreams.engine": engine,
                "dreams.model": model,
                "dreams.room": 4_096,
                "dreams.minutes": 5,
                "models.agreed": [],
            }
        )

    def set(self, key: str, value: object) -> None:
        self[key] = value


class Heard:
    """What a work has said, in order."""

    def __init__(self, work: DreamWork) -> None:
        self.words: list[str] = []
        for name in (
            "about_to_write", "began", "stepped", "ended", "dreamt", "failed", "cancelled",
            "asked", "applied", "refused",
        ):  # fmt: skip
            getattr(work, name).connect(lambda *told, name=name: self.words.append(name))


@asynccontextmanager
async def working(
    memory: Sleeper, days: int = 0, chosen: Chosen | None = None
) -> AsyncIterator[tuple[DreamWork, list[str]]]:
    bugs: list[BaseException] = []
    jobs, owner = Jobs(bugs.append), QObject()
    work = DreamWork(jobs, chosen or Chosen(days), owner)
    heard = Heard(work)
    work.use(memory)
    try:
        yield work, heard.words
    finally:
        await jobs.close()
        owner.deleteLater()  # here: a thread that collects garbage could not stop its timer
        QApplication.sendPostedEvents(owner, QEvent.Type.DeferredDelete)
        assert bugs == []


async def test_a_dream_cancelled_before_it_began_reads_nothing(qtbot: Any) -> None:
    memory = Sleeper()
    async with working(memory) as (work, words):
        work.dream()
        work.cancel()
        await until(lambda: "cancelled" in words)
        assert memory.asked == []


async def test_a_new_dream_settles_what_was_discarded_first(qtbot: Any) -> None:
    memory = Sleeper(seconds=0)
    async with working(memory) as (work, words):
        work.discard("p1")
        work.dream()
        await until(lambda: "dreamt" in words)
        assert memory.asked == ["discard p1", (None, False, True)]
        assert memory.limits == [Limits(200, 25_000)]


async def test_what_cannot_be_applied_is_refused_in_words(qtbot: Any) -> None:
    async with working(Sleeper()) as (work, words):
        work.apply("p1")
        await until(lambda: "refused" in words)
        assert words == ["about_to_write", "refused"]


QWEN = Expected("qwen3:8b", "", days=7, parts=2, tokens=9_000, seconds=(180, 460))


def asking(memory: Sleeper, work: DreamWork) -> list[Question]:
    """The questions it puts, as they come."""
    questions: list[Question] = []
    work.asked.connect(questions.append)
    return questions


@pytest.mark.parametrize(
    ("at", "elsewhere", "said"),
    [
        (HERE, "", "would read 7 days on this computer, in 2 calls, about 3 to 8 minutes. Nothing"),
        (Address("nas.local"), "nas.local", "on nas.local, in 2 calls, about 3 to 8 minutes. Your"),
    ],
)
async def test_the_question_says_where_the_notes_go(
    qtbot: Any, at: Address, elsewhere: str, said: str
) -> None:
    memory = Sleeper(seconds=0, expects=QWEN, at=at)
    async with working(memory, chosen=Chosen(model="qwen3:8b")) as (work, words):
        questions = asking(memory, work)
        work.dream()
        await until(lambda: "asked" in words)
        assert questions[0].elsewhere == elsewhere
        assert said in expected_words(questions[0])


async def test_of_a_model_never_heard_no_time_is_told(qtbot: Any) -> None:
    unheard = Expected("qwen3:8b", "", days=7, parts=5, tokens=9_000)
    memory = Sleeper(seconds=0, expects=unheard)
    async with working(memory, chosen=Chosen(model="qwen3:8b")) as (work, words):
        questions = asking(memory, work)
        work.dream()
        await until(lambda: "asked" in words)
        said = expected_words(questions[0])
        assert "in 5 calls. Nothing leaves it. How long it takes is told once" in said


@pytest.mark.parametrize(
    "expects",
    [
        Problem("Ollama is not running."),
        Expected(None, "Ollama is not running.", 7),
        Expected("qwen3:8b", "", 0),
    ],
)
async def test_nobody_is_asked_about_a_model_that_would_not_dream(
    qtbot: Any, expects: Expected | Problem
) -> None:
    memory = Sleeper(seconds=0, expects=expects)
    async with working(memory, chosen=Chosen(model="qwen3:8b")) as (work, words):
        work.dream()
        await until(lambda: "dreamt" in words)
        assert "asked" not in words


async def test_a_dream_up_to_an_earlier_day_is_retried_up_to_that_day(qtbot: Any) -> None:
    memory, day = Sleeper(seconds=0), date(2026, 3, 14)
    async with working(memory) as (work, words):
        work.dream(until=day)
        await until(lambda: "dreamt" in words)
        run = DreamRun("one", NOON, "failed", "", "builtin", 0, until=day.isoformat())
        work.retry(run)
        await until(lambda: words.count("dreamt") == 2)
    assert memory.until == [day, day]
