"""Apply, discard and undo: what a person approved is what is written. Knows files, not engines.

MEMORY.md and the diary change together, through the notebook's journal; history keeps what was.
"""

import dataclasses
from collections.abc import Callable, Collection, Iterable
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from desktop_app.dreams.carrying import left_over, parted
from desktop_app.dreams.deciding import chosen, decided, must_wait
from desktop_app.dreams.proposal import Change, ChangeKind, Proposal, ProposalState
from desktop_app.dreams.result import file_with, topic_with, written
from desktop_app.dreams.settling import Purpose, finish
from desktop_app.dreams.store import DreamStore
from desktop_app.dreams.telling import entry_of, title_of, with_entry
from desktop_app.errors import Problem
from desktop_app.notebook import diaries
from desktop_app.notebook.bullets import MemoryFile
from desktop_app.notebook.files import Snapshot, sha_of
from desktop_app.notebook.history import Cause
from desktop_app.notebook.journal import Write
from desktop_app.notebook.merge import Overlap, merge3
from desktop_app.notebook.notebook import Notebook
from desktop_app.words import tr

_NONE_ACCEPTED = (
    tr("No change of this dream is accepted."), tr("Accept at least one, or discard the dream."),
)  # fmt: skip
_EDITED_SINCE = (
    tr("The bullets this dream would change have been edited since."),
    tr("Dream again, or discard this one."),
)


@dataclass(frozen=True)
class Applied:
    """An applied proposal; `unwritten` are accepted changes whose bullet is no longer there."""

    proposal: Proposal
    paths: tuple[str, ...]
    unwritten: tuple[Change, ...]


@dataclass(frozen=True)
class Undone:
    """A taken-back dream. `conflicts`: lines edited since, which stay as they are now."""

    id: str
    restored: tuple[str, ...]
    conflicts: tuple[Overlap, ...]


def apply(
    notebook: Notebook,
    store: DreamStore,
    proposal: Proposal,
    now: datetime,
    only: Collection[int] | None = None,
    both: Collection[int] = (),
    without: Collection[int] = (),
) -> Applied:
    """Write the accepted changes of a pending proposal, or exactly those numbered in `only`.

    Those in `without` are rejected, also undecided ones. The questions in `both` keep their old
    bullet, too. A change is left out, and named, when its old bullet was edited or removed since.
    Raises Problem when the proposal is not pending any more, a number is unknown, or nothing is
    accepted.
    """
    if only is not None:
        proposal = chosen(proposal, only)
    for number in without:
        proposal = decided(proposal, number, False)
    for number in both:
        proposal = decided(proposal, number, True, both=True)
    with notebook.lock():
        must_wait(store.get(proposal.id))  # another program may have been faster
        return _write(notebook, store, proposal, proposal, now)


def apply_part(
    notebook: Notebook,
    store: DreamStore,
    proposal_id: str,
    numbers: Collection[int],
    now: datetime,
) -> Applied:
    """Write these changes of a pending proposal, which nobody has looked at.

    What somebody has said a word on meanwhile is not written. All that is not written waits on as
    it was, in a proposal of its own; nothing is rejected by that. Raises Problem when the proposal
    is not pending any more, or nothing is left to write.
    """
    with notebook.lock():
        whole = store.get(proposal_id)
        must_wait(whole)
        open_ones = [one.n for one in whole.changes if one.n in numbers and not one.decided]
        return _write(notebook, store, whole, parted(whole, open_ones)[0], now)


def apply_one(
    notebook: Notebook,
    store: DreamStore,
    whole: Proposal,
    n: int,
    now: datetime,
    *,
    both: bool = False,
) -> Applied:
    """Write one change of a pending proposal to which a person said yes, outside of its review.

    `both` is as in `deciding.decided`. The other changes wait in a proposal of their own.
    """
    whole = decided(whole, n, True, both=both)
    with notebook.lock():
        return _write(notebook, store, whole, parted(whole, [n])[0], now)


def _write(
    notebook: Notebook,
    store: DreamStore,
    whole: Proposal,
    meant: Proposal,
    now: datetime,
) -> Applied:
    """Write what is accepted of `meant`, all of a proposal or a part of it."""
    base = notebook.read(notebook.layout.memory)
    memory, done, unwritten = written(base.data, meant.changes, base.path)
    if not done:
        raise Problem(*(_EDITED_SINCE if unwritten else _NONE_ACCEPTED))
    numbers = [change.n for change in done]
    topics = _topics(notebook, done)
    diary = notebook.read(notebook.layout.diary(whole.made.date()))
    told = whole if meant is whole else _unanswered_but(whole, numbers)
    title = title_of(told, done)
    applied = dataclasses.replace(told, state=ProposalState.APPLIED, diary=diary.path, title=title)
    text = with_entry(diary, applied, done, _lately(notebook, whole))
    # Both states of MEMORY.md are in history before anything is written: undo needs them.
    purpose = {
        "kind": Purpose.APPLY,
        "id": whole.id,
        "accepted": numbers,
        "at": now.isoformat(),
        "before": base.sha,
        "after": sha_of(memory),
        "bullets": [len(MemoryFile(data).bullets) for data in (base.data, memory)],
        "topics": {file.path: (file.sha, sha_of(data)) for file, data in topics},
        "diary": diary.path,
        "title": applied.title,
        "again": _again(notebook, whole, unwritten),
        "rest": meant is not whole,
    }
    store.put(whole)  # a decision or an edited wording survives a crash, too
    writes = (*topics, (base, memory), (diary, text))
    _save(notebook, store, purpose, Cause.DREAM, now, *writes)
    return Applied(store.get(whole.id), tuple(file.path for file, _ in writes), unwritten)


def _unanswered_but(proposal: Proposal, numbers: Collection[int]) -> Proposal:
    """The proposal as the diary tells it when nobody has looked: all but these is still open."""
    return dataclasses.replace(
        proposal,
        changes=tuple(
            dataclasses.replace(change, accepted=change.n in numbers, decided=False)
            for change in proposal.changes
        ),
    )


def discard(
    notebook: Notebook,
    store: DreamStore,
    proposal: Proposal,
    now: datetime,
) -> Proposal:
    """Set a pending proposal aside: MEMORY.md stays, the diary says so."""
    with notebook.lock():
        must_wait(store.get(proposal.id))
        diary = notebook.read(notebook.layout.diary(proposal.made.date()))
        discarded = dataclasses.replace(
            proposal, state=ProposalState.DISCARDED, diary=diary.path, title=title_of(proposal, ())
        )
        purpose = {
            "kind": Purpose.DISCARD,
            "id": proposal.id,
            "at": now.isoformat(),
            "diary": diary.path,
            "title": discarded.title,
            "again": _again(notebook, proposal, ()),
        }
        text = with_entry(diary, discarded, (), _lately(notebook, proposal))
        _save(notebook, store, purpose, Cause.DREAM, now, (diary, text))
    return store.get(proposal.id)


def undo(notebook: Notebook, store: DreamStore, proposal: Proposal, now: datetime) -> Undone:
    """Take an applied dream back.

    MEMORY.md and topic files become byte for byte what they were when nothing else touched them
    since, or when they are gone, and go where there was none before; otherwise the inverse change
    is merged by line, and lines edited since stay and are returned as conflicts. The diary gets a
    line that says so. What the dream had proposed waits again, with every decision and wording.
    Raises Problem when the dream was not applied, or already undone, or its earlier text is not in
    history any more.
    """
    with notebook.lock():
        proposal = store.get(proposal.id)  # another program may have been faster
        if proposal.state != ProposalState.APPLIED:
            raise Problem(tr("This dream was not applied."), tr("There is nothing to undo."))
        if proposal.undone:
            raise Problem(
                tr("This dream is already undone."), tr("History keeps every earlier version.")
            )
        ends = {notebook.layout.memory: store.ends(proposal.id), **store.topic_ends(proposal.id)}
        writes: list[tuple[Snapshot, bytes | None]] = []
        conflicts: list[Overlap] = []
        for path, (before, after) in ends.items():
            current, restored, overlaps = _taken_back(notebook, path, before, after)
            writes.append((current, restored))
            conflicts += overlaps
        diary = notebook.read(proposal.diary or notebook.layout.diary(proposal.made.date()))
        entry = entry_of(diary, proposal)
        if entry is not None:
            writes.append((diary, _bytes(diaries.with_undone(diary.text, entry, now))))
        purpose = {"kind": Purpose.UNDO, "id": proposal.id, "at": now.isoformat()}
        _save(notebook, store, purpose, Cause.UNDO, now, *writes)
    return Undone(proposal.id, tuple(snapshot.path for snapshot, _ in writes), tuple(conflicts))


def result_of(memory: Snapshot, proposal: Proposal) -> bytes:
    """What MEMORY.md would become with the accepted changes: the review's preview."""
    return written(memory.data, proposal.changes, memory.path)[0]


def _topics(notebook: Notebook, taken: Iterable[Change]) -> list[tuple[Snapshot, bytes]]:
    """The files beside MEMORY.md that change, as they are and as they will be: topic files that
    bullets move to, and files of their own."""
    taken = list(taken)
    coming: dict[str, list[Change]] = {}
    for change in taken:
        if change.kind == ChangeKind.MOVED:
            coming.setdefault(change.to, []).append(change)
    topics = [
        (there, file_with(there.data, change))
        for change in taken
        if change.makes_file and (there := notebook.read(change.to))
    ]
    for path, moved in coming.items():
        there = notebook.read(path)
        data = topic_with(there.data, moved)
        if data is None:
            raise Problem(
                tr(
                    "{path} cannot take lines of memory as it stands, so nothing was written."
                ).format(path=path),
                tr("Look at that file, or leave these lines in memory."),
            )
        topics.append((there, data))
    return topics


def _taken_back(
    notebook: Notebook, path: str, before: str, after: str
) -> tuple[Snapshot, bytes | None, tuple[Overlap, ...]]:
    """A file as it is, what it becomes without the dream, and the lines edited since."""
    was, became = (notebook.history.find(path, sha) for sha in (before, after))
    current = notebook.read(path)
    conflicts: tuple[Overlap, ...] = ()
    restored = was
    if current.exists and current.data != became:
        merged = merge3(became, was, current.data)
        restored, conflicts = merged.data, merged.conflicts
    made_by_it = not before and not restored
    return current, None if made_by_it else restored, conflicts


def _lately(notebook: Notebook, proposal: Proposal) -> Callable[[str], bool]:
    """Whether a line is about what the diaries of the days before have told."""
    from desktop_app.dreams.diary import told_lately  # long to load, and seldom wanted
    from desktop_app.dreams.themes import Themes

    return Themes(told_lately(notebook, proposal.made.date())).has


def _again(notebook: Notebook, proposal: Proposal, unwritten: Iterable[Change]) -> list[str]:
    days = left_over(proposal, unwritten, notebook.layout.date_of)
    return sorted(day.isoformat() for day in days)


def _save(
    notebook: Notebook,
    store: DreamStore,
    purpose: dict[str, Any],
    cause: Cause,
    now: datetime,
    *writes: tuple[Snapshot, bytes | None],
) -> None:
    notebook.save_all(
        tuple(Write(snapshot.path, snapshot.sha, data) for snapshot, data in writes),
        purpose,
        cause,
        finish(store),
        now,
    )


def _bytes(text: str) -> bytes:
    return text.encode("utf-8", "surrogateescape")
