"""Apply, discard and undo: what a person approved is what is written. Knows files, not engines.

MEMORY.md and the diary change together, through the notebook's journal; history keeps what was.
"""

from collections import defaultdict
from collections.abc import Callable, Collection, Iterable
from dataclasses import dataclass, replace
from datetime import datetime
from enum import StrEnum
from functools import reduce
from typing import Any

from desktop_app.dreams.carry_over import left_over, parted, returned
from desktop_app.dreams.decisions import (
    accepted_of,
    decided,
    known,
    must_wait,
    open_count,
)
from desktop_app.dreams.diary_entry import entry_of, title_of, with_entry
from desktop_app.dreams.proposal import INBOX, Change, Proposal, ProposalState
from desktop_app.dreams.result import file_with, is_in_file, topic_with, written
from desktop_app.dreams.stale import as_days_stand
from desktop_app.dreams.store import DreamStore
from desktop_app.dreams.taken_back import taken_back
from desktop_app.errors import Problem
from desktop_app.notebook import diaries
from desktop_app.notebook.bullets import memory_file
from desktop_app.notebook.files import Snapshot, sha_of
from desktop_app.notebook.history import Cause
from desktop_app.notebook.merge import Overlap
from desktop_app.notebook.notebook import Notebook
from desktop_app.notebook.remarks import need_settled
from desktop_app.notebook.write_journal import Intent, Write
from desktop_app.words import tr

_NONE_ACCEPTED = (
    tr("No change of this dream is accepted."), tr("Accept at least one, or discard the dream."),
)  # fmt: skip
_EDITED_SINCE = (
    tr("The bullets this dream would change have been edited since."),
    tr("Dream again, or discard this one."),
)
_GONE_SINCE = (
    tr("The days have changed since, and no longer have the lines that this dream rests on."),
    tr("Look at its changes again, and accept what still holds."),
)


@dataclass(frozen=True)
class Applied:
    """An applied proposal; `unwritten` are accepted changes whose bullet is no longer there,
    `waiting` what waits on since nobody has decided on it, None for nothing. `changes` are all that
    it had, those accepted that were written.
    """

    proposal: Proposal
    paths: tuple[str, ...]
    unwritten: tuple[Change, ...]
    waiting: Proposal | None
    changes: tuple[Change, ...]

    @property
    def undecided(self) -> int:
        """How many changes wait on."""
        return open_count(self.waiting) if self.waiting else 0


@dataclass(frozen=True)
class Undone:
    """A taken-back dream. `conflicts`: lines edited since, which stay as they are now; `waits`:
    whether any of its changes waits again."""

    id: str
    restored: tuple[str, ...]
    conflicts: tuple[Overlap, ...]
    waits: bool


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

    Those in `without` are refused, also undecided ones. The questions in `both` keep their old
    bullet, too. What nobody has decided on waits on, in a proposal of its own; with `only` all that
    is not named does. A change is left out, and named, when its old bullet was edited or removed
    since. One that was ticked before a line that it rests on went from its day waits on. Raises
    Problem when the proposal is not pending any more, a number is unknown, or nothing is accepted.
    """
    with notebook.lock():
        must_wait(store.get(proposal.id))  # another program may have been faster
        ticked = accepted_of(proposal)
        proposal = as_days_stand(notebook, proposal)
        for number in without:
            proposal = decided(proposal, number, False)
        for number in both:
            proposal = decided(proposal, number, True, both=True)
        numbers = accepted_of(proposal) if only is None else known(proposal, {*only, *both})
        if not numbers and ticked.difference(without):
            raise Problem(*_GONE_SINCE)
        return _write(notebook, store, proposal, numbers, now, only is None)


def _write(
    notebook: Notebook,
    store: DreamStore,
    proposal: Proposal,
    numbers: Collection[int],
    now: datetime,
    whole: bool,
) -> Applied:
    base = notebook.read(notebook.layout.memory)
    need_settled(base.data, base.path)
    meant = [replace(change, accepted=True) for change in proposal.changes if change.n in numbers]
    memory, done, unwritten = written(base.data, meant)
    if not done:
        raise Problem(*(_EDITED_SINCE if unwritten else _NONE_ACCEPTED))
    now_there = memory_file(memory)
    settled = [one.n for one in proposal.changes if not one.decided and is_in_file(now_there, one)]
    topics = _topics(notebook, done)
    diary = notebook.read(notebook.layout.diary(proposal.made.date()))
    applied = replace(proposal, state=ProposalState.APPLIED, diary=diary.path, settled=now)
    accepted, rest = [change.n for change in done], store.free_id(now)
    # Both states of MEMORY.md are in history before anything is written: undo needs them.
    purpose = {
        "kind": Purpose.APPLY,
        "id": proposal.id,
        "accepted": accepted,
        "unwritten": [*(change.n for change in unwritten), *settled],
        "whole": whole,
        "waits": rest,
        "at": now.isoformat(),
        "before": base.sha,
        "after": sha_of(memory),
        "topics": {file.path: (file.sha, sha_of(data)) for file, data in topics},
        "diary": diary.path,
        "title": title_of(applied, done),
        "again": _again(notebook, proposal, unwritten),
    }
    store.put(proposal)  # a decision or an edited wording survives a crash, too
    writes = (*topics, (base, memory), (diary, with_entry(diary, applied, done)))
    _save(notebook, store, purpose, Cause.DREAM, now, *writes)
    paths = tuple(file.path for file, _ in writes)
    changes = tuple(replace(one, accepted=one.n in accepted) for one in proposal.changes)
    return Applied(store.get(proposal.id), paths, unwritten, store.find(rest), changes)


def discard(notebook: Notebook, store: DreamStore, proposal: Proposal, now: datetime) -> Proposal:
    """Set a pending proposal aside: MEMORY.md stays, the diary says so.

    Nothing is decided by it: where a change waits, the next dream reads the same days once more.
    """
    with notebook.lock():
        must_wait(store.get(proposal.id))
        diary = notebook.read(notebook.layout.diary(proposal.made.date()))
        applied = store.proposals(ProposalState.APPLIED)
        rest = any(one.made == proposal.made and not one.undone for one in applied)
        title, state = title_of(proposal, (), rest=rest), ProposalState.DISCARDED
        discarded = replace(proposal, state=state, diary=diary.path, title=title, settled=now)
        waiting = [change for change in proposal.changes if not change.decided]
        days = {*map(str, proposal.days_read), *store.window(proposal.id)} if waiting else set()
        purpose = {
            "kind": Purpose.DISCARD,
            "id": proposal.id,
            "at": now.isoformat(),
            "diary": diary.path,
            "title": title,
            "again": sorted(days.union(_again(notebook, proposal, waiting))),
        }
        text = with_entry(diary, discarded, (), rest=rest)
        _save(notebook, store, purpose, Cause.DREAM, now, (diary, text))
    return store.get(proposal.id)


def undo(notebook: Notebook, store: DreamStore, proposal: Proposal, now: datetime) -> Undone:
    """Take an applied dream back.

    MEMORY.md and topic files become byte for byte what they were when nothing else touched them
    since, or when they are gone, and go where there was none before; otherwise the inverse change
    is merged by line, and lines edited since stay and are returned as conflicts. The diary gets a
    line that says so. What the dream had written waits again, unticked, with the person's wording.
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
        writes: list[tuple[Snapshot, bytes | None]] = []
        conflicts: list[Overlap] = []
        for path, ends in store.ends(proposal.id, notebook.layout.memory).items():
            current, restored, overlaps = taken_back(notebook, path, *ends)
            writes.append((current, restored))
            conflicts += overlaps
        diary = notebook.read(proposal.diary or notebook.layout.diary(proposal.made.date()))
        entry = entry_of(diary, proposal)
        if entry is not None:
            text = diaries.with_undone(diary.text, entry, now)
            writes.append((diary, text.encode("utf-8", "surrogateescape")))
        purpose = {"kind": Purpose.UNDO, "id": proposal.id, "at": now.isoformat()}
        _save(notebook, store, purpose, Cause.UNDO, now, *writes)
    paths = tuple(snapshot.path for snapshot, _ in writes)
    return Undone(proposal.id, paths, tuple(conflicts), proposal.engine != INBOX)


def result_of(memory: Snapshot, proposal: Proposal) -> bytes:
    """What MEMORY.md would become with the accepted changes: the review's preview."""
    return written(memory.data, proposal.changes)[0]


def _topics(notebook: Notebook, taken: Iterable[Change]) -> list[tuple[Snapshot, bytes]]:
    """The files beside MEMORY.md that change, as they are and as they will be: topic files that
    bullets move to, and files of their own; each once."""
    coming: dict[str, list[Change]] = defaultdict(list)
    for change in taken:
        if change.to:
            coming[change.to].append(change)
    topics: list[tuple[Snapshot, bytes]] = []
    for path, changes in coming.items():
        there = notebook.read(path)
        made = reduce(file_with, (one for one in changes if one.makes_file), there.data)
        moved = [one for one in changes if not one.makes_file]
        data = topic_with(made, moved) if moved else made
        if data is None:
            raise Problem(
                tr("Lines of MEMORY.md cannot be moved to {path}, so nothing was written.").format(
                    path=path
                ),
                tr("Look at that file, or reject these changes."),
            )
        topics.append((there, data))
    return topics


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


class Purpose(StrEnum):
    """What the files of an intent in the journal are written for."""

    APPLY = "apply"
    DISCARD = "discard"
    UNDO = "undo"


def finish(store: DreamStore) -> Callable[[Intent], None]:
    """What updates the store once the files of an intent are written, also after a crash."""

    def settle(intent: Intent) -> None:
        purpose: dict[str, Any] = dict(intent.purpose)
        kind = purpose.get("kind")
        proposal = store.find(purpose["id"]) if kind in set(Purpose) else None
        if proposal is None:  # its books are lost, the files are written: nothing is left to do
            return
        at = datetime.fromisoformat(purpose["at"])
        if kind == Purpose.UNDO:
            _undone(store, proposal, at)
        elif kind == Purpose.DISCARD:
            discarded = _with(proposal, purpose, ProposalState.DISCARDED, at)
            store.settle(discarded, at, purpose.get("again", ()))
        else:
            _applied(store, proposal, purpose, at)

    return settle


def _undone(store: DreamStore, proposal: Proposal, at: datetime) -> None:
    if proposal.undone:  # a replay: what came back may be answered already
        return
    if proposal.engine == INBOX:  # it asks again by itself
        store.put(replace(proposal, undone=at))
        return
    waiting = next(iter(store.proposals(ProposalState.PENDING)), None)
    run_id = waiting.id if waiting else store.free_id(at)
    again = returned(proposal, run_id, waiting.made if waiting else at, waiting)
    store.put(replace(proposal, undone=at), again)


def _applied(store: DreamStore, proposal: Proposal, purpose: dict[str, Any], at: datetime) -> None:
    if proposal.state == ProposalState.APPLIED:  # a replay: what waits on may be answered already
        return
    ends = (purpose["before"], purpose["after"], purpose.get("topics", {}))
    store.set_ends(proposal.id, *ends)
    written, unwritten = purpose.get("accepted", ()), purpose.get("unwritten", ())
    settled, rest = parted(proposal, written, unwritten, whole=purpose.get("whole", True))
    settled = _with(settled, purpose, ProposalState.APPLIED, at)
    if rest is not None:
        rest = replace(rest, id=purpose.get("waits") or store.free_id(at))
    store.settle(settled, at, purpose.get("again", ()), rest)


def _with(
    proposal: Proposal, purpose: dict[str, Any], state: ProposalState, at: datetime
) -> Proposal:
    return replace(
        proposal,
        state=state,
        settled=at,
        diary=purpose["diary"],
        title=purpose.get("title", proposal.title),  # an earlier version left none
    )
