"""What a newer proposal takes over from the one that waits. Pure: proposals in, a proposal out.

The newer proposal keeps every decision and every wording of the person. It also keeps unanswered
changes of days that the newer dream did not read. A change that has to wait says why.
"""

import dataclasses
from collections.abc import Callable, Collection, Iterable
from datetime import date, datetime

from desktop_app.dreams.proposal import (
    Change,
    ChangeKind,
    Proposal,
    ProposalState,
    Why,
    change_key,
    held_back,
    old_lines,
    wording,
)
from desktop_app.dreams.telling import only_rest
from desktop_app.notebook.bullets import MemoryFile
from desktop_app.notebook.layout import TRANSCRIPT
from desktop_app.notebook.source import Source
from desktop_app.words import tr

DayOf = Callable[[str], date | None]
"""The day a path of the notebook is about, None for any other file."""

_ANY_DAY = date.min
_DECIDED_LINE = tr("you have decided on this line of memory already")
_LATER = tr("it was said after this proposal was made")
_NEWER = tr("newer notes change this line of memory, too")


def carried(newer: Proposal, older: Proposal, day_of: DayOf, *, anew: bool) -> Proposal:
    """The newer proposal with what is to be kept of the older one, which gives way to it.

    A change that both have keeps the person's word; `anew` asks once more where it was a no. Other
    changes of the older one come after its own: decided ones, those whose notes it did not read,
    and files of their own. Where two would change the same line of memory, the undecided one waits.
    Notes that a person has taken are not offered as additions once more.
    """
    read = {*newer.days_read, *newer.days_missing}

    def unread(source: Source) -> bool:
        if source.path.endswith(TRANSCRIPT):  # no dream reads it
            return True
        day = day_of(source.path)
        return day is not None and day not in read

    changes = list(newer.changes)
    older_changes: list[Change] = []
    for change in older.changes:
        at = next((n for n, one in enumerate(changes) if _alike(one, change)), None)
        if at is not None:
            changes[at] = _answered(changes[at], change, anew)
        elif change.decided or change.makes_file or any(map(unread, change.sources)):
            older_changes.append(change)
    yes = [one for one in (*changes, *older_changes) if one.decided and one.accepted]
    used = {note for change in yes for note in _notes(change, day_of)}
    changes = [_waiting(one, yes) for one in changes if not _offered_again(one, used, day_of)]
    lines_taken = old_lines(change for change in changes if change.accepted)
    older_changes = [
        held_back(change, _NEWER)
        if not change.decided and lines_taken.intersection(change.old)
        else change
        for change in older_changes
    ]
    every = [*changes, *older_changes]
    own = len(changes)
    return dataclasses.replace(
        newer,
        changes=tuple(dataclasses.replace(c, n=n) for n, c in enumerate(every, start=1)),
        carried=tuple(n for n, c in enumerate(every, 1) if n > own or c.n in newer.carried),
    )


def joined(waiting: Proposal, changes: Iterable[Change]) -> Proposal:
    """The proposal that waits, followed by further changes that it has not got.

    Nobody has seen them in it yet, so none is accepted beforehand.
    """
    news = [one for one in changes if not any(_alike(one, other) for other in waiting.changes)]
    first = len(waiting.changes) + 1
    added = [
        dataclasses.replace(held_back(one, _LATER), n=n)
        if one.accepted
        else dataclasses.replace(one, n=n)
        for n, one in enumerate(news, start=first)
    ]
    return dataclasses.replace(waiting, changes=(*waiting.changes, *added))


def returned(undone: Proposal, run_id: str, now: datetime, waiting: Proposal | None) -> Proposal:
    """What waits once a dream is undone: its changes, with every word of the person's.

    A proposal that is `waiting` already takes them all in: it was made when they were in memory.
    """
    again = dataclasses.replace(
        undone, id=run_id, made=now, state=ProposalState.PENDING, diary=None, undone=None
    )
    if waiting is None:
        return again
    unread = dataclasses.replace(waiting, days_read=(), days_missing=())
    both = carried(unread, again, lambda path: _ANY_DAY, anew=False)
    return dataclasses.replace(both, days_read=waiting.days_read, days_missing=waiting.days_missing)


def parted(proposal: Proposal, numbers: Collection[int]) -> tuple[Proposal, Proposal]:
    """The proposal with the changes of these numbers, accepted; and with the rest as it is."""
    first = (dataclasses.replace(c, accepted=True) for c in proposal.changes if c.n in numbers)
    rest = (change for change in proposal.changes if change.n not in numbers)
    return (
        dataclasses.replace(proposal, changes=tuple(first)),
        dataclasses.replace(proposal, changes=tuple(rest)),
    )


def waiting_rest(rest: Proposal, run_id: str, now: datetime) -> Proposal:
    """What waits of a dream that has written the other changes when nobody looked."""
    title, prose = only_rest(rest.prose, rest.changes)
    numbered = enumerate(rest.changes, start=1)
    return dataclasses.replace(
        rest,
        id=run_id,
        made=now,
        title=title,
        prose=prose,
        seconds=0.0,
        tokens=None,
        changes=tuple(dataclasses.replace(change, n=n) for n, change in numbered),
        carried=tuple(n for n, one in enumerate(rest.changes, 1) if one.n in rest.carried),
        told=(),
        unsaid=0,
    )


def asked_again(
    newer: Proposal, settled: Proposal, memory: MemoryFile, rejected: Collection[str]
) -> Proposal:
    """The newer proposal, followed by the questions of the last one that nobody answered.

    A question stays while its line stands in memory, not pinned, and no other change takes that
    line. To discard a proposal is an answer, and so is to dismiss a question: `rejected` has its
    key then.
    """
    if settled.state != ProposalState.APPLIED:
        return newer
    lines_taken = old_lines(newer.changes)
    texts = {bullet.text for bullet in memory.bullets if not bullet.pinned}
    questions = [
        one
        for one in settled.changes
        if one.kind == ChangeKind.QUESTION and not one.decided
        if texts.issuperset(one.old) and lines_taken.isdisjoint(one.old)
        if change_key(one) not in rejected
    ]
    first = len(newer.changes) + 1
    open_ones = [dataclasses.replace(one, n=n) for n, one in enumerate(questions, start=first)]
    return dataclasses.replace(
        newer,
        changes=(*newer.changes, *open_ones),
        carried=(*newer.carried, *range(first, first + len(open_ones))),
    )


def left_over(proposal: Proposal, unwritten: Iterable[Change], day_of: DayOf) -> frozenset[date]:
    """The days that have more to say once a proposal is answered.

    One dream takes in only so much of them, or a change that was accepted found no bullet.
    """
    over = [aside.path for aside in proposal.aside if aside.why == Why.OVER]
    if len(over) < proposal.set_aside.get(Why.OVER, 0):
        return frozenset(proposal.days_read)  # not all places are known
    paths = [*over, *(source.path for change in unwritten for source in change.sources)]
    return frozenset(day for path in paths if (day := day_of(path)))


def _alike(one: Change, other: Change) -> bool:
    """Whether both would do the same, by the dreams' own words."""
    return one.old == other.old and wording(one) == wording(other)


def _answered(newer: Change, older: Change, anew: bool) -> Change:
    if not older.decided:
        return newer
    if not older.accepted and (anew or change_key(newer) != change_key(older)):
        return newer  # it is asked again on purpose, or because a source has changed
    return dataclasses.replace(
        newer,
        accepted=older.accepted,
        decided=True,
        both=older.both and newer.kind == ChangeKind.QUESTION,
        new=older.new,
        proposed=older.proposed,
    )


def _waiting(change: Change, yes: Iterable[Change]) -> Change:
    """Not accepted beforehand where a person has said yes to something else in its place."""
    own = change.accepted and not change.decided
    if own and any(set(change.old) & set(other.old) for other in yes):
        return held_back(change, _DECIDED_LINE)
    return change


def _offered_again(change: Change, used: set[tuple[str, str]], day_of: DayOf) -> bool:
    """Whether nothing but notes that a person has taken would be added."""
    notes = _notes(change, day_of)
    return change.kind == ChangeKind.ADDED and not change.decided and bool(notes) and notes <= used


def _notes(change: Change, day_of: DayOf) -> set[tuple[str, str]]:
    return {(s.path, s.sha) for s in change.sources if s.sha and day_of(s.path)}
