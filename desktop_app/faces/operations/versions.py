"""Operations on earlier versions of files, and on the origin of the lines of memory."""

import shlex
from collections.abc import Iterator
from datetime import date
from itertools import groupby
from typing import Annotated, Any

from desktop_app.errors import Missing, Problem, WrongUse
from desktop_app.faces.operations.notes import at_terminal
from desktop_app.faces.operations.table import (
    NOW,
    Answer,
    Call,
    Count,
    CountFromNone,
    Told,
    day,
    day_or_now,
    fields_of,
    operation,
    places_of,
)
from desktop_app.notebook.passage import no_bullet
from desktop_app.notebook.rewriting import UpdateMode
from desktop_app.words import counted, quoted, size, tr

_Path = Annotated[str, tr("a path in the notebook, such as MEMORY.md")]
_Number = Annotated[Count | None, tr("its number in the history")]
_At = Annotated[date | None, tr("the version that stood at the end of this day, YYYY-MM-DD")]


def _by(one: Answer) -> str:
    """The agent that did it, or else the cause."""
    return str(one.get("told") or one["client"] or one["cause"])


def _said(one: Answer, indent: int) -> Iterator[str]:
    """The lines on which something rests."""
    return (f"{'':{indent}}{s['path']}:{s['line']} {quoted(s['quote'])}" for s in one["sources"])


# -- where lines came from --------------------------------------------------------------------


def _origins_text(origins: list[Answer]) -> Iterator[str]:
    for one in origins:
        since = f"{one['since']} {_by(one)}" if one["since"] else tr("before Nightstand")
        yield f"{one['line']:>5}  {since:<19} {one['text'].split(chr(10), 1)[0]}"
        yield from _said(one, 27)


@operation(
    "blame", tr("say where each bullet of MEMORY.md came from"),
    "nightstand history --lines --line 9", _origins_text, nothing=tr("MEMORY.md has no bullets."),
    line=tr("only the bullet on this line"),
)  # fmt: skip
def _blame(call: Call, *, line: Count | None = None) -> Any:
    """`since` is a day, or null for a line that is older than the history; `client` the agent that
    wrote it, or null; `told` who wrote and who accepted it, where that was not one and the same."""
    from desktop_app.dreams.origin import accepted_words  # its Markdown takes long to load

    origins = call.memory.history.origins()
    if line is not None:
        origins = [one for one in origins if one.bullet.line <= line <= one.bullet.end_line]
        if not origins:
            raise no_bullet(line)
    return [
        {
            **fields_of(one.bullet, "line", "text", "pinned"),
            **fields_of(one, since="date", dream="diary?"),
            "cause": one.cause.kind,
            "client": one.agent or one.cause.client or None,
            "told": accepted_words(one.agent) if one.agent else "",
            "sources": places_of(one.sources),
        }
        for one in origins
    ]


# -- earlier versions -------------------------------------------------------------------------


@operation(
    "history", tr("list earlier versions"), "nightstand history MEMORY.md",
    lambda versions: (
        f"{one['version']:>6}  {one['at'][:16].replace('T', ' ')}  {_by(one):<10}"
        f"{size(one['size']):>16}  {one['path']}"
        for one in versions
    ),
    nothing=tr("There are no earlier versions."),
    path=tr("the versions of this file (default: of every file)"),
    limit=tr("how many, the newest first (default: all)"),
)  # fmt: skip
def _history(call: Call, path: str | None = None, *, limit: Count | None = None) -> Any:
    call.memory.index.refresh()
    return [
        fields_of(one, "version", "path", "size", "at")
        | fields_of(one.cause, "client?", cause="kind")
        for one in call.memory.history.versions(path, limit or -1)
    ]


def _version(call: Call, path: str, number: int | None, at: date | None) -> int:
    """The number of a version of this path, or of the one that stood at the end of a day. A number
    alone could be that of another file."""
    history = call.memory.history
    if (number is None) == (at is None):
        raise WrongUse(
            tr("The command does not say which version."),
            tr("Give its number, or --at with a day."),
        )
    if at is not None:
        call.memory.index.refresh()
        return history.stood_on(path, at).version
    assert number is not None
    if history.version(path, number) is None:
        raise Missing(
            tr("{path} has no version {number}.").format(path=path, number=number),
            tr("See them with: nightstand history {path}").format(path=path),
        )
    return number


def _between(answer: Answer) -> Iterator[str]:
    """The bullets and lines between two versions, `-` old and `+` new."""
    from desktop_app.notebook.text.became import became

    units = became(answer["text"].encode(), answer["other"].encode())
    for heading, below in groupby(units, lambda unit: unit.heading):
        yield from [f"  {heading}"] if heading else []
        pieces = (pair for unit in below for pair in (("-", unit.old), ("+", unit.new)))
        yield from (f"{sign} {piece.text}" for sign, piece in pieces if piece)


@operation(
    "show", tr("print an earlier version"),
    "nightstand history --show MEMORY.md --at 2026-11-01 --compare now", _between,
    nothing=tr("No line differs."),
    compare=tr("what differs on another day, YYYY-MM-DD, or `now`"),
)  # fmt: skip
def _show(
    call: Call, path: _Path, version: _Number = None, *, at: _At = None,
    compare: Annotated[str | None, day_or_now] = None,
) -> Any:  # fmt: skip
    def text(version: int | None, at: date | None) -> str:
        data = call.memory.history.content(_version(call, path, version, at))
        return data.decode("utf-8", "replace")

    shown = text(version, at)
    if not compare:
        return Told({"text": shown}, [shown.removesuffix("\n")])
    now = compare == NOW
    other = call.memory.files.read(path).text if now else text(None, day(compare))
    return {"text": shown, "other": other}


def _newest(call: Call, path: str) -> Answer:
    return {"path": path, "version": call.memory.history.versions(path, 1)[0].version}


@operation(
    "restore", tr("bring a version back"), "nightstand restore MEMORY.md --at 2026-11-01",
    tr("{path} is restored. The history has it as version {version}."),
)  # fmt: skip
def _restore(call: Call, path: _Path, version: _Number = None, *, at: _At = None) -> Any:
    call.memory.history.restore(path, _version(call, path, version, at))
    return _newest(call, path)


@operation(
    "prune", tr("delete the oldest versions; keep the newest of each file and what an undo needs"),
    "nightstand history --prune --days 730",
    lambda answer: counted("{count} version is deleted; the history takes {size}.",
        "{count} versions are deleted; the history takes {size}.",
        answer["versions"], size=size(answer["after"])),
    megabytes=tr("delete the oldest until the rest takes no more than this"),
    days=tr("delete those that are older than this many days"),
    really=tr("with 0: delete all that may go, also of today"),
)  # fmt: skip
def _prune(
    call: Call, *, megabytes: CountFromNone | None = None, days: CountFromNone | None = None,
    really: bool = False,
) -> Any:  # fmt: skip
    if megabytes is None and days is None:
        raise Problem(
            tr("The command does not say what to delete."),
            tr("Give --megabytes, or --days, or both."),
        )
    if 0 in (megabytes, days) and not really:
        raise Problem(
            tr("With 0, every earlier version is deleted that no undo needs."),
            tr("Add --really to do so."),
        )
    pruned = call.memory.history.prune(megabytes, days)
    return fields_of(pruned, "versions", "before", "after")


# -- what is kept in the history at once ------------------------------------------------------


@operation("delete", tr("delete a day or a topic"), "nightstand delete memory/2026-11-21.md")
def _delete(call: Call, path: _Path) -> Any:
    newest = _newest(call, call.memory.files.delete(path).before.path)
    told = tr("Deleted. Bring it back with: nightstand restore {path} {n}")
    told = told.format(path=shlex.quote(newest["path"]), n=newest["version"])
    return Told(newest, [told])


@operation(
    "rename", tr("rename a day or a topic"),
    'nightstand rename memory/2026-11-21.md "harbour survey"',
    tr("It is {path} now."), name=tr("its new name, without .md"),
)  # fmt: skip
def _rename(call: Call, path: _Path, name: str) -> Any:
    return _newest(call, call.memory.files.rename(path, name).path)


@operation(
    "update", tr("write into MEMORY.md"),
    'nightstand update "Ana has the spare key" --heading People',
    tr("Written; the history has it as version {version}."),
    text=tr("a line, or Markdown with bullets"),
    mode=tr(
        "append adds the text; replace puts it in the place of the whole file, and "
        "keeps the bullets that the text does not account for"
    ),
    heading=tr("add it under this heading"),
)  # fmt: skip
def _update(
    call: Call, text: str, *, mode: UpdateMode = UpdateMode.APPEND, heading: str = ""
) -> Any:
    memory = call.memory.layout.memory
    if at_terminal():
        from desktop_app.memory.tools import must_be_harmless  # long to load

        must_be_harmless(text, call.memory.files.read(memory).text)
    call.memory.files.update(text, mode, heading)
    return _newest(call, memory)
