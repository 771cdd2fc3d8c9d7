"""Some lines, proposed for MEMORY.md at once. Knows the store, and the built-in engine.

It is a dream over these lines alone: what memory says already is left out, what changes a line of
memory is an update or a question, and every change rests on the lines it came from.
"""

import dataclasses
import hashlib
import threading
from collections.abc import Collection, Sequence
from datetime import date, datetime

from desktop_app.dreams.builtin.dream import dreamt
from desktop_app.dreams.carrying import joined
from desktop_app.dreams.dreamer import DayText, DreamDraft, EngineName, Material
from desktop_app.dreams.proposal import Change, Proposal, ProposalState, Source, change_key
from desktop_app.dreams.proving import proved
from desktop_app.dreams.store import DreamStore
from desktop_app.notebook.bullets import MemoryFile
from desktop_app.notebook.notebook import Notebook


def propose(
    notebook: Notebook,
    store: DreamStore,
    said: Sequence[Source],
    day: date,
    now: datetime,
    *,
    additions: bool = True,
) -> int:
    """Propose what these places say, each by its quote, which was said on `day`; how many changes.

    Without `additions` only what is about a line of memory.

    They join the proposal that waits, unticked, for nobody has seen them in it; else they are one.
    No dream counts the day as read for it. Raises Problem when the disk refuses.
    """
    path = notebook.layout.day(day)
    quotes = [" ".join(source.quote.split()) for source in said]
    material = Material(
        memory=MemoryFile(notebook.read(notebook.layout.memory).data),
        days=(DayText(day, path, "".join(f"- {quote}\n" for quote in quotes)),),
        missing=(),
        rejected=store.rejected(),
        memory_path=notebook.layout.memory,
        owner=store.owner(),
        settled=store.settled_lines(),
    )
    draft = dreamt(material, lambda step: None, threading.Event())
    changes = [
        _in_place(change, path, said)
        for change in proved(draft, material, now.date())
        if any(source.path == path for source in change.sources) and (additions or change.old)
    ]
    if not changes:
        return 0
    with notebook.lock():
        rejected = store.rejected()
        changes = [one for one in changes if change_key(one) not in rejected]
        for waiting in store.proposals(ProposalState.PENDING):
            longer = joined(waiting, changes)
            store.put(longer)
            return len(longer.changes) - len(waiting.changes)
        if changes:
            store.put(_proposal(store.free_id(now), now, draft, changes, material))
    return len(changes)


def withdraw(
    notebook: Notebook, store: DreamStore, said: Collection[Source], now: datetime
) -> None:
    """A person's no to what was proposed of these places and nobody has decided on."""
    places = {(source.path, source.line, source.quote) for source in said}

    def answered(change: Change) -> Change:
        rests_on = {(source.path, source.line, source.quote) for source in change.sources}
        mine = not change.decided and bool(rests_on & places)
        return dataclasses.replace(change, accepted=False, decided=True) if mine else change

    with notebook.lock():
        for waiting in store.proposals(ProposalState.PENDING):
            changes = tuple(map(answered, waiting.changes))
            without = dataclasses.replace(waiting, changes=changes)
            if all(change.decided and not change.accepted for change in changes):
                store.settle(dataclasses.replace(without, state=ProposalState.DISCARDED), now)
            elif without != waiting:
                store.put(without)


def _in_place(change: Change, path: str, said: Sequence[Source]) -> Change:
    """The change with the places that the lines it was made of stand for."""
    sources = (said[one.line - 1] if one.path == path else one for one in change.sources)
    return dataclasses.replace(change, sources=tuple(sources))


def _proposal(
    run_id: str, now: datetime, draft: DreamDraft, changes: list[Change], material: Material
) -> Proposal:
    return Proposal(
        id=run_id,
        made=now,
        engine=EngineName.BUILTIN,
        model=None,
        days_read=material.dates,
        days_missing=(),
        state=ProposalState.PENDING,
        changes=tuple(dataclasses.replace(one, n=n) for n, one in enumerate(changes, 1)),
        title=draft.title,
        prose=draft.prose,
        set_aside={},
        seconds=0.0,
        tokens=None,
        diary=None,
        undone=None,
        memory_sha=hashlib.sha256(material.memory.data).hexdigest(),
    )
