"""A line that may hold a secret, with the secret hidden. Knows what secrets look like, not memory.

It hides too much rather than too little: the whole line, where the secret has no clear limits.
"""

import re

from desktop_app.language.gate.keys import is_mixed
from desktop_app.language.gate.secrets import secrets, tells_secret
from desktop_app.language.gate.visible_text import readings
from desktop_app.language.spans import flat

HIDDEN = "••••••"
"""What stands for a secret, whatever its length."""

_TOKEN = re.compile(r"[!-~]{6,}")
_TELLS = re.compile(
    r".*(?:[:=](?!\S*//)(?=\s|[^\d\s])\s*|\b(?:is|are|was)\s+|[是为])(?=\S)", re.DOTALL
)


def without_secrets(line: str) -> str:
    """The line as it may be kept and shown: masked where it looks like a secret."""
    return masked(line) if _is_secret(line) else line


def masked(line: str) -> str:
    """The line without its secrets; all of it is hidden where the secret can't be told apart."""
    shown = line
    for start, end, _ in reversed(secrets(line)):
        shown = f"{shown[:start]}{HIDDEN}{shown[end:]}"
    # Beside a secret stands another one, or the one it was before: no figure with letters stays.
    shown = _TOKEN.sub(lambda token: HIDDEN if is_mixed(token[0]) else token[0], shown)
    telling = _TELLS.match(flat(line))
    if (
        shown == line and telling
    ):  # nothing of it is known as a secret: the end is the likeliest place
        shown = f"{line[: telling.end()]}{HIDDEN}"
    return shown if shown != line and not _is_secret(shown.replace(HIDDEN, "")) else HIDDEN


def _is_secret(line: str) -> bool:
    return any(map(tells_secret, readings(line)))
