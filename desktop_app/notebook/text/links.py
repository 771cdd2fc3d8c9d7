"""Links in a text, and where each leads: [[harbour#Depths|the depths]], [the survey](survey.md),
#tags and addresses as they stand. Knows names and addresses, opens nothing.

Specification: trust, 'Rendered Markdown runs and fetches nothing'.
"""

import posixpath
from collections.abc import Iterator
from typing import NamedTuple
from urllib.parse import quote, unquote, urlsplit

from desktop_app.notebook.text.fences import fenced
from desktop_app.regex import regex

NOTE_LINK = regex(r"\[\[([^\[\]\n]{1,200})\]\]")
_TO_FILE = regex(  # [words](path.md), or a line that says where [words][its name] lead
    r"(?:\[([^\[\]\n]{0,300})\](?P<open>\()"
    r"|^ {0,3}\[(?!\^|\s*\])[^\[\]\n]{1,300}\]:[ \t]+(?=<|\S+(?:\s+[\"']|\s*$)))"
    r"<?(?P<path>(?!\w+:)(?:[^()<>\n]|\([^()<>\n]*\)){1,300}?\.md)(?P<section>#[^()<>\s]*)?>?"
    r"(?:\s+(?:\"[^\"\n]*\"|'[^'\n]*'))?(?(open)\)|\s*$)"
)
_SIGNS = ("[[", "](", "]:")
_CODE = regex(r"(`+)(?!`)[^\n]*?(?<!`)\1(?!`)")
INSIDE, OUTSIDE, NOWHERE = "inside", "outside", "nowhere"
NAMED, TAGGED = "named", "tagged"
_SCHEMES = ("http", "https", "mailto")
_ODD = regex(r"[\x00-\x20\x7f\\\u200b-\u200f\u202a-\u202e\u2066-\u2069\ufeff]")
_FRAGMENT_LINE = regex(r"L([0-9]{1,7})")
NOTE, TAG = "note:", "tag:"
_TAG = r"(?<![\w#/&])#(?P<tag>[^\W\d_][\w/-]{0,60})"
_ADDRESS = r"(?P<url>https?://[^\s<>\"'“”‘’（）【】《》「」，。；：！？、|]+)"
_ANY = regex(rf"{NOTE_LINK.pattern}|{_ADDRESS}|{_TAG}")
_BEFORE = ("[[", "#", "://")


class NoteLink(NamedTuple):
    """A link on a line, 1-based, at characters `start` to `end` of it: to the note of this name, or
    to the file of this path, and a section or "" of it.
    """

    name: str
    section: str
    words: str
    line: int
    start: int = 0
    end: int = 0
    to_file: bool = False


def read_link(inside: str, line: int = 0) -> NoteLink:
    """What stands between the brackets; without words of its own it shows all but a leading `#`."""
    target, bar, words = inside.replace("\\|", "|").partition("|")  # so it stands in a table
    name, _, section = target.partition("#")
    shown = words.strip() if bar and words.strip() else target.strip().strip("#")
    return NoteLink(name.strip(), section.strip(), shown, line)


def note_links(text: str) -> Iterator[NoteLink]:
    """The links of a text, in order; what is code has none."""
    if not any(sign in text for sign in _SIGNS):
        return
    lines = text.split("\n")
    inside = fenced(lines)
    for n, line in enumerate(lines):
        if n not in inside and any(sign in line for sign in _SIGNS):
            shown = _CODE.sub(lambda code: " " * len(code[0]), line)
            for match in NOTE_LINK.finditer(shown):
                link = read_link(match[1], n + 1)
                yield link._replace(start=match.start(), end=match.end())
            for match in _TO_FILE.finditer(shown):
                section = unquote(match["section"] or "").strip("#")
                words = match[1] if match["open"] else match[0]
                place = n + 1, match.start(), match.end()
                yield NoteLink(unquote(match["path"]), section, words, *place, to_file=True)


class Target(NamedTuple):
    """`inside`: a note at `path` and `line` (0 where it says none); `outside`: the address `url`,
    to be shown before it is opened; `named` and `tagged`: what [[stands between brackets]], or a
    tag, in `path`; `nowhere`: everything else, which is never opened."""

    kind: str
    path: str = ""
    line: int = 0
    url: str = ""


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


def inside_of(href: str) -> str:
    """What stood between the brackets, or the tag: what a link of ours leads to."""
    return unquote(href.partition(":")[2])


def places(text: str) -> Iterator[tuple[int, int, str]]:
    """Where each of these links begins and ends in a text, and where it leads."""
    if not any(one in text for one in _BEFORE):
        return
    for match in _ANY.finditer(text):
        if match[1] is not None:
            yield *match.span(), NOTE + quote(match[1])
        elif match["url"] is not None:
            url = match["url"].rstrip(".,;:!?*_~")
            url = url if "(" in url else url.rstrip(")")
            yield match.start(), match.start() + len(url), url
        else:
            yield *match.span(), TAG + quote(match["tag"])
