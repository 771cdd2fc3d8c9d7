"""Some lines of a day, proposed for MEMORY.md at once. Knows the store, and the built-in engine.

It is a dream over these lines alone: what memory says already is left out, what changes a line of
memory is an update or a question, and every change rests on the lines it came from.
"""

import hashlib
import threading
from collections.abc import Collection
from datetime import date, datetime

from desktop_app.dreams.builtin.dream import dreamt
from desktop_app.dreams.carrying import joined
from desktop_app.dreams.dreamer import DayText, DreamDraft, EngineName, Material
from desktop_app.dreams.proposal import Change, Proposal, ProposalState
from desktop_app.dreams.proving import proved
from desktop_app.dreams.store import DreamStore
from desktop_app.notebook.bullets import MemoryFile
from desktop_app.notebook.lines import split
from desktop_app.notebook.notebook import Notebook


def propose(
    notebook: Notebook, store: DreamStore, day: date, numbers: Collection[int], now: datetime
) -> int:
    """Propose what the lines with these numbers (from 1) of a day's file say; how many changes.

    They join the proposal that waits, unticked, for nobody has seen them in it; else they are one.
    The day counts as read by no dream. Raises Problem when the disk refuses.
    """
    path = notebook.layout.day(day)
    lines = split(notebook.read(path).text)
    wanted = [line if n in numbers else "\n" for n, line in enumerate(lines, start=1)]
    material = Material(
        memory=MemoryFile(notebook.read(notebook.layout.memory).data),
        days=(DayText(day, path, "".join(wanted)),),
        missing=(),
        rejected=store.rejected(),
        memory_path=notebook.layout.memory,
        owner=store.owner(),
        settled=store.settled_lines(),
    )
    draft = dreamt(material, lambda step: None, threading.Event())
    changes = [one for one in proved(draft, material, now.date()) if _rests_on(one, path)]
    if not changes:
        return 0
    with notebook.lock():
        for waiting in store.proposals(ProposalState.PENDING):
            longer = joined(waiting, changes)
            store.put(longer)
            return len(longer.changes) - len(waiting.changes)
        store.put(_proposal(store.free_id(now), now, draft, changes, material))
    return len(changes)


def _rests_on(change: Change, path: str) -> bool:
    return any(source.path == path for source in change.sources)


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
        changes=tuple(changes),
        title=draft.title,
        prose=draft.prose,
        set_aside=dict(draft.set_aside),
        seconds=0.0,
        tokens=None,
        diary=None,
        undone=None,
        memory_sha=hashlib.sha256(material.memory.data).hexdigest(),
        aside=draft.aside,
    )
