"""Explicit words of change: what goes and what comes. Knows sentences, not what memory holds.

Only what a note says is read: `moves from A to B`, `A replaced by B`, `no longer A`, `從A改為B`. A
range, a wish, a question and a denial are no changes.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache, lru_cache

from desktop_app import resources
from desktop_app.language.slots import (
    STOP,
    Span,
    alike,
    any_of,
    fitted,
    kinds,
    left_slot,
    narrowed,
    trimmed,
)
from desktop_app.language.spans import flat
from desktop_app.language.words import is_cjk

_SENTENCE = re.compile(r"(?:[^.;!?。；！？\n]|(?<=[\w`])\.(?=[\w/]))+[!?！？]?")
_SLOT = rf"(?:[^{STOP}]|(?<=\d)[,:](?=\d))"
_LONGEST_SLOT = 60
_MAY = re.compile(r"\bmay\b")
_DOING = re.compile(r"[a-z]{2,}ing\b|[喝吃用去做住买抽看玩搭开订养租]")
_MOMENTS = frozenset({"date", "time", "weekday", "month", "version"})


@dataclass(frozen=True)
class Shift:
    """`old` gives way to `new` (None: it just ends), both cut verbatim from the text.

    `start` and `end` are the span in the text that says so; `how` is moved, replaced, renamed or
    ended.
    """

    old: str
    new: str | None
    start: int
    end: int
    how: str


@lru_cache(maxsize=20_000)
def shifts(text: str) -> tuple[Shift, ...]:
    """Every explicit change that `text` states, in reading order."""
    level = flat(text)
    if not _hint().search(level):
        return ()
    found: list[Shift] = []
    for sentence in _SENTENCE.finditer(level):
        if sentence[0][-1] in "?？":
            continue
        for form in _forms():
            for shift in form.read(text, level, sentence.start(), sentence.end()):
                if all(shift.end <= other.start or shift.start >= other.end for other in found):
                    found.append(shift)
    return tuple(sorted(found, key=lambda shift: shift.start))


@dataclass(frozen=True)
class _Form:
    pattern: re.Pattern[str]
    first: str  # the slot that is open to the left, "" if the form begins with a word
    how: str
    needs: str

    def read(self, text: str, level: str, start: int, end: int) -> Iterator[Shift]:
        at = start
        while match := self.pattern.search(level, at, end):
            at = match.start() + 1  # a slot may have swallowed the next change
            if _doubted(text, level, start, match.start()):
                continue
            slots = self._slots(text, match, start)
            if slots is None or not self._fits(text, slots, level[start : match.start()]):
                continue
            old, new = slots
            ends = [*old, *(new or ())]
            at = max(at, *ends)
            came = text[slice(*new)] if new else None
            begin = min(match.start(), *ends)
            yield Shift(text[slice(*old)], came, begin, max(ends), self.how)

    def _slots(
        self, text: str, match: re.Match[str], start: int
    ) -> tuple[Span, Span | None] | None:
        """The spans of old and new in the text, or None when a slot is empty."""
        spans = {name: trimmed(text, *match.span(name)) for name in match.re.groupindex}
        if self.first:
            other = spans.get("new" if self.first == "old" else "old")
            opened = left_slot(text, start, match.start(), other)
            if opened is None:
                return None
            spans[self.first] = opened
        if "new" in spans and self.first != "new":
            spans["new"] = fitted(text, spans["old"], spans["new"])
        if any(begin >= end for begin, end in spans.values()):
            return None
        old, new = spans["old"], spans.get("new")
        return narrowed(text, old, new, self.needs) if new else (old, None)

    def _fits(self, text: str, slots: tuple[Span, Span | None], before: str) -> bool:
        old = text[slice(*slots[0])]
        new = text[slice(*slots[1])] if slots[1] else ""
        if flat(old) == flat(new):
            return False
        if self.needs == "verb":
            return _verbs().search(before) is not None
        if self.needs == "moment":
            return bool(kinds(old)) and alike(old, new) and set(kinds(old)) <= _MOMENTS
        if self.needs == "alike":
            return alike(old, new)
        if self.needs == "doing":
            return _DOING.match(flat(old)) is not None
        return self.how == "ended" or re.match(r"[a-z]{3,}ing\b", flat(old)) is None


def _doubted(text: str, level: str, start: int, at: int) -> bool:
    # The month May is written with a capital.
    return bool(_doubt().search(level, start, at) or _MAY.search(text, start, at))


@cache
def _forms() -> tuple[_Form, ...]:
    return tuple(
        _compiled(row["says"], row["how"], row.get("needs", ""))
        for row in resources.table("language/changes")["form"]
    )


def _compiled(says: str, how: str, needs: str) -> _Form:
    opening = re.match(r"\{(old|new)\}", says)
    first = opening[1] if opening else ""
    body = says[opening.end() :] if opening else says
    chinese = any(map(is_cjk, body))
    body = re.sub(r"\((?!\?)", "(?:", body)
    last = re.search(r"\{(old|new)\}$", body)
    body = body.replace(" *", r"\s*").replace(" ", r"\s+")
    for slot in ("old", "new"):
        greed = "" if last and last[1] == slot else "?"
        body = body.replace(f"{{{slot}}}", rf"(?P<{slot}>{_SLOT}{{1,{_LONGEST_SLOT}}}{greed})")
    if not chinese and body[0] not in "\\,":
        body = rf"(?<![a-z]){body}" if not body.startswith("(?:not|n't)") else body
    if not chinese and not last:
        body += r"\b"
    return _Form(re.compile(body), first, how, needs)


@cache
def _verbs() -> re.Pattern[str]:
    return re.compile(rf"\b(?:{any_of('verbs')})\b")


@cache
def _doubt() -> re.Pattern[str]:
    return re.compile(rf"\b(?:{any_of('doubt')})\b|n't\b|{any_of('chinese_doubt')}")


@cache
def _hint() -> re.Pattern[str]:
    """A cheap look for any word of change, so that most lines cost nothing."""
    table = resources.table("language/changes")["words"]
    latin = any_of("hints").replace(r"\ ", r"\s+")
    return re.compile(rf"\b(?:{latin})|[{table['chinese_hints']}]|[-=]>")
