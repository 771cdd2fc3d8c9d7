"""Whether lines say what a text says, as engines with a model ask it. Knows lines, no model."""

from collections.abc import Callable, Iterable, Sequence
from datetime import date

from desktop_app.dreams.comparing.points import points
from desktop_app.dreams.grounding import Evidence, Verdict, check, excerpted
from desktop_app.dreams.model.reading.material import MemoryLine, NoteLine, Shown
from desktop_app.dreams.proposal import Support
from desktop_app.language.words import is_cjk

Check = Callable[[str, Sequence[Evidence], date | None], Verdict]

_SHARED = 1 / 3


class Checker:
    """Checks texts against lines of one dream's material, or of one conversation."""

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
            return Verdict(Support.UNSUPPORTED)
        verdict = self._check(text, evidence, day)
        if verdict.verdict != Support.UNSUPPORTED and not _touches(text, evidence):
            return Verdict(Support.UNSUPPORTED, verdict.doubts)
        return verdict

    def copied(
        self,
        text: str,
        notes: Sequence[NoteLine],
        memory: Sequence[MemoryLine] = (),
    ) -> Verdict:
        """Whether `text` only leaves out of one of these lines what changes nothing, or each of
        its sentences of one.

        A model was asked to copy. Where it did not, a person looks at it: no rule here can tell
        another word for the same from another thing.
        """
        evidence = [self._passage(note) for note in notes] + [*map(_remembered, memory)]
        return excerpted(text, evidence)

    def headings(self, notes: Sequence[NoteLine]) -> tuple[NoteLine, ...]:
        """The headings that the lines stand under."""
        marks = dict.fromkeys(mark for note in notes for mark in note.under)
        return tuple(self._by_mark[mark] for mark in marks if mark in self._by_mark)

    def _passage(self, note: NoteLine) -> Evidence:
        """The line with those that its sentences run over, as one text."""
        text = ""
        for line in self._whole([note]):
            chinese = is_cjk(text[-1:] or " ") and is_cjk(line.quote[:1] or " ")
            text += line.quote if chinese or not text else f" {line.quote}"
        return Evidence(text, note.path, note.line, note.day)

    def _whole(self, notes: Iterable[NoteLine]) -> list[NoteLine]:
        """The lines, and those that their sentences run over."""
        by_mark: dict[str, NoteLine] = {}
        for note in notes:
            by_mark[note.mark] = note
            day = note.mark.partition(":")[0]
            for unit in self._shown.units.get(note.mark, ()):
                for piece in unit.pieces:
                    other = self._by_mark.get(f"{day}:{piece.line}")
                    if other:
                        by_mark.setdefault(other.mark, other)
        return sorted(by_mark.values(), key=lambda note: (note.day, note.line))


def _touches(text: str, evidence: Sequence[Evidence]) -> bool:
    """Whether a text has a fair share of its words from its sources.

    A sentence of general words, or in a script that nobody reads here, gives grounding nothing to
    doubt.
    """
    claim, sources = points(text), [points(one.text) for one in evidence]
    if not claim.bag:  # `So be it.` is there letter by letter or not at all
        return any(claim.key in other.key for other in sources)
    shared = claim.bag & {word for other in sources for word in other.bag}
    return len(shared) >= _SHARED * len(claim.bag)


def _evidence(note: NoteLine) -> Evidence:
    return Evidence(note.quote, note.path, note.line, note.day)


def _remembered(line: MemoryLine) -> Evidence:
    return Evidence(line.bullet.text, line.path, line.bullet.line, None)
