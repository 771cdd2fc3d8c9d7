"""Line: how a server is asked, so that nobody waits longer than was said. Knows threads only."""

import queue
import threading
from collections.abc import Callable
from concurrent.futures import Future
from enum import StrEnum
from typing import Any, TypeVar

from desktop_app.tiers.store import Away
from desktop_app.words import tr

T = TypeVar("T")
SECONDS = 3.0


class ServerLine:
    """One thread asks the server, one thing at a time; whoever waits for it gives up in time.

    `why` tells what an error of the client means, None for a mistake of ours. `hang_up` may be
    called by any thread to free the asking one. While that one still hangs, nothing else is
    asked, so that nothing happens after what was asked later.
    """

    def __init__(
        self,
        name: str,
        seconds: float,
        why: Callable[[Exception], Away | None],
        hang_up: Callable[[], None],
    ) -> None:
        self.name, self._seconds = name, seconds
        self._why, self._hang_up = why, hang_up
        self._lock = threading.Lock()
        self._waiting: queue.SimpleQueue[tuple[Future[Any], Callable[[], Any]] | None] = (
            queue.SimpleQueue()
        )
        self._late: Future[Any] | None = None
        self._thread: threading.Thread | None = None

    def ask(self, work: Callable[[], T], times: int = 1) -> T:
        """What `work` answers within `times` the seconds. Raises Away."""
        answer: Future[T] = Future()
        with self._lock:
            if self._late is not None and not self._late.done():
                raise self._away()
            if self._thread is None:
                self._thread = threading.Thread(target=self._run, name=self.name, daemon=True)
                self._thread.start()
            self._waiting.put((answer, work))
        try:
            return answer.result(self._seconds * times)
        except TimeoutError:
            if answer.done():  # at the last moment
                return answer.result()
            if not answer.cancel():
                self._late = answer
                self._hang_up()
            raise self._away() from None

    def close(self, last: Callable[[], object]) -> None:
        """Do the last thing and end the thread, when it has answered what was asked."""
        self._waiting.put((Future(), last))
        self._waiting.put(None)
        if self._thread is None:
            self._run()

    def _run(self) -> None:
        while (one := self._waiting.get()) is not None:
            answer, work = one
            if answer.set_running_or_notify_cancel():
                try:
                    answer.set_result(work())
                except Exception as error:
                    told = self._why(error)
                    if told is not None:
                        told.__cause__ = error
                    answer.set_exception(told or error)
            del one, answer, work

    def _away(self) -> Away:
        return Away(
            tr("{server} did not answer within {seconds} seconds.").format(
                server=self.name, seconds=f"{self._seconds:g}"
            ),
            tr("Look whether it runs and can be reached."),
        )


class Refusal(StrEnum):
    """Why a server did not do what it was asked."""

    UNREACHED = "unreached"
    PASSWORD = "password"
    RIGHTS = "rights"
    MISSING = "missing"
    FULL = "full"
    READ_ONLY = "read-only"
    BUSY = "busy"
    OTHER = "other"


def refused(server: str, refusal: Refusal, detail: str = "") -> Away:
    """The refusal in words; `detail` is a code of the server's, never what it quotes."""
    message, hint = {
        Refusal.UNREACHED: (
            tr("{server} can't be reached."),
            tr("Look whether it runs, and whether the address is right."),
        ),
        Refusal.PASSWORD: (
            tr("{server} refuses the name or the password."),
            tr("Type the name and the password again."),
        ),
        Refusal.RIGHTS: (
            tr("{server} does not let this name do that."),
            tr("Ask its keeper for the right to read and write there."),
        ),
        Refusal.MISSING: (
            tr("{server} has no database or bucket of that name."),
            tr("Make it there, or choose another one in the address."),
        ),
        Refusal.FULL: (
            tr("{server} has no room left."),
            tr("Make room there; until then entries stay where they are."),
        ),
        Refusal.READ_ONLY: (
            tr("{server} takes no changes now."),
            tr("Look whether it is a copy of another server, or can't write to its disk."),
        ),
        Refusal.BUSY: (
            tr("{server} is busy or still starting."),
            tr("It is asked again later."),
        ),
        Refusal.OTHER: (
            tr("{server} answers with an error: {detail}."),
            tr("Its own log says more."),
        ),
    }[refusal]
    return Away(message.format(server=server, detail=detail), hint)
