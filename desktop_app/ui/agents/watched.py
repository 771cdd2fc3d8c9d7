"""Watched agents: which conversations were found on this computer, a switch for each source.

Knows sources and how to show them, not how they are followed.
"""

from collections.abc import Callable
from datetime import datetime
from typing import TYPE_CHECKING

from PySide6.QtCore import Qt, QTimer
from PySide6.QtGui import QHideEvent, QShowEvent
from PySide6.QtWidgets import QWidget

from desktop_app import dates
from desktop_app.errors import Problem
from desktop_app.ui.parts.boxes import sized, stacked
from desktop_app.ui.parts.controls import Chip, Switch
from desktop_app.ui.parts.folders import tilde
from desktop_app.ui.parts.forms import Lined, SettingRow
from desktop_app.ui.parts.inspector import lines_in
from desktop_app.ui.parts.labels import breakable, text
from desktop_app.ui.parts.notices import Banner, EmptyState
from desktop_app.words import counted, tr

if TYPE_CHECKING:
    from desktop_app.jobs import Jobs
    from desktop_app.memory import Memory
    from desktop_app.memory.watched import WatchedAgents, WatchedSource

LOOK = "agents.sources"
_AGAIN_MS = 10_000  # while it is shown


class SourceRow(QWidget):
    """One source: its agent, how many conversations and where, what it last did, and a switch."""

    def __init__(self, name: str) -> None:
        super().__init__()
        self.switch = Switch(name)
        self.guessed = Chip(tr("guessed"))
        self.guessed.setToolTip(
            tr("Nightstand was never tried on a file of this agent. It may misread it.")
        )
        self.guessed.setEnabled(False)
        self._row = SettingRow(name, " ", self.guessed, self.switch)
        words = tr("Also write what is said there into the days")
        self.days = Switch(words)
        why = tr("It writes the days of this notebook itself. Write what is said there as well")
        self._below = SettingRow(words, why, self.days)
        stacked(self, self._row, self._below)

    @property
    def said(self) -> str:
        return self._row.explanation.text()

    def show_source(self, seen: "WatchedSource", now: datetime) -> None:
        found = _found(seen)
        self._row.explain(breakable(". ".join(filter(None, (found, _last(seen, now))))))
        self.guessed.setVisible(seen.source.adapter.guessed)
        self._below.setVisible(seen.followed and seen.own_days)
        self.switch.setAccessibleName(f"{seen.source.adapter.title}: {found}")
        self.switch.choose(seen.followed)
        self.days.choose(seen.flush)


def _found(seen: "WatchedSource") -> str:
    """14 conversations in this project."""
    count = seen.source.conversations
    if not count:
        return tr("No conversation is left in %1").replace("%1", tilde(seen.source.folder))
    held = counted("{count} conversation", "{count} conversations", count)
    if seen.here:
        return tr("%1 in this project").replace("%1", held)
    if not seen.source.folder:
        return held
    return tr("%1 in %2").replace("%1", held).replace("%2", tilde(seen.source.folder))


def _last(seen: "WatchedSource", now: datetime) -> str:
    """What it did last, and when."""
    if not seen.followed:
        return ""
    if not seen.said:
        return tr("Followed. No notes were saved yet.")
    when = dates.when(datetime.fromisoformat(seen.at), now)
    return f"{when[:1].upper()}{when[1:]}: {seen.said}"


class WatchedPart(QWidget):
    """All sources, those of this notebook's project first; looked at again while it is shown."""

    def __init__(self, jobs: "Jobs") -> None:
        super().__init__()
        self._jobs = jobs
        self._memory: Memory | None = None
        self.rows: dict[str, SourceRow] = {}
        self._awaits_focus = False
        self.banner = Banner()
        about = tr(
            "Nightstand can follow what you say to agents on this computer, from now on. What "
            "is worth keeping goes into the days when a conversation is long, is shortened "
            "or has ended. The agents' files are only read."
        )
        self._card = Lined("card")
        self.empty = EmptyState("agents", tr("No agent has left conversations on this computer."))
        self.empty.hide()
        told = text(about, "body", "text2", wrap=True)
        sized(stacked(self, self.banner, told, self._card, self.empty), gap=16)
        self._timer = QTimer(self, interval=_AGAIN_MS)
        self._timer.timeout.connect(self.look)

    def show_notebook(self, memory: "Memory") -> None:
        self._memory = memory
        self.banner.clear()
        self._show_sources(memory, ())
        self.look()

    def take_focus(self) -> None:
        """The keyboard goes to the first switch, once there is one."""
        self._awaits_focus = not self.rows
        for row in list(self.rows.values())[:1]:
            row.switch.setFocus(Qt.FocusReason.OtherFocusReason)

    def look(self) -> None:
        memory = self._memory
        if memory is not None and self.isVisible():
            self._jobs.call(
                LOOK,
                lambda: memory.watched.sources(),
                lambda seen: self._show_sources(memory, seen),
                self._say,
            )

    def _show_sources(self, memory: "Memory", seen: "tuple[WatchedSource, ...]") -> None:
        if memory is not self._memory:
            return
        now = memory.now()
        if list(self.rows) != [one.source.id for one in seen]:
            self.rows = {one.source.id: self._row(one) for one in seen}
            lines_in(self._card.column, list(self.rows.values()))
        for one in seen:
            self.rows[one.source.id].show_source(one, now)
        self._card.setVisible(bool(seen))
        if self._awaits_focus:
            self.take_focus()
        self.empty.setVisible(not seen)
        if (trouble := memory.watched.trouble) is not None:
            self._say(trouble)
        elif self.banner.words:
            self.banner.clear()

    def _row(self, one: "WatchedSource") -> SourceRow:
        row = SourceRow(one.source.adapter.title)
        row.switch.toggled.connect(
            lambda on: self._do(
                lambda room: room.follow(one.source) if on else room.leave(one.source)
            )
        )
        row.days.toggled.connect(lambda on: self._do(lambda room: room.set_flush(one.source, on)))
        return row

    def _do(self, work: "Callable[[WatchedAgents], None]") -> None:
        if (memory := self._memory) is not None:
            self._jobs.do(lambda: work(memory.watched), lambda _: self.look(), self._refused)

    def _refused(self, problem: Problem) -> None:
        self._say(problem)
        self.look()

    def _say(self, problem: Problem) -> None:
        self.banner.say(problem.message, problem.hint)

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        self._timer.start()
        self.look()

    def hideEvent(self, event: QHideEvent) -> None:
        super().hideEvent(event)
        self._timer.stop()
        self._awaits_focus = False
