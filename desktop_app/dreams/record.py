"""The diary of a dream without a model: what was read, offered and asked, in fixed frames.

Knows changes and counts, no rules. It states nothing as a fact: what memory and the notes say is
quoted, and whether it holds is for the person to say.
"""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from desktop_app import resources
from desktop_app.dreams.proposal import Change, ChangeKind, Why
from desktop_app.language.masked import without_secrets
from desktop_app.language.words import is_cjk, script

_LONGEST_TITLE, _LONGEST_QUOTE, _WIDE = 48, 84, 2  # in Latin letters; Chinese ones are wide
_MARKUP = re.compile(r"[*`]+|^#+\s*|\\")
_FIRST_CLAUSE = re.compile(r"[;；。！？]|[.!?](?=\s|$)|\n")
_QUOTED = 2  # changes of one kind that are quoted
_KINDS = (ChangeKind.UPDATED, ChangeKind.MERGED, ChangeKind.REMOVED)


@dataclass(frozen=True)
class RecordedDream:
    """What a diary is written from: `language` is en, zh-Hant or zh-Hans, `aside` counts by why."""

    language: str
    days: int
    changes: tuple[Change, ...]
    aside: Mapping[Why, int]


def title(dream: RecordedDream) -> str:
    """The first thing that is ticked, else offered, quoted; in the notes' language if there is."""
    frames = _frames(dream.language)
    on_first_page = [change for change in dream.changes if change.new and change.page == 1]
    if not on_first_page:
        return str(frames["nothing_title"])
    best = min(
        on_first_page, key=lambda one: (not one.accepted, script(one.new or "") != dream.language)
    )
    text = _FIRST_CLAUSE.split(_plain(best.new or ""))[0].strip()
    quote = frames["quote"].format(_clipped(text, _LONGEST_TITLE))
    more = len(dream.changes) - 1
    return str(frames["title"].format(quote=quote, n=more) if more else quote)


def prose(dream: RecordedDream) -> str:
    """The diary's paragraphs, in the notes' language; what is empty is left out."""
    frames = _frames(dream.language)
    first = [_filled(frames["days"], dream.days)]
    if not dream.changes:
        first.append(frames["nothing"])
    for kind in _KINDS:
        first += _first_and_more(dream, kind)
    questions = _first_and_more(dream, ChangeKind.QUESTION)
    paragraphs = [first, _additions(dream), questions, _rest(dream)]
    joined = (frames["space"].join(sentences) for sentences in paragraphs if sentences)
    return "\n\n".join(joined)


def _first_and_more(dream: RecordedDream, kind: ChangeKind) -> list[str]:
    changes = [change for change in dream.changes if change.kind == kind]
    if not changes:
        return []
    frames, first = _frames(dream.language), changes[0]
    sentence = frames[kind].format(
        old=_quoted(dream, first.old[0]), new=_quoted(dream, first.new or "")
    )
    return [sentence, *_more(frames[f"{kind}_more"], len(changes) - 1)]


def _additions(dream: RecordedDream) -> list[str]:
    added = [change for change in dream.changes if change.kind == ChangeKind.ADDED]
    if not added:
        return []
    frames = _frames(dream.language)
    quotes = frames["apart"].join(_quoted(dream, change.new or "") for change in added[:_QUOTED])
    return [
        frames["added"].format(quotes=quotes),
        *_more(frames["added_more"], len(added) - _QUOTED),
    ]


def _rest(dream: RecordedDream) -> list[str]:
    frames = _frames(dream.language)
    counts = [
        _filled(forms, dream.aside[name])
        for name, forms in frames["counts"].items()
        if dream.aside.get(name)
    ]
    return [frames["aside"].format(counts=_listed(frames, counts))] if counts else []


def _more(forms: Sequence[str], count: int) -> list[str]:
    return [_filled(forms, count)] if count > 0 else []


def _filled(forms: Sequence[str], count: int) -> str:
    return forms[0] if count == 1 else forms[1].format(n=count)


def _listed(frames: Mapping[str, Any], parts: Sequence[str]) -> str:
    if len(parts) < 2:
        return "".join(parts)
    return str(frames["comma"].join(parts[:-1]) + frames["and"] + parts[-1])


def _quoted(dream: RecordedDream, text: str) -> str:
    plain = _plain(text).rstrip(".。")
    return str(_frames(dream.language)["quote"].format(_clipped(plain, _LONGEST_QUOTE)))


def _plain(text: str) -> str:
    """Without marks, and without secrets: a diary lies open in the notebook."""
    text = without_secrets(text)
    return " ".join(_MARKUP.sub("", text).split())


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
    frames: dict[str, Any] = resources.table("language/record")[language]
    return frames
