"""The inbox of an open notebook: a few questions a day about what memory says.

Nothing is asked that is not seen surely enough, and nothing changes before a person answers. A
change of MEMORY.md goes the way of every dream, with diary and undo.
"""

import dataclasses
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date, datetime

from desktop_app.dreams import apply as applying
from desktop_app.dreams.diary_entry import only_answer
from desktop_app.dreams.inbox import doubts
from desktop_app.dreams.inbox.store import (
    InboxAnswer,
    InboxBook,
    InboxItem,
    choose,
)
from desktop_app.dreams.origin import origins_of
from desktop_app.dreams.proposal import (
    INBOX,
    Change,
    ChangeKind,
    Proposal,
    ProposalState,
    bullet_change,
    source_of,
)
from desktop_app.dreams.result import is_in_file
from desktop_app.dreams.stale import as_days_stand
from desktop_app.errors import Missing, Problem, Stale
from desktop_app.memory.room import Room
from desktop_app.notebook.bullets import MemoryFile, memory_file
from desktop_app.notebook.files import Snapshot
from desktop_app.notebook.memory_text import Bullet
from desktop_app.notebook.remarks import need_settled
from desktop_app.words import tr


@dataclass(frozen=True)
class InboxAnswered:
    """An answer that was given. `changed`: MEMORY.md has changed by it."""

    item: InboxItem
    answer: InboxAnswer
    changed: bool


class Inbox(Room):
    """Asks and is answered. Methods block, and raise Problem where the disk refuses."""

    def _set_up(self) -> None:
        self._book = InboxBook(self._notebook.database)
        self._doubts: tuple[date, tuple[InboxItem, ...]] | None = None

    def today(self) -> list[InboxItem]:
        """The open questions of this day, at most three with those that were answered."""
        return choose(self._questions(), self._book.answered(), self._clock.now().date())

    def waiting(self, leaving: str = "") -> list[Proposal]:
        """The proposals that wait, as the days stand, without what the file says already, and
        without the one that is `leaving`: about to be discarded."""
        memory = memory_file(self._notebook.read(self._notebook.layout.memory).data)
        kept = (one for one in self._store.proposals(ProposalState.PENDING) if one.id != leaving)
        return [
            one.only(change for change in one.changes if not is_in_file(memory, change))
            for one in (as_days_stand(self._notebook, waiting) for waiting in kept)
        ]

    def answer(self, name: str, answer: InboxAnswer, text: str = "") -> InboxAnswered:
        """Answer a question of today by its id; `text` is the new line of an edit.

        Raises Missing where no such question is open.
        """
        item, now = self._open(name), self._clock.now()
        with self._writing.own() as paths:
            applied = self._applied(item, answer, text, now)
            paths += applied.paths if applied else ()
        proposal = applied.proposal.id if applied else ""
        self._book.answer(item, answer, now.date(), proposal)
        return InboxAnswered(item, answer, bool(applied))

    def _applied(
        self, item: InboxItem, answer: InboxAnswer, text: str, now: datetime
    ) -> applying.Applied | None:
        """Do what an answer means; None where MEMORY.md stays as it is. Raises Stale where the
        question is no longer what it was, Problem where nothing can be written.
        """
        read = self._notebook.read(self._notebook.layout.memory)
        need_settled(read.data, read.path)
        if answer not in (InboxAnswer.EDIT, InboxAnswer.GONE):
            return None
        memory = MemoryFile(read.data)
        change = dataclasses.replace(_change(memory, item, answer, text), n=1, decided=True)
        title, prose = only_answer(item.text, " ".join(one.text for one in memory.statements))
        id_, changes = self._store.free_id(now), (change,)
        proposal = Proposal(id_, now, INBOX, changes=changes, title=title, prose=prose)
        self._store.put(proposal)
        return applying.apply(self._notebook, self._store, proposal, now)

    def undo(self, name: str) -> None:
        """Take an answer back, with what it changed; it may be asked again.

        Raises Missing where there is no such answer.
        """
        answered = self._book.find(name)
        one = self._store.find(answered.proposal) if answered.proposal else None
        if one is not None and one.state == ProposalState.APPLIED and not one.undone:
            self._memory.dreams.undo(one.id)
        self._book.take_back(answered.key)

    def _open(self, name: str) -> InboxItem:
        for item in self.today():
            if name and item.key.startswith(name):
                return item
        raise Missing(
            tr("No question “{name}” is open today.").format(name=name),
            tr("`nightstand inbox` lists them."),
        )

    def _questions(self) -> Sequence[InboxItem]:
        """What is doubtful of memory. It is looked for once a day: a line that is gone by then is
        not asked about.
        """
        memory, today = self._notebook.read(self._notebook.layout.memory), self._clock.now().date()
        parsed = memory_file(memory.data)
        if self._doubts is None or self._doubts[0] != today:
            self._doubts = today, tuple(self._looked_for(memory, parsed, today))
        there = {bullet.text: bullet for bullet in parsed.statements}
        return [
            dataclasses.replace(item, source=source_of(memory.path, bullet))
            for item in self._doubts[1]
            if (bullet := there.get(item.text)) and not bullet.pinned
        ]

    def _looked_for(self, memory: Snapshot, parsed: MemoryFile, today: date) -> Sequence[InboxItem]:
        versions = self._notebook.history.versions(memory.path)

        def since(bullets: Sequence[Bullet]) -> list[date | None]:
            first = versions[-1].at.date() if versions else None
            origins = origins_of(self._notebook, memory, bullets, today)
            return [one.date or first for one in origins]

        return tuple(doubts.passed(parsed.statements, memory.path, since, today))


def _change(memory: MemoryFile, item: InboxItem, answer: InboxAnswer, text: str) -> Change:
    kind, new, reason = ChangeKind.REMOVED, "", tr("you said that it no longer holds")
    if answer == InboxAnswer.EDIT:
        kind, new, reason = ChangeKind.UPDATED, text.strip(), tr("you rewrote it")
        if not new:
            raise Problem(tr("A line cannot be empty."), tr("Answer that it is no longer true."))
    bullet = memory.find(item.text)
    if bullet is None:
        raise Stale(tr("This line is no longer in MEMORY.md."), tr("Look at the questions again."))
    if bullet.pinned:
        raise Problem(tr("A line that this would change is pinned."), tr("Unpin it first."))
    return bullet_change(bullet, kind, (), reason, new, accepted=True)
