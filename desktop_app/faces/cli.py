"""The command line: a loop over the table of operations. Knows argparse, no Qt.

Exit codes: 0 done or nothing to do, 2 wrong usage, 3 a problem, 130 stopped with Ctrl-C.
"""

import argparse
import asyncio
import inspect
import json
import sys
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import replace
from pathlib import Path
from typing import IO, Any

from desktop_app import __version__
from desktop_app.clock import SystemClock
from desktop_app.errors import Problem
from desktop_app.faces.operations import OPERATIONS
from desktop_app.faces.operations.table import Call, Operation, Parameter, WrongUse
from desktop_app.faces.steps import Steps
from desktop_app.memory import Memory
from desktop_app.notebook.notebook import Notebook
from desktop_app.notebook.sample import copy_sample
from desktop_app.settings import Places, Settings, State

DONE, USAGE, TROUBLE, STOPPED = 0, 2, 3, 130


OpenWindow = Callable[[Path | None], int]


def run(words: Sequence[str], open_window: OpenWindow) -> int:
    """Carry out one command and return its exit code; `open_window` is what `open` does."""
    options = vars(_parser().parse_args(words))
    places = Places.default()
    wants_json = bool(options.get("json"))
    try:
        if options["command"] == "open":
            named = options["dir"] or options.get("notebook")
            return open_window(Path(named) if named else None)
        return _carry_out(options, places, wants_json)
    except Problem as problem:
        if wants_json:
            _print({"problem": problem.message, "hint": problem.hint})
        print(f"{problem.message}\n{problem.hint}".strip(), file=sys.stderr)
        return USAGE if isinstance(problem, WrongUse) else TROUBLE
    except KeyboardInterrupt:
        print(_stopped(options["command"]), file=sys.stderr)
        return STOPPED
    except BrokenPipeError:  # `nightstand search ... | head` is no failure
        sys.stderr.close()
        return DONE


def _carry_out(options: dict[str, Any], places: Places, wants_json: bool) -> int:
    command = options["command"]
    if command == "init":
        return _init(options, places, wants_json)
    operation = _operation(command)
    settings = Settings(places.config / "settings.toml")
    if settings.damage:
        print(settings.damage, file=sys.stderr)
    memory = None
    if operation.notebook:
        memory = Memory.open(_folder(options.get("notebook"), places), places)
    steps = Steps()
    call = Call(settings, options, steps, memory)
    try:
        for notice in memory.notices if memory else ():
            print(notice, file=sys.stderr)
        if operation.batch:
            if (options[operation.batch] is None) is (options["batch"] is None):
                raise WrongUse(
                    f"{command} needs a {operation.batch}, or --batch.",
                    f"For example: {operation.example}",
                )
            call.memory.refresh()
            if options["batch"] is not None:
                return _batch(operation, call)
        answer = _run(operation, call)
    finally:
        steps.end()
        if memory:
            memory.close()
    if wants_json:
        _print(answer)
    elif text := operation.text(answer):
        sys.stdout.buffer.write(text.encode("utf-8", "surrogateescape") + b"\n")
    if not operation.failed(answer):
        return DONE
    if "problem" in answer:
        print(f"{answer['problem']}\n{answer['hint']}".strip(), file=sys.stderr)
    return TROUBLE


def _operation(name: str) -> Operation:
    return next(operation for operation in OPERATIONS if operation.name == name)


def _stopped(command: str) -> str:
    """What is said after Ctrl-C."""
    own = (operation.stopped for operation in OPERATIONS if operation.name == command)
    return next(own, Operation.stopped)


def _init(options: dict[str, Any], places: Places, wants_json: bool) -> int:
    folder = Path(options["dir"]).absolute() if options["dir"] else _here()
    if folder is None:
        raise Problem("The folder you stand in is gone.", "Name one: nightstand init DIR")
    if options["sample"]:
        copy_sample(folder, SystemClock().now().date())
    memory = Memory.create(folder, places)
    State(places.data / "state.json").add_recent(memory.root)
    answer = {"path": str(memory.root), "id": memory.id}
    memory.close()
    if wants_json:
        _print(answer)
    else:
        print(f"A notebook is ready in {answer['path']}")
    return DONE


def _run(operation: Operation, call: Call) -> Any:
    """The operation's answer; one that takes its time is waited for."""
    answer = operation.run(call)
    return asyncio.run(_awaited(answer)) if inspect.isawaitable(answer) else answer


async def _awaited(answer: Awaitable[Any]) -> Any:
    return await answer


def _batch(operation: Operation, call: Call) -> int:
    """One JSON line in, one JSON line out, in order; a bad line answers for itself."""
    code = DONE
    with _lines_of(call["batch"]) as lines:
        for line in filter(str.strip, lines):
            row = _asked(line)
            name = {"id": row["id"]} if "id" in row else {}
            value = row.get(operation.batch)
            try:
                if not isinstance(value, str):
                    raise Problem(
                        "This line is not understood.",
                        f'Each line is a JSON object such as {{"{operation.batch}": "…"}}.',
                    )
                asked = call.arguments | {operation.batch: value, "row": row}
                answer = _run(operation, replace(call, arguments=asked))
            except Problem as problem:
                answer = {"problem": problem.message, "hint": problem.hint}
                code = TROUBLE
            _print(name | answer)
    return code


def _asked(line: str) -> dict[str, Any]:
    """The JSON object of a line; nothing when it is none."""
    try:
        asked = json.loads(line)
    except (ValueError, RecursionError):  # nested deeper than anybody asks
        return {}
    return asked if isinstance(asked, dict) else {}


def _lines_of(path: str) -> IO[str]:
    if path == "-":
        return sys.stdin
    try:
        return Path(path).open(encoding="utf-8", errors="replace")
    except OSError as error:
        raise Problem(f"{path} cannot be read: {error.strerror}.", "Check the path.") from error


def _folder(named: str | None, places: Places) -> Path:
    """The named folder, else the one stood in if it is a notebook, else the last one opened."""
    if named:
        return Path(named)
    here = _here()
    if here is not None and Notebook.recognise(here):
        return here
    for recent in State(places.data / "state.json").recent():
        return Path(recent)
    raise Problem(
        "This folder is no notebook, and none was opened before.",
        "Name one with --notebook DIR, or make one with `nightstand init DIR`.",
    )


def _here() -> Path | None:
    """The folder one stands in; None when it is gone."""
    try:
        return Path.cwd()
    except FileNotFoundError:
        return None


def _print(answer: Any) -> None:
    """One JSON document on a line; bytes that are no UTF-8 become the replacement character."""
    text = json.dumps(answer, ensure_ascii=False)
    sys.stdout.buffer.write(text.encode("utf-8", "replace") + b"\n")
    sys.stdout.buffer.flush()


class _Alone(argparse.Action):
    """An option that `__main__` takes when it is the only word; beside others it is wrong."""

    def __call__(self, parser: argparse.ArgumentParser, *_: Any, **__: Any) -> None:
        parser.error(f"{self.option_strings[0]} stands alone")


def _parser() -> argparse.ArgumentParser:
    everywhere = argparse.ArgumentParser(add_help=False)
    everywhere.add_argument(
        "--notebook", metavar="DIR", default=argparse.SUPPRESS, help="which notebook"
    )
    everywhere.add_argument(
        "--json", action="store_true", default=argparse.SUPPRESS, help="answer with JSON"
    )
    parser = argparse.ArgumentParser(
        prog="nightstand",
        description="The memory of an AI agent, or your own, kept as plain Markdown. "
        "Without a command, the window opens.",
        parents=[everywhere],
    )
    parser.add_argument("--version", action="version", version=f"Nightstand {__version__}")
    parser.add_argument(
        "--smoke", action=_Alone, nargs=0, help="try the window out on the sample, and quit"
    )
    commands = parser.add_subparsers(dest="command", required=True, metavar="COMMAND")

    def add(name: str, summary: str, example: str) -> argparse.ArgumentParser:
        return commands.add_parser(
            name,
            help=summary,
            description=summary[0].upper() + summary[1:] + ".",
            epilog=f"Example: {example}",
            parents=[everywhere],
        )

    init = add("init", "make a notebook", "nightstand init ~/Memory --sample")
    init.add_argument("dir", nargs="?", metavar="DIR", help="where (default: here)")
    init.add_argument("--sample", action="store_true", help="with a fortnight of sample notes")
    window = add("open", "open the window", "nightstand open ~/Memory")
    window.add_argument("dir", nargs="?", metavar="DIR", help="which notebook (default: the last)")
    for operation in OPERATIONS:
        _add_parameters(add(operation.name, operation.summary, operation.example), operation)
    return parser


def _add_parameters(parser: argparse.ArgumentParser, operation: Operation) -> None:
    groups: dict[str, Any] = {}
    for parameter in operation.parameters:
        target = parser
        if parameter.group:
            if parameter.group not in groups:
                groups[parameter.group] = parser.add_mutually_exclusive_group()
            target = groups[parameter.group]
        _add(target, parameter, optional=bool(operation.batch))
    if operation.batch:
        parser.add_argument(
            "--batch", metavar="FILE", help="a JSON line for each question; - reads standard input"
        )


def _add(target: Any, parameter: Parameter, optional: bool) -> None:
    add: Callable[..., Any] = target.add_argument
    if parameter.flag:
        add(parameter.name, action="store_true", default=parameter.default, help=parameter.help)
    elif parameter.name.startswith("-"):
        add(
            parameter.name,
            type=parameter.type,
            default=parameter.default,
            nargs="+" if parameter.many else None,
            choices=parameter.choices or None,
            metavar=None if parameter.choices else parameter.takes or parameter.key.upper(),
            help=parameter.help,
        )
    else:
        nargs = None if parameter.required and not optional else "?"
        add(parameter.name, nargs=nargs, metavar=parameter.key.upper(), help=parameter.help)
