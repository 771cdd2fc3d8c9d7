"""What waits on: after a part was applied, once a dream is undone, and in a newer proposal. Pure.

Whatever nobody has decided on waits until somebody does, and no decision is dropped. A change that
has to wait says why.
"""

import dataclasses
from collections.abc import Callable, Collection, Iterable, Sequence
from datetime import date, datetime

from desktop_app.dreams.engine_choice import EngineName
from desktop_app.dreams.plain_prose import language_of, prose, title
from desktop_app.dreams.proposal import (
    AGREED,
    INBOX,
    Change,
    ChangeKind,
    Proposal,
    ProposalState,
    Support,
    ToldSentence,
    Why,
    change_key,
    held_back,
    is_left,
    numbered,
    old_lines,
    wording,
)
from desktop_app.language.doubts import DoubtKind
from desktop_app.notebook.layout import TRANSCRIPT
from desktop_app.words import tr

DayOf = Callable[[str], date | None]
"""The day a path of the notebook is about, None for any other file."""

_DECIDED_LINE = tr("you have decided on this line of memory already")
_LATER = tr("it was said after this proposal was made")
_NEWER = tr("newer notes change this line of memory, too")
TAKEN_BACK = tr("you undid a change of this")


def carried(
    newer: Proposal,
    older: Proposal,
    day_of: DayOf,
    stands: Callable[[Change], bool],
    *,
    anew: bool,
) -> Proposal:
    """The newer proposal with what is to be kept of the older one, which gives way to it.

    A change that both have keeps the person's word; `anew` asks once more where it was a no. Other
    changes of the older one come after its own. One that nobody decided on gives way to a newer
    change of the same, but what a mind worded to no question and no card, and what is proved to
    nothing that is not; and it goes where what it is made of `stands` no more. Where two would
    change the same line of memory, the undecided one waits. Notes that a person has taken are not
    offered as additions once more. What comes from another's proposal says whose it is. A newer one
    that tells nothing goes on telling what the older one told of what still waits.
    """
    changes = list(newer.changes)
    kept: list[Change] = []
    for change in older.changes:
        at = next((n for n, one in enumerate(changes) if _alike(one, change)), None)
        worded = _is_worded(change, older)
        rivals = [one for one in newer.changes if not worded or _is_worded(one, newer)]
        if at is not None and changes[at] not in rivals and not change.decided and stands(change):
            changes[at] = _from(older, change, newer)
        elif at is not None:
            changes[at] = _answered(changes[at], change, anew)
        elif change.decided or (stands(change) and not _gives_way(change, newer, rivals, day_of)):
            kept.append(_from(older, change, newer))
    if not newer.prose:
        still = {one.n for one in kept}
        still |= {one.n for one in older.changes if any(_alike(one, new) for new in newer.changes)}
        told = sentences_of(older, still)
        newer = dataclasses.replace(newer, told=told, prose=prose(told))
    worded_lines = old_lines(one for one in kept if _is_worded(one, newer))
    yes = [one for one in (*changes, *kept) if one.decided and one.accepted]
    undone = [one for one in older.changes if one.undone and not one.decided]
    used = {note for change in yes for note in _notes(change, day_of)}

    def is_offered(change: Change) -> bool:
        if change.decided:
            return True
        if change.kind == ChangeKind.QUESTION:
            return worded_lines.isdisjoint(change.old)
        notes = _notes(change, day_of)
        return change.kind != ChangeKind.ADDED or not notes or not notes <= used

    changes = [_waiting(one, yes, undone, day_of) for one in changes if is_offered(one)]
    lines_taken = old_lines(change for change in changes if change.accepted)
    kept = [
        held_back(change, _NEWER)
        if change.accepted and not change.decided and lines_taken.intersection(change.old)
        else change
        for change in kept
    ]
    return dataclasses.replace(newer, changes=numbered([*changes, *kept]))


def joined(
    waiting: Proposal, changes: Iterable[Change], told: Iterable[ToldSentence] = ()
) -> Proposal:
    """The proposal that waits, followed by further changes that it has not got, and what is `told`
    of them. What waits keeps its numbers.

    Nobody has seen them in it yet, so none is accepted beforehand.
    """
    news = [one for one in changes if not any(_alike(one, other) for other in waiting.changes)]
    added = (held_back(one, _LATER) if one.may_tick else one for one in news)
    sentences = (*waiting.told, *(one for one in told if one not in waiting.told))
    last = max((one.n for one in waiting.changes), default=0)
    changes = (*waiting.changes, *numbered(added, last + 1))
    longer = dataclasses.replace(waiting, changes=changes)
    if sentences == waiting.told:
        return longer
    return dataclasses.replace(longer, told=sentences, prose=prose(sentences))


def returned(undone: Proposal, run_id: str, now: datetime, waiting: Proposal | None) -> Proposal:
    """What waits once a dream is undone: its changes, none of them ticked.

    What was written has no word on it any more but the person's own wording; a no stays one. A
    proposal that is `waiting` already takes them in.
    """
    changes = tuple(_taken_back(one) if one.accepted else one for one in undone.changes)
    if waiting is None:
        state = ProposalState.PENDING
        return dataclasses.replace(
            undone, id=run_id, made=now, state=state, changes=changes, diary=None, undone=None,
            settled=None,
        )  # fmt: skip
    back = [one for one in changes if one.undone]

    def with_back(change: Change) -> Change:
        alike = next((one for one in back if _alike(one, change)), None)
        again = alike and not change.decided
        return _taken_back(_in_wording_of(alike, change)) if alike and again else change

    theirs = dataclasses.replace(waiting, changes=tuple(map(with_back, waiting.changes)))
    return joined(theirs, [_from(undone, one, waiting) for one in changes], undone.told)


def parted(
    proposal: Proposal, written: Collection[int], unwritten: Collection[int] = (), *, whole: bool
) -> tuple[Proposal, Proposal | None]:
    """A proposal of which changes are `written`, in what is settled by that and what waits on.

    The `unwritten` found no line any more: they are settled, and nobody said no to them. What a
    person refused is settled, too, where the proposal as a `whole` was applied, or where nothing
    else is left. What nobody has decided on waits as it is; None for nothing.
    """
    done = {*written, *unwritten}
    refused = {c.n for c in proposal.changes if c.decided and not c.accepted}
    left = {c.n for c in proposal.changes} - done - refused
    if whole or not left:
        done |= refused
    told = sentences_of(proposal, written)
    settled = dataclasses.replace(
        proposal,
        changes=tuple(_settled(c, written) for c in proposal.changes if c.n in done),
        told=told,
        prose=prose(told) if proposal.told else proposal.prose,
    )
    if not left:
        return settled, None
    rest = [c for c in proposal.changes if c.n not in done]
    later = sentences_of(proposal, {*written, *left})
    later = tuple(one for one in later if one not in told)
    return settled, dataclasses.replace(
        proposal.only(rest),
        title=title(rest, language_of(proposal.changes)),
        told=later,
        prose=prose(later),
        seconds=0.0,
        tokens=None,
    )


def withdrawn(proposal: Proposal, question: str) -> Proposal:
    """The proposal without what a mind answered to this question before and nobody decided on."""
    return proposal.only(
        one
        for one in proposal.changes
        if one.question != question or not question or one.decided or one.undone
    )


def sentences_of(proposal: Proposal, numbers: Collection[int]) -> tuple[ToldSentence, ...]:
    """What is told of a dream once these changes are taken: no sentence that rests on the lines of
    another one."""
    others = [change for change in proposal.changes if change.n not in numbers]
    lines = {(source.path, source.line) for change in others for source in change.sources}
    return tuple(
        one
        for one in proposal.told
        if lines.isdisjoint((source.path, source.line) for source in one.sources)
    )


def left_over(proposal: Proposal, unwritten: Iterable[Change], day_of: DayOf) -> frozenset[date]:
    """The days that have more to say once a proposal is answered.

    One dream takes in only so much of them, or a change that was accepted found no bullet.
    """
    over = [aside.path for aside in proposal.aside if aside.why == Why.OVER]
    paths = [*over, *(source.path for change in unwritten for source in change.sources)]
    return frozenset(day for path in paths if (day := day_of(path)))


def _taken_back(change: Change) -> Change:
    return dataclasses.replace(change, accepted=False, decided=False, both=False, undone=True)


def _in_wording_of(older: Change, newer: Change) -> Change:
    """The newer change in a person's own words, where the older one has them."""
    if older.proposed is None:
        return newer
    return dataclasses.replace(newer, new=older.new, proposed=older.proposed)


def _from(proposal: Proposal, change: Change, other: Proposal) -> Change:
    """A change of a proposal for another one, with its author where that has another."""
    by = change.by or proposal.by
    return dataclasses.replace(change, by="" if by == other.by else by)


def _settled(change: Change, written: Collection[int]) -> Change:
    is_written = change.n in written
    missed = change.accepted and not is_written
    return dataclasses.replace(change, accepted=is_written, decided=change.decided and not missed)


def _alike(one: Change, other: Change) -> bool:
    """Whether both would do the same, by the dreams' own words."""
    places = [(c.kind, c.heading, c.to) if wording(c) is None else () for c in (one, other)]
    same = one.old == other.old and wording(one) == wording(other)
    return same and places[0] == places[1]


def _is_worded(change: Change, proposal: Proposal) -> bool:
    """Whether a mind has worded it; a question and a line as it stands in the notes are not."""
    by = change.by or proposal.by
    return change.kind != ChangeKind.QUESTION and by not in (EngineName.BUILTIN, INBOX)


def _gives_way(change: Change, newer: Proposal, rivals: Sequence[Change], day_of: DayOf) -> bool:
    """Whether a newer proposal has read all notes of a change and says something else of them, no
    less proved.
    """
    read = {None, *newer.days_read, *newer.days_missing}
    is_read = (day_of(s.path) in read and not s.path.endswith(TRANSCRIPT) for s in change.sources)
    worst = list(Support).index
    proved = (one for one in rivals if worst(one.verdict) <= worst(change.verdict))
    return all(is_read) and any(_is_about(one, change, day_of) for one in proved)


def _is_about(one: Change, other: Change, day_of: DayOf) -> bool:
    """Whether two changes are about the same line of memory, or rest on the same note."""
    same = set(one.old) & set(other.old)
    return bool(same or _notes(one, day_of) & _notes(other, day_of))


def _answered(newer: Change, older: Change, anew: bool) -> Change:
    if older.undone and not older.decided:
        return dataclasses.replace(_in_wording_of(older, newer), undone=True)
    if not older.decided:
        return older if _was_read(older, newer) else newer
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


def _was_read(older: Change, newer: Change) -> bool:
    """Whether a second reading had proved the same from the same lines, or left it there, and the
    newer dream had none: its model was gone by then."""
    left = newer.unread and is_left(older)
    denied = any(one.kind == DoubtKind.READ_AGAIN for one in newer.doubts)
    unproved = newer.verdict != Support.SUPPORTED and not denied
    told = left or (unproved and older.reason == AGREED)
    return told and change_key(older) == change_key(newer)


def _waiting(
    change: Change, yes: Iterable[Change], undone: Iterable[Change], day_of: DayOf
) -> Change:
    """Not accepted beforehand where a person has said yes to something else in its place, or has
    taken back what says it."""
    if change.decided or not change.may_tick:
        return change
    if any(set(change.old) & set(other.old) for other in yes):
        return held_back(change, _DECIDED_LINE)
    if change.undone or any(_is_about(change, one, day_of) for one in undone):
        return dataclasses.replace(held_back(change, TAKEN_BACK), undone=True)
    return change


def _notes(change: Change, day_of: DayOf) -> set[tuple[str, str]]:
    return {(s.path, s.sha) for s in change.sources if s.sha and day_of(s.path)}
