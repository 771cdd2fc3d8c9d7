"""What a note says was, and what it says is instead, word for word. Knows no files."""

import re
from collections.abc import Iterable, Iterator
from functools import cache, lru_cache
from typing import NamedTuple

from desktop_app import resources
from desktop_app.dreams.comparing.gist import Gist, gist
from desktop_app.language.cues import CueKind, places_of, without_cues
from desktop_app.language.difference import Span
from desktop_app.language.spans import flat
from desktop_app.language.tokens import is_light, light_characters
from desktop_app.language.values import values, without_values

OF_CHANGE = (CueKind.CHANGE, CueKind.END, CueKind.NOT, CueKind.PASSING)
_COINS = "$€£¥"
_GAPS = ("forward", "arrow", "not_but", "from_to", "backward")  # `11 m long`, now 9 m
_PIECE = re.compile("[\u3400-\u9fff]+|(?:(?![\u3400-\u9fff])[^\\W\\d_])+")


class ToldChange(NamedTuple):
    """Where a note says what was, and what is now. `begun` where a word such as *from* says where
    the old begins; else each reaches to the edge of its clause."""

    old: Span
    new: Span
    begun: bool


@lru_cache(maxsize=8_000)
def told_changes(note: Gist) -> tuple[ToldChange, ...]:
    """The changes that a note tells with what was before."""
    return tuple(_told(note)) if CueKind.OPEN not in note.cues else ()


def _told(note: Gist) -> Iterator[ToldChange]:
    level = flat(note.text)
    for gap in (match.span() for match in _gap("backward").finditer(level)):
        before = [one for one in note.reading.clauses if one[0] < gap[0]]
        behind = [one for one in note.reading.clauses if one[1] > gap[1]]
        if before and behind:
            yield ToldChange((gap[1], behind[0][1]), (before[-1][0], gap[0]), begun=False)
    for start, end in note.reading.clauses:
        begins = [match.end() for match in pattern("from").finditer(level, start, end)]
        gaps = [match.span() for match in _gap("forward").finditer(level, start, end)]
        gaps += [match.span() for match in _gap("arrow").finditer(level, start, end)]
        if not gaps and begins and CueKind.CHANGE in note.cues:
            gaps = [match.span() for match in _gap("from_to").finditer(level, begins[0], end)][:1]
        if gaps:
            gap = max(gaps, key=lambda span: span[1] - span[0])
            begun = max((at for at in begins if at < gap[0]), default=None)
            yield ToldChange(
                (start if begun is None else begun, gap[0]), (gap[1], end), begun is not None
            )


def without_end(text: str) -> str:
    """A wording without the words of a change behind it: *Tuesday now*."""
    for start, end in places_of(CueKind.CHANGE, text):
        if not text[end:].strip(" 了"):
            return text[:start].strip()
    return text.strip().removesuffix("了")


def put_for(memory: str, old: str, new: str, terms: Iterable[Span]) -> str | None:
    """Memory's line with the whole old wording, which stands in it once, exchanged for the whole
    new one; None where it does not, has no more than a part of one of its `terms`, or where
    something would narrow the new one down again."""
    level, was = flat(memory), flat(old)
    at = level.find(was)
    if not was or at < 0 or level.find(was, at + 1) >= 0:
        return None
    end = at + len(was)
    inside = any(v.start < cut < v.end for v in values(memory) for cut in (at, end))
    if inside or not all(at <= one[0] and one[1] <= end for one in terms):
        return None
    if any(_in_word(level, cut) for cut in (at, end)):
        return None
    (_, narrowed), (lead, trail) = _edges(old), _edges(new)
    rest = memory[end:]
    words = trail.split()
    tails = (" ".join(words[n:]) for n in range(len(words)))
    if tail := next((one for one in tails if flat(rest).lstrip().startswith(flat(one))), ""):
        new = new.removesuffix(tail).rstrip()
    elif trail and not narrowed and _pieces(_clause(rest)):
        return None
    if lead and flat(memory[:at]).rstrip().endswith(flat(lead)):
        new = new[new.index(lead) + len(lead) :].lstrip()
    return f"{memory[:at]}{new}{rest}"


def is_mixed(memory: str, line: str, old: str, new: str) -> bool:
    """Whether memory's line lacked something of the old wording, or its new `line` lacks something
    of the new one, or has something of the old one that the new one does not say."""
    level, marks = flat(line), _marks(line)
    said, gone = _pieces(new), _pieces(old)
    return (
        not _marks(new) <= marks
        or any(piece not in level for piece in said)
        or bool((_marks(old) - _marks(new)) & marks)
        or any(piece in level and piece not in flat(new) for piece in gone)
        or any(piece not in flat(memory) for piece in gone)
    )


def _marks(text: str) -> set[tuple[str, str]]:
    return {(one.kind, one.key.lstrip(_COINS)) for one in values(text)}


def _pieces(text: str) -> list[str]:
    """What a wording says beside its values: words, and runs of Chinese."""
    light = "".join(light_characters())
    level = without_cues(without_values(text), *OF_CHANGE)
    plain = re.sub(f"[{light}]", " ", level)
    return [piece for piece in _PIECE.findall(plain) if not is_light(piece)]


def _edges(text: str) -> tuple[str, str]:
    """What stands before the first value of a wording, and behind the last one."""
    found = values(text)
    return (text[: found[0].start].strip(), text[found[-1].end :].strip()) if found else ("", "")


def _clause(rest: str) -> str:
    """What of a line goes on in the same clause."""
    clauses = gist(f"x{rest}").reading.clauses
    return rest[: clauses[0][1] - 1] if clauses else ""


def _in_word(level: str, at: int) -> bool:
    beside = level[max(0, at - 1) : at + 1]
    return len(beside) == 2 and beside.isascii() and beside.isalnum()


@cache
def pattern(name: str) -> re.Pattern[str]:
    """A pattern of `exchange.toml`; between two terms also with words that follow a unit."""
    form = _form(name, resources.table("language/exchange")["at"])
    return re.compile(rf"(?:\s?[^\W\d_]+){{0,2}}?(?:{form})" if name in _GAPS else form)


@cache
def _gap(name: str) -> re.Pattern[str]:
    """The same with nothing of what stands before or behind, and never a part of a word."""
    return re.compile(rf"(?:(?<![a-z])|(?![a-z]))(?:{_form(name, '')})(?![a-z])")


def _form(name: str, at: str) -> str:
    forms = resources.table("language/exchange")[name]
    every = forms if isinstance(forms, list) else [forms]
    return "|".join(every).replace("(at)", at).replace(" ", r"\s*")
