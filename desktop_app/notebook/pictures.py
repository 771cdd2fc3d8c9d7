"""Files that notes show: which picture a note means, and what is dropped on one. Knows bytes."""

import posixpath
import re
import unicodedata
from contextlib import suppress
from itertools import chain, count
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple
from urllib.parse import quote, unquote, urlsplit

from desktop_app import own_files
from desktop_app.errors import Problem
from desktop_app.notebook.files import NotebookFiles
from desktop_app.notebook.layout import Layout
from desktop_app.notebook.storage import trouble
from desktop_app.words import size, tr

if TYPE_CHECKING:
    from desktop_app.notebook.notebook import Notebook

MOST, MOST_TEXT = 20_000_000, 1_000_000  # bytes
_FOLDER = "pictures"
_LONGEST = 60  # characters of a name
_ENDINGS = (".png", ".jpg", ".jpeg", ".gif", ".webp", ".bmp")
_UNFIT = re.compile(r"[\s()<>%\\]")  # in an address of Markdown
_ODD = re.compile(r"[\x00-\x1f\x7f\\\u200b-\u200f\u202a-\u202e\u2066-\u2069\ufeff]")


def picture_path(base: str, src: str) -> str:
    """The path of the picture at `src`, as the note at `base` says; "" for anything that is not a
    picture inside the notebook. Hidden files and folders are none.
    """
    try:
        parts = urlsplit(src)
    except ValueError:
        return ""
    name = unquote(parts.path)
    if parts.scheme or parts.netloc or not name or name.startswith(("/", "~")) or _ODD.search(name):
        return ""
    path = posixpath.normpath(posixpath.join(posixpath.dirname(base), name))
    hidden = any(one.startswith(".") for one in path.split("/"))
    return "" if hidden or not path.lower().endswith(_ENDINGS) else path


def picture_bytes(files: NotebookFiles, path: str) -> bytes:
    """The picture at a path; nothing where there is none, it can't be read or is too large."""
    with suppress(Problem):  # its words are shown
        stat = files.stat(path)
        if stat is not None and stat.size <= MOST:
            return files.read(path).data
    return b""


class GivenFile(NamedTuple):
    """A file from elsewhere, by its name and bytes; `text` is None for a picture."""

    name: str
    data: bytes
    text: str | None


def read_given(path: Path) -> GivenFile:
    """The file at `path`. Raises Problem for what is neither a picture nor text, is too large, or
    can't be read.
    """
    from desktop_app.notebook.text.pasted import cleaned  # seldom wanted

    with trouble.reading(str(path)):
        try:
            data = own_files.read(path, MOST)
        except ValueError:
            raise _too_large(path.name, MOST) from None
    if ending_of(data):
        return GivenFile(path.name, data, None)
    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError:
        text = "\0"
    if "\0" in text:
        raise Problem(
            tr("{name} is neither a picture nor text.").format(name=path.name),
            tr("Nothing was put into the note."),
        )
    if len(data) > MOST_TEXT:
        raise _too_large(path.name, MOST_TEXT)
    return GivenFile(path.name, data, cleaned(text))


def _too_large(name: str, most: int) -> Problem:
    return Problem(
        tr("{name} is larger than {size}.").format(name=name, size=size(most)),
        tr("Nothing was put into the note."),
    )


def ending_of(data: bytes) -> str:
    """What the name of a picture of these bytes ends with; "" for what is none."""
    if data[:4] == b"RIFF" and data[8:12] == b"WEBP":
        return ".webp"
    for start, ending in (
        (b"\x89PNG\r\n\x1a\n", ".png"), (b"\xff\xd8\xff", ".jpg"), (b"GIF87a", ".gif"),
        (b"GIF89a", ".gif"), (b"BM", ".bmp"),
    ):  # fmt: skip
        if data.startswith(start):
            return ending
    return ""


def new_picture(layout: Layout, name: str, data: bytes) -> str:
    """The path of a new picture that is to be called `name`. Raises Problem for what is no picture
    that can be shown, or too large to be."""
    ending = ending_of(data)
    if not ending:
        raise Problem(
            tr("{name} is no picture that can be shown.").format(name=name),
            tr("Pictures are PNG, JPEG, GIF, WebP and BMP."),
        )
    if len(data) > MOST:
        raise Problem(
            tr("{name} is too large: {size}.").format(name=name, size=size(len(data))),
            tr("A picture in a note has at most {size}.").format(size=size(MOST)),
        )
    stem = re.sub(r"\.[A-Za-z]{3,4}$", "", name.rpartition("/")[2])
    return posixpath.join(layout.days, _FOLDER, (_plain(stem) or "picture") + ending)


def _plain(stem: str) -> str:
    words = re.findall(r"\w+", unicodedata.normalize("NFC", stem))
    return "-".join(words)[:_LONGEST].strip("-_")


def kept(notebook: "Notebook", wanted: str, data: bytes) -> str:
    """Keep a file beside the notes under this path. Returns its path: another file of that name
    stays, and the same one is not kept twice. Raises Problem where the disk refuses.
    """
    stem, ending = posixpath.splitext(wanted)
    for path in chain((wanted,), (f"{stem}-{n}{ending}" for n in count(2))):
        there = notebook.files.stat(path)
        if there is None:
            notebook.add(path, data)
        if there is None or (there.size == len(data) and notebook.read(path).data == data):
            break
    return path


def picture_link(base: str, path: str) -> str:
    """How the note at `base` shows the picture at `path`."""
    way = posixpath.relpath(path, posixpath.dirname(base) or ".")
    return f"![]({_UNFIT.sub(lambda sign: quote(sign[0]), way)})"
