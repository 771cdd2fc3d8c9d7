"""Hits as a person looks through them: folded by file, without Markdown's signs, in a list.

Knows hits, a layout and how rows look, not how they were found.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from datetime import date

from PySide6.QtCore import QAbstractListModel, QModelIndex, Qt, Signal
from PySide6.QtWidgets import QAbstractItemView

from desktop_app import dates
from desktop_app.notebook.days import DayHead
from desktop_app.notebook.layout import FileKind, Layout
from desktop_app.notebook.text.headings import title_and_time
from desktop_app.search.arms import SearchBy
from desktop_app.search.hits import Beside, Hit
from desktop_app.search.snippet import Span, plain_snippet
from desktop_app.ui.parts.rows import (
    ASIDE,
    DETAIL,
    ICON,
    MARKS,
    THING,
    TITLE,
    Index,
    RowsView,
    WordsDelegate,
)
from desktop_app.words import counted, tr

_MOST_TOLD = 4  # words in the reason of a hit
_ICONS = {kind: str(kind) for kind in FileKind} | {FileKind.SESSIONS: "conversation"}

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


def _row(hits: Sequence[Hit], layout: Layout, today: date, turns: Mapping[Place, int]) -> HitRow:
    best = hits[0]
    kind = layout.kind(best.path) or FileKind.DAYS
    title = name_of(best.path, layout, today, short=True)
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


def name_of(path: str, layout: Layout, today: date, *, short: bool = False) -> str:
    """What a file is called: MEMORY.md, Friday, 20 November, Dream of 21 November, a topic; `short`
    for a list: Fri 20 November."""
    if day := layout.date_of(path):
        in_list = f"{dates.weekday(day)} {dates.plain(day, today)}"
        title, topic = in_list if short else dates.title(day, today), layout.topic(path)
        return f"{title} · {topic}" if topic else title
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


class HitModel(QAbstractListModel):
    """The rows of one search."""

    def __init__(self) -> None:
        super().__init__()
        self.rows: tuple[HitRow, ...] = ()

    def show(self, rows: Sequence[HitRow]) -> None:
        """Other rows."""
        self.beginResetModel()
        self.rows = tuple(rows)
        self.endResetModel()

    def rowCount(self, parent: Index = QModelIndex()) -> int:  # noqa: B008  # Qt's own signature
        return 0 if parent.isValid() else len(self.rows)

    def data(self, index: Index, role: int = TITLE) -> object:
        if not index.isValid():
            return None
        row = self.rows[index.row()]
        if role == Qt.ItemDataRole.AccessibleTextRole:
            return ", ".join(filter(None, (row.title, row.aside, row.snippet)))
        if role == Qt.ItemDataRole.ToolTipRole:
            return " · ".join(filter(None, (row.path, row.why)))
        is_topic = row.kind is FileKind.DAYS and row.day is None
        icon = "note" if is_topic else _ICONS.get(row.kind, "note")
        roles = {TITLE: row.title, ASIDE: row.aside, ICON: icon, THING: row}
        return (roles | {DETAIL: row.snippet, MARKS: row.marks}).get(role)


class HitList(RowsView):
    """The view; the page moves through it while the keyboard stays in the input."""

    picked = Signal()  # the person chose another row, by key or mouse

    def __init__(self, name: str) -> None:
        super().__init__(name)
        self._quiet = False
        self.hits = HitModel()
        self.setModel(self.hits)
        self.setItemDelegate(WordsDelegate(self))
        self.setSelectionMode(QAbstractItemView.SelectionMode.SingleSelection)
        self.selectionModel().currentChanged.connect(lambda *_: self._moved())

    @property
    def chosen(self) -> HitRow | None:
        """The row that is chosen now."""
        index = self.currentIndex()
        return self.hits.rows[index.row()] if index.isValid() else None

    @property
    def number(self) -> int:
        """The number of the chosen row, from 0; -1 for none."""
        return self.currentIndex().row()

    def show_rows(self, rows: Sequence[HitRow], number: int) -> None:
        """Other rows, with one of them chosen (-1: none); says nothing."""
        self._quiet = True
        self.hits.show(rows)
        self.scrollToTop()
        self.choose(number)

    def choose(self, number: int) -> None:
        """Chooses a row by its number without saying so."""
        self._quiet = True
        self._choose(number)
        self._quiet = False

    def step(self, by: int) -> None:
        """Chooses a row further down or up, no further than an end; the first when none is."""
        self._choose(max(0, self.number + by) if self.number >= 0 else 0)

    def _choose(self, number: int) -> None:
        last = len(self.hits.rows) - 1
        index = self.hits.index(min(number, last)) if number >= 0 and last >= 0 else QModelIndex()
        self.setCurrentIndex(index)
        if index.isValid():
            self.scrollTo(index)

    def _moved(self) -> None:
        if not self._quiet and self.chosen is not None:
            self.picked.emit()
