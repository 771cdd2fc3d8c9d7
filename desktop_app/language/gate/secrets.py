"""Secrets in a line, each with its place. Knows labels and what may follow, not memory.

This is a help and no protection: a secret that no rule recognises stays visible.
"""

import re
from collections.abc import Callable, Iterator
from functools import cache, lru_cache
from typing import Any

from desktop_app import resources
from desktop_app.language.dictionary import Dictionary, FoundPhrase, bare
from desktop_app.language.gate.encodings import reads
from desktop_app.language.gate.keys import (
    ALL_SIGNS,
    SecretSpan,
    by_form,
    is_mixed,
    is_name_and_number,
)
from desktop_app.language.gate.likeness import Kind, learnt, log_odds
from desktop_app.language.phrases import listed
from desktop_app.language.spans import flat
from desktop_app.language.tokens import stop_words
from desktop_app.regex import regex

# What stands between a name and what it names.
_IS = (
    r"(?::|=|->|→|—|'s\b|\b(?:is|are|ist|est|es|now|was|takes|wants|reads|uses|lautet)\b"
    r"|\bc'est\b|(?:换成|改成|改为|填|设|写)的?了?|还?在用|是|为)"
)
_EDGE = r"[\s:=>\"'`“「『*]*"
_BESIDE = regex(rf"[\s\"')\]*_`]*{_IS}{_EDGE}")
_NAMED = regex(rf"(?:{_IS}|\b(?:set|reset|changed|switched|back) to\b|\bauf\b| / |^){_EDGE}$")
_GIVEN = regex(
    rf"(?:{_IS}|\b(?:with|mit|avec|con|set (?:it )?to|press|enter|pulsa)\b|用|按|转|输入?){_EDGE}$"
)
_TOKEN = regex(
    r"(?![:=])[^\s\"'`“”‘’「」『』《》<>()（）\[\],;：|，。；、！？\u3040-\u30ff\u3400-\u9fff]{4,200}"
)
_EDGES = "/:=.!?*_~→->"
_SENTENCE_END = regex(r"(?<=\w\w\w)[.!]\s|[。！]")  # not behind 'no.'; a question is answered
_CLAUSE_END = regex(r"(?: now| jetzt)?[\s\"'`”」』*.!。！]*(?:$|[(（;；，]|-\s)")
_QUOTED = regex(r"[\"'“‘「『`]((?!\s)[^\"'”’」』`\n]{4,80}(?<!\s))[\"'”’」』`]")
# Words that say nothing together: told by a colon, or by an 'is' to the end of the sentence.
_WORD = r"(?:[^\W\d_]{3,16}|[\u3400-\u9fff]{1,6})"
_PHRASE = rf"({_WORD}(?:[ -]{_WORD}){{1,23}})"
_FEW_WORDS = regex(rf"\s*(?:\([^()]{{0,30}}\))?\s*[:=]\s*{_PHRASE}\s*(?:[,.;(。]|$)")
_TOLD_WORDS = regex(
    rf"[^.;:]{{0,40}}?(?:\b(?:is|are|was)\b|[是为])\s*:?\s*{_PHRASE}\s*(?:[,.;，。]|$)"
)
_PAIR = regex(
    r"(?:^|[\s`\"'(:：])[\w.@!-]{2,40}"
    r"(?P<by> [/|] |/|:)(?![A-Z_]+@)([!-+\-.0-9<-_a-~]{6,80})(?![/\w])"
)
_IDENTIFIER = regex(r"(?:[A-Za-z]+\d{0,3}|\d{1,4})(?:[_.$-]+(?:[A-Za-z]+\d{0,3}|\d{1,4}))*$")
_DIGITS = (
    r"(?:(?:zero|one|two|three|four|five|six|seven|eight|nine)\b[, -]{0,2}){4,8}"
    r"|\d{4,8}|\d{3}[ -]\d{3,4}|\d{2,4}[#*]\d{2,4}|[零〇一二两三四五六七八九]{4,8}"
    r"|\d(?:, ?|[ -])\d(?:(?:, ?|[ -])\d){1,6}|\d{1,2}(?:[ /-]\d{1,2}){2,3}|\d{1,3}-\d{1,2}-\d{3,5}"
    r"|\d{2,4}[a-f]\d{0,3}"
)
_APART = regex(r"\d(?:\W{1,2}\d)+|.*[a-f].*")  # 4 0 9 7, 19b4: no amount, no year
_KEYED = regex(
    r"\s?(?:[#*✓✔☑⏎🔔🔑]|井|星号|\+ ?(?:call|bell|enter|ok)"
    r"|,? (?:then|and|und|puis|y) (?:the )?(?:bell|key|hash|star|pound|tick|enter|ok|[a-z\d]\b))"
)
_ATTRIBUTE = r"/|(?:ed|ing|ous|[ai]ble|ful|less|ly|ory)$"  # said of a password, not told
_DRAWN = regex(  # with a slash it may be a path: then it needs every kind of sign
    r"[A-Za-z\d]+|(?=\S*[a-z])(?=\S*[A-Z])(?=\S*\d)[A-Za-z\d]+(?:[+/][A-Za-z\d]+)*"
)
_DEALT = regex(ALL_SIGNS)
_HASH = regex("[0-9a-f]{7,12}|[0-9a-f]{40}|[0-9a-f]{64}")
_PLAIN = regex(  # an address, a path or a file, a date, a time, a colour, a part of a whole
    r"(?<!\w)\w+://[^\s?#()]*|(?<![\w~.-])(?:[\w~.-]*[/\\])+[\w.-]*|(?<![\w-])[\w-]+\.[a-z]{2,4}\b"
    r"|#[\da-fA-F]{3,8}\b"
    r"|D?(?:19|20)\d\d-\d\d(?:-\d\d)?(?:T[\d:.]+)?|\d\d?:\d\d|(?<![\d.,])[\d.,]+ ?%",
    re.ASCII,
)
_PIECE = regex(r"[\w!#$%^&*+?~-]{8,80}", re.ASCII)
_FIGURE = regex(r"(?:\d\W{0,2}){3}")
_KEYED_IN = regex(r"(?:\b(?:dial|press|punch|type|enter|tap)\b|按|输入|拨).{0,12}\d{3}")
_YEAR = regex(r"(?:19[6-9]|20[0-4])\d$")
_SIDE = r"(?:right|left|rechts|links|droite|gauche|derecha|izquierda|r|l)\b"
_TURN = regex(rf"(?:\b{_SIDE}|[右左])[^\d\n]{{0,12}}\d{{1,2}}(?!\d)|(?<!\d)\d{{1,2}} {_SIDE}")
_LONG = regex(
    r"(?<![a-z\d])[a-z]{0,3} ?\d(?:[ ./-]?\d){5,18}(?:[ -]?[a-z]{1,2})?(?![a-z\d])"
    r"|\b(?=[a-z]{0,6}\d)[a-z\d]{8,18}\b"
)
_DATE = regex(r"\d{1,3}(?:\.\d{1,3}){3}|\d{4}([-./])\d\d?\1\d\d?|\d\d?([-./])\d\d?\2\d{4}")
_SPARE = regex(
    r"(?<![\w-])(?:(?=[a-z0-9-]*\d)[a-z0-9]{4,8}(?:-[a-z0-9]{4,8})+|[a-z2-7]{4}(?: [a-z2-7]{4}){3,}"
    r"|\d{8,10}|\d{4} \d{4}|\d{4,8}(?:[、,] ?\d{4,8})+|[a-z2-7]{16,64})(?![\w-])"
)
_ASKED = regex(r"[^:=]{0,30}?(?:questions?|\bq|frage|问题)\s*:")  # it, or what is unsafe
_ANSWER = regex(
    r"[^\n]{0,40}(?:[:=→]|->|\b(?:answer|antwort|set to|name is)\b|答案|填)"
    r"[\s\"“「:]*(\w[\w ]{2,40})"
)
_REACH = {"password": 100, "key": 40, "spare": 40, "user": 16, "loose": 8}


@lru_cache(maxsize=8_000)
def secrets(text: str) -> tuple[SecretSpan, ...]:
    """Every secret in `text` in reading order; none overlaps another."""
    line = _LabelledLine(text)
    spans = list(by_form(text))
    for label in line.labels:
        for kind in label.kinds & _RULES.keys():
            spans += _RULES[kind](line, label, kind)
    apart: list[SecretSpan] = []
    for span in sorted(spans, key=lambda span: (span.start, -span.end)):
        if apart and span.start < apart[-1].end:
            apart[-1] = apart[-1]._replace(end=max(span.end, apart[-1].end))
        else:
            apart.append(span)
    return tuple(apart)


def tells_secret(text: str) -> bool:
    """Whether a text tells a secret: in a form that a rule knows, or as lines do that tell one."""
    known = secret_signals(text)
    return "form" in known or log_odds(Kind.SECRET, text, known) >= 0


def possibly_secret(text: str) -> bool:
    """Whether a text may at least tell one."""
    least = float(learnt()[Kind.SECRET]["possibly"])
    return bool(secret_signals(text)) or log_odds(Kind.SECRET, text, ()) >= least


def secret_signals(text: str) -> list[str]:
    """What speaks for a secret, beside its likeness to lines that tell one."""
    found = {"form": bool(secrets(text)), "possible": _has_room(text)}
    return [name for name, is_so in found.items() if is_so]


def _has_room(text: str) -> bool:
    """Whether something in `text` could be one: a piece that looks dealt by chance, or a word that
    names secrets or doors, the latter with a figure. A name alone, as of a heading, tells none.
    """
    line, rest = _LabelledLine(text), _PLAIN.sub(" ", text)
    kinds = line.kinds
    if kinds and line.is_bare():
        return False
    if kinds & {"password", "spare", "question"} or _KEYED_IN.search(flat(text)):
        return True
    if kinds - {"key", "none"} and _FIGURE.search(rest):
        return True
    pieces = _PIECE.findall(rest)
    weak = kinds & {"key", "user", "loose"} and any(
        is_name_and_number(one.lower()) for one in pieces
    )
    return bool(weak) or any(map(_is_dealt, pieces))


def _is_dealt(piece: str) -> bool:
    """Whether letters and figures change as often as chance has them, in no word with a number."""
    runs = re.findall(r"[A-Z]?[a-z]+|[A-Z]+|\d+", piece)
    return is_mixed(piece) and len(runs) > len(piece) / 3 and not _HASH.fullmatch(piece)


class _LabelledLine:
    """A line read for labels."""

    def __init__(self, text: str) -> None:
        self.text = text
        self.level = bare(flat(text))
        self.labels = _labels().scan(self.level)
        self.kinds = frozenset[str]().union(*(label.kinds for label in self.labels))

    def is_bare(self) -> bool:
        """Whether no word or figure stands beside its labels."""
        named = {at for label in self.labels for at in range(label.start, label.end)}
        return not any(one.isalnum() for at, one in enumerate(self.level) if at not in named)

    def end(self, label: FoundPhrase, reach: int) -> int:
        """Where to stop behind a label: its sentence ends, or what it says is far away."""
        stop = min(len(self.level), label.end + reach)
        end = _SENTENCE_END.search(self.level, label.end, stop)
        return end.start() if end else stop

    def tokens(self, label: FoundPhrase, reach: int) -> Iterator[tuple[int, str]]:
        """What is written without a blank behind a label, and where."""
        end = self.end(label, reach)
        for match in _TOKEN.finditer(self.text, label.end, min(len(self.text), end + 200)):
            if match.start() > end:
                return
            value = match[0].rstrip(_EDGES)
            start = match.start() + len(value) - len(value := value.lstrip(_EDGES))
            word = bare(value.lower())
            if value and word not in _plain() and word not in stop_words():
                yield start, value

    def numbers(self, label: FoundPhrase, reach: int) -> Iterator[re.Match[str]]:
        """Digits behind a label that could be a code: no price, no year of an event, no room."""
        end = self.end(label, reach)
        for match in _number().finditer(self.level, label.end, min(len(self.level), end + 12)):
            other = _other().search(self.level, max(0, match.start() - 10), match.start())
            if match.start() <= end and not other:
                yield match


def _words(line: _LabelledLine, label: FoundPhrase, label_kind: str) -> Iterator[SecretSpan]:
    """What is told behind a password or a key: what looks dealt by chance, or is set apart."""
    for start, value in line.tokens(label, _REACH[label_kind]):
        if _tells(line, label_kind, value, line.level[label.end : start], start + len(value)):
            yield SecretSpan(start, start + len(value))
    end = line.end(label, 96)
    quoted = _QUOTED.search(line.text, label.end, end)
    if quoted and not _NAMED.search(line.level[label.end : quoted.start()].strip(" \"'")):
        quoted = None
    if label_kind == "password":
        sentence = _TOLD_WORDS.match(line.level, label.end, end)
        words = sentence[1].split() if sentence else []
        if words and (re.search(_ATTRIBUTE, words[0]) or not stop_words().isdisjoint(words)):
            sentence = None  # a sentence about it
        for phrase in (quoted, _FEW_WORDS.match(line.level, label.end, end), sentence):
            words_told = re.findall(r"[^\W_]+", bare(phrase[1].lower())) if phrase else []
            if phrase and _plain().isdisjoint(words_told) and not _labels().scan(phrase[1]):
                yield SecretSpan(*phrase.span(1))
    if label_kind == "loose":
        if quoted and "/" not in quoted[1] and any(map(str.isdigit, quoted[1])):
            yield SecretSpan(*quoted.span(1))
        yield from _code(line, label, label_kind)
        return
    # A name and, behind a slash or a colon, its password.
    pair = _PAIR.search(line.text, max(0, label.start - 1), label.end + 60)
    name = pair and pair["by"] != " / " and _IDENTIFIER.match(pair[2])
    if pair and pair["by"] == " | ":  # two cells of a table, where names stand, too
        name = None if _DEALT.match(pair[2]) else name or pair
    if pair and not name and (is_mixed(pair[2]) or is_name_and_number(pair[2])):
        yield SecretSpan(*pair.span(2))


def _tells(line: _LabelledLine, kind: str, value: str, between: str, end: int) -> bool:
    """Whether a token is the secret: `between` stands before it and behind its label."""
    beside, named = _BESIDE.fullmatch(between) is not None, _NAMED.search(between) is not None
    mixed, weak = is_mixed(value), is_name_and_number(value)
    if kind == "password":
        mixed = mixed or is_mixed(re.sub(r"@(?=\d)", "!", value))  # name@404: no package here
        ends = _CLAUSE_END.match(line.text, end) and not re.search(_ATTRIBUTE, value)
        alone = bool(ends and (between.strip(" \"'`*") or "user" in line.kinds))
        long = (
            not between.strip(" :=")
            and len(value) > 15
            and any(map(str.isdigit, value))
            and "/" not in value
        )
        return mixed or long or (named and (weak or value.isdigit() or alone))
    if kind == "loose":
        weak = weak and "user" in line.kinds and _CLAUSE_END.match(line.text, end) is not None
        return (mixed or weak) and (beside or between in (" ", ", "))
    plain = _IDENTIFIER.match(value) is not None
    if kind == "user":
        return beside and ((mixed and not plain) or (weak and value[-2:].isdigit()))
    drawn = (beside or not between.strip()) and len(value) > 13 and len(set(value)) > 7
    drawn = drawn and _DRAWN.fullmatch(value) is not None
    drawn = drawn and (value.isupper() or not reads(value))
    return drawn or (mixed and (named or not plain) and (beside or len(value) > 7))


def _spare(line: _LabelledLine, label: FoundPhrase, kind: str) -> Iterator[SecretSpan]:
    """A code for the day when all else is lost, or what makes one-time codes."""
    yield from _words(line, label, kind)
    for spare in _SPARE.finditer(line.level, label.end, line.end(label, 80)):
        seed = len(spare[0]) >= 16 and line.text[slice(*spare.span())].isupper()
        if seed or (any(map(str.isdigit, spare[0])) and not _DATE.search(spare[0])):
            yield SecretSpan(*spare.span())


def _code(line: _LabelledLine, label: FoundPhrase, kind: str) -> Iterator[SecretSpan]:
    """A number behind it; a 'code' of any kind has six digits, or a door."""
    sure = kind == "code" or not line.kinds.isdisjoint(("place", "lock", "number"))
    for number in line.numbers(label, 36 if sure else 24):
        six = len(re.sub(r"\D", "", number[1])) == 6 or re.search("[#*]", number[1])
        given = _GIVEN.search(line.level, label.end, number.start())
        if sure or given or (six if label.phrase == "code" else number.start() <= label.end + 2):
            yield SecretSpan(*number.span())


def _place(line: _LabelledLine, label: FoundPhrase, kind: str) -> Iterator[SecretSpan]:
    """A number that nobody would give for anything else: 'gate: 4471', 'gate 4471#'."""
    for number in line.numbers(label, 32):
        at, end = number.span()
        given = _GIVEN.search(line.level, label.end, at)
        near = not line.level[label.end : at].strip() or _CLAUSE_END.match(line.level, end)
        apart = _APART.fullmatch(number[1]) or _KEYED.match(line.level, end)
        if apart or ((given or (kind == "lock" and near)) and not _YEAR.match(number[1])):
            yield SecretSpan(at, end)
    turns = list(_TURN.finditer(line.level, label.end, line.end(label, 80)))
    if len(turns) >= 2:
        yield SecretSpan(turns[0].start(), turns[-1].end())


def _long_number(line: _LabelledLine, label: FoundPhrase, _: str) -> Iterator[SecretSpan]:
    """A long number of a person or an account, no date."""
    end = line.end(label, 48)
    for number in _LONG.finditer(line.level, label.end, end + 20):
        enough = sum(map(str.isdigit, number[0])) > 4 and not _DATE.search(number[0])
        if number.start() <= end and enough:
            yield SecretSpan(*number.span())


def _question(line: _LabelledLine, label: FoundPhrase, _: str) -> Iterator[SecretSpan]:
    """The answer that opens an account as a password does."""
    asked = _ASKED.match(line.level, label.start)
    if answer := _ANSWER.match(line.level, asked.end() if asked else label.end):
        yield SecretSpan(*answer.span(1))


_RULES: dict[str, Callable[[_LabelledLine, FoundPhrase, str], Iterator[SecretSpan]]] = {
    **dict.fromkeys(("password", "key", "user", "loose"), _words),
    **dict.fromkeys(("place", "lock"), _place),
    "spare": _spare,
    "code": _code,
    "number": _long_number,
    "question": _question,
}
"""What is looked for behind a label, by its kind in `secrets.toml`."""


@cache
def _labels() -> Dictionary:
    return Dictionary({kind: listed(words) for kind, words in _table()["labels"].items()})


@cache
def _plain() -> frozenset[str]:
    return frozenset(_table()["plain"]["words"].split())


@cache
def _number() -> re.Pattern[str]:
    units = "|".join(map(re.escape, _table()["plain"]["units"].split()))
    before, after = (
        r"(?<!\d[.,:/])(?<![\da-z_€$£+.-])",
        rf"\d|[.,:/-]\d|[a-z]|\s?(?:{units})(?![a-z])",
    )
    return regex(rf"{before}#?({_DIGITS})(?!{after})")


@cache
def _other() -> re.Pattern[str]:
    return regex(rf"\b(?:{'|'.join(_table()['plain']['before'].split())})[.:]? $|[第年月]$")


def _table() -> dict[str, Any]:
    return resources.table("language/secrets")
