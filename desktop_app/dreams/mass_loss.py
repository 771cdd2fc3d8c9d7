"""Losing: whether MEMORY.md was put back or has lost many lines, so that no dream is to build on it
before a person has looked. Knows history, no schedule.
"""

from collections.abc import Iterable, Sequence
from contextlib import suppress
from dataclasses import dataclass
from datetime import datetime
from itertools import pairwise

from desktop_app import dates
from desktop_app.errors import Problem
from desktop_app.notebook.bullets import MemoryFile
from desktop_app.notebook.history import Cause
from desktop_app.notebook.notebook import Notebook
from desktop_app.words import tr

_LEAST, _SHARE = 10, 1 / 3  # bullets that were lost, and their share of what there was
_OURS = (Cause.DREAM, Cause.UNDO)


@dataclass(frozen=True)
class MemoryState:
    """How many bullets memory had, and what had brought it there."""

    bullets: int
    cause: Cause
    at: datetime


def alarm(notebook: Notebook, since: datetime | None, now: datetime) -> str:
    """Why dreams by themselves are to pause, in a sentence; "" for nothing.

    Looked at is what has become of MEMORY.md `since`; all that is known where it is None. Raises
    Problem when it cannot be read.
    """
    return alarm_of(tuple(_states(notebook, since, now)))


def alarm_of(states: Sequence[MemoryState]) -> str:
    """The same of these states, the oldest first, which is what memory was."""
    for state in states[1:]:
        if state.cause.kind == Cause.RESTORE:
            return tr("MEMORY.md was restored on {at}.").format(at=dates.moment(state.at))
    had = states[0].bullets if states else 0  # with what dreams brought and took since
    for before, after in pairwise(states):
        if after.cause.kind in _OURS:
            had += after.bullets - before.bullets
        had = max(had, after.bullets)
    lost = had - states[-1].bullets if states else 0
    if lost >= _LEAST and lost > had * _SHARE:
        return tr("MEMORY.md has lost {lost} of {had} lines since the last dream.").format(
            lost=lost, had=had
        )
    return ""


def _states(notebook: Notebook, since: datetime | None, now: datetime) -> Iterable[MemoryState]:
    path = notebook.layout.memory
    memory = notebook.read(path)
    versions = notebook.history.versions(path, -1)
    newest_first = []
    if not versions or versions[0].sha != memory.sha:  # nobody has noticed yet who wrote it
        newest_first.append(MemoryState(len(MemoryFile(memory.data).bullets), Cause.OUTSIDE, now))
    for version in versions:
        with suppress(Problem):  # a damaged version says nothing
            data = notebook.history.content(version.version)
            newest_first.append(
                MemoryState(len(MemoryFile(data).bullets), version.cause, version.at)
            )
        if since is not None and version.at.timestamp() <= since.timestamp():
            break
    return reversed(newest_first)
