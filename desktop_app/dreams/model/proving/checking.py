"""Whether lines say what a text says: the one place that asks grounding. Knows lines, no model.

A text has to be said by one line, or each of its clauses by one: words of two lines that no line
says together make no fact.
"""

import re
from collections.abc import Callable, Iterable, Sequence
from datetime import date

from desktop_app.dreams.builtin.relating.sense import sense
from desktop_app.dreams.grounding import Evidence, Verdict, check
from desktop_app.dreams.model.proving.letters import unfound
from desktop_app.dreams.model.reading.material import MemoryLine, NoteLine, Shown

Check = Callable[[str, Sequence[Evidence], date | None], Verdict]

_CLAUSE = re.compile(r"[;；。！？\n]|[.!?](?=\s)|,\s|，|\s[-–—]\s|\band\b|并且?|而且")
_SHORTEST_CLAUSE = 4
_SHARED = 1 / 3


class Checker:
    """Checks texts against lines of one dream's material."""

    def __init__(self, shown: Shown, check: Check = check) -> None:
        self._shown = shown
        self._by_mark = {note.mark: note for note in shown.notes}
        self._check = check

    def judged(
        self, text: str, notes: Sequence[NoteLine], memory: Sequence[MemoryLine] = ()
    ) -> Verdict:
        """How far these lines, with the sentences they are part of, say `text`."""
        day = max((note.day for note in notes), default=None)
        evidence = [*map(_evidence, self._whole(notes)), *map(_remembered, memory)]
        if not evidence:
            return Verdict("unsupported")
        verdict = self._check(text, evidence, day)
        if verdict.verdict != "unsupported" and not _touches(text, evidence):
            return Verdict("unsupported", verdict.doubts)
        if verdict.verdict == "supported":
            doubts = unfound(text, [one.text for one in evidence])
            return Verdict("partly", doubts) if doubts else verdict
        return verdict

    def headings(self, notes: Sequence[NoteLine]) -> tuple[NoteLine, ...]:
        """The headings that the lines stand under."""
        marks = dict.fromkeys(mark for note in notes for mark in note.under)
        return tuple(self._by_mark[mark] for mark in marks if mark in self._by_mark)

    def together(self, text: str, notes: Sequence[NoteLine], memory: Sequence[MemoryLine]) -> bool:
        """Whether every clause of `text` is said by one of the lines, and not by two mixed."""
        lines: list[NoteLine | MemoryLine] = [n for n in notes if not n.heading]
        lines += memory
        if len(lines) < 2:
            return True
        return any(self._says(text, line) for line in lines) or all(
            any(self._says(clause, line) for line in lines) for clause in _clauses(text)
        )

    def _says(self, text: str, line: NoteLine | MemoryLine) -> bool:
        if isinstance(line, NoteLine):
            under = self.headings([line])
            return self.judged(text, [line, *under]).verdict == "supported"
        return self.judged(text, [], [line]).verdict == "supported"

    def _whole(self, notes: Iterable[NoteLine]) -> list[NoteLine]:
        """The lines, and those that their sentences run over."""
        found: dict[str, NoteLine] = {}
        for note in notes:
            found[note.mark] = note
            day = note.mark.partition(":")[0]
            for unit in self._shown.units.get(note.mark, ()):
                for piece in unit.pieces:
                    other = self._by_mark.get(f"{day}:{piece.line}")
                    if other:
                        found.setdefault(other.mark, other)
        return sorted(found.values(), key=lambda note: (note.day, note.line))


def _touches(text: str, evidence: Sequence[Evidence]) -> bool:
    """Whether a text has a fair share of its words from its sources.

    A sentence of general words, or in a script that nobody reads here, gives grounding nothing to
    doubt.
    """
    said, read = sense(text), [sense(one.text) for one in evidence]
    if not said.content:  # `So be it.` is there letter by letter or not at all
        return any(said.key in other.key for other in read)
    known = said.content & {word for other in read for word in other.content}
    return len(known) >= _SHARED * len(said.content)


def _evidence(note: NoteLine) -> Evidence:
    return Evidence(note.quote, note.path, note.line, note.day)


def _remembered(line: MemoryLine) -> Evidence:
    return Evidence(line.bullet.text, line.path, line.bullet.line, None)


def _clauses(text: str) -> list[str]:
    found = [clause.strip(" -") for clause in _CLAUSE.split(text)]
    return [clause for clause in found if len(clause) >= _SHORTEST_CLAUSE] or [text]
