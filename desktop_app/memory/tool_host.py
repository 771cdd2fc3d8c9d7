"""What tools may touch of an open notebook: see `memory.tools`."""

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from itertools import zip_longest
from typing import TYPE_CHECKING

from desktop_app.dreams.material import Mind
from desktop_app.dreams.proposal import AGENT
from desktop_app.errors import Problem
from desktop_app.memory.days import Days
from desktop_app.memory.files import Rewritten, UpdateMode
from desktop_app.notebook.lines import UNLIMITED, Limits
from desktop_app.search.hits import Hit
from desktop_app.words import tr

if TYPE_CHECKING:
    from desktop_app.dreams.question import DreamAnswer
    from desktop_app.dreams.question_store import DreamQuestion
    from desktop_app.memory.dreams import Dreams
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

    def find(self, query: str, limit: int) -> Sequence[Hit]:
        """Lines of notes for a question, best first; none of dream diaries."""
        hits = self.memory.search.for_a_model(query, limit, without=self.without())
        self.memory.search.note_used(hit.path for hit in hits)
        return hits

    def main_text(self) -> str:
        """MEMORY.md as it is."""
        return self.memory.files.read(self.memory.layout.memory).text

    def note(self, text: str) -> Wrote:
        """Add a line to today's notes."""
        self.memory.files.need_unforgotten(text)
        return noted(self.memory.days, text)

    def add(self, text: str, heading: str) -> Wrote:
        """Add bullets to MEMORY.md. Raises Problem where it says them already."""
        self.memory.files.need_unforgotten(text)
        return self._wrote(self.memory.files.update(text, UpdateMode.APPEND, heading))

    def replacement(self, text: str) -> Replacement:
        """What MEMORY.md would be with this text in its place. Raises Problem for no change."""
        from desktop_app.dreams.whole_update import updated  # long to load, and seldom wanted

        before = self.memory.files.read(self.memory.layout.memory)
        self.memory.files.need_unforgotten(text, before.data)
        after = updated(before.data, text, replaces=True).decode("utf-8", "surrogateescape")
        return Replacement(before.path, before.text, after)

    def replace(self, text: str) -> Wrote:
        """Put the text in the place of MEMORY.md, as `replacement` says."""
        files = self.memory.files
        files.need_unforgotten(text, files.read(self.memory.layout.memory).data)
        return self._wrote(files.update(text, UpdateMode.REPLACE))

    def question(self, days: int | None, question_id: str) -> "DreamQuestion":
        """The question of a dream over so many days, or one that was asked before."""
        mind, dreams = Mind(AGENT, self.agent), self._dreams()
        if question_id:
            return dreams.asked(mind, question_id, limits=self.limits)
        return dreams.ask(mind, days, limits=self.limits)

    def propose(self, question_id: str, answer: str, second: str = "") -> "DreamAnswer":
        """What an answer to the question of a dream comes to, then one to a second reading; without
        either what is to be read again. Nothing is written.
        """
        mind, dreams, limits = Mind(AGENT, self.agent), self._dreams(), self.limits
        answered = dreams.answer(mind, [answer], question_id, limits=limits) if answer else None
        if second or answered is None:
            answered = dreams.read_again(mind, second, limits=limits)
        return answered

    def _dreams(self) -> "Dreams":
        if not self.dreaming:
            raise Problem(
                tr("Dreams are switched off in Settings."), tr("A person can switch them on.")
            )
        return self.memory.dreams

    def _wrote(self, change: Rewritten) -> Wrote:
        before, after = change.before.text.split("\n"), change.after.text.split("\n")
        pairs = enumerate(zip_longest(before, after), start=1)
        news = (n for n, (old, new) in pairs if old != new and re.match(r"\s*[^\s#]", new or ""))
        undo = lambda: self.memory.files.take_back(change)
        return Wrote(change.path, next(news, len(after)), undo)


def noted(days: Days, text: str) -> Wrote:
    """Add a line to today's notes."""
    one = days.remember(text)
    return Wrote(one.path, one.line, lambda: days.forget(one))
