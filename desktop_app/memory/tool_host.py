"""What tools may touch of an open notebook: see `sessions.tools`. Methods block."""

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import zip_longest
from typing import TYPE_CHECKING

from desktop_app.dreams.dreamer import Mind
from desktop_app.dreams.proposal import AGENT
from desktop_app.errors import Problem
from desktop_app.memory.days import Days
from desktop_app.memory.files import Files
from desktop_app.notebook.layout import FileKind, Layout
from desktop_app.notebook.lines import UNLIMITED, Limits
from desktop_app.notebook.passage import Lines
from desktop_app.notebook.rewriting import Rewritten, UpdateMode
from desktop_app.search.hits import Hit
from desktop_app.sessions.tools import Replacement, Wrote
from desktop_app.words import tr

if TYPE_CHECKING:
    from desktop_app.dreams.inbox.store import InboxAnswer, InboxItem
    from desktop_app.dreams.question import DreamAnswer, DreamQuestion
    from desktop_app.memory.context import Context
    from desktop_app.memory.dreams import Dreams
    from desktop_app.memory.hindsight import Hindsight
    from desktop_app.memory.inbox import Inbox
    from desktop_app.memory.search import Search
    from desktop_app.sessions.hindsight.pattern import PatternFound
    from desktop_app.sessions.prompt import MemoryPrompt

_LONGEST_QUESTION = 1_000


@dataclass(eq=False)
class NotebookTools:
    """The house of tools over an open notebook: a `ToolHouse`.

    `without` is the path of a transcript that no search finds: that of the talk itself. Without
    `hindsight_of` no error is known. `context_of` is for agents; a talk has its own prompt.
    `dreams` are for an `agent` of this name, which consolidates memory within these `limits`.
    """

    _layout: Layout
    _files: Files
    _days: Days
    _search: "Search"
    _without: Callable[[], str] = lambda: ""
    hindsight_of: "Callable[[], Hindsight] | None" = None
    context_of: "Callable[[], Context] | None" = None
    inbox: "Callable[[], Inbox] | None" = None
    dreams: "Callable[[], Dreams] | None" = None
    agent: str = ""
    limits: Limits = UNLIMITED

    def find(self, query: str, limit: int) -> Sequence[Hit]:
        """Lines of notes for a question, best first; none of dream diaries."""
        hits = self._search.for_a_model(query, limit, without=self._without())
        self._search.note_used(hit.path for hit in hits)
        return hits

    def lines(self, path: str, first: int, count: int | None) -> Lines:
        """Lines of a note of this notebook. Raises Problem for any other path."""
        kind = self._layout.kind(self._files.path_of(path))
        if kind is None or kind is FileKind.DREAMS:
            raise Problem(
                tr("{path} is no note of this notebook.").format(path=path[:200]),
                tr("Use a path from a search."),
            )
        self._search.note_used([path])
        return self._files.lines(path, first, count)

    def memory(self) -> str:
        """MEMORY.md as it is."""
        return self._files.read(self._layout.memory).text

    def note(self, text: str) -> Wrote:
        """Add a line to today's notes."""
        self._files.need_unforgotten(text)
        return noted(self._days, text)

    def add(self, text: str, heading: str) -> Wrote:
        """Add bullets to MEMORY.md. Raises Problem where it says them already."""
        self._files.need_unforgotten(text)
        return self._wrote(self._files.update(text, UpdateMode.APPEND, heading))

    def replacement(self, text: str) -> Replacement:
        """What MEMORY.md would be with this text in its place. Raises Problem for no change."""
        from desktop_app.dreams.whole_update import updated  # long to load, and seldom wanted

        before = self._files.read(self._layout.memory)
        self._files.need_unforgotten(text, before.data)
        after = updated(before.data, text, UpdateMode.REPLACE).decode("utf-8", "surrogateescape")
        return Replacement(before.path, before.text, after)

    def replace(self, text: str) -> Wrote:
        """Put the text in the place of MEMORY.md, as `replacement` says."""
        self._files.need_unforgotten(text, self._files.read(self._layout.memory).data)
        return self._wrote(self._files.update(text, UpdateMode.REPLACE))

    def hindsight(self, error: str, limit: int) -> "Sequence[PatternFound]":
        """What is known of an error that agents met."""
        return self.hindsight_of().find(error, limit) if self.hindsight_of else ()

    def context(self, question: str, budget: int) -> "MemoryPrompt":
        """What memory gives to a prompt for a question, within a budget of tokens."""
        from desktop_app.sessions.levels.prompt_plan import architected  # long to load

        if self.context_of is None:
            raise Problem(tr("A conversation cannot start a dream."))
        return architected(self.context_of().material(question[:_LONGEST_QUESTION]), budget)

    def question(self, days: int | None, question_id: str) -> "DreamQuestion":
        """The question of a dream over so many days, or one that was asked before."""
        mind = Mind(AGENT, self.agent)
        if question_id:
            return self._dreaming().asked(mind, question_id, limits=self.limits)
        return self._dreaming().ask(mind, days, limits=self.limits)

    def propose(self, question_id: str, answer: str) -> "DreamAnswer":
        """What an answer to the question of a dream comes to; nothing is written."""
        mind = Mind(AGENT, self.agent)
        return self._dreaming().answer(mind, [answer], question_id, limits=self.limits)

    def _dreaming(self) -> "Dreams":
        if self.dreams is None:
            raise Problem(
                tr("Dreams are switched off in Settings."), tr("A person can switch them on.")
            )
        return self.dreams()

    def questions(self) -> "Sequence[InboxItem]":
        """What the person is asked about memory today."""
        return self.inbox().today() if self.inbox else ()

    def answer(self, name: str, answer: "InboxAnswer", text: str) -> bool:
        """Answer such a question by its id; whether MEMORY.md has changed."""
        if self.inbox is None:
            raise Problem(tr("A conversation cannot answer the questions of a dream."))
        return self.inbox().answer(name, answer, text).changed

    def _wrote(self, change: Rewritten) -> Wrote:
        before, after = change.before.text.split("\n"), change.after.text.split("\n")
        pairs = enumerate(zip_longest(before, after), start=1)
        news = (n for n, (old, new) in pairs if old != new and re.match(r"\s*[^\s#]", new or ""))
        return Wrote(change.path, next(news, len(after)), lambda: self._files.take_back(change))


def noted(days: Days, text: str) -> Wrote:
    """Add a line to today's notes."""
    one = days.remember(text)
    return Wrote(one.path, one.line, lambda: days.forget(one))
