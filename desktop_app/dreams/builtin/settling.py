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

    `look` tells what a dream finds for another memory; only what is accepted counts.
    """
    ours: set[Texts] = set()  # what waits because of this
    for _ in range(_MOST):
        if not any(change.accepted for change in found):
            return found
        after, _, _ = written(memory.data, found)
        more = [c for c in look(MemoryFile(after)) if c.accepted and _texts(c) not in ours]
        if not more:
            return found
        causes = {change.n for one in more for change in _causes(one, found)}
        found = tuple(_waiting(change) if change.n in causes else change for change in found)
        known = {_texts(change) for change in found}
        new = [_waiting(c) for c in more if c.kind == "added" and _texts(c) not in known]
        ours |= {_texts(c) for c in found if c.n in causes} | {_texts(c) for c in new}
        every = enumerate((*found, *new), start=1)
        found = tuple(dataclasses.replace(change, n=n) for n, change in every)
    return tuple(_waiting(change) if change.accepted else change for change in found)


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
