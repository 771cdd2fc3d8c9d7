"""The diary of a dream without a model: what the notes say that is new, in fixed frames.

Knows changes, no rules. It states nothing as a fact: what memory and the notes say is quoted, each
sentence rests on lines, and whether it holds is for the person to say.
"""

import calendar
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date
from typing import Any

from desktop_app import resources
from desktop_app.dreams.proposal import Change, ChangeKind, ToldSentence
from desktop_app.dreams.themes import Themes
from desktop_app.language.masked import without_secrets
from desktop_app.language.sentences import quotes
from desktop_app.language.words import is_cjk, script
from desktop_app.notebook.source import Source

_LONGEST_TITLE, _LONGEST_QUOTE, _WIDE = 48, 110, 2  # in Latin letters; Chinese ones are wide
_INNER = str.maketrans("“”「」", "‘’『』")  # quotes within a quote
_MARKUP = re.compile(r"[*`]+|^#+\s*|\\")
_FIRST_CLAUSE = re.compile(r"[;；。！？]|[.!?](?=\s|$)|\n")
_PARAGRAPHS: tuple[tuple[tuple[ChangeKind, ...], int], ...] = (
    ((ChangeKind.UPDATED, ChangeKind.MERGED, ChangeKind.REMOVED), 2),
    ((ChangeKind.ADDED,), 4),
    ((ChangeKind.QUESTION,), 1),
)
"""What a paragraph tells, and of how many changes at most."""


@dataclass(frozen=True)
class RecordedDream:
    """What a diary is written from. `language` is en, zh-Hant or zh-Hans; `days` are the dates of
    the paths that were read; `lately` is what was told in the last days, and is told no more.
    """

    language: str
    changes: tuple[Change, ...]
    days: Mapping[str, date] = field(default_factory=dict)
    lately: Sequence[str] = ()


def told(dream: RecordedDream) -> tuple[ToldSentence, ...]:
    """The diary's sentences, in the notes' language: no theme twice, each with its lines."""
    themes = Themes(dream.lately, (line for one in dream.changes for line in _lines(one)))
    chosen = []
    for paragraph, (kinds, most) in enumerate(_PARAGRAPHS):
        fresh = _fresh([one for one in dream.changes if one.kind in kinds], dream, themes)
        for change, _ in zip(fresh, range(most), strict=False):
            chosen.append(ToldSentence(_sentence(dream, change), change.sources, paragraph))
    if chosen:
        return tuple(chosen)
    frames = _frames(dream.language)
    sources = dream.changes[0].sources if dream.changes else ()
    return (ToldSentence(frames["again" if dream.changes else "nothing"], sources),)


def title(dream: RecordedDream, sentences: Sequence[ToldSentence]) -> str:
    """The first thing that is told, quoted: what is ticked comes before what is asked."""
    frames = _frames(dream.language)
    if not dream.changes:
        return str(frames["nothing_title"])
    news = sorted(sentences, key=lambda one: one.paragraph != 1)
    quoted = [quote for one in news for quote in quotes(one.text)[-1:]]
    if not quoted:
        return str(frames["again_title"])
    text = _FIRST_CLAUSE.split(quoted[0])[0].strip()
    quote = frames["quote"].format(clipped(text, _LONGEST_TITLE))
    more = len(dream.changes) - 1
    return str(frames["title"].format(quote=quote, n=more) if more else quote)


def prose(sentences: Sequence[ToldSentence], language: str) -> str:
    """Sentences as the paragraphs of a diary."""
    paragraphs: dict[int, list[str]] = {}
    for one in sentences:
        paragraphs.setdefault(one.paragraph, []).append(one.text)
    space = _frames(language)["space"]
    return "\n\n".join(space.join(paragraphs[n]) for n in sorted(paragraphs))


def _fresh(changes: Sequence[Change], dream: RecordedDream, themes: Themes) -> Iterator[Change]:
    """Those of which nothing was told yet, what is ticked first; what is taken counts as told."""

    def rank(change: Change) -> tuple[bool, bool, bool]:
        other = script(_lines(change)[-1]) != dream.language
        return change.page != 1, not change.accepted, other

    for change in sorted(changes, key=rank):
        lines = [line for line in map(plain_line, _lines(change)) if line]
        if lines and not any(map(themes.has, lines)):
            for line in lines:
                themes.add(line)
            yield change


def _lines(change: Change) -> list[str]:
    """What a sentence about a change quotes: what was, and what comes."""
    return [*change.old[:1], *([change.new] if change.new else [])]


def _sentence(dream: RecordedDream, change: Change) -> str:
    frames = _frames(dream.language)
    asks = change.kind == ChangeKind.QUESTION and change.sources
    said = change.sources[0].quote if asks else change.new
    return str(
        frames[change.kind].format(
            old=_quoted(dream, change.old[0] if change.old else ""),
            new=_quoted(dream, said or ""),
            when=_when(dream, change.sources),
        )
    )


def _when(dream: RecordedDream, sources: Sequence[Source]) -> str:
    """Of which day the notes are, where one can be said."""
    days = [dream.days[one.path] for one in sources if one.path in dream.days]
    if not days:
        return ""
    newest = max(days)
    frame = str(_frames(dream.language)["when"])
    name = calendar.month_name[newest.month] if "{name}" in frame else ""
    return frame.format(day=newest.day, month=newest.month, name=name)


def _quoted(dream: RecordedDream, text: str) -> str:
    plain = plain_line(text).rstrip(".。").translate(_INNER)
    return str(_frames(dream.language)["quote"].format(clipped(plain, _LONGEST_QUOTE)))


def plain_line(text: str) -> str:
    """Without marks, and without secrets: a diary lies open in the notebook."""
    text = without_secrets(text)
    return " ".join(_MARKUP.sub("", text).split())


def clipped(text: str, longest: int) -> str:
    """At most so many letters wide, cut at a word, with an ellipsis where something is missing."""
    width = 0
    for place, character in enumerate(text):
        width += _WIDE if is_cjk(character) else 1
        if width > longest:
            cut = text[:place]
            at = cut.rfind(" ")
            return cut[: at if at > place * 0.6 else place].rstrip(" ,;:，；、") + "…"
    return text


def _frames(language: str) -> dict[str, Any]:
    frames: dict[str, Any] = resources.table("language/record")[language]
    return frames
