"""A version beside the present text or the one before it: compared and read.

Knows two texts and how to show them; writes nothing.
"""

import re
from typing import NamedTuple

from desktop_app.memory import Memory
from desktop_app.notebook.files import Snapshot
from desktop_app.notebook.history import GONE, VersionStep
from desktop_app.notebook.text.became import TextChange, TextPiece, became
from desktop_app.notebook.text.marks import NOT_UTF8
from desktop_app.ui.review.press import DiffText
from desktop_app.ui.review.rows import Differing, ReviewRow, RowForm
from desktop_app.words import (
    counted,
    cut,
    filled,
    listed,
    spoken,
    tr,
)

NOW, BEFORE, TEXT = "now", "before", "text"  # the last one compares nothing
_MOST = 120  # units shown; nobody reads on, and the window must not wait
_LONGEST = 2_000  # characters shown of a piece
_BULLET = re.compile(r"[-*+] +")


class Compared(NamedTuple):
    """`units` are what the `old` text became: the present text in the version, or the one before it
    in the version. `same`: that is no change. `then` is the version's own text, `now` the file as
    read.
    """

    step: VersionStep
    way: str
    then: bytes
    now: Snapshot
    old: bytes
    units: tuple[TextChange, ...]
    same: bool


def compare(memory: Memory, step: VersionStep, way: str) -> Compared:
    """Reads and compares. Blocks; raises Problem for what is damaged or gone."""
    then = memory.history.content(step.version.version)
    now = memory.files.read(step.version.path)
    if way == TEXT:
        return Compared(step, way, then, now, then, (), True)
    old, new = now.data, then
    if way == BEFORE:
        old = memory.history.content(step.before) if step.before else b""
        new = b"" if step.version.cause.kind in GONE else then  # it has the text that went
    return Compared(step, way, then, now, old, became(old, new), old == new)


def sum_in_words(compared: Compared) -> str:
    units, restores = compared.units, compared.way == NOW
    if compared.same:
        name = compared.step.version.path.rpartition("/")[2]
        same = tr("This is how %1 is now.") if restores else tr("Both texts are the same.")
        return filled(same, name)
    if not units:
        return tr("Only blank lines or line endings differ.")
    came = sum(unit.old is None for unit in units)
    went = sum(unit.new is None for unit in units)
    other = len(units) - came - went
    told = tr("Restoring this version: %1.") if restores else tr("In this version: %1.")
    parts = (
        (other, counted("{count} line changed", "{count} lines changed", other)),
        (came, counted("{count} line added", "{count} lines added", came)),
        (went, counted("{count} line removed", "{count} lines removed", went)),
    )
    return filled(told, listed(words for count, words in parts if count))


def rows_of(compared: Compared) -> tuple[ReviewRow, ...]:
    rows = [ReviewRow(RowForm.NOTE, sum_in_words(compared))]
    if compared.way == BEFORE and compared.step.before is None:
        words = tr("No older version of this file is kept, so all of it is shown.")
        rows.append(ReviewRow(RowForm.NOTE, words))
    heading, units = "", compared.units
    for n, unit in enumerate(units[:_MOST]):
        if unit.heading != heading:
            heading = unit.heading
            words = (unit.new or unit.old or TextPiece(0, 0, "")).text.strip("# ")
            if heading and words != heading:  # the line of the heading itself needs none
                rows.append(ReviewRow(RowForm.SECTION, heading, id=(n, heading)))
        pair = Differing(_shown(unit.old), _shown(unit.new))
        sides = [DiffText(tone, words).sentence for tone, words in pair.sides]
        rows.append(ReviewRow(RowForm.DIFFERS, spoken(*sides), item=pair, id=unit))
    if (left := len(units) - _MOST) > 0:
        words = tr("… and %1 more. Restoring the version brings all of it.")
        rows.append(ReviewRow(RowForm.NOTE, filled(words, f"{left:,}")))
    return tuple(rows)


def _shown(piece: TextPiece | None) -> str | None:
    if piece is None:
        return None
    words = NOT_UTF8.sub("\ufffd", piece.text)
    return cut(_BULLET.sub("", words, count=1) if _BULLET.match(words) else words, _LONGEST)
