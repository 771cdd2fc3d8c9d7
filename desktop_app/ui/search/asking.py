"""A search as a person asks it, its answer in rows, and why there is none. Knows memory's search,
no widget. Made for a worker thread: nothing here belongs to the window.
"""

from dataclasses import dataclass, field
from datetime import date
from typing import TYPE_CHECKING

from desktop_app.errors import Problem
from desktop_app.search.arms import SearchBy
from desktop_app.search.index import Query, Results
from desktop_app.search.operators import Operators, read
from desktop_app.search.query import SearchIn, SearchMode
from desktop_app.ui.search.hits import HitRow, folded, recent
from desktop_app.words import counted, cut, tr

if TYPE_CHECKING:
    from desktop_app.memory import Memory

MOST = 100  # lines asked for; nobody looks through more
RECENT = 12  # days, shown while nothing is asked
_QUESTION = ("?", "？")
_MOST_SAID = 60  # characters of a query that found nothing


@dataclass(frozen=True)
class Asked:
    """Words, where to look, from which day on, and whether among older notes only.
    `explain`: each hit is to say why it was found.

    Without words lines `like` the one at a path and line, with its text, are meant, else the newest
    days.
    """

    query: str
    kinds: tuple[SearchIn, ...]
    since: date | None = None
    like: tuple[str, int, str] | None = None
    older: bool = False
    explain: bool = field(default=False, compare=False)


@dataclass(frozen=True)
class Answer:
    """Rows, best first, and in words how many they are.

    `hint` is what is to be known of the operators in the words; `complete` is false where time ran
    out before every line was looked at.
    """

    rows: tuple[HitRow, ...]
    tally: str
    complete: bool = True
    hint: str = ""


def answer(
    memory: "Memory", asked: Asked, arms: SearchBy = SearchBy.WORDS, *, at_hand: bool = False
) -> Answer:
    """What is found by these arms; the words answer at once, the meaning when it is ready, and so
    do notes that are not `at_hand`.

    For lines like one both answer at once: no model is asked. Any words will do; raises Problem
    only where the disk refuses.
    """
    today = memory.today()
    understood = read(asked.query, today)
    if not understood.text and not asked.like:
        return _without_words(memory, asked, understood)
    results = _results(memory, asked, arms, at_hand=at_hand)
    rows = tuple(folded(results.hits, memory.layout, today, memory.search.turns))
    unfinished = any(asked.query.endswith(wrong) for wrong in understood.wrong)
    return Answer(rows, _tally(results), results.complete, "" if unfinished else results.hint)


def read_note(memory: "Memory", path: str) -> str:
    """The text of a note, its lines counted as the index counts them. Raises Problem."""
    snapshot = memory.files.read(path)
    if not snapshot.exists:
        raise Problem(tr("%1 is not there any more.").replace("%1", path))
    words = snapshot.data.decode("utf-8", "replace").removeprefix("\ufeff")
    return words.replace("\r\n", "\n").replace("\r", " ")


def nothing_said(
    asked: Asked, words: str, dated: bool, narrowed: bool, answered: Answer | None, due: bool
) -> str:
    """Why nothing is shown for these `words`, "" for lines like one. `dated`: only some days were
    looked at; `narrowed`: not everything; `due`: lines that mean the same are still looked for."""
    if not words:
        return tr("Nothing else here says something like it.")
    if due:
        sentence = tr("No line has these words. Looking for what means “%1”…")
    elif asked.kinds == (SearchIn.MEMORY,) and dated:
        return tr("MEMORY.md has no dates, so a range of days leaves it out.")
    elif answered is not None and not answered.complete:
        sentence = tr("There was no time to look for “%1” everywhere. Ask for less.")
    elif narrowed:
        sentence = tr("Nothing here says “%1”, in this part of the notebook.")
    else:
        sentence = tr("Nothing here says “%1”. Fewer or other words may find it.")
    return sentence.replace("%1", cut(" ".join(words.replace("\0", " ").split()), _MOST_SAID))


def _without_words(memory: "Memory", asked: Asked, understood: Operators) -> Answer:
    today, until = memory.today(), understood.until or date.max
    since = max(understood.since or date.min, asked.since or date.min)
    in_days = SearchIn.DAYS in (understood.places or asked.kinds)
    kept = [head for head in memory.days.heads() if in_days and since <= head.date <= until]
    if asked.older:
        away = memory.search.older()
        rows = recent([head for head in kept if head.path in away][:RECENT], today)
        return Answer(tuple(rows), tr("Older notes"))
    return Answer(tuple(recent(kept[:RECENT], today)), tr("Recent days") if kept else "")


def _results(memory: "Memory", asked: Asked, arms: SearchBy, *, at_hand: bool) -> Results:
    words = asked.query
    if asked.like and not words:
        path, before, words = asked.like
        narrowed = Query(
            "", SearchMode.QUESTION, MOST, asked.kinds, asked.since,
            explain=asked.explain, older=asked.older,
        )  # fmt: skip
        if (line := memory.search.line_of(path, before, words)) is not None:
            return memory.search.similar(path, line, narrowed, arms)
        # Nothing there says it any more: what has its words is still like it.
    asks = not asked.query or read(words, memory.today()).text.endswith(_QUESTION)
    return memory.search.find(
        words,
        mode=SearchMode.QUESTION if asks else SearchMode.TYPING,
        limit=MOST,
        kinds=asked.kinds,
        since=asked.since,
        arms=arms,
        explain=asked.explain,
        at_hand=at_hand,
        operators=bool(asked.query),
        older=asked.older,
    )


def _tally(results: Results) -> str:
    """23 results · 4 ms."""
    count = len(results.hits)
    many = "+" if count >= MOST or not results.complete else ""
    words = tr("1 result") if count == 1 and not many else tr("%1 results")
    parts = [words.replace("%1", f"{count}{many}")]
    if SearchBy.MEANING in results.arms:
        parts.append(tr("with meaning"))
    elif results.note:
        parts.append(tr("by words alone"))
    parts.append(tr("%1 ms").replace("%1", str(max(1, round(results.took_ms)))))
    if late := results.behind:
        parts.append(counted("1 file differs by now", "{count} files differ by now", late))
    if results.skipped:
        parts.append(tr("older notes not searched"))
    return " · ".join(parts)
