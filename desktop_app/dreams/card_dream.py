"""A dream without a model: cards that the notes mark, and questions where a note has a new value.

A pure function, and the engine around it. It copies and never concludes; it reads notes as data and
obeys none of them.
"""

import asyncio
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import replace
from datetime import date
from itertools import pairwise
from operator import itemgetter

from desktop_app.dreams.cards import Card, Mark, cards_of, kind_of_title, leans, section_asked
from desktop_app.dreams.comparing.coverage import Coverage
from desktop_app.dreams.comparing.gist import gist
from desktop_app.dreams.comparing.memory_lines import Book
from desktop_app.dreams.consolidator.answer import says_nothing
from desktop_app.dreams.engine_choice import EngineName
from desktop_app.dreams.material import DreamDraft, Material
from desktop_app.dreams.new_values import NewValues
from desktop_app.dreams.proposal import (
    AsideLine,
    Change,
    ChangeKind,
    Why,
    bullet_change,
    change_key,
    in_order,
    source_of,
)
from desktop_app.dreams.talk.speech import asks
from desktop_app.language.tokens import script
from desktop_app.notebook.memory_text import Bullet
from desktop_app.notebook.statements.blocks import StatementPiece
from desktop_app.notebook.statements.markup import Box
from desktop_app.notebook.statements.reader import Statement
from desktop_app.threads import uncollected
from desktop_app.words import tr

_MOST, _WEEK = 6, 7  # cards of a dream, and the days that have so many
_AGES = (Mark.LESSON, Mark.DECISION, Mark.LABEL)  # of more than a week before they are history
_LEAST = 2  # words and values of a line that says something
_WHYS = list(Why)
_TWICE = tr("it stands there twice, word for word")
_ASKED = tr("it asks to be remembered")
_OWN = tr("you wrote this yourself and asked to remember it")
_DECIDED = tr("it tells of a decision")
_WANTED = tr("it tells of a preference")


class SetAside:
    """Lines by the reason for which a dream left them: each by the first in `Why`."""

    def __init__(self) -> None:
        self._lines: dict[tuple[str, str, int], tuple[Why, Statement]] = {}

    def add(self, why: Why, unit: Statement) -> None:
        """Leave a unit where it stands."""
        both = [(why, unit), self._lines.get(_place(unit), (why, unit))]
        self._lines[_place(unit)] = min(both, key=lambda one: _WHYS.index(one[0]))

    def counts(self) -> dict[Why, int]:
        """How many lines were left for each reason, by its name."""
        return dict(sorted(Counter(why for why, _ in self._lines.values()).items()))

    def places(self) -> tuple[AsideLine, ...]:
        """Where they stand, in reading order."""
        left = (one for _, one in sorted(self._lines.items()))
        every = ((why, unit.path, unit.pieces[0]) for why, unit in left)
        return tuple(AsideLine(why, path, piece.line, piece.sha) for why, path, piece in every)


def _place(unit: Statement) -> tuple[str, str, int]:
    return unit.day.isoformat(), unit.path, unit.pieces[0].line


class CardDreamer:
    """An engine that needs nothing but the notes."""

    name = EngineName.BUILTIN
    model: str | None = None

    async def dream(self, material: Material, report: Callable[[str], None]) -> DreamDraft:
        """See `Dreamer`. The work is done in a thread; one that is cancelled ends for nobody."""
        loop = asyncio.get_running_loop()

        def tell(step: str) -> None:
            # A loop that has closed meanwhile has nobody left to tell.
            with suppress(RuntimeError):
                loop.call_soon_threadsafe(report, step)

        return await asyncio.to_thread(dreamt, material, tell)


@uncollected()
def dreamt(material: Material, report: Callable[[str], None]) -> DreamDraft:
    """What the notes ask to keep, and to ask."""
    report(tr("Going through every line"))
    aside = SetAside()
    notes: list[Statement] = []
    cards: list[Card] = []
    read = 0
    for day in sorted(material.days, key=lambda day: (day.date, day.path)):
        every = material.statements[day]
        kept = list(_kept(every, material, aside))
        read += len(every)
        notes += kept
        cards += cards_of(kept)
    report(tr("Comparing with memory"))
    book = Book(material.memory, material.memory_path)
    changes = [
        bullet_change(again, ChangeKind.REMOVED, sources, _TWICE, accepted=True)
        for first, again in book.doubles
        for sources in [[source_of(book.path, one) for one in (again, first)]]
    ]
    questions = NewValues(book, material)
    for note in notes:
        questions.hear(note)
    offers = sorted(_offered(cards, book, material, questions.lines, aside), key=itemgetter(0))
    changes += [change for _, change in offers]
    changes += questions.asked.values()
    offered = {piece for change in changes for piece in change.sources}
    for note in questions.otherwise:
        if offered.isdisjoint(note.sources):
            aside.add(Why.OTHERWISE, note)
    for note in notes:
        if book.same(gist(note.text)):
            aside.add(Why.REPEATED, note)
    changes = [one for one in in_order(changes) if change_key(one) not in material.rejected]
    return DreamDraft(tuple(changes), "", "", aside.counts(), aside.places(), read=read)


def _kept(every: Sequence[Statement], material: Material, aside: SetAside) -> Iterator[Statement]:
    """The statements that may be proposed; the others are set aside. What leans on one of those
    says nothing by itself."""
    is_left = False
    for one in every:
        why = why_left(one, material)
        is_left = bool(why) or (is_left and leans(one))
        if why:
            aside.add(why, one)
        elif not is_left:
            yield one


def why_left(one: Statement, material: Material) -> Why | None:
    """Why a statement stays where it stands, None where it need not."""
    if one.mark == Box.LONG:
        return Why.LONG
    if why := material.held(one.text, one.lines):
        return why
    if one.mark == Box.TODO:
        return Why.TODO
    return Why.QUESTION if asks(one.text) else None


# -- cards -------------------------------------------------------------------------------------


def _offered(
    cards: Sequence[Card],
    book: Book,
    material: Material,
    asked: set[StatementPiece],
    aside: SetAside,
) -> Iterator[tuple[int, Change]]:
    """The lines of the cards that are new, the newest first, with the place of their mark.

    At most as many cards as a week has, fewer of fewer days; requests to remember are not counted.
    A later day overtakes what an earlier one marks, so the newest are taken, of one day the most
    important. What is `asked` of a line of memory is not offered beside it. A new section joins the
    `titles`, so that another card of its kind comes under it; one of a rejected line does not.
    """
    most = max(1, round(_MOST * min(len(material.dates), _WEEK) / _WEEK))
    ranks, titles = list(Mark), _titles(material)
    lines = ((line.now, line.bullet.heading) for line in book.lines)
    marked = (gist(line.text) for card in cards for line in card.lines)
    known = Coverage(lines, marked)
    newest = sorted(cards, key=lambda card: (-card.day.toordinal(), ranks.index(card.mark)))
    last = max(material.dates, default=date.min)
    for card in newest:
        news = _news(card, book, known, material)
        for line in card.lines:
            is_new = line in news or asked.issuperset(line.pieces)
            if not is_new and _says_something(line):
                aside.add(Why.REPEATED, line)
        is_old = (last - card.day).days >= _WEEK and card.mark in _AGES
        most -= bool(news) and not is_old and card.mark != Mark.REMEMBER
        for line in news:
            if asked.issuperset(line.pieces):
                continue
            if is_old:
                aside.add(Why.OLD, line)
                continue
            known.add(gist(card.text(line)), card.title)
            if most < 0 and card.mark != Mark.REMEMBER:
                aside.add(Why.OVER, line)
            else:
                change = _added(card, line, book, material, titles)
                if change_key(change) not in material.rejected:
                    titles.setdefault(change.heading.casefold(), change.heading)
                    yield ranks.index(card.mark), change


def _news(card: Card, book: Book, known: Coverage, material: Material) -> list[Statement]:
    """The lines of a card that nothing says yet; none where that is less than half of its lines.
    Lines that memory took before do not count."""
    by_key = {gist(line.text).key: line for line in card.lines}
    lines = [
        line
        for line in by_key.values()
        if _says_something(line)
        if not all(piece.sha in material.settled for piece in line.pieces)
    ]
    # What is asked or preferred is never hidden by a line that is only much like it.
    asked = card.mark in (Mark.REMEMBER, Mark.PREFERENCE)
    news = [
        line
        for line in lines
        for _, new in [_grown(card, line, book, material)]
        for said in [gist(card.text(new) if asked else new.text)]
        if not (book.has(said) if asked else known.says(said))
        if not known.is_there(said)
    ]
    for before, line in pairwise(card.lines):
        if line in news and before not in news and leans(line):
            news.remove(line)
    return news if 2 * len(news) >= len(lines) else []


def _grown(
    card: Card, line: Statement, book: Book, material: Material
) -> tuple[Bullet | None, Statement]:
    """What of a line came when somebody went on below it, behind the line of memory that has what
    was there before; None where memory has none in these words, or it has to stay."""
    text = line.text
    for n in range(len(line.pieces) - 1, 0, -1):
        before, quote, _ = text.rpartition(line.pieces[n].quote)
        text = before if quote else text
        begun = replace(line, text=text.strip(), pieces=line.pieces[:n])
        taken = book.same(gist(card.text(begun)))
        settled = all(piece.sha in material.settled for piece in begun.pieces)
        if quote and (taken or settled):
            may = (one.bullet for one in taken if not one.bullet.stays)
            new = replace(line, text=line.text[len(text) :], pieces=line.pieces[n:])
            return next(may, None), new
    return None, line


def _says_something(line: Statement) -> bool:
    """Whether a line can stand for itself: what ends with a colon only opens others, and none, or
    the day of the note behind a word or a label, tells nothing."""
    text = line.text.rstrip(" *_")
    label, _, value = text.replace("：", ": ").rpartition(": ")
    marks, day = gist(text).marks, gist(line.day.isoformat()).marks
    if len(marks) < _LEAST or text.endswith((":", "：")) or says_nothing(value):
        return False
    more = {one for one in gist(value).marks - day if not one.startswith("time:")}
    return not day <= marks or len(more) >= (1 if label else _LEAST)


def _added(
    card: Card, line: Statement, book: Book, material: Material, titles: dict[str, str]
) -> Change:
    """A line as an addition, or in place of the line of memory that it goes on from."""
    asked = card.mark == Mark.REMEMBER
    own = asked and all(map(material.is_own, line.sources))
    heading = card.heading(line)
    told = _DECIDED if card.mark == Mark.LABEL else _WANTED
    under = tr("under “{heading}”").format(heading=heading) if heading else told
    reason = _OWN if own else _ASKED if asked else under
    begun, new = _grown(card, line, book, material)
    if begun:
        text = card.text(line)
        return bullet_change(begun, ChangeKind.UPDATED, line.sources, reason, text, accepted=own)
    section = section_for(heading or titles.get(card.topic.casefold(), ""), material, titles)
    return Change(
        n=0,
        kind=ChangeKind.ADDED,
        heading=section,
        new=card.text(new),
        sources=new.sources,
        accepted=own,
        reason=reason,
        card=replace(card, section=section).title if heading else card.title,
    )


def section_for(title: str, material: Material, titles: Mapping[str, str] | None = None) -> str:
    """The section of memory with this title, else the one of its kind in any language, else the
    title of a new one. `titles` are those of memory and of new ones, which are in one language.

    What has no title stands with what was asked to be remembered, or in a list without headings.
    """
    bullets = material.memory.bullets
    is_list = bullets and not any(one.heading for one in bullets)
    if not title and not is_list:
        title = section_asked(material.language)
    known = _titles(material)
    titles = known if titles is None else titles
    kind = kind_of_title(title)
    alike = (
        one
        for place, one in titles.items()
        if kind and kind_of_title(one) == kind
        if place in known or script(one) == script(title)
    )
    return titles.get(title.casefold()) or next(alike, title)


def _titles(material: Material) -> dict[str, str]:
    return {one.title.casefold(): one.title for one in material.memory.headings}
