"""Forms: notes that programs write in a way of their own, as Markdown with front matter.

Each reader takes a file, its text and the bundle, and gives the note, why it is left out, or None
for a file of another form. Knows no days.
"""

import re
from collections.abc import Callable
from pathlib import PurePosixPath
from typing import Any, NamedTuple

from desktop_app.notebook.text.pasted import pasted
from desktop_app.notebook.text.records import NotOneError, loads
from desktop_app.sessions.imports.entry import ImportKind, SkippedEntry, SkipWhy
from desktop_app.sessions.imports.files import NOTES, Bundle, ImportFile, text_of

_OF_JOPLIN = re.compile(r"(?:[a-z_]+:(?: .*)?\n)*type_: (?P<type>\d+)\s*")
_NOTE = "1"
INFO = ".textbundle/info.json"
TEXTS = (*NOTES, ".html", ".txt")  # of which the last ones may also be shown by others
_BEAR = "net.shinyfrog.bear"
_OF_NOTION = re.compile(r"(.*) [0-9a-f]{32}")
_PROPERTIES = re.compile(r"# .*\n\n((?:[^\n:]{1,60}: .*\n)+)")
_META = re.compile(r"<meta\s+name=[\"']created-at[\"']\s+content=[\"']([^\"'\n]*)")
_BODY = re.compile(r"<body[^>]*>(.*)", re.DOTALL | re.IGNORECASE)
_FILE_TAG = re.compile(
    r"<img\b[^>]*?\bsrc=[\"'](?!data:)(?P<src>[^\"'\s]+)[^>]*>"
    r"|<a\b[^>]*?\bhref=[\"'](?P<href>\.[^\"'\s]+)[^>]*>(?P<words>[^<]*)</a>"
)


class FormedNote(NamedTuple):
    """A note as its program keeps it; `title` is "" where only the file's name tells one."""

    text: str
    kind: ImportKind = ImportKind.MARKDOWN
    title: str = ""


Formed = FormedNote | SkippedEntry | None


def formed(file: ImportFile, text: str, bundle: Bundle) -> FormedNote | SkippedEntry:
    """The note in a file, whoever wrote it."""
    found = (read(file, text, bundle) for read in _READERS)
    return next((one for one in found if one is not None), FormedNote(text))


def _joplin(file: ImportFile, text: str, bundle: Bundle) -> Formed:
    """An item of Joplin's own export, .jex or RAW: title, text, and what it notes down of it."""
    whole, _, told = text.rstrip().rpartition("\n\n")
    match = _OF_JOPLIN.fullmatch(told)
    if match is None or "\nid: " not in f"\n{told}":
        return None
    about = dict(line.partition(": ")[::2] for line in told.split("\n"))
    title, _, body = whole.partition("\n")
    name = title.strip() or file.name
    if match["type"] != _NOTE:
        return SkippedEntry(name, SkipWhy.OF_PROGRAM)
    if about.get("encryption_applied") == "1":
        return SkippedEntry(name, SkipWhy.UNREADABLE)
    if about.get("deleted_time", "0") not in ("", "0"):
        return SkippedEntry(name, SkipWhy.DELETED)
    if about.get("markup_language") == "2":
        body = _plain(body)
    if about.get("is_todo") == "1":
        done = about.get("todo_completed", "0") not in ("", "0")
        body = f"- [{'x' if done else ' '}] {title}\n{body}"
    made = about.get("user_created_time") or about.get("created_time", "")
    return FormedNote(_fronted(made, body), ImportKind.JOPLIN, title.strip())


def _bear(file: ImportFile, text: str, bundle: Bundle) -> Formed:
    """The text of a bundle of text and pictures, as Bear backs its notes up."""
    info = _info(file.name, bundle)
    if info is None:
        return None
    folder = PurePosixPath(file.name).parent.name or bundle.name
    heading = re.match(r"\s*#\s+(.+)", text)
    title = heading[1].strip() if heading else folder.removesuffix(".textbundle")
    about = info.get(_BEAR)
    if not isinstance(about, dict):
        return FormedNote(text, title=title)
    if about.get("encrypted"):
        return SkippedEntry(title, SkipWhy.UNREADABLE)
    if about.get("trashed"):
        return SkippedEntry(title, SkipWhy.DELETED)
    return FormedNote(_fronted(str(about.get("creationDate")), text), ImportKind.BEAR, title)


def _info(name: str, bundle: Bundle) -> dict[str, Any] | None:
    """What stands beside the text of such a bundle."""
    path = PurePosixPath(name)
    about = bundle.files.get(str(path.with_name("info.json"))) if path.stem == "text" else None
    text = text_of(about) if about else None
    try:
        info = loads(text) if isinstance(text, str) else None
    except NotOneError:
        return None
    return info if isinstance(info, dict) else None


def _notesnook(file: ImportFile, text: str, bundle: Bundle) -> Formed:
    """A page that tells when its note was made, as Notesnook writes them."""
    if not file.name.casefold().endswith(".html"):
        return None
    made, body = _META.search(text), _BODY.search(text)
    if made is None or body is None:
        return SkippedEntry(file.name, SkipWhy.NOT_READ)
    return FormedNote(_fronted(made[1], _plain(body[1]), "created_at"))


def _notion(file: ImportFile, text: str, bundle: Bundle) -> Formed:
    """A page of Notion, whose properties stand below its title, and stay there."""
    named = _OF_NOTION.fullmatch(PurePosixPath(file.name).stem)
    told = _PROPERTIES.match(text)
    front = f"---\n{told[1]}---\n" if told else ""
    return FormedNote(front + text, title=named[1]) if named else None


_READERS: tuple[Callable[[ImportFile, str, Bundle], Formed], ...] = (
    _joplin, _bear, _notesnook, _notion,
)  # fmt: skip


def _fronted(made: str, text: str, key: str = "created") -> str:
    return f"---\n{key}: {made}\n---\n{text}"


def _plain(html: str) -> str:
    """Markdown of HTML, with its pictures and files of the same export."""

    def link(match: re.Match[str]) -> str:
        return f"![]({match['src']})" if match["src"] else f"[{match['words']}]({match['href']})"

    return pasted(_FILE_TAG.sub(link, html), "")
