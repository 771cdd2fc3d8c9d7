"""Operations on the notebook's files, and searches in them."""

import sys
from contextlib import suppress
from datetime import datetime
from typing import Annotated, Any

from desktop_app import dates
from desktop_app.dreams.engine_choice import EngineName, engine_of
from desktop_app.errors import Problem
from desktop_app.faces.operations.decisions import suspicious_lines
from desktop_app.faces.operations.table import (
    Answer,
    Call,
    Count,
    Told,
    address_trouble,
    fields_of,
    operation,
    with_meaning,
)
from desktop_app.language.gate import held, reason_of
from desktop_app.notebook.history import A_COMMAND, writer, written_by
from desktop_app.notebook.lines import length_in_words, limits_of
from desktop_app.search.meaning.embedder import EmbedderKind
from desktop_app.words import apart, counted, listed, size, together, tr


def at_terminal() -> str:
    """The agent whose work a command is; where no terminal is there, an agent ran it."""
    person = sys.stdin is not None and sys.stdin.isatty()
    return writer() or ("" if person else A_COMMAND)


# -- the notebook as a whole ------------------------------------------------------------------


def _status_text(answer: Answer) -> str:
    index, bullets = answer["index"], answer["bullets"]
    held = [
        tr("unknown bullets") if bullets is None
        else counted("{count} bullet", "{count} bullets", bullets),
        counted("{count} day", "{count} days", answer["days"]),
        counted("{count} diary entry", "{count} diary entries", answer["dreams"]),
    ]  # fmt: skip
    indexed = [
        counted("{count} file", "{count} files", index["files"]),
        counted("{count} line", "{count} lines", index["chunks"]),
        index["told"],
    ]
    last, waiting = tr("none yet"), tr("no dream waits")
    if answer["last_dream"]:
        at = dates.moment(datetime.fromisoformat(answer["last_dream"]))
        last = tr("the last on {at}").format(at=at)
    if count := len(answer["pending"]):
        waiting = counted("{count} dream waits for you", "{count} dreams wait for you", count)
    engine = answer["model"] or tr("the only model of Ollama")
    if answer["engine"] == EngineName.BUILTIN:
        engine = tr("none: dreams without a model")
    told = tr(
        "Notebook  {notebook}\nLayout    {layout}\nHolds     {held}\n"
        "Memory    {told}\nIndex     {indexed}\nMeaning   {meaning_text}\nHistory   {size}\n"
        "Dreams    {dreams}\nEngine    {engine}{trouble}"
    ).format(
        notebook=answer["notebook"],
        layout=answer["layout"],
        held=listed(held),
        told=answer["memory"]["told"],
        indexed=listed(indexed),
        meaning_text=_meaning_text(index),
        size=size(answer["history"]),
        dreams=apart(filter(None, [last, waiting, answer["next_dream_told"]])),
        engine=engine,
        trouble=". " + answer["trouble"] if answer["trouble"] else "",
    )
    return "\n".join([told, *suspicious_lines(answer["suspicious"]), *answer["remarks"]])


def _meaning_text(index: Answer) -> str:
    if index["embedder"] is None:
        return tr("off; search uses words alone")
    sentence = tr(
        "{read} of {to_read} lines read by {embedder}, {share:.0%} of a score; read now: "
        "{miss}, known: {exact}, like a known one: {near}"
    ).format(**index, **index["cache"])
    if index["refused"]:
        sentence += tr("; {refused} that it can't read are found by words alone").format(**index)
    if index["serving"] != index["embedder"]:
        sentence += tr("; until all are read, search uses {serving}").format(
            serving=index["serving"] or tr("words alone")
        )
    return sentence + (f". {index['trouble']}" if index["trouble"] else "")


@operation("status", tr("count what it holds"), "nightstand status", _status_text, looks=True)
def _status(call: Call) -> Any:
    with_meaning(call)
    get, schedule = call.settings.get, None
    status, limits = call.memory.status(engine_of(get)), limits_of(get)
    with suppress(Problem):  # what keeps it from being read is told with the rest
        schedule = call.memory.schedule.state(get)
    address, meaning = address_trouble(call), status.meaning
    return {
        **fields_of(status, "notebook", "id", "layout"),
        "bullets": None if status.unread else status.bullets,
        "memory": {
            **fields_of(status.length, "lines", "characters"),
            "limits": limits._asdict(),
            "over": limits.passed(status.length) or None,
            "told": status.unread or length_in_words(status.length, limits),
        },
        **fields_of(status, "days", "dreams", "sessions", "engine", "model"),
        "trouble": str(address) if address else None,
        "index": {
            **fields_of(status.index, "files", "chunks", "behind"),
            "told": status.freshness.in_words,
            "embedder": None if meaning.embedder == EmbedderKind.OFF else meaning.embedder,
            **fields_of(meaning, "refused", "share", read="done", to_read="lines"),
            **fields_of(meaning, "serving?", "trouble?", nearest="by?"),
            "cache": fields_of(meaning.counters, "exact", "near", "miss"),
        },
        **fields_of(status, "history", "last_dream"),
        **(fields_of(schedule, next_dream="next_at", next_dream_told="next_told")
           if schedule else {"next_dream": None, "next_dream_told": ""}),
        "suspicious": call.memory.poison.count(),
        **fields_of(status, "pending", "remarks"),
    }  # fmt: skip


# -- files ------------------------------------------------------------------------------------

_Path = Annotated[str, tr("a path in the notebook, such as memory/2026-11-20.md")]
_A_PLACE = 20  # lines; who gets more of them reads on, and did not look for one place


@operation(
    "remember", tr("add a line to today"), 'nightstand remember "The spare key is with Ana"',
    text=tr("what to remember"),
)  # fmt: skip
def _remember(call: Call, text: str) -> Any:
    with written_by(at_terminal()):
        noted = fields_of(call.memory.days.remember(text), "path", "line")
    told = tr("Noted in {path}, line {line}.").format(**noted)
    if (why := held(text)) is None:
        return Told(noted, told)
    warning = tr("Look at it again: {why}.").format(why=reason_of(why))
    return Told(noted | {"warning": warning}, together(told, warning))


@operation(
    "get", tr("print a file, or lines"), "nightstand get MEMORY.md --from 3 --lines 5",
    lambda answer: str(answer["text"]).removesuffix("\n"),
    from_=tr("the first line"),
    lines=tr("how many lines"),
)  # fmt: skip
def _get(call: Call, path: _Path, *, from_: Count = 1, lines: Count | None = None) -> Any:
    found = call.memory.files.lines(path, from_, lines)
    if 0 < (lines or 0) <= _A_PLACE:
        last = found.first + found.count - 1
        call.memory.search.note_wanted([(found.path, found.first, last)])
    else:
        call.memory.search.note_used([found.path])
    return fields_of(found, "path", "text", **{"from": "first", "lines": "count"})
