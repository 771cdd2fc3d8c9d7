"""Lines that try to command a model. Knows wordings and hidden characters, not who reads them.

A courtesy, not a defence: nothing in a notebook is ever obeyed. This only keeps such lines from
being copied into memory, and new wordings will get past it.
"""

import re
from functools import cache

from desktop_app import resources
from desktop_app.language.spans import flat

_GAP = r"[^.!?。！？\n]{0,40}?"
# A joiner belongs into emoji and Indic or Persian words, not between Latin letters.
_JOINER_IN_LATIN = re.compile(r"[A-Za-z][\u200c\u200d][A-Za-z]")
# Tags spell the flags of regions after a black flag; anywhere else they hide a text.
_HIDDEN_TAGS = re.compile(r"(?<![\U0001f3f4\U000e0020-\U000e007f])[\U000e0000-\U000e007f]")


def gives_orders(line: str) -> bool:
    """Whether `line` addresses a model with orders, or hides characters from the eye."""
    return hides_characters(line) or _orders().search(flat(line)) is not None


def hides_characters(line: str) -> bool:
    """Whether there are characters that show nothing or turn the order of the text around."""
    if line.isascii():
        return False
    return bool(
        _invisible().search(line) or _JOINER_IN_LATIN.search(line) or _HIDDEN_TAGS.search(line)
    )


@cache
def _orders() -> re.Pattern[str]:
    families: dict[str, list[str]] = resources.table("language/orders")["orders"]
    patterns = [pattern for family in families.values() for pattern in family]
    gapped = (p.replace("~", _GAP).replace(" ", r"\s+").replace(r"\s+?", r"\s*") for p in patterns)
    # Groups are only there to hold choices together.
    return re.compile("|".join(re.sub(r"(?<!\\)\((?!\?)", "(?:", p) for p in gapped))


@cache
def _invisible() -> re.Pattern[str]:
    return re.compile(f"[{resources.table('language/orders')['characters']['invisible']}]")
