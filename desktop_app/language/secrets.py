"""Secrets in a line: what, and from where to where. Knows labels and what may follow, not memory.

A courtesy, not a defence: what it does not recognise it does not hide.
"""

import re
from collections.abc import Callable, Iterator
from functools import cache, lru_cache
from hashlib import blake2b
from os import urandom
from typing import Any, NamedTuple

from desktop_app import resources
from desktop_app.language.dictionary import Dictionary, Found, bare
from desktop_app.language.keys import (
    Span,
    by_form,
    dealt_by_chance,
    is_mixed,
    is_name_and_number,
    rows_of_words,
)
from desktop_app.language.phrases import listed
from desktop_app.language.spans import flat
from desktop_app.language.words import stop_words

_PROCESS = urandom(16)
# What stands between a name and what it names.
_IS = (
    r"(?::|=|->|→|—|'s\b|\b(?:is|are|ist|est|es|now|was|takes|wants|lautet)\b"
    r"|\bc'est\b|换成|改成|改为|是|为)"
)
_EDGE = r"[\s:=>\"'`“「『*]*"
_BESIDE = re.compile(rf"[\s\"')\]*_`]*{_IS}{_EDGE}")
_NAMED = re.compile(rf"(?:{_IS}|\b(?:set|reset|changed|switched|back) to\b|\bauf\b| / |^){_EDGE}$")
_GIVEN = re.compile(rf"(?:{_IS}|\b(?:with|mit|avec|con|set (?:it )?to)\b|用){_EDGE}$")
_TOKEN = re.compile(
    r"(?![:=])[^\s\"'`“”‘’「」『』《》<>()（）\[\],;：|，。；、！？\u3040-\u30ff\u3400-\u9fff]{4,200}"
)
_EDGES = "/:=.!?*_~→->"
_SENTENCE_END = re.compile(r"(?<=\w\w\w)[.!?]\s|[。！？]")  # not behind 'no.'
_CLAUSE_END = re.compile(r"(?: now| jetzt)?[\s\"'`”」』*.!。！]*(?:$|[(（;；，]|-\s)")
_QUOTED = re.compile(r"[\"'“‘「『`]((?!\s)[^\"'”’」』`\n]{4,80}(?<!\s))[\"'”’」』`]")
_FEW_WORDS = re.compile(r"\s*[:=]\s*([^\W\d_]{3,16}(?:[ -][^\W\d_]{3,16}){1,5})\s*(?:[,.;(。]|$)")
_HAN = re.compile(r"[\u4e00-\u9fff]{2,8}\d{2,8}(?!\d)")
_PAIR = re.compile(
    r"(?:^|[\s`\"'(:：])[\w.@!-]{2,40}(?P<by> / |/|:)([!-+\-.0-9<-_a-~]{6,80})(?![/\w])"
)
_SPEAKS = re.compile(r"[*_]*:[*_]* (?:[^\s/:=]+ +){3}")
_IDENTIFIER = re.compile(r"(?:[A-Za-z]+\d{0,3}|\d{1,4})(?:[_.$-]+(?:[A-Za-z]+\d{0,3}|\d{1,4}))*$")
_DIGITS = (
    r"\d{4,8}|\d{3}[ -]\d{3,4}|\d{2,4}[#*]\d{2,4}|[零〇一二两三四五六七八九]{4,8}"
    r"|\d(?:, ?|[ -])\d(?:(?:, ?|[ -])\d){1,6}|\d{1,2}(?:[ /-]\d{1,2}){2,3}|\d{1,3}-\d{1,2}-\d{3,5}"
    r"|\d{2,4}[a-f]\d{0,3}"
)
_APART = re.compile(r"\d(?:\W{1,2}\d)+|.*[a-f].*")  # 4 0 9 7, 19b4: no amount, no year
_KEYED = re.compile(
    r"\s?(?:[#*✓✔☑⏎🔔🔑]|井|星号|\+ ?(?:call|bell|enter|ok)"
    r"|,? (?:then|and|und|puis|y) (?:the )?(?:bell|key|hash|star|pound|tick|enter|ok|[a-z\d]\b))"
)
_SAID_BEFORE = re.compile(
    r"(?<!\d)(\d{4,8}|\d{3}[ -]\d{3})[#*]? (?:is|opens|for|ist|est|es) [a-z ]{0,12}$"
)
_SAID = re.compile(r"(?:ed|ing|ous|[ai]ble|ful|less|ly|ory)$")  # said of a password, not told
_YEAR = re.compile(r"(?:19[6-9]|20[0-4])\d$")
_TURN = re.compile(
    r"(?:\b(?:right|left|rechts|links|droite|gauche|derecha|izquierda|r|l)\b|[右左])[^\d\n]{0,12}\d{1,2}(?!\d)"
    r"|(?<!\d)\d{1,2} (?:right|left|rechts|links)\b"
)
_LONG = re.compile(r"(?<![a-z\d])[a-z]{0,3} ?\d(?:[ ./-]?\d){5,18}(?:[ -]?[a-z]{1,2})?(?![a-z\d])")
_LETTERED = re.compile(r"\b(?=[a-z]{0,6}\d)[a-z\d]{8,18}\b|(?<!\d)\d\d-\d\d-\d\d(?!\d)")
_DATE = re.compile(
    r"\d{1,3}(?:\.\d{1,3}){3}|\d{4}([-./])\d{1,2}\1\d{1,2}|\d{1,2}([-./])\d{1,2}\2\d{4}"
)
_CHECK = re.compile(r"\D{0,3}(\d{3,4})(?!\d)")
_SPARE = re.compile(
    r"(?<![\w-])(?:(?=[a-z0-9-]*\d)[a-z0-9]{4,8}(?:-[a-z0-9]{4,8})+|[a-z2-7]{4}(?: [a-z2-7]{4}){3,}|\d{8,10}"
    r"|\d{4} \d{4}|[a-z2-7]{16,64})(?![\w-])"
)
_ANSWER = re.compile(
    r"[^\n]{0,40}(?:[:=→]|->|\b(?:answer|antwort|set to|name is|maiden is)\b|答案|填)\s*(\w[\w ]{2,40})"
)


def looks_secret(text: str) -> bool:
    """Whether `text` seems to hold a password, a key, a code or an account number."""
    return bool(secrets(text))


@lru_cache(maxsize=8_000)
def secrets(text: str) -> tuple[Span, ...]:
    """Every secret in `text` in reading order; none overlaps another."""
    line = _Line(text)
    found = list(by_form(text))
    for label in line.labels:
        for kind in label.kinds & _RULES.keys():
            found += (span for span in _RULES[kind](line, label) if span.end > span.start)
    found += line.spelled()
    if not line.has("none"):
        found += dealt_by_chance(text)
    apart: list[Span] = []
    for span in sorted(found, key=lambda span: (span.start, -span.end)):
        if apart and span.start < apart[-1].end:
            apart[-1] = apart[-1]._replace(end=max(span.end, apart[-1].end))
        else:
            apart.append(span)
    return tuple(apart)


def opaque(text: str) -> str:
    """The text with a short token for each secret, by which two lines can be compared.

    A secret has the same token wherever it stands until the program ends, and nobody can read it
    back.
    """
    for start, end, what in reversed(secrets(text)):
        secret = " ".join(text[start:end].split()).encode("utf-8", "surrogatepass")
        token = blake2b(secret, digest_size=2, key=_PROCESS).hexdigest()
        text = f"{text[:start]}⟨{what}:{token}⟩{text[end:]}"
    return text


class _Token(NamedTuple):
    """Something behind a label without a blank in it, and what is between them."""

    start: int
    value: str
    between: str

    @property
    def end(self) -> int:
        return self.start + len(self.value)

    @property
    def is_beside(self) -> bool:
        return _BESIDE.fullmatch(self.between) is not None

    @property
    def is_named(self) -> bool:
        return _NAMED.search(self.between) is not None

    def as_a(self, what: str) -> Span:
        return Span(self.start, self.end, what)


class _Line:
    """A line read for labels."""

    def __init__(self, text: str) -> None:
        self.text = text
        self.level = bare(flat(text))
        self.labels = _labels().scan(self.level)

    def has(self, *kinds: str) -> bool:
        return any(not label.kinds.isdisjoint(kinds) for label in self.labels)

    def end(self, label: Found, reach: int) -> int:
        """Where to stop behind a label: its sentence ends, or what it says is far away."""
        stop = min(len(self.level), label.end + reach)
        end = _SENTENCE_END.search(self.level, label.end, stop)
        return end.start() if end else stop

    def tokens(self, label: Found, reach: int) -> Iterator[_Token]:
        end = self.end(label, reach)
        for match in _TOKEN.finditer(self.text, label.end, min(len(self.text), end + 200)):
            if match.start() > end:
                return
            value = match[0].rstrip(_EDGES)
            start = match.start() + len(value) - len(value := value.lstrip(_EDGES))
            if value and not _is_plain(value):
                yield _Token(start, value, self.level[label.end : start])

    def numbers(self, label: Found, reach: int) -> Iterator[re.Match[str]]:
        """Digits behind a label that could be a code: no price, no year of an event, no room."""
        end = self.end(label, reach)
        for match in _number().finditer(self.level, label.end, min(len(self.level), end + 12)):
            if match.start() > end:
                return
            if not _other().search(self.level, max(0, match.start() - 10), match.start()):
                yield match

    def quoted(self, label: Found) -> re.Match[str] | None:
        """What stands in quotes behind an 'is', a colon or nothing."""
        quoted = _QUOTED.search(self.text, label.end, self.end(label, 96))
        before = self.level[label.end : quoted.start()] if quoted else ""
        return quoted if not before.strip(" \"'") or _NAMED.search(before) else None

    def spelled(self) -> Iterator[Span]:
        """Four digits in words beside a door or a code."""
        row: list[Found] = []
        for label in self.labels if self.has("place", "lock", "code") else ():
            near = row and label.start - row[-1].end <= 2
            row = [] if "digit" not in label.kinds else [*row, label] if near else [label]
            if len(row) >= 4:
                yield Span(row[0].start, label.end, "code")


def _password(line: _Line, label: Found) -> Iterator[Span]:
    """Any token behind it that is no plain word; words too, where they are all that follows."""
    for token in line.tokens(label, 56):
        told = token.is_named and (token.between != " " or line.has("user"))
        alone = told and _CLAUSE_END.match(line.text, token.end) and "/" not in token.value
        weak = token.is_named and (token.value.isdigit() or is_name_and_number(token.value))
        if is_mixed(token.value) or weak or (alone and not _SAID.search(token.value)):
            yield token.as_a("password")
    rest = line.level[: line.end(label, 96)]
    for told in (line.quoted(label), _FEW_WORDS.match(rest, label.end)):
        if told and _plain().isdisjoint(re.findall(r"[^\W_]+", bare(told[1].lower()))):
            yield Span(*told.span(1), "password")
    beside = _BESIDE.match(line.level, label.end)
    han = _HAN.match(line.level, beside.end()) if beside else None
    if han:
        yield Span(*han.span(), "password")
    yield from _pair(line, label)


def _key(line: _Line, label: Found) -> Iterator[Span]:
    """A token behind it that looks dealt by chance, or the second of a pair."""
    for token in line.tokens(label, 40):
        told = token.is_named or not _IDENTIFIER.match(token.value)
        if is_mixed(token.value) and told and (token.is_beside or len(token.value) > 7):
            yield token.as_a("key")
    yield from _pair(line, label)


def _spare(line: _Line, label: Found) -> Iterator[Span]:
    """A code for the day when all else is lost, or what makes one-time codes."""
    for spare in _SPARE.finditer(line.level, label.end, line.end(label, 80)):
        seed = len(spare[0]) >= 16 and line.text[slice(*spare.span())].isupper()
        if seed or (any(map(str.isdigit, spare[0])) and not _DATE.search(spare[0])):
            yield Span(*spare.span(), "key")
    yield from _key(line, label)


def _loose(line: _Line, label: Found) -> Iterator[Span]:
    """A label only where something is set apart right behind it."""
    quoted = line.quoted(label)
    if quoted and "/" not in quoted[1] and any(map(str.isdigit, quoted[1])):
        yield Span(*quoted.span(1), "password")
    for token in line.tokens(label, 8):
        if is_mixed(token.value) and (token.is_beside or token.between == " "):
            yield token.as_a("password")
    door = line.has("place", "lock", "number")
    for number in line.numbers(label, 36 if door else 24):
        six = len(re.sub(r"\D", "", number[1])) == 6 or re.search("[#*]", number[1])
        if door or (six if label.phrase == "code" else number.start() <= label.end + 2):
            yield Span(*number.span(), "code")


def _pair(line: _Line, label: Found) -> Iterator[Span]:
    """The password behind a name and a slash or colon; a speaker is followed by a sentence."""
    if not line.text[: label.start].strip(" -*") and _SPEAKS.match(line.text, label.end):
        return
    pair = _PAIR.search(line.text, max(0, label.start - 1), label.end + 60)
    if pair and (is_mixed(pair[2]) or is_name_and_number(pair[2])):
        if pair["by"] == " / " or not _IDENTIFIER.match(pair[2]):
            yield Span(*pair.span(2), "password")


def _user(line: _Line, label: Found) -> Iterator[Span]:
    yield from _pair(line, label)
    for token in line.tokens(label, 16):
        weak = is_name_and_number(token.value) and token.value[-2:].isdigit()
        if token.is_beside and (
            weak or (is_mixed(token.value) and not _IDENTIFIER.match(token.value))
        ):
            yield token.as_a("password")


def _code(line: _Line, label: Found) -> Iterator[Span]:
    """A number behind it, or one before it: '4471 is the gate code'."""
    before = _SAID_BEFORE.search(line.level, max(0, label.start - 36), label.start)
    if before:
        yield Span(*before.span(1), "code")
    yield from (Span(*number.span(), "code") for number in line.numbers(label, 36))


def _place(line: _Line, label: Found) -> Iterator[Span]:
    """A number that nobody would give for anything else: 'gate: 4471', 'gate 4471#'."""
    lock = "lock" in label.kinds
    for number in line.numbers(label, 32):
        at, end = number.span()
        given = _GIVEN.search(line.level, label.end, at)
        ends = lock and (
            not line.level[label.end : at].strip() or _CLAUSE_END.match(line.level, end)
        )
        apart = _APART.fullmatch(number[1]) or _KEYED.match(line.level, end)
        if apart or ((given or ends) and not _YEAR.match(number[1])):
            yield Span(at, end, "code")
    turns = list(_TURN.finditer(line.level, label.end, line.end(label, 80)))
    if len(turns) >= 2:
        yield Span(turns[0].start(), turns[-1].end(), "code")


def _dial(line: _Line, label: Found) -> Iterator[Span]:
    """A number that is pressed or typed, where a door is."""
    if line.has("place", "lock", "code"):
        for number in line.numbers(label, 16):
            if not _YEAR.match(number[1]):
                yield Span(*number.span(), "code")


def _long_number(line: _Line, label: Found) -> Iterator[Span]:
    """A long number of a person or an account, no date."""
    end = line.end(label, 48)
    for found in (
        *_LONG.finditer(line.level, label.end, end + 20),
        *_LETTERED.finditer(line.level, label.end, end + 20),
    ):
        if (
            found.start() <= end
            and not _DATE.search(found[0])
            and sum(map(str.isdigit, found[0])) > 4
        ):
            yield Span(*found.span(), "account number")
    check = _CHECK.match(line.level, label.end)
    if check and label.phrase in ("cvc", "cvv", "cid", "cryptogramme"):
        yield Span(*check.span(1), "code")


def _seed(line: _Line, label: Found) -> Iterator[Span]:
    for row, _ in rows_of_words(line.level[label.end : label.end + 400]):
        yield row._replace(start=row.start + label.end, end=row.end + label.end)


def _question(line: _Line, label: Found) -> Iterator[Span]:
    answer = _ANSWER.match(line.level, label.end)
    if answer:
        yield Span(*answer.span(1), "answer")


_RULES: dict[str, Callable[[_Line, Found], Iterator[Span]]] = {
    "password": _password,
    "key": _key,
    "spare": _spare,
    "loose": _loose,
    "user": _user,
    "code": _code,
    "place": _place,
    "lock": _place,
    "dial": _dial,
    "number": _long_number,
    "seed": _seed,
    "question": _question,
}
"""What is looked for behind a label, by its kind in `secrets.toml`."""


def _is_plain(word: str) -> bool:
    """Whether a word behind a label is only what sentences say of labels: expired, in, weak."""
    return (word := bare(word.lower())) in _plain() or word in stop_words()


@cache
def _labels() -> Dictionary:
    return Dictionary({kind: listed(words) for kind, words in _table()["labels"].items()})


@cache
def _plain() -> frozenset[str]:
    return frozenset(_table()["plain"]["words"].split())


@cache
def _number() -> re.Pattern[str]:
    units = "|".join(map(re.escape, _table()["plain"]["units"].split()))
    return re.compile(
        rf"(?<!\d[.,:/])(?<![\da-z_€$£+.-])#?({_DIGITS})(?!\d|[.,:/-]\d|[a-z]|\s?(?:{units})(?![a-z]))"
    )


@cache
def _other() -> re.Pattern[str]:
    return re.compile(rf"\b(?:{'|'.join(_table()['plain']['before'].split())})[.:]? $|[第年月]$")


def _table() -> dict[str, Any]:
    return resources.table("language/secrets")
