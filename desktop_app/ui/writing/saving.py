"""Putting an edited text back into its file. Knows memory and merging, not Qt; blocks.

Specification: trust, 'Editing beside others' and 'An editor's buffer is not the file'.
"""

import secrets
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from desktop_app.errors import Problem
from desktop_app.notebook.drafts import Draft
from desktop_app.notebook.files import Conflict, Snapshot
from desktop_app.notebook.lines import as_buffer, map_buffer, merge3

if TYPE_CHECKING:
    from desktop_app.memory import Memory

LONGEST = 200_000  # characters of one line; above, a key would take too long in any editor
_TRIES = 5  # another program may write between our look and our save, but not for ever


@dataclass
class OpenFile:
    """What is known of a file in an editor; `text` is what the editor held when it was in step."""

    memory: "Memory"
    base: Snapshot
    text: str
    editable: bool  # one endless line would freeze the window
    key: str = field(default_factory=lambda: secrets.token_hex(8))  # of its draft, if it needs one
    editing: bool = False  # it is in the editor
    touched: bool = False  # something was typed since
    saving: bool = False
    again: bool = False  # written once more as soon as the present writing is done
    look: bool = False  # looked at for changes as soon as the present writing is done
    last: str | None = None  # the editor's text when another file took its place


@dataclass(frozen=True)
class Task:
    """An editor's `text`, written over `base`; `draft` is the key under which it is kept."""

    path: str
    base: Snapshot
    text: str
    draft: str


@dataclass(frozen=True)
class Written:
    """What the disk holds now. `text` is what the editor should show, None when it shows it."""

    snapshot: Snapshot
    text: str | None


@dataclass(frozen=True)
class Clash:
    """Both sides changed the same lines; nothing was written, ours is kept as a draft."""

    theirs: Snapshot


def open_file(memory: "Memory", path: str) -> tuple[OpenFile, Draft | None]:
    """A file as an editor shows it, and the draft that waits for it. Raises Problem."""
    snapshot = memory.read(path)
    text = as_buffer(snapshot.data)
    editable = len(text) <= LONGEST or max(map(len, text.split("\n"))) <= LONGEST
    return OpenFile(memory, snapshot, text, editable), memory.drafts.find(path)


def write(memory: "Memory", task: Task) -> Written | Clash:
    """Save a text; what others wrote meanwhile is merged in by line.

    Writes nothing when nothing was changed. Raises Problem when the disk refuses; the text is
    then kept as a draft.
    """
    ours = map_buffer(task.base.data, task.text)
    with _kept_on_trouble(memory, task, ours):
        for _ in range(_TRIES):
            there = memory.read(task.path)
            wanted = ours
            if ours == task.base.data:
                wanted = there.data
            elif there.sha != task.base.sha:
                merge = merge3(task.base.data, ours, there.data)
                if merge.conflicts or (task.base.exists and not there.exists):
                    _keep(memory, task, ours)
                    return Clash(there)
                wanted = merge.data
            with suppress(Conflict):  # both texts are on the disk: look again and merge them
                return _put(memory, task, wanted, there)
        raise Problem(
            f"Another program keeps writing {task.path}.",
            "Your text is kept. Try again in a moment.",
        )


def settle(memory: "Memory", task: Task, mine: bool) -> Written:
    """End a clash: where both sides differ ours stands (`mine`) or theirs.

    What gives way stays in the history. Raises Problem as `write` does.
    """
    ours = map_buffer(task.base.data, task.text)
    with _kept_on_trouble(memory, task, ours):
        there = memory.read(task.path)
        if mine:
            # The second side stands in a merge, so ours comes second here.
            merged = merge3(task.base.data, there.data, ours).data if there.exists else ours
        else:
            memory.keep(task.path, ours, "draft")
            merged = merge3(task.base.data, ours, there.data).data if there.exists else b""
        return _put(memory, task, merged, there)


def keep_draft(memory: "Memory", task: Task) -> None:
    """Keep a text that waits for a person's word. Raises Problem when that is impossible."""
    _keep(memory, task, map_buffer(task.base.data, task.text))


def with_draft(draft: Draft, now: Snapshot) -> str:
    """A file's text with a draft of it merged in; where both differ the draft stands."""
    return as_buffer(merge3(draft.base, now.data, draft.data).data)


def drop_draft(memory: "Memory", draft: Draft) -> None:
    """Let a draft go; its text stays in the history. Raises Problem."""
    memory.keep(draft.path, draft.data, "draft")
    memory.drafts.clear(draft.key)


def carried(base: str, now: str, other: str) -> str | None:
    """`other` with what was typed between `base` and `now`; None where both touch one place."""
    if now == base:
        return other
    sides = [text.encode("utf-8", "surrogatepass") for text in (base, now, other)]
    merge = merge3(*sides)
    return None if merge.conflicts else merge.data.decode("utf-8", "surrogatepass")


def _put(memory: "Memory", task: Task, wanted: bytes, there: Snapshot) -> Written:
    if wanted != there.data:
        there = memory.save(task.path, wanted, there)
    memory.drafts.clear(task.draft)
    shown = as_buffer(there.data)
    return Written(there, None if shown == task.text.replace("\u00a0", " ") else shown)


def _keep(memory: "Memory", task: Task, data: bytes) -> None:
    memory.drafts.keep(Draft(task.draft, task.path, memory.now(), task.base.data, data))


@contextmanager
def _kept_on_trouble(memory: "Memory", task: Task, data: bytes) -> Iterator[None]:
    try:
        yield
    except Problem:
        with suppress(Problem):  # the first trouble is the one to tell
            _keep(memory, task, data)
        raise
