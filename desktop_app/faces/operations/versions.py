"""Operations on earlier versions of files, and on the origin of the lines of memory."""

from collections.abc import Iterator
from typing import Annotated, Any

from desktop_app.errors import Missing
from desktop_app.faces.operations.notes import at_terminal
from desktop_app.faces.operations.table import (
    Answer,
    Call,
    Count,
    fields_of,
    operation,
    places_of,
)
from desktop_app.memory.files import UpdateMode
from desktop_app.notebook.passage import no_bullet
from desktop_app.words import quoted, size, tr

_Path = Annotated[str, tr("a path in the notebook, such as MEMORY.md")]
_Number = Annotated[Count, tr("its number in the history")]


def _by(one: Answer) -> str:
    """The agent that did it, or else the cause."""
    return str(one["client"] or one["cause"])


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
    wrote it, or null."""
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
            "client": one.cause.client or None,
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


def _version(call: Call, path: str, number: int) -> int:
    """The number, where it is one of a version of this path."""
    if call.memory.history.version(path, number) is None:
        raise Missing(
            tr("{path} has no version {number}.").format(path=path, number=number),
            tr("See them with: nightstand history {path}").format(path=path),
        )
    return number


@operation(
    "show", tr("print an earlier version"), "nightstand history --show MEMORY.md 1",
    lambda answer: answer["text"].removesuffix("\n"),
)  # fmt: skip
def _show(call: Call, path: _Path, version: _Number) -> Any:
    data = call.memory.history.content(_version(call, path, version))
    return {"text": data.decode("utf-8", "replace")}


def _newest(call: Call, path: str) -> Answer:
    return {"path": path, "version": call.memory.history.versions(path, 1)[0].version}


@operation(
    "restore", tr("bring a version back"), "nightstand restore MEMORY.md 1",
    tr("{path} is restored. The history has it as version {version}."),
)  # fmt: skip
def _restore(call: Call, path: _Path, version: _Number) -> Any:
    call.memory.history.restore(path, _version(call, path, version))
    return _newest(call, path)


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
