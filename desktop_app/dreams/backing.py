"""Which lines the sentences of a diary rest on. Knows an entry, its dream and lines, no files.

What the dream kept is taken as it is. Where nothing is kept of it, the lines are found again by
what the diary itself says.
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace

from desktop_app.dreams.comparing.points import points
from desktop_app.dreams.consolidator.prose import DiaryProse
from desktop_app.dreams.consolidator.shown import shown_of
from desktop_app.dreams.dreamer import Material
from desktop_app.dreams.proposal import Proposal
from desktop_app.dreams.telling import own_words
from desktop_app.language.sentences import quotes, sentences
from desktop_app.notebook.diaries import DiaryChange, DiaryEntry, DiarySource
from desktop_app.notebook.source import Source

_SHORTEST = 6  # letters of a quote by which a line is found
_JOINT = re.compile(r"[;；]\s*|:\s+|：")
_MOST = 4  # lines of one sentence


@dataclass(frozen=True)
class BackedSentence:
    """A sentence and the places it rests on; `found` says that they were found again."""

    text: str
    paragraph: int
    sources: tuple[DiarySource, ...]
    found: bool

    @property
    def lacks(self) -> bool:
        """Whether it says something of the notes, and no line was found."""
        return not self.sources and self.text not in own_words()


@dataclass(frozen=True)
class Backing:
    """The sentences of an entry and its changes, with their sources; `unsaid` counts what a model
    said without any, None where that is not known."""

    sentences: tuple[BackedSentence, ...]
    changes: tuple[DiaryChange, ...]
    found: frozenset[int]
    unsaid: int | None

    @property
    def paths(self) -> frozenset[str]:
        """The files that it names."""
        every = [one.sources for one in self.sentences] + [one.sources for one in self.changes]
        return frozenset(source.path for sources in every for source in sources)


def backing(entry: DiaryEntry, proposal: Proposal | None, material: Material) -> Backing:
    """What an entry rests on: `proposal` is the dream that it tells, None where that is not known;
    `material` the days that it read and MEMORY.md, as they are now."""
    lines = _LinesNow(material)
    changes, found = [], set()
    for n, change in enumerate(entry.changes):
        kept = tuple(map(lines.moved, change.sources))
        if not (kept or change.to):
            kept = lines.of(change.new or "".join(change.old[:1]))
            found |= {n} if kept else set()
        changes.append(replace(change, sources=kept))
    told = _Told(proposal, changes, lines)
    paragraphs = enumerate(entry.prose.split("\n\n"))
    backed = (told.backed(one, n) for n, part in paragraphs for one in sentences(part))
    unsaid = proposal.unsaid if proposal else None
    return Backing(tuple(backed), tuple(changes), frozenset(found), unsaid)


class _Told:
    """What is known of an entry: what its dream kept, and the changes that it tells."""

    def __init__(
        self, proposal: Proposal | None, changes: Sequence[DiaryChange], lines: "_LinesNow"
    ) -> None:
        self._lines = lines
        self._known = proposal is not None
        self._kept = {one.text: one.sources for one in proposal.told} if proposal else {}
        self._changes = [(one.old, one.new, one.sources) for one in changes]
        if proposal is not None:
            self._changes = [
                (one.old, one.new, tuple(map(_diary_source, one.sources)))
                for one in proposal.changes
            ]

    def backed(self, sentence: str, paragraph: int) -> BackedSentence:
        if sentence in self._kept:
            kept = map(self._lines.moved, map(_diary_source, self._kept[sentence]))
            return BackedSentence(sentence, paragraph, tuple(kept), found=False)
        texts = quotes(sentence)
        known = [place for text in texts for place in self._of_change(text)]
        places = known or [place for text in texts or [sentence] for place in self._lines.of(text)]
        return BackedSentence(
            sentence,
            paragraph,
            tuple(dict.fromkeys(places))[:_MOST],
            found=bool(places) and not (known and self._known),
        )

    def _of_change(self, quote: str) -> tuple[DiarySource, ...]:
        """The sources of the change that has a quote."""
        key = points(quote).key
        for old, new, sources in self._changes:
            if len(key) >= _SHORTEST and any(key in points(text).key for text in (*old, new or "")):
                return tuple(map(self._lines.moved, sources))
        return ()


class _LinesNow:
    """The lines of the days and of memory, found by what they say."""

    def __init__(self, material: Material) -> None:
        shown = shown_of(material)
        self._places = [
            (points(one.says).key, _diary_source(one.sources[0]))
            for one in (*shown.notes, *shown.memory)
        ]
        self._telling = DiaryProse(shown.notes, shown.memory, material.today)
        self._texts = material.lines()

    def of(self, text: str) -> tuple[DiarySource, ...]:
        """The places that say a text: word for word, else as a model's words are proved."""
        key = points(text).key
        there = [place for line, place in self._places if len(key) >= _SHORTEST and key in line]
        return (
            tuple(there[:1])
            or self._in_pieces(text)
            or tuple(map(_diary_source, self._telling.sources(text)))
        )

    def _in_pieces(self, text: str) -> tuple[DiarySource, ...]:
        """The lines of one file that say the pieces of a text that was made of several."""
        pieces = [key for key in (points(one).key for one in _JOINT.split(text)) if len(key) >= 4]
        by_path: dict[str, dict[str, DiarySource]] = {}
        for line, place in self._places:
            for piece in pieces if len(pieces) > 1 else ():
                if piece in line:
                    by_path.setdefault(place.path, {}).setdefault(piece, place)
        best = max(by_path.values(), key=len, default={})
        return tuple(best.values()) if 2 * len(best) > len(pieces) else ()

    def moved(self, source: DiarySource) -> DiarySource:
        """The place where a quote stands now; the same where it is not to be found."""
        lines = self._texts.get(source.path, [])
        at = [n for n, line in enumerate(lines, start=1) if source.quote and source.quote in line]
        if not at or source.line in at:
            return source
        return replace(source, line=min(at, key=lambda n: abs(n - source.line)))


def _diary_source(source: Source) -> DiarySource:
    return DiarySource(source.path, source.line, source.quote)
