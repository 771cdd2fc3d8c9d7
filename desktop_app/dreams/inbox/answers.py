"""What an answer does: a change of MEMORY.md goes the way of every dream, with diary and undo.

Knows the store and files, not when a question is asked.
"""

import dataclasses
from datetime import datetime

from desktop_app.dreams import apply as applying
from desktop_app.dreams.diary_entry import only_answer
from desktop_app.dreams.inbox.item import InboxAnswer, InboxItem
from desktop_app.dreams.proposal import (
    INBOX,
    Change,
    ChangeKind,
    Proposal,
    bullet_change,
    source_of,
)
from desktop_app.dreams.store import DreamStore
from desktop_app.errors import Problem, Stale
from desktop_app.notebook.bullets import Bullet, MemoryFile
from desktop_app.notebook.git_conflict import need_settled
from desktop_app.notebook.notebook import Notebook
from desktop_app.words import tr


def carry_out(
    notebook: Notebook,
    store: DreamStore,
    item: InboxItem,
    answer: InboxAnswer,
    text: str,
    now: datetime,
) -> applying.Applied | None:
    """Do what an answer to a question means; None where MEMORY.md stays as it is.

    `text` is the new line of an edit. Raises Stale where the question is no longer what it was,
    Problem where nothing can be written.
    """
    read = notebook.read(notebook.layout.memory)
    need_settled(read.data, read.path)
    memory = MemoryFile(read.data)
    change = _change(memory, notebook.layout.memory, item, answer, text)
    if change is None:
        return None
    title, prose = only_answer(item.text, " ".join(one.text for one in memory.statements))
    proposal = Proposal(
        id=store.free_id(now),
        made=now,
        engine=INBOX,
        changes=(dataclasses.replace(change, n=1, decided=True),),
        title=title,
        prose=prose,
    )
    store.put(proposal)
    return applying.apply(notebook, store, proposal, now)


def _change(
    memory: MemoryFile, path: str, item: InboxItem, answer: InboxAnswer, text: str
) -> Change | None:
    if answer == InboxAnswer.EDIT:
        new = text.strip()
        if not new:
            raise Problem(tr("A line cannot be empty."), tr("Answer that it is no longer true."))
        bullet = _unpinned(memory, item.text)
        reason = tr("you rewrote it")
        return bullet_change(bullet, ChangeKind.UPDATED, (), reason, new, accepted=True)
    goes, stays = {
        InboxAnswer.GONE: (item.text, ""),
        InboxAnswer.KEEP: (item.other, item.text),
        InboxAnswer.TAKE: (item.text, item.other),
    }.get(answer, ("", ""))
    if not goes:
        return None
    sources = [source_of(path, _bullet(memory, stays))] if stays else []
    reason = tr("you said that it no longer holds")
    bullet = _unpinned(memory, goes)
    return bullet_change(bullet, ChangeKind.REMOVED, sources, reason, accepted=True)


def _bullet(memory: MemoryFile, text: str) -> Bullet:
    bullet = memory.find(text)
    if bullet is None:
        raise Stale(tr("This line is no longer in MEMORY.md."), tr("Look at the questions again."))
    return bullet


def _unpinned(memory: MemoryFile, text: str) -> Bullet:
    bullet = _bullet(memory, text)
    if bullet.pinned:
        raise Problem(tr("A line that this would change is pinned."), tr("Unpin it first."))
    return bullet
