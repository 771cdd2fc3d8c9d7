"""Hits as a person looks through them: folded by file, without Markdown's signs, as rows.

Knows hits and a layout, not how they were found.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from datetime import date

from PySide6.QtCore import Qt

from desktop_app import dates
from desktop_app.notebook.days import DayHead
from desktop_app.notebook.layout import FileKind, Layout
from desktop_app.notebook.text.headings import title_and_time
from desktop_app.search.arms import Arm, SearchBy
from desktop_app.search.hits import Beside, Hit
from desktop_app.search.snippet import Span, plain_snippet
from desktop_app.ui.parts.inspector import name_of
from desktop_app.ui.parts.rows import ASIDE, DETAIL, ICON, MARKS, TITLE
from desktop_app.words import tr

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


def roles(row: HitRow) -> Mapping[int, object]:
    """What a list shows and says of a row."""
    is_topic = row.kind is FileKind.DAYS and row.day is None
    talk = row.kind is FileKind.SESSIONS
    said = ", ".join(filter(None, (row.title, row.aside, row.snippet)))
    return {
        TITLE: row.title,
        ASIDE: row.aside,
        DETAIL: row.snippet,
        MARKS: row.marks,
        ICON: "note" if is_topic else "conversation" if talk else str(row.kind),
        Qt.ItemDataRole.AccessibleTextRole: said,
        Qt.ItemDataRole.ToolTipRole: " · ".join(filter(None, (row.path, row.why))),
    }


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


def _row(hits: Sequence[Hit], layout: Layout, today: date, turns: Mapping[Place, int]) -> HitRow:
    best = hits[0]
    kind = layout.kind(best.path) or FileKind.DAYS
    title = name_of(best.path, layout, today, short=True)
    heading, time = title_and_time(best.heading)
    if kind is FileKind.MEMORY:
        heading, time = best.heading, ""
    elif kind is not FileKind.DAYS or layout.date_of(best.path) is not None:
        heading = ""  # its title tells enough
    turn = turns.get((best.path, best.line), 0)
    at = tr("message %1") if turn else tr("line %1")
    aside = time or at.replace("%1", f"{turn or best.line:,}")
    if len(hits) > 1:
        many = tr("%1 messages") if kind is FileKind.SESSIONS else tr("%1 lines")
        aside = many.replace("%1", str(len(hits)))
    words, marks = plain_snippet(best.text, best.marks)
    lines = tuple(sorted(hits, key=lambda hit: hit.line))
    title = f"{title} › {heading}" if heading else title
    return HitRow(best.path, kind, best.date, title, aside, why(best), words, marks, best, lines)


def recent(heads: Sequence[DayHead], today: date) -> list[HitRow]:
    """The newest days as rows, for when nothing is asked yet."""
    return [
        HitRow(
            head.path, FileKind.DAYS, head.date,
            f"{dates.weekday(head.date)} {dates.plain(head.date, today)}",
            "", "", head.head, (), None, (),
        )
        for head in heads
    ]  # fmt: skip


def words_of(hit: Hit) -> list[str]:
    """The words to mark in the line, each once, as they are written there."""
    return list(dict.fromkeys(hit.text[start:end] for start, end in hit.marks))


def why(hit: Hit) -> str:
    """Why this line was found, in a few words."""
    if hit.by == SearchBy.MEANING:
        return tr("found by what it means")
    told_by = hit.why.removeprefix("meaning, ")
    if hit.marks:
        found = dict.fromkeys(word.casefold() for word in words_of(hit))
        words = tr("found by %1").replace("%1", ", ".join(list(found)[:_MOST_TOLD]))
    elif told_by == Beside.HEAD:
        words = tr("found by its heading or date")
    elif told_by == Beside.AROUND:
        words = tr("found by the lines around it")
    else:
        words = tr("found by its signs")
    return tr("%1 and what it means").replace("%1", words) if hit.by == SearchBy.BOTH else words


def reasons(hit: Hit | None) -> str:
    """Which words of a hit that was explained stand where, and below it how well each arm found
    it; "" of another one."""
    explained = hit.explained if hit else None
    if hit is None or explained is None:
        return ""
    sentence = (
        (tr("In the line: %1"), explained.own),
        (tr("In its headings, date or name: %1"), explained.head),
        (tr("In the lines around it: %1"), explained.around),
    )
    places = [words.replace("%1", ", ".join(some)) for words, some in sentence if some]
    if hit.by == SearchBy.MEANING and not places:
        places = [tr("No word of it; what it means lies near.")]
    arms = (
        _arm(tr("By words no. %1"), explained.arms.words),
        _arm(tr("By meaning no. %1"), explained.arms.meaning),
    )
    score = tr("score %1").replace("%1", f"{hit.score:.2f}")
    return f"{' · '.join(places)}\n{'  +  '.join(filter(None, arms))}  =  {score}"


def _arm(words: str, arm: Arm | None) -> str:
    """By words no. 2, 0.90 × 70 %."""
    if arm is None:
        return ""
    return f"{words.replace('%1', str(arm.rank))}, {arm.score:.2f} × {arm.share * 100:.0f} %"
