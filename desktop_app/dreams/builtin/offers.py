"""What the notes say that memory does not: their own lines, cut as a person would take them.

Lines that follow one another under one label become one offer with the label before them. What is
said again, in other words or with other numbers, takes one place. Knows notes, not what they are
worth.
"""

import re
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from datetime import date
from functools import cached_property
from itertools import groupby

from desktop_app.dreams.comparing.points import Points, points
from desktop_app.dreams.notes.reading import Note
from desktop_app.language.words import is_cjk
from desktop_app.notebook.source import Source
from desktop_app.notebook.statements.blocks import Label
from desktop_app.notebook.statements.markdown import StatementForm
from desktop_app.notebook.statements.reader import LONGEST_BULLET, labelled

_SAME = 0.75  # of the words of both: the same in other words
_COMMON = 12  # offers that share a word, beyond which it brings no two together
_DIGITS = re.compile(r"\d+")
_MOST_SOURCES = 4


@dataclass(frozen=True)
class Offer:
    """A text that could stand in memory, and the notes that it is made of, in their order.

    `label` stands before the text where it has one of a heading. `days` are those on which it, or
    nearly it, was said; `again` the notes that say so beside its own.
    """

    text: str
    notes: tuple[Note, ...]
    label: Label | None = None
    days: frozenset[date] = frozenset()
    again: tuple[Note, ...] = ()

    @cached_property
    def points(self) -> Points:
        """What it says."""
        return points(self.text)

    @property
    def first(self) -> Note:
        """The note it begins with."""
        return self.notes[0]

    @property
    def sources(self) -> tuple[Source, ...]:
        """The lines it stands on, the label's first, and a few that say it again."""
        own = [self.first.unit.source(self.label.piece)] if self.label else []
        own += [source for note in self.notes for source in note.unit.sources]
        more = [source for note in self.again for source in note.unit.sources]
        return tuple(dict.fromkeys(own + more[:_MOST_SOURCES]))

    def under(self, heading: str) -> str:
        """The text as it stands under a heading of memory: without the same words before it."""
        if self.label and self.label.text.casefold() == heading.casefold():
            return _joined([note.unit.full_text for note in self.notes], False)
        return self.text


def offers_of(notes: Iterable[Note]) -> list[Offer]:
    """The notes as offers, oldest first; those that say the same are one, in its newest words."""
    offers = [
        offer
        for _, group in groupby(notes, key=lambda note: (note.unit.path, note.unit.group))
        for run in _runs(list(group))
        for offer in _packed(run)
    ]
    return _once(offers)


def _runs(group: Sequence[Note]) -> Iterator[list[Note]]:
    """What follows one another without a gap: what was taken out between two sets them apart."""
    run: list[Note] = []
    for note in group:
        if run and note.order != run[-1].order + 1:
            yield run
            run = []
        run.append(note)
    if run:
        yield run


def _packed(run: Sequence[Note]) -> Iterator[Offer]:
    """As many lines together as fit; a line that stands alone is itself."""
    first = run[0].unit
    label, headed = first.label, first.head
    if not (label or headed or first.form == StatementForm.PARAGRAPH):
        yield from (Offer(note.unit.full_text, (note,)) for note in run)
        return
    packs: list[list[Note]] = [[]]
    for note in run:
        text = _text([*packs[-1], note], label, headed)
        if packs[-1] and len(text) > LONGEST_BULLET:
            packs.append([])
        packs[-1].append(note)
    for pack in packs:
        whole = (
            len(pack) > 1
            and first.form != StatementForm.PARAGRAPH
            and not (headed and pack is packs[0])
        )
        text = _text(pack, label, headed and pack is packs[0])
        yield Offer(text, tuple(pack), label if whole else None)


def _text(pack: Sequence[Note], label: Label | None, headed: bool) -> str:
    if len(pack) == 1:
        return pack[0].unit.full_text
    texts = [note.unit.text for note in pack]
    if headed:
        return f"{texts[0]}{_after(texts[0])}{_joined(texts[1:], False)}"
    sentences = pack[0].unit.form == StatementForm.PARAGRAPH
    joined = _joined(texts, sentences)
    return labelled(label, joined) if label and not sentences else joined


def _after(text: str) -> str:
    """What stands between a bullet and those below it."""
    if text.endswith((":", "：")):
        return "" if text.endswith("：") else " "
    return "：" if is_cjk(text[-1:] or " ") else ": "


def _joined(texts: Sequence[str], sentences: bool) -> str:
    joined = texts[0]
    for text in texts[1:]:
        wide = is_cjk(joined[-1:] or " ") or joined[-1:] in "。！？；，"
        ended = joined.endswith(tuple(".!?。！？;；,，"))
        joined += ("" if wide else " ") if ended or sentences else ("；" if wide else "; ")
        joined += text
    return joined


# -- what is said again ------------------------------------------------------------------------


def _once(offers: Sequence[Offer]) -> list[Offer]:
    by_word: dict[str, list[int]] = defaultdict(list)
    clusters: list[_Cluster] = []
    by_mask: dict[str, int] = {}
    for offer in offers:
        at = by_mask.get(_masked(offer))
        if at is None:
            at = _near(offer, clusters, by_word)
        if at is None:
            at = len(clusters)
            clusters.append(_Cluster())
        by_mask.setdefault(_masked(offer), at)
        clusters[at].add(offer)
        for word in offer.points.bag:
            if at not in by_word[word][-1:]:
                by_word[word].append(at)
    return [cluster.whole() for cluster in clusters]


def _masked(offer: Offer) -> str:
    return _DIGITS.sub("0", offer.points.key)


def _near(
    offer: Offer, clusters: "Sequence[_Cluster]", by_word: dict[str, list[int]]
) -> int | None:
    shared: Counter[int] = Counter()
    for word in offer.points.bag:
        if len(by_word[word]) <= _COMMON:
            shared.update(by_word[word])
    for at, count in shared.most_common(3):
        other = clusters[at].newest.points.bag
        if count >= _SAME / 2 * len(other) and len(other & offer.points.bag) >= _SAME * max(
            len(other), len(offer.points.bag)
        ):
            return at
    return None


@dataclass
class _Cluster:
    offers: list[Offer] = field(default_factory=list)

    @property
    def newest(self) -> Offer:
        return self.offers[-1]

    def add(self, offer: Offer) -> None:
        self.offers.append(offer)

    def whole(self) -> Offer:
        earlier = [note for offer in self.offers[:-1] for note in offer.notes]
        own = {note.order for note in self.newest.notes}
        return replace(
            self.newest,
            days=frozenset(offer.first.unit.day for offer in self.offers),
            again=tuple(note for note in reversed(earlier) if note.order not in own),
        )
