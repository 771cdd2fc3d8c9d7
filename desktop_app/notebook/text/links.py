"""Where a link in a note leads. Knows names and addresses, opens nothing.

Specification: trust, 'Rendered Markdown runs and fetches nothing'.
"""

import posixpath
from typing import NamedTuple
from urllib.parse import unquote, urlsplit

from desktop_app.notebook.text.plain_links import NOTE, TAG, inside_of
from desktop_app.regex import regex

INSIDE, OUTSIDE, NOWHERE = "inside", "outside", "nowhere"
NAMED, TAGGED = "named", "tagged"
_SCHEMES = ("http", "https", "mailto")
_ODD = regex(r"[\x00-\x20\x7f\\\u200b-\u200f\u202a-\u202e\u2066-\u2069\ufeff]")
_LINE = regex(r"\bline ([0-9]{1,7})\b|第 ?([0-9]{1,7}) ?行")
_FRAGMENT_LINE = regex(r"L([0-9]{1,7})")


class Target(NamedTuple):
    """`inside`: a note at `path` and `line` (0 where it says none); `outside`: the address `url`,
    to be shown before it is opened; `named` and `tagged`: what [[stands between brackets]], or a
    tag, in `path`; `nowhere`: everything else, which is never opened."""

    kind: str
    path: str = ""
    line: int = 0
    url: str = ""


def with_line(href: str, label: str) -> str:
    """A link whose words name a line, as in a diary ("…, line 5"), carries the line with it."""
    match = None if "#" in href else _LINE.search(label)
    return f"{href}#L{next(filter(None, match.groups()))}" if match else href


def target(base: str, href: str) -> Target:
    """Where `href` leads from the note at `base`; `#L5` at its end names a line."""
    for kind, scheme in ((NAMED, NOTE), (TAGGED, TAG)):
        if href.startswith(scheme):
            return Target(kind, inside_of(href))
    try:
        parts = urlsplit(href)
    except ValueError:
        return Target(NOWHERE)
    if _ODD.search(href):
        return Target(NOWHERE)
    if parts.scheme:
        known = parts.scheme in _SCHEMES and (parts.netloc or parts.scheme == "mailto")
        return Target(OUTSIDE, url=href) if known else Target(NOWHERE)
    name = unquote(parts.path)
    if parts.netloc or name.startswith(("/", "~")) or _ODD.search(name.replace(" ", "")):
        return Target(NOWHERE)
    path = posixpath.normpath(posixpath.join(posixpath.dirname(base), name)) if name else base
    if path.startswith("../") or path == ".." or not path.lower().endswith(".md"):
        return Target(NOWHERE)
    line = _FRAGMENT_LINE.fullmatch(parts.fragment)
    return Target(INSIDE, path, int(line[1]) if line else 0)
