"""What a diary says of changes that were taken where no model told of them: quotes in fixed frames.

Knows changes, no rules. Each sentence quotes what memory says and said, and nothing else.
"""

import re
from collections.abc import Sequence
from itertools import groupby
from typing import Any

from desktop_app import resources
from desktop_app.dreams.proposal import GOING, Change, ChangeKind, ToldSentence
from desktop_app.language.gate.masked import without_secrets
from desktop_app.language.sentences import own_language, sentences
from desktop_app.language.tokens import is_cjk, script

_LONGEST_TITLE, _LONGEST_QUOTE, _WIDE = 48, 110, 2  # in Latin letters; Chinese ones are wide
_MOST = 4  # changes that are told; all of them stand below
_INNER = str.maketrans("“”「」", "‘’『』")  # quotes within a quote
_MARKUP = re.compile(r"[*`]+|^#+\s*|\\")
_CLAUSE = re.compile(r"[;；]")
_NOTHING_SAID = (ChangeKind.MOVED, ChangeKind.RETITLED)


def told(changes: Sequence[Change], language: str = "") -> str:
    """What became of memory by these changes, in a language, that of their lines by default; ""
    where it says the same as before."""
    frames = _frames(language or language_of(changes))
    saying = [one for one in changes if one.kind not in _NOTHING_SAID and not one.makes_file]
    saying.sort(key=lambda one: not one.old)  # what memory said before comes first
    lines: list[str] = []
    for frame, some in groupby(saying[:_MOST], _frame):
        pairs = [
            [quoted(text, frames["quote"], _LONGEST_QUOTE) for text in (_old(one), one.new or "")]
            for one in some
        ]
        if frame != "changed":
            pairs = [[str(frames["between"]).join(texts) for texts in zip(*pairs, strict=True)]]
        lines += (frames[frame].format(old=old, new=new) for old, new in pairs)
    return str(frames["space"]).join(lines)


def title(changes: Sequence[Change], language: str = "") -> str:
    """The first thing that changes, quoted: what is ticked comes before what is asked. The language
    is that of their lines by default."""
    if not changes:
        return ""
    language = language or language_of(changes)
    frames = _frames(language)

    def rank(change: Change) -> tuple[bool, bool, bool]:
        strange = (language_of([change]) == "en") != (language == "en")
        return not change.accepted, change.kind == ChangeKind.QUESTION, strange

    first = min(changes, key=rank)
    line = plain_line(first.new or _old(first))
    text = next(iter(sentences(_CLAUSE.split(line)[0])), line)
    quote = quoted(text.rstrip("!?！？"), frames["quote"], _LONGEST_TITLE)
    more = len(changes) - 1
    return str(frames["title"].format(quote=quote, n=more) if more else quote)


def prose(told_lines: Sequence[ToldSentence]) -> str:
    """Sentences as the paragraphs of a diary."""
    paragraphs: dict[int, list[str]] = {}
    for one in told_lines:
        paragraphs.setdefault(one.paragraph, []).append(one.text)
    space = _frames(own_language(" ".join(one.text for one in told_lines)))["space"]
    return "\n\n".join(space.join(paragraphs[n]) for n in sorted(paragraphs))


def language_of(changes: Sequence[Change]) -> str:
    """The language of what changes say: `en`, `zh-Hant` or `zh-Hans`."""
    return script("\n".join(one.new or _old(one) for one in changes))


def _old(change: Change) -> str:
    return "".join(change.old[:1])


def plain_line(text: str) -> str:
    """Without marks, and without secrets: a diary lies open in the notebook."""
    text = without_secrets(text)
    return " ".join(_MARKUP.sub("", text).split())


def quoted(text: str, frame: str, longest: int) -> str:
    """A line in the frame of a quote, without marks and secrets, and cut where it is longer."""
    return frame.format(clipped(plain_line(text).rstrip(".。").translate(_INNER), longest))


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


def _frame(change: Change) -> str:
    if not change.old or change.both:
        return "added"
    return "gone" if change.kind in GOING else "changed"


def _frames(language: str) -> dict[str, Any]:
    frames: dict[str, Any] = resources.table("language/record")[language]
    return frames
