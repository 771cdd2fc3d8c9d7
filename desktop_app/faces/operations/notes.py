"""Operations on the notebook's files, and searches in them."""

import sys
from contextlib import suppress
from datetime import date
from pathlib import Path
from typing import Any

from desktop_app.dreams.engines import engine_of
from desktop_app.errors import Problem, WrongUse
from desktop_app.faces.answers import notes as answers
from desktop_app.faces.answers.found import results_json, results_text
from desktop_app.faces.operations.engine import USING, address_trouble, with_meaning
from desktop_app.faces.operations.table import (
    Arguments,
    Call,
    Operation,
    Parameter,
    count,
    day,
    kinds,
)
from desktop_app.notebook.given import read_given
from desktop_app.notebook.history import writer, written_by
from desktop_app.notebook.length import limits_of
from desktop_app.notebook.passage import place_of
from desktop_app.notebook.pictures import picture_link
from desktop_app.search.arms import SearchBy
from desktop_app.search.query import HitPer, Query, SearchMode
from desktop_app.words import tr

_COMMAND = "a command"  # who writes where no person sits at the terminal
_A_PLACE = 20  # lines; who gets more of them reads on, and did not look for one place
_LIMIT = Parameter("--limit", tr("how many hits at most"), count, 10)
_IN = Parameter("--in", tr("where: memory, days, topics, dreams, sessions (conversations)"), kinds)
_EXPLAIN = Parameter("--explain", tr("say why each hit was found"), flag=True)


def _status(call: Call) -> Any:
    with_meaning(call)
    status = call.memory.status(engine_of(call.settings.get))
    schedule = None
    with suppress(Problem):  # what keeps it from being read is told with the rest
        schedule = call.memory.schedule.state(call.settings.get)
    limits = limits_of(call.settings.get)
    return answers.status_json(status, limits, address_trouble(call), schedule)


def _remember(call: Call) -> Any:
    """Note a line."""
    with written_by(at_terminal()):
        noted = call.memory.days.remember(call["text"])
    return {"path": noted.path, "line": noted.line}


def at_terminal() -> str:
    """The agent whose work a command is; where no terminal is there, an agent ran it."""
    person = sys.stdin is not None and sys.stdin.isatty()
    return writer() or ("" if person else _COMMAND)


def _get(call: Call) -> Any:
    lines = call.memory.files.lines(call["path"], call["from"], call["lines"])
    if 0 < (call["lines"] or 0) <= _A_PLACE:
        call.memory.search.note_wanted([(lines.path, lines.first, lines.first + lines.count - 1)])
    else:
        call.memory.search.note_used([lines.path])
    return {"path": lines.path, "from": lines.first, "lines": lines.count, "text": lines.text}


def _picture(call: Call) -> Any:
    note = call["note"] or call.memory.layout.day(call.memory.today())
    given = read_given(Path(call["file"]))
    path = call.memory.files.add_picture(given.data, given.name)
    return {"path": path, "markdown": picture_link(note, path)}


def _links(call: Call) -> Any:
    path, links = call["path"], call.memory.note_links
    call.memory.files.lines(path, 1, 1)  # raises where there is no such note
    return {
        "path": path,
        "links": [
            {"line": one.link.line, "name": one.link.name, "section": one.link.section,
             "path": one.path or None}
            for one in links.of(path)
        ],
        "from": [{"path": one.path, "line": one.line} for one in links.to(path)],
    }  # fmt: skip


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


def _similar(call: Call) -> Any:
    place = place_of(call["line"])
    path, line = place.path, place.first
    if line is None:
        raise WrongUse(tr("similar needs a line."), tr("Name one: nightstand similar MEMORY.md:9"))
    if not call.memory.files.lines(path, line, 1).count:
        raise Problem(
            tr("{path} has no line {line}.").format(path=path, line=line), tr("Lines count from 1.")
        )
    with_meaning(call)
    query = Query("", limit=call["limit"], kinds=call["in"] or (), explain=call["explain"])
    return results_json(call.memory.search.similar(path, line, query, SearchBy(call["using"])))


def _check(call: Call) -> Any:
    row = call.arguments.get("row", {})
    proof = call.memory.claims.check(
        call["claim"],
        call["against"] or (),
        texts=_texts(row["sources"]) if "sources" in row else None,
        day=_day_of(row),
    )
    return answers.verdict_json(proof)


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


ROWS = (
    Operation(
        "status",
        tr("tell what it holds"),
        "nightstand status",
        _status,
        answers.status_text,
        looks=True,
    ),
    Operation(
        "remember",
        tr("add a line to today"),
        'nightstand remember "The spare key is with Ana"',
        _remember,
        lambda answer: tr("Noted in {path}, line {line}.").format(
            path=answer["path"], line=answer["line"]
        ),
        (Parameter("text", tr("what to remember"), required=True),),
    ),
    Operation(
        "get",
        tr("print a file, or lines"),
        "nightstand get MEMORY.md --from 3 --lines 5",
        _get,
        lambda answer: str(answer["text"]).removesuffix("\n"),
        (
            Parameter(
                "path", tr("a path in the notebook, such as memory/2026-11-20.md"), required=True
            ),
            Parameter("--from", tr("the first line"), count, 1),
            Parameter("--lines", tr("how many lines"), count),
        ),
    ),
    Operation(
        "search",
        tr("find lines"),
        'nightstand search "harbour report" --in memory,days',
        _search,
        results_text,
        (
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
        ),
        batch="query",
        looks=True,
    ),
    Operation(
        "links",
        tr("say where the [[links]] of a note lead, and which notes lead to it"),
        "nightstand links memory/2026-11-20.md",
        _links,
        _links_text,
        (
            Parameter(
                "path", tr("a path in the notebook, such as memory/2026-11-20.md"), required=True
            ),
        ),
    ),
    Operation(
        "picture",
        tr("keep a picture in the notebook, and say what shows it in a note"),
        "nightstand picture quay.png",
        _picture,
        lambda answer: answer["markdown"],
        (
            Parameter("file", tr("the picture: PNG, JPEG, GIF, WebP or BMP"), required=True),
            Parameter("--note", tr("the note that is to show it (default: today)")),
        ),
    ),
    Operation(
        "similar",
        tr("find lines like this one"),
        "nightstand similar MEMORY.md:9",
        _similar,
        results_text,
        (
            Parameter("line", tr("the line: PATH:LINE"), required=True),
            _LIMIT,
            _IN,
            USING,
            _EXPLAIN,
        ),
        looks=True,
    ),
    Operation(
        "check",
        tr("say whether lines support a sentence"),
        'nightstand check "The report is due on 4 December" --against memory/2026-11-20.md:6',
        _check,
        answers.verdict_text,
        (
            Parameter("claim", tr("the sentence to check"), required=True),
            Parameter(
                "--against",
                tr("the lines to compare with: PATH, PATH:LINE or PATH:FROM-TO"),
                many=True,
            ),
        ),
        batch="claim",
    ),
)
