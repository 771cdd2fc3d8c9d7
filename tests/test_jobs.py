"""Jobs: asked, done and long work end exactly once, and closing loses nothing."""

import asyncio
import gc
import threading
from typing import Any

import pytest

from desktop_app.errors import Problem
from desktop_app.jobs import Jobs
from desktop_app.threads import uncollected
from tests.support.waiting import until


async def test_only_the_newest_question_is_answered() -> None:
    jobs = Jobs(on_bug=pytest.fail)
    answers: list[int] = []
    for number in range(5):
        jobs.call("search", lambda number=number: number, answers.append)
    await jobs.close()
    assert answers == [4]


async def test_a_change_after_the_end_is_not_tried(caplog: Any) -> None:
    told: list[object] = []
    jobs = Jobs(on_bug=told.append)
    await jobs.close()
    jobs.do(lambda: 1, told.append, told.append)
    await asyncio.sleep(0.05)
    assert told == []
    assert "after the end" in caplog.text


async def test_what_is_asked_alone_holds_up_nothing_else_and_the_newest_waits() -> None:
    jobs = Jobs(on_bug=pytest.fail)
    answers: list[object] = []
    begun, go, asked = threading.Event(), threading.Event(), list[int]()

    def slow(number: int) -> int:
        asked.append(number)
        begun.set()
        go.wait(60)
        return number

    for number in range(8):
        jobs.call("meaning", lambda number=number: slow(number), answers.append, alone=True)
        await asyncio.sleep(0.01)
    await until(begun.is_set)
    for number in range(8):
        jobs.call(f"words {number}", lambda number=number: f"words {number}", answers.append)
    await until(lambda: len(answers) == 8)
    assert asked == [0]
    go.set()
    await until(lambda: len(answers) == 9)
    assert asked == [0, 7] and answers[-1] == 7
    await jobs.close()


async def test_what_is_asked_alone_and_hangs_is_not_waited_for_at_the_end() -> None:
    jobs = Jobs(on_bug=pytest.fail)
    begun, go = threading.Event(), threading.Event()
    jobs.call("meaning", lambda: (begun.set(), go.wait(120)), pytest.fail, alone=True)
    await until(begun.is_set)
    jobs.call("meaning", lambda: None, pytest.fail, alone=True)
    async with asyncio.timeout(60):
        await jobs.close()
    go.set()


async def test_what_fails_alone_is_answered_like_all_else() -> None:
    bugs: list[BaseException] = []
    heard: list[str] = []
    jobs = Jobs(on_bug=bugs.append)

    def refuse() -> None:
        raise Problem("The model is gone.")

    for name, work in (("model", refuse), ("bug", lambda: 1 / 0)):
        jobs.call(name, work, pytest.fail, lambda told: heard.append(told.message), alone=True)
    await until(lambda: len(heard) == 2)
    await jobs.close()
    assert sorted(heard) == ["Nightstand made a mistake.", "The model is gone."]
    assert [type(bug) for bug in bugs] == [ZeroDivisionError]


async def test_what_was_asked_before_a_void_is_not_answered_but_what_is_asked_after_is() -> None:
    jobs = Jobs(on_bug=pytest.fail)
    answers: list[str] = []
    begun, go = threading.Event(), threading.Event()

    def slow() -> str:
        begun.set()
        go.wait(60)
        return "before"

    jobs.call("history", slow, answers.append)
    await until(begun.is_set)
    jobs.call("days", lambda: "not begun yet", answers.append)
    jobs.void()
    go.set()
    jobs.call("search", lambda: "after", answers.append)
    await jobs.close()
    assert answers == ["after"]


async def test_changes_run_in_order_and_are_all_answered_even_at_close() -> None:
    jobs = Jobs(on_bug=pytest.fail)
    ran: list[int] = []
    answered: list[int] = []

    def change(number: int) -> int:
        ran.append(number)
        return number

    for number in range(20):
        jobs.do(lambda number=number: change(number), answered.append)
    await jobs.close()
    assert ran == answered == list(range(20))


async def test_a_problem_goes_to_who_asked() -> None:
    jobs = Jobs(on_bug=pytest.fail)
    heard: list[str] = []

    def refuse() -> None:
        raise Problem("The disk is full.", "Free some space.")

    jobs.do(refuse, pytest.fail, lambda problem: heard.append(problem.message))
    jobs.call("ask", refuse, pytest.fail, lambda problem: heard.append(problem.message))
    await jobs.close()
    assert heard == ["The disk is full."] * 2


async def test_a_mistake_of_ours_answers_who_asked_and_is_told(caplog: Any) -> None:
    bugs: list[BaseException] = []
    heard: list[str] = []
    jobs = Jobs(on_bug=bugs.append)

    def mistake() -> None:
        raise ZeroDivisionError

    jobs.do(mistake, pytest.fail, lambda problem: heard.append(problem.message))
    jobs.call("ask", mistake, pytest.fail, lambda problem: heard.append(problem.message))
    jobs.call("nobody listens", mistake, pytest.fail)
    await jobs.close()
    assert heard == ["Nightstand made a mistake."] * 2
    assert [type(bug) for bug in bugs] == [ZeroDivisionError] * 3
    assert caplog.text.count("A mistake of ours") == 3


async def test_a_problem_that_the_answer_meets_is_logged(caplog: Any) -> None:
    jobs = Jobs(on_bug=pytest.fail)

    def refuse(_answer: object) -> None:
        raise Problem("The disk is full.", "Free some space.")

    jobs.do(lambda: 1, refuse)
    jobs.call("ask", lambda: 1, refuse)
    await jobs.close()
    assert caplog.text.count("Nobody listened to: The disk is full.") == 2


class Ends:
    """Listens to a long job and notes how it ended."""

    def __init__(self) -> None:
        self.ends: list[Any] = []
        self.steps: list[str] = []
        self.hints: list[str | None] = []

    def listen(self, jobs: Jobs, work: Any) -> None:
        jobs.start(
            "dream",
            work,
            done=lambda answer: self.ends.append(("done", answer)),
            failed=self.fail,
            cancelled=lambda: self.ends.append("cancelled"),
            step=self.steps.append,
        )

    def fail(self, problem: Problem) -> None:
        self.ends.append(("failed", problem.message))
        self.hints.append(problem.hint)


async def test_a_long_job_tells_its_steps_from_any_thread_and_ends_once() -> None:
    jobs = Jobs(on_bug=pytest.fail)
    heard = Ends()
    threads: set[int] = set()

    async def work(report: Any) -> str:
        report("Reading")
        await asyncio.to_thread(lambda: (threads.add(threading.get_ident()), report("Comparing")))
        await asyncio.sleep(0)
        return "proposal"

    heard.listen(jobs, work)
    assert jobs.running("dream")
    with pytest.raises(Problem):
        heard.listen(jobs, work)
    await until(lambda: not jobs.running("dream"))
    await jobs.close()
    assert heard.ends == [("done", "proposal")]
    assert heard.steps == ["Reading", "Comparing"]
    assert threading.get_ident() not in threads


async def test_cancel_and_close_end_a_long_job_as_cancelled() -> None:
    for end in ("cancel", "close", "before it began"):
        jobs = Jobs(on_bug=pytest.fail)
        heard = Ends()

        async def work(report: Any) -> None:
            await asyncio.sleep(60)

        heard.listen(jobs, work)
        if end != "before it began":
            await asyncio.sleep(0)
        if end == "cancel":
            jobs.cancel("dream")
        await jobs.close()
        assert heard.ends == ["cancelled"]


async def test_a_mistake_of_ours_is_told_once_and_still_ends_the_job(caplog: Any) -> None:
    bugs: list[BaseException] = []
    jobs = Jobs(on_bug=bugs.append)
    heard = Ends()

    async def work(report: Any) -> None:
        raise ZeroDivisionError

    heard.listen(jobs, work)
    await until(lambda: heard.ends)
    await jobs.close()
    assert [type(bug) for bug in bugs] == [ZeroDivisionError]
    assert heard.ends == [("failed", "Nightstand made a mistake.")]
    assert heard.hints == ["It is logged. Try again."], "nobody knows what was written"
    assert "A mistake of ours" in caplog.text


def test_cycles_are_looked_for_again_once_all_work_has_ended() -> None:
    with uncollected():
        with uncollected():
            assert not gc.isenabled()
        assert not gc.isenabled()
    assert gc.isenabled()
    gc.disable()  # as while a window is there
    try:
        with uncollected():
            pass
        assert not gc.isenabled()
    finally:
        gc.enable()
