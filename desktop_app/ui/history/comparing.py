"""A version beside the present text or the one before it, read and compared. Knows no widget."""

from dataclasses import dataclass
from typing import TYPE_CHECKING

from desktop_app.notebook.files import Snapshot
from desktop_app.notebook.history import Version, VersionStep
from desktop_app.notebook.text.became import Became, TextChange, TextPiece, became
from desktop_app.words import counted, listed, tr

if TYPE_CHECKING:
    from desktop_app.memory import Memory

NOW, BEFORE, DATE, TEXT = "now", "before", "date", "text"  # the last one compares nothing


@dataclass(frozen=True)
class Side:
    """One of two texts that are compared, and the number of its version (0: the present text)."""

    data: bytes
    version: int


@dataclass(frozen=True)
class Compared:
    """`became` is what the `old` text became in the `new` one: the present text beside the version
    (now), the one before it (before), or the earlier of two days. `then` is the version's own
    text, `now` the file as it was read for it.

    `bullets` are those of MEMORY.md before and after; None of any other file.
    """

    step: VersionStep
    way: str
    then: bytes
    now: Snapshot
    old: Side
    new: Side
    became: Became
    bullets: tuple[int, int] | None = None

    def lost(self, unit: TextChange) -> tuple[bytes, TextPiece, str] | None:
        """What of a unit can be put back: the text it stands in, where, and what it is to
        replace; None when there is nothing."""
        text, piece, instead = (
            (self.new.data, unit.new, unit.old)
            if self.way == NOW
            else (self.old.data, unit.old, unit.new)
        )
        return None if piece is None else (text, piece, instead.text if instead else "")

    def place(self, unit: TextChange) -> tuple[Side, int]:
        """The newer side that has a unit, and its first line there, from 1."""
        piece, side = (unit.new, self.new) if unit.new else (unit.old, self.old)
        assert piece is not None
        return side, piece.start + 1


def compare(
    memory: "Memory", step: VersionStep, way: str, second: Version | None = None
) -> Compared:
    """Reads and compares, of two days with the version `second`. Blocks; raises Problem for what is
    damaged or gone."""
    then = memory.history.content(step.version.version)
    now = memory.files.read(step.version.path)
    this = Side(then, step.version.version)
    if way == TEXT:
        return Compared(step, way, then, now, this, this, Became((), same=True))
    old, new = Side(now.data, 0), this
    if way == BEFORE:
        old = Side(memory.history.content(step.before) if step.before else b"", step.before or 0)
    elif way == DATE and second is not None:
        old = Side(memory.history.content(second.version), second.version)
        if old.version > new.version:
            old, new = new, old
    is_memory = step.version.path == memory.layout.memory
    bullets = (_bullets(old.data), _bullets(new.data)) if is_memory else None
    return Compared(step, way, then, now, old, new, became(old.data, new.data), bullets)


def _bullets(data: bytes) -> int:
    from desktop_app.notebook.bullets import MemoryFile  # its Markdown takes long to load

    return len(MemoryFile(data).bullets)


def sum_in_words(compared: Compared) -> str:
    """What restoring would do, or what this change did, in a sentence."""
    units, name = compared.became.units, compared.step.version.path.rpartition("/")[2]
    if compared.became.same:
        if compared.way == NOW:
            return tr("This is how %1 is now.").replace("%1", name)
        return tr("Both texts are the same.")
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
        between = tr("From the earlier day to the later one: %1.")
        opening = between if compared.way == DATE else tr("In this version: %1.")
        parts = (
            (came, counted("1 line came", "{count} lines came", came)),
            (went, counted("1 line went", "{count} lines went", went)),
            (other, counted("1 line changed", "{count} lines changed", other)),
        )
    told = opening.replace("%1", listed(words for count, words in parts if count))
    return f"{told} {_sizes_in_words(compared)}".strip()


def _sizes_in_words(compared: Compared) -> str:
    """How large memory is on both sides; "" of any other file."""
    if compared.bullets is None:
        return ""
    words = tr("%1 now, %2 then.") if compared.way == NOW else tr("%1 before, %2 after.")
    first, second = compared.bullets
    counted_ = counted("1 bullet", "{count} bullets", first)
    return words.replace("%1", counted_).replace("%2", f"{second:,}")
