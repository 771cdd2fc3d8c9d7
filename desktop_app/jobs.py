"""Jobs: work that must not stop the window. Knows asyncio and threads, no Qt and no notebooks.

There are three kinds. `call` asks something: only the newest question of a name gets its answer.
`do` changes something: changes happen in order, and each is answered. `start` runs something long,
with steps, a way to cancel it, and exactly one end. All callbacks run on the loop's thread, which
in the window is the interface's.
"""

import asyncio
import logging
import threading
from collections.abc import Awaitable, Callable
from concurrent.futures import Executor, Future, ThreadPoolExecutor
from functools import partial
from typing import Any, TypeVar

from desktop_app import release
from desktop_app.errors import Problem
from desktop_app.words import tr

T = TypeVar("T")
Failed = Callable[[Problem], None]
Report = Callable[[str], None]

log = logging.getLogger(__name__)


class ThreadEach(ThreadPoolExecutor):
    """A thread for each piece of work; no loop waits for one at its end."""

    def __init__(self, name: str, *, daemon: bool) -> None:
        super().__init__()
        self._name, self._daemon = name, daemon

    def submit(self, fn: Callable[..., T], /, *args: Any, **kwargs: Any) -> Future[T]:
        future: Future[T] = Future()

        def run() -> None:
            if not future.set_running_or_notify_cancel():
                return
            try:
                result = fn(*args, **kwargs)
            except BaseException as error:
                future.set_exception(error)
            else:
                future.set_result(result)

        threading.Thread(target=run, name=self._name, daemon=self._daemon).start()
        return future


class Jobs:
    """Owns all background work. It is made inside the running loop, and ended with `close`.

    `on_bug` gets each exception that is not a Problem: a mistake of ours, which is logged. The
    caller still gets a Problem, so that nobody waits for ever.
    """

    def __init__(self, on_bug: Callable[[BaseException], None]) -> None:
        self._loop = asyncio.get_running_loop()
        self._on_bug = on_bug
        self._readers = ThreadPoolExecutor(4, "ask")
        self._writer = ThreadPoolExecutor(1, "do")
        self._tasks: set[asyncio.Task[Any]] = set()
        self._changes: set[asyncio.Task[Any]] = set()
        self._asked: dict[str, int] = {}
        self._alone: dict[str, asyncio.Lock] = {}
        self._left: set[asyncio.Task[Any]] = set()  # whose end nobody waits for
        self._long: dict[str, asyncio.Task[Any]] = {}
        self._closed = False

    def call(
        self,
        name: str,
        work: Callable[[], T],
        done: Callable[[T], object],
        failed: Failed | None = None,
        *,
        alone: bool = False,
    ) -> None:
        """Run blocking `work` in a thread; a newer call of this name voids this one's answer.

        Work that may hang runs `alone`: in a thread that neither other questions nor `close` wait
        for. Of several such calls of one name only the newest follows. After `close` nothing runs.
        """
        if self._closed:
            return
        turn = self._asked[name] = self._asked.get(name, 0) + 1

        async def ask() -> None:
            await asyncio.sleep(0)  # a burst of questions in one event costs one look-up
            if alone:
                async with self._alone.setdefault(name, asyncio.Lock()):
                    await answer_by(ThreadEach("ask alone", daemon=True))
            else:
                await answer_by(self._readers)

        async def answer_by(threads: Executor) -> None:
            if self._asked[name] != turn or self._closed:  # a timer asked while all ended
                return
            try:
                answer = await self._loop.run_in_executor(threads, work)
            except Exception as error:
                problem = self._problem_of(error)
                if self._asked[name] == turn and not self._closed:
                    (failed or self._unheard)(problem)
                return
            if self._asked[name] == turn and not self._closed:
                done(answer)

        task = self._own(ask())
        if alone:
            self._left.add(task)
            task.add_done_callback(self._left.discard)

    def void(self) -> None:
        """Drop the answers of all questions so far, because another notebook is shown now."""
        for name in self._asked:
            self._asked[name] += 1

    def do(
        self, work: Callable[[], T], done: Callable[[T], None], failed: Failed | None = None
    ) -> None:
        """Run blocking `work` after all earlier `do`s. It always runs and is answered.

        After `close` nothing runs; whoever closes makes sure that nobody can ask for a change.
        """
        if self._closed:
            log.warning("A change was asked for after the end")
            return

        async def change() -> None:
            try:
                answer = await self._loop.run_in_executor(self._writer, work)
            except Exception as error:
                (failed or self._unheard)(self._problem_of(error))
                return
            done(answer)

        task = self._own(change())
        self._changes.add(task)
        task.add_done_callback(self._changes.discard)

    async def written(self) -> None:
        """Wait until every change, and every change that followed from it, has been answered."""
        while self._changes:
            await asyncio.wait(set(self._changes))

    def when_idle(self, work: Callable[[], None]) -> None:
        """Run blocking `work` in a thread once all that is under way now has ended."""
        in_thread = partial(self._loop.run_in_executor, self._writer, work)
        self._own(self._behind(set(self._tasks), in_thread))

    def when_answered(self, act: Callable[[], None]) -> None:
        """Call `act` once all that is under way now has ended."""
        self._own(self._behind(set(self._tasks), act))

    @staticmethod
    async def _behind(earlier: set[asyncio.Task[Any]], act: Callable[[], object]) -> None:
        if earlier:
            await asyncio.wait(earlier)
        if isinstance(work := act(), Awaitable):
            await work

    def start(
        self,
        name: str,
        work: Callable[[Report], Awaitable[T]],
        *,
        done: Callable[[T], None],
        failed: Failed,
        cancelled: Callable[[], None] = lambda: None,
        step: Report = lambda _step: None,
    ) -> None:
        """Start a long job. It ends in exactly one of `done`, `failed` and `cancelled`.

        `work` gets a function that any thread may call with a step in words. Raises Problem if a
        job of this name is running.
        """
        if self.running(name):
            raise Problem(tr("This is already running."), tr("Wait for it to end, or cancel it."))
        own_thread = threading.get_ident()

        def report(text: str) -> None:
            if threading.get_ident() == own_thread:
                tell(text)
            else:
                self._loop.call_soon_threadsafe(tell, text)

        def tell(text: str) -> None:
            if self.running(name):
                step(text)

        async def run() -> T:
            return await work(report)

        def end(task: asyncio.Task[T]) -> None:
            del self._long[name]
            if task.cancelled():
                cancelled()
            elif (error := task.exception()) is None:
                done(task.result())
            elif isinstance(error, Problem):
                failed(error)
            else:
                failed(_mistake())  # `_ended` logs it

        self._long[name] = self._own(run())
        self._long[name].add_done_callback(end)

    def cancel(self, name: str) -> None:
        """Ask the long job of this name to stop; nothing happens when there is none."""
        if name in self._long:
            self._long[name].cancel()

    def running(self, name: str) -> bool:
        return name in self._long

    async def ended(self, *names: str) -> None:
        """Wait until no long job of these names runs, and each has told its end."""
        while under_way := {self._long[name] for name in names if name in self._long}:
            await asyncio.wait(under_way)

    async def close(self) -> None:
        """Cancel long jobs, let every change be written, and end all threads but those `alone`."""
        for task in (*self._long.values(), *self._left):
            task.cancel()
        while self._tasks:
            await asyncio.wait(set(self._tasks))
            await asyncio.sleep(0)
        self._closed = True
        self._readers.shutdown(wait=True)
        self._writer.shutdown(wait=True)

    def _own(self, work: Any) -> asyncio.Task[Any]:
        task: asyncio.Task[Any] = self._loop.create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._ended)
        return task

    def _ended(self, task: asyncio.Task[Any]) -> None:
        self._tasks.discard(task)
        if task.cancelled():
            return
        error = task.exception()
        if isinstance(error, Problem):
            if task not in self._long.values():  # a long job hands its own to `failed`
                self._unheard(error)
        elif error is not None:
            self._problem_of(error)

    def _problem_of(self, error: BaseException) -> Problem:
        """The problem to answer with; a mistake of ours is logged and reported first."""
        if not isinstance(error, Problem):
            self._on_bug(error)
        return problem_of(error)

    def _unheard(self, problem: Problem) -> None:
        log.warning("Nobody listened to: %s", problem)


def problem_of(error: BaseException) -> Problem:
    """The problem to answer with; a mistake of ours is logged first."""
    if isinstance(error, Problem):
        return error
    log.error("A mistake of ours", exc_info=error)
    return _mistake()


def _mistake() -> Problem:
    mistake = Problem(tr("Nightstand made a mistake."), tr("It is logged. Try again."))
    return release.replaced() or mistake
