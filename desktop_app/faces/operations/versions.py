"""Operations on earlier versions of files, and on the origin of the lines of memory."""

import shlex
from pathlib import Path
from typing import TYPE_CHECKING, Any

from desktop_app.errors import Missing, Problem
from desktop_app.faces.answers import moment
from desktop_app.faces.operations.table import Call, Operation, Parameter, count, count_from_none
from desktop_app.sizes import size
from desktop_app.words import counted, tr

if TYPE_CHECKING:
    from desktop_app.dreams.origin import Origin
    from desktop_app.notebook.history import Version


def _blame(call: Call) -> Any:
    origins = call.memory.history.origins()
    if call["line"] is not None:
        at = call["line"]
        origins = [one for one in origins if one.bullet.line <= at <= one.bullet.end_line]
        if not origins:
            raise Missing(
                tr("Line {at} of MEMORY.md is no bullet.").format(at=at), tr("Lines count from 1.")
            )
    return [_origin_json(origin) for origin in origins]


def _history(call: Call) -> Any:
    call.memory.index.refresh()
    limit = call["limit"] or -1
    return [_version_json(version) for version in call.memory.history.versions(call["path"], limit)]


def _show(call: Call) -> Any:
    data = call.memory.history.content(_version(call))
    return {"text": data.decode("utf-8", "replace")}


def _restore(call: Call) -> Any:
    call.memory.history.restore(call["path"], _version(call))
    return _newest(call, call["path"])


def _delete(call: Call) -> Any:
    call.memory.files.delete(call["path"])
    return _newest(call, call["path"])


def _rename(call: Call) -> Any:
    return _newest(call, call.memory.files.rename(call["path"], call["name"]).path)


def _update(call: Call) -> Any:
    call.memory.files.update(call["text"], call["mode"], call["heading"])
    return _newest(call, call.memory.layout.memory)


def _newest(call: Call, path: str) -> dict[str, Any]:
    return {"path": path, "version": call.memory.history.versions(path, 1)[0].version}


def _version(call: Call) -> int:
    """The number of a version of this path. A number alone could be that of another file."""
    path: str = call["path"]
    number: int = call["version"]
    if call.memory.history.version(path, number) is None:
        raise Missing(
            tr("{path} has no version {number}.").format(path=path, number=number),
            tr("See them with: nightstand history {path}").format(path=path),
        )
    return number


def _version_json(version: "Version") -> dict[str, Any]:
    return {
        "version": version.version,
        "path": version.path,
        "at": moment(version.at),
        "cause": version.cause.kind,
        "client": version.cause.client or None,
        "size": version.size,
    }


def _origin_json(origin: "Origin") -> dict[str, Any]:
    """`since` is a day, or null for a line that is older than the history; `client` the agent that
    wrote it, or null."""
    return {
        "line": origin.bullet.line,
        "text": origin.bullet.text,
        "pinned": origin.bullet.pinned,
        "since": origin.date.isoformat() if origin.date else None,
        "cause": origin.cause.kind,
        "client": origin.cause.client or None,
        "dream": origin.diary or None,
        "sources": [
            {"path": source.path, "line": source.line, "quote": source.quote}
            for source in origin.sources
        ],
    }


def _versions_text(versions: list[dict[str, Any]]) -> str:
    rows = [
        f"{one['version']:>6}  {one['at'][:16].replace('T', ' ')}  {_by(one):<10}"
        f"{size(one['size']):>16}  {one['path']}"
        for one in versions
    ]
    return "\n".join(rows) or tr("There are no earlier versions.")


def _origins_text(origins: list[dict[str, Any]]) -> str:
    rows = []
    for one in origins:
        since = f"{one['since']} {_by(one)}" if one["since"] else tr("before Nightstand")
        first = one["text"].split("\n", 1)[0]
        rows.append(f"{one['line']:>5}  {since:<19} {first}")
        rows += [f"{'':27}{s['path']}:{s['line']} “{s['quote']}”" for s in one["sources"]]
    return "\n".join(rows) or tr("MEMORY.md has no bullets.")


def _by(one: dict[str, Any]) -> str:
    """The agent that did it, or else the cause."""
    return str(one["client"] or one["cause"])


_PATH = Parameter("path", tr("a path in the notebook, such as MEMORY.md"), required=True)
_VERSION = Parameter("version", tr("its number in the history"), count, required=True)


def _prune(call: Call) -> Any:
    if call["megabytes"] is None and call["days"] is None:
        raise Problem(
            tr("The command does not say what to delete."),
            tr("Give --megabytes, or --days, or both."),
        )
    if 0 in (call["megabytes"], call["days"]) and not call["really"]:
        raise Problem(
            tr("With 0 every earlier version goes that no undo needs."),
            tr("Say it a second time: add --really."),
        )
    pruned = call.memory.history.prune(call["megabytes"], call["days"])
    return {"versions": pruned.versions, "before": pruned.before, "after": pruned.after}


def _export(call: Call) -> Any:
    exported = call.memory.export(Path(call["path"]))
    return {"path": str(exported.path), "tables": exported.rows}


def _exported_text(answer: dict[str, Any]) -> str:
    tables = ", ".join(f"{table} {rows:,}" for table, rows in answer["tables"].items())
    return tr("{path} is written. Rows of its tables: {told}.").format(
        path=answer["path"], told=tables
    )


ROWS = (
    Operation(
        "export",
        tr("write the notebook into a SQLite database that other programs can read and search"),
        "nightstand export memory.db",
        _export,
        _exported_text,
        (Parameter("path", tr("the database: a new file, or an earlier export"), required=True),),
    ),
    Operation(
        "prune",
        tr("delete the oldest versions; keep the newest of each file and what an undo needs"),
        "nightstand prune --days 730",
        _prune,
        lambda answer: counted(
            "{count} version is deleted; the history takes {size}.",
            "{count} versions are deleted; the history takes {size}.",
            answer["versions"],
            size=size(answer["after"]),
        ),
        (
            Parameter(
                "--megabytes",
                tr("delete the oldest until the rest takes no more than this"),
                count_from_none,
            ),
            Parameter(
                "--days", tr("delete those that are older than this many days"), count_from_none
            ),
            Parameter("--really", tr("with 0: delete all that may go, also of today"), flag=True),
        ),
    ),
    Operation(
        "blame",
        tr("say where each bullet of MEMORY.md came from"),
        "nightstand blame --line 9",
        _blame,
        _origins_text,
        (Parameter("--line", tr("only the bullet on this line"), count),),
    ),
    Operation(
        "history",
        tr("list earlier versions"),
        "nightstand history MEMORY.md",
        _history,
        _versions_text,
        (
            Parameter("path", tr("the versions of this file (default: of every file)")),
            Parameter("--limit", tr("how many, the newest first (default: all)"), count),
        ),
    ),
    Operation(
        "show",
        tr("print an earlier version"),
        "nightstand show MEMORY.md 12",
        _show,
        lambda answer: str(answer["text"]).removesuffix("\n"),
        (_PATH, _VERSION),
    ),
    Operation(
        "restore",
        tr("put an earlier version in place; the present one stays in the history"),
        "nightstand restore MEMORY.md 12",
        _restore,
        lambda answer: tr("{path} is restored. The history has it as version {version}.").format(
            path=answer["path"], version=answer["version"]
        ),
        (_PATH, _VERSION),
    ),
    Operation(
        "delete",
        tr("delete a day or a topic; the history keeps it"),
        "nightstand delete memory/2026-11-21.md",
        _delete,
        lambda answer: tr("Deleted. Bring it back with: nightstand restore {path} {n}").format(
            path=shlex.quote(answer["path"]), n=answer["version"]
        ),
        (_PATH,),
    ),
    Operation(
        "rename",
        tr("give a day or a topic another name"),
        'nightstand rename memory/2026-11-21.md "harbour survey"',
        _rename,
        lambda answer: tr("It is {path} now.").format(path=answer["path"]),
        (_PATH, Parameter("name", tr("its new name, without .md"), required=True)),
    ),
    Operation(
        "update",
        tr("write into MEMORY.md"),
        'nightstand update "Ana has the spare key" --heading People',
        _update,
        lambda answer: tr("Written; the history has it as version {version}.").format(
            version=answer["version"]
        ),
        (
            Parameter("text", tr("a line, or Markdown with bullets"), required=True),
            Parameter(
                "--mode",
                tr(
                    "append adds the text; replace puts it in the place of the whole file, and "
                    "keeps the bullets that the text does not account for"
                ),
                default="append",
                choices=("append", "replace"),
            ),
            Parameter("--heading", tr("add it under this heading"), default=""),
        ),
    ),
)
