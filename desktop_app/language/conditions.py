"""Conditions: whether a sentence holds only if something else does. Knows sentences, no memory."""

import re
from functools import cache, lru_cache

from desktop_app import resources
from desktop_app.language.spans import flat

_CODE = re.compile(r"`[^`\n]*`")
_REST = r"(?:[^,;!?。\n.]|\.(?!\s|$))*"  # of a clause


@lru_cache(maxsize=20_000)
def conditional(text: str) -> bool:
    """Whether something in `text` holds on a condition only."""
    return _conditions().search(_level(text)) is not None


def _level(text: str) -> str:
    """The text flat, without what only looks like a condition."""
    level = _CODE.sub("_", flat(text))
    return _none().sub("_", level)


@cache
def _conditions() -> re.Pattern[str]:
    anywhere, first, chinese, chinese_first, chinese_last = map(
        _any_of, ("forms", "first", "chinese", "chinese_first", "chinese_last")
    )
    begins = r"(?:^|[,;:.!?。\n]\s*|\b(?:and|but)\s)"
    return re.compile(
        rf"(?:(?<![a-z'-])(?:{anywhere})(?![a-z-])|{begins}(?:{first})|{chinese}"
        rf"|{begins}(?:{chinese_first})){_REST}|{begins}(?:{chinese_last})"
    )


@cache
def _none() -> re.Pattern[str]:
    return re.compile(rf"(?<![a-z])(?:{_any_of('none')})(?![a-z])|{_any_of('chinese_none')}")


def _any_of(name: str) -> str:
    forms: list[str] = resources.table("language/conditions")[name]
    return "|".join(forms).replace(" ", r"\s")
