"""Checks every change of a draft: its sources exist, and they say the same.

This holds for every engine: only what stands in the notes is accepted before a person looks.
"""

import dataclasses
import re
from collections.abc import Iterator, Mapping, Sequence
from datetime import date

from desktop_app.dreams.dreamer import DreamDraft, Material
from desktop_app.dreams.grounding import Evidence, Verdict, check, left_out
from desktop_app.dreams.guarding import guarded
from desktop_app.dreams.proposal import Change, ChangeKind, Doubt, Support, held_back
from desktop_app.dreams.recall.trial import RecallTrial
from desktop_app.language.conditions import ON_CONDITION, conditional, is_open
from desktop_app.language.leave import gives_leave
from desktop_app.language.suspicion import may_hold_secret
from desktop_app.notebook.lines import split
from desktop_app.notebook.source import Source, line_sha
from desktop_app.notebook.text.marks import LIST_MARK
from desktop_app.words import tr

_LEAVE = tr("it may let an agent act")
_SECRET = tr("it may hold a secret")
_NOT_SAID = tr("no line in the notes says this")
_LONGEST = 20  # lines of one bullet that are read around a source
_BEGINS = re.compile(rf"\s{{0,3}}{LIST_MARK}\s|\s{{0,3}}#{{1,6}}\s")


def proved(draft: DreamDraft, material: Material, today: date) -> tuple[Change, ...]:
    """The draft's changes, numbered; what its sources do not hold or do not say is held back.

    Pinned lines stay, and newer ones of the person's own: see `guarding`. What would make memory
    forget an answer waits: see `recall`.
    """
    texts = material.lines()
    texts[material.memory_path] = split(material.memory.data.decode("utf-8", "surrogateescape"))
    days = {
        (day.path, n): day.date
        for day in material.days
        for n, line in enumerate(split(day.text), start=1)
        if line.strip()
    }
    changes = (
        dataclasses.replace(
            _proved(_located(change, texts), texts, days, material.memory_path, today), n=n
        )
        for n, change in enumerate(guarded(draft.changes, material), start=1)
    )
    trial = RecallTrial(material.memory, material.memory_path)
    return tuple(map(trial.priced, changes))


def _proved(
    change: Change,
    texts: Mapping[str, list[str]],
    days: Mapping[tuple[str, int], date],
    memory_path: str,
    today: date,
) -> Change:
    if not change.sources or not all(source.sha for source in change.sources):
        return _doubted(change, Verdict(Support.UNSUPPORTED), _NOT_SAID)
    if change.new is None:
        return change
    if not change.old and _is_copied(change):
        return _unless_it_waits(change)
    # What memory says already needs no other source.
    memory = (Evidence(old, memory_path, change.line) for old in change.old)
    verdict = check(change.new, (*_lines_around(change.sources, texts, days), *memory), today)
    if doubts := _lost(change, today):
        verdict = Verdict(_worse(verdict.verdict, Support.PARTLY), (*verdict.doubts, *doubts))
    if verdict.verdict == Support.SUPPORTED:
        return _unless_it_waits(change)
    return _doubted(change, verdict, verdict.doubts[0].message)


def _is_copied(change: Change) -> bool:
    """Whether the new line is made of the sources' own quotes, and of nothing else."""
    rest = " ".join((change.new or "").split())
    for quote in sorted({_bare(source.quote) for source in change.sources}, key=len, reverse=True):
        rest = rest.replace(quote, " ") if quote else rest
    return not any(map(str.isalnum, rest))


def _bare(quote: str) -> str:
    """A quote without the marks of a heading or a label."""
    return " ".join(quote.split()).strip("#*:： ")


def _doubted(change: Change, verdict: Verdict, reason: str) -> Change:
    """The change held back; an engine's own doubt is never made smaller."""
    worst = _worse(change.verdict, verdict.verdict)
    return dataclasses.replace(
        change, verdict=worst, accepted=False, reason=reason, doubts=verdict.doubts
    )


def _unless_it_waits(change: Change) -> Change:
    """The change, held back where its text is no fact for memory.

    That is a text that holds on a condition, may hold a secret or may let an agent act. A condition
    that memory states already is no reason, nor is anything that a merge only repeats.
    """
    new = change.new or ""
    if not change.accepted:
        return change
    if is_open(new) and not any(map(conditional, change.old)):
        why = ON_CONDITION
    elif change.kind != ChangeKind.MERGED and may_hold_secret(new):
        why = _SECRET
    elif change.kind != ChangeKind.MERGED and gives_leave(new):
        why = _LEAVE
    else:
        return change
    return held_back(change, why)


def _lost(change: Change, today: date) -> tuple[Doubt, ...]:
    """Facts of the bullets of a merge that the new one does not keep."""
    if change.kind != ChangeKind.MERGED:
        return ()
    new = change.new or ""
    return tuple(doubt for old in change.old for doubt in left_out(old, new, today))


def _lines_around(
    sources: Sequence[Source], texts: Mapping[str, list[str]], days: Mapping[tuple[str, int], date]
) -> Iterator[Evidence]:
    """The whole bullets that the sources stand in, each once."""
    done = set()
    for source in sources:
        lines = texts[source.path]
        first, last = _bullet(lines, source.line - 1)
        if (source.path, first) not in done:
            done.add((source.path, first))
            text = "".join(lines[first:last]).rstrip("\r\n")
            yield Evidence(text, source.path, source.line, days.get((source.path, source.line)))


def _bullet(lines: Sequence[str], at: int) -> tuple[int, int]:
    """The lines of a bullet or paragraph around a line, the end excluded."""
    first, last = at, at + 1
    while first > max(0, at - _LONGEST) and not _BEGINS.match(lines[first]):
        if not lines[first - 1].strip():
            break
        first -= 1
    while last < min(len(lines), at + _LONGEST):
        if not lines[last].strip() or _BEGINS.match(lines[last]):
            break
        last += 1
    return first, last


def _worse(one: Support, other: Support) -> Support:
    return max(one, other, key=list(Support).index)


def _located(change: Change, texts: Mapping[str, list[str]]) -> Change:
    """The change, its sources with the hashes of their lines."""
    sources = tuple(_source_there(source, texts) for source in change.sources)
    return dataclasses.replace(change, sources=sources)


def _source_there(source: Source, texts: Mapping[str, list[str]]) -> Source:
    """The source with the hash of its line, or with none when the quote is not there."""
    lines: Sequence[str] = texts.get(source.path, ())
    # A quote may run over the continuation lines of its bullet.
    text = " ".join("".join(lines[source.line - 1 : source.line + 19]).split())
    if not source.quote or " ".join(source.quote.split()) not in text:
        return dataclasses.replace(source, sha="")
    return dataclasses.replace(source, sha=line_sha(lines[source.line - 1]))
