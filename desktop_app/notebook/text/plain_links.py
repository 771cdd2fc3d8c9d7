"""Links that are no links of CommonMark: [[notes]], #tags and addresses as they stand. Knows text
and runs, opens nothing.
"""

import re
from collections.abc import Iterable, Iterator
from typing import NamedTuple
from urllib.parse import quote, unquote

from desktop_app.notebook.note_links import NOTE_LINK, read_link

NOTE, TAG = "note:", "tag:"
_TAG = r"(?<![\w#/&])#(?P<tag>[^\W\d_][\w/-]{0,60})"
_ADDRESS = r"(?P<url>https?://[^\s<>\"'“”‘’（）【】《》「」，。；：！？、|]+)"
_ANY = re.compile(rf"{NOTE_LINK.pattern}|{_ADDRESS}|{_TAG}")
_BEFORE = ("[[", "#", "://")


class TextRun(NamedTuple):
    """Words of one look. Marks: `strong em code strike link image`; `href` where it leads,
    or where an image lies that is no link.
    """

    text: str
    marks: frozenset[str] = frozenset()
    href: str = ""


def linked(runs: Iterable[TextRun]) -> Iterator[TextRun]:
    """The runs with these links in runs of their own; what is code or a link stays as it is."""
    for run in runs:
        if run.marks & {"code", "link", "image"} or not any(one in run.text for one in _BEFORE):
            yield run
        else:
            yield from _cut(run)


def inside_of(href: str) -> str:
    """What stood between the brackets, or the tag: what a link of ours leads to."""
    return unquote(href.partition(":")[2])


def places(text: str) -> Iterator[tuple[int, int, str]]:
    """Where each of these links begins and ends in a text, and where it leads."""
    if any(one in text for one in _BEFORE):
        for match in _ANY.finditer(text):
            _words, href, end = _link(match)
            yield match.start(), end, href


def _cut(run: TextRun) -> Iterator[TextRun]:
    at = 0
    for match in _ANY.finditer(run.text):
        words, href, end = _link(match)
        if match.start() > at:
            yield run._replace(text=run.text[at : match.start()])
        yield TextRun(words, run.marks | {"link"}, href)
        at = end
    if at < len(run.text):
        yield run._replace(text=run.text[at:])


def _link(match: re.Match[str]) -> tuple[str, str, int]:
    """Its words, where it leads, and where it ends in the text."""
    if match[1] is not None:
        return read_link(match[1]).words or match[1], NOTE + quote(match[1]), match.end()
    if match["url"] is not None:
        url = match["url"].rstrip(".,;:!?*_~")
        url = url if "(" in url else url.rstrip(")")
        return url, url, match.start() + len(url)
    return match[0], TAG + quote(match["tag"]), match.end()
