"""Promises that no later line tells done. Knows lines, writes nothing.

It leaves out what it is not sure of: where a later line is about the same, a promise counts only if
that line leaves it open, too.
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass

from desktop_app.dreams.almanac.lines import AlmanacLine, Likeness
from desktop_app.dreams.talk.speech import asks
from desktop_app.language.claims.deeds import tells_nothing_done
from desktop_app.language.conditions import conditional
from desktop_app.language.cues import CueKind, cues, first_of
from desktop_app.language.reading import read
from desktop_app.language.tongue import is_foreign
from desktop_app.notebook.statements.markdown import StatementForm
from desktop_app.notebook.statements.markup import Box
from desktop_app.notebook.statements.reader import Statement

_TOLD = 0.3  # of a promise's words that a later line has to be about it
_LABEL = re.compile(r"[\W_]*([^:：]{1,24})[:：](?!//)")  # a label of a line's own
_TICK = re.compile("[\u2705\u2713\u2714\u2611\u2612]|~~")
_SAME = 0.7  # with which it is the same promise once more


@dataclass(frozen=True)
class Promise:
    """A line that leaves something to be done, in its newest words; `said` are all that say so."""

    line: AlmanacLine
    said: tuple[AlmanacLine, ...]


def promises(
    lines: Sequence[AlmanacLine], later: Sequence[AlmanacLine], likeness: Likeness, most: int
) -> list[Promise]:
    """What `lines` leave to be done, and neither they nor the `later` ones tell done; oldest
    first."""
    every = [*lines, *later]
    open_ones = {line for line in every if is_promise(line)}
    mine = set(lines)
    taken: set[AlmanacLine] = set()
    found = []
    for line in lines:
        if line not in open_ones or line in taken:
            continue
        about = [
            one
            for one in likeness.near(line)
            if _is_after(one, line) and likeness.share(line, one) >= _TOLD
        ]
        again = [one for one in about if one in open_ones and likeness.same(line, one) >= _SAME]
        taken.update(again)
        if all(one in again for one in about):
            said = (line, *sorted((one for one in again if one in mine), key=lambda x: x.order))
            found.append(Promise(said[-1], said))
    return found[-most:]


def is_promise(line: AlmanacLine) -> bool:
    """Whether a line leaves something to be done by its form: an open box, or a line under a
    label that says so, its own or that of its list. A word in a sentence says too little: what
    "needs" something may be a rule, a habit or a state."""
    unit, text = line.unit, line.unit.text
    if unit.mark == Box.TODO:
        return True
    if unit.mark == Box.DONE or _TICK.search(text) or CueKind.NOT in line.points.cues:
        return False
    if is_foreign(text) or conditional(text) or asks(text):
        return False
    if not tells_nothing_done(read(text)):
        return False
    return _is_labelled(text) or (_is_listed(unit) and CueKind.DONE not in line.points.cues)


def _is_labelled(text: str) -> bool:
    """Whether a line itself begins with a label of what waits: `TODO: call`."""
    label = _LABEL.match(text)
    return label is not None and first_of(CueKind.TODO, label[1]) == 0


def _is_listed(unit: Statement) -> bool:
    """Whether a line stands in a list of what waits."""
    above = unit.label.text if unit.label else "".join(unit.headings[-1:])
    return unit.form == StatementForm.BULLET and CueKind.TODO in cues(above)


def _is_after(other: AlmanacLine, line: AlmanacLine) -> bool:
    return (other.day, other.order) > (line.day, line.order)
