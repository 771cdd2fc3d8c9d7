"""Entries of Day One's JSON export. Knows their shape, no files.

Seen in exports of Day One 2: `{"metadata": {"version": "1.0"}, "entries": [...]}`, one file for
each journal; times are UTC beside the zone in which the entry was written.
"""

import hashlib
import re
from contextlib import suppress
from datetime import datetime, tzinfo
from typing import Any
from zoneinfo import ZoneInfo

from desktop_app.sessions.dating import local
from desktop_app.sessions.imports.entry import (
    ImportEntry,
    ImportKind,
    ImportRead,
    SkippedEntry,
    SkipWhy,
    refusal,
)

LIST = "entries"

_PICTURE = re.compile(
    r"^[ \t]*!\[([^\]\n]*)\]\(dayone-moment:/*(?:\w+/)?(\w*)[^)\n]*\)[ \t]*$\n?", re.MULTILINE
)
_PLACE = ("placeName", "localityName", "administrativeArea", "country")
_MEDIA = {"photos": "photos", "pdfAttachments": "pdfs", "audios": "audios", "videos": "videos"}
_ESCAPED = re.compile(
    r"(?<=[^\s\\0-9])\\([.\-+()!#_])|\\([()!])"
)  # at a line's start it may matter


def entry(value: Any, journal: str, now: datetime) -> ImportRead:
    """One entry of a `journal`, on the day of the place where it was written."""
    if not isinstance(value, dict):
        return SkippedEntry(journal, SkipWhy.UNKNOWN)
    text, made = value.get("text"), value.get("creationDate")
    name = f"{journal} {made}" if isinstance(made, str) else journal
    if not isinstance(text, str) or not (body := _plain(_named(text, value)).strip()):
        return SkippedEntry(name, SkipWhy.EMPTY)
    moment = _moment(made, value.get("timeZone"), now)
    if moment is None:
        return SkippedEntry(name, SkipWhy.NO_DATE)
    if why := refusal(moment.date(), now.date()):
        return SkippedEntry(name, why)
    tags = value.get("tags")
    if isinstance(tags, list) and (words := [tag for tag in tags if isinstance(tag, str)]):
        body += f"\n\nTags: {', '.join(words)}"
    place = value.get("location")
    if isinstance(place, dict) and (parts := [place[one] for one in _PLACE if place.get(one)]):
        body += f"\n\nPlace: {', '.join(dict.fromkeys(map(str, parts)))}"
    all_day = value.get("isAllDay") is True
    at = None if all_day else moment
    return ImportEntry(ImportKind.DAY_ONE, _source(value, text), moment.date(), at, journal, body)


def _named(text: str, value: dict[str, Any]) -> str:
    """The text with the path of each picture, which it names by a number: photos/MD5.jpeg."""
    paths = {
        str(one.get("identifier")): f"{folder}/{one.get('md5')}.{one.get('type') or 'jpeg'}"
        for key, folder in _MEDIA.items()
        for one in _list(value.get(key))
        if isinstance(one, dict)
    }

    def picture(match: re.Match[str]) -> str:
        path = paths.get(match[2])
        return f"![{match[1]}]({path})\n" if path else ""

    return _PICTURE.sub(picture, text.replace("\r\n", "\n"))


def _list(value: Any) -> list[Any]:
    return value if isinstance(value, list) else []


def _plain(text: str) -> str:
    """The text without needless backslashes."""
    return _ESCAPED.sub(lambda match: match[1] or match[2], text)


def _moment(made: Any, zone: Any, now: datetime) -> datetime | None:
    with suppress(ValueError, OverflowError, TypeError):
        moment = datetime.fromisoformat(made)
        if moment.tzinfo is None:
            return moment
        own = _zone(zone)
        return moment.astimezone(own) if own else local(moment, now)
    return None


def _zone(name: Any) -> tzinfo | None:
    """None where the system does not know it."""
    with suppress(ValueError, OSError, KeyError):
        return ZoneInfo(name) if isinstance(name, str) and name else None
    return None


def _source(value: dict[str, Any], text: str) -> str:
    own = value.get("uuid")
    if isinstance(own, str) and own:
        return f"dayone:{own}"
    return f"dayone:-{hashlib.sha256(text.encode('utf-8', 'surrogatepass')).hexdigest()}"
