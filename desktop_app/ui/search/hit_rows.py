"""Hits as a person looks through them: folded by file, with Markdown's signs left out.

Knows hits and a layout, no list and no Qt widget.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from datetime import date

from desktop_app import dates
from desktop_app.notebook.days import DayHead
from desktop_app.notebook.layout import FileKind, Layout
from desktop_app.notebook.text.headings import title_and_time
from desktop_app.search.arms import SearchBy
from desktop_app.search.hits import Beside, Hit
from desktop_app.search.snippet import Span, plain_snippet
from desktop_app.words import counted, tr

_MOST_TOLD = 4  # words in the reason of a hit

Place = tuple[str, int]
"""A path and a line."""


@dataclass(frozen=True)
class HitRow:
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
    best: Hit | None
    lines: tuple[Hit, ...]


def folded(
    hits: Sequence[Hit],
    layout: Layout,
    today: date,
    turns: Callable[[list[Place]], Mapping[Place, int]] = lambda _: {},
) -> list[HitRow]:
    """Rows for hits that are best first: one for each file, in MEMORY.md one for each heading.

    `turns` tells of places in conversations which of their turns stand there.
    """
    groups: dict[tuple[str, str], list[Hit]] = {}
    for hit in hits:
        own = hit.heading if layout.kind(hit.path) is FileKind.MEMORY else ""
        groups.setdefault((hit.path, own), []).append(hit)
    talks = [lines for (path, _), lines in groups.items() if layout.kind(path) is FileKind.SESSIONS]
    alone = [(one.path, one.line) for one, *more in talks if not more]
    known = turns(alone) if alone else {}
    return [_row(lines, layout, today, known) for lines in groups.values()]


def recent(heads: Sequence[DayHead], today: date) -> list[HitRow]:
    """The newest days as rows, for when nothing is asked yet."""
    rows = []
    for head in heads:
        title = f"{dates.weekday(head.date)} {dates.plain(head.date, today)}"
        ago = today.year - head.date.year
        same = ago > 0 and (head.date.month, head.date.day) == (today.month, today.day)
        aside = counted("1 year ago", "{count} years ago", ago) if same else ""
        rows.append(
            HitRow(head.path, FileKind.DAYS, head.date, title, aside, "", head.head, (), None, ())
        )
    return rows


def name_of(path: str, layout: Layout, today: date) -> str:
    """What a file is called: MEMORY.md, Friday, 20 November, Dream of 21 November, a topic."""
    if day := layout.date_of(path):
        return _with_topic(dates.title(day, today), path, layout)
    return _other_name(path, layout, today)


def short_name_of(path: str, layout: Layout, today: date) -> str:
    """The same for a list: Fri 20 November."""
    if day := layout.date_of(path):
        title = f"{dates.weekday(day)} {dates.plain(day, today)}"
        return _with_topic(title, path, layout)
    return _other_name(path, layout, today)


def _with_topic(title: str, path: str, layout: Layout) -> str:
    """Of one of several files of a day, what its name says behind the date."""
    topic = layout.topic(path)
    return f"{title} · {topic}" if topic else title


def _other_name(path: str, layout: Layout, today: date) -> str:
    name = path.rpartition("/")[2]
    if layout.kind(path) is FileKind.DREAMS and (night := layout.dated(path)):
        return tr("Dream of %1").replace("%1", dates.plain(night, today))
    if layout.kind(path) is FileKind.SESSIONS:
        return tr("Conversation %1").replace("%1", name.removesuffix(".jsonl"))
    return name if path == layout.memory else name.removesuffix(".md")


def words_of(hit: Hit) -> list[str]:
    """The words to mark in the line, each once, as they are written there."""
    return list(dict.fromkeys(hit.text[start:end] for start, end in hit.marks))


def why(hit: Hit) -> str:
    """Why this line was found, in a few words."""
    if hit.by == SearchBy.MEANING:
        return tr("found by what it means")
    words = _why_by_words(hit)
    return tr("%1 and what it means").replace("%1", words) if hit.by == SearchBy.BOTH else words


def _why_by_words(hit: Hit) -> str:
    if hit.marks:
        words = dict.fromkeys(word.casefold() for word in words_of(hit))
        return tr("found by %1").replace("%1", ", ".join(list(words)[:_MOST_TOLD]))
    told_by = hit.why.removeprefix("meaning, ")
    if told_by == Beside.HEAD:
        return tr("found by its heading or date")
    if told_by == Beside.AROUND:
        return tr("found by the lines around it")
    return tr("found by its signs")


def _row(hits: Sequence[Hit], layout: Layout, today: date, turns: Mapping[Place, int]) -> HitRow:
    best = hits[0]
    kind = layout.kind(best.path) or FileKind.DAYS
    title = short_name_of(best.path, layout, today)
    heading, time = title_and_time(best.heading)
    if kind is FileKind.MEMORY:
        title = f"{title} › {best.heading}" if best.heading else title
        time = ""
    elif kind is FileKind.DAYS and layout.date_of(best.path) is None:
        title = f"{title} › {heading}" if heading else title
    turn = turns.get((best.path, best.line), 0)
    at = tr("message %1") if turn else tr("line %1")
    aside = time or at.replace("%1", f"{turn or best.line:,}")
    if len(hits) > 1:
        many = tr("%1 messages") if kind is FileKind.SESSIONS else tr("%1 lines")
        aside = many.replace("%1", str(len(hits)))
    words, marks = plain_snippet(best.text, best.marks)
    ordered = tuple(sorted(hits, key=lambda hit: hit.line))
    return HitRow(best.path, kind, best.date, title, aside, why(best), words, marks, best, ordered)
