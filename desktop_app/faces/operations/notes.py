"""Operations on the notebook's files, and searches in them."""

import sys
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import asdict
from datetime import date
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

from desktop_app.dreams.dreamer import EngineName
from desktop_app.dreams.engines import engine_of
from desktop_app.dreams.proposal import Support
from desktop_app.errors import Problem, WrongUse
from desktop_app.faces.operations.engine import Using, address_trouble, with_meaning
from desktop_app.faces.operations.table import Answer, Call, Count, day, fields_of, kinds, operation
from desktop_app.notebook.given import read_given
from desktop_app.notebook.history import writer, written_by
from desktop_app.notebook.length import length_in_words, limits_of
from desktop_app.notebook.passage import place_of
from desktop_app.notebook.pictures import picture_link
from desktop_app.search.arms import Arm, SearchBy
from desktop_app.search.meaning.embedder import EmbedderKind
from desktop_app.search.query import HitPer, Query, SearchIn, SearchMode
from desktop_app.sizes import size
from desktop_app.words import counted, listed, tr

if TYPE_CHECKING:
    from desktop_app.search.hits import Hit
    from desktop_app.search.index import Results


def at_terminal() -> str:
    """The agent whose work a command is; where no terminal is there, an agent ran it."""
    person = sys.stdin is not None and sys.stdin.isatty()
    return writer() or ("" if person else "a command")


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
    engine = answer["model"] or tr("the only model of Ollama")
    if answer["engine"] == EngineName.BUILTIN:
        engine = tr("the built-in one")
    told = tr(
        "Notebook  {notebook}\nLayout    {layout}\nHolds     {held}\n"
        "Memory    {told}\nIndex     {indexed}\nMeaning   {meaning_text}\nHistory   {size}\n"
        "Dreams    last: {last}; waiting: {waiting}{next_told}\nEngine    {engine}{trouble}"
    ).format(
        notebook=answer["notebook"],
        layout=answer["layout"],
        held=listed(held),
        told=answer["memory"]["told"],
        indexed=listed(indexed),
        meaning_text=_meaning_text(index),
        size=size(answer["history"]),
        last=answer["last_dream"] or tr("none yet"),
        next_told="; " + answer["next_dream_told"] if answer["next_dream_told"] else "",
        waiting=", ".join(answer["pending"]) or tr("none"),
        engine=engine,
        trouble=". " + answer["trouble"] if answer["trouble"] else "",
    )
    return "\n".join([told, *answer["remarks"]])


def _meaning_text(index: Answer) -> str:
    if index["embedder"] is None:
        return tr("off; search goes by words")
    sentence = tr(
        "{read} of {to_read} lines read by {embedder}, {share:.0%} of a score; "
        "vectors: {exact} had, {near} borrowed, {miss} made"
    ).format(**index, **index["cache"])
    if index["refused"]:
        sentence += tr("; {refused} that it can't read are found by words alone").format(**index)
    if index["serving"] != index["embedder"]:
        sentence += tr("; until all are read search goes by {serving}").format(
            serving=index["serving"] or tr("words alone")
        )
    return sentence + (f". {index['trouble']}" if index["trouble"] else "")


@operation("status", tr("show what it holds"), "nightstand status", _status_text, looks=True)
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
            "limits": asdict(limits),
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
            "serving": meaning.serving or None,
            "nearest": meaning.by or None,
            "trouble": meaning.trouble or None,
            "cache": fields_of(meaning.counters, "exact", "near", "miss"),
            "questions": fields_of(meaning.counters, "asked", "asked_before"),
        },
        **fields_of(status, "history", "last_dream"),
        **(fields_of(schedule, next_dream="next_at", next_dream_told="next_told")
           if schedule else {"next_dream": None, "next_dream_told": ""}),
        "pending": list(status.pending),
        "remarks": list(status.remarks),
    }  # fmt: skip


# -- files ------------------------------------------------------------------------------------

_Path = Annotated[str, tr("a path in the notebook, such as memory/2026-11-20.md")]
_A_PLACE = 20  # lines; who gets more of them reads on, and did not look for one place


@operation(
    "remember", tr("add a line to today"), 'nightstand remember "The spare key is with Ana"',
    tr("Noted in {path}, line {line}."),
    text=tr("what to remember"),
)  # fmt: skip
def _remember(call: Call, text: str) -> Any:
    with written_by(at_terminal()):
        return fields_of(call.memory.days.remember(text), "path", "line")


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


def _links_text(answer: Answer) -> str:
    missing = tr("no note of this name yet")
    leads = [
        f"  {one['line']}: [[{one['name']}{'#' * bool(one['section'])}{one['section']}]]"
        f" → {one['path'] or missing}"
        for one in answer["links"]
    ]
    comes = [f"  {one['path']}:{one['line']}" for one in answer["from"]]
    blocks = [(tr("Leads to"), leads), (tr("Linked from"), comes)]
    told = ["\n".join([f"{title}:", *lines]) for title, lines in blocks if lines]
    return "\n".join(told) or tr("No link leads from here, and none leads here.")


@operation(
    "links", tr("say where the [[links]] of a note lead, and which notes lead to it"),
    "nightstand links memory/2026-11-20.md", _links_text,
)  # fmt: skip
def _links(call: Call, path: _Path) -> Any:
    links = call.memory.note_links
    call.memory.files.lines(path, 1, 1)  # raises where there is no such note
    leads = [
        fields_of(one.link, "line", "name", "section") | {"path": one.path or None}
        for one in links.of(path)
    ]
    return {"path": path, "links": leads, "from": [fields_of(one, "path", "line")
                                                   for one in links.to(path)]}  # fmt: skip


@operation(
    "picture", tr("copy a picture into the notebook, and print the Markdown that shows it"),
    "nightstand picture quay.png", "{markdown}",
    file=tr("the picture: PNG, JPEG, GIF, WebP or BMP"),
    note=tr("the note that is to show it (default: today)"),
)  # fmt: skip
def _picture(call: Call, file: str, *, note: str | None = None) -> Any:
    given = read_given(Path(file))
    path = call.memory.files.add_picture(given.data, given.name)
    note = note or call.memory.day_path(call.memory.today())
    return {"path": path, "markdown": picture_link(note, path)}


# -- searches ---------------------------------------------------------------------------------


def _results_json(results: "Results") -> Answer:
    return {
        "hits": [_hit_json(hit) for hit in results.hits],
        "took_ms": round(results.took_ms, 2),
        "arms": list(results.arms),
        **fields_of(results, "behind", "complete", "note", "skipped", "hint"),
    }


def _hit_json(hit: "Hit") -> Answer:
    answer = fields_of(hit, "path", "line", "end_line", "heading", "date", "text", "why", "by")
    answer |= {"score": round(hit.score, 4), "lines": hit.count}
    if why := hit.explained:
        words = {"line": [*why.own], "heading": [*why.head], "around": [*why.around]}
        arms = {"by_words": _arm(why.arms.words), "by_meaning": _arm(why.arms.meaning)}
        answer["explain"] = {"words": words, **arms}
    return answer


def _arm(arm: Arm | None) -> Answer | None:
    if arm is None:
        return None
    return {"rank": arm.rank, "score": round(arm.score, 4), "share": round(arm.share, 4)}


def _results_text(answer: Answer) -> str:
    """Hits as `path:line: text`, each with the number of lines found in its file, and warnings."""
    lines = [line for hit in answer["hits"] for line in _hit_text(hit)] or [tr("Nothing found.")]
    if late := answer["behind"]:
        lines.append(
            counted(
                "({count} file not read since a change)",
                "({count} files not read since a change)",
                late,
            )
        )
    if not answer["complete"]:
        lines.append(tr("(There was no time to look at every line.)"))
    if answer["note"]:
        lines.append(tr("(By words alone: {note})").format(**answer))
    return "\n".join([*lines, *(f"({answer[key]})" for key in ("hint", "skipped") if answer[key])])


_PLACES = (
    ("line", tr("in the line")),
    ("heading", tr("in its headings, date or name")),
    ("around", tr("in the lines around it")),
)


def _hit_text(hit: Answer) -> Iterator[str]:
    more = tr(" ({lines} lines)").format(**hit) if hit["lines"] > 1 else ""
    yield f"{hit['path']}:{hit['line']}: {' '.join(hit['text'].split())}{more}"
    if not (why := hit.get("explain")):
        return
    words, arms = why["words"], list[str]()
    places = [f"{place} {', '.join(words[key])}" for key, place in _PLACES if words[key]]
    by = tr("by {reason}").format(reason=hit["why"].replace(":", ""))
    yield "    " + tr("found {places}").format(places="; ".join(places) or by)
    for name, arm in ((tr("words"), why["by_words"]), (tr("meaning"), why["by_meaning"])):
        if arm:
            told = tr("{name} (no. {rank}) {score:.2f} x {share:.0%}")
            arms.append(told.format(name=name, **arm))
    yield "    " + tr("score {score:.2f} = {sum}").format(score=hit["score"], sum=" + ".join(arms))


_Limit = Annotated[Count, tr("how many hits at most")]
_In = Annotated[
    tuple[SearchIn, ...] | None,
    tr("where: memory, days, topics, dreams, sessions (conversations)"),
    kinds,
]
_Explain = Annotated[bool, tr("say why each hit was found")]


@operation(
    "search", tr("find lines"), 'nightstand search "harbour report" --in memory,days',
    _results_text, batch="query", looks=True,
    query=tr('what to find; "a phrase", -without, in:days, since:2026-11, until:7d'),
    mode=tr("read the query as words that you are typing, or as a question"),
    file=tr("in this file only"),
    since=tr("not before this day, YYYY-MM-DD"),
    until=tr("not after this day, YYYY-MM-DD"),
    by=tr("one hit for each line, or one for each file"),
)  # fmt: skip
def _search(
    call: Call, query: str, *, mode: SearchMode = SearchMode.AUTO, limit: _Limit = 10,
    in_: _In = None, file: str = "", since: date | None = None, until: date | None = None,
    by: HitPer = HitPer.LINE, using: Using = SearchBy.BOTH, explain: _Explain = False,
) -> Any:  # fmt: skip
    if since and until and since > until:
        raise WrongUse(
            tr("--since {since} is later than --until {until}.").format(since=since, until=until),
            tr("Write the earlier day first: --since {until} --until {since}").format(
                until=until, since=since
            ),
        )
    with_meaning(call)
    how: dict[str, Any] = {"by": by, "arms": using, "path": file, "explain": explain}
    results = call.memory.search.find(
        query, mode=mode, limit=limit, kinds=in_ or (), since=since, until=until, operators=True,
        **how,
    )  # fmt: skip
    # A lost file is found as long as the index keeps it.
    if file and not results.hits and not call.memory.files.is_note(file):
        raise Problem(
            tr("{path} is no note of this notebook.").format(path=file),
            tr("Write its path as search shows it, such as memory/2026-11-20.md."),
        )
    call.memory.search.note_wanted((hit.path, hit.line, hit.end_line) for hit in results.hits)
    return _results_json(results)


@operation(
    "similar", tr("find lines like this one"), "nightstand similar MEMORY.md:9", _results_text,
    looks=True,
    line=tr("the line: PATH:LINE"),
)  # fmt: skip
def _similar(
    call: Call, line: str, *, limit: _Limit = 10, in_: _In = None, using: Using = SearchBy.BOTH,
    explain: _Explain = False,
) -> Any:  # fmt: skip
    path, number = place_of(line).path, place_of(line).first
    if number is None:
        raise WrongUse(
            tr("similar needs a line."), tr("Name one: nightstand search --similar MEMORY.md:9")
        )
    if not call.memory.files.lines(path, number, 1).count:
        told = tr("{path} has no line {line}.").format(path=path, line=number)
        raise Problem(told, tr("Lines count from 1."))
    with_meaning(call)
    query = Query("", limit=limit, kinds=in_ or (), explain=explain)
    return _results_json(call.memory.search.similar(path, number, query, using))


# -- claims -----------------------------------------------------------------------------------

_VERDICTS = {
    Support.SUPPORTED: tr("Supported."),
    Support.PARTLY: tr("Partly."),
    Support.UNSUPPORTED: tr("Unsupported."),
}


def _verdict_text(answer: Answer) -> str:
    """A verdict for people, with each reason and the line of the notes nearest to it."""
    lines = [_VERDICTS[answer["verdict"]]]
    for reason in answer["reasons"]:
        lines.append(f"  {reason['message']}")
        if nearest := reason["nearest"]:
            lines.append(f"    {nearest['path']}:{nearest['line']}  “{nearest['text']}”")
    return "\n".join(lines)


def _row(row: Answer) -> Answer:
    """The texts and the day of a line of a batch. Raises Problem for what is none."""
    texts = row.get("sources", [""])
    if not (isinstance(texts, list) and texts and all(isinstance(text, str) for text in texts)):
        raise Problem(
            tr("The sources are no list of texts."), tr('Give them as "sources": ["…", "…"].')
        )
    try:
        on = None if row.get("date") is None else day(row["date"])
    except (TypeError, ValueError) as error:
        told = tr("“{date}” is no day.").format(date=row["date"])
        raise Problem(told, tr("Write it as YYYY-MM-DD.")) from error
    return {"texts": row.get("sources"), "day": on}


@operation(
    "check", tr("say whether lines support a sentence"),
    'nightstand check "The report is due on 4 December" --against memory/2026-11-20.md:6',
    _verdict_text, batch="claim",
    claim=tr("the sentence to check"),
    against=tr("the lines to compare with: PATH, PATH:LINE or PATH:FROM-TO"),
)  # fmt: skip
def _check(call: Call, claim: str, *, against: list[str] | None = None) -> Any:
    given = _row(call.arguments.get("row", {}))
    proof = call.memory.claims.check(claim, against or (), **given)
    reasons = [
        fields_of(doubt, "kind", "words", "message")
        | {"nearest": doubt.nearest and fields_of(doubt.nearest, "path", "line", text="quote")}
        for doubt in proof.doubts
    ]
    return {"verdict": proof.verdict, "reasons": reasons}
