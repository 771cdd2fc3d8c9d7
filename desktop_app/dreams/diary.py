"""What a model told of a dream: no theme twice in a week, and which lines its sentences rest on.

What the dream kept is taken as it is. Where nothing is kept of it, the lines are found again by
what the diary itself says. Knows drafts, diaries and lines, no store.
"""

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from datetime import date, timedelta

from rapidfuzz import fuzz

from desktop_app.dreams import plain_prose
from desktop_app.dreams.comparing.gist import Gist, Rarity, gist
from desktop_app.dreams.consolidator.prose import DiaryProse
from desktop_app.dreams.consolidator.shown import shown_of
from desktop_app.dreams.diary_entry import own_words
from desktop_app.dreams.dreamer import DreamDraft, Material
from desktop_app.dreams.origin import QuotesNow
from desktop_app.dreams.proposal import Change, Proposal, ToldSentence
from desktop_app.errors import Problem
from desktop_app.language.sentences import quotes, sentences
from desktop_app.notebook import diaries
from desktop_app.notebook.bullets import MemoryFile
from desktop_app.notebook.dated import Dated
from desktop_app.notebook.diaries import DiaryChange, DiaryEntry, DiarySource
from desktop_app.notebook.notebook import Notebook
from desktop_app.notebook.source import Source
from desktop_app.notebook.statements.day_text import DayText

_SHORTEST = 6  # letters of a quote by which a line is found
_JOINT = re.compile(r"[;；]\s*|:\s+|：")


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


def backing(notebook: Notebook, entry: DiaryEntry, proposal: Proposal | None) -> Backing:
    """What an entry rests on, as the files are now: `proposal` is the dream that it tells, None
    where that is not known."""
    lines = _LinesNow(notebook, read_for(notebook, entry))
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
            tuple(dict.fromkeys(places)),
            found=bool(places) and not (known and self._known),
        )

    def _of_change(self, quote: str) -> tuple[DiarySource, ...]:
        key = gist(quote).key
        for old, new, sources in self._changes:
            if len(key) >= _SHORTEST and any(key in gist(text).key for text in (*old, new or "")):
                return tuple(map(self._lines.moved, sources))
        return ()


class _LinesNow:
    def __init__(self, notebook: Notebook, material: Material) -> None:
        shown = shown_of(material)
        self._places = [
            (gist(one.says).key, _diary_source(one.sources[0]))
            for one in (*shown.notes, *shown.memory)
        ]
        self._telling = DiaryProse(shown.notes, shown.memory, material.today)
        self.moved = QuotesNow(notebook).of

    def of(self, text: str) -> tuple[DiarySource, ...]:
        """The places that say a text: word for word, else as a model's words are proved."""
        key = gist(text).key
        there = [place for line, place in self._places if len(key) >= _SHORTEST and key in line]
        return (
            tuple(there[:1])
            or self._in_pieces(text)
            or tuple(map(_diary_source, self._telling.sources(text)))
        )

    def _in_pieces(self, text: str) -> tuple[DiarySource, ...]:
        """The lines of one file that say the pieces of a text that was made of several."""
        pieces = [key for key in (gist(one).key for one in _JOINT.split(text)) if len(key) >= 4]
        by_path: dict[str, dict[str, DiarySource]] = {}
        for line, place in self._places:
            for piece in pieces if len(pieces) > 1 else ():
                if piece in line:
                    by_path.setdefault(place.path, {}).setdefault(piece, place)
        best = max(by_path.values(), key=len, default={})
        return tuple(best.values()) if 2 * len(best) > len(pieces) else ()


def _diary_source(source: Source) -> DiarySource:
    return DiarySource(source.path, source.line, source.quote)


_MOST_DAYS = 62  # that are searched for the lines of one entry, the newest first
LATELY = timedelta(days=7)
"""For so long a theme that was told is not told again."""


def composed(
    draft: DreamDraft, changes: Sequence[Change], lately: Sequence[str]
) -> tuple[str, str, tuple[ToldSentence, ...]]:
    """Title, prose and sentences of a dream with these changes, after what was told `lately`."""
    themes = Themes(lately, (one.text for one in draft.voice))
    told = tuple(one for one in draft.voice if not themes.has(one.text))
    title = "" if themes.has(draft.title) else draft.title
    prose = plain_prose.prose(told) if draft.voice else draft.prose
    return title or plain_prose.title(changes), prose, told


def told_lately(notebook: Notebook, day: date) -> list[str]:
    """What the diaries of the seven days before `day`, and of itself, have told."""
    layout = notebook.layout
    since = _lately(day)
    days = map(date.fromordinal, range(day.toordinal(), since.toordinal() - 1, -1))
    paths = dict.fromkeys(map(layout.diary, days))
    told: list[str] = []
    for path in paths:
        try:
            entries = diaries.parse(path, notebook.read(path).text)
        except Problem:  # a diary that cannot be read hinders no dream
            continue
        near = (entry for entry in entries if since <= entry.date <= day)
        told += [line for entry in near for line in _lines(entry)]
    return told


def _lately(day: date) -> date:
    """The day that is LATELY before this one, or the calendar's first."""
    return date.fromordinal(max(day.toordinal() - LATELY.days, 1))


def read_for(notebook: Notebook, entry: diaries.DiaryEntry) -> Material:
    """What an entry may rest on, as it is now: the days that its remark names, else the seven up to
    it, and MEMORY.md."""
    first, last = diaries.days_read(entry) or (_lately(entry.date), entry.date)
    dated = Dated(notebook)
    days = [day for day in dated.days(last) if day >= first][:_MOST_DAYS]
    texts = tuple(DayText(day, *one) for day in days for one in dated.notes(day))
    memory = MemoryFile(notebook.read(notebook.layout.memory).data)
    return Material(memory, texts, (), frozenset(), notebook.layout.memory)


def _lines(entry: diaries.DiaryEntry) -> Iterable[str]:
    """The themes of an entry: what its sentences quote, else they themselves."""
    for sentence in sentences(entry.prose):
        yield from quotes(sentence) or [sentence]


_SHARED = 0.5  # of the words of the shorter one, by weight: both are about the same
_ALIKE = 75  # how alike letters are, of 100, of lines of one template
_LEAST = 2  # words that two lines share to be about the same, where both have as many


class Themes:
    """Lines that were told; `around` are lines of the same notes, which show what words weigh."""

    def __init__(self, told: Iterable[str] = (), around: Iterable[str] = ()) -> None:
        self._told = [one for one in map(gist, told) if one.marks]
        lines = [*(one.marks for one in self._told), *(gist(text).marks for text in around)]
        self._rarity = Rarity.of(lines)

    def has(self, text: str) -> bool:
        """Whether something was told that is about the same."""
        line = gist(text)
        return any(self._is_same(line, other) for other in self._told)

    def _is_same(self, line: Gist, other: Gist) -> bool:
        shared = line.marks & other.marks
        fewest = min(len(line.marks), len(other.marks))
        if not shared or len(shared) < min(_LEAST, fewest):
            return line.key == other.key
        if fuzz.token_set_ratio(line.key, other.key) >= _ALIKE:
            return True
        shorter = min(map(self._rarity.weight, (line.marks, other.marks)))
        return self._rarity.weight(shared) >= _SHARED * shorter
