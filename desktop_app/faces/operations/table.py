"""The rows of the table of operations, and functions that read values from words.

A row describes a method of one of Memory's rooms: what it does, what it takes, what it answers.
Names and answers are a contract: scripts and agents depend on them.
"""

import re
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field
from datetime import date, datetime
from pathlib import Path
from typing import TYPE_CHECKING, Any

from desktop_app.dreams.proposal import ChangeKind
from desktop_app.errors import Problem
from desktop_app.memory import Memory
from desktop_app.search.query import SearchIn
from desktop_app.sessions.imports.entry import ImportKind
from desktop_app.settings import Settings
from desktop_app.words import tr

if TYPE_CHECKING:
    from desktop_app.export.printout import Printout
    from desktop_app.export.web_page import GoOn, PrintedFile

Arguments = dict[str, Any]
Report = Callable[[str], None]
WritePdf = Callable[["Printout", Path, "GoOn"], "PrintedFile"]


@dataclass(frozen=True)
class Parameter:
    """One thing an operation takes; positional without dashes.

    A `flag` takes no value, `many` takes several; `takes` is what its help calls the value.
    """

    name: str
    help: str
    type: Callable[[str], Any] = str
    default: Any = None
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


@dataclass(frozen=True)
class Call:
    """One use of an operation: its settings, its arguments, where it reports its steps, and what
    writes a PDF where that can be done."""

    settings: Settings
    arguments: Arguments
    report: Report
    opened: Memory | None = None
    write_pdf: WritePdf | None = None

    @property
    def memory(self) -> Memory:
        """The notebook; only of an operation that needs one."""
        assert self.opened is not None
        return self.opened

    def __getitem__(self, key: str) -> Any:
        return self.arguments[key]


@dataclass(frozen=True)
class Operation:
    """A row. `run` returns the answer, a JSON document; `text` turns it into words for a person.

    `problem` finds what is wrong with an answer, if anything is (exit 3). `batch` names the key of
    a JSON line that stands for the first parameter; the whole line arrives as `row`. `stopped` is
    the text after Ctrl-C. `notebook`: it needs an open notebook. `looks`: the index reads changed
    files before it runs.
    """

    name: str
    summary: str
    example: str
    run: Callable[[Call], Any | Awaitable[Any]]
    text: Callable[[Any], str]
    parameters: tuple[Parameter, ...] = ()
    problem: Callable[[Any], Problem | None] = field(default=lambda answer: None)
    batch: str = ""
    notebook: bool = True
    looks: bool = False
    stopped: str = tr("Stopped. Nothing was left half done.")


EVERY: list[Operation] = []
"""All that `operation` made."""


def operation(
    name: str,
    summary: str,
    example: str,
    text: Callable[[Any], str],
    *parameters: Parameter,
    **how: Any,
) -> Callable[[Callable[[Call], Any]], Operation]:
    """Makes the function below it a row of the table."""

    def made(run: Callable[[Call], Any]) -> Operation:
        EVERY.append(Operation(name, summary, example, run, text, parameters, **how))
        return EVERY[-1]

    return made


def fields_of(one: object, *names: str) -> dict[str, Any]:
    """These fields of a thing, by their own names."""
    return {name: getattr(one, name) for name in names}


def moment(at: datetime | None) -> str | None:
    """A time as ISO 8601 with its offset, to the second."""
    return at.isoformat(timespec="seconds") if at else None


def day(text: str) -> date:
    """A day as YYYY-MM-DD."""
    if not re.fullmatch(r"\d{4}-\d\d-\d\d", text, re.ASCII):  # ISO knows weeks, too
        raise ValueError(text)
    return date.fromisoformat(text)


def count(text: str) -> int:
    """A number from 1."""
    number = int(text)
    if number < 1:
        raise ValueError(text)
    return number


def count_from_none(text: str) -> int:
    """A number from 0."""
    number = int(text)
    if number < 0:
        raise ValueError(text)
    return number


def port(text: str) -> int:
    """A port of this computer; 0 is any that is free."""
    number = int(text)
    if not 0 <= number <= 65_535:
        raise ValueError(text)
    return number


def numbers(text: str) -> frozenset[int]:
    """Numbers with commas between: 1,3."""
    return frozenset(int(part) for part in text.split(",") if part.strip())


def kinds(text: str) -> tuple[SearchIn, ...]:
    """Kinds of files with commas between: memory,days."""
    return tuple(SearchIn(part.strip()) for part in text.split(",") if part.strip())


def changes(text: str) -> frozenset[str]:
    """Kinds of changes with commas between: added,updated."""
    chosen = frozenset(part.strip() for part in text.split(",") if part.strip())
    if not chosen or not chosen <= _CHANGES:
        raise ValueError(text)
    return chosen


def import_kinds(text: str) -> frozenset[ImportKind]:
    """Kinds of imports with commas between: chatgpt,claude."""
    chosen = frozenset(ImportKind(part.strip()) for part in text.split(",") if part.strip())
    if not chosen:
        raise ValueError(text)
    return chosen


_CHANGES = frozenset(ChangeKind) - {ChangeKind.QUESTION}

EXPECTED: dict[Callable[[str], Any], str] = {
    int: tr("a whole number"),
    count: tr("a number from 1"),
    count_from_none: tr("a number from 0"),
    port: tr("a number from 0 to 65535"),
    day: tr("a day as YYYY-MM-DD"),
    numbers: tr("numbers with commas between, such as 1,3"),
    changes: tr("one or more of added, updated, merged, removed, moved, with commas between"),
    import_kinds: tr("one or more of {names}, with commas between").format(
        names=", ".join(ImportKind)
    ),
    kinds: tr("one or more of memory, days, topics, dreams, sessions, with commas between"),
}
"""The kind of value that each reader expects, for whoever typed something else."""
