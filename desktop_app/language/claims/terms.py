"""Terms: everything in a text that claims something, each for itself. Knows one text at a time."""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from datetime import date
from enum import StrEnum
from functools import cache, lru_cache

from desktop_app import resources
from desktop_app.language.claims import entities
from desktop_app.language.claims.entities import Fact
from desktop_app.language.claims.facts import Number, Spelled, literals, numbers
from desktop_app.language.claims.markers import MarkerKind, framing, markers
from desktop_app.language.claims.negation import DenyingWord, cues
from desktop_app.language.claims.pieces import WordPiece, piece
from desktop_app.language.claims.times import Moment, MomentKind, moments
from desktop_app.language.claims.vocabulary import words
from desktop_app.language.doubts import DoubtKind
from desktop_app.language.reading import Reading, Word, read
from desktop_app.language.tokens import is_cjk, is_light, light_characters
from desktop_app.regex import regex

Span = tuple[int, int]
_NEXT = regex(r"[\s-]?([a-z]+|[\u3400-\u9fff])")


_LETTER = regex(r"(?<![A-Za-z\d'’.-])(?:[B-HJ-Z]|A(?! [a-z]))(?![A-Za-z\d'’-]|\.\w)")  # Room B
_OFF = regex(  # is off; not: signs off
    r"(?<![a-z])(?:is|are|was|were|be|been|stays|turned|switched) (off|against)(?![a-z-])"
    r"|(?<![a-z])(out of|(?:leaves?|leaving|left) out)(?![a-z])"
)
_SPEECH = regex(r"[,;!?，。；！？、…]|\.(?:\s|$)")
_ORDINAL = regex("^第|(?:st|nd|rd|th)$")


class TermKind(StrEnum):
    """What a term is; a sign is a Chinese character."""

    SPELLED = "spelled"
    TIME = "time"
    NUMBER = "number"
    NAME = "name"
    WORD = "word"
    SIGN = "sign"


_DOUBTS = {
    TermKind.SPELLED: DoubtKind.LITERAL,
    TermKind.TIME: DoubtKind.DATE,
    TermKind.NUMBER: DoubtKind.NUMBER,
    TermKind.NAME: DoubtKind.NAME,
}
_VALUES = (TermKind.SPELLED, TermKind.TIME, TermKind.NUMBER)


@dataclass(frozen=True, eq=False)
class Term:
    """One thing that a text claims, and where it stands. `sort` is equal for values of which one
    may take the place of the other; `unit` is what a number counts. `inner` ones stand in a quote;
    a sign is `alone` between light ones and others.
    """

    kind: TermKind
    start: int
    end: int
    fact: Fact | WordPiece | None = None
    sort: str = ""
    unit: str = ""
    inner: bool = False
    alone: bool = False

    @property
    def is_value(self) -> bool:
        """Whether it is a number, a time or spelled out."""
        return self.kind in _VALUES

    @property
    def hard(self) -> bool:
        """Whether no other word says it."""
        return self.is_value or self.kind == TermKind.NAME

    @property
    def weight(self) -> float:
        """How much it tells what a text is about; two signs are a word and more."""
        return 0.7 if self.kind == TermKind.SIGN else 1.0

    @property
    def doubt(self) -> DoubtKind:
        """What is doubted where no source says it."""
        return _DOUBTS.get(self.kind, DoubtKind.WORDS)


@lru_cache(maxsize=20_000)
def terms(text: str, day: date | None) -> tuple[Term, ...]:
    """The terms of a text written on `day`, in reading order; those inside a quote behind it."""
    reading = read(text)
    spelled = [one for one in literals(text) if not _is_speech(one, text)]
    spelled += [
        Spelled(match[0].lower(), *match.span())
        for match in _LETTER.finditer(text)
        if not _inside(match.start(), [(one.start, one.end) for one in spelled])
    ]
    found = [Term(TermKind.SPELLED, one.start, one.end, one, "spelled") for one in spelled]
    code = [(one.start, one.end) for one in spelled if not _is_quote(one, text)]
    timed = [one for one in moments(text, day) if not _inside(one.start, code)]
    found += [Term(TermKind.TIME, one.start, one.end, one, _sort(one)) for one in timed]
    taken = [*code, *((one.start, one.end) for one in timed)]
    counted = [one for one in numbers(text) if not (one.soft or _inside(one.start, taken))]
    found += [_counted(one, reading.level) for one in counted]
    taken += [(one.start, one.end) for one in counted]
    names = [one for one in entities.names(reading) if not _inside(one.start, taken)]
    found += [Term(TermKind.NAME, one.start, one.end, one, "name") for one in names]
    taken += [(one.start, one.end) for one in names]
    taken += [(one.start, one.end) for one in markers(reading.level)]
    taken += [(one.start, one.end) for one in denials(reading) if not one.implied]
    taken += framing(reading.level)
    found += [
        Term(TermKind.WORD, word.start, word.end, piece(word))
        for word in reading.words
        if not (_inside(word.start, taken) or is_free(word))
    ]
    signs = (at for at in _signs(reading.level) if not _inside(at, taken))
    found += [
        Term(TermKind.SIGN, at, at + 1, alone=_is_alone(at, reading.level, taken)) for at in signs
    ]
    quotes = [(one.start, one.end) for one in spelled if _is_quote(one, text)]
    inner = (_inside(one.start, quotes) and one.kind != TermKind.SPELLED for one in found)
    found = [replace(one, inner=True) if n else one for one, n in zip(found, inner, strict=True)]
    return tuple(sorted(found, key=lambda one: (one.start, one.inner)))


def _is_quote(one: Spelled, text: str) -> bool:
    """Whether it stands between quotation marks, and so has words inside."""
    return text[one.start - 1 : one.start] in tuple("\"“「『《'") and one.start > 0


def _is_speech(one: Spelled, text: str) -> bool:
    """Whether it is quoted speech, which may be told in other words."""
    return _is_quote(one, text) and _SPEECH.search(one.text) is not None


@lru_cache(maxsize=20_000)
def denials(reading: Reading) -> tuple[DenyingWord, ...]:
    """The words of a text that deny something, also those that only imply it; weak ones (instead
    of) deny only what follows.
    """
    every = markers(reading.level)
    instead = [
        DenyingWord(reading.level[one.start : one.end], one.start, one.end, False, weak=True)
        for one in every
        if one.kind == MarkerKind.INSTEAD
    ]
    instead += [
        DenyingWord(one[1] or one[2], *one.span(1 if one[1] else 2), False)
        for one in _OFF.finditer(reading.level)
    ]
    spans = [(one.start, one.end) for one in every]  # no more than, nobody but
    strong = (cue for cue in cues(reading) if not (cue.weak or _inside(cue.start, spans)))
    return (*strong, *instead)


def is_free(word: Word) -> bool:
    """Whether a word needs no source: it only holds a sentence together, or reports."""
    held = words("function") | words("light_verbs") | words("titles")
    return word.level in held or word.level.endswith("n't")


@cache
def _units() -> frozenset[str]:
    """Words for spans of time, which are light elsewhere."""
    table: dict[str, str] = resources.table("language/grounding_times")["units"]
    return frozenset(word for row in table.values() for word in row.split())


def _sort(moment: Moment) -> str:
    if moment.kind in (MomentKind.CLOCK, MomentKind.YEAR):
        return str(moment.kind)
    return "day"


def _counted(number: Number, level: str) -> Term:
    match = _NEXT.match(level, number.end)
    unit = match[1] if match else ""
    unit = "" if unit in light_characters() or (is_light(unit) and unit not in _units()) else unit
    ordinal = _ORDINAL.search(level[max(0, number.start - 1) : number.end]) is not None
    sort = "ordinal" if ordinal else f"number {unit}"
    return Term(TermKind.NUMBER, number.start, number.end, number, sort, unit)


def _inside(at: int, spans: list[Span]) -> bool:
    return any(start <= at < end for start, end in spans)


def _is_alone(at: int, level: str, taken: list[Span]) -> bool:
    light = light_characters()
    return all(
        _inside(one, taken) or level[one : one + 1] in light or not is_cjk(level[one : one + 1])
        for one in (at - 1, at + 1)
    )


def _signs(level: str) -> Iterator[int]:
    """Where signs of scripts without spaces, and of Korean, say something by themselves."""
    return (at for at, sign in enumerate(level) if is_cjk(sign) and sign not in light_characters())
