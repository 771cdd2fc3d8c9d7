"""A version beside the present text or the one before it, read and compared. Knows no widget."""

from dataclasses import dataclass
from typing import TYPE_CHECKING

from desktop_app.notebook.files import Snapshot
from desktop_app.notebook.history import VersionStep
from desktop_app.notebook.text.became import Became, TextChange, TextPiece, became
from desktop_app.words import counted, listed, tr

if TYPE_CHECKING:
    from desktop_app.memory import Memory

NOW, BEFORE, TEXT = "now", "before", "text"  # the last compares nothing: to read it whole


@dataclass(frozen=True)
class Compared:
    """`became` is what the text beside it would become (now), or became (before), in the version;
    `other` is that text, `now` the file as it was read for it.
    """

    step: VersionStep
    way: str
    then: bytes
    other: bytes
    now: Snapshot
    became: Became

    def lost(self, unit: TextChange) -> tuple[bytes, TextPiece, str] | None:
        """What of a unit can be put back: the text it stands in, where, and what it is to
        replace; None when there is nothing."""
        text, piece, instead = (
            (self.then, unit.new, unit.old) if self.way == NOW else (self.other, unit.old, unit.new)
        )
        return None if piece is None else (text, piece, instead.text if instead else "")


def compare(memory: "Memory", step: VersionStep, way: str) -> Compared:
    """Reads and compares. Blocks; raises Problem for what is damaged or gone."""
    then = memory.history.content(step.version.version)
    now = memory.files.read(step.version.path)
    other = now.data
    if way == TEXT:
        return Compared(step, way, then, then, now, Became((), same=now.data == then))
    if way == BEFORE:
        other = b"" if step.before is None else memory.history.content(step.before)
    return Compared(step, way, then, other, now, became(other, then))


def sum_in_words(compared: Compared) -> str:
    """What restoring would do, or what this change did, in a sentence."""
    units, name = compared.became.units, compared.step.version.path.rpartition("/")[2]
    if compared.became.same:
        if compared.way == NOW:
            return tr("This is how %1 is now.").replace("%1", name)
        return tr("The same text as the version before.")
    if not units:
        return tr("Only blank lines or line endings differ.")
    came = sum(unit.old is None for unit in units)
    went = sum(unit.new is None for unit in units)
    other = len(units) - came - went
    if compared.way == NOW:
        opening = tr("Restoring this version: %1.")
        parts = (
            (came, counted("1 line comes back", "{count} lines come back", came)),
            (went, counted("1 line goes", "{count} lines go", went)),
            (other, counted("1 line changes", "{count} lines change", other)),
        )
    else:
        opening = tr("In this version: %1.")
        parts = (
            (came, counted("1 line came", "{count} lines came", came)),
            (went, counted("1 line went", "{count} lines went", went)),
            (other, counted("1 line changed", "{count} lines changed", other)),
        )
    return opening.replace("%1", listed(words for count, words in parts if count))
