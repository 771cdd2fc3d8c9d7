"""Files that a note shows or leads to: found among those of an import. Knows names and text.

Exporters name them by the path from the note, by the name alone (Obsidian), or by an address of
HTML. What lies on the web stays there.
"""

import posixpath
import re
import unicodedata
from collections import defaultdict
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from urllib.parse import unquote

from desktop_app.sessions.imports.files import NOTES, ImportFile

_SHOWN = re.compile(
    r"(?P<sign>!?)\[(?P<words>[^\[\]\n]*)\]\(<?(?P<path>[^()<>\n]*(?:\([^()\n]*\)[^()<>\n]*)?)>?\)"
    r"|!\[\[(?P<name>[^\[\]|#\n]+)(?:[|#][^\[\]\n]*)?\]\]"
    r"|<img\b[^>\n]*?\bsrc=[\"'](?P<src>[^\"'\n]+)[\"'][^>\n]*>"
    r"|<a\b[^>\n]*?\bhref=[\"'](?P<href>[^\"'\n]+)[\"'][^>\n]*>(?P<said>[^<\n]*)</a>",
    re.IGNORECASE,
)
_CODE = re.compile(
    r"^(```|~~~).*?^\1|(?<!`)(`+)(?!`)[^\n]*?(?<!`)\2(?!`)", re.MULTILINE | re.DOTALL
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
    code = [match.span() for match in _CODE.finditer(text)]
    for match in _SHOWN.finditer(text):
        if any(start <= match.start() < end for start, end in code):
            continue
        path = match["path"] or match["name"] or match["src"] or match["href"] or ""
        path = _TITLE.sub("", path.strip())
        plain = unquote(path.split("#")[0].split("?")[0])
        joplin = _OF_JOPLIN.fullmatch(path)
        if not joplin and (_ADDRESS.match(path) or not _ENDING.fullmatch(plain)):
            continue
        if not plain.casefold().endswith(NOTES):
            shown = bool(match["sign"] or match["name"] or match["src"])
            yield AttachedFile(*match.span(), plain, match["words"] or match["said"] or "", shown)


class Attachments:
    """The files of an import, by path and by name."""

    def __init__(self, files: Mapping[str, ImportFile]) -> None:
        self._files = files

    @cached_property
    def _by_name(self) -> dict[str, list[ImportFile]]:
        found: dict[str, list[ImportFile]] = defaultdict(list)
        for name, file in self._files.items():
            base = posixpath.basename(name).casefold()
            found[base].append(file)
            if _OF_JOPLIN.fullmatch(f":/{base[:32]}"):
                found[f":/{base[:32]}"].append(file)
        return found

    def find(self, note: str, path: str) -> ImportFile | None:
        """The file that the note at a path means, be it another note; None where it did not come
        along."""
        path = unicodedata.normalize("NFC", path)
        beside = posixpath.normpath(posixpath.join(posixpath.dirname(note), path))
        alike = self._by_name.get(path.casefold(), [])  # of a bare name, where one has it
        if _OF_JOPLIN.fullmatch(path):  # beside it lies a note that tells of it
            alike = sorted(alike, key=lambda file: file.name.endswith(NOTES))[:1]
        return (
            self._files.get(beside)
            or self._files.get(path)
            or (alike[0] if len(alike) == 1 else None)
        )
