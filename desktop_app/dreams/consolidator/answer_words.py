"""Small words of answers: 'none', headings that only name the form. Knows lists, no answers."""

import re
from functools import cache

from desktop_app import resources
from desktop_app.language.spans import flat

_LONGEST = 160
_MARKUP = re.compile(r"[*_`~#>“”\"'‘’()（）\[\]【】<>…-]+")


def says_nothing(text: str) -> bool:
    """Whether a text only says that there is nothing to say."""
    level = " ".join(_MARKUP.sub(" ", flat(text)).split()).strip(" .。!！,，;；:：")
    return not level or (len(level) <= _LONGEST and _nothing().fullmatch(level) is not None)


def names_the_form(heading: str) -> bool:
    """Whether a heading names a part of the answer (`Changes`) and not what its lines are about."""
    level = " ".join(_MARKUP.sub(" ", flat(heading)).split()).strip(" :：.")
    return level in frozenset(_table()["form"])


def title_label(line: str) -> str:
    """A line without `Title:` before it."""
    return _label().sub("", line, count=1).strip()


def _table() -> dict[str, list[str]]:
    return resources.table("language/answers")


@cache
def _nothing() -> re.Pattern[str]:
    return re.compile("|".join(f"(?:{pattern})" for pattern in _table()["nothing"]))


@cache
def _label() -> re.Pattern[str]:
    return re.compile(
        rf"^\s*(?:{'|'.join(map(re.escape, _table()['title']))})\s*[:：]\s*", re.IGNORECASE
    )
