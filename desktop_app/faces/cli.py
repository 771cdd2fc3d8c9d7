"""The command line: carries out one command of the table of operations. Knows no Qt.

Exit codes: 0 done or nothing to do, 2 wrong usage, 3 a problem, 130 stopped with Ctrl-C, 128 and
the number of a signal by which the system stopped it (143 for SIGTERM).
"""

import inspect
import io
import json
import os
import shutil
import signal
import sys
import time
from collections.abc import Callable, Coroutine, Sequence
from contextlib import ExitStack, suppress
from dataclasses import replace
from math import isfinite
from pathlib import Path
from typing import IO, Any, TextIO

from desktop_app.dreams.model.progress import parted
from desktop_app.errors import Problem, WrongUse
from desktop_app.faces import terminal
from desktop_app.faces.operations import MODULES, beside
from desktop_app.faces.operations.table import Call, Operation, current_folder
from desktop_app.faces.parser import Misspelt, command_at, parser
from desktop_app.faces.terminal import cut
from desktop_app.memory import Memory
from desktop_app.notebook.discovery import recognise
from desktop_app.notebook.storage.trouble import Damaged
from desktop_app.settings import Places, RememberedState, Settings
from desktop_app.words import tr

DONE, USAGE, TROUBLE, STOPPED = 0, 2, 3, 128
_HANDLES = 4  # of files, that a loop takes
_EACH = 0.1  # seconds; a person sees no more
_CLEAR = "\r\x1b[K"

OpenWindow = Callable[..., int]
"""Takes a folder or None."""


def run(words: Sequence[str], open_window: OpenWindow) -> int:
    """Carry out one command and return its exit code; `open_window` is what `open` does."""
    if sys.stderr is None:  # closed by who started us: nobody is there to be told
        sys.stderr = io.StringIO()
    wants_json, command = "--json" in words, ""
    operations: tuple[Operation, ...] = ()
    try:
        words = _with_open(words)
        operations = beside("".join(words[command_at(words) :][:1]))
        options = vars(parser(operations).parse_args(words))
        wants_json, command = bool(options.get("json")), options["command"]
        places = Places.default()
        if command == "open":
            named = options["dir"] or options.get("notebook")
            return open_window(Path(named) if named else None)
        if sys.stdout is None:
            if not options.get("if_due"):
                told = tr("There is no standard output to answer on.")
                raise _Unheard(told, tr("Nothing was done."))
            # Started by the system, without a window.
            sys.stdout = io.TextIOWrapper(io.BytesIO(), encoding="utf-8")
        operation = next(one for one in operations if one.name == command)
        return _carry_out(operation, options, places, wants_json)
    except Problem as problem:
        if wants_json and not isinstance(problem, _Unheard):
            with suppress(_Unheard):
                _print(problem.as_json())
        _complain(problem)
        return USAGE if isinstance(problem, WrongUse) else TROUBLE
    except KeyboardInterrupt as stopped:
        own = (one.stopped for one in operations if one.name == command)
        print(next(own, Operation.stopped), file=sys.stderr)
        return STOPPED + next(iter(stopped.args), signal.SIGINT)
    except BrokenPipeError:  # `nightstand search ... | head` is no failure
        _stop_writing()
        return DONE


def _with_open(words: Sequence[str]) -> Sequence[str]:
    """A folder or a file alone, as somebody types who has not seen the commands: `open` it."""
    known = {"open", *(name for names in MODULES.values() for name in names)}
    alone = len(words) == 1 and words[0] not in known
    return ("open", *words) if alone and Path(words[0]).exists() else words


def _carry_out(
    operation: Operation,
    options: dict[str, Any],
    places: Places,
    wants_json: bool,
) -> int:
    settings = Settings(places.config / "settings.toml")
    if settings.damage:
        print(settings.damage, file=sys.stderr)
    memory, steps, news = None, Steps(), list[str]()
    if operation.notebook:
        memory = Memory.open(_folder(options.get("notebook"), places), places)
        memory.patient = True

    call = Call(settings, options, steps, memory)
    try:
        _tell_news(memory, news)
        several = options["batch"] is not None if operation.batch else False
        if operation.batch and (options[operation.batch] is not None) is several:
            told = tr("{command} needs a {batch}, or --batch.")
            raise WrongUse(
                told.format(command=operation.name, batch=operation.batch),
                tr("For example: {example}").format(example=operation.example),
            )
        if operation.looks:
            _follow(call.memory)
        if several:
            return _batch(operation, call)
        try:
            answer = _run(operation, call)
        except Damaged:  # it found the history broken; now there is a new one
            answer = _run(operation, call)
    finally:
        _tell_news(memory, news)
        steps.end()
        if memory:
            memory.close()
    return _tell(operation, answer, wants_json)


def _tell(operation: Operation, answer: Any, wants_json: bool) -> int:
    """Print what came of it; the exit code."""
    problem = operation.problem(answer)
    if wants_json:
        if problem is not None and isinstance(answer, dict):
            answer |= problem.as_json()
        _print(answer)
    elif text := operation.text(answer):
        _write(text.encode("utf-8", "surrogateescape"))
    if problem is None:
        return DONE
    _complain(problem)
    return TROUBLE


def _tell_news(memory: Memory | None, told: list[str]) -> None:
    """Print each notice of something found or mended, once."""
    for notice in memory.notices if memory else ():
        if notice not in told:
            print(notice, file=sys.stderr)
            told.append(notice)


def _follow(memory: Memory) -> None:
    """Have the index read what changed. If it cannot, the command goes on with the old index."""
    try:
        memory.index.refresh()
    except Problem as problem:
        if not memory.index.freshness.behind:
            raise
        _complain(problem)


def _run(operation: Operation, call: Call) -> Any:
    """The operation's answer; one that takes its time is waited for."""
    if not inspect.iscoroutinefunction(operation.run):
        return operation.do(call)
    import asyncio  # long to load

    with ExitStack() as handles:  # a loop without them is half made, and complains at its end
        for _ in range(_HANDLES):
            handles.enter_context(Path(os.devnull).open("rb"))
    with asyncio.Runner() as runner:
        return runner.run(_ended_by_signals(operation.do(call)))


async def _ended_by_signals(work: Coroutine[Any, Any, Any]) -> Any:
    """What `work` answers. A signal that ends the program cancels it like Ctrl-C, so that a model
    stops too.

    A signal that is ignored or handled already stays so (`nohup`, and Ctrl-C for a background job).
    """
    import asyncio

    loop, task, came = asyncio.get_running_loop(), asyncio.ensure_future(work), list[int]()

    def end(number: int) -> None:
        came.append(number)
        loop.remove_signal_handler(number)  # a second one ends the program at once
        task.cancel()

    for name in ("SIGTERM", "SIGHUP"):
        number = getattr(signal, name, None)
        if number and signal.getsignal(number) is signal.SIG_DFL:
            with suppress(NotImplementedError, ValueError, RuntimeError):  # Windows, and a thread
                loop.add_signal_handler(number, end, number)
    try:
        return await task
    except asyncio.CancelledError:
        if came:
            raise KeyboardInterrupt(came[0]) from None
        raise


def _batch(operation: Operation, call: Call) -> int:
    """One JSON line in, one JSON line out, in order; a bad line answers for itself."""
    code = DONE
    with _lines_of(call["batch"]) as lines:
        for line in filter(str.strip, lines):
            row = _asked(line)
            value = row.get(operation.batch)
            try:
                if not isinstance(value, str):
                    hint = tr('Each line is a JSON object such as {{"{batch}": "…"}}.')
                    raise Problem(
                        tr("This line is not understood."), hint.format(batch=operation.batch)
                    )
                asked = call.arguments | {operation.batch: value, "row": row}
                answer = _run(operation, replace(call, arguments=asked))
            except Problem as problem:
                answer = problem.as_json()
                code = TROUBLE
            _print({"id": row["id"]} | answer if "id" in row else answer)
    return code


def _asked(line: str) -> dict[str, Any]:
    """The JSON object of a line; nothing when it is none, as with NaN, which JSON does not know."""

    def finite(number: str) -> float:
        if not isfinite(value := float(number)):
            raise ValueError(number)
        return value

    try:
        asked = json.loads(line, parse_constant=finite, parse_float=finite)
    except (ValueError, RecursionError):  # nested deeper than anybody asks
        return {}
    return asked if isinstance(asked, dict) else {}


def _lines_of(path: str) -> IO[str]:
    if path == "-":
        if sys.stdin is None:
            raise Problem(tr("There is no standard input."), tr("Name a file in place of -."))
        return io.TextIOWrapper(sys.stdin.buffer, encoding="utf-8", errors="replace")
    try:
        return Path(path).open(encoding="utf-8", errors="replace")
    except OSError as error:
        raise Problem(
            tr("{path} cannot be read: {strerror}.").format(path=path, strerror=error.strerror),
            tr("Check the path."),
        ) from error


def _folder(named: str | None, places: Places) -> Path:
    """The named folder; else the current one if it is a notebook; else the last one opened."""
    if named:
        return Path(named)
    current = current_folder()
    if current is not None and recognise(current):
        return current
    for recent in RememberedState(places.data / "state.json").recent():
        return Path(recent)
    raise Problem(
        tr("This folder is no notebook, and none was opened before."),
        tr("Name one with --notebook DIR, or make one with `nightstand init DIR`."),
    )


def _print(answer: Any) -> None:
    """One JSON document on a line; bytes that are no UTF-8 become the replacement character."""
    text = json.dumps(answer, ensure_ascii=False, allow_nan=False)
    _write(text.encode("utf-8", "replace"))


def _write(line: bytes) -> None:
    try:
        sys.stdout.buffer.write(line + b"\n")
        sys.stdout.buffer.flush()
    except BrokenPipeError:
        raise
    except OSError as error:
        _stop_writing()
        raise _Unheard(
            tr("The answer could not be written: {strerror}.").format(strerror=error.strerror),
            tr("The command did its work, but could not print it. Look where its output goes."),
        ) from error


def _stop_writing() -> None:
    """Throw away what is still to be written: Python would fail to write it when it ends."""
    nowhere = os.open(os.devnull, os.O_WRONLY)
    os.dup2(nowhere, sys.stdout.fileno())
    os.close(nowhere)


def _complain(problem: Problem) -> None:
    usage = problem.usage if isinstance(problem, Misspelt) else ""
    print(f"{usage}{problem.message}\n{problem.hint}".strip(), file=sys.stderr)


class _Unheard(Problem):
    """Nobody gets the answer."""


class Steps:
    """The last line of a terminal shows what a command is doing; a pipe gets nothing. A step
    replaces the one before it if both have the same words before ": ".
    """

    def __init__(self, stream: TextIO | None = None) -> None:
        self._stream = stream or terminal.bare(sys.stderr)
        self._shown = self._stream.isatty()
        self._last = ""
        self._at = 0.0

    def __call__(self, step: str) -> None:
        if not self._shown:
            return
        now, subjects = time.monotonic(), [parted(one)[0] for one in (step, self._last)]
        goes_on = bool(self._last) and subjects[0] == subjects[1]
        if goes_on and now - self._at < _EACH:
            return
        start = _CLEAR if goes_on or not self._last else "\n"
        self._stream.write(start + _fitted(step))
        self._stream.flush()
        self._last, self._at = step, now

    def end(self) -> None:
        """End the last line, so that the next text has a line of its own."""
        if self._last:
            self._stream.write("\n")
            self._stream.flush()
            self._last = ""


def _fitted(step: str) -> str:
    """The step cut to one line of the terminal: longer ones could not be erased."""
    line = step if step.endswith((".", "。")) else f"{step} …"
    plain = "".join(c if c.isprintable() else " " for c in line)
    return cut(plain, shutil.get_terminal_size().columns - 1)
