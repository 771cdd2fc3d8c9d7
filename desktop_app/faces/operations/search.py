"""Operations that search, check what notes say, and look after the index."""

import time
from collections.abc import Iterator
from datetime import date
from typing import TYPE_CHECKING, Annotated, Any

from desktop_app.errors import Problem, WrongUse
from desktop_app.faces.operations.table import (
    Answer,
    Call,
    Count,
    Group,
    Using,
    day,
    failure,
    fields_of,
    kinds,
    operation,
    with_meaning,
)
from desktop_app.search.freshness import HINT
from desktop_app.search.query import HitPer, SearchIn, SearchMode
from desktop_app.search.retrievers import Arm, SearchBy
from desktop_app.words import as_sentence, counted, quoted, tr

if TYPE_CHECKING:
    from desktop_app.search.hits import Hit
    from desktop_app.search.index import Results

_How = Annotated[bool, Group("how")]

# -- searches ---------------------------------------------------------------------------------


def _results_json(results: "Results", *, explain: bool) -> Answer:
    return {
        "hits": [_hit_json(hit, explain=explain) for hit in results.hits],
        "took_ms": round(results.took_ms, 2),
        **fields_of(results, "arms", "behind", "complete", "note", "skipped", "hint", "with_all"),
    }


def _hit_json(hit: "Hit", *, explain: bool) -> Answer:
    answer = fields_of(hit, "path", "line", "end_line", "heading", "date", "text", "why", "by")
    answer |= {"score": round(hit.score, 4), "lines": hit.count}
    if explain:
        arms = hit.arms
        answer["explain"] = {"by_words": _arm(arms.words), "by_meaning": _arm(arms.meaning)}
    return answer


def _arm(arm: Arm | None) -> Answer | None:
    if arm is None:
        return None
    return {"rank": arm.rank, "score": round(arm.score, 4), "share": round(arm.share, 4)}


def _results_text(answer: Answer) -> str:
    """The hint, hits as `path:line: text` with the lines found in each file, and warnings."""
    lines = [line for hit in answer["hits"] for line in _hit_text(hit)] or [tr("Nothing found.")]
    if late := answer["behind"]:
        lines.append(counted("({count} file not read since a change)",
            "({count} files not read since a change)", late))  # fmt: skip
    if not answer["complete"]:
        lines.append(tr("(There was no time to look at every line.)"))
    if answer["note"]:
        lines.append(tr("(By words alone: {note})").format(**answer))
    if answer["skipped"]:
        lines.append(f"({answer['skipped']})")
    return "\n".join(filter(None, [answer["hint"], *lines]))


def _hit_text(hit: Answer) -> Iterator[str]:
    more = tr(" ({lines} lines)").format(**hit) if hit["lines"] > 1 else ""
    yield f"{hit['path']}:{hit['line']}: {' '.join(hit['text'].split())}{more}"
    if not (why := hit.get("explain")):
        return
    arms = list[str]()
    yield f"    {hit['why']}"
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


@operation(
    "search", tr("find lines"), 'nightstand search "harbour report" --in memory,days',
    _results_text, batch="query", looks=True,
    query=tr('what to find; "a phrase", -without, in:days, since:2026-11, until:7d'),
    mode=tr("read the query as words that you are typing, or as a question"),
    file=tr("in this file only"),
    since=tr("not before this day, YYYY-MM-DD"),
    until=tr("not after this day, YYYY-MM-DD"),
    by=tr("one hit for each line, or one for each file"),
    explain=tr("say why each hit was found"),
)  # fmt: skip
def _search(
    call: Call, query: str, *, mode: SearchMode = SearchMode.AUTO, limit: _Limit = 10,
    in_: _In = None, file: str = "", since: date | None = None, until: date | None = None,
    by: HitPer = HitPer.LINE, using: Using = SearchBy.BOTH, explain: bool = False,
) -> Any:  # fmt: skip
    if since and until and since > until:
        raise WrongUse(
            tr("--since {since} is later than --until {until}.").format(since=since, until=until),
            tr("Write the earlier day first: --since {until} --until {since}").format(
                until=until, since=since
            ),
        )
    with_meaning(call)
    results = call.memory.search.find(
        query, mode=mode, limit=limit, kinds=in_ or (), since=since, until=until, operators=True,
        by=by, arms=using, path=file,
    )  # fmt: skip
    # A lost file is found as long as the index keeps it.
    if file and not results.hits and not call.memory.files.is_note(file):
        raise Problem(
            tr("{path} is no note of this notebook.").format(path=file),
            tr("Write its path as search shows it, such as memory/2026-11-20.md."),
        )
    call.memory.search.note_wanted((hit.path, hit.line, hit.end_line) for hit in results.hits)
    return _results_json(results, explain=explain)


# -- claims -----------------------------------------------------------------------------------


def _verdict_text(answer: Answer) -> str:
    """A verdict for people, with each reason and the line of the notes nearest to it."""
    from desktop_app.dreams.proposal import Support  # a search needs none

    verdicts = {
        Support.SUPPORTED: tr("Supported."),
        Support.PARTLY: tr("Partly."),
        Support.UNSUPPORTED: tr("Unsupported."),
    }
    lines = [verdicts[answer["verdict"]]]
    for reason in answer["reasons"]:
        lines.append(f"  {reason['message']}")
        if nearest := reason["nearest"]:
            lines.append(f"    {nearest['path']}:{nearest['line']}  {quoted(nearest['text'])}")
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
    'nightstand search --check "The report is due on 4 December" --against memory/2026-11-20.md:6',
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


# -- the index --------------------------------------------------------------------------------


def _index_text(answer: Answer) -> str:
    text = tr("{files}, {lines} indexed in {seconds} s").format(
        files=counted("{count} file", "{count} files", answer["files"]),
        lines=counted("{count} line", "{count} lines", answer["chunks"]),
        seconds=answer["seconds"],
    )
    text = as_sentence(f"{text}; {answer['told']}" if answer["behind"] else text)
    text = "\n".join([text, *answer["problems"]])
    if meaning := answer.get("meaning"):
        told = tr("\n{read} of {lines} lines read for their meaning by ")
        told += tr("{embedder}, {given} of them in {seconds} s.")
        if meaning["refused"]:
            told += tr(" Lines that it can't read: {refused}. They are found by words alone.")
        text += told.format(**meaning)
    return text


def _index_problem(answer: Answer) -> Problem | None:
    if answer.get("lost"):
        return Problem(tr("Notes seem lost, so the index keeps what they said."), HINT)
    if answer["problems"]:
        return Problem(
            tr("Something is wrong with the index."),
            tr("Repair it: nightstand search --index --rebuild"),
        )
    return failure(answer.get("meaning"))


async def _read(call: Call) -> Answer:
    """Give every line its vector; if that fails, the words are indexed all the same."""

    def report(done: int, lines: int) -> None:
        call.report(tr("Reading what lines mean: {done} of {lines}").format(done=done, lines=lines))

    started, meaning, problem = time.monotonic(), call.memory.meaning, None
    before = meaning.status().counters.miss
    try:
        await meaning.keep_up(report)
    except Problem as failure:
        problem = failure
    status = meaning.status()
    return {
        **fields_of(status, "embedder", "lines", "refused", read="done"),
        "given": max(0, status.counters.miss - before),  # also of a run that failed on its way
        "seconds": round(time.monotonic() - started, 3),
        **(problem.as_json() if problem else {"problem": None, "hint": None}),
    }


@operation(
    "index", tr("bring the search index up to date"), "nightstand search --index --check",
    _index_text, problem=_index_problem,
    rebuild=tr("make a new index from the files"),
    check=tr("check that the index is whole and agrees with the files"),
    let_go=tr("forget the text of notes that were emptied or deleted"),
    words=tr("index only the words; read what lines mean later"),
    stopped=tr("Stopped. What was read stays, and the next run goes on from there."),
)  # fmt: skip
async def _index(
    call: Call, *, rebuild: _How = False, check: _How = False, let_go: bool = False,
    words: bool = False,
) -> Any:  # fmt: skip
    started, index = time.monotonic(), call.memory.index
    if rebuild:
        call.report(tr("Reading every file"))
        index.rebuild(believe=let_go)
    elif let_go:
        index.accept_loss()
    else:
        index.refresh()
    index.clear()
    problems = index.check() if check else []
    counts, loss = index.counts(), index.freshness.loss
    answer: Answer = {
        **fields_of(counts, "files", "chunks", "behind"),
        "seconds": round(time.monotonic() - started, 3),
        "lost": list(loss.paths) if loss else [],
        "told": index.freshness.in_words,
        "problems": [*problems, *([f"{loss.in_words}."] if loss else [])],
    }
    with_meaning(call)
    if call.memory.meaning.choice.reads and not words:
        answer["meaning"] = await _read(call)
    return answer
