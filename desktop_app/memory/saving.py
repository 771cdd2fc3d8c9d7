"""Putting an edited text back into its file. Knows memory and merging, no editor; blocks.

Specification: trust, 'Editing beside others' and 'An editor's buffer is not the file'.
"""

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import TYPE_CHECKING, NamedTuple

from desktop_app.errors import Problem
from desktop_app.jobs import problem_of
from desktop_app.notebook.drafts import UnsavedDraft
from desktop_app.notebook.files import Snapshot, sha_of
from desktop_app.notebook.history import Cause
from desktop_app.notebook.lines import as_buffer, map_buffer, newline, opened

if TYPE_CHECKING:
    from desktop_app.memory import Memory
    from desktop_app.notebook.merge import Merge, OverlapAnswer


class Unkept(Problem):
    """A text could neither be saved nor kept as a draft: it stands in the window only."""


class Task(NamedTuple):
    """An editor's `text`, written over `base`; `draft` is the key under which it is kept, `opened`
    what the file held before anything was typed: a text that is so again has all its bytes again.
    """

    path: str
    base: Snapshot
    text: str
    draft: str
    opened: bytes | None = None


class Written(NamedTuple):
    """What the disk holds now. `text` is what the editor should show, None when it shows it."""

    snapshot: Snapshot
    text: str | None


class Clash(NamedTuple):
    """Both sides changed the same lines; nothing was written, ours is kept as a draft.

    `ours` and `theirs` both come from `base`; `merge` has the places to decide.
    """

    base: Snapshot
    ours: bytes
    theirs: Snapshot
    merge: "Merge"


def open_file(memory: "Memory", path: str) -> tuple[Snapshot, UnsavedDraft | None]:
    """A file and the draft that waits for it. Raises Problem."""
    return memory.files.look_at(path), memory.drafts.find(path)


def write(memory: "Memory", task: Task) -> Written | Clash:
    """Save a text; what others wrote meanwhile is merged in by line.

    Writes nothing when nothing was changed. Raises Problem when the disk refuses; the text is
    then kept as a draft, or it is Unkept.
    """
    return _written(memory, task, task.base, _bytes(task))


def settle(
    memory: "Memory", task: Task, clash: Clash, answers: "Sequence[OverlapAnswer]"
) -> Written | Clash:
    """End a clash with an answer to each of its conflicts, in their order.

    Both texts stay in the history. What was written since is merged with the answers, and asked
    about where it meets them. Raises Problem as `write` does.
    """
    chosen, base = clash.merge.settled(answers), clash.theirs
    with _kept_on_trouble(memory, task, clash.base, clash.ours):
        if clash.ours != clash.base.data:  # also parts our edit from theirs, which it would replace
            memory.history.keep(task.path, clash.ours, Cause.DRAFT)
        current = memory.files.read(task.path)
    if not base.exists and current.exists:  # it went and has come back: asked as if it never went
        base = clash.base
        chosen = chosen or base.data
    return _written(memory, task, base, chosen)


def keep(memory: "Memory", task: Task) -> None:
    """Keep a text as a draft, also in a notebook that is closed by now. Raises Problem."""
    _keep(memory, task, task.base, _bytes(task))


def bring(memory: "Memory", draft: UnsavedDraft) -> Written | Clash:
    """Put a draft into its file, merged with what the file became since. Raises Problem."""
    base = draft_base(draft)
    task = Task(draft.path, base, as_buffer(draft.data), draft.key)
    return _written(memory, task, base, draft.data)


def draft_base(draft: UnsavedDraft) -> Snapshot:
    """What a draft's file was when its writing began."""
    return Snapshot(draft.path, draft.base, sha_of(draft.base) if draft.base else "")


def drop_draft(memory: "Memory", draft: UnsavedDraft) -> None:
    """Let a draft go; its text stays in the history. Raises Problem."""
    memory.history.keep(draft.path, draft.data, Cause.DRAFT)
    memory.drafts.clear(draft.key)


def carried(base: str, now: str, other: str) -> str | None:
    """`other` with what was typed between `base` and `now`; None where both touch one place."""
    if now == base:
        return other
    from desktop_app.notebook.merge import merge3  # seldom wanted

    sides = [text.encode("utf-8", "surrogatepass") for text in (base, now, other)]
    merge = merge3(*sides)
    return None if merge.conflicts else merge.data.decode("utf-8", "surrogatepass")


def _bytes(task: Task) -> bytes:
    """An editor's text as bytes. A last line that was edited ends as lines do: what a program adds
    to the file is no part of it then.
    """
    base = task.base.data
    if task.opened is not None and map_buffer(task.opened, task.text) == task.opened:
        return task.opened
    ours = map_buffer(base, task.text)
    was, last = (as_buffer(data).rpartition("\n")[2] for data in (base, ours))
    if last in ("", was):
        return ours
    return ours + newline(opened(base)[1]).encode()


def _written(memory: "Memory", task: Task, base: Snapshot, ours: bytes) -> Written | Clash:
    met: list[Clash] = []

    def merged(current: Snapshot) -> bytes | None:
        if current.sha != base.sha:
            memory.history.keep_seen(base)
        merge = _merged(base, ours, current)
        if merge.conflicts:
            met.append(Clash(base, ours, current, merge))
            return None
        return None if merge.data == current.data else merge.data

    with _kept_on_trouble(memory, task, base, ours):
        now = memory.files.rewrite(task.path, merged).after
        if met:
            _keep(memory, task, base, ours)
            return met[0]
        memory.drafts.clear(task.draft)
    shown, typed = as_buffer(now.data), task.text.replace("\u00a0", " ")
    if not typed.endswith("\n"):  # the end of its last line is not for the editor to show
        shown = shown.removesuffix("\n")
    return Written(now, None if shown == typed else shown)


def _merged(base: Snapshot, ours: bytes, current: Snapshot) -> "Merge":
    from desktop_app.notebook.merge import Merge, Overlap, merge3  # seldom wanted

    if base.exists and not current.exists and ours != base.data:
        return Merge((Overlap(base.data, ours, b"", 1),))  # one may want all of it, or nothing
    return merge3(base.data, ours, current.data)


def _keep(memory: "Memory", task: Task, base: Snapshot, data: bytes) -> None:
    memory.drafts.keep(UnsavedDraft(task.draft, task.path, memory.now(), base.data, data))


@contextmanager
def _kept_on_trouble(memory: "Memory", task: Task, base: Snapshot, data: bytes) -> Iterator[None]:
    try:
        yield
    except Exception as trouble:  # a mistake of ours, too, must not cost what was typed
        try:
            _keep(memory, task, base, data)
        except Exception as second:
            problem = problem_of(trouble if isinstance(trouble, Problem) else second)
            raise Unkept(problem.message, problem.hint) from trouble
        raise
