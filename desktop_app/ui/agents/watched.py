"""Watched agents: which conversations were found on this computer, a switch for each source.

Knows sources and how to show them, not how they are followed.
"""

from datetime import datetime
from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import Qt, QTimer
from PySide6.QtGui import QHideEvent, QShowEvent
from PySide6.QtWidgets import QWidget

from desktop_app import dates
from desktop_app.errors import Problem
from desktop_app.ui.parts.boxes import stacked
from desktop_app.ui.parts.folders import tilde
from desktop_app.ui.parts.forms import FormOwner, Row, SettingForm
from desktop_app.ui.parts.labels import breakable, text
from desktop_app.ui.parts.notices import Banner
from desktop_app.words import as_sentence, counted, headed, together, tr

if TYPE_CHECKING:
    from desktop_app.jobs import Jobs
    from desktop_app.memory import Memory
    from desktop_app.memory.watched import WatchedSource

LOOK = "agents.sources"
_AGAIN_MS = 10_000  # while it is shown


class WatchedPart(FormOwner, QWidget):
    """All sources, those of this notebook's project first; looked at again while it is shown."""

    def __init__(self, jobs: "Jobs") -> None:
        super().__init__()
        self._jobs = jobs
        self._memory: Memory | None = None
        self.seen: dict[str, WatchedSource] = {}
        self._awaits_focus = False
        self.banner = Banner()
        self._about = tr(
            "Nightstand can follow what you say to agents on this computer, from now on. What "
            "is worth keeping goes into the days when a conversation is long, is shortened "
            "or has ended. The agents' files are only read."
        )
        self.form = SettingForm("", self)
        self.said = text("", "body", "text2", wrap=True)
        title = text(tr("Followed agents"), "section")
        stacked(self, title, self.banner, self.said, self.form, gap=10)
        self._timer = QTimer(self, interval=_AGAIN_MS)
        self._timer.timeout.connect(self.look)

    def show_notebook(self, memory: "Memory") -> None:
        self._memory = memory
        self.banner.clear()
        self._show_sources(memory, ())
        self.look()

    def take_focus(self) -> None:
        """The keyboard goes to the first switch, once there is one."""
        self._awaits_focus = not self.seen
        for switch in list(self.form.controls.values())[:1]:
            switch.setFocus(Qt.FocusReason.OtherFocusReason)

    def look(self) -> None:
        memory = self._memory
        if memory is not None and self.isVisible():
            show = partial(self._show_sources, memory)
            self._jobs.call(LOOK, memory.watched.sources, show, self._say)

    def choose(self, key: str, on: bool) -> None:
        if (memory := self._memory) is not None:
            room, source = memory.watched, self.seen[key].source
            work = lambda: room.follow(source) if on else room.leave(source)
            self._jobs.do(work, lambda _: self.look(), self._refused)

    def _show_sources(self, memory: "Memory", seen: "tuple[WatchedSource, ...]") -> None:
        self.seen = {one.source.id: one for one in seen}
        self.form.show_rows(
            Row("watched", key, one.source.adapter.title, "switch", _about(one, memory.now()),
                value=one.followed)
            for key, one in self.seen.items()
        )  # fmt: skip
        self.form.setVisible(bool(seen))
        none = tr("No agent has left conversations on this computer.")
        self.said.setText(self._about if seen else together(none, self._about))
        if self._awaits_focus:
            self.take_focus()
        if (trouble := memory.watched.trouble) is not None:
            self._say(trouble)
        elif self.banner.words:
            self.banner.clear()

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


def _about(seen: "WatchedSource", now: datetime) -> str:
    words = breakable(" · ".join(filter(None, (_found(seen), _last(seen, now)))))
    if not seen.source.adapter.guessed:
        return words
    guessed = tr("Nightstand was never tried on a file of this agent. It may misread it.")
    return together(as_sentence(words.rstrip(".。")), guessed)


def _found(seen: "WatchedSource") -> str:
    """14 conversations in this project."""
    count = seen.source.conversations
    if not count:
        return tr("No conversation is left in %1", tilde(seen.source.folder))
    held = counted("{count} conversation", "{count} conversations", count)
    if seen.here:
        return tr("%1 in this project", held)
    if not seen.source.folder:
        return held
    return tr("%1 in %2", held, tilde(seen.source.folder))


def _last(seen: "WatchedSource", now: datetime) -> str:
    """What it did last, and when."""
    if not seen.followed:
        return ""
    if not seen.said:
        return tr("Followed. No notes were saved yet.")
    when = dates.when(datetime.fromisoformat(seen.at), now)
    return headed(f"{when[:1].upper()}{when[1:]}", seen.said)
