"""Files that a note shows or leads to: found among those of an import. Knows names and text.

Exporters name them by the path from the note, by the name alone (Obsidian), or by an address of
HTML. What lies on the web stays there.
"""

import posixpath
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from urllib.parse import unquote

from desktop_app.sessions.imports.files import NOTES, ImportFile

_SHOWN = re.compile(
    r"(?P<sign>!?)\[(?P<words>[^\[\]\n]*)\]\(<?(?P<path>[^()<>\n]*(?:\([^()\n]*\)[^()<>\n]*)?)>?\)"
    r"|!\[\[(?P<name>[^\[\]|#\n]+)(?:[|#][^\[\]\n]*)?\]\]"
    r"|<img\b[^>\n]*?\bsrc=[\"'](?P<src>[^\"'\n]+)[\"'][^>\n]*>",
    re.IGNORECASE,
)
_TITLE = re.compile(r"\s+[\"'].*[\"']$")
_ADDRESS = re.compile(r"[a-z][a-z0-9+.-]*:|//|#", re.IGNORECASE)
_ENDING = re.compile(r".*\.[a-z0-9]{2,5}", re.IGNORECASE)
_OF_JOPLIN = re.compile(r":/[0-9a-f]{32}")


@dataclass(frozen=True)
class AttachedFile:
    """A place of a note, from character `start` to `end`, that shows or names another file by
    `path`, with `words`; `shown`: as a picture.
    """

    start: int
    end: int
    path: str
    words: str
    shown: bool


def attached(text: str) -> Iterator[AttachedFile]:
    """The files that a note needs, in order; no notes, and nothing on the web."""
    for match in _SHOWN.finditer(text):
        path = match["path"] or match["name"] or match["src"] or ""
        path = _TITLE.sub("", path.strip())
        plain = unquote(path.split("#")[0].split("?")[0])
        joplin = _OF_JOPLIN.fullmatch(path)
        if not joplin and (_ADDRESS.match(path) or not _ENDING.fullmatch(plain)):
            continue
        if not plain.casefold().endswith(NOTES):
            shown = match["path"] is None or bool(match["sign"])
            yield AttachedFile(*match.span(), plain, match["words"] or "", shown)


class Attachments:
    """The files of an import, by path and by name."""

    def __init__(self, files: Mapping[str, ImportFile]) -> None:
        self._files = files

    @cached_property
    def _by_name(self) -> dict[str, ImportFile]:
        return {posixpath.basename(name).casefold(): file for name, file in self._files.items()}

    def find(self, note: str, path: str) -> ImportFile | None:
        """The file that the note at a path means; None where it did not come along."""
        beside = posixpath.normpath(posixpath.join(posixpath.dirname(note), path))
        name = posixpath.basename(path).casefold()
        return self._files.get(beside) or self._files.get(path) or self._by_name.get(name)
