"""The dreams' list pane: Dream now, what waits, and every diary.

Shows rows and says which is chosen; starts nothing itself.
"""

from collections import Counter
from collections.abc import Sequence
from datetime import date

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QFrame

from desktop_app import dates
from desktop_app.dreams.diary_entry import DISCARDED
from desktop_app.dreams.proposal import AGENT, CHAT, Proposal
from desktop_app.dreams.runs import CAUSES, DreamCause
from desktop_app.notebook.diaries import DiaryEntry
from desktop_app.settings import Settings
from desktop_app.ui.dreams.diary_view import undone_when
from desktop_app.ui.dreams.dream_menu import DreamMenu, span_in_words
from desktop_app.ui.dreams.dream_rows import DreamRow, RowKind, newest_of
from desktop_app.ui.models.server import OllamaServer
from desktop_app.ui.parts.boxes import stacked
from desktop_app.ui.parts.controls import Button, IconButton
from desktop_app.ui.parts.header import PaneHeader
from desktop_app.ui.parts.rows import RowWords, ThingRows, WordsDelegate
from desktop_app.ui.review.change_words import by_words
from desktop_app.words import spoken, tr

_TITLES = {
    RowKind.WAITING: tr("To decide"),
    RowKind.NOTHING: tr("Nothing new to keep"),
    RowKind.FAILED: tr("The dream failed"),
}
_ICONS = {
    RowKind.WAITING: ("dreams", "accent"),
    RowKind.WRITTEN: ("dreams", None),
    RowKind.NOTHING: ("check", "ok"),
    RowKind.FAILED: ("warn", "danger"),
}


class DreamList(QFrame):
    """The list, with the button that starts a dream."""

    dream_asked = Signal()
    chosen = Signal(object)  # a DreamRow

    def __init__(self, server: OllamaServer, settings: Settings) -> None:
        super().__init__()
        self._several: Counter[date] = Counter()  # dreams of a day
        self.setProperty("surface", "side")
        self.dream_button = Button(tr("Dream now"), "primary", act=self.dream_asked)
        self.menu = DreamMenu(self, server, settings)
        self.more_button = IconButton("chevron-down", tr("Which days, and who dreams"), 32)
        self.more_button.setMenu(self.menu)
        self.more_button.setPopupMode(self.more_button.ToolButtonPopupMode.InstantPopup)
        header = PaneHeader(tr("Dreams"))
        header.add(self.dream_button, self.more_button)
        look = WordsDelegate(self)
        self.rows = ThingRows(tr("Dreams"), self._told, look, lambda row: row.key)
        self.rows.setUniformItemSizes(False)
        self.rows.chosen.connect(self.chosen)
        stacked(self, header, self.rows, grows=self.rows)
        server.changed.connect(self.show_choices)
        self.menu.chosen.connect(self.show_choices)
        self.show_choices()

    def show_running(self, running: bool) -> None:
        """While a dream runs, no other starts."""
        self.dream_button.setEnabled(not running)
        self.more_button.setEnabled(not running)

    def show_dreams(self, rows: Sequence[DreamRow], today: date) -> DreamRow | None:
        """All rows; returns the one that stays chosen, None when it is gone or was none."""
        self.menu.today = today
        self._several = Counter(row.at[0] for row in rows)
        self.rows.show_things(rows)
        return self.row()

    def row(self) -> DreamRow | None:
        row = self.rows.thing
        return row if isinstance(row, DreamRow) else None

    def all(self) -> list[DreamRow]:
        return list(self.rows.rows.things)

    def choose(self, wanted: DreamRow) -> None:
        """Brings the row for the same thing to the front, also when its words have changed."""
        self.rows.setCurrentIndex(self.rows.rows.index(self.rows.rows.place_of(wanted)))
        self.rows.say()

    def show_choices(self) -> None:
        """What Dream now reads, and who dreams, as it is set."""
        self.menu.show_choices()
        reads = tr("Reads: %1", span_in_words(self.menu.days))
        dreams = tr("Dreams: %1", self.menu.engine.text().removesuffix("…"))
        self.dream_button.setToolTip(f"{reads}\n{dreams}")

    def _told(self, row: DreamRow) -> RowWords:
        """What a row shows; where its day has several dreams, their times tell them apart."""
        thing, detail, today = row.thing, row.detail, self.menu.today
        icon, token = _ICONS[row.kind]
        title = _TITLES.get(row.kind) or row.title or tr("A dream")
        day, time = row.at[0], row.at[1] if self._several[row.at[0]] > 1 else ""
        aside = f"{dates.short(day, today)} {time}".strip()
        when = f"{dates.plain(day, today)} {time}".strip()
        if row.kind == RowKind.WAITING:
            by = isinstance(thing, Proposal) and thing.engine in (AGENT, CHAT) and by_words(thing)
            detail = " · ".join(filter(None, (row.needs.words, by, row.title, detail)))
        elif isinstance(thing, DiaryEntry) and thing.undone:
            icon, detail = "undo", undone_when(thing.undone, today)
        elif isinstance(thing, DiaryEntry) and thing.meta.endswith(DISCARDED):
            icon, detail = "cross", tr("Discarded. %1", detail)
        elif newest_of(row) is not None:
            title = tr("No notes to read")
        if detail.strip(". ") == title:  # a reason that says no more than the title
            detail = ""
        cause = "" if row.cause == DreamCause.ASKED else CAUSES[row.cause].capitalize()
        detail = " · ".join(filter(None, (cause, detail)))
        token = "" if row.settled and row.kind == RowKind.FAILED else token
        return RowWords(title, detail, aside, icon, token, said=spoken(title, when, detail))
