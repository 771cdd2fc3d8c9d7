"""The dreams' list pane: Dream now with its menu, what waits, and every diary.

Shows rows and says which is chosen; starts nothing itself.
"""

from collections import Counter
from collections.abc import Sequence
from dataclasses import replace
from datetime import date
from functools import partial
from typing import Any

from PySide6.QtCore import Signal
from PySide6.QtGui import QActionGroup
from PySide6.QtWidgets import QFrame, QMenu

from desktop_app import dates
from desktop_app.dreams.decisions import Needs
from desktop_app.dreams.diary_entry import DISCARDED
from desktop_app.dreams.engine_choice import EngineName
from desktop_app.dreams.proposal import AGENT, CHAT, Proposal
from desktop_app.errors import Problem
from desktop_app.notebook.diaries import DiaryEntry
from desktop_app.settings import Settings
from desktop_app.ui.dreams.diary_view import undone_when
from desktop_app.ui.dreams.dream_rows import DreamRow, Pick, RowKind, dreams_of, newest_of
from desktop_app.ui.dreams.dream_work import DreamWork
from desktop_app.ui.models.server import OllamaServer
from desktop_app.ui.parts.boxes import stacked
from desktop_app.ui.parts.controls import Button, IconButton
from desktop_app.ui.parts.header import PaneHeader
from desktop_app.ui.parts.rows import RowWords, ThingRows, WordsDelegate
from desktop_app.ui.review.change_words import by_words
from desktop_app.words import spoken, tr

SPANS = (0, 1, 2, 7, 14, 30, 90)
"""Offered windows in days; 0 is every day since the last dream."""


class DreamMenu(QMenu):
    """Chooses the window, and leads to where the engine is chosen."""

    chosen = Signal()  # by the person, and kept
    engine_asked = Signal()  # who dreams is to be chosen

    def __init__(self, page: Any, server: OllamaServer, settings: Settings) -> None:
        super().__init__(page)
        self._page, self._settings = page, settings
        self.today = date.max
        self.addAction(tr("Days to read")).setEnabled(False)
        self._spans = QActionGroup(self)
        for days in SPANS:
            action = self._spans.addAction(span_in_words(days))
            action.setCheckable(True)
            action.setData(days)
        self._spans.triggered.connect(lambda action: self._keep(action.data()))
        self.addActions(self._spans.actions())
        self.addSeparator()
        self.addAction(tr("Who dreams")).setEnabled(False)
        self.engine = self.addAction("", self.engine_asked.emit)
        chat = tr("Dream with any AI chat…")
        self.addAction(chat, page.registry["dream.chat"].trigger)
        self.addSeparator()
        self.addAction(
            tr("Dream again, even if no day has changed"), partial(page.dream, force=True)
        )
        self.aboutToShow.connect(server.look_closely)

    @property
    def days(self) -> int:
        """Which window Dream now reads; 0 is every day since the last dream."""
        return int(self._settings.get("dreams.days"))

    def show_choices(self) -> None:
        for action in self._spans.actions():
            action.setChecked(action.data() == self.days)
        model = str(self._settings.get("dreams.model"))
        engine = engine_in_words(str(self._settings.get("dreams.engine")), model)
        self.engine.setText(f"{engine}…")

    def _keep(self, days: int) -> None:
        try:
            self._settings.set("dreams.days", days)
        except Problem as problem:
            self._page.tell(problem)
        self.chosen.emit()


def span_in_words(days: int) -> str:
    """Every day since the last dream, The last 7 days."""
    if not days:
        return tr("Every day since the last dream")
    if days == 1:
        return tr("Today only")
    return tr("The last %1 days", days)


def engine_in_words(kind: str, model: str = "") -> str:
    """Without a model, qwen3:8b, Automatic: qwen3:8b, else without a model."""
    if kind == EngineName.BUILTIN:
        return tr("Without a model")
    if kind != EngineName.AUTO:
        return model or tr("The installed model")
    if model:
        return tr("Automatic: %1, else without a model", model)
    return tr("Automatic: no model chosen yet")


_TITLES = {
    RowKind.WAITING: tr("To decide"),
    RowKind.NOTHING: tr("Nothing proposed"),
    RowKind.FAILED: tr("The dream failed"),
}
_ICONS = {
    RowKind.WAITING: ("dreams", "accent"),
    RowKind.WRITTEN: ("dreams", None),
    RowKind.NOTHING: ("check", "ok"),
    RowKind.FAILED: ("warn", "danger"),
}


class DreamList(QFrame):
    chosen = Signal(object)  # a DreamRow
    waiting = Signal(object)  # what all that waits Needs
    listed = Signal(object, object)  # the DreamRow that stays chosen, and the Pick of another

    def __init__(
        self, page: Any, work: DreamWork, server: OllamaServer, settings: Settings
    ) -> None:
        super().__init__()
        self._page, self._work = page, work
        self.needs: Needs | None = None  # of all that waits; None until the dreams are read
        self.pick: Pick | None = None
        self._several: Counter[date] = Counter()  # dreams of a day
        self.setProperty("surface", "side")
        self.dream_button = Button(tr("Dream now"), "primary", act=page.dream)
        self.menu = DreamMenu(page, server, settings)
        self.more_button = IconButton("chevron-down", tr("Which days, and who dreams"), 32)
        self.more_button.setMenu(self.menu)
        self.more_button.setPopupMode(self.more_button.ToolButtonPopupMode.InstantPopup)
        header = PaneHeader(tr("Dreams"))
        header.add(self.dream_button, self.more_button)
        look = WordsDelegate(self)
        self.rows = ThingRows(tr("Dreams"), self._told, look, lambda row: row.key)
        self.rows.chosen.connect(self.chosen)
        stacked(self, header, self.rows, grows=self.rows)
        server.changed.connect(self.show_choices)
        self.menu.chosen.connect(self.show_choices)
        self.show_choices()
        work.began.connect(lambda: self._show_running(True))
        work.ended.connect(lambda: self._show_running(False))

    def _show_running(self, running: bool) -> None:
        for button in (self.dream_button, self.more_button):
            button.setEnabled(not running)

    def look(self, pick: Pick | None = None) -> None:
        self.pick = pick or self.pick  # a later look answers for an earlier one, too

        def show(dreams: tuple[list[DreamRow], Needs]) -> None:
            kept = self.show_dreams(*dreams)
            pick, self.pick = self.pick, None
            self.listed.emit(kept, pick)

        self._page.look_up("dreams.list", partial(dreams_of, leaving=self._work.left), show)

    def take_decision(self, proposal: Proposal, more: Needs) -> None:
        if self.needs is not None:
            rows = self.all()
            for n, one in enumerate(rows):
                if one.id == proposal.id:
                    rows[n] = replace(one, thing=proposal, needs=one.needs + more)
            self.show_dreams(rows, self.needs + more)

    def show_dreams(self, rows: Sequence[DreamRow], needs: Needs | None = None) -> DreamRow | None:
        """All rows; returns the one that stays chosen, None when it is gone or was none."""
        self.needs = needs
        if needs is not None:
            self.waiting.emit(needs)
        self.menu.today = self._page.memory.today() if self._page.memory else date.max
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
        return RowWords(title, detail, aside, icon, token, said=spoken(title, when, detail))
