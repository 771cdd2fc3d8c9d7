"""Lines that look like they hold a secret. Knows labels and what may follow them, not memory.

A courtesy, not a defence: what it does not recognise it does not hide.
"""

import re
from collections.abc import Callable

from desktop_app.language import codes
from desktop_app.language.checksums import holds_checked_number
from desktop_app.language.keys import (
    holds_key,
    holds_randomness,
    is_mixed,
    is_name_and_number,
    rows_of_words,
)
from desktop_app.language.labels import BESIDE, Line, Token, innocent, names, read
from desktop_app.language.lexicon import Found

_CLAUSE_END = re.compile(r"[\s\"'`”」』*.!。！]*(?:$|[(（;；]|-\s)")
_QUOTED = re.compile(r"[\"'“‘「『`]([^\"'”’」』`\n]{4,80})[\"'”’」』`]")
_FEW_WORDS = re.compile(r"\s*[:=]\s*([^\W\d_]{3,16}(?:[ -][^\W\d_]{3,16}){1,5})\s*(?:[,.;(。]|$)")
_HYPHENATED = re.compile(r" [a-z]+(?:-[a-z]+){2,}(?![\w-])")
_HAN_AND_FIGURES = re.compile(r"[\u4e00-\u9fff]{2,8}\d{2,8}(?!\d)")
_MANY_FIGURES = re.compile(r"[a-z]{4}\d{3,4}$")  # a berth or a machine has fewer
_NAME = re.compile(r"[^\W\d_]+[-_]?\d{1,2}$|[A-Z]+-[A-Z]*\d+[A-Z]*$")  # segler2, TL-WR841N
_IDENTIFIER = re.compile(r"(?:[A-Za-z]+\d{0,3}|\d{1,4})(?:[_.$-]+(?:[A-Za-z]+\d{0,3}|\d{1,4}))+$")
_PAIR = re.compile(r"[\w.-] ?/ ?([^\s/]{6,80})")
_PAIRED = re.compile(r"\s{0,3}(?:[/:|=→]|->)")
_SENTENCE = re.compile(r"[*_]*:[*_]* (?:[^\s/:=]+ +){3}")
_PHRASE = 400  # characters that the words of a wallet may take
_ANSWER = re.compile(r"[^\n]{0,40}(?:[:=→]|->)\s*\w")


def looks_secret(line: str) -> bool:
    """Whether `line` seems to hold a password, a key, a code or an account number."""
    if holds_key(line) or holds_checked_number(line):
        return True
    found = read(line)
    return (
        any(_RULES[kind](found, label) for label in found.labels for kind in label.kinds & _KINDS)
        or codes.spelled(found)
        or (not found.has("digest") and holds_randomness(line))
    )


def _password(line: Line, label: Found) -> bool:
    """Any token behind it that is no plain word; words too, where they are all that follows."""
    for token in line.tokens(label, 56):
        value = token.value
        if is_mixed(value) or _MANY_FIGURES.search(value):
            return True
        if token.is_named and (value.isdigit() or is_name_and_number(value)):
            return True
        if _is_word_alone(line, label, token):
            return True
    rest = line.after(label, 96)
    words = _FEW_WORDS.match(rest)
    if meant := _quoted(rest) or (words and words[1]):
        return innocent().isdisjoint(re.findall(r"[^\W_]+", meant))
    beside = BESIDE.match(rest)
    return bool(_HYPHENATED.match(rest) or (beside and _HAN_AND_FIGURES.match(rest, beside.end())))


def _is_word_alone(line: Line, label: Found, token: Token) -> bool:
    """Whether nothing but this word is told of the password."""
    told = (
        token.is_beside
        or (token.is_next and line.has("wifi", "user"))
        or (token.is_named and "watchword" in label.kinds)
    )
    return (
        told
        and _CLAUSE_END.match(line.text, token.end) is not None
        and not token.value.endswith("ed")
        and "/" not in token.value
    )


def _quoted(rest: str) -> str | None:
    """What stands in quotes behind an 'is', a colon or nothing."""
    quoted = _QUOTED.search(rest)
    before = rest[: quoted.start()] if quoted else ""
    return quoted[1] if quoted and (not before.strip() or names(before)) else None


def _key(line: Line, label: Found) -> bool:
    """A token behind it that looks random, or the second of a pair."""
    return any(
        is_mixed(token.value)
        and (token.between.endswith("/ ") or not _NAME.match(token.value))
        and (token.is_named or not _IDENTIFIER.match(token.value))
        for token in line.tokens(label, 40)
    )


def _many_meanings(line: Line, label: Found) -> bool:
    """A label only where something is set apart right behind it."""
    quoted = _quoted(line.after(label, 96))
    return (
        (BESIDE.match(line.level, label.end) is not None and _key(line, label))
        or any(token.is_next and is_mixed(token.value) for token in line.tokens(label, 4))
        or (quoted is not None and any(map(str.isdigit, quoted)))
    )


def _wifi(line: Line, label: Found) -> bool:
    """A name and a password with a slash between them, or a key set apart."""
    pair = _PAIR.search(line.text, label.end, label.end + 80)
    second = pair[1] if pair else ""
    beside = [token.value for token in line.tokens(label, 16) if token.is_beside]
    return (
        (BESIDE.match(line.level, label.end) is not None and _key(line, label))
        or is_mixed(second)
        or is_name_and_number(second)
        or any(is_name_and_number(value) and value[-2:].isdigit() for value in beside)
    )


def _user(line: Line, label: Found) -> bool:
    """The password behind the name of someone who signs in; a speaker is followed by a sentence."""
    speaks = not line.text[: label.start].strip(" -*") and _SENTENCE.match(line.text, label.end)
    return not speaks and _PAIRED.match(line.level, label.end) is not None and _key(line, label)


def _spare(line: Line, label: Found) -> bool:
    return codes.spare_code(line, label) or _key(line, label)


def _seed(line: Line, label: Found) -> bool:
    return any(rows_of_words(line.level[label.end : label.end + _PHRASE]))


def _question(line: Line, label: Found) -> bool:
    return line.has("answer") or _ANSWER.match(line.level, label.end) is not None


def _maiden_name(line: Line, label: Found) -> bool:
    return _ANSWER.match(line.level, label.end) is not None or (
        BESIDE.match(line.level, label.end) is not None
    )


def _unlock(line: Line, label: Found) -> bool:
    """A phrase in quotes that something with a lock opens with."""
    return line.counts["unlock"] > 1 and _quoted(line.after(label, 96)) is not None


_RULES: dict[str, Callable[[Line, Found], bool]] = {
    "password": _password,
    "watchword": _password,
    "many_meanings": _many_meanings,
    "key": _key,
    "wifi": _wifi,
    "user": _user,
    "seed": _seed,
    "question": _question,
    "maiden_name": _maiden_name,
    "unlock": _unlock,
    "code": codes.code,
    "loose_code": codes.loose_code,
    "place": codes.place,
    "site": codes.site,
    "dial": codes.dial,
    "number": codes.number,
    "check": codes.check_figures,
    "spare": _spare,
}
"""What is looked for behind a label, by its kind in `secrets.toml`."""
_KINDS = frozenset(_RULES)
