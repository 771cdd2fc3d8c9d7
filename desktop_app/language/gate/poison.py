"""Lines that were written to steer a model: what they do, where, and how sure that is.

What a line does counts: whom it addresses, what it asks for, what it sets aside or hides, and from
whom. What the eye does not see is judged as if it stood there: hidden characters, look-alike
letters, markup that nobody shows, encoded texts. A person's own rule for an agent is what memory is
for, so asking alone is no poison; and joiners in emoji and Persian, marks of direction beside
right-to-left letters, tags of flags, `µs` and `Δt` hide nothing. Knows one line at a time, no file.
"""

import html
import re
import unicodedata
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from functools import lru_cache

from desktop_app.language.gate.encodings import bits_text, bytes_text, decoded
from desktop_app.language.gate.orders import deeds, sure_of
from desktop_app.language.gate.visible_text import (
    CONTROL,
    INVISIBLE,
    TWINS,
    as_shown,
    latin,
    mixed_words,
    seen,
    without_item,
)
from desktop_app.language.remembering import without_mark
from desktop_app.regex import regex


class PoisonKind(StrEnum):
    """What a finding is."""

    ORDER = "order"
    HIDDEN = "hidden"
    LOOKALIKE = "lookalike"
    ENCODED = "encoded"


class PoisonDeed(StrEnum):
    """What a line would have a model do."""

    OVERRIDE = "override"
    REMEMBER = "remember"
    CONCEAL = "conceal"
    SEND = "send"
    PERSONA = "persona"
    SAY = "say"
    POSE = "pose"
    RUN = "run"
    LEAVE = "leave"


class Certainty(StrEnum):
    """How sure it is, in words."""

    CERTAIN = "almost certain"
    LIKELY = "likely"
    POSSIBLE = "possible"


@dataclass(frozen=True)
class PoisonFinding:
    """One thing found in a line, at characters `start` to `end`.

    `deeds` are of the line itself, or of what it hides; `says` is what is hidden, as text, "" where
    that spells nothing; `way` is how. `sure` is 0 to 1, of what hides how far it is from any
    ordinary use.
    """

    kind: PoisonKind
    start: int
    end: int
    sure: float
    deeds: tuple[PoisonDeed, ...] = ()
    says: str = ""
    way: str = ""

    @property
    def certainty(self) -> Certainty:
        """How sure it is, in words."""
        return certainty_of(self.sure) or Certainty.POSSIBLE


LEAST = {Certainty.CERTAIN: 0.85, Certainty.LIKELY: 0.5, Certainty.POSSIBLE: 0.3}
"""From where on each is said."""
_DEPTH = 3  # encodings within encodings that are opened
_PIECE, _OVERLAP = 2_000, 200  # characters of a long line that are judged together
_SHORTEST = 4  # characters; below, a line says nothing

_RUN = regex(f"[{INVISIBLE}]+")
_CONTROL = regex(f"[{CONTROL}]+")
_PASTED = ("\u00ad", "\ufeff", "\u200e", "\u200f")  # as web pages and dialogs have them
_POSES = 0.2  # from this strength on
_TURNED = regex("[\u202a-\u202e\u2066-\u2069]")
_RIGHT_TO_LEFT = regex("[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc]")
_JOINED = regex("[\u0600-\u1cff\ua800-\uabff\U0001f000-\U0001faff\u2190-\u2bff\u200d]")
_TAGGED_FLAG = "\U0001f3f4"

UNSHOWN = frozenset({"comment", "style", "attribute"})
"""The ways in which markup hides a text."""
# Markdown and HTML that no reader shows. A comment may go on in the next lines.
_MARKUP = (
    ("comment", regex(r"<!--(?P<says>.*?)(?:-->|$)")),
    ("comment", regex(r"^\s*\[[^\]]{0,40}\]:\s*(?:<>|#)\s*[(\"'](?P<says>.+?)[)\"']\s*$")),
    (
        "style",
        regex(
            r"<(?P<tag>[a-z]\w{0,15})\b[^<>]{0,200}?(?:font-size:\s*[01](?:px|pt|em|%)?\b"
            r"|display:\s*none|visibility:\s*hidden|opacity:\s*0(?![.\d]*[1-9])"
            r"|(?<![-\w])color:?[\s=\"']*(?:white|transparent|#fff(?:fff)?\b)|\shidden\b"
            r"|(?:left|top|indent):\s*-\d{3,})[^<>]{0,200}>(?P<says>.*?)(?:</(?P=tag)>|$)",
            re.IGNORECASE,
        ),
    ),
    ("attribute", regex(r"\s(?:alt|title|aria-label|data-[\w-]+)=[\"'](?P<says>[^\"']{12,})")),
)

_ENTITY = r"&#?\w{1,32};"
_COMPOSED = regex(rf"(?<!\w)(?:\w*{_ENTITY})+\w*")
_PUNYCODE = regex(r"(?<![\w-])xn--[a-z0-9-]{2,60}", re.IGNORECASE)


@lru_cache(maxsize=20_000)
def poison_in(line: str, in_comment: bool = False) -> tuple[PoisonFinding, ...]:
    """What was written into a line to steer a model, the surest first; () for ordinary lines.

    `in_comment`: a comment of HTML began above and is still open.
    """
    found: list[PoisonFinding] = []
    for start in range(0, max(1, len(line) - _OVERLAP), _PIECE - _OVERLAP):
        piece = line[start : start + _PIECE]
        found += (
            replace(one, start=one.start + start, end=one.end + start)
            for one in _found(piece, in_comment, _DEPTH)
        )
    return tuple(_distinct(found))


def poison_in_text(text: str) -> Iterator[tuple[int, tuple[PoisonFinding, ...]]]:
    """The lines of a text in which something was found, 1-based, with what it was."""
    in_comment = False
    for number, line in enumerate(text.split("\n"), start=1):
        if found := poison_in(line, in_comment):
            yield number, found
        in_comment = goes_on(line, in_comment)


def certainty_of(sure: float) -> Certainty | None:
    """The words for it; None below all of them."""
    return next((words for words, least in LEAST.items() if sure >= least), None)


def hides(text: str) -> bool:
    """Whether characters stand in a text that nobody sees, or that pose as others."""
    if text.isascii() and text.isprintable() and "&" not in text:
        return False
    return any(one.sure >= _POSES for one in (*_hidden(text), *_twins(text), *_composed(text)))


def with_signs(line: str, sign: Callable[[int], str]) -> str:
    """The line with a sign for each run of characters that the eye does not see, by their count."""
    if line.isascii() and line.isprintable():
        return line

    def shown(run: re.Match[str]) -> str:
        return run[0] if _belongs(line, run) else sign(len(run[0]))

    return _CONTROL.sub(lambda run: sign(len(run[0])), _RUN.sub(shown, line))


def goes_on(line: str, in_comment: bool) -> bool:
    """Whether a comment is open at the end of a line, as `in_comment` says of its beginning."""
    opened, closed = line.rfind("<!--"), line.rfind("-->")
    return opened > closed or (in_comment and closed < 0)


def _found(line: str, in_comment: bool, depth: int) -> Iterator[PoisonFinding]:
    if len(line.strip()) < _SHORTEST:
        return
    hidden = list(_disguises(line, in_comment)) if depth else []
    inside = [_judged(one, depth - 1) for one in hidden]
    yield from (one for one in inside if one.sure >= LEAST[Certainty.POSSIBLE])
    shown = _without(line, hidden)
    readings = {seen(shown), as_shown(shown), without_item(as_shown(shown))}
    sure = max(map(sure_of, readings))
    if sure < LEAST[Certainty.LIKELY]:  # that a line asks to be kept makes it no more possible
        sure = min(sure, max(sure_of(without_mark(one)) for one in readings))
    letters = [one.sure for one in hidden if not _by_words(one)]
    if letters and sure >= 0.2:
        # An order that is spelled so that a filter misses it is no slip of the keyboard.
        sure = _either(sure, max(letters))
    if sure >= LEAST[Certainty.POSSIBLE]:
        begin = len(line) - len(line.lstrip())
        wanted = _deeds(as_shown(shown))
        yield PoisonFinding(PoisonKind.ORDER, begin, len(line.rstrip()), sure, wanted)


def _by_words(one: PoisonFinding) -> bool:
    """Whether what is hidden is judged by its words alone, not by how it hides."""
    return one.kind is PoisonKind.ENCODED or one.way in UNSHOWN


def _judged(one: PoisonFinding, depth: int) -> PoisonFinding:
    """What is disguised, judged by itself and by what it says."""
    if one.says and one.kind is not PoisonKind.LOOKALIKE:
        inner = [found for line in one.says.split("\n") for found in _found(line, False, depth)]
        if inner:
            surest = max(inner, key=lambda found: found.sure)
            return replace(one, sure=_either(one.sure, surest.sure), deeds=surest.deeds)
    return replace(one, sure=0.0) if _by_words(one) else one


def _without(line: str, hidden: Sequence[PoisonFinding]) -> str:
    """The line without what is judged by its words, so that it does not count twice."""
    for one in sorted(filter(_by_words, hidden), key=lambda one: -one.start):
        line = f"{line[: one.start]} {line[one.end :]}"
    return line


def _either(one: float, other: float) -> float:
    """How sure at least one of two is."""
    return 1 - (1 - one) * (1 - other)


def _deeds(text: str) -> tuple[PoisonDeed, ...]:
    """What a text asks for; to say something where no signal tells."""
    wanted = deeds(text) or {PoisonDeed.SAY}
    return tuple(deed for deed in PoisonDeed if deed in wanted)


def _distinct(found: Iterable[PoisonFinding]) -> list[PoisonFinding]:
    """The surest of each place and kind, the surest first."""
    rising = sorted(found, key=lambda one: one.sure)
    surest = {(one.kind, one.start): one for one in rising}
    return sorted(surest.values(), key=lambda one: -one.sure)


# -- what the eye does not see ------------------------------------------------------------------


def _disguises(line: str, in_comment: bool) -> Iterator[PoisonFinding]:
    """Everything that is disguised in a line, each by itself; `in_comment`: one began above."""
    if not (line.isascii() and line.isprintable()):
        yield from _hidden(line)
        yield from _twins(line)
    if "&" in line:
        yield from _composed(line)
    if "<" in line or "]:" in line or in_comment:
        yield from _unshown(line, in_comment)
    for start, end, way, says in decoded(line):
        yield PoisonFinding(PoisonKind.ENCODED, start, end, 0.5, (), says, way)


def _hidden(line: str) -> Iterator[PoisonFinding]:
    for run in _CONTROL.finditer(line):
        strength = 0.8 if "\x1b" in run[0] else 0.35
        yield PoisonFinding(PoisonKind.HIDDEN, *run.span(), strength, way="control")
    runs = [run for run in _RUN.finditer(line) if not _belongs(line, run)]
    if not runs:
        return
    everything = "".join(run[0] for run in runs)
    said = _tags(everything) or _selectors(everything) or _bits_of(everything)
    if said:
        start, end = runs[0].start(), runs[-1].end()
        yield PoisonFinding(PoisonKind.HIDDEN, start, end, 0.97, (), said, "spelled")
        return
    for run in runs:
        way, says, strength = _unspelled(line, run)
        yield PoisonFinding(PoisonKind.HIDDEN, *run.span(), strength, (), says, way)


def _unspelled(line: str, run: re.Match[str]) -> tuple[str, str, float]:
    """How much hidden characters that spell nothing tell of intent."""
    if _TURNED.search(run[0]):
        return "turned", "", 0.4 if _RIGHT_TO_LEFT.search(line) else 0.85
    if any("\U000e0000" <= sign <= "\U000e007f" for sign in run[0]):
        return "invisible", _tags(run[0]), 0.85
    before, after = line[run.start() - 1 : run.start()], line[run.end() : run.end() + 1]
    if run[0] in _PASTED:
        return "invisible", "", 0.1
    if len(run[0]) >= 8:
        return "invisible", "", 0.85
    in_word = before.isalpha() and after.isalpha() and before.isascii() and after.isascii()
    return "invisible", "", 0.6 if in_word else 0.2


def _belongs(line: str, run: re.Match[str]) -> bool:
    """Whether invisible characters are where scripts and emoji need them."""
    signs, before = run[0], line[run.start() - 1 : run.start()]
    after = line[run.end() : run.end() + 1]
    if signs == "\ufeff" and not run.start():
        return True
    if len(signs) > 3:
        return before == _TAGGED_FLAG and signs[-1] == "\U000e007f" and len(signs) < 9
    if set(signs) <= {"\u200e", "\u200f", "\u061c"}:
        return bool(_RIGHT_TO_LEFT.search(line))
    if set(signs) <= set("\ufe0e\ufe0f\u200d"):  # how a sign is drawn, and emoji joined
        return len(signs) < 3 and not (before.isalpha() and before.isascii())
    if "\ufe00" <= signs <= "\ufe0f" or "\U000e0100" <= signs <= "\U000e01ef":
        return len(signs) == 1 and unicodedata.category(before or " ") in ("Lo", "Sm")  # a variant
    joins = set(signs) <= {"\u200c", "\u200d"}
    return joins and (bool(_JOINED.match(before or " ")) or bool(_JOINED.match(after or " ")))


def _tags(signs: str) -> str:
    codes = bytes(ord(one) - 0xE0000 for one in signs if 0xE0020 <= ord(one) < 0xE007F)
    return bytes_text(codes)


def _selectors(signs: str) -> str:
    """Bytes as variation selectors spell them."""
    codes = [ord(one) for one in signs]
    values = [
        code - 0xFE00 if code < 0xE0000 else code - 0xE0100 + 16
        for code in codes
        if 0xFE00 <= code <= 0xFE0F or 0xE0100 <= code <= 0xE01EF
    ]
    return bytes_text(bytes(values))


def _bits_of(signs: str) -> str:
    """A text spelled with two invisible characters, eight a letter."""
    used = sorted(set(signs) & set("\u200b\u200c\u200d\u2060\u2062\u2063\u2064\ufeff"))
    if not 2 <= len(used) <= 3 or len(signs) < 8 * 4:
        return ""
    for zero in used:
        for one in used:
            bits = "".join("01"[sign == one] for sign in signs if sign in (zero, one))
            if zero != one and len(bits) >= 32 and (found := bits_text(bits)):
                return found
    return ""


# -- look-alikes --------------------------------------------------------------------------------


def _twins(line: str) -> Iterator[PoisonFinding]:
    for word in mixed_words(line):
        letters = latin(word[0])
        strength = 0.75 if len(word[0]) > 3 else 0.15
        yield PoisonFinding(PoisonKind.LOOKALIKE, *word.span(), strength, (), letters, "twins")
    for name in _PUNYCODE.finditer(line):
        shown = _unpunycoded(name[0])
        if shown and (mixed_words(shown) or all(one in TWINS or one.isascii() for one in shown)):
            yield PoisonFinding(PoisonKind.LOOKALIKE, *name.span(), 0.8, (), shown, "domain")


def _composed(line: str) -> Iterator[PoisonFinding]:
    """Words in which a plain letter is written as an entity of HTML: nobody needs to."""
    for word in _COMPOSED.finditer(line):
        letters = [html.unescape(one) for one in re.findall(_ENTITY, word[0])]
        if any(letter.isascii() and letter.isalnum() for letter in letters):
            says = html.unescape(word[0])
            yield PoisonFinding(PoisonKind.LOOKALIKE, *word.span(), 0.6, (), says, "entities")


def _unpunycoded(name: str) -> str:
    try:
        return name[4:].encode("ascii").decode("punycode")
    except (UnicodeError, ValueError, OverflowError):
        return ""


# -- markup -------------------------------------------------------------------------------------


def _unshown(line: str, in_comment: bool) -> Iterator[PoisonFinding]:
    if in_comment:
        says, _, line_rest = line.partition("-->")
        yield PoisonFinding(PoisonKind.HIDDEN, 0, len(says), 0.3, (), says.strip(), "comment")
        line = " " * (len(line) - len(line_rest)) + line_rest
    for way, pattern in _MARKUP:
        for found in pattern.finditer(line):
            if says := re.sub(r"<[^<>]*>", " ", html.unescape(found["says"])).strip():
                yield PoisonFinding(PoisonKind.HIDDEN, *found.span(), 0.3, (), says, way)
