"""What happens to an open file, and what is to be done then: the words of its machine.

Knows what is saved and found, no editor and no Qt; `open_file.py` leads from one to the other.
They are named tuples, since those are made in a sixth of the time a data class takes, and the first
picture waits for it. Two with the same values are equal whatever their type: match on the type.
"""

from collections.abc import Sequence
from enum import StrEnum
from typing import TYPE_CHECKING, NamedTuple

from desktop_app.errors import Problem
from desktop_app.memory.saving import Clash, Task, Written
from desktop_app.notebook.drafts import UnsavedDraft
from desktop_app.notebook.files import Snapshot

if TYPE_CHECKING:
    from desktop_app.notebook.merge import OverlapAnswer
    from desktop_app.ui.writing.open_file import OpenFile


class ClashAnswers(NamedTuple):
    """A person's answers to the conflicts of a clash, in their order."""

    clash: Clash
    chosen: "Sequence[OverlapAnswer]"


# -- effects ------------------------------------------------------------------------------------


class Save(NamedTuple):
    """Write the task's text; `Saved`, `Met` or `Refused` follows."""

    task: Task
    answers: ClashAnswers | None = None


class LookAgain(NamedTuple):
    """Read the file, which was `base`; `Looked` follows. `own`: this program has changed it."""

    base: Snapshot
    own: bool


class Load(NamedTuple):
    """The editor shows this as another text."""

    text: str


class Receive(NamedTuple):
    """The editor's text becomes this one, which is no step of the person's undo."""

    text: str


class BringDraft(NamedTuple):
    """Merge a draft into the file; `DraftMet` or `DraftStays` may follow."""

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


# -- events: `now` is the text in the editor, or what is `held` of it -----------------------------


class FileHappened(StrEnum):
    """Events that bring nothing with them."""

    TYPED = "typed"
    EDIT = "edit"  # the text is wanted in the editor
    LOADED = "loaded"  # the editor has all of the text
    TAKE_DRAFT = "take_draft"
    DROP_DRAFT = "drop_draft"


class Begun(NamedTuple):
    """An empty file gets a beginning, which is written when the person types on."""

    text: str


class SaveWanted(NamedTuple):
    """What was typed is wanted on the disk now."""

    now: str


class Stirred(NamedTuple):
    """The file may have changed on the disk."""

    own: bool
    now: str


class Looked(NamedTuple):
    """A look at the file, which was `then`, found `there`."""

    then: Snapshot
    there: "OpenFile"
    own: bool
    now: str


class Decided(NamedTuple):
    """The person has decided the clash."""

    chosen: "Sequence[OverlapAnswer]"
    now: str


class Saved(NamedTuple):
    written: Written
    now: str


class Met(NamedTuple):
    """Nothing was written: both sides changed the same lines."""

    clash: Clash
    now: str


class Refused(NamedTuple):
    problem: Problem


class PutAway(NamedTuple):
    """Another file is shown, or none."""

    now: str


class Returned(NamedTuple):
    """A stranded text is shown again; `draft` waits on the disk."""

    draft: UnsavedDraft | None


class DraftMet(NamedTuple):
    draft: UnsavedDraft
    clash: Clash
    now: str


class DraftStays(NamedTuple):
    draft: UnsavedDraft


Event = (
    FileHappened | Begun | SaveWanted | Stirred | Looked | Decided | Saved | Met | Refused | PutAway
    | Returned | DraftMet | DraftStays
)  # fmt: skip
