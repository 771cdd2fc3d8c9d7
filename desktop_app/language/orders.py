"""Lines that try to command a model, and lines that give an agent leave. Knows what such lines do.

A courtesy, not a defence: nothing in a notebook is ever obeyed, and what may reach memory is
decided elsewhere. This gives the reason why a line stays in its day. No single word gives an order:
a line speaks to a model and asks it for something, in `resources/language/orders.toml`.
"""

import re
from collections.abc import Iterator
from functools import cache, lru_cache
from typing import Any

from desktop_app import resources
from desktop_app.language.dictionary import Dictionary, bare
from desktop_app.language.phrases import listed
from desktop_app.language.spans import flat

# A joiner belongs into emoji and Indic or Persian words, not between Latin letters. Tags spell the
# flags of regions; anywhere else they hide a text. A Cyrillic letter in a Latin word is a twin.
_HIDDEN = re.compile(
    r"[A-Za-z][\u200c\u200d][A-Za-z]|(?<![\U0001f3f4\U000e0020-\U000e007f])[\U000e0000-\U000e007f]"
    r"|[A-Za-z][аеорсухіјѕ][A-Za-z]"
)
_FIGURES = re.compile(r"(?<![a-z\d])(?=[a-z]*\d)(?=\d*[a-z]+[\da-z]*)[a-z\d]{3,24}(?![a-z\d])")
_LETTER_BY_LETTER = re.compile(r"(?<!\w)(?:\w[ .*_-]){5}\w(?!\w)")
_BETWEEN_LETTERS = re.compile(r"(?<=(?<!\w)\w)[ .*_-](?=\w(?!\w))")
_AS_LETTERS = str.maketrans("0134578", "oieastb")
_COMMENT = re.compile(r"<!--(.*?)(?:-->|$)", re.DOTALL)
_HAILED = re.compile(
    r"(?:(?:^|[.!?:;。！？：；>(（\[*#/\"“「,，-])[\s*_]*|\b(?:dear|hey|hi|hello|attention|any|every|all|each|whichever|whatever"
    r"|to|for|note to|note for|important for|liebe\w*|hallo|an (?:die|alle)|cher\w*|aux?|a (?:todas as|todos los|tous les)|para los"
    r"|per gli|всем) (?:the |any |all |whichever )?|[给致对各位任何所有的请]{1,4})$"
)
_AFTER = re.compile(
    r"(?: (?:and|or|&|only|eyes|note|please|instructions?|notice|reading \w+|memo))*\s*(?:[,:，：、—–)]|\s-\s)|(?:へ|様)|请(?!假|客|教|问)|注意"
)
_BOUND = re.compile(
    r" (?:must|should|shall|will|are to|is to|ha(?:s|ve) to)\b(?! (?:not )?be\b)|[须应必]"
)
# A guard, the opposite of leave: 'never deploy without asking', 未经确认不得发送.
_KEPT = re.compile(
    r"\b(?:not|never|nothing|nobody|don.t|must ask|(?<!need to )ask)\b[^.;]{0,40}\b(?:without|before)\b[^.;]{0,20}|[未不]经[^,，。]{0,6}(?:不得|不能|不要|不可|禁止)"
)
_WINDOW, _STEP = 200, 100  # characters that are looked at together


def gives_orders(text: str) -> bool:
    """Whether `text` addresses a model with orders, or hides characters from the eye."""
    return bool(order_in(text))


@lru_cache(maxsize=8_000)
def order_in(text: str) -> str:
    """Why `text` seems to be an order to a model, in a few words; "" for none."""
    if hides_characters(text):
        return "hides characters"
    level = bare(flat(text))
    if _markup().search(level):
        return "poses as the system"
    reason = next(_reasons(level), "")
    if not reason and (len(_FIGURES.findall(level)) > 1 or _LETTER_BY_LETTER.search(level)):
        reason = next(_reasons(_undisguised(level)), "")
    return reason


def gives_leave(text: str) -> bool:
    """Whether `text` lets an agent act by itself, sends things away or takes a guard away."""
    level = _KEPT.sub(" ", bare(flat(text)))
    leave = _leave()
    given = leave["given"].search(level) and leave["who"].search(level)
    return bool(
        leave["unasked"].search(level)
        or leave["guard"].search(level)
        or leave["sends"].search(level)
        or (given and leave["act"].search(level))
    )


needs_a_look = gives_leave


def hides_characters(text: str) -> bool:
    """Whether there are characters that show nothing or turn the order of the text around."""
    return not text.isascii() and bool(_invisible().search(text) or _HIDDEN.search(text))


def _undisguised(level: str) -> str:
    """The text with letters for figures (1gn0re) and words for letters set apart (i g n o r e)."""
    joined = _BETWEEN_LETTERS.sub("", level)
    return _FIGURES.sub(lambda word: word[0].translate(_AS_LETTERS), joined)


_Evidence = list[tuple[int, int, frozenset[str]]]


def _reasons(level: str) -> Iterator[str]:
    """The reasons of the rules that the line fulfils."""
    found = _evidence(level)
    for start in range(0, max(1, len(level) - _STEP), _STEP):
        near = [kinds for at, end, kinds in found if start <= at and end <= start + _WINDOW]
        known = frozenset().union(*near)
        for reason, parts in _rules():
            kinds = frozenset().union(*parts)
            if all(known & part for part in parts) and (
                sum(not one.isdisjoint(kinds) for one in near) >= len(parts)
            ):
                yield reason
    for comment in _COMMENT.finditer(level):
        if any(kinds & _ACTS for at, end, kinds in found if comment.start() < at < comment.end()):
            yield "hides in a comment"


_ACTS = frozenset("ask write erase send grant run say reveal aside hide".split())


def _evidence(level: str) -> _Evidence:
    """What of a flat line could belong to an order; without what someone tells of himself."""
    found: _Evidence = []
    told_until = -9
    for start, end, _, kinds in _words().scan(level):
        if "narrator" in kinds or start - told_until <= 1:
            told_until = end
        elif "nothing" not in kinds:
            if kinds & {"model", "helper"} and _HAILED.search(level, max(0, start - 24), start):
                bound = "model" in kinds and _BOUND.match(level, end)
                kinds = kinds | {"called"} if bound or _AFTER.match(level, end) else kinds
            found.append((start, end, kinds))
    level = _KEPT.sub(lambda kept: " " * len(kept[0]), level)
    for sign in _signs().finditer(level):
        found.append((*sign.span(str(sign.lastgroup)), frozenset([str(sign.lastgroup)])))
    return found


@cache
def _rules() -> list[tuple[str, list[frozenset[str]]]]:
    return [
        (reason, [frozenset(part.split("/")) for part in rule.split()])
        for reason, rules in _table()["rules"].items()
        for rule in rules
    ]


@cache
def _words() -> Dictionary:
    return Dictionary({kind: listed(words) for kind, words in _table()["words"].items()})


@cache
def _signs() -> re.Pattern[str]:
    """Matches before each sign, so that one may begin inside another."""
    signs: dict[str, str] = _table()["signs"] | {"unasked": _table()["leave"]["unasked"]}
    return re.compile(f"(?={'|'.join(f'(?P<{name}>{sign})' for name, sign in signs.items())})")


@cache
def _leave() -> dict[str, re.Pattern[str]]:
    return {name: re.compile(pattern) for name, pattern in _table()["leave"].items()}


@cache
def _markup() -> re.Pattern[str]:
    return re.compile("|".join(_table()["markup"]["patterns"]))


@cache
def _invisible() -> re.Pattern[str]:
    return re.compile(f"[{_table()['markup']['invisible']}]")


def _table() -> dict[str, Any]:
    return resources.table("language/orders")
