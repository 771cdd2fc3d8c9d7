"""Operations on earlier versions of files, and on the origin of the lines of memory."""

import shlex
from collections.abc import Sequence
from datetime import date
from typing import TYPE_CHECKING, Any

from desktop_app.errors import Missing, Problem, WrongUse
from desktop_app.faces.operations.table import (
    Call,
    Parameter,
    count,
    count_from_none,
    day,
    fields_of,
    moment,
    operation,
)
from desktop_app.sizes import size
from desktop_app.words import counted, tr

if TYPE_CHECKING:
    from desktop_app.dreams.life import LifeStep
    from desktop_app.dreams.origin import Origin
    from desktop_app.memory.files import NoteChange
    from desktop_app.notebook.diaries import DiarySource
    from desktop_app.notebook.history import Version


def _text(call: Call, version: int | None, at: date | None) -> str:
    data = call.memory.history.content(_version(call, version, at))
    return data.decode("utf-8", "replace")


def _shown(answer: dict[str, Any]) -> str:
    """The text; with another one the bullets and lines between them, `-` old and `+` new."""
    from desktop_app.notebook.text.became import became

    if answer.get("other") is None:
        return str(answer["text"]).removesuffix("\n")
    rows: list[str] = []
    heading = ""
    for unit in became(answer["text"].encode(), answer["other"].encode()).units:
        if unit.heading != heading:
            heading = unit.heading
            rows.append(f"  {heading}")
        rows += [f"{sign} {piece.text}" for sign, piece in (("-", unit.old), ("+", unit.new))
                 if piece]  # fmt: skip
    return "\n".join(rows) or tr("No line differs.")


def _step_json(step: "LifeStep") -> dict[str, Any]:
    """`date` is null where nothing is known; `version` where no version has it."""
    from desktop_app.dreams.life_words import step_in_words  # its Markdown takes long to load

    return {
        "kind": step.kind,
        "text": step.text,
        "date": step.date.isoformat() if step.date else None,
        "at": moment(step.at),
        "version": step.version or None,
        "cause": step.cause.kind,
        "client": step.agent or step.cause.client or None,
        "change": step.change or None,
        "engine": step.model or step.engine or None,
        "dream": step.diary or None,
        "others": list(step.others),
        "sources": _sources_json(step.sources),
        "told": step_in_words(step),
    }


def _life_text(answer: dict[str, Any]) -> str:
    rows = []
    for one in answer["steps"]:
        when = (one["at"] or one["date"] or "")[:16].replace("T", " ")
        rows.append(f"{when:<18}{one['told']}")
        rows.append(f"{'':18}{one['text'].split(chr(10), 1)[0]}")
        rows += [f"{'':18}{s['path']}:{s['line']} “{s['quote']}”" for s in one["sources"]]
    if answer["unread"]:
        rows.append(tr("Damaged versions that tell nothing: {n}").format(n=answer["unread"]))
    return "\n".join(rows)


def _newest(call: Call, path: str) -> dict[str, Any]:
    return {"path": path, "version": call.memory.history.versions(path, 1)[0].version}


def _version(call: Call, number: int | None, at: date | None) -> int:
    """The number of a version of this path, or of the one that stood at the end of a day. A number
    alone could be that of another file."""
    path: str = call["path"]
    history = call.memory.history
    if (number is None) == (at is None):
        raise WrongUse(
            tr("The command does not say which version."),
            tr("Give its number, or --at with a day."),
        )
    if number is None:
        assert at is not None
        call.memory.index.refresh()
        return history.stood_on(path, at).version
    if history.version(path, number) is None:
        raise Missing(
            tr("{path} has no version {number}.").format(path=path, number=number),
            tr("See them with: nightstand history {path}").format(path=path),
        )
    return number


def _version_json(version: "Version") -> dict[str, Any]:
    return {
        **fields_of(version, "version", "path", "size"),
        "at": moment(version.at),
        "cause": version.cause.kind,
        "client": version.cause.client or None,
    }


def _origin_json(origin: "Origin") -> dict[str, Any]:
    """`since` is a day, or null for a line that is older than the history; `client` the agent that
    wrote it, or null, `told` who wrote it and accepted it, where that was not one and the same."""
    from desktop_app.dreams.life_words import accepted_words  # its Markdown takes long to load

    return {
        **fields_of(origin.bullet, "line", "text", "pinned"),
        "since": origin.date.isoformat() if origin.date else None,
        "cause": origin.cause.kind,
        "client": origin.agent or origin.cause.client or None,
        "told": accepted_words(origin.agent) if origin.agent else "",
        "dream": origin.diary or None,
        "sources": _sources_json(origin.sources),
    }


def _sources_json(sources: "Sequence[DiarySource]") -> list[dict[str, Any]]:
    return [{**fields_of(one, "path", "line", "quote")} for one in sources]


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
    return str(one.get("told") or one["client"] or one["cause"])


_PATH = Parameter("path", tr("a path in the notebook, such as MEMORY.md"), required=True)
_VERSION = Parameter("version", tr("its number in the history"), count)
_AT = Parameter("--at", tr("the version that stood at the end of this day, YYYY-MM-DD"), day)
_NOW = "now"


def _day_or_now(text: str) -> str:
    return text if text == _NOW else day(text).isoformat()


@operation(
    "prune",
    tr("delete the oldest versions; keep the newest of each file and what an undo needs"),
    "nightstand prune --days 730",
    lambda answer: counted(
        "{count} version is deleted; the history takes {size}.",
        "{count} versions are deleted; the history takes {size}.",
        answer["versions"],
        size=size(answer["after"]),
    ),
    Parameter(
        "--megabytes",
        tr("delete the oldest until the rest takes no more than this"),
        count_from_none,
    ),
    Parameter("--days", tr("delete those that are older than this many days"), count_from_none),
    Parameter("--really", tr("with 0: delete all that may go, also of today"), flag=True),
)
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
    return {**fields_of(pruned, "versions", "before", "after")}


@operation(
    "blame",
    tr("say where each bullet of MEMORY.md came from"),
    "nightstand blame --line 9",
    _origins_text,
    Parameter("--line", tr("only the bullet on this line"), count),
)
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


@operation(
    "life",
    tr("tell the life of a bullet: its wordings, who wrote them, and what became of it"),
    'nightstand life "spare key"',
    _life_text,
    Parameter(
        "words",
        tr("words of the bullet, as it is now or as it was, or its line in MEMORY.md"),
        required=True,
    ),
    looks=True,
)
def _life(call: Call) -> Any:
    bullet, version = call.memory.history.find(call["words"])
    life = call.memory.history.life(bullet, version)
    return {
        "text": life.wording,
        "gone": life.is_gone,
        "since": moment(life.since),
        "unread": life.unread,
        "steps": [_step_json(step) for step in life.steps],
    }


@operation(
    "history",
    tr("list earlier versions"),
    "nightstand history MEMORY.md",
    _versions_text,
    Parameter("path", tr("the versions of this file (default: of every file)")),
    Parameter("--limit", tr("how many, the newest first (default: all)"), count),
)
def _history(call: Call) -> Any:
    call.memory.index.refresh()
    limit = call["limit"] or -1
    return [_version_json(version) for version in call.memory.history.versions(call["path"], limit)]


@operation(
    "show",
    tr("print an earlier version"),
    "nightstand show MEMORY.md --at 2026-11-01 --compare now",
    _shown,
    _PATH,
    _VERSION,
    _AT,
    Parameter("--compare", tr("what differs on another day, YYYY-MM-DD, or `now`"), _day_or_now),
)
def _show(call: Call) -> Any:
    text, compare = _text(call, call["version"], call["at"]), call["compare"]
    if compare is None:
        return {"text": text}
    now = call.memory.files.read(call["path"]).text
    other = now if compare == _NOW else _text(call, None, day(compare))
    return {"text": text, "other": other}


@operation(
    "restore",
    tr("bring a version back"),
    "nightstand restore MEMORY.md --at 2026-11-01",
    lambda answer: tr("{path} is restored. The history has it as version {version}.").format(
        path=answer["path"], version=answer["version"]
    ),
    _PATH,
    _VERSION,
    _AT,
    Parameter("--bullet", tr("only the bullet of that version that has these words")),
)
def _restore(call: Call) -> Any:
    number = _version(call, call["version"], call["at"])
    if call["bullet"] is None:
        call.memory.history.restore(call["path"], number)
        return _newest(call, call["path"])
    history = call.memory.history
    if call["path"] != call.memory.layout.memory:
        raise Problem(tr("--bullet is for MEMORY.md."), tr("Restore the whole file instead."))
    bullet = history.bullet_in(number, call["bullet"])
    life = history.life(bullet, number)
    if history.put_bullet_back(number, bullet, "" if life.is_gone else life.wording) is None:
        raise Problem(tr("Already in the file."), tr("Nothing was changed."))
    return _newest(call, call["path"])


@operation(
    "delete",
    tr("delete a day or a topic"),
    "nightstand delete memory/2026-11-21.md",
    lambda answer: _and_links(
        tr("Deleted. Bring it back with: nightstand restore {path} {n}").format(
            path=shlex.quote(answer["path"]), n=answer["version"]
        ),
        answer,
    ),
    _PATH,
    Parameter("--links", tr("make links to it plain words"), flag=True),
)
def _delete(call: Call) -> Any:
    left = _leading(call)
    change = call.memory.files.delete(call["path"], call["links"])
    return _newest(call, change.before.path) | _changed_links(change, left)


@operation(
    "rename",
    tr("rename a day or a topic"),
    'nightstand rename memory/2026-11-21.md "harbour survey"',
    lambda answer: _and_links(tr("It is {path} now.").format(path=answer["path"]), answer),
    _PATH,
    Parameter("name", tr("its new name, without .md"), required=True),
    Parameter("--links", tr("have links to it lead to the new name"), flag=True),
)
def _rename(call: Call) -> Any:
    left = _leading(call)
    change = call.memory.files.rename(call["path"], call["name"], call["links"])
    return _newest(call, change.path) | _changed_links(change, left)


def _leading(call: Call) -> list[str]:
    """The places of links to a note, where they are to stay."""
    links = [] if call["links"] else call.memory.note_links.to(call["path"])
    return [f"{one.path}:{one.line}" for one in links]


def _changed_links(change: "NoteChange", left: list[str]) -> dict[str, Any]:
    return {"linked": [one.path for one in change.linked], "links_left": left}


def _and_links(words: str, answer: dict[str, Any]) -> str:
    """What was done, and what became of the links to the note."""
    if linked := answer["linked"]:
        told = counted("Links in {count} note changed.", "Links in {count} notes changed.",
                       len(linked))  # fmt: skip
        return f"{words}\n{told}"
    if not (left := answer["links_left"]):
        return words
    told = counted(
        "{count} link still leads to it ({places}). --links would have changed it.",
        "{count} links still lead to it ({places}). --links would have changed them.",
        len(left),
        places=", ".join(left[:5]),
    )
    return f"{words}\n{told}"


@operation(
    "update",
    tr("write into MEMORY.md"),
    'nightstand update "Ana has the spare key" --heading People',
    lambda answer: tr("Written; the history has it as version {version}.").format(
        version=answer["version"]
    ),
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
)
def _update(call: Call) -> Any:
    call.memory.files.update(call["text"], call["mode"], call["heading"])
    return _newest(call, call.memory.layout.memory)
