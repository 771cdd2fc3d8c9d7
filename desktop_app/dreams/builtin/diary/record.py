"""The diary of a dream without a model: facts in fixed frames. Knows changes and counts, no rules.

It is a record and says so by its tone: every name and quote in it stands in the notes or in memory.
"""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from desktop_app import resources
from desktop_app.dreams.builtin.book import Note
from desktop_app.dreams.builtin.diary.recurring import MARKUP, recurring
from desktop_app.dreams.proposal import Change
from desktop_app.language.changes import shifts
from desktop_app.language.words import is_cjk, script

_LONGEST_TITLE, _LONGEST_QUOTE, _WIDE = 48, 84, 2  # in Latin letters; Chinese ones are wide
_LONGEST_NAMED, _MOST_NAMED = 44, 5  # of lines over the cap
_FIRST_CLAUSE = re.compile(r"[;；。！？]|[.!?](?=\s|$)|\n")
_PLACES = ("trivia", "todo", "question", "long")


@dataclass(frozen=True)
class Told:
    """What a diary is written from.

    `language` is en, zh-Hant or zh-Hans; `aside` counts what was left and why; `again` and `over`
    are the texts of lines that said what is known and of lines more than a dream takes in,
    `unknown` those that ask to forget what memory does not say.
    """

    language: str
    days: int
    changes: tuple[Change, ...]
    aside: Mapping[str, int]
    notes: tuple[Note, ...]
    again: tuple[str, ...] = ()
    over: tuple[str, ...] = ()
    unknown: tuple[str, ...] = ()


def title(told: Told) -> str:
    """A short line: the first change in its own words, one in the notes' language if there is."""
    kept = [change for change in told.changes if change.accepted and change.new]
    if not kept:
        return str(_frames(told.language)["nothing_title"])
    ours = [change for change in kept if script(change.new or "") == told.language]
    text = _FIRST_CLAUSE.split(_plain((ours or kept)[0].new or ""))[0].strip()
    return _clipped(text, _LONGEST_TITLE)


def prose(told: Told) -> str:
    """The diary's paragraphs, in the notes' language; what is empty is left out."""
    frames = _frames(told.language)
    if not told.changes:
        first = [_counted(frames, "nothing", told.days)]
    else:
        first = [*_recurring(told), *_updates(told), *_merged(told), *_held(told)]
    paragraphs = [
        first,
        [*_additions(told), *_over(told), *_removed(told), *_forgotten(told), *_again(told)],
        _questions(told),
        [*_rest(told), *_foreign(told), *_warnings(told)],
    ]
    joined = (frames["space"].join(sentences) for sentences in paragraphs if sentences)
    return "\n\n".join(joined)


def _recurring(told: Told) -> list[str]:
    """What stands in the notes of several days, of what the changes are about."""
    if told.days < 2:
        return []
    texts = [change.new or change.old[0] for change in told.changes]
    names = recurring(told.notes, texts, told.language != "en")
    if not names:
        return []
    listed = _listed(told.language, [names[0][:1].upper() + names[0][1:], *names[1:]])
    return [_frames(told.language)["recurring"].format(names=listed, days=_number(told, told.days))]


def _updates(told: Told) -> list[str]:
    updates = [change for change in told.changes if change.kind == "updated" and change.accepted]
    frames = ("updated", "updated_again")
    said = [
        _frames(told.language)[frame].format(
            old=_quoted(told, change.old[0]), new=_quoted(told, _what_came(change))
        )
        for frame, change in zip(frames, updates, strict=False)
    ]
    return said + _more(told, "updated_more", len(updates) - 2)


def _what_came(change: Change) -> str:
    """The new thing alone where a note names it, else the whole new line."""
    new = change.new or ""
    for source in change.sources:
        for shift in shifts(source.quote):
            if shift.new and shift.new in new and shift.old in change.old[0]:
                return shift.new
    return new


def _merged(told: Told) -> list[str]:
    merged = [change for change in told.changes if change.kind == "merged" and change.accepted]
    if not merged:
        return []
    said = _frames(told.language)["merged"].format(
        old=_quoted(told, merged[0].old[0]), new=_quoted(told, merged[0].new or "")
    )
    return [said, *_more(told, "merged_more", len(merged) - 1)]


def _held(told: Told) -> list[str]:
    """Changes that wait, but for those that a sentence of their own tells of."""
    unread = {note.unit.text for note in told.notes if note.unit.foreign}
    held = [
        change
        for change in told.changes
        if not change.accepted
        and change.kind not in ("question", "removed")
        and change.new not in unread
    ]
    return _more(told, "held", len(held))


def _additions(told: Told) -> list[str]:
    added = [change for change in told.changes if change.kind == "added" and change.accepted]
    if not added:
        return []
    quotes = [_quoted(told, change.new or "") for change in added[:2]]
    frames = _frames(told.language)
    said = frames["added"].format(quotes=frames["apart"].join(quotes))
    return [said, *_more(told, "added_more", len(added) - 2)]


def _over(told: Told) -> list[str]:
    """The lines beyond what a dream takes in, by name."""
    if not told.over:
        return []
    frames = _frames(told.language)
    named = [_quoted(told, text, _LONGEST_NAMED) for text in told.over[:_MOST_NAMED]]
    if left := len(told.over) - len(named):
        named.append(_filled(told, frames["counts"]["over"], left))
    return [frames["over"].format(lines=_listed(told.language, named))]


def _removed(told: Told) -> list[str]:
    twice = [c for c in told.changes if c.kind == "removed" and not _is_asked_for(told, c)]
    return _more(told, "removed", len(twice))


def _forgotten(told: Told) -> list[str]:
    asked = [c for c in told.changes if c.kind == "removed" and _is_asked_for(told, c)]
    return [
        *_first_and_more(told, "forget", [change.old[0] for change in asked]),
        *_first_and_more(told, "forget_unknown", told.unknown),
    ]


def _first_and_more(told: Told, name: str, texts: Sequence[str]) -> list[str]:
    if not texts:
        return []
    first = _frames(told.language)[name].format(old=_quoted(told, texts[0]))
    return [first, *_more(told, f"{name}_more", len(texts) - 1)]


def _is_asked_for(told: Told, change: Change) -> bool:
    """Whether a note asks to forget the line, so that it goes not because it stands twice."""
    days = {note.unit.path for note in told.notes}
    return any(source.path in days for source in change.sources)


def _questions(told: Told) -> list[str]:
    asked = [change for change in told.changes if change.kind == "question"]
    if not asked:
        return []
    first = _frames(told.language)["question"].format(
        old=_quoted(told, asked[0].old[0]), new=_quoted(told, asked[0].new or "")
    )
    return [first, *_more(told, "question_more", len(asked) - 1)]


def _again(told: Told) -> list[str]:
    if len(told.again) == 1:
        return [_frames(told.language)["again"].format(old=_quoted(told, told.again[0]))]
    return _more(told, "repeated", len(told.again))


def _rest(told: Told) -> list[str]:
    frames = _frames(told.language)
    counts = [
        _filled(told, frames["counts"][name], told.aside[name])
        for name in _PLACES
        if told.aside.get(name)
    ]
    return [frames["aside"].format(counts=_listed(told.language, counts))] if counts else []


def _foreign(told: Told) -> list[str]:
    return _more(told, "foreign", sum(note.unit.foreign for note in told.notes))


def _warnings(told: Told) -> list[str]:
    return [
        sentence
        for name in ("secret", "order")
        for sentence in _more(told, name, told.aside.get(name, 0))
    ]


def _more(told: Told, name: str, count: int) -> list[str]:
    return [_filled(told, _frames(told.language)[name], count)] if count > 0 else []


def _counted(frames: dict[str, Any], name: str, count: int) -> str:
    one, many = frames[name]
    return str(one if count == 1 else many.format(n=_spelt(frames, count)))


def _filled(told: Told, forms: list[str], count: int) -> str:
    one, many = forms
    text = one if count == 1 else many.format(n=_number(told, count))
    return text[:1].upper() + text[1:] if many.startswith("{n}") and one[:1].isupper() else text


def _number(told: Told, count: int) -> str:
    return _spelt(_frames(told.language), count)


def _spelt(frames: dict[str, Any], count: int) -> str:
    words = frames["numbers"]
    return str(words[count]) if count < len(words) else str(count)


def _listed(language: str, parts: list[str]) -> str:
    frames = _frames(language)
    if len(parts) < 2:
        return "".join(parts)
    return str(frames["comma"].join(parts[:-1]) + frames["and"] + parts[-1])


def _quoted(told: Told, text: str, longest: int = _LONGEST_QUOTE) -> str:
    plain = _plain(text).rstrip(".。")
    return str(_frames(told.language)["quote"].format(_clipped(plain, longest)))


def _plain(text: str) -> str:
    return " ".join(MARKUP.sub("", text).split())


def _clipped(text: str, longest: int) -> str:
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
    found: dict[str, Any] = resources.table("language/record")[language]
    return found
