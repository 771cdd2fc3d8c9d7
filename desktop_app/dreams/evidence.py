"""Checks every change of a draft, whoever made it: its sources exist, and they say it.

What is not proved is shown in its own wording, and waits for a person.
"""

import dataclasses
from bisect import bisect_left
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from datetime import date
from functools import cached_property
from hashlib import sha256
from itertools import islice, takewhile
from operator import attrgetter

from desktop_app.dreams.consolidator.comparison import belongs
from desktop_app.dreams.consolidator.second_reading import ReadLine
from desktop_app.dreams.consolidator.shown import Alignment, named, shown_of
from desktop_app.dreams.guard import guarded
from desktop_app.dreams.material import DreamDraft, Material
from desktop_app.dreams.proof import (
    Cited,
    Proof,
    Rewrite,
    SecondReading,
    is_open,
    prove,
    read_again,
)
from desktop_app.dreams.proposal import (
    AGREED,
    LEFT,
    STAYS,
    Change,
    ChangeKind,
    Support,
    held_back,
    numbered,
    said_on,
    source_of,
)
from desktop_app.dreams.talk.speech import asks
from desktop_app.language.gate import doubted, held, reason_of
from desktop_app.language.remembering import without_mark
from desktop_app.notebook.lines import split
from desktop_app.notebook.memory_text import Bullet
from desktop_app.notebook.source import Source, line_sha
from desktop_app.notebook.statements.markdown import cells_of
from desktop_app.notebook.statements.markup import Box
from desktop_app.notebook.statements.reader import Statement
from desktop_app.words import tr

_NOT_SAID = tr("no line in the notes says this")
_ASKS = tr("it asks something")
_LESS = tr("it says less than the lines it would replace")
_NO_SHORTER = tr("it says nothing new, and is hardly shorter than the lines it would replace")
_SHORTER = 0.95  # of what it replaces; two lines that are put into one are not shorter
_MAY_SAY_LESS = (
    ChangeKind.UPDATED, ChangeKind.MERGED, ChangeKind.GENERALISED, ChangeKind.REMOVED,
)  # fmt: skip
_IN_OWN_WORDS = (
    ChangeKind.UPDATED, ChangeKind.MERGED, ChangeKind.GENERALISED, ChangeKind.SPLIT,
    ChangeKind.ADDED, ChangeKind.MOVED, ChangeKind.SHORTENED,
)  # fmt: skip
_MOST_ELSEWHERE = 3  # of days, and as many of memory and the files it names
_NEVER_TICKED = (ChangeKind.SHORTENED, ChangeKind.RETIRED, ChangeKind.QUESTION)


def proved(draft: DreamDraft, material: Material, today: date) -> tuple[Change, ...]:
    """The draft's changes, numbered; what its sources do not hold or do not say is held back.

    Pinned lines stay, and newer ones of the person's own: see `guarding`. Those that
    nobody has read again are `unread` where that may settle anything: the rules prove them or doubt
    their sense alone, and they are in words of their own, or new, so that a mind may find them not
    worth keeping.
    """
    judged = judgements(draft.changes, material, today, draft.read_again)
    return numbered(change for change, _ in judged)


def to_read_again(draft: DreamDraft, material: Material) -> Iterator[ReadLine]:
    """The lines of a draft that are to be read again."""
    judged = judgements(draft.changes, material, material.today, {})
    return (line for change, line in judged if change.unread)


def judgements(
    changes: Sequence[Change],
    material: Material,
    today: date,
    said: Mapping[str, SecondReading] | None,
) -> Iterator[tuple[Change, ReadLine]]:
    """Each change as it is proved, with what was `said` of its line, and that line."""
    places = _Places(material)
    for change in guarded(changes, material):
        located = places.located(change)
        rewrite = places.rewrite(located)
        line = _line(rewrite, places.elsewhere(rewrite) if said is not None else ())
        yield _proved(located, rewrite, places, today, said, line.key), line


def _line(rewrite: Rewrite, elsewhere: Sequence[Cited]) -> ReadLine:
    grounds = tuple(dict.fromkeys((*rewrite.old, *rewrite.cited)))
    shown = [dataclasses.replace(one, source=None) for one in (*grounds, *elsewhere)]
    told = repr((rewrite.new, rewrite.headings, bool(rewrite.old), shown))
    key = sha256(told.encode("utf-8", "surrogatepass")).hexdigest()
    line = ReadLine(key, rewrite.new or "", rewrite.headings, bool(rewrite.old), grounds)
    return dataclasses.replace(line, elsewhere=tuple(elsewhere))


def _proved(
    change: Change,
    rewrite: Rewrite,
    places: "_Places",
    today: date,
    said: Mapping[str, SecondReading] | None,
    key: str,
) -> Change:
    if not change.sources or not all(source.sha for source in change.sources):
        return _waiting(change, Support.UNSUPPORTED, _NOT_SAID)
    if change.kind == ChangeKind.REMOVED and places.stands_twice(change):
        return change
    copied = _is_copy(rewrite)
    proof = Proof(change.kind, Support.SUPPORTED)
    if not copied or change.kind == ChangeKind.GENERALISED:
        proof = prove(rewrite, today)
    if copied:
        proof = Proof(proof.kind, Support.SUPPORTED)
    no_shorter = change.kind in _MAY_SAY_LESS and _is_no_shorter(rewrite)
    unread = said is not None and _is_unread(change) and not no_shorter
    unread = unread and is_open(proof, rewrite)
    if proof.verdict == Support.SUPPORTED:  # what waits all the same gains nothing by a yes
        unread = unread and proof.kind != ChangeKind.SHORTENED and not doubted(change.new or "")
    agreed = left = False
    if unread and said is not None and key in said:
        unread, left = False, said[key].says is None
        if not (copied or left):
            before, proof = proof, read_again(proof, rewrite, said[key])
            agreed = before.verdict != proof.verdict == Support.SUPPORTED
    says_less = proof.kind == ChangeKind.SHORTENED and change.kind != ChangeKind.QUESTION
    kind = proof.kind if change.kind in _MAY_SAY_LESS else change.kind
    reason = said_on(1) if change.kind != kind == ChangeKind.ADDED else change.reason
    change = dataclasses.replace(
        change, kind=kind, doubts=proof.doubts, reason=reason, unread=unread
    )
    if left or proof.verdict != Support.SUPPORTED:
        reason = proof.doubts[0].message if proof.doubts else _NOT_SAID
        if left:
            reason = STAYS if change.old else LEFT
        return _waiting(change, proof.verdict, reason)
    if says_less or no_shorter or kind in _NEVER_TICKED:
        reason = _LESS if says_less else _NO_SHORTER if no_shorter else change.reason
        return dataclasses.replace(change, accepted=False, reason=reason)
    new = change.new or ""
    if agreed:
        reason = belongs(change.heading) if kind == ChangeKind.MOVED else AGREED
        change = dataclasses.replace(change, reason=reason)
    if change.accepted and (why := doubted(new)):
        return held_back(change, reason_of(why))
    return held_back(change, _ASKS) if change.accepted and asks(new) else change


def _is_unread(change: Change) -> bool:
    """Whether a mind proposes a change to be ticked, which may be new or in words of its own."""
    new = change.new or ""
    may = change.accepted and change.kind in _IN_OWN_WORDS
    return may and not held(new) and not asks(new)


def _is_no_shorter(rewrite: Rewrite) -> bool:
    """Whether a change rewrites memory with no note behind it, and makes it hardly shorter."""
    if any(one.day for one in rewrite.cited):
        return False
    return len(rewrite.new or "") > _SHORTER * sum(len(one.text) for one in rewrite.old)


def _is_copy(rewrite: Rewrite) -> bool:
    """Whether a new line is a statement as it stands, or those of one line of the notes, perhaps
    without the words that ask to remember it; what is to be done is a fact only in other words.
    """
    lines: dict[tuple[str, int], str] = defaultdict(str)
    texts = {one.text for one in rewrite.cited if not one.to_do}
    for one in rewrite.cited:
        if one.source and not one.to_do:
            lines[one.source.path, one.source.line] += f" {one.text}"
    said = {*texts, *lines.values()}
    said |= {without_mark(text.strip()) for text in said}
    return not rewrite.old and _letters(rewrite.new or "") in map(_letters, said)


def _letters(text: str) -> str:
    return "".join(text.split())


def _waiting(change: Change, verdict: Support, reason: str) -> Change:
    """The change held back; an engine's own doubt is never made smaller."""
    worst = max(change.verdict, verdict, key=list(Support).index)
    return dataclasses.replace(change, verdict=worst, accepted=False, reason=reason)


class _Places:
    def __init__(self, material: Material) -> None:
        self._material = material
        self._texts = material.lines()
        text = material.memory.data.decode("utf-8", "surrogateescape")
        self._texts[material.memory_path] = split(text)

    def located(self, change: Change) -> Change:
        """The change, its sources with the hashes of their lines; with none where a quote is not
        there.
        """
        return dataclasses.replace(change, sources=tuple(map(self._there, change.sources)))

    def stands_twice(self, change: Change) -> bool:
        """Whether memory has the lines of a change more than once in their section."""
        places = [(one.text, one.heading) for one in self._material.memory.statements]
        return all(places.count((old, change.heading)) > 1 for old in change.old)

    def rewrite(self, change: Change) -> Rewrite:
        """The change with what it replaces and what it cites."""
        memory = self._material.memory
        headings = memory.path_to(change.heading)
        if change.kind == ChangeKind.RETITLED:
            old = tuple(Cited(title, headings[:-1]) for title in change.old)
            below = (one for one in memory.statements if one.heading in change.old)
            said = tuple(map(self._of_bullet, below))
            return Rewrite(change.kind, change.new, headings[:-1], old, said)
        bullets = [memory.nearest(text, change.line) for text in change.old]
        pairs = zip(change.old, bullets, strict=True)
        old = tuple(self._of_bullet(one) if one else Cited(text) for text, one in pairs)
        first = next(iter(bullets), None)
        if first and first.heading == change.heading and change.kind != ChangeKind.MOVED:
            headings = old[0].above
        cited = dict.fromkeys((*self._cited(change.sources), *old))
        new = change.new
        if change.kind == ChangeKind.MOVED and new is None:
            new = "\n".join(one.text for one in old)
        elif new and new.startswith("|"):  # a row for a row: its header stays
            new = ": ".join(cells_of(new))
        return Rewrite(change.kind, new, headings, old, tuple(cited))

    def elsewhere(self, rewrite: Rewrite) -> tuple[Cited, ...]:
        """The nearest statements to a new line that it does not cite: of memory and the files that
        memory names, and of notes after those that it cites.
        """
        cited = set(map(_place_of, rewrite.cited))
        until = max((_time_of(one) for one in rewrite.cited if one.day), default=(date.max, 0))

        def counts(one: Cited) -> bool:
            return _place_of(one) not in cited and (one.day is None or _time_of(one) > until)

        near = (map(attrgetter("cited"), some.near(rewrite.new or "")) for some in self._by_words)
        return tuple(one for some in near for one in islice(filter(counts, some), _MOST_ELSEWHERE))

    @cached_property
    def _by_words(self) -> tuple[Alignment, Alignment]:
        shown = shown_of(self._material)
        return Alignment((*shown.memory, *named(self._material))), Alignment(shown.notes)

    def _there(self, source: Source) -> Source:
        lines: Sequence[str] = self._texts.get(source.path, ())
        # A quote may run over the continuation lines of its bullet.
        text = " ".join("".join(lines[source.line - 1 : source.line + 19]).split())
        if not source.quote or " ".join(source.quote.split()) not in text:
            return dataclasses.replace(source, sha="")
        return dataclasses.replace(source, sha=line_sha(lines[source.line - 1]))

    def _cited(self, sources: Iterable[Source]) -> tuple[Cited, ...]:
        """The statements of these lines; a label is a part of those that it stands before."""
        said = (one for one in sources if (one.path, one.line) not in self._labels)
        return tuple(dict.fromkeys(map(self._statement, said)))

    def _statement(self, source: Source) -> Cited:
        if source.path == self._material.memory_path:
            every = self._material.memory.statements
            first = bisect_left(every, source.line, key=attrgetter("end_line"))
            for bullet in takewhile(lambda one: one.line <= source.line, every[first:]):
                if source.quote == bullet.quote:
                    return self._of_bullet(bullet)
        here = self._statements.get((source.path, source.line), ())
        for statement in here:
            if any(source.quote in piece.quote for piece in statement.pieces):
                return as_cited(statement)
        return as_cited(here[0]) if here else Cited(source.quote, source=source)

    def _of_bullet(self, bullet: Bullet) -> Cited:
        source = source_of(self._material.memory_path, bullet)
        to_do = bullet.mark == Box.TODO
        return Cited(bullet.full_text, bullet.context, to_do=to_do, source=source)

    @cached_property
    def _labels(self) -> frozenset[tuple[str, int]]:
        """The lines that are only a label, each by its path and number."""
        every = (one for day in self._material.days for one in self._material.statements[day])
        labels = {(one.path, one.label.piece.line) for one in every if one.label}
        return frozenset(labels - self._statements.keys())

    @cached_property
    def _statements(self) -> dict[tuple[str, int], list[Statement]]:
        by_line: dict[tuple[str, int], list[Statement]] = defaultdict(list)
        for day in self._material.days:
            for statement in self._material.statements[day]:
                for piece in statement.pieces:
                    by_line[day.path, piece.line].append(statement)
        return by_line


def _place_of(cited: Cited) -> tuple[str, int] | None:
    return (cited.source.path, cited.source.line) if cited.source else None


def _time_of(cited: Cited) -> tuple[date, int]:
    return cited.day or date.min, cited.source.line if cited.source else 0


def as_cited(statement: Statement) -> Cited:
    """A statement as the proof takes it."""
    to_do = statement.mark == Box.TODO
    source = statement.source(statement.pieces[0])
    return Cited(statement.full_text, statement.context, statement.day, to_do, source)
