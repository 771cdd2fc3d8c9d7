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
_APART = r"\s,;，。、；：“”「」『』（）()\"'"
# Chinese has no spaces: a figure may be a part of a password of words.
_LABELLED = re.compile(
    rf"(?:密码|口令|暗码)(?:\s*(?:[是为:=]|改[成为]))*\s*([^{_APART}是为:=][^{_APART}]*)"
)
_BEGUN = re.compile(rf"(?:(?<=[是为:=])(?=[\u3400-\u9fff])[^{_APART}是为:=码令]+)?\Z")
_REST = re.compile(rf"\A(?:[^\w{_APART}]*\w+)*")
_TELLS = re.compile(
    r".*(?:[:=](?!\S*//)(?=\s|[^\d\s])\s*|\b(?:is|are|was)\s+|[是为])(?=\S)", re.DOTALL
)


def without_secrets(line: str) -> str:
    """The line as it may be kept and shown: masked where it looks like a secret."""
    return masked(line) if _is_secret(line) else line


def masked(line: str) -> str:
    """The line without its secrets; all of it is hidden where the secret can't be told apart."""
    words = flat(line)
    spans = [
        (start - len(_BEGUN.findall(words[:start])[0]), end + len(_REST.findall(line[end:])[0]))
        for start, end in secrets(line)
    ]
    spans += [told.span(1) for told in _LABELLED.finditer(words)]
    shown, seen = "", 0
    for start, end in sorted(spans):
        shown += f"{line[seen:start]}{HIDDEN}" if start >= seen else ""
        seen = max(seen, end)
    shown += line[seen:]
    # Beside a secret stands another one, or the one it was before: no figure with letters stays.
    shown = _TOKEN.sub(lambda token: HIDDEN if is_mixed(token[0]) else token[0], shown)
    telling = _TELLS.match(words)
    if (
        shown == line and telling
    ):  # nothing of it is known as a secret: the end is the likeliest place
        shown = f"{line[: telling.end()]}{HIDDEN}"
    return shown if shown != line and not _is_secret(shown.replace(HIDDEN, "")) else HIDDEN


def _is_secret(line: str) -> bool:
    return any(map(tells_secret, readings(line)))
