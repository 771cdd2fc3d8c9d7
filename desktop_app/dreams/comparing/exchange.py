"""A value or a name that gives way to another one, as a note says: *moves from 27 to 28 November*.

Knows two lines only, and concludes nothing: both terms stand in the note, or the note is about the
very thing of which memory has one term of that kind, and says that something changed or no more
than another value.
"""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import lru_cache
from itertools import pairwise
from typing import NamedTuple

from desktop_app.dreams.comparing.contradiction import (
    Opposition,
    another_word,
    denies,
    opposition,
)
from desktop_app.dreams.comparing.gist import NEUTRAL, Gist, Rarity, gist
from desktop_app.dreams.comparing.told_change import (
    OF_CHANGE,
    ToldChange,
    is_mixed,
    pattern,
    put_for,
    told_changes,
    without_end,
)
from desktop_app.language.cues import CueKind, cues, without_cues, words_of
from desktop_app.language.spans import flat
from desktop_app.language.tokens import is_cjk, tokens
from desktop_app.language.values import Value, ValueKind, without_values

_ABOUT = 0.6  # of the words that tell what one line is about, by weight, that the other line has
_CHANGED, _THING = 0.5, 0.3  # of what a note says that memory's line has; of that line in the note
_MOVED = 0.5  # of what memory's line says before what gives way, that the note is about
_ONE = re.compile(r"\s?个?\s?|\s(?:at|um|den|the)\s")  # between two values that are one
_DASH = re.compile(r"\s?(?:[-–—~～/至到]|to|until|till|and|&|or)\s?")
_SIGNS = frozenset("$€£¥")
_SHORT = 3  # letters of a unit
_TITLE = re.compile(r"\b[A-Z][a-z]{1,3}\. $")  # before a name
_AT = re.compile(r"at\s+", re.IGNORECASE)
_NAME = "name"


class ExchangeTerm(NamedTuple):
    """What can be exchanged: a value, values side by side as in `第一個星期五`, or a name."""

    kind: tuple[str, ...]
    key: tuple[str, ...]
    places: tuple[tuple[int, int], ...]

    @property
    def start(self) -> int:
        """Where the first of it begins."""
        return self.places[0][0]

    @property
    def end(self) -> int:
        """Where the last of it ends."""
        return self.places[-1][1]

    def part(self, first: int, count: int) -> "ExchangeTerm":
        """Some values of it that stand side by side."""
        some = slice(first, first + count)
        return ExchangeTerm(self.kind[some], self.key[some], self.places[some])


Pair = tuple[ExchangeTerm, ExchangeTerm]
"""An old term, and the new one in its place."""


class NewWording(NamedTuple):
    """A line of memory with a new term; or the note as a `whole`, where nobody can know what else
    of the line it changes."""

    text: str
    whole: bool = False


def exchanged(
    memory: Gist, note: Gist, heading: str = "", rarity: Rarity = NEUTRAL
) -> NewWording | None:
    """Memory's line with its old term exchanged for the note's new one; None where the note does
    not exchange one that the line holds. `heading` is what the line stands under.
    """
    own = () if any(told(memory)) else terms(memory)  # a record of an exchange stays as it is
    every = list(told(note))
    pairs = {
        (place, new): whole
        for old, new in every
        for whole in own
        if (place := _place(whole, old, new)) and _fits(memory, place, whole, note, new)
    }
    words = memory.bag.union(tokens(heading))
    if not pairs and _moves(memory, note, heading, rarity):
        return _whole(note)
    if len(pairs) != 1 or rarity.share(_about(note), words) < _ABOUT:
        return None
    said = {place for pair in every for term in pair for place in term.places}
    news = [one for one in _news(memory, note) if said.isdisjoint(one.places)]
    left = {kind for one in own if one not in pairs.values() for kind in one.kind}
    further = any({_NAME, *left}.intersection(one.kind) for one in news)
    return _whole(note) if further else _with(memory, note, pairs)


def _moves(memory: Gist, note: Gist, heading: str, rarity: Rarity) -> bool:
    """Whether a note says *from A to B*, both of them common words, of what memory's line says
    before its A, and of most of that."""
    moved, level = pattern("moved"), flat(note.text)
    found = moved.search(level)
    if not found or CueKind.CHANGE not in note.cues or _is_open(note):
        return False
    if any(found.start() <= one.start < found.end() for one in note.values):
        return False
    before, old, behind = flat(memory.text).partition("".join(filter(None, found.groups())))
    cut = not is_cjk(old[:1]) and (before[-1:].isalpha() or behind[:1].isalpha())
    if not old or cut or moved.search(flat(memory.text)):
        return False
    about, thing = (
        tokens(without_cues(one, *OF_CHANGE)) for one in (level[: found.start()], before)
    )
    known = {*thing, *tokens(heading)}.issuperset(about)
    return bool(about) and known and rarity.share(thing, about) >= _MOVED


def changed(
    memory: Gist, note: Gist, heading: str = "", rarity: Rarity = NEUTRAL
) -> NewWording | None:
    """The same; also where the note names only the new term, and says that something changed."""
    is_change = CueKind.CHANGE in note.cues
    return exchanged(memory, note, heading, rarity) or (
        _in_its_slot(memory, note, heading, rarity) if is_change else None
    )


def renewed(
    memory: Gist, note: Gist, heading: str = "", rarity: Rarity = NEUTRAL
) -> NewWording | None:
    """The same; also where the note says no more than another value for the very same thing, or
    takes back what the line says."""
    return (
        exchanged(memory, note, heading, rarity)
        or _in_its_slot(memory, note, heading, rarity)
        or (_whole(note) if _takes_back(memory, note) else None)
    )


def _takes_back(memory: Gist, note: Gist) -> bool:
    """Whether a note says that something changed or ended, and denies what memory's line said until
    now, or tells another preference in the same words: *I prefer tea now*."""
    is_change = bool({CueKind.CHANGE, CueKind.END} & note.cues)
    if not is_change or _is_open(note) or CueKind.APART in note.cues:
        return False
    was, new = (gist(without_cues(line.text, CueKind.CHANGE)) for line in (memory, note))
    preferred = CueKind.KEEP in memory.cues & note.cues and not (memory.values or note.values)
    return (
        (preferred and another_word(was, new) > 0)
        or denies(note, memory, 1.0)
        or (CueKind.CHANGE in note.cues and _says_the_denied(memory, new))
    )


def _says_the_denied(memory: Gist, note: Gist) -> bool:
    """Whether a note says, and nothing beside, what a clause of memory's line denies."""
    if CueKind.NOT in note.cues or not note.value_keys <= memory.value_keys:
        return False
    clauses = [memory.text[start:end] for start, end in memory.reading.clauses]
    denied = [tokens(without_cues(one, CueKind.NOT)) for one in clauses if CueKind.NOT in cues(one)]
    return NEUTRAL.share(note.words, memory.bag) == 1 and any(
        len(words) > 1 and NEUTRAL.share(words, note.bag) >= _ABOUT for words in denied
    )


def _in_its_slot(memory: Gist, note: Gist, heading: str, rarity: Rarity) -> NewWording | None:
    """What a note says of the very thing that memory's line is about, where each has a value or a
    name of one kind; one that says no change has no word beside that is not memory's."""
    is_change, news = CueKind.CHANGE in note.cues, list(_news(memory, note))
    named = any(_NAME in one.kind for one in news)
    if (
        _is_open(note)
        or any(told(note))
        or any(told(memory))
        or CueKind.APART in note.cues
        or (named and not is_change)
    ):
        return None
    said, thing = _words(note, news), _words(memory, terms(memory))
    words = memory.bag.union(tokens(heading))
    known = rarity.share(said, words)
    if known < (_CHANGED if is_change else 1) and not _leads_up(memory, note, news):
        in_clause = _said_of_change(note, news)
        if rarity.share(in_clause, words) < 1 or rarity.share(thing, in_clause) < _THING:
            return None
    if rarity.share(thing, said) < _THING:
        return None
    pairs = {
        (place, new): whole
        for new in news
        for whole in terms(memory)
        if (place := _of_kind(whole, new.kind)) and _fits(memory, place, whole, note, new)
    }
    if not pairs:
        return None
    olds, came = ({pair[n] for pair in pairs} for n in (0, 1))
    paired = len(pairs) == len(olds) == len(came) == len(news)
    alike = rarity.share(thing, said) == 1 and (not named or {*terms(memory)} == {*pairs.values()})
    is_sure = paired and (alike or (known == 1 and not named))
    return _with(memory, note, pairs) if is_sure else _whole(note)


def _leads_up(memory: Gist, note: Gist, news: Sequence[ExchangeTerm]) -> bool:
    """Whether all that memory's line says leads up to the new value; nothing narrows it right
    before, as in *the budget for the play is 150*."""
    before = tokens(note.text[: news[0].start]) if news else []
    leads = bool(before) and before[-1] in memory.bag
    return leads and opposition(memory, note) == Opposition.VALUE


def came_true(memory: Gist, note: Gist, rarity: Rarity = NEUTRAL) -> bool:
    """Whether memory has what the note gives for a new term already, and the old one not."""
    own = {one.key for one in terms(memory)}
    has = any(new.key in own and old.key not in own for old, new in told(note))
    return has and rarity.share(_about(note), memory.bag) >= _ABOUT


def told(note: Gist) -> Iterator[Pair]:
    """The exchanges that a line tells."""
    if _is_open(note):
        return
    level = flat(note.text)
    for one, other in pairwise(terms(note)):
        one, other = _as_day(one, other), _as_day(other, one)
        shared = min(len(one.kind), len(other.kind))
        if one.kind[:shared] != other.kind[:shared] or one.key[:shared] == other.key[:shared]:
            continue
        gap, before = level[one.end : other.start], level[: one.start]
        if _is_forward(gap, before, note, one):
            yield one, other
        elif pattern("backward").fullmatch(gap):
            yield other, one


def _as_day(number: ExchangeTerm, other: ExchangeTerm) -> ExchangeTerm:
    """A bare number as a day of the month that a date beside it names: *13 March, not 12*."""
    if (number.kind, other.kind) != ((ValueKind.NUMBER,), (ValueKind.DATE,)):
        return number
    month = other.key[0].rsplit("-", 1)[0]
    return number._replace(kind=other.kind, key=(f"{month}-{number.key[0]}",))


@lru_cache(maxsize=8_000)
def terms(line: Gist) -> tuple[ExchangeTerm, ...]:
    """The values and names of a line in reading order."""
    found = [_term(one) for one in line.values]
    taken = [(one.start, one.end) for one in found]
    found += [
        ExchangeTerm((_NAME,), (word.level,), ((word.start, word.end),))
        for word in line.reading.words
        if word.content and word.capital and not word.first
        if not any(start < word.end and word.start < end for start, end in taken)
    ]
    level = flat(line.text)
    found += [
        ExchangeTerm((_NAME,), (level[start:end],), ((start, end),))
        for start, end in (match.span(1) for match in pattern("chinese_name").finditer(level))
        if not any(one.start < end and start < one.end for one in found)
    ]
    joined: list[ExchangeTerm] = []
    for one in sorted(found, key=lambda term: term.start):
        ordinal = line.text[one.start - 1 : one.start] == "第"
        one = one._replace(places=((one.start - ordinal, one.end),))
        last = joined[-1] if joined else None
        if last and _is_one(line, last, one):
            joined[-1] = ExchangeTerm(
                last.kind + one.kind, last.key + one.key, last.places + one.places
            )
        else:
            joined.append(one)
    return tuple(joined)


def _term(value: Value) -> ExchangeTerm:
    return ExchangeTerm((value.kind,), (value.key,), ((value.start, value.end),))


def _of_kind(whole: ExchangeTerm, kind: tuple[str, ...]) -> ExchangeTerm | None:
    """The part of a term that is of a kind; None for none or several."""
    if {*kind} == {*whole.kind} == {_NAME}:
        return whole
    spans = range(len(whole.kind) - len(kind) + 1)
    parts = [part for n in spans if (part := whole.part(n, len(kind))).kind == kind]
    return parts[0] if len(parts) == 1 else None


def _place(whole: ExchangeTerm, old: ExchangeTerm, new: ExchangeTerm) -> ExchangeTerm | None:
    """Which part of a term of memory a new one takes the place of; None where it has no such old
    one. *Tuesdays at 5, no longer Thursdays* takes that of *Thursdays at 4*."""
    part = _of_kind(whole, old.kind)
    if part is None or part.key != old.key:
        return None
    return whole if new.kind == whole.kind or part == whole else _of_kind(whole, new.kind)


def _is_one(line: Gist, last: ExchangeTerm, one: ExchangeTerm) -> bool:
    """Whether two terms tell one thing: `Friday at 9`, but not 9 of something, and 5 of another."""
    if one.start < last.end:
        return True
    gap = flat(line.text)[last.end : one.start]
    if last.kind[-1] == one.kind[0]:
        return gap == (" " if one.kind == (_NAME,) else "")
    return _ONE.fullmatch(gap) is not None


def _is_open(note: Gist) -> bool:
    """Whether a note plans, doubts, tells of a passing day, or sets its own mistake right."""
    return (
        CueKind.OPEN in note.cues
        or bool(pattern("not_so").search(flat(note.text)))
        or (CueKind.PASSING in note.cues and _passes(note))
    )


def _passes(note: Gist) -> bool:
    """Whether a note tells of a passing day; beside a clause that tells of a change, another one
    may: *costs 19 EUR now, the invoice came today*."""
    clauses = [gist(note.text[start:end]) for start, end in note.reading.clauses]
    changes = [one for one in clauses if CueKind.CHANGE in one.cues]
    beside = [
        one
        for one in clauses
        if one not in changes and not one.values
        if len(tokens(without_cues(one.text, CueKind.PASSING))) > 1
    ]
    return not changes or any(CueKind.PASSING in one.cues for one in clauses if one not in beside)


def _is_forward(gap: str, before: str, note: Gist, old: ExchangeTerm) -> bool:
    """Whether the term before a gap gives way to the one behind it. An arrow between two numbers
    is how a log counts on."""
    counts = old.kind != (ValueKind.NUMBER,)
    if pattern("forward").fullmatch(gap) or (counts and pattern("arrow").fullmatch(gap)):
        return True
    at, end = old.start, old.end + len(gap)
    if any(
        one.begun and one.old[0] <= at < one.old[1] <= one.new[0] <= end < one.new[1]
        for one in told_changes(note)
    ):
        return True
    if pattern("not_but").fullmatch(gap) and pattern("not").search(before):
        return True
    changes = CueKind.CHANGE in note.cues and pattern("from").search(before)
    return bool(changes and pattern("from_to").fullmatch(gap))


def _fits(
    memory: Gist, old: ExchangeTerm, whole: ExchangeTerm, note: Gist, new: ExchangeTerm
) -> bool:
    """Whether both are no half of a range, of one unit or currency, or of one shape of address; the
    old one is in the `whole` term."""
    rivals = words_of(CueKind.RIVAL, without_values(note.text)) - memory.rivals
    if _in_range(memory, whole) or rivals:
        return False
    signs = {_SIGNS.intersection("".join(term.key)) for term in (old, new)}
    units = sorted(unit for unit in (_unit(memory, old), _unit(note, new)) if unit)
    other_unit = len(units) > 1 and _is_other_unit(*units)
    shapes = {_shape(memory.text[old.start : old.end]), _shape(note.text[new.start : new.end])}
    return len(shapes) == len(signs) == 1 and not (other_unit and old.kind == (ValueKind.NUMBER,))


def _is_other_unit(one: str, other: str) -> bool:
    """Whether two units, in their order, are not the same; of two Chinese characters behind a
    number the second may begin the next word."""
    same = other.startswith(one) if is_cjk(one[0]) else one == other
    return not same and max(len(one), len(other)) <= _SHORT


def _in_range(line: Gist, term: ExchangeTerm) -> bool:
    """Whether it is half of a range or of a list: 9-17, Mon and Wed."""
    gaps = (
        (term.end, one.start) if one.start >= term.end else (one.end, term.start)
        for one in terms(line)
        if one != term
    )
    return any(_DASH.fullmatch(flat(line.text)[start:end]) for start, end in gaps)


def _about(line: Gist) -> Sequence[str]:
    """The words before the first term of a line that tell what it is about; where it begins with
    one, all of its words."""
    first = min((one.start for one in terms(line)), default=len(line.text))
    text = pattern("from").sub(" ", flat(line.text[:first]))
    return tokens(without_cues(text, *OF_CHANGE)) or line.words


def _said_of_change(note: Gist, news: Iterable[ExchangeTerm]) -> list[str]:
    """The words of the clauses that tell of a change to a new term, but for the terms."""
    others = [
        ExchangeTerm((), (), ((start, end),))
        for start, end in note.reading.clauses
        if CueKind.CHANGE not in cues(note.text[start:end])
        or not any(start <= one.start < end for one in news)
    ]
    return _words(note, [*news, *others])


def _words(line: Gist, without: Iterable[ExchangeTerm]) -> list[str]:
    """The words of a line in reading order but for some terms, and for those of a change."""
    text = flat(line.text)
    for one in without:
        text = f"{text[: one.start]}{' ' * (one.end - one.start)}{text[one.end :]}"
    return tokens(without_values(without_cues(text, *OF_CHANGE)))


def _news(memory: Gist, note: Gist) -> Iterator[ExchangeTerm]:
    """The terms of a note, each without what memory's line has."""
    known = {key for one in terms(memory) for key in one.key}
    for one in terms(note):
        news = [
            n
            for n, (kind, key) in enumerate(zip(one.kind, one.key, strict=True))
            if key not in known and not (kind == _NAME and memory.bag.issuperset(tokens(key)))
        ]
        if news and {*one.kind} == {_NAME}:
            yield one  # of a name the whole: Baker Foods, where memory has Miller Foods
        elif news:
            yield one.part(news[0], news[-1] - news[0] + 1)


def _whole(note: Gist) -> NewWording:
    return NewWording(note.text, whole=True)


def _with(memory: Gist, note: Gist, pairs: Mapping[Pair, ExchangeTerm]) -> NewWording:
    """Memory's line with what the note says was exchanged for what it says is. The note where it
    says nothing of what stands beside a term, as *Tuesdays* for *Thursdays at 4*, or where the line
    would mix the old and the new."""
    text = memory.text
    wordings = {_wordings(memory, note, new) for _, new in pairs}
    spans = [(one.start, one.end) for one in pairs.values()]
    if len(wordings) == 1 and (whole_text := put_for(text, *min(wordings), spans)):
        return NewWording(whole_text)
    for old, new in sorted(pairs, key=lambda pair: -pair[0].start):
        whole = pairs[old, new]
        beside = f"{text[whole.start : old.start]}{text[old.end : whole.end]}".strip()
        if flat(beside) not in flat(note.text) or _title(text, old) != _title(note.text, new):
            return _whole(note)
        start = old.start + _at(memory, old)
        text = f"{text[:start]}{note.text[new.start + _at(note, new) : new.end]}{text[old.end :]}"
    mixed = any(is_mixed(memory.text, text, *one) for one in wordings)
    return _whole(note) if mixed else NewWording(text)


def _wordings(memory: Gist, note: Gist, new: ExchangeTerm) -> tuple[str, str]:
    """How a note words the old, "" where it does not, and the new, with all that belongs to it."""
    for change in told_changes(note):
        if change.new[0] <= new.start < change.new[1]:
            is_behind = change.old[0] < change.new[0]
            text = note.text[change.new[0] if is_behind else new.start : change.new[1]]
            return _old_wording(memory, note, change), without_end(text)
    ends = (end for start, end in note.reading.clauses if start <= new.start < end)
    return "", without_end(note.text[new.start : next(ends, len(note.text))])


def _old_wording(memory: Gist, note: Gist, change: ToldChange) -> str:
    """What the note says was; where nothing says where that begins, the most of it that memory's
    line has, with a term."""
    start, end = change.old
    if change.begun:
        return note.text[start:end].strip()
    starts = [one.start for one in terms(note) if start <= one.start < end]
    if not starts or change.new[0] < start:
        return note.text[starts[0] : end].strip() if starts else ""
    last = starts[-1]
    level, known = flat(note.text), flat(memory.text)
    return next(
        (note.text[at:end].strip() for at in range(start, last) if level[at:end].strip() in known),
        note.text[last:end].strip(),
    )


def _title(text: str, name: ExchangeTerm) -> str:
    """What is written before a name, as in *Dr. Weber*."""
    return "".join(_TITLE.findall(text[: name.start]))


def _at(line: Gist, term: ExchangeTerm) -> int:
    """How many characters an `at` takes that a time of day begins with."""
    match = _AT.match(line.text, term.start, term.end)
    return match.end() - match.start() if match else 0


def _unit(line: Gist, term: ExchangeTerm) -> str:
    """What is written behind a number: kg, 元, pm."""
    return next((line.unit(v) for v in line.values if v.end == term.end), "")


def _shape(text: str) -> str:
    """What kind of address it is; "" for other values."""
    return "@" if "@" in text else "://" if "://" in text else "/" if "/" in text else ""
