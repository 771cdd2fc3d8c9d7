"""A dream without a model: cards that the notes mark, and questions where a note exchanges a value.

A pure function, and the engine around it. It copies and never concludes; it reads notes as data and
obeys none of them.
"""

import asyncio
import threading
from collections import defaultdict
from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress

from desktop_app.dreams.cards import Card, Mark, cards_of, section_asked
from desktop_app.dreams.comparing.book import Book, Double
from desktop_app.dreams.comparing.points import Points, points
from desktop_app.dreams.comparing.rarity import Rarity
from desktop_app.dreams.comparing.recalling import new_value
from desktop_app.dreams.dreamer import DreamDraft, EngineName, Material
from desktop_app.dreams.proposal import (
    Change,
    ChangeKind,
    Why,
    bullet_change,
    change_key,
    in_order,
    source_of,
)
from desktop_app.dreams.set_aside import SetAside
from desktop_app.dreams.talk.speech import asks
from desktop_app.language.gate import held
from desktop_app.notebook.statements.markdown import StatementForm
from desktop_app.notebook.statements.markup import Box
from desktop_app.notebook.statements.reader import Statement, statements
from desktop_app.words import tr

MOST_STATEMENTS = 5_000
"""Of one file of a day; what comes after them is counted as `long` and left alone."""

_A_WEEK = 6  # cards for seven days read
_SAID, _IN_SECTION = 0.45, 0.6  # of a line's weight that one statement, one section of memory has
_LEAST = 2  # words and values of a line that says something
_TWICE = tr("it stands there twice, word for word")
_ASKED = tr("it asks to be remembered")

NEW_VALUE = tr("the notes give a new value for the same thing")
"""Why a line of memory is asked about."""


class Stopped(Exception):  # noqa: N818  # nothing went wrong
    """The dream was cancelled."""


class CardDreamer:
    """An engine that needs nothing but the notes."""

    name = EngineName.BUILTIN
    model: str | None = None

    async def dream(self, material: Material, report: Callable[[str], None]) -> DreamDraft:
        """See `Dreamer`. The work is done in a thread, which stops soon after a cancel."""
        loop = asyncio.get_running_loop()
        stop = threading.Event()

        def tell(step: str) -> None:
            # A loop that has closed meanwhile has nobody left to tell.
            with suppress(RuntimeError):
                loop.call_soon_threadsafe(report, step)

        try:
            return await asyncio.to_thread(dreamt, material, tell, stop)
        except asyncio.CancelledError:
            stop.set()
            raise


def dreamt(material: Material, report: Callable[[str], None], stop: threading.Event) -> DreamDraft:
    """What the notes ask to keep, and to ask. Raises Stopped soon after `stop` is set."""

    def go_on() -> None:
        if stop.is_set():
            raise Stopped

    report(tr("Going through every line"))
    aside = SetAside()
    notes: list[Statement] = []
    cards: list[Card] = []
    read = 0
    for day in sorted(material.days, key=lambda day: (day.date, day.path)):
        every = list(statements(day))
        kept = list(_kept(every, aside, go_on))
        read += len(every)
        notes += kept
        cards += cards_of(kept)
    report(tr("Comparing with memory"))
    book = Book(material.memory, material.memory_path, go_on)
    changes = [_removed(book, double) for double in book.doubles]
    changes += _offered(cards, book, material, aside)
    changes += _questions(notes, book, material, go_on)
    changes = [one for one in in_order(changes) if change_key(one) not in material.rejected]
    return DreamDraft(tuple(changes), "", "", aside.counts(), aside.places(), read=read)


def _kept(
    every: Sequence[Statement], aside: SetAside, go_on: Callable[[], None]
) -> Iterator[Statement]:
    """The statements that may be proposed; the others are set aside."""
    for count, one in enumerate(every):
        go_on()
        why = Why.LONG if count >= MOST_STATEMENTS else why_left(one)
        if why:
            aside.add(why, one)
        else:
            yield one


def why_left(one: Statement) -> Why | None:
    """Why a statement stays where it stands, None where it need not."""
    if one.mark == Box.LONG:
        return Why.LONG
    if why := held(one.text):
        return Why(why)
    if one.mark == Box.TODO:
        return Why.TODO
    return Why.QUESTION if asks(one.text) else None


# -- cards -------------------------------------------------------------------------------------


class _Known:
    """What memory says, and cards before; words that all of them share weigh little."""

    def __init__(self, book: Book, cards: Iterable[Card]) -> None:
        marked = (points(line.text).marks for card in cards for line in card.lines)
        self._rarity = Rarity.of([*(line.now.marks for line in book.lines), *marked])
        self._having: dict[str, set[int]] = defaultdict(set)
        self._sections: dict[str, set[str]] = defaultdict(set)
        self._count = 0
        self._keys: set[str] = set()
        for line in book.lines:
            self.add(line.now, line.bullet.heading)

    def add(self, line: Points, section: str) -> None:
        """A line is said, among others of a section."""
        self._count += 1
        self._keys.add(line.key)
        for mark in line.marks:
            self._having[mark].add(self._count)
            self._sections[mark].add(section)

    def is_there(self, line: Points) -> bool:
        """Whether the very line was said."""
        return line.key in self._keys

    def says(self, line: Points) -> bool:
        """Whether one statement, or one section, has most of a line by weight."""
        whole = self._rarity.weight(line.marks)
        in_one = self._most(line, self._having)
        return in_one >= _SAID * whole or self._most(line, self._sections) >= _IN_SECTION * whole

    def _most(self, line: Points, having: Mapping[str, Iterable[Hashable]]) -> float:
        shares: dict[Hashable, float] = defaultdict(float)
        for mark in sorted(line.marks):  # sets have no order, and sums of fractions hang on it
            for one in having.get(mark, ()):
                shares[one] += self._rarity.weight([mark])
        return max(shares.values(), default=0.0)


def _offered(
    cards: Sequence[Card], book: Book, material: Material, aside: SetAside
) -> Iterator[Change]:
    """The lines of the cards that are new, the most important card first, of equal ones the newest.

    As many cards as the days read allow; requests to remember are not counted.
    """
    most = max(1, round(_A_WEEK * len(material.dates) / 7))
    ranks = list(Mark)
    known = _Known(book, cards)
    newest = sorted(cards, key=lambda card: (ranks.index(card.mark), -card.day.toordinal()))
    for card in newest:
        news = _news(card, book, known, material)
        for line in card.lines:
            if line not in news:
                aside.add(Why.REPEATED, line)
        most -= bool(news) and card.mark != Mark.REMEMBER
        for line in news:
            known.add(points(line.text), card.title)
            if most < 0 and card.mark != Mark.REMEMBER:
                aside.add(Why.OVER, line)
            else:
                yield _added(card, line, material)


def _news(card: Card, book: Book, known: _Known, material: Material) -> list[Statement]:
    """The lines of a card that nothing says yet; none where that is less than half of it."""
    by_key = {points(line.text).key: line for line in card.lines}
    lines = [line for line in by_key.values() if _says_something(line.text)]
    asked = card.mark == Mark.REMEMBER  # never hidden by a line that is only much like it
    news = [
        line
        for line in lines
        if not (book.has(points(line.text)) if asked else known.says(points(line.text)))
        if not known.is_there(points(line.text))
        if not any(piece.sha in material.settled for piece in line.pieces)
    ]
    return news if 2 * len(news) >= len(lines) else []


def _says_something(text: str) -> bool:
    """Whether a line can stand for itself; what ends with a colon only opens others."""
    return len(points(text).marks) >= _LEAST and not text.rstrip(" *_").endswith((":", "："))


def _added(card: Card, line: Statement, material: Material) -> Change:
    asked = card.mark == Mark.REMEMBER
    under = _ASKED if asked else tr("under “{heading}”").format(heading=card.section)
    return Change(
        n=0,
        kind=ChangeKind.ADDED,
        heading=section_for(card.section, material),
        new=card.text(line),
        sources=line.sources,
        accepted=asked and all(map(material.is_own, line.sources)),
        reason=under,
        card=card.title,
    )


def section_for(title: str, material: Material) -> str:
    """The section of memory with this title, else the title of a new one.

    What has no title stands with what was asked to be remembered, or in a list without headings.
    """
    memory = material.memory
    titles = {one.title.casefold(): one.title for one in memory.headings}
    is_list = memory.bullets and not any(one.heading for one in memory.bullets)
    if not title and not is_list:
        title = section_asked(material.language)
    return titles.get(title.casefold(), title)


# -- memory ------------------------------------------------------------------------------------


def _removed(book: Book, double: Double) -> Change:
    """The second of two equal lines goes."""
    sources = [source_of(book.path, bullet) for bullet in (double.again, double.first)]
    return bullet_change(double.again, ChangeKind.REMOVED, sources, _TWICE, accepted=True)


def _questions(
    notes: Iterable[Statement], book: Book, material: Material, go_on: Callable[[], None]
) -> Iterator[Change]:
    """Of each line of memory the newest exchange of its value that a note tells."""
    asked: dict[int, Change] = {}
    for note in notes:
        go_on()
        if note.form != StatementForm.TURN and (found := new_value(book, points(note.full_text))):
            line, new = found
            sources = [*note.sources, source_of(book.path, line.bullet)]
            if not material.is_newer(line.bullet, note.day):
                asked[line.number] = bullet_change(
                    line.bullet, ChangeKind.QUESTION, sources, NEW_VALUE, new
                )
    return iter(asked.values())
