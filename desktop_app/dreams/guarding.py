"""What no engine may do to a line of memory, one guard behind every engine. Pure.

A pinned line stays word for word: what would change it is offered beside it. A person's own edit
outranks older notes: what they would change is asked about.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from datetime import date, datetime
from functools import cached_property

from desktop_app.dreams.dreamer import Material
from desktop_app.dreams.proposal import Change, ChangeKind, change_key, held_back, in_order
from desktop_app.notebook import days
from desktop_app.notebook.bullets import Bullet
from desktop_app.notebook.source import Source
from desktop_app.words import tr

_FOLLOWS_NOTES = (ChangeKind.UPDATED, ChangeKind.MERGED, ChangeKind.REMOVED)
_SHOWN = 60  # characters of a pinned line in a reason

OLDER = tr("memory is newer than this note")
"""Why such a note only asks."""


def guarded(changes: Sequence[Change], material: Material) -> tuple[Change, ...]:
    """The changes, none of which takes a pinned line or one that its notes are too old for.

    What nothing is left of is left out, and what was refused before.
    """
    guard = _Guard(material)
    kept = [guard.kept(change) for change in changes]
    if kept == list(changes):
        return tuple(changes)
    return tuple(in_order(change for change in kept if change is not None))


@dataclass(frozen=True)
class _Guard:
    material: Material

    def kept(self, change: Change) -> Change | None:
        """The change as it may be proposed; None where nothing is left of it."""
        if not change.old:
            return change
        bullets = [self._bullet(old, change.line) for old in change.old]
        pinned = next((one for one in bullets if one is not None and one.pinned), None)
        if pinned is not None:
            return self._unless_refused(self._beside(change, pinned))
        if any(one is not None and self._outranks(one, change) for one in bullets):
            return self._unless_refused(self._asked(change))
        return change

    def _bullet(self, text: str, line: int) -> Bullet | None:
        """The line that a change means: one that is not pinned, if several say the same."""
        same = self._bullets.get(text, ())
        return min(same, key=lambda one: (one.pinned, abs(one.line - line)), default=None)

    def _beside(self, change: Change, pinned: Bullet) -> Change | None:
        """What the notes say, offered beside the pinned line; None where they say nothing."""
        text = self._text(change)
        if not text or self.material.memory.find(text) is not None:
            return None
        first = pinned.text.split("\n", 1)[0]
        shown = first if len(first) <= _SHOWN else f"{first[:_SHOWN].rstrip()} …"
        reason = tr("“{shown}” is pinned and stays; compare them first").format(shown=shown)
        beside = replace(change, kind=ChangeKind.ADDED, line=0, old=(), new=text, reason=reason)
        return replace(beside, accepted=False)

    def _asked(self, change: Change) -> Change | None:
        """The change as a question; one about several lines waits as it is."""
        text = self._text(change)
        if len(change.old) > 1 or not text:
            return held_back(change, OLDER)
        return replace(change, kind=ChangeKind.QUESTION, new=text, accepted=False, reason=OLDER)

    def _text(self, change: Change) -> str:
        """The line that would come, else the note's own words; "" for several lines in one."""
        if change.new and len(change.old) == 1:
            return change.new
        return next((source.quote for source in self._notes(change)), "")

    def _unless_refused(self, change: Change | None) -> Change | None:
        refused = change is not None and change_key(change) in self.material.rejected
        return None if refused else change

    def _outranks(self, bullet: Bullet, change: Change) -> bool:
        """Whether a line is newer than all notes that would change it."""
        moments = [self._moments.get((one.path, one.line)) for one in self._notes(change)]
        known = [moment for moment in moments if moment is not None]
        if change.kind not in _FOLLOWS_NOTES or not known:
            return False
        day, time = max(known)
        if change.kind == ChangeKind.UPDATED and self.material.is_newer(bullet, day):
            return True
        typed = self.material.typed_at(bullet)
        return typed is not None and (day, time) <= _moment(typed)

    def _notes(self, change: Change) -> Iterator[Source]:
        return (one for one in change.sources if one.path != self.material.memory_path)

    @cached_property
    def _bullets(self) -> dict[str, list[Bullet]]:
        by_text: dict[str, list[Bullet]] = {}
        for bullet in self.material.memory.bullets:
            by_text.setdefault(bullet.text, []).append(bullet)
        return by_text

    @cached_property
    def _moments(self) -> dict[tuple[str, int], tuple[date, str]]:
        """Day and time of every line of the days; "" where its block tells no time."""
        moments = {}
        for day in self.material.days:
            for block in days.blocks(day.text):
                for line in range(block.line, block.end_line + 1):
                    moments[day.path, line] = day.date, _padded(block.time)
        return moments


def _moment(when: datetime) -> tuple[date, str]:
    return when.date(), f"{when:%H:%M}"


def _padded(time: str) -> str:
    return time.rjust(5, "0") if time else ""
