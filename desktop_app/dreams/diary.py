"""What a model told of a dream: no theme twice in a week. Knows drafts and diaries, no store."""

import re
from collections.abc import Iterable, Sequence
from datetime import date, timedelta

from rapidfuzz import fuzz

from desktop_app.dreams import record
from desktop_app.dreams.comparing.points import Points, Rarity, points
from desktop_app.dreams.dreamer import DreamDraft, Material
from desktop_app.dreams.proposal import Change, ToldSentence
from desktop_app.errors import Problem
from desktop_app.language.sentences import quotes, sentences
from desktop_app.notebook import diaries
from desktop_app.notebook.bullets import MemoryFile
from desktop_app.notebook.dated import Dated
from desktop_app.notebook.layout import named_date
from desktop_app.notebook.notebook import Notebook
from desktop_app.notebook.statements.day_text import DayText

_DAY = re.compile(r"[0-9]{4}-[0-9]{2}-[0-9]{2}")
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
    prose = record.prose(told) if draft.voice else draft.prose
    return title or record.title(changes), prose, told


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
    named = [day for text in _DAY.findall(entry.meta)[:2] if (day := named_date(f"{text}.md"))]
    first, last = min(named, default=_lately(entry.date)), max(named, default=entry.date)
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
        self._told = [one for one in map(points, told) if one.marks]
        lines = [*(one.marks for one in self._told), *(points(text).marks for text in around)]
        self._rarity = Rarity.of(lines)

    def has(self, text: str) -> bool:
        """Whether something was told that is about the same."""
        line = points(text)
        return any(self._is_same(line, other) for other in self._told)

    def add(self, text: str) -> None:
        """Take a line for told."""
        self._told.append(points(text))

    def _is_same(self, line: Points, other: Points) -> bool:
        shared = line.marks & other.marks
        fewest = min(len(line.marks), len(other.marks))
        if not shared or len(shared) < min(_LEAST, fewest):
            return line.key == other.key
        if fuzz.token_set_ratio(line.key, other.key) >= _ALIKE:
            return True
        shorter = min(map(self._rarity.weight, (line.marks, other.marks)))
        return self._rarity.weight(shared) >= _SHARED * shorter
