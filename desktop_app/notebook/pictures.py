"""The pictures of the notebook that its notes show. Knows paths and bytes."""

import posixpath
import re
from contextlib import suppress
from urllib.parse import unquote, urlsplit

from desktop_app.errors import Problem
from desktop_app.notebook.files import NotebookFiles

MOST = 20_000_000  # bytes
_ENDINGS = (".png", ".jpg", ".jpeg", ".gif", ".webp", ".bmp")
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
