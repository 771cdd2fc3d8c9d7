"""Operations on the notebook's files, and searches in them."""

import sys
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import asdict
from datetime import date
from pathlib import Path
from typing import TYPE_CHECKING, Any

from desktop_app.dreams.dreamer import EngineName
from desktop_app.dreams.engines import engine_of
from desktop_app.dreams.proposal import Support
from desktop_app.errors import Problem, WrongUse
from desktop_app.faces.operations.engine import USING, address_trouble, with_meaning
from desktop_app.faces.operations.table import (
    Arguments,
    Call,
    Parameter,
    count,
    day,
    fields_of,
    kinds,
    moment,
    operation,
)
from desktop_app.notebook.given import read_given
from desktop_app.notebook.history import writer, written_by
from desktop_app.notebook.length import Limits, length_in_words, limits_of
from desktop_app.notebook.passage import place_of
from desktop_app.notebook.pictures import picture_link
from desktop_app.notebook.source import Source
from desktop_app.search.arms import Arm, SearchBy
from desktop_app.search.meaning.embedder import EmbedderKind
from desktop_app.search.query import HitPer, Query, SearchMode
from desktop_app.sizes import size
from desktop_app.words import counted, listed, tr

if TYPE_CHECKING:
    from desktop_app.dreams.proof import Proof
    from desktop_app.memory.schedule import ScheduleState
    from desktop_app.memory.status import Status
    from desktop_app.search.explaining import WhyFound
    from desktop_app.search.hits import Hit
    from desktop_app.search.index import Results
    from desktop_app.search.meaning.meaning import MeaningStatus


def status_json(
    status: "Status",
    limits: Limits,
    address: Problem | None = None,
    schedule: "ScheduleState | None" = None,
) -> dict[str, Any]:
    """The state of the notebook; `limits` say how much of MEMORY.md agents read.

    `address` is why models are not asked at the address of the settings. `schedule` is how it
    stands with automatic dreams, None where that is unknown.
    """
    return {
        **fields_of(status, "notebook", "id", "layout"),
        "bullets": None if status.unread else status.bullets,
        "memory": {
            "lines": status.length.lines,
            "characters": status.length.characters,
            "limits": asdict(limits),
            "over": limits.passed(status.length) or None,
            "told": status.unread or length_in_words(status.length, limits),
        },
        **fields_of(status, "days", "dreams", "sessions", "engine", "model"),
        "trouble": str(address) if address else None,
        "index": {
            **fields_of(status.index, "files", "chunks", "behind"),
            "told": status.freshness.in_words,
            **meaning_json(status.meaning),
        },
        "history": status.history,
        "last_dream": moment(status.last_dream),
        "next_dream": moment(schedule.next_at) if schedule else None,
        "next_dream_told": schedule.next_told if schedule else "",
        "pending": list(status.pending),
        "remarks": list(status.remarks),
    }


def verdict_json(proof: "Proof") -> dict[str, Any]:
    """How far a sentence is supported, and why not further."""
    return {
        "verdict": proof.verdict,
        "reasons": [
            {
                "kind": doubt.kind,
                "words": list(doubt.words),
                "message": doubt.message,
                "nearest": _nearest_json(doubt.nearest),
            }
            for doubt in proof.doubts
        ],
    }


_VERDICTS = {
    Support.SUPPORTED: tr("Supported."),
    Support.PARTLY: tr("Partly."),
    Support.UNSUPPORTED: tr("Unsupported."),
}


def verdict_text(answer: dict[str, Any]) -> str:
    """A verdict for people, with each reason and the line of the notes nearest to it."""
    lines = [_VERDICTS[answer["verdict"]]]
    for reason in answer["reasons"]:
        lines.append(f"  {reason['message']}")
        if nearest := reason["nearest"]:
            lines.append(f"    {nearest['path']}:{nearest['line']}  “{nearest['text']}”")
    return "\n".join(lines)


def _nearest_json(nearest: Source | None) -> dict[str, Any] | None:
    if nearest is None:
        return None
    return {"path": nearest.path, "line": nearest.line, "text": nearest.quote}


def _engine(answer: dict[str, Any]) -> str:
    if answer["engine"] == EngineName.BUILTIN:
        return tr("the built-in one")
    return str(answer["model"] or tr("the only model of Ollama"))


def status_text(answer: dict[str, Any]) -> str:
    """A few lines on the notebook."""
    last = answer["last_dream"] or tr("none yet")
    return tr(
        "Notebook  {notebook}\nLayout    {layout}\nHolds     {held}\n"
        "Memory    {told}\nIndex     {indexed}\nMeaning   {meaning_text}\nHistory   {size}\n"
        "Dreams    last: {last}; waiting: {waiting}{next_told}\nEngine    {engine}{trouble}"
    ).format(
        notebook=answer["notebook"],
        layout=answer["layout"],
        held=listed(_held(answer)),
        told=answer["memory"]["told"],
        indexed=listed(_indexed(answer["index"])),
        meaning_text=meaning_text(answer["index"]),
        size=size(answer["history"]),
        last=last,
        next_told="; " + answer["next_dream_told"] if answer["next_dream_told"] else "",
        waiting=", ".join(answer["pending"]) or tr("none"),
        engine=_engine(answer),
        trouble=". " + answer["trouble"] if answer["trouble"] else "",
    ) + "".join(f"\n{remark}" for remark in answer["remarks"])


def _held(answer: dict[str, Any]) -> Iterator[str]:
    bullets = answer["bullets"]
    many = counted("{count} bullet", "{count} bullets", bullets or 0)
    yield tr("unknown bullets") if bullets is None else many
    yield counted("{count} day", "{count} days", answer["days"])
    yield counted("{count} diary entry", "{count} diary entries", answer["dreams"])


def _indexed(index: dict[str, Any]) -> Iterator[str]:
    yield counted("{count} file", "{count} files", index["files"])
    yield counted("{count} line", "{count} lines", index["chunks"])
    yield index["told"]


def meaning_json(status: "MeaningStatus") -> dict[str, Any]:
    """The state of the vectors, as a part of the answer about the index."""
    counters = status.counters
    return {
        "embedder": None if status.embedder == EmbedderKind.OFF else status.embedder,
        "serving": status.serving or None,
        "read": status.done,
        "to_read": status.lines,
        "refused": status.refused,
        "share": status.share,
        "nearest": status.by or None,
        "trouble": status.trouble or None,
        "cache": {**fields_of(counters, "exact", "near", "miss")},
        "questions": {"asked": counters.asked, "asked_before": counters.asked_before},
    }


def meaning_text(index: dict[str, Any]) -> str:
    """The same in a sentence."""
    if index["embedder"] is None:
        return tr("off; search goes by words")
    cache = index["cache"]
    sentence = tr(
        "{read} of {to_read} lines read by {embedder}, {share:.0%} of a score; "
        "vectors: {exact} had, {near} borrowed, {miss} made"
    ).format(
        read=index["read"],
        to_read=index["to_read"],
        embedder=index["embedder"],
        share=index["share"],
        exact=cache["exact"],
        near=cache["near"],
        miss=cache["miss"],
    )
    if index["refused"]:
        sentence += tr("; {refused} that it can't read are found by words alone").format(
            refused=index["refused"]
        )
    if index["serving"] != index["embedder"]:
        sentence += tr("; until all are read search goes by {serving}").format(
            serving=index["serving"] or tr("words alone")
        )
    return sentence + (f". {index['trouble']}" if index["trouble"] else "")


_PLACES = (
    ("line", tr("in the line")),
    ("heading", tr("in its headings, date or name")),
    ("around", tr("in the lines around it")),
)


def results_json(results: "Results") -> dict[str, Any]:
    """Hits, best first."""
    return {
        "hits": [_hit_json(hit) for hit in results.hits],
        "took_ms": round(results.took_ms, 2),
        "arms": list(results.arms),
        **fields_of(results, "behind", "complete", "note", "skipped", "hint"),
    }


def results_text(answer: dict[str, Any]) -> str:
    """Hits as `path:line: text`, each with the number of lines found in its file, and warnings."""
    late = answer["behind"]
    amiss = []
    if late:
        amiss.append(
            counted(
                "({count} file not read since a change)",
                "({count} files not read since a change)",
                late,
            )
        )
    if not answer["complete"]:
        amiss.append(tr("(There was no time to look at every line.)"))
    if answer["note"]:
        amiss.append(tr("(By words alone: {note})").format(note=answer["note"]))
    if answer["hint"]:
        amiss.append(f"({answer['hint']})")
    if answer["skipped"]:
        amiss.append(f"({answer['skipped']})")
    lines = [line for hit in answer["hits"] for line in _hit_text(hit)]
    return "\n".join([*(lines or [tr("Nothing found.")]), *amiss])


def _hit_json(hit: "Hit") -> dict[str, Any]:
    answer = {
        **fields_of(hit, "path", "line", "end_line", "heading"),
        "date": hit.date.isoformat() if hit.date else None,
        **fields_of(hit, "text", "why", "by"),
        "score": round(hit.score, 4),
        "lines": hit.count,
    }
    return answer | {"explain": _why_json(hit.explained)} if hit.explained else answer


def _why_json(why: "WhyFound") -> dict[str, Any]:
    """The words found in each part of the line, and the score of each arm."""
    return {
        "words": {"line": [*why.own], "heading": [*why.head], "around": [*why.around]},
        "by_words": _arm_json(why.arms.words),
        "by_meaning": _arm_json(why.arms.meaning),
    }


def _arm_json(arm: Arm | None) -> dict[str, Any] | None:
    if arm is None:
        return None
    return {"rank": arm.rank, "score": round(arm.score, 4), "share": round(arm.share, 4)}


def _hit_text(hit: dict[str, Any]) -> list[str]:
    more = tr(" ({lines} lines)").format(lines=hit["lines"]) if hit["lines"] > 1 else ""
    lines = [f"{hit['path']}:{hit['line']}: {' '.join(hit['text'].split())}{more}"]
    if why := hit.get("explain"):
        words = why["words"]
        places = [f"{place} {', '.join(words[key])}" for key, place in _PLACES if words[key]]
        by = tr("by {reason}").format(reason=hit["why"].replace(":", ""))
        lines.append("    " + tr("found {places}").format(places="; ".join(places) or by))
        arms = _arm_text(tr("words"), why["by_words"]), _arm_text(tr("meaning"), why["by_meaning"])
        sum_ = " + ".join(filter(None, arms))
        lines.append("    " + tr("score {score:.2f} = {sum}").format(score=hit["score"], sum=sum_))
    return lines


def _arm_text(name: str, arm: dict[str, Any] | None) -> str:
    if arm is None:
        return ""
    return tr("{name} (no. {rank}) {score:.2f} x {share:.0%}").format(
        name=name, rank=arm["rank"], score=arm["score"], share=arm["share"]
    )


_COMMAND = "a command"  # who writes where no person sits at the terminal
_A_PLACE = 20  # lines; who gets more of them reads on, and did not look for one place
_LIMIT = Parameter("--limit", tr("how many hits at most"), count, 10)
_IN = Parameter("--in", tr("where: memory, days, topics, dreams, sessions (conversations)"), kinds)
_EXPLAIN = Parameter("--explain", tr("say why each hit was found"), flag=True)


def at_terminal() -> str:
    """The agent whose work a command is; where no terminal is there, an agent ran it."""
    person = sys.stdin is not None and sys.stdin.isatty()
    return writer() or ("" if person else _COMMAND)


def _links_text(answer: Any) -> str:
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


def _texts(sources: Any) -> list[str]:
    if isinstance(sources, list) and sources and all(isinstance(text, str) for text in sources):
        return sources
    raise Problem(
        tr("The sources are no list of texts."), tr('Give them as "sources": ["…", "…"].')
    )


def _day_of(row: Arguments) -> date | None:
    if row.get("date") is None:
        return None
    try:
        return day(row["date"])
    except (TypeError, ValueError) as error:
        raise Problem(
            tr("“{date}” is no day.").format(date=row["date"]), tr("Write it as YYYY-MM-DD.")
        ) from error


@operation("status", tr("tell what it holds"), "nightstand status", status_text, looks=True)
def _status(call: Call) -> Any:
    with_meaning(call)
    status = call.memory.status(engine_of(call.settings.get))
    schedule = None
    with suppress(Problem):  # what keeps it from being read is told with the rest
        schedule = call.memory.schedule.state(call.settings.get)
    limits = limits_of(call.settings.get)
    return status_json(status, limits, address_trouble(call), schedule)


@operation(
    "remember",
    tr("add a line to today"),
    'nightstand remember "The spare key is with Ana"',
    lambda answer: tr("Noted in {path}, line {line}.").format(
        path=answer["path"], line=answer["line"]
    ),
    Parameter("text", tr("what to remember"), required=True),
)
def _remember(call: Call) -> Any:
    """Note a line."""
    with written_by(at_terminal()):
        noted = call.memory.days.remember(call["text"])
    return {"path": noted.path, "line": noted.line}


@operation(
    "get",
    tr("print a file, or lines"),
    "nightstand get MEMORY.md --from 3 --lines 5",
    lambda answer: str(answer["text"]).removesuffix("\n"),
    Parameter("path", tr("a path in the notebook, such as memory/2026-11-20.md"), required=True),
    Parameter("--from", tr("the first line"), count, 1),
    Parameter("--lines", tr("how many lines"), count),
)
def _get(call: Call) -> Any:
    lines = call.memory.files.lines(call["path"], call["from"], call["lines"])
    if 0 < (call["lines"] or 0) <= _A_PLACE:
        call.memory.search.note_wanted([(lines.path, lines.first, lines.first + lines.count - 1)])
    else:
        call.memory.search.note_used([lines.path])
    return {"path": lines.path, "from": lines.first, "lines": lines.count, "text": lines.text}


@operation(
    "search",
    tr("find lines"),
    'nightstand search "harbour report" --in memory,days',
    results_text,
    Parameter(
        "query",
        tr('what to find; "a phrase", -without, in:days, since:2026-11, until:7d'),
        required=True,
    ),
    Parameter(
        "--mode",
        tr("read the query as words that you are typing, or as a question"),
        default=SearchMode.AUTO,
        choices=(*map(str, SearchMode),),
    ),
    _LIMIT,
    _IN,
    Parameter("--file", tr("in this file only"), default=""),
    Parameter("--since", tr("not before this day, YYYY-MM-DD"), day),
    Parameter("--until", tr("not after this day, YYYY-MM-DD"), day),
    Parameter(
        "--by",
        tr("one hit for each line, or one for each file"),
        default=HitPer.LINE,
        choices=(*map(str, HitPer),),
    ),
    USING,
    _EXPLAIN,
    batch="query",
    looks=True,
)
def _search(call: Call) -> Any:
    since, until, path = call["since"], call["until"], call["file"]
    if since and until and since > until:
        raise WrongUse(
            tr("--since {since} is later than --until {until}.").format(since=since, until=until),
            tr("Write the earlier day first: --since {until} --until {since}").format(
                until=until, since=since
            ),
        )
    with_meaning(call)
    results = call.memory.search.find(
        call["query"],
        mode=SearchMode(call["mode"]),
        limit=call["limit"],
        kinds=call["in"] or (),
        since=since,
        until=until,
        by=HitPer(call["by"]),
        arms=SearchBy(call["using"]),
        path=path,
        explain=call["explain"],
        operators=True,
    )
    # A lost file is found as long as the index keeps it.
    if path and not results.hits and not call.memory.files.is_note(path):
        raise Problem(
            tr("{path} is no note of this notebook.").format(path=path),
            tr("Write its path as search shows it, such as memory/2026-11-20.md."),
        )
    call.memory.search.note_wanted((hit.path, hit.line, hit.end_line) for hit in results.hits)
    return results_json(results)


@operation(
    "links",
    tr("say where the [[links]] of a note lead, and which notes lead to it"),
    "nightstand links memory/2026-11-20.md",
    _links_text,
    Parameter("path", tr("a path in the notebook, such as memory/2026-11-20.md"), required=True),
)
def _links(call: Call) -> Any:
    path, links = call["path"], call.memory.note_links
    call.memory.files.lines(path, 1, 1)  # raises where there is no such note
    return {
        "path": path,
        "links": [
            {**fields_of(one.link, "line", "name", "section"), "path": one.path or None}
            for one in links.of(path)
        ],
        "from": [{"path": one.path, "line": one.line} for one in links.to(path)],
    }  # fmt: skip


@operation(
    "picture",
    tr("keep a picture in the notebook, and say what shows it in a note"),
    "nightstand picture quay.png",
    lambda answer: answer["markdown"],
    Parameter("file", tr("the picture: PNG, JPEG, GIF, WebP or BMP"), required=True),
    Parameter("--note", tr("the note that is to show it (default: today)")),
)
def _picture(call: Call) -> Any:
    note = call["note"] or call.memory.layout.day(call.memory.today())
    given = read_given(Path(call["file"]))
    path = call.memory.files.add_picture(given.data, given.name)
    return {"path": path, "markdown": picture_link(note, path)}


@operation(
    "similar",
    tr("find lines like this one"),
    "nightstand similar MEMORY.md:9",
    results_text,
    Parameter("line", tr("the line: PATH:LINE"), required=True),
    _LIMIT,
    _IN,
    USING,
    _EXPLAIN,
    looks=True,
)
def _similar(call: Call) -> Any:
    place = place_of(call["line"])
    path, line = place.path, place.first
    if line is None:
        raise WrongUse(
            tr("similar needs a line."), tr("Name one: nightstand search --similar MEMORY.md:9")
        )
    if not call.memory.files.lines(path, line, 1).count:
        raise Problem(
            tr("{path} has no line {line}.").format(path=path, line=line), tr("Lines count from 1.")
        )
    with_meaning(call)
    query = Query("", limit=call["limit"], kinds=call["in"] or (), explain=call["explain"])
    return results_json(call.memory.search.similar(path, line, query, SearchBy(call["using"])))


@operation(
    "check",
    tr("say whether lines support a sentence"),
    'nightstand check "The report is due on 4 December" --against memory/2026-11-20.md:6',
    verdict_text,
    Parameter("claim", tr("the sentence to check"), required=True),
    Parameter(
        "--against",
        tr("the lines to compare with: PATH, PATH:LINE or PATH:FROM-TO"),
        many=True,
    ),
    batch="claim",
)
def _check(call: Call) -> Any:
    row = call.arguments.get("row", {})
    proof = call.memory.claims.check(
        call["claim"],
        call["against"] or (),
        texts=_texts(row["sources"]) if "sources" in row else None,
        day=_day_of(row),
    )
    return verdict_json(proof)
