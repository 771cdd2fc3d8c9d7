"""A search as a person asks it, its answer in rows folded by file, and why there is none.

Knows memory's search and how a list's roles are called, no widget. Made for a worker thread.
"""

from collections.abc import Sequence
from datetime import date
from typing import NamedTuple

from desktop_app.memory import Memory
from desktop_app.notebook.layout import FileKind, Layout
from desktop_app.notebook.text.headings import title_and_time
from desktop_app.search.hits import AROUND, Hit
from desktop_app.search.index import Results
from desktop_app.search.operators import read
from desktop_app.search.query import SearchIn, SearchMode
from desktop_app.search.retrievers import SearchBy
from desktop_app.search.snippet import Span, plain_snippet
from desktop_app.ui.parts.inspector import name_of
from desktop_app.ui.parts.rows import RowWords
from desktop_app.words import counted, cut, filled, listed, quoted, tr

MOST = 100  # lines asked for; nobody looks through more
_QUESTION = ("?", "？")
_MOST_SAID = 60  # characters of a query that found nothing
_MOST_TOLD = 4  # words in the reason of a hit


class HitRow(NamedTuple):
    """One row: `lines` are the lines it stands for, from the top of the file; `best` is shown.

    `aside` is the small word at the right: a time, a line, a count. `why` says why it was found.
    """

    path: str
    kind: FileKind
    day: date | None
    title: str
    aside: str
    why: str
    snippet: str
    marks: tuple[Span, ...]
    best: Hit
    lines: tuple[Hit, ...]


def told(row: HitRow) -> RowWords:
    is_topic = row.kind is FileKind.COPIES or (row.kind is FileKind.DAYS and row.day is None)
    talk = row.kind is FileKind.SESSIONS
    icon = "note" if is_topic else "conversation" if talk else str(row.kind)
    tip = " · ".join(filter(None, (row.path, row.why)))
    return RowWords(row.title, row.snippet, row.aside, icon, marks=row.marks, tip=tip)


def folded(hits: Sequence[Hit], layout: Layout, today: date) -> list[HitRow]:
    """Rows for hits that are best first: one for each file, in MEMORY.md one for each heading.

    A line found by what stands above or beside it is left out where another one has words itself.
    """
    groups: dict[tuple[str, str], list[Hit]] = {}
    for hit in hits:
        own = hit.heading if layout.kind(hit.path) is FileKind.MEMORY else ""
        groups.setdefault((hit.path, own), []).append(hit)
    for key, some in groups.items():  # lines that are themselves what was found
        own_words = [hit for hit in some if hit.marks or hit.by != SearchBy.WORDS]
        groups[key] = own_words or some[:1]
    return [_row(lines, layout, today) for lines in groups.values()]


def _row(hits: Sequence[Hit], layout: Layout, today: date) -> HitRow:
    best = hits[0]
    kind = layout.kind(best.path) or FileKind.DAYS
    title = name_of(best.path, layout, today, short=True)
    heading, time = title_and_time(best.heading)
    if kind is FileKind.MEMORY:
        heading, time = best.heading, ""
    elif kind is not FileKind.DAYS or layout.date_of(best.path) is not None:
        heading = ""  # its title tells enough
    aside = time or tr("line %1", f"{best.line:,}")
    if len(hits) > 1:
        many = tr("%1 messages") if kind is FileKind.SESSIONS else tr("%1 lines")
        aside = filled(many, len(hits))
    words, marks = plain_snippet(best.text, best.marks)
    lines = tuple(sorted(hits, key=lambda hit: hit.line))
    title = f"{title} › {heading}" if heading else title
    return HitRow(best.path, kind, best.date, title, aside, why(best), words, marks, best, lines)


def words_of(hit: Hit) -> list[str]:
    return list(dict.fromkeys(hit.text[start:end] for start, end in hit.marks))


def why(hit: Hit) -> str:
    """Why this line was found, in a few words."""
    if hit.by == SearchBy.MEANING:
        return tr("similar in meaning")
    if hit.marks:
        found = dict.fromkeys(word.casefold() for word in words_of(hit))
        words = tr("contains %1", listed(map(quoted, [*found][:_MOST_TOLD])))
    elif hit.why.endswith(AROUND):
        words = tr("found by its heading, its date or the lines around it")
    else:
        words = tr("found by its signs")
    return tr("%1, similar in meaning", words) if hit.by == SearchBy.BOTH else words


class Asked(NamedTuple):
    """Words, where to look, and from which day on."""

    query: str
    kinds: tuple[SearchIn, ...]
    since: date | None = None


class Answer(NamedTuple):
    """Rows, best first, and in words how many they are.

    `hint` is what is to be known of the operators in the words; `complete` is false where time ran
    out before every line was looked at.
    """

    rows: tuple[HitRow, ...]
    tally: str
    complete: bool = True
    hint: str = ""


def answer(
    memory: Memory, asked: Asked, arms: SearchBy = SearchBy.WORDS, *, at_hand: bool = False
) -> Answer:
    """What is found by these arms; the words answer at once, the meaning when it is ready, and so
    do notes that are not `at_hand`.

    Any words will do; raises Problem only where the disk refuses.
    """
    today = memory.today()
    understood = read(asked.query, today)
    results = memory.search.find(
        asked.query,
        mode=SearchMode.QUESTION if understood.text.endswith(_QUESTION) else SearchMode.TYPING,
        limit=MOST,
        kinds=asked.kinds,
        since=asked.since,
        arms=arms,
        at_hand=at_hand,
        operators=True,
    )
    best = sorted(results.hits, key=lambda hit: not hit.whole) if results.with_all else results.hits
    rows = tuple(folded(best, memory.layout, today))
    unfinished = any(asked.query.endswith(wrong) for wrong in understood.wrong)
    hint = "" if unfinished else results.hint
    return Answer(rows, _tally(results, rows), results.complete, hint)


def nothing_said(words: str, narrowed: bool, answered: Answer | None, due: bool) -> str:
    """Why nothing is shown for these `words`. `narrowed`: not all was looked through; `due`: lines
    that mean the same are still looked for."""
    if due:
        sentence = tr("No line has these words. Looking for what means “%1”…")
    elif answered is not None and not answered.complete:
        sentence = tr("There was no time to look for “%1” everywhere. Ask for less.")
    elif narrowed:
        sentence = tr("Nothing here says “%1”, in this part of the notebook.")
    else:
        sentence = tr("Nothing here says “%1”. Fewer or other words may find it.")
    return filled(sentence, cut(" ".join(words.replace("\0", " ").split()), _MOST_SAID))


def _tally(results: Results, rows: Sequence[HitRow]) -> str:
    """18 lines in 8 notes · with meaning."""
    lines = [hit for row in rows for hit in row.lines]
    many = "+" if len(results.hits) >= MOST or not results.complete else ""
    words = counted("{found} line", "{found} lines", len(lines), found=f"{len(lines):,}{many}")
    if notes := len({row.path for row in rows}):
        words = counted("{lines} in {count} note", "{lines} in {count} notes", notes, lines=words)
    parts = [words]
    if SearchBy.MEANING in results.arms:
        parts.append(tr("with meaning"))
    elif results.note:
        parts.append(tr("by words alone"))
    if late := results.behind:
        parts.append(counted("1 file differs by now", "{count} files differ by now", late))
    if results.skipped:
        parts.append(tr("older notes not searched"))
    return " · ".join(parts)
