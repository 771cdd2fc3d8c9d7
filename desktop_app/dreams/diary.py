"""What a model told of a dream: no theme twice in a week. Knows drafts and diaries, no store."""

import re
from collections.abc import Iterable, Sequence
from datetime import date, timedelta

from desktop_app.dreams import record
from desktop_app.dreams.dreamer import DreamDraft, Material
from desktop_app.dreams.proposal import Change, ToldSentence
from desktop_app.dreams.themes import Themes
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
