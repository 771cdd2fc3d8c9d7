"""The text of a changed bullet: only what changed is exchanged, all else is kept.

Knows one comparison and its swaps. Where that can't be done, the note stands in the bullet's place,
and what would get lost by that is told.
"""

import re
from collections.abc import Iterator

from desktop_app.dreams.builtin.relating.comparing import LITTLE, Comparison, Side
from desktop_app.dreams.builtin.relating.groups import grouped, shared_groups
from desktop_app.dreams.builtin.relating.swaps import Swap
from desktop_app.dreams.builtin.relating.terms import NAMES, VALUES, Term
from desktop_app.dreams.builtin.relating.vocabulary import units
from desktop_app.language.words import is_cjk

_TITLE = re.compile(r"\b(?:Mr|Mrs|Ms|Miss|Dr|Prof|St)\.?\s$")
_ARTICLE = re.compile(r"\b(?:the|a|an) $", re.IGNORECASE)
_DIGITS = re.compile(r"\d[\d.,]*(?<=\d)")
_WORD = re.compile(r"\s?[A-Za-z]+")
_LONGEST = 6  # terms; a longer piece is no value or name any more


def spliced(found: Comparison, swaps: tuple[Swap, ...]) -> str | None:
    """The bullet with each old thing replaced by the new one; None if that can't be done.

    Both must be short, and the old one must stand there exactly once.
    """
    text, note = found.memory.said.text, found.note.said.text
    for swap in sorted(swaps, key=lambda one: -one.old[0].start):
        if max(len(swap.old), len(swap.new)) > _LONGEST or _more_precise(found.note, swap):
            return None
        start, end, new = _exchange(text, note, swap)
        if text.count(text[start:end]) != 1 or _foreign(text[start:end], new):
            return None
        text = text[:start] + new + text[end:]
    return text if swaps else None


def _exchange(text: str, note: str, swap: Swap) -> tuple[int, int, str]:
    """Where the old thing stands in the bullet, and what comes there."""
    start, end = swap.old[0].start, swap.old[-1].end
    begin, till = swap.new[0].start, swap.new[-1].end
    if swap.kind == "number":
        return _number(text, note, swap)
    if swap.kind == "weekday" and note[till - 1] in "sS" and text[end - 1] not in "sS":
        till -= 1  # every Thursday, on Fridays
    if swap.kind in ("name", "word", "code"):
        ours, theirs = _TITLE.search(text, 0, start), _TITLE.search(note, 0, begin)
        if theirs:
            begin = theirs.start()
            start = ours.start() if ours else start
        article = _ARTICLE.search(text, 0, start)
        if article and not _ARTICLE.search(note, 0, begin):
            start = article.start()
        if note[begin - 1 : begin] == "`" == note[till : till + 1] != text[end : end + 1]:
            begin, till = begin - 1, till + 1
    return start, end, note[begin:till]


def _foreign(old: str, new: str) -> bool:
    """Whether one is Chinese and the other one is not, so that they would not fit together."""
    ours, theirs = (any(map(is_cjk, piece)) for piece in (old, new))
    return ours != theirs and any(map(str.isalpha, old)) and any(map(str.isalpha, new))


def _number(text: str, note: str, swap: Swap) -> tuple[int, int, str]:
    """A number for a number, with its unit only where that is another one."""
    old, new = swap.old[0], swap.new[0]
    start, end, begin, till = old.start, old.end, new.start, new.end
    if old.unit and new.unit and old.unit != new.unit:
        return start, _behind_unit(text, end), note[begin : _behind_unit(note, till)]
    digits = _DIGITS.search(note, begin, till)
    coins = [key.removeprefix("number:")[:1] for key in (old.key, new.key)]
    if digits and (coins[1].isdigit() or coins[0] == coins[1]):
        ours = _DIGITS.search(text, start, end)
        if ours and "%" not in (note[till - 1], text[end - 1]):  # 8 euros -> 9.50 euros
            ending = note[digits.end() : till] if coins[1].isdigit() else ""
            stop = end if ending.isalpha() else ours.end()
            return ours.start(), stop, digits[0] + (ending if ending.isalpha() else "")
    return start, end, note[begin:till]


def _behind_unit(text: str, end: int) -> int:
    end += text.startswith(" ", end)
    unit = units().match(text, end) or _WORD.match(text, end)
    return unit.end() if unit else end


def _more_precise(note: Side, swap: Swap) -> bool:
    """Whether the note says more right before the new value: the last Sunday for the first one."""
    before = note.before(swap.new[0])
    return bool(
        before
        and before in note.left
        and before.kind in ("ordinal", "number")
        and swap.kind in VALUES
        and note.said.text[before.end : swap.new[0].start].strip() in ("", "个", "個")
    )


def loses(found: Comparison, swaps: tuple[Swap, ...], ends: bool) -> bool:
    """Whether the note in the place of the bullet would lose something that it does not touch.

    What merely ended takes nothing else with it: of two who review, one no longer does.
    """
    memory = found.memory
    gone = [term for swap in swaps for term in swap.old]
    lost = [t for t in memory.left if t.weight >= LITTLE and not _within(t, gone)]
    touched = {t.clause for t in memory.shared} | {t.clause for t in gone}
    if any(term.clause not in touched for term in lost):
        return True
    hard = VALUES | {"name", "person", "title"}
    return any(ends or t.kind in hard for t in lost)


# What stands for another value of a kind, twice, since one of them may be the value itself.
_STANDINS = {
    "date": ("31 December", "30 December"),
    "month": ("December", "November"),
    "time": ("3:33", "4:44"),
    "weekday": ("Sunday", "Saturday"),
    "phone": ("555 000 111", "555 000 222"),
    "number": ("7777", "8888"),
    "version": ("77.7.7", "88.8.8"),
    "range": ("1-2", "3-4"),
    "code": ("zz-77", "zz-88"),
    "person": ("老卜", "小卜"),
    "name": ("Zyxwv", "Vwxyz"),
    "word": ("zyxwv", "vwxyz"),
}


def otherwise(found: Comparison) -> Iterator[str]:
    """The bullet as it may have been before: each thing that the note shares, as another one."""
    memory, note = found.memory, found.note
    theirs = grouped(note, note.left)
    for group in [*((t,) for t in memory.shared if t.kind in VALUES), *shared_groups(memory)]:
        kind = group[0].kind if group[0].kind in _STANDINS else "word"
        if group[0].kind in NAMES - {"person", "code"}:
            kind = "name"
        text, start, end = memory.said.text, group[0].start, group[-1].end
        named = [g for g in theirs if (g[0].kind in NAMES) == (group[0].kind in NAMES)]
        named += [(t,) for t in note.left if t.kind == group[0].kind and t.kind in VALUES]
        standins = [note.said.text[g[0].start : g[-1].end] for g in named]
        standins += [said for said in _STANDINS[kind] if said != text[start:end]][:1]
        for said in standins[-3:]:
            yield text[:start] + said + text[end:]


def _within(term: Term, others: list[Term]) -> bool:
    return any(term.start < other.end and term.end > other.start for other in others)
