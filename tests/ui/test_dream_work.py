"""The deeds of dreams end in one signal each, whatever the memory below does."""

import asyncio
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from typing import Any

from PySide6.QtCore import QObject

from desktop_app.dreams.dream import Outcome
from desktop_app.errors import Problem
from desktop_app.jobs import Jobs
from desktop_app.ui.dreams.dream_work import DreamWork
from tests.support.waiting import until


class Sleeper:
    """A memory that dreams as slowly as it is told, and remembers what it was asked."""

    def __init__(self, *, seconds: float = 60, outcome: Outcome | None = None) -> None:
        self.seconds = seconds
        self.outcome = outcome or Outcome("nothing", "one", "Nothing new to keep.")
        self.asked: list[object] = []

    async def deep_dream(
        self, days: int | None, *, force: bool, enabled: bool, report: Callable[[str], None]
    ) -> Outcome:
        self.asked.append((days, force, enabled))
        report("Reading 3 days")
        await asyncio.sleep(self.seconds)
        return self.outcome

    def discard(self, proposal_id: str) -> None:
        self.asked.append(f"discard {proposal_id}")

    def apply(self, proposal_id: str) -> None:
        raise Problem("The disk is full.", "Free some space.")


class Chosen(dict[str, object]):
    """Settings that are only a table."""

    def __init__(self, days: int = 0) -> None:
        super().__init__({"dreams.days": days, "dreams.enabled": True})


class Heard:
    """What a work has said, in order."""

    def __init__(self, work: DreamWork) -> None:
        self.words: list[str] = []
        for name in (
            "about_to_write", "began", "stepped", "ended", "dreamt", "failed", "cancelled",
            "leaving", "discarded", "applied", "refused",
        ):  # fmt: skip
            getattr(work, name).connect(lambda *told, name=name: self.words.append(name))


@asynccontextmanager
async def working(memory: Sleeper, days: int = 0) -> AsyncIterator[tuple[DreamWork, list[str]]]:
    bugs: list[BaseException] = []
    jobs, owner = Jobs(bugs.append), QObject()
    work = DreamWork(jobs, Chosen(days), owner)
    heard = Heard(work)
    work.use(memory)
    try:
        yield work, heard.words
    finally:
        await jobs.close()
        assert bugs == []


async def test_a_dream_is_followed_from_step_to_end(qtbot: Any) -> None:
    memory = Sleeper(seconds=0)
    async with working(memory, days=7) as (work, words):
        work.dream(force=True)
        assert work.running
        await until(lambda: "dreamt" in words)
        assert words == ["began", "about_to_write", "stepped", "ended", "dreamt"]
        assert memory.asked == [(7, True, True)]
        assert not work.running


async def test_without_a_number_every_day_since_the_last_dream_is_read(qtbot: Any) -> None:
    memory = Sleeper(seconds=0)
    async with working(memory) as (work, words):
        work.dream()
        await until(lambda: "dreamt" in words)
        assert memory.asked == [(None, False, True)]


async def test_a_cancelled_dream_ends_once_and_another_may_begin(qtbot: Any) -> None:
    async with working(Sleeper()) as (work, words):
        work.dream()
        await until(lambda: "stepped" in words)
        work.cancel()
        await until(lambda: "cancelled" in words)
        assert words[-2:] == ["ended", "cancelled"]
        assert not work.running
        work.dream()
        await until(lambda: words.count("stepped") == 2)


async def test_a_dream_cancelled_before_it_began_reads_nothing(qtbot: Any) -> None:
    memory = Sleeper()
    async with working(memory) as (work, words):
        work.dream()
        work.cancel()
        await until(lambda: "cancelled" in words)
        assert memory.asked == []


async def test_a_second_dream_does_not_start_beside_the_first(qtbot: Any) -> None:
    memory = Sleeper(seconds=0)
    async with working(memory) as (work, words):
        work.dream()
        work.dream()
        await until(lambda: "dreamt" in words)
        assert len(memory.asked) == 1


async def test_a_failed_dream_is_no_dream_that_found_nothing(qtbot: Any) -> None:
    problem = Problem("The disk is full.", "Free some space.")
    failed = Outcome("failed", "one", problem.message, problem=problem)
    async with working(Sleeper(seconds=0, outcome=failed)) as (work, words):
        work.dream()
        await until(lambda: "failed" in words)
        assert "dreamt" not in words


async def test_another_notebook_ends_the_dream_of_the_one_before(qtbot: Any) -> None:
    async with working(Sleeper()) as (work, words):
        work.dream()
        await until(lambda: "stepped" in words)
        work.use(Sleeper())
        await until(lambda: "cancelled" in words)


async def test_a_discarded_proposal_can_be_had_back_for_a_while(qtbot: Any) -> None:
    memory = Sleeper()
    async with working(memory) as (work, words):
        work.discard("p1")
        assert work.left == "p1"
        assert work.take_back() == "p1"
        work.settle()
        await asyncio.sleep(0.05)
        assert memory.asked == []
        work.discard("p1")
        work.settle()
        await until(lambda: "discarded" in words)
        assert memory.asked == ["discard p1"]
        assert work.take_back() == ""


async def test_a_new_dream_settles_what_was_discarded_first(qtbot: Any) -> None:
    memory = Sleeper(seconds=0)
    async with working(memory) as (work, words):
        work.discard("p1")
        work.dream()
        await until(lambda: "dreamt" in words)
        assert memory.asked == ["discard p1", (None, False, True)]


async def test_what_cannot_be_applied_is_refused_in_words(qtbot: Any) -> None:
    async with working(Sleeper()) as (work, words):
        work.apply("p1")
        await until(lambda: "refused" in words)
        assert words == ["about_to_write", "refused"]
