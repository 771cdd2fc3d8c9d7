"""Which file of the notebook a note shows as a picture. Knows paths, opens no file."""

import posixpath
import re
from urllib.parse import unquote, urlsplit

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
