"""What no engine may do to memory, one guard behind every engine. Pure.

A pinned line stays word for word: what would change it is offered beside it. A person's own edit
outranks older notes, and prose is a person's own: what would change them is not ticked. Nothing is
ticked of a dream after which memory would have lost too much, and nothing that makes it too long.
Lost is a hard fact, such as a number, a date or a name, that no new one of its kind replaces and
that stands nowhere any more: see `language.claims.terms`.
"""

import re
from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from datetime import date, datetime, timedelta
from functools import cached_property

from desktop_app.dreams.material import Material
from desktop_app.dreams.proposal import (
    INBOX,
    Change,
    ChangeKind,
    Proposal,
    change_key,
    held_back,
    in_order,
)
from desktop_app.dreams.result import is_in_file, written
from desktop_app.language.claims.terms import Term, terms
from desktop_app.language.tokens import normal
from desktop_app.notebook import days
from desktop_app.notebook.bullets import MemoryFile
from desktop_app.notebook.lines import Limits, length_of
from desktop_app.notebook.memory_text import Bullet
from desktop_app.notebook.statements.markdown import StatementForm
from desktop_app.words import counted, cut, listed, tr

SPAN = timedelta(days=30)
"""For so long what dreams took is counted together."""

_FEW, _SHARE = 3, 0.25  # facts that may always be lost, and the share of all that memory holds
_NAMED = 4  # facts that a sentence names
_LOSE_NOTHING = (ChangeKind.MOVED, ChangeKind.RETITLED, ChangeKind.REMOVED, ChangeKind.ADDED)


def lost(changes: Iterable[Change], result: str, today: date) -> list[str]:
    """The facts that these changes take, no new one replaces, and `result` holds nowhere."""
    level = normal(result)
    gone = dict.fromkeys(fact for one in changes for fact in _taken(one, today))
    return [fact for fact in gone if not _holds(level, fact)]


def sentence(facts: Sequence[str]) -> str:
    """What memory would no longer say, in a sentence; "" for nothing."""
    if not facts:
        return ""
    named, more = listed(facts[:_NAMED]), len(facts) - _NAMED
    if more <= 0:
        return tr("Memory would no longer say: {facts}.").format(facts=named)
    return tr("Memory would no longer say: {facts} and {more} more.").format(facts=named, more=more)


def is_too_much(count: int, statements: Iterable[str], today: date) -> bool:
    """Whether so many lost facts are more than memory may lose, which says these statements now."""
    if count <= _FEW:
        return False
    left = count / _SHARE
    return not any((left := left - len(_hard(text, today))) <= 0 for text in statements)


def _taken(change: Change, today: date) -> Iterator[str]:
    if change.kind in _LOSE_NOTHING or change.both:
        return
    new = change.new or ""
    before, level = normal("\n".join(change.old)), normal(new)
    came = Counter(
        one.kind
        for one in _hard(new, today)
        if not _holds(before, normal(new[one.start : one.end]))
    )
    for old in change.old:
        for one in _hard(old, today):
            fact = normal(old[one.start : one.end])
            if not _holds(level, fact):
                if came[one.kind]:
                    came[one.kind] -= 1
                else:
                    yield fact


def _hard(text: str, today: date) -> list[Term]:
    return [one for one in terms(text, today) if one.hard]


def _holds(level: str, fact: str) -> bool:
    return re.search(rf"(?<![0-9a-z]){re.escape(fact)}(?![0-9a-z])", level) is not None


_STAYS = (ChangeKind.MOVED, ChangeKind.RETITLED, ChangeKind.REMOVED, ChangeKind.QUESTION)
_SHOWN = 60  # characters of a pinned line in a reason
_PROSE = tr("it changes a text of your own")

OLDER = tr("memory is newer than this note")
"""Why what an older note says is not ticked."""


def guarded(changes: Sequence[Change], material: Material) -> tuple[Change, ...]:
    """The changes, none of which takes a line that stays or one that its notes are too old for.

    What nothing is left of is left out, and what was refused before.
    """
    guard = _Guard(material)
    kept = [guard.kept(change) for change in changes]
    if kept == list(changes):
        return tuple(changes)
    return tuple(in_order(change for change in kept if change is not None))


def weighed(
    proposal: Proposal,
    memory: MemoryFile,
    limits: Limits,
    applied: Iterable[Proposal],
    now: datetime,
) -> Proposal:
    """The proposal as it may be ticked as a whole; it says why where nothing of it is.

    `applied` are earlier dreams, whose losses of the last 30 days count, too.
    """
    ticked = [change for change in proposal.changes if change.accepted]
    if not ticked:  # what memory would be takes a second to read, where it is long
        return proposal
    lately = [
        change
        for one in applied
        if not one.undone and one.engine != INBOX and now - one.made <= SPAN
        for change in one.changes
        if change.accepted
    ]
    data = written(memory.data, ticked)[0]
    gone = lost([*lately, *ticked], data.decode("utf-8", "surrogateescape"), now.date())
    if is_too_much(len(gone), (one.text for one in memory.statements), now.date()):
        why = counted(
            "Nothing is accepted beforehand: memory would lose {count} fact.",
            "Nothing is accepted beforehand: memory would lose {count} facts.",
            len(gone),
        )
        return replace(_unticked(proposal, {one.n for one in proposal.changes}), caution=why)
    return _fitting(proposal, data, memory.data, limits)


def _fitting(proposal: Proposal, data: bytes, before: bytes, limits: Limits) -> Proposal:
    """The proposal; where memory would be too long, and longer than it is, without a tick on what
    it adds. `data` is memory with all that is ticked."""
    length = length_of(before)
    limits = Limits(*(most and max(most, now) for most, now in zip(limits, length, strict=True)))
    if not limits.passed(length_of(data)):
        return proposal
    adds = {
        change.n
        for change in proposal.changes
        if change.kind in (ChangeKind.ADDED, ChangeKind.GENERALISED) and not change.old
        if change.accepted and not (change.decided or change.card or change.to)
    }
    return _unticked(proposal, adds, tr("memory would be too long"))


def _unticked(proposal: Proposal, numbers: Collection[int], why: str = "") -> Proposal:
    def unticked(change: Change) -> Change:
        if change.n not in numbers or change.decided:
            return change
        return held_back(change, why) if why else replace(change, accepted=False, unread=False)

    return replace(proposal, changes=tuple(map(unticked, proposal.changes)))


@dataclass(frozen=True)
class _Guard:
    material: Material

    def kept(self, change: Change) -> Change | None:
        """The change as it may be proposed; None where nothing is left of it."""
        if is_in_file(self.material.memory, change):
            return None
        if not change.old or change.kind == ChangeKind.RETITLED:
            return change
        bullets = [self.material.memory.nearest(old, change.line) for old in change.old]
        fixed = next((one for one in bullets if one is not None and one.stays), None)
        if fixed is not None:
            return self._beside(change, fixed)
        if any(one is not None and self._outranks(one, change) for one in bullets):
            return held_back(change, OLDER)
        prose = any(one is not None and one.form == StatementForm.PARAGRAPH for one in bullets)
        return held_back(change, _PROSE) if prose and change.accepted else change

    def _beside(self, change: Change, fixed: Bullet) -> Change | None:
        """The new line, offered beside the one that stays; None where there is none, or it was
        refused before."""
        if not change.new or self.material.memory.find(change.new) is not None:
            return None
        reason = tr("“{shown}” leads to a note and stays; compare them first")
        if fixed.pinned:
            reason = tr("“{shown}” is pinned and stays; compare them first")
        reason = reason.format(shown=cut(fixed.text.split("\n", 1)[0], _SHOWN))
        kind = ChangeKind.ADDED
        beside = replace(change, kind=kind, line=0, old=(), reason=reason, accepted=False)
        return None if change_key(beside) in self.material.rejected else beside

    def _outranks(self, bullet: Bullet, change: Change) -> bool:
        """Whether a line is newer than all notes that would change it."""
        notes = (one for one in change.sources if one.path != self.material.memory_path)
        moments = [self._moments.get((one.path, one.line)) for one in notes]
        known = [moment for moment in moments if moment is not None]
        if change.kind in _STAYS or not known:
            return False
        day, time = max(known)
        if change.kind == ChangeKind.UPDATED and self.material.is_newer(bullet, day):
            return True
        typed = self.material.typed_at(bullet)
        return typed is not None and (day, time) <= (typed.date(), f"{typed:%H:%M}")

    @cached_property
    def _moments(self) -> dict[tuple[str, int], tuple[date, str]]:
        """Day and time of every line of the days; "" where its block tells no time."""
        moments = {}
        for day in self.material.days:
            for block in days.blocks(day.text):
                for line in range(block.line, block.end_line + 1):
                    moments[day.path, line] = day.date, block.time and block.time.rjust(5, "0")
        return moments
