"""Requests to remember, and labels and tags that mark a line: whether it has one, and what it says
without. Pure."""

import re
from functools import cache

from desktop_app import resources
from desktop_app.language.phrases import listed
from desktop_app.language.spans import flat

IN_HEADINGS = ("preference", "rule", "lesson", "decision")
"""Marks of a heading or a label, rows of `cards.toml`."""
_LABEL = re.compile(r"[\W\d_]*((?:[^\W\d_]+ ){0,3}?[^\W\d_]+)[*_]{0,2}[:：]")
_TAG = re.compile(  # #decision, #[[hard rule]]
    r"(?<!\S)#(?P<open>\[\[)?(?P<tag>(?(open)[^\]\n]+|[\w-]+))(?(open)\]\])(?=[\s.,;:]|$)"
)
_JOINS = " \t,;:，；：、-–—"  # between a request and what it is about
_OPENS, _STOPS = "(（", ".!。！)）"
_CLAUSE_ENDS = ".!?;:。！？；："


def asks_to_remember(text: str) -> bool:
    """Whether a line asks to remember it."""
    named = re.search(resources.table("language/cards")["remember"]["named"], text)
    asked = named or _words().search(flat(text))
    return asked is not None and not _is_quoted(text, asked.end())


def label_of(text: str) -> re.Match[str] | None:
    """The label that marks a text, in group 1: `Rule` of `Rule: no ads`."""
    label = _LABEL.match(text)
    return label if label and _labels().fullmatch(flat(label[1])) else None


def tag_of(text: str) -> re.Match[str] | None:
    """The tag that marks a text, as group `tag`: `decision` of `We sell the boat. #decision`."""
    tags = _TAG.finditer(text)
    marks = (one for one in tags if _labels().fullmatch(flat(one["tag"].replace("-", " "))))
    return next(marks, None)


def without_mark(text: str) -> str:
    """What a line asks to remember, or says beside a label or a tag that marks it, word for word,
    with a capital where that had one; the whole line where it says nothing else, or where the
    request is no clause of its own."""
    asked = _words().search(flat(text)) or label_of(text) or tag_of(text)
    if not asked:
        return text
    before, after = text[: asked.start()], text[asked.end() :]
    if asked[0][:1] == "#" and before.strip() and not _is_quoted(text, asked.end()):
        joined = after.lstrip()[:1] in _JOINS  # also where nothing follows
        return before.rstrip(_JOINS if joined else None) + after
    closes = "*_" if asked[0][:1] in "*_" else ""  # what is bold before it
    after = after.lstrip(_JOINS + closes)
    if not f"{before}{after}".strip(_JOINS + _OPENS + _STOPS):
        return text
    if not after.strip(_STOPS):
        said = before.rstrip(_JOINS + _OPENS)
        after = after.lstrip(_STOPS[-2:]) if before.rstrip(_JOINS) != said else after
        return said if said[-1] in _STOPS else f"{said}{after}"
    clause = before.rstrip(" *_")[-1:]
    within = clause and clause not in _CLAUSE_ENDS
    ends = text[asked.end() :].lstrip(" *_")[:1]
    if (within and (clause.isalnum() or ends.isalnum())) or _is_quoted(text, asked.end()):
        return text
    if before and after[0] in _STOPS:
        said = before.rstrip(_JOINS)
        return f"{said}{after.lstrip(_STOPS) if said[-1:] in _STOPS else after}"
    capital = re.sub(r"[\W\d_]", "", text[asked.start() :])[:1].isupper()
    return f"{before}{after[:1].upper() if capital else after[:1]}{after[1:]}"


def _is_quoted(text: str, at: int) -> bool:
    """Whether a place in a text stands within quotation marks."""
    before, behind = text[:at], text[at:]
    opens, closes = (sum(map(before.count, signs)) for signs in ("“「『«", "”」』»"))
    return opens > closes or (before.count('"') % 2 == 1 and '"' in behind)


@cache
def _labels() -> re.Pattern[str]:
    """A label that marks its line, with a word before it at most: `Hard rule`, `原则`."""
    rows = [resources.table("language/cards")[mark] for mark in IN_HEADINGS]
    words, chinese = ("|".join(row[column] for row in rows) for column in ("words", "chinese"))
    return re.compile(rf"(?:[^\W\d_]+ )?(?:{words})|{chinese}")


@cache
def _words() -> re.Pattern[str]:
    row = resources.table("language/cards")["remember"]
    talk = resources.table("language/talk")
    polite = "|".join(listed(talk["linking"] + "," + talk["polite"]))
    words = row["words"].replace("(politely)", f"(?:{polite})")
    return re.compile(rf"(?<![^\W\d_])(?:{words})(?![^\W\d_])|{row['chinese']}")
