"""A second dream over the same notes changes nothing: what would move again waits for a person.

Notes that contradict each other can make memory go round: each line that one of them brings lets
another one in. So a dream looks at its own result before it proposes it. Knows changes, no rules.
"""

import dataclasses
from collections.abc import Callable

from desktop_app.dreams.builtin.relating.sense import sense
from desktop_app.dreams.proposal import Change
from desktop_app.dreams.result import written
from desktop_app.notebook.bullets import MemoryFile

_UNSETTLED = "the notes do not agree about it"
_MOST = 4  # looks; after that nothing is accepted beforehand

Changes = tuple[Change, ...]
Texts = tuple[tuple[str, ...], str | None]


def settled(memory: MemoryFile, found: Changes, look: Callable[[MemoryFile], Changes]) -> Changes:
    """The changes, of which those wait that would bring others next time; and those wait, too.

    A line of which the notes would ask at once waits as well. `look` tells what a dream finds for
    another memory.
    """
    rests, held = _rested(memory, found, look)
    if held and any(change.accepted for change in rests):
        after = _after(memory, rests)
        again, _ = _rested(after, look(after), look)  # what waits now may not wait then
        if any(change.accepted for change in again):
            return _all_waiting(rests)
    return rests


def _rested(
    memory: MemoryFile, found: Changes, look: Callable[[MemoryFile], Changes]
) -> tuple[Changes, bool]:
    """The changes after a few looks at what they bring, and whether any waits because of it."""
    ours: set[Texts] = set()  # what waits because of this
    for _ in range(_MOST):
        if not any(change.accepted for change in found):
            return found, bool(ours)
        more = [
            change
            for change in look(_after(memory, found))
            if (change.accepted or _asks_of_new(change, found)) and _texts(change) not in ours
        ]
        if not more:
            return found, bool(ours)
        causes = {change.n for one in more for change in _causes(one, found)}
        found = tuple(_waiting(change) if change.n in causes else change for change in found)
        known = {_texts(change) for change in found}
        new = [
            _waiting(c) for c in more if c.accepted and c.kind == "added" and _texts(c) not in known
        ]
        ours |= {_texts(c) for c in found if c.n in causes} | {_texts(c) for c in new}
        every = enumerate((*found, *new), start=1)
        found = tuple(dataclasses.replace(change, n=n) for n, change in every)
    return _all_waiting(found), True


def _after(memory: MemoryFile, found: Changes) -> MemoryFile:
    data, _, _ = written(memory.data, found)
    return MemoryFile(data)


def _all_waiting(found: Changes) -> Changes:
    return tuple(_waiting(change) if change.accepted else change for change in found)


def _asks_of_new(change: Change, found: Changes) -> bool:
    """Whether it asks, because of a note, about a line that is only now to come into memory."""
    return change.kind == "question" and any(
        one.accepted and one.new in change.old for one in found
    )


def _texts(change: Change) -> Texts:
    return change.old, change.new


def _waiting(change: Change) -> Change:
    reason = f"{change.reason}, but {_UNSETTLED}"
    return dataclasses.replace(change, accepted=False, reason=reason)


def _causes(more: Change, found: Changes) -> list[Change]:
    """The accepted changes that have most to do with one that they let in."""
    accepted = [change for change in found if change.accepted]
    own = [change for change in accepted if change.new in more.old]
    if own:
        return own
    near = [len(_marks(more) & _marks(change)) for change in accepted]
    return [one for one, shared in zip(accepted, near, strict=True) if shared == max(near)]


def _marks(change: Change) -> frozenset[str]:
    return frozenset().union(*(sense(text).marks for text in (*change.old, change.new or "")))
