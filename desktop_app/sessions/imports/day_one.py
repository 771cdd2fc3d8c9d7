"""Entries of Day One's JSON export. Knows their shape, no files.

Seen in exports of Day One 2: `{"metadata": {"version": "1.0"}, "entries": [...]}`, one file for
each journal; times are UTC beside the zone in which the entry was written.
"""

import hashlib
import re
from contextlib import suppress
from datetime import datetime
from typing import Any
from zoneinfo import ZoneInfo

from desktop_app.sessions.agents.turns import objects, word
from desktop_app.sessions.imports.entry import ImportKind, ImportReads, SkippedEntry, SkipWhy
from desktop_app.sessions.imports.notes import placed
from desktop_app.sessions.session_date import local

LIST = "entries"

_PICTURE = re.compile(r"!\[([^\]\n]*)\]\(dayone-moment:/*(?:\w+/)?(\w*)[^)\n]*\)")
_PLACE = ("placeName", "localityName", "administrativeArea", "country")
_MEDIA = {  # the folder of each, and the usual ending in it
    "photos": ("photos", "jpeg"), "pdfAttachments": ("pdfs", "pdf"),
    "audios": ("audios", "m4a"), "videos": ("videos", "mov"),
}  # fmt: skip
_ESCAPED = re.compile(
    r"(?<=[^\s\\0-9])\\([.\-+()!#_])|\\([()!])"
)  # at a line's start it may matter


def entry(value: dict[str, Any], journal: str, now: datetime) -> ImportReads:
    """One entry of a `journal`, on the day of the place where it was written."""
    text, made = value.get("text"), value.get("creationDate")
    name = f"{journal} {made}" if isinstance(made, str) else journal
    if not isinstance(text, str) or not (body := _plain(_named(text, value)).strip()):
        yield SkippedEntry(name, SkipWhy.EMPTY)
        return
    tags = value.get("tags")
    if isinstance(tags, list) and (words := [tag for tag in tags if isinstance(tag, str)]):
        body += f"\n\nTags: {', '.join(words)}"
    place = value.get("location")
    if isinstance(place, dict) and (parts := [place[one] for one in _PLACE if place.get(one)]):
        body += f"\n\nPlace: {', '.join(dict.fromkeys(map(str, parts)))}"
    moment = _moment(made, value.get("timeZone"), now)
    day, at = moment and moment.date(), None if value.get("isAllDay") is True else moment
    sha = hashlib.sha256(text.encode("utf-8", "surrogatepass")).hexdigest()
    source = f"dayone:{word(value.get('uuid')) or f'-{sha}'}"
    yield placed(ImportKind.DAY_ONE, source, (journal,), day, at, body, now, name)


def _named(text: str, value: dict[str, Any]) -> str:
    """The text with the path of each file, which it names by a number: photos/MD5.jpeg. What it
    does not name stands at its end.
    """
    paths = {
        str(one.get("identifier")): f"{folder}/{one.get('md5')}.{one.get('type') or ending}"
        for key, (folder, ending) in _MEDIA.items()
        for one in objects(value.get(key))
        if one.get("md5")
    }

    def picture(match: re.Match[str]) -> str:
        path = paths.get(match[2])
        return f"![{match[1]}]({path})" if path else ""

    named = _PICTURE.sub(picture, text.replace("\r\n", "\n")).rstrip()
    others = (f"![]({path})" for path in paths.values() if path not in named)
    return "\n\n".join([named, *others])


def _plain(text: str) -> str:
    """The text without needless backslashes."""
    return _ESCAPED.sub(lambda match: match[1] or match[2], text)


def _moment(made: Any, zone: Any, now: datetime) -> datetime | None:
    """When it was on the clock of the place; on ours where the system does not know its zone."""
    moment: datetime | None = None
    with suppress(ValueError, OverflowError, TypeError, OSError, KeyError):
        moment = datetime.fromisoformat(made)
        if moment.tzinfo is not None:
            moment = local(moment, now).replace(tzinfo=None)
            moment = datetime.fromisoformat(made).astimezone(ZoneInfo(zone)).replace(tzinfo=None)
    return moment
