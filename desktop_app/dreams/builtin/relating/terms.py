"""What a sentence is about, term by term: its words, names, values and Chinese pieces, in order.

Knows one text. Words that only hold a sentence together and words of change are no terms.
"""

import re
from bisect import bisect_right
from collections.abc import Iterator
from typing import NamedTuple

from desktop_app.dreams.builtin.relating import vocabulary
from desktop_app.dreams.builtin.relating.vocabulary import root
from desktop_app.language.dictionary import Found
from desktop_app.language.signals import Signal, signals
from desktop_app.language.spans import flat
from desktop_app.language.values import Value, values
from desktop_app.language.words import is_cjk

MOMENTS = frozenset({"date", "month", "time", "weekday"})
CLASSES = frozenset({"language", "colour", "often", "diet", "side", "theme", "amount", "ordinal"})
VALUES = MOMENTS | CLASSES | {"phone", "version", "number", "code", "range"}
NAMES = frozenset({"name", "start", "person", "code", "kin", "title"})
_FAINT = 0.3

_TOKEN = re.compile(
    r"(?P<title>《[^》]{1,40}》|「[^」]{1,20}」|『[^』]{1,20}』|“[^”]*[\u3400-\u9fff][^”]*”)"
    r"|(?P<cjk>[\u3005\u3400-\u9fff]+)"
    r"|(?P<code>`[^`\s]+`|[#@](?=\w)[\w-]+|(?<![\w-])[a-z]+(?:-[a-z]+){2,}(?![\w-])"
    r"|\w*[^\W_]_[^\W_]\w*)"
    r"|(?P<word>(?:(?:on|stand|check|sign|log|set|back|e|pre|re|co|non|follow|pick|drop|shut)-)?"
    r"[^\W_\u3005\u3400-\u9fff]+(?:'[a-z]+)?)"
    r"|(?P<mark>[:=])"
)
_CLAUSE = re.compile(
    r"[;。!?\n()]|(?<!\d),|,(?!\d)|\s[-–—]+\s"
    r"|(?<!\bmr)(?<!\bms)(?<!\bmrs)(?<!\bdr)(?<!\bst)(?<!\bprof)(?<!\bno)\.(?=\s|$)"
    r"|\s(?=(?:because|but|while|although|though|which|who|whereas|due to|thanks to|so that)\s)"
    r"|\s(?=(?:since|after|as|so)\s(?!far|of|soon|well|usual|\d))"
    r"|\s(?=(?:as of|from (?:this|next|the next))\s)"
    r"|\s(?=and\s(?:then|also|now|he|she|it|they|we|i|is|are|was|were|has|have|had|will|works?|started"
    r"|starts|takes?|gets?|lives?|comes?|goes|needs?|wants?|uses?|keeps?|runs?|likes?|joined|moved"
    r"|said)\s)"
)
_OPENING = ".!?。！？:：;\n"
_TITLE = re.compile(r"\b(?:Mr|Mrs|Ms|Dr|Prof|St|No)\.$")
_UNIT = re.compile(r"\s?([a-z%°][a-z]*)")
_SINCE = re.compile(
    r"(?:\b(?:from|starting|as of|effective|beginning|since|from the)\s"
    r"(?:on\s|next\s|this\s|last\s)?|[从自])$"
)
_ONWARDS = re.compile(r"\s?(?:起|开始|以后|之后|onwards?\b)")
_UNTIL = re.compile(r"\s?(?:to|until|till|through|[-–—到至])(?![a-z])")
_NICKNAME = re.compile(r"[小老阿][\u4e00-\u9fff]")
_DASH = re.compile(r"\s?[-–—~]\s?|[到至]")
_YEAR_BEFORE = re.compile(r"(今年|明年|后年|去年|前年)$")
_YEAR_AFTER = re.compile(r"\s(next year|last year|this year)\b")


class Term(NamedTuple):
    """A word, name, value or run of Chinese that carries meaning.

    `kind` is word, name, start (a capital at the start of a sentence), code, kin, han, person, verb
    (of one Chinese character) or a kind of value. `link` is the preposition or copula right before
    it, `unit` what a number counts or the year of a date, `owner` says that what follows belongs to
    it. `clause` counts from 0.
    """

    key: str
    kind: str
    start: int
    end: int
    clause: int
    link: str
    weight: float
    unit: str = ""
    owner: bool = False
    since: bool = False  # a value from which on something holds
    stuck: bool = False  # a part of a longer run of Chinese
    titled: bool = False  # Dr, Mrs or the like stands before it


def terms(text: str) -> tuple[Term, ...]:
    """The terms of `text` in reading order."""
    return tuple(_Reader(text).read())


def clauses(text: str) -> tuple[int, ...]:
    """Where the clauses of a text begin."""
    return (0, *(stop.end() for stop in _CLAUSE.finditer(flat(text))))


class _Reader:
    """Goes through a text once; what stands before a term is kept until the term comes."""

    def __init__(self, text: str) -> None:
        self.text, self.level = text, flat(text)
        found = values(text)
        self._years = {value.start: value.key for value in found if value.kind == "year"}
        self._values = [*_ranged([value for value in found if value.kind != "year"], self.level)]
        self._counted = {value.end for value in self._values if value.kind == "number"}
        self._starts = clauses(text)
        self._link = ("", 0)
        self._titled = False

    def read(self) -> Iterator[Term]:
        """All terms in order."""
        changes = [one for one in signals(self.text) if one.kinds - {"doubt"}]
        fixed: list[Value | Signal | Found] = [*self._values, *changes]
        fixed += vocabulary.phrases().scan(self.level)
        at = 0
        for what in sorted(fixed, key=lambda one: (one.start, -one.end)):
            if what.start < at:
                continue
            yield from self._between(at, what.start)
            if isinstance(what, Value):
                yield self._value(what)
            elif isinstance(what, Signal):
                self._leads(what)
            else:
                yield self._known(min(what.kinds), what.start, what.end)
            at = what.end
        yield from self._between(at, len(self.level))

    def _between(self, start: int, end: int) -> Iterator[Term]:
        for match in _TOKEN.finditer(self.level, start, end):
            if match.lastgroup == "cjk":
                yield from self._chinese(match.start(), match[0])
            elif match.lastgroup == "title":
                yield self._term(match[0][1:-1], "title", match.start() + 1, match.end() - 1, 1.0)
            elif match.lastgroup == "mark":
                self._link = (":", match.start())
            elif match.lastgroup == "code":
                ticked = int(match[0][0] == "`")
                begin, stop = match.start() + ticked, match.end() - ticked
                yield self._term(f"code:{self.level[begin:stop]}", "code", begin, stop, 1.0)
            else:
                yield from self._word(match)

    # -- words --------------------------------------------------------------------------------

    def _word(self, match: re.Match[str]) -> Iterator[Term]:
        word, (start, end) = match[0], match.span()
        light = word in vocabulary.light()
        if light and word.endswith(("'s", "'re", "'m")):
            self._link = ("is", start)
        if word in vocabulary.TITLES or word == "s":
            self._titled = word != "s"
            return
        plain = word if light else word.split("'")[0].replace("-", "")
        if plain in vocabulary.links():
            self._link = (plain, start)
        capital, opening = self.text[start].isupper(), self._opens(start)
        faint = plain in vocabulary.words("faint")
        if plain in vocabulary.light() and not faint and (opening or not capital or plain == "i"):
            return
        owner = word.endswith("'s") or (
            word.endswith("s") and self.text[end : end + 1] in ("'", "’")
        )
        known = vocabulary.classes().get(plain)
        if known and not (plain == "second" and self.level[:start].rstrip()[-1:].isdigit()):
            yield self._known(known, start, end)
            return
        if (
            self.text[start:end].removesuffix("s").isupper()
            and plain.endswith("s")
            and len(plain) == 3
        ):
            plain = plain[:-1]  # PRs
        key = root(plain)
        kind = "kin" if key in vocabulary.words("kin") else "word"
        if capital and kind == "word" and not faint:
            kind = "start" if opening else "name"
        yield self._term(key, kind, start, end, _FAINT if faint else _weight(key), owner=owner)

    def _opens(self, at: int) -> bool:
        before = self.text[:at].rstrip(" \t\"'“‘(*_`-")
        return not before or (before[-1] in _OPENING and not _TITLE.search(before))

    def _leads(self, change: Signal) -> None:
        """A word of change may end in a link: switched to, 搬到."""
        last = change.phrase.split()[-1]
        last = last[-1] if is_cjk(last[-1]) else last
        leads = last in vocabulary.links() or last in vocabulary.words("chinese_verbs")
        if leads and "becomes" in change.kinds:
            self._link = (last, change.start)
        elif change.kinds != {"now"}:
            self._link = ("", change.start)

    def _known(self, key: str, start: int, end: int) -> Term:
        """A term whose key is in the lists."""
        kind = key.split(":")[0] if ":" in key else "word"
        return self._term(
            key, "kin" if key in vocabulary.words("kin") else kind, start, end, _weight(key)
        )

    # -- values -------------------------------------------------------------------------------

    def _value(self, value: Value) -> Term:
        unit = ""
        if value.kind in ("number", "version"):
            unit = self._unit(value.end)
        elif value.kind in ("date", "month"):
            unit = self._years.get(value.start, "")
        before, after = self.level[max(0, value.start - 24) : value.start], self.level[value.end :]
        year = value.kind == "number" and re.fullmatch("(?:19|20)[0-9]{2}", value.key)
        since = bool(year or value.kind in MOMENTS) and bool(
            (_SINCE.search(before) and not _UNTIL.match(after)) or _ONWARDS.match(after)
        )
        kind = "code" if value.kind == "link" else value.kind
        start, end = value.start, value.end
        if value.kind in ("date", "month") and not unit:
            told = _YEAR_BEFORE.search(self.level, max(0, start - 3), start)
            start = told.start() if told else start
            told = told or _YEAR_AFTER.match(self.level, end)
            end, unit = (max(end, told.end()), told[1]) if told else (end, "")
        return self._term(f"{kind}:{value.key}", kind, start, end, 1.0, unit=unit, since=since)

    def _unit(self, at: int) -> str:
        """What a number counts: the Chinese unit or the word right after it."""
        at += self.level.startswith(" ", at)
        if counted := vocabulary.units().match(self.level, at):
            return counted[0]
        after = _UNIT.match(self.level, at)
        return root(after[1]) if after and after[1] not in vocabulary.light() else ""

    # -- Chinese ------------------------------------------------------------------------------

    def _chinese(self, offset: int, run: str) -> Iterator[Term]:
        if self._counted & {offset, offset - self.level.startswith(" ", offset - 1)}:
            unit = vocabulary.units().match(run)  # 元 of 3200元
            cut = unit.end() if unit else 0
            offset, run = offset + cut, run[cut:]
        at = 0
        for found in vocabulary.chinese().scan(run):
            if found.kinds == {"whole"}:
                continue
            name = run[at : found.end]
            if found.phrase in vocabulary.words("chinese_titles") and vocabulary.person().fullmatch(
                name
            ):
                continue  # 毛大夫 is somebody
            yield from self._piece(offset + at, run[at : found.start])
            at = found.end
            start, end = offset + found.start, offset + found.end
            if "class" in found.kinds:
                yield self._known(vocabulary.classes()[found.phrase], start, end)
            elif "same" in found.kinds:
                key = vocabulary.synonyms().get(found.phrase, found.phrase)
                yield self._known(key, start, end)
            elif "verb" in found.kinds:
                yield self._term(found.phrase, "verb", start, end, 0.0)
                self._link = (found.phrase, start)
            elif found.phrase in vocabulary.links():
                self._link = (found.phrase, start)
        yield from self._piece(offset + at, run[at:])

    def _piece(self, start: int, piece: str) -> Iterator[Term]:
        named = _NICKNAME.match(piece)
        if named and len(piece) > 2 and named[0] not in vocabulary.words("chinese_whole"):
            yield self._term(named[0], "person", start, start + 2, 1.0)
            yield from self._piece(start + 2, piece[2:])
        elif piece:
            kind = "person" if vocabulary.person().fullmatch(piece) else "han"
            yield self._term(piece, kind, start, start + len(piece), 1.0)

    # -- all ----------------------------------------------------------------------------------

    def _clause(self, at: int) -> int:
        return bisect_right(self._starts, at) - 1

    def _term(
        self,
        key: str,
        kind: str,
        start: int,
        end: int,
        weight: float,
        *,
        unit: str = "",
        owner: bool = False,
        since: bool = False,
    ) -> Term:
        clause = self._clause(start)
        link, at = self._link
        link = link if self._clause(at) == clause else ""
        titled = self._titled
        self._link, self._titled = ("", start), False
        owner = owner or self.level.startswith("的", end)
        return Term(key, kind, start, end, clause, link, weight, unit, owner, since, False, titled)


def _ranged(found: list[Value], level: str) -> Iterator[Value]:
    """The values, two with a dash between them as one range: 14-15, Mo-Fr, 9点到17点."""
    last: Value | None = None
    for value in found:
        if last and last.kind == value.kind and _DASH.fullmatch(level, last.end, value.start):
            last = Value("range", f"{last.key}-{value.key}", last.start, value.end)
            continue
        if last:
            yield last
        last = value
    if last:
        yield last


def _weight(key: str) -> float:
    return _FAINT if key in vocabulary.words("faint") else 1.0
