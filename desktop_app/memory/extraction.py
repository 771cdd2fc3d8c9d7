"""Extraction: the facts of a few new messages, compared with memory and kept. Blocks.

Specification: auto-memory, '自動記憶提取'; semantics, 'Context tier'. What memory says already is
skipped, what is new is appended to today, and from there it is proposed where it changes a line of
memory. MEMORY.md is never written here.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from typing import TYPE_CHECKING

from desktop_app.dreams.comparing.gist import gist
from desktop_app.dreams.comparing.memory_lines import Book, recall_in
from desktop_app.dreams.talk.extract import Fact, Recalled, category, facts
from desktop_app.dreams.talk.worth import familiar
from desktop_app.language.speakers import names
from desktop_app.memory.tool_host import Wrote, noted
from desktop_app.notebook.bullets import MemoryFile
from desktop_app.notebook.lines import split
from desktop_app.notebook.notebook import Notebook
from desktop_app.notebook.source import Source, line_sha
from desktop_app.sessions.live_events import LiveMessage

if TYPE_CHECKING:
    from desktop_app.memory.sessions import Sessions

_QUESTION = ("?", "？")


@dataclass(frozen=True)
class Extracted:
    """What an extraction did: facts it knew, lines it wrote into today, changes it proposed.

    `undo` takes back the lines and the changes; it raises Problem for a line that it leaves.
    """

    skipped: int = 0
    appended: tuple[str, ...] = ()
    proposed: int = 0
    undo: Callable[[], None] = field(default=lambda: None, compare=False)

    @property
    def remembered(self) -> int:
        """How many facts are kept."""
        return len(self.appended)


def extract(
    house: "Sessions",
    messages: Sequence[LiveMessage],
    found: Sequence[str] | None = None,
) -> Extracted:
    """Keep the facts that the person states in these messages.

    `found` are sentences of the person's that a model has chosen, and that were proved; without
    them the rules choose. Only messages that last are read. Raises Problem when nothing could be
    written; what was written before that stays, and is skipped by the next extraction.
    """
    now, lasting = house._clock.now(), [one for one in messages if one.lasts]
    memory = MemoryFile(house._notebook.read(house._notebook.layout.memory).data)
    recall = recall_in(Book(memory, house._notebook.layout.memory))
    if found is None:
        turns = [(one.role, one.content) for one in lasting]
        every = facts(turns, recall, familiar(house._notebook))
    else:
        every = tuple(Fact(text, category(text), *recall(text)) for text in dict.fromkeys(found))
    forgotten = house._notebook.tombstones.says
    every = tuple(fact for fact in every if not forgotten(fact.text))
    if not every:
        return Extracted()
    days = _recent(house._notebook, now)
    fresh = [fact for fact in every if fact.state != Recalled.KNOWN and not days(fact.text)]
    proposed = 0
    wrote: list[Wrote] = []
    said: list[Source] = []
    for fact in fresh:
        line = noted(house._memory.days, fact.text)
        wrote.append(line)
        if fact.state == Recalled.CHANGED:
            there = split(house._notebook.read(line.path).text)[line.line - 1]
            source = Source(line.path, line.line, fact.text, line_sha(there))
            if count := _propose(house, source, now):
                proposed += count
                said.append(source)

    def undo() -> None:
        from desktop_app.dreams.line_proposals import withdraw

        withdraw(house._notebook, house._store, said, now)
        for line in reversed(wrote):
            line.undo()

    texts = tuple(fact.text for fact in fresh)
    return Extracted(len(every) - len(fresh), texts, proposed, undo)


def sentences_of(summary: str) -> list[str]:
    """The person's own sentences in a summary whose lines are `- Speaker: words`; no questions."""
    user = {name.casefold() for name in names().get("user", {}).values()}
    lines = (line.removeprefix("- ").replace("：", ":", 1) for line in summary.split("\n"))
    parts = (line.partition(":") for line in lines)
    said = (text.strip() for who, _, text in parts if who.strip().casefold() in user)
    return [text for text in said if text and not text.endswith(_QUESTION)]


def _propose(house: "Sessions", source: Source, now: datetime) -> int:
    from desktop_app.dreams.line_proposals import propose  # long to load, seldom wanted

    where = (house._notebook, house._store)
    return propose(*where, [source], now.date(), now, additions=False)


def _recent(notebook: Notebook, now: datetime) -> Callable[[str], bool]:
    """Whether today or yesterday says a sentence already, by itself or among others."""
    days = (now.date() - timedelta(days=back) for back in (0, 1))
    data = b"\n".join(notebook.read(notebook.day_path(day)).data for day in days)
    book, said = Book(MemoryFile(data), ""), data.decode("utf-8", "replace")
    return lambda text: text in said or book.has(gist(text))
