"""Threads: blocking work that always ends before its caller, and awaiting from a thread."""

import gc
import threading
from collections.abc import Callable, Coroutine, Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any, Generic, ParamSpec, TypeVar, overload

from desktop_app.errors import Problem
from desktop_app.words import tr

if TYPE_CHECKING:
    import asyncio


P = ParamSpec("P")
T = TypeVar("T")


async def to_its_end(work: Callable[P, T], *args: P.args, **kwargs: P.kwargs) -> T:
    """Run blocking `work` in a thread. Cancelling waits until it has ended."""
    import asyncio  # long to load, and most commands wait for nothing

    running = asyncio.ensure_future(asyncio.to_thread(work, *args, **kwargs))
    try:
        return await asyncio.shield(running)
    except asyncio.CancelledError:
        await asyncio.wait({running})
        if not running.cancelled():
            running.exception()  # heard
        raise


@contextmanager
def uncollected() -> Iterator[None]:
    """While it lasts, Python looks for no cycles: where much is made that stays, it would look
    through all of that again and again."""
    before = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if before:
            gc.enable()


class Waits:
    """Waiting of threads for coroutines, until somebody ends it."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._ended = False
        self._tasks: set[asyncio.Task[Any]] = set()

    def waited(self, work: Callable[[], Coroutine[Any, Any, T]]) -> T:
        """The result of `work`, awaited while the caller blocks. Raises Problem after the `end`."""
        import asyncio

        try:
            asyncio.get_running_loop()
        except RuntimeError:
            return self._run(work)
        from desktop_app.jobs import ThreadEach  # long to load

        return ThreadEach("meaning", daemon=True).submit(lambda: self._run(work)).result()

    def end(self) -> None:
        """Cancel everything that threads wait for, and start nothing more."""
        with self._lock:
            self._ended = True
            for task in self._tasks:
                task.get_loop().call_soon_threadsafe(task.cancel)

    def _run(self, work: Callable[[], Coroutine[Any, Any, T]]) -> T:
        import asyncio

        try:
            return asyncio.run(self._cancellable(work))
        except asyncio.CancelledError:
            raise Problem(tr("The notebook was closed meanwhile.")) from None

    async def _cancellable(self, work: Callable[[], Coroutine[Any, Any, T]]) -> T:
        import asyncio

        task = asyncio.ensure_future(work())
        with self._lock:
            if self._ended:
                task.cancel()
            self._tasks.add(task)
        try:
            return await task
        finally:
            with self._lock:  # its loop is about to close
                self._tasks.discard(task)


_GUARD = threading.RLock()  # making one room may ask for another; it is soon done


class room(Generic[T]):  # noqa: N801  # a decorator, like `property`
    """A method's answer, made once, by whichever thread asks first; `functools.cached_property`
    lets two threads make two.

    What a room needs is imported in it: the first picture of a window and a short command wait for
    no room they do not enter.
    """

    def __init__(self, make: Callable[[Any], T]) -> None:
        self._make = make
        self.__doc__ = make.__doc__

    def __set_name__(self, owner: type, name: str) -> None:
        self._name = name

    @overload
    def __get__(self, house: None, kind: type) -> "room[T]": ...

    @overload
    def __get__(self, house: object, kind: type) -> T: ...

    def __get__(self, house: object | None, kind: type) -> "room[T] | T":
        if house is None:
            return self
        with _GUARD:
            made: dict[str, T] = house.__dict__
            if self._name not in made:
                made[self._name] = self._make(house)
            return made[self._name]
