"""What an answer does: a change of MEMORY.md goes the way of every dream, with diary and undo.

Knows the store and files, not when a question is asked.
"""

import dataclasses
from datetime import datetime

from desktop_app.dreams import apply as applying
from desktop_app.dreams import decisions
from desktop_app.dreams.diary_entry import only_answer
from desktop_app.dreams.inbox.item import InboxAnswer, InboxItem, key_of
from desktop_app.dreams.proposal import (
    INBOX,
    Change,
    ChangeKind,
    Proposal,
    ProposalState,
    bullet_change,
    change_key,
    source_of,
)
from desktop_app.dreams.store import DreamStore
from desktop_app.errors import Problem, Stale
from desktop_app.notebook.bullets import Bullet, MemoryFile
from desktop_app.notebook.git_conflict import need_settled
from desktop_app.notebook.notebook import Notebook
from desktop_app.words import tr

_WRITES = (InboxAnswer.TAKE, InboxAnswer.BOTH)
_REFUSES = (InboxAnswer.KEEP, InboxAnswer.NEVER)


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
    if item.proposal:
        return _of_a_dream(notebook, store, item, answer, now)
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


def reopen(notebook: Notebook, store: DreamStore, key: str) -> None:
    """The question of this key, where it came from a dream that waits, has no answer any more."""

    def asked(change: Change) -> Change:
        if not change.decided or key not in _keys(change):
            return change
        return dataclasses.replace(change, accepted=False, decided=False, both=False)

    with notebook.lock():
        for waiting in store.proposals(ProposalState.PENDING):
            again = dataclasses.replace(waiting, changes=tuple(map(asked, waiting.changes)))
            if again != waiting:
                store.put(again)
                store.forget_rejected(change_key(one) for one in again.changes if waits(one, key))


def waits(change: Change, key: str) -> bool:
    """Whether a change asks the question of this key, and nobody has said a word on it."""
    return not change.decided and key in _keys(change)


def _keys(change: Change) -> set[str]:
    others = [change.new] if change.new else [source.quote for source in change.sources]
    return {key_of(*change.old, other) for other in others}


def _of_a_dream(
    notebook: Notebook, store: DreamStore, item: InboxItem, answer: InboxAnswer, now: datetime
) -> applying.Applied | None:
    with notebook.lock():
        whole = store.get(item.proposal)
        if not any(one.n == item.n and waits(one, item.key) for one in whole.changes):
            raise Stale(tr("This question has changed."), tr("Look at the questions once more."))
        if answer in _WRITES:
            both = answer == InboxAnswer.BOTH
            meant = _as_question(whole, item.n) if both else whole
            asked = ([], [item.n]) if both else ([item.n], [])
            return applying.apply(notebook, store, meant, now, *asked)
        if answer in _REFUSES:
            store.put(decisions.decided(whole, item.n, False))
    return None


def _as_question(proposal: Proposal, n: int) -> Proposal:
    """The proposal with change `n` as a question, to which `both` is an answer."""
    changes = (
        dataclasses.replace(one, kind=ChangeKind.QUESTION) if one.n == n else one
        for one in proposal.changes
    )
    return dataclasses.replace(proposal, changes=tuple(changes))


def _change(
    memory: MemoryFile, path: str, item: InboxItem, answer: InboxAnswer, text: str
) -> Change | None:
    if answer == InboxAnswer.EDIT:
        new = text.strip()
        if not new:
            raise Problem(tr("A bullet cannot be empty."), tr("Say that it is no longer true."))
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
        raise Stale(tr("This line is no longer in memory."), tr("Look at the questions once more."))
    return bullet


def _unpinned(memory: MemoryFile, text: str) -> Bullet:
    bullet = _bullet(memory, text)
    if bullet.pinned:
        raise Problem(tr("A line to be changed is pinned."), tr("Unpin it first."))
    return bullet
