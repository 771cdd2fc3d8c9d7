"""Notes that ask to forget something: what it is. Knows sentences, not what memory holds.

Orders to a model are another matter (`orders`) and are filtered before.
"""

import re
from functools import cache

from desktop_app import resources
from desktop_app.language.phrases import listed
from desktop_app.language.spans import flat

_LONGEST = 300  # characters; whoever asks to forget says it shortly
_ENDS = " .。!！,，:：的"
_OPENING = re.compile(r"^[\s>*_\-–—:：]+")


def to_forget(text: str) -> str:
    """What the note asks to forget, in its own words; "" if it asks for nothing of the kind."""
    level = flat(text)
    if len(text) > _LONGEST or not _hint().search(level) or _not_asked().search(level):
        return ""
    opening = _OPENING.match(text)
    begin = opening.end() if opening else 0
    for form in _forms():
        found = form.match(level, begin)
        if found:
            start, end = found.span("thing")
            reason = _reasons().search(level, start + 1, end)
            end = reason.start() if reason else end
            return _thing(text[start:end])
    return ""


def _thing(text: str) -> str:
    """The thing without what only says that it was noted: the rule about the linter."""
    thing = text.strip(_ENDS)
    noted = _noted().search(flat(thing))
    if noted is None:
        return thing
    without = thing[noted.end() :] if noted.start() == 0 else thing[: noted.start()]
    return without.strip(_ENDS) or thing


@cache
def _noted() -> re.Pattern[str]:
    return re.compile(_table()["noted"])


@cache
def _forms() -> tuple[re.Pattern[str], ...]:
    table = _table()
    return tuple(
        re.compile(form.replace(" ", r"\s") + r"[.。!！\s]*$")
        for form in (*table["forms"], *table["chinese_forms"])
    )


@cache
def _hint() -> re.Pattern[str]:
    return re.compile(
        r"forg[eo]t|delete|remove|drop|erase|scrap|strike|remember|忘|记|删|去掉|划掉|清掉"
    )


@cache
def _not_asked() -> re.Pattern[str]:
    table = _table()
    latin = "|".join(map(re.escape, listed(table["not_asked"])))
    other = "|".join(map(re.escape, listed(table["chinese_not_asked"])))
    return re.compile(rf"(?<![a-z])(?:{latin})(?![a-z])|{other}")


@cache
def _reasons() -> re.Pattern[str]:
    return re.compile(_table()["reasons"])


def _table() -> dict[str, str]:
    return resources.table("language/forgetting")
