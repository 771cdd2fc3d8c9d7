"""One open file as a machine: what happens to it, and what is to be done then.

What happens is a method of a state: it gives the next state and the effects, which `document.py`
carries out. Knows texts and how they are merged, no editor, no disk and no Qt. In every state at
most one save is under way, and what was typed stands in the editor or in `last` until it is saved.
"""

import os
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from enum import IntEnum, StrEnum
from typing import TYPE_CHECKING, NamedTuple, Self

from desktop_app.errors import Problem
from desktop_app.memory.saving import Clash, Task, Unkept, Written, carried
from desktop_app.notebook.drafts import UnsavedDraft
from desktop_app.notebook.files import Snapshot
from desktop_app.notebook.lines import as_buffer
from desktop_app.ui.parts.column import too_long

if TYPE_CHECKING:
    from desktop_app.notebook.merge import OverlapAnswer


class ClashAnswers(NamedTuple):
    """A person's answers to the conflicts of a clash, in their order."""

    clash: Clash
    chosen: "Sequence[OverlapAnswer]"


# -- effects ------------------------------------------------------------------------------------


class Save(NamedTuple):
    """Write the task's text; `saved`, `met` or `refused` follows."""

    task: Task
    answers: ClashAnswers | None = None


class LookAgain(NamedTuple):
    """Read the file, which was `base`; `looked` follows. `own`: this program has changed it."""

    base: Snapshot
    own: bool


class Load(NamedTuple):
    """The editor shows this as another text."""

    text: str


class Receive(NamedTuple):
    """The editor's text becomes this one, which is no step of the person's undo."""

    text: str


class BringDraft(NamedTuple):
    """Merge a draft into the file; `draft_met` or `draft_stays` may follow."""

    draft: UnsavedDraft


class Renewed(NamedTuple):
    """Say that the text changed on the disk."""

    outside: bool


class Left(NamedTuple):
    """Say of a file put away that it was not saved: a problem, or None where it met another's."""

    problem: Problem | None


class Say(StrEnum):
    """Effects that are only said."""

    REST = "rest"  # save when the typing rests
    SAVED = "saved"
    DRAFTED = "drafted"
    ASKED = "asked"


Effect = Save | LookAgain | Load | Receive | BringDraft | Renewed | Left | Say


class FileStatus(StrEnum):
    """What the person is told about the file."""

    CLEAN = "clean"
    EDITING = "editing"
    SAVING = "saving"
    FAILED = "failed"
    CLASH = "clash"


class TextPlace(StrEnum):
    """Where the text stands."""

    READ = "read"  # shown, and not in the editor
    EDITOR = "editor"
    GONE = "gone"  # put away for another file; its last save may be under way
    STRANDED = "stranded"  # put away, and no disk took it
    COMING = "coming"  # shown again, but not in the editor yet


class After(IntEnum):
    """What is done as soon as the present save is answered; the greater holds."""

    NOTHING = 0
    LOOK = 1
    SAVE = 2


@dataclass(frozen=True)
class OpenFile:
    """What is known of a file; `text` is what the editor held when it was in step with `base`."""

    base: Snapshot
    text: str
    editable: bool  # one endless line would freeze the window
    draft: UnsavedDraft | None = None  # kept some time ago, and waiting to be brought back
    key: str = field(default_factory=lambda: os.urandom(8).hex())  # of its draft, if it needs one
    place: TextPlace = TextPlace.READ
    last: str = ""  # the text where the editor does not have it
    touched: bool = False  # something was typed that no save has taken up
    saving: Save | None = None
    after: After = After.NOTHING
    waiting: ClashAnswers | None = None  # for the present save to be answered
    problem: Problem | None = None
    clash: Clash | None = None
    ours: str = ""  # the text of ours that the clash is about

    @classmethod
    def of(cls, base: Snapshot, draft: UnsavedDraft | None) -> Self:
        """A file as it was just read."""
        text = as_buffer(base.data)
        return cls(base, text, not too_long(text), draft)

    @property
    def shown(self) -> bool:
        return self.place in (TextPlace.READ, TextPlace.EDITOR, TextPlace.COMING)

    @property
    def held(self) -> str:
        """The text where it is not in the editor."""
        return self.text if self.place is TextPlace.READ else self.last

    @property
    def kept(self) -> bool:
        """Whether no disk has refused it altogether: saving it and a draft."""
        return not isinstance(self.problem, Unkept)

    @property
    def settling(self) -> bool:
        """Whether answers to the clash are on their way."""
        return bool(self.waiting or (self.saving and self.saving.answers))

    @property
    def status(self) -> FileStatus:
        if self.problem is not None:
            return FileStatus.FAILED
        if self.clash is not None:
            return FileStatus.CLASH
        if self.touched:
            return FileStatus.EDITING
        return FileStatus.SAVING if self.saving else FileStatus.CLEAN

    # -- what happens: each gives the file after it, and what is to be done, in this order. `now` is
    # the text in the editor, or what is `held` of it.

    def typed(self) -> "Step":
        """Something was typed."""
        if self.place in (TextPlace.EDITOR, TextPlace.COMING):
            return replace(self, touched=True), (Say.REST,)
        return self, ()

    def edited(self) -> "Step":
        """The text is wanted in the editor."""
        if self.place is TextPlace.READ:
            return replace(self, place=TextPlace.EDITOR), (Load(self.text),)
        return self, ()

    def loaded(self) -> "Step":
        """The editor has all of the text."""
        if self.place is TextPlace.COMING:
            return replace(self, place=TextPlace.EDITOR, last=""), ()
        return self, ()

    def begun(self, text: str) -> "Step":
        """An empty file gets a beginning, which is written when the person types on."""
        if self.shown and self.editable:
            return replace(self, place=TextPlace.EDITOR, text=text), (Load(text),)
        return self, ()

    def save_wanted(self, now: str) -> "Step":
        """What was typed is wanted on the disk now."""
        return _save(self, now) if self.touched else (self, ())

    def stirred(self, own: bool, now: str) -> "Step":
        """The file may have changed on the disk."""
        if self.shown and self.saving:
            return replace(self, after=max(self.after, After.LOOK)), ()
        if self.shown:
            return _save(self, now) if self.touched else (self, (LookAgain(self.base, own),))
        return self, ()

    def looked(self, then: Snapshot, there: Self, own: bool, now: str) -> "Step":
        """A look at the file, which was `then`, found `there`."""
        if not self.shown or there.base.sha == self.base.sha:
            return self, ()
        if self.touched or self.saving or self.base is not then:  # saved after it was read
            return self.stirred(own, now)
        effects = () if self.place is TextPlace.READ else (Receive(there.text),)
        return _in_step(self, there, there.text), (*effects, Renewed(not own))

    def decided(self, chosen: "Sequence[OverlapAnswer]", now: str) -> "Step":
        """The person has decided the clash."""
        if self.clash is not None and self.shown:
            return _answered(self, ClashAnswers(self.clash, chosen), now)
        return self, ()

    def saved(self, written: Written, now: str) -> "Step":
        """The save under way is done."""
        return _saved(self, self.saving.task, written, now) if self.saving else (self, ())

    def met(self, clash: Clash, now: str) -> "Step":
        """Nothing was written: both sides changed the same lines."""
        return _met(self, self.saving.task, clash, now) if self.saving else (self, ())

    def refused(self, problem: Problem) -> "Step":
        """The disk did not take it."""
        return _refused(self, self.saving.task, problem) if self.saving else (self, ())

    def put_away(self, now: str) -> "Step":
        """Another file is shown, or none."""
        if not self.shown or self.place is TextPlace.READ:
            return replace(self, place=TextPlace.GONE) if self.shown else self, ()
        stranded = self.place is TextPlace.COMING and not self.kept
        place = TextPlace.STRANDED if stranded else TextPlace.GONE
        file = replace(self, place=place, last=now, waiting=None, draft=None)
        return _save(file, now) if file.touched else (file, ())

    def returned(self, draft: UnsavedDraft | None) -> "Step":
        """A stranded text is shown again; `draft` waits on the disk."""
        if self.place is not TextPlace.STRANDED:
            return self, ()
        # A draft under its own key is an earlier state of this very text.
        draft = None if draft and draft.key == self.key else draft
        return replace(self, place=TextPlace.COMING, draft=draft), (Load(self.last),)

    def draft_dropped(self) -> "Step":
        """The draft is let go."""
        return replace(self, draft=None), ()

    def draft_taken(self) -> "Step":
        """The draft is to be merged into the file."""
        if self.draft is None:
            return self, ()
        return replace(self, draft=None), (Say.DRAFTED, BringDraft(self.draft))

    def draft_stays(self, draft: UnsavedDraft) -> "Step":
        """It could not be merged."""
        return replace(self, draft=draft), (Say.DRAFTED,)

    def draft_met(self, draft: UnsavedDraft, clash: Clash, now: str) -> "Step":
        """The draft and the file differ on the same lines: it stands in, and the person is
        asked."""
        wanted = None
        if self.place is TextPlace.EDITOR and not self.saving and self.clash is None:
            wanted = carried(self.text, now, as_buffer(clash.ours))
        if wanted is None:  # or typed just now where the draft has something else
            return self.draft_stays(draft)
        # Under the draft's own key, so that it goes when its text is in the file.
        file = replace(self, key=draft.key, ours=as_buffer(clash.ours))
        file, effects = _stand_in(file, clash, wanted, now)
        return file, (*effects, Say.ASKED)


Step = tuple[OpenFile, tuple[Effect, ...]]


def _save(file: OpenFile, now: str) -> Step:
    if file.saving:
        return replace(file, after=After.SAVE), ()
    if now == file.text and file.problem is None and file.clash is None:
        return replace(file, touched=False), ()  # typed and taken back: nothing to write
    return _write(file, now)


def _write(file: OpenFile, now: str, answers: ClashAnswers | None = None) -> Step:
    save = Save(Task(file.base.path, file.base, now, file.key), answers)
    waiting = None if answers else file.waiting
    return replace(file, saving=save, touched=False, after=After.NOTHING, waiting=waiting), (save,)


def _answered(file: OpenFile, answers: ClashAnswers, now: str) -> Step:
    """A save under way is answered first, and what the clash does not know of yet is saved: the
    answers hold if it ends in the same clash."""
    if not file.saving and now == file.ours:
        return _write(file, now, answers)
    file = replace(file, waiting=answers)
    return (file, ()) if file.saving else _write(file, now)


def _saved(file: OpenFile, task: Task, written: Written, now: str) -> Step:
    """The disk is what we wrote; what came from outside with it is brought in."""
    after = file.after
    file = replace(
        file, saving=None, after=After.NOTHING, waiting=None, problem=None, clash=None,
        place=TextPlace.GONE if file.place is TextPlace.STRANDED else file.place,
    )  # fmt: skip
    effects: list[Effect] = []
    if written.text is None:
        file = replace(file, base=written.snapshot, text=task.text, touched=now != task.text)
    elif (wanted := carried(task.text, now, written.text)) is None:
        # Typed just now where the others wrote: the base stays, and the next save asks.
        file = replace(file, touched=True)
    else:
        touched, now = wanted != written.text, wanted
        file = _in_step(file, OpenFile.of(written.snapshot, None), wanted, touched=touched)
        effects = [Receive(wanted), Renewed(outside=True)] if file.shown else []
    if file.shown:
        effects.append(Say.SAVED)
    if file.touched and (after is After.SAVE or not file.shown):
        file, more = _save(file, now)
        return file, (*effects, *more)
    if file.touched:
        effects.append(Say.REST)
    elif after and file.shown:
        effects.append(LookAgain(file.base, own=False))
    return file, tuple(effects)


def _in_step(file: OpenFile, there: OpenFile, now: str, *, touched: bool = False) -> OpenFile:
    """The file with what is on the disk; `last` is what the editor still shows instead, if any."""
    last = "" if file.place in (TextPlace.READ, TextPlace.EDITOR) else now
    return replace(
        file, base=there.base, text=there.text, editable=there.editable, touched=touched, last=last
    )


def _met(file: OpenFile, task: Task, clash: Clash, now: str) -> Step:
    """Nothing was written. After an answer what is to be decided has another base."""
    after, settled = file.after, clash.base.sha != file.base.sha
    file = replace(file, saving=None, after=After.NOTHING, touched=True, problem=None)
    if not file.shown:
        file = replace(file, place=TextPlace.GONE)
        return _write(file, now) if after and now != task.text else (file, (Left(None),))
    wanted = carried(task.text, now, as_buffer(clash.ours)) if settled else now
    if wanted is None:  # typed just now where an answer changed the text: all is asked anew
        return _save(file, now)
    file = replace(file, ours=as_buffer(clash.ours) if settled else task.text)
    file, effects = _stand_in(file, clash, wanted, now)
    waiting, file = file.waiting, replace(file, waiting=None)
    more: tuple[Effect, ...] = ()
    if waiting is not None and waiting.clash == clash:
        file, more = _answered(file, waiting, wanted)
    elif after and waiting is None:
        file, more = _save(file, wanted)
    return file, (*effects, *more)


def _stand_in(file: OpenFile, clash: Clash, text: str, now: str) -> Step:
    """The editor holds `text`, which is our side of the clash."""
    last = file.last if file.place is TextPlace.EDITOR else text
    text_then = as_buffer(clash.base.data)
    file = replace(file, base=clash.base, text=text_then, touched=True, clash=clash, last=last)
    return file, (Receive(text),) if text != now else ()


def _refused(file: OpenFile, task: Task, problem: Problem) -> Step:
    after, stranded = file.after, file.place is TextPlace.STRANDED
    file = replace(
        file, saving=None, after=After.NOTHING, touched=True, waiting=None, problem=problem
    )
    if file.shown:
        return file, ()
    if after and file.last != task.text:  # typed since, and in no draft yet
        return _write(file, file.last)
    file = replace(file, place=TextPlace.GONE if file.kept else TextPlace.STRANDED)
    return file, () if stranded and not file.kept else (Left(problem),)
