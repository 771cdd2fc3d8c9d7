"""What tools may touch of an open notebook: see `memory.tools`."""

import re
from collections.abc import Callable
from dataclasses import dataclass, field
from itertools import zip_longest
from typing import TYPE_CHECKING

from desktop_app.dreams.material import Mind
from desktop_app.dreams.proposal import AGENT
from desktop_app.errors import Problem
from desktop_app.memory.days import Days
from desktop_app.memory.files import UpdateMode
from desktop_app.notebook.lines import UNLIMITED, Limits
from desktop_app.words import tr

if TYPE_CHECKING:
    from desktop_app.dreams.question import AskedMind, DreamAnswer
    from desktop_app.dreams.question_store import DreamQuestion
    from desktop_app.memory.memory import Memory

Undo = Callable[[], None]


@dataclass(frozen=True)
class Wrote:
    """What a tool wrote: where, and what takes it back (raises Problem when it can't)."""

    path: str
    line: int
    undo: Undo


@dataclass(frozen=True)
class Replacement:
    """A text for a whole file, in place of `before`; what it may not drop is in `after` still."""

    path: str
    before: str
    after: str


@dataclass(eq=False)
class NotebookTools:
    """What tools may touch of an open notebook. Its methods block and raise Problem.

    `without` is the path of a transcript that no search finds: that of the talk itself. An `agent`
    of this name consolidates memory within these `limits` where `dreaming` allows it.
    """

    memory: "Memory"
    dreaming: bool = field(kw_only=True)
    without: Callable[[], str] = lambda: ""
    agent: str = ""
    limits: Limits = UNLIMITED

    def question(self, days: int | None, question_id: str) -> "DreamQuestion":
        """The question of a dream over so many days, or one that was asked before."""
        mind = self._mind()
        return mind.again(question_id) if question_id else mind.ask(days)

    def propose(self, question_id: str, answer: str, second: str = "") -> "DreamAnswer":
        """What an answer to the question of a dream comes to, then one to a second reading; without
        either what is to be read again. Nothing is written.
        """
        mind = self._mind()
        answered = mind.answer([answer], question_id) if answer else None
        return mind.read_again(second) if second or answered is None else answered

    def _mind(self) -> "AskedMind":
        if not self.dreaming:
            raise Problem(
                tr("Dreams are switched off in Settings."), tr("A person can switch them on.")
            )
        return self.memory.dreams.mind(Mind(AGENT, self.agent), self.limits)

    def main_text(self) -> str:
        """MEMORY.md as it is."""
        return self.memory.files.read(self.memory.layout.memory).text

    def replacement(self, text: str) -> Replacement:
        """What MEMORY.md would be with this text in its place. Raises Problem for no change."""
        from desktop_app.dreams.whole_update import updated  # long to load, and seldom wanted

        before = self.memory.files.read(self.memory.layout.memory)
        self.memory.files.need_unforgotten(text, before.data)
        after = updated(before.data, text, replaces=True).decode("utf-8", "surrogateescape")
        return Replacement(before.path, before.text, after)

    def update(self, text: str, mode: UpdateMode, heading: str = "") -> Wrote:
        """Write into MEMORY.md: bullets, or a text in its place. Raises Problem where it would say
        nothing new."""
        files = self.memory.files
        there = files.read(self.memory.layout.memory).data if mode is UpdateMode.REPLACE else b""
        files.need_unforgotten(text, there)
        change = files.update(text, mode, heading)
        before, after = change.before.text.split("\n"), change.after.text.split("\n")
        pairs = enumerate(zip_longest(before, after), start=1)
        news = (n for n, (old, new) in pairs if old != new and re.match(r"\s*[^\s#]", new or ""))
        undo = lambda: files.take_back(change)
        return Wrote(change.path, next(news, len(after)), undo)


def noted(days: Days, text: str) -> Wrote:
    """Add a line to today's notes."""
    one = days.remember(text)
    return Wrote(one.path, one.line, lambda: days.forget(one))
