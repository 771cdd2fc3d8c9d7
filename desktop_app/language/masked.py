"""A line that may hold a secret, with the secret hidden. Knows shapes of words, not memory.

What it can't tell apart it hides: rather too much than a character too many.
"""

import re

from desktop_app.language.secrets import looks_secret
from desktop_app.language.spans import flat

HIDDEN = "••••••"
"""What stands for a secret, whatever its length."""

# After one of these the secret itself is told. A clock's colon is none: no space follows it.
_TELLS = re.compile(r"[:=：＝](?!\S*//)(?=\s|[^\d\s])\s*|\b(?:is|are|was)\s+|[是为]\s*")
_TOKEN = re.compile(r"[!-~]{4,}")
_PLAIN = re.compile(r"[\"'(*_]*[A-Za-z]?[a-z]+(?:['-][a-z]+)*[\"')*_,.;:!?]*|\[?\d\d?:\d\d\]?")
_LONGEST_WORD = 24  # characters; what is longer is no word, whatever it is made of


def masked(line: str) -> str:
    """The line up to the secret; all of it is hidden where the secret can't be told apart."""
    bare = _without_tokens(line)
    for tells in reversed(list(_TELLS.finditer(flat(line)))):
        if not line[tells.end() :].strip():
            continue
        shown = f"{_without_tokens(line[: tells.start()])}{line[tells.start() : tells.end()]}"
        shown = f"{shown.rstrip()} {HIDDEN}" if tells[0][-1:].isspace() else f"{shown}{HIDDEN}"
        if _harmless(shown):
            return shown
    return bare if bare != line and _harmless(bare) else HIDDEN


def _harmless(shown: str) -> bool:
    """Whether what is left of a line tells no secret."""
    return not looks_secret(shown.replace(HIDDEN, ""))


def _without_tokens(text: str) -> str:
    """Every run of letters, digits and signs that is no plain word is hidden."""
    return _TOKEN.sub(lambda found: found[0] if _is_word(found[0]) else HIDDEN, text)


def _is_word(token: str) -> bool:
    return len(token) <= _LONGEST_WORD and _PLAIN.fullmatch(token) is not None
