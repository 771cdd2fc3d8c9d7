"""The rows of the table of operations.

A row describes a method of one of Memory's rooms: what it does, what it takes, what it answers.
Names and answers are a contract: scripts and agents depend on them.
"""

import inspect
import os
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from datetime import date, datetime
from enum import StrEnum
from inspect import signature
from pathlib import Path
from types import FunctionType, UnionType
from typing import Annotated, Any, Literal, NamedTuple, Union, get_args, get_origin

from desktop_app import dates
from desktop_app.dreams.engine_choice import Engine, EngineName, engine_of
from desktop_app.errors import Problem, WrongUse
from desktop_app.memory import Memory
from desktop_app.search.meaning.embedder_choice import choice_of
from desktop_app.search.query import SearchIn
from desktop_app.search.retrievers import SearchBy
from desktop_app.settings import Settings
from desktop_app.words import tr


class Group(str):
    """Of the parameters of a group only one is given."""


class Takes(str):
    """What the help calls the value."""


def day(text: str) -> date:
    """A day as YYYY-MM-DD."""
    if (named := dates.iso_day(text)) is None:
        raise ValueError(text)
    return named


def _whole(first: int, last: float = float("inf")) -> Callable[[str], int]:
    def read(text: str) -> int:
        if not first <= (number := int(text)) <= last:
            raise ValueError(text)
        return number

    return read


def several(each: Callable[[str], Any], held_in: type = frozenset) -> Callable[[str], Any]:
    """Reads values with commas between."""

    def read(text: str) -> Any:
        found = held_in(each(part.strip()) for part in text.split(",") if part.strip())
        if not found:
            raise ValueError(text)
        return found

    return read


count, port = _whole(1), _whole(0, 65_535)
Count = Annotated[int, count]
numbers, kinds = several(int), several(SearchIn, tuple)
Numbers = Annotated[frozenset[int], numbers]

EXPECTED: dict[Callable[[str], Any], str] = {
    int: tr("a whole number"),
    count: tr("a number from 1"),
    port: tr("a number from 0 to 65535"),
    day: tr("a day as YYYY-MM-DD"),
    numbers: tr("numbers with commas between, such as 1,3"),
    kinds: tr("one or more of memory, days, topics, dreams, sessions, with commas between"),
}
"""The kind of value that each reader expects, for whoever typed something else. A module with a
reader of its own adds it: no other command loads what that one knows."""


Answer = dict[str, Any]
Words = str | Iterable[str]
"""A text, or its lines."""


class Told(Answer):
    """An answer that brings its text for a person along: some words, whose gaps `gaps` fill."""

    def __init__(self, answer: Answer, text: Words, **gaps: Any) -> None:
        super().__init__(answer)
        self.text = text.format(**gaps) if isinstance(text, str) and gaps else text


class ToldList(list[Answer]):
    """Answers that bring their text for a person along."""

    def __init__(self, answers: Iterable[Answer], text: Words) -> None:
        super().__init__(answers)
        self.text = text


def failure(answer: Any) -> Problem | None:
    """The problem that an answer tells of itself."""
    wrong = answer.get("problem") if isinstance(answer, dict) else None
    return Problem(wrong, answer["hint"]) if wrong else None


class Parameter(NamedTuple):
    """One thing an operation takes; positional without dashes. A `flag` takes no value, `many`
    takes several. It goes to the function as `argument`, made into a `kind` of words."""

    name: str
    help: str
    argument: str
    type: Callable[[str], Any] = str
    default: Any = None
    kind: Callable[[str], Any] | None = None
    choices: tuple[str, ...] = ()
    required: bool = False
    flag: bool = False
    many: bool = False
    group: str = ""
    takes: str = ""

    @property
    def key(self) -> str:
        """The name under which the value arrives."""
        return self.name.lstrip("-").replace("-", "_")

    def given(self, call: "Call") -> Any:
        """The value in a call."""
        value = call.arguments.get(self.key)
        if value is None:
            return self.default
        return self.kind(value) if self.kind else value


def _parameter(name: str, one: inspect.Parameter, told: str | None) -> Parameter:
    kind, notes = one.annotation, list[Any]()
    while get_origin(kind) in (Annotated, Union, UnionType):
        kind, *more = get_args(kind)
        notes += more
    usual = day if kind is date else int if kind is int else str
    words = isinstance(kind, type) and issubclass(kind, StrEnum)
    choices = kind if words else get_args(kind) if get_origin(kind) is Literal else ()
    option = one.kind is one.KEYWORD_ONLY
    named = name.rstrip("_")
    return Parameter(
        f"--{named.replace('_', '-')}" if option else named,
        told or next(note for note in notes if type(note) is str),
        name,
        next((note for note in notes if isinstance(note, FunctionType)), usual),
        None if one.default is one.empty else one.default,
        kind if words else None,
        tuple(map(str, choices)),
        required=one.default is one.empty,
        flag=kind is bool,
        many=get_origin(kind) is list,
        group=next((note for note in notes if type(note) is Group), ""),
        takes=next((note for note in notes if type(note) is Takes), ""),
    )


@dataclass(frozen=True)
class Call:
    """One use of an operation: its settings, its arguments, and where it reports its steps."""

    settings: Settings
    arguments: dict[str, Any]
    report: Callable[[str], None]
    opened: Memory | None = None

    @property
    def memory(self) -> Memory:
        """The notebook; only of an operation that needs one."""
        assert self.opened is not None
        return self.opened

    def __getitem__(self, key: str) -> Any:
        return self.arguments[key]


class Operation(NamedTuple):
    """A row. `do` returns the answer, a JSON document; `text` turns it into words for a person.

    `problem` finds what is wrong with an answer (exit 3), which usually says so itself. `batch`
    names the key of a JSON line that stands for the first parameter; the whole line arrives as
    `row`. `stopped` is the text after Ctrl-C. `notebook`: it needs an open notebook. `looks`: the
    index reads changed files before it runs.
    """

    name: str
    summary: str
    example: str
    run: Callable[..., Any]
    text: Callable[[Any], str]
    parameters: tuple[Parameter, ...] = ()
    problem: Callable[[Any], Problem | None] = failure
    batch: str = ""
    notebook: bool = True
    looks: bool = False
    stopped: str = tr("Stopped. Nothing was left half done.")

    def do(self, call: Call) -> Any:
        """The answer; of an operation that takes its time, what it is awaited by."""
        return self.run(call, **{one.argument: one.given(call) for one in self.parameters})


def current_folder() -> Path | None:
    """The current folder; None when it is gone."""
    try:
        return Path.cwd()
    except FileNotFoundError:
        return None


EVERY: list[Operation] = []
"""All that `operation` made."""


def operation(
    name: str, summary: str, example: str = "", text: Callable[[Any], Words] | str = "", /, *,
    nothing: str = "", **how: Any,
) -> Callable[[Callable[..., Any]], Operation]:  # fmt: skip
    """Makes the function below it a row of the table; without an `example` it is no command, but
    an operation that only a door has. A `text` that is no function has gaps, which
    the answer fills; `nothing` is told where there is no text. `how` also says what each parameter
    of the function is for.

    Those behind `*` are options. A truth is a flag, a list takes several, an enumeration or a
    literal is a choice; a function in its annotation reads the value.
    """

    def told(answer: Any) -> str:
        if isinstance(answer, Told | ToldList):
            words = answer.text
        else:
            words = text(answer) if callable(text) else text.format(**answer or {})
        return (words if isinstance(words, str) else "\n".join(words)) or nothing

    def row_of(run: Callable[..., Any]) -> Operation:
        taken = list(signature(run).parameters.items())[1:]
        parameters = tuple(_parameter(key, one, how.pop(key, None)) for key, one in taken)
        made = Operation(name, summary, example, run, told, parameters, **how)
        EVERY.extend([made] if example else [])
        return made

    return row_of


def fields_of(one: object, *names: str, **others: str) -> Answer:
    """These fields of a thing by their own names, and `others` by new ones, as JSON has them: a
    time as ISO 8601 with its offset, to the second.
    Where a name ends with "?", null stands for what is empty."""
    named = {name.rstrip("?"): name for name in names} | others
    plain = {name: _plain(getattr(one, own.rstrip("?"))) for name, own in named.items()}
    return {
        name: value or None if named[name][-1] == "?" else value for name, value in plain.items()
    }


def places_of(sources: Iterable[object]) -> list[Answer]:
    """Lines of notes, on which something rests."""
    return [fields_of(one, "path", "line", "quote") for one in sources]


def _plain(value: Any) -> Any:
    if isinstance(value, datetime):
        return value.isoformat(timespec="seconds")
    if isinstance(value, tuple):
        return list(map(_plain, value))
    if isinstance(value, bytes):
        return value.decode("utf-8", "replace")
    return value.isoformat() if isinstance(value, date) else value


Using = Annotated[
    SearchBy, tr("by words, by meaning (with a model chosen for it), or by both")
]  # fmt: skip
Model = Annotated[
    str | None, tr("a model of Ollama by its name (default: the one in the settings)")
]  # fmt: skip


def who(does: str) -> str:
    """The help of the parameter that chooses the engine; `does` says what the engine is for."""
    return tr(
        "who {does}: builtin uses no model, ollama a model of Ollama, auto the model if it is "
        "available, or else none (default: as in the settings)"
    ).format(does=does)


def engine_for(call: Call, kind: EngineName | None, model: str | None) -> Engine:
    """The chosen engine. A model of Ollama is asked at the address of the settings.

    A named model has to answer, unless the command also says `auto`.
    """
    model = (model or "").strip()
    if kind == EngineName.BUILTIN and model:
        raise WrongUse(
            tr("--model does not go with --engine builtin."), tr("Leave out one of the two.")
        )
    engine = engine_of(call.settings.get)
    if kind or model:
        engine = engine._replace(kind=kind or EngineName.OLLAMA, model=model or engine.model)
    if engine.asks:
        _ask_at(call)
    return engine


def _ask_at(call: Call) -> None:
    get = call.settings.get
    call.memory.models.ask_at(get("models.address"), get("models.consent"))


async def model_offered(call: Call, engine: Engine) -> str | None:
    """The model to offer a person who has chosen none, where one answers that they may ask."""
    if address_trouble(call) is not None:
        return None
    _ask_at(call)
    offered = await call.memory.dreams.offered(engine)
    return offered.name if offered else None


def address_trouble(call: Call) -> Problem | None:
    """Why models are not asked at the address of the settings or the environment."""
    from desktop_app.models.address import address_refused  # long to load

    get = call.settings.get
    return address_refused(get("models.address"), get("models.consent"), os.environ)


def with_meaning(call: Call) -> None:
    """Use the embedder of the settings, and ask Ollama at the address of the settings.

    If that address is not allowed, the search goes by words alone and says why.
    """
    choice, barred = choice_of(call.settings.get), None
    if choice.reads:
        try:
            _ask_at(call)
        except Problem as problem:
            barred = problem
    call.memory.meaning.choose(choice, barred)
