"""Notes that programs keep as JSON: Day One's, Google Keep's, Claude's memory, nanobot's history.

Knows their shapes, as exports of each have them, and no files. What programs noted down of a person
by themselves may have no date: it is of the day on which it is imported, and comes again where it
changed.
"""

import hashlib
import re
from contextlib import suppress
from datetime import UTC, datetime
from typing import Any
from zoneinfo import ZoneInfo

from desktop_app.sessions.agents.turns import inner, objects, word
from desktop_app.sessions.imports.entry import ImportKind, ImportReads, SkippedEntry, SkipWhy
from desktop_app.sessions.imports.notes import in_front, placed, undated
from desktop_app.sessions.session_date import local
from desktop_app.words import tr

_PICTURE = re.compile(r"!\[([^\]\n]*)\]\(dayone-moment:/*(?:\w+/)?(\w*)[^)\n]*\)")
_PLACE = ("placeName", "localityName", "administrativeArea", "country")
_MEDIA = {  # the folder of each, and the usual ending in it
    "photos": ("photos", "jpeg"), "pdfAttachments": ("pdfs", "pdf"),
    "audios": ("audios", "m4a"), "videos": ("videos", "mov"),
}  # fmt: skip
_ESCAPED = re.compile(r"(?<=[^\s\\0-9])\\[.\-+()!#_]|\\[()!]")  # needed at a line's start only
_MADE = ("createdTimestampUsec", "userEditedTimestampUsec")
_SECTION = re.compile(r"\n(?=(?:\*\*[^*\n]+\*\*|#+ [^\n]+)\s*\n)")


def day_one(value: dict[str, Any], journal: str, now: datetime) -> ImportReads:
    """An entry of Day One's `journal`, on the day of the place where it was written."""
    text, made = value.get("text"), value.get("creationDate")
    name = f"{journal} {made}" if isinstance(made, str) else journal
    if not isinstance(text, str) or not (body := _named(text, value).strip()):
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
    does not name stands at its end. Needless backslashes go.
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
    return _ESCAPED.sub(lambda sign: sign[0][1], "\n\n".join([named, *others]))


def _moment(made: Any, zone: Any, now: datetime) -> datetime | None:
    """When it was on the clock of the place; on ours where the system does not know its zone."""
    moment: datetime | None = None
    with suppress(ValueError, OverflowError, TypeError, OSError, KeyError):
        moment = datetime.fromisoformat(made)
        if moment.tzinfo is not None:
            moment = local(moment, now)
            moment = moment.astimezone(ZoneInfo(zone))
    return moment and moment.replace(tzinfo=None)


def keep(value: dict[str, Any], name: str, now: datetime) -> ImportReads:
    """A note of Google Keep, with the items of its list, its files, links and labels."""
    title, parts = word(value.get("title")), [word(value.get("textContent")).strip()]
    if value["isTrashed"]:
        yield SkippedEntry(title or name, SkipWhy.DELETED)
        return
    for key, told in (
        (
            "listContent",
            lambda one: f"- [{'x' if one.get('isChecked') else ' '}] {one.get('text')}",
        ),
        ("attachments", lambda one: f"![]({one.get('filePath')})"),
        ("annotations", lambda one: f"[{one.get('title') or one.get('url')}]({one.get('url')})"),
    ):
        parts.append("\n".join(map(told, objects(value.get(key)))))
    if labels := [word(one.get("name")) for one in objects(value.get("labels"))]:
        parts.append(f"Tags: {', '.join(labels)}")
    made = next((value[key] for key in _MADE if value.get(key)), 0)
    at = None
    with suppress(ValueError, TypeError, OverflowError, OSError):
        at = datetime.fromtimestamp(int(made) / 1_000_000, UTC) if made else None
    text, titles = "\n\n".join(filter(None, parts)), (title or "Google Keep",)
    yield placed(ImportKind.KEEP, f"keep:{made}", titles, None, at, text, now, title or name)


def memory(value: dict[str, Any], _name: str, now: datetime) -> ImportReads:
    """The sections of what Claude remembers of all conversations, and of each project."""
    of_projects = inner(value, "project_memories").values()
    for text in map(word, (value["conversations_memory"], *of_projects)):
        for section in filter(None, _SECTION.split(text)):
            yield undated(tr("Claude's memory"), section, now)


def project(value: dict[str, Any], _name: str, now: datetime) -> ImportReads:
    """What a project of Claude's export says of itself, and the texts that a person put there."""
    name = " ".join(str(value.get("name") or tr("Without a title")).split())
    if value.get("is_starter_project"):
        yield SkippedEntry(name, SkipWhy.OF_PROGRAM)
        return
    told = (word(value.get(key)).strip() for key in ("description", "prompt_template"))
    text = "\n\n".join(filter(None, told))
    every = [{**value, "content": text}] if text else []
    for one in (*every, *objects(value["docs"])):
        title = ": ".join(filter(None, ("Claude", name, str(one.get("filename") or ""))))
        yield _dated(f"claude:{one.get('uuid')}", title, one.get("created_at"), one, now)


def history(value: dict[str, Any], _name: str, now: datetime) -> ImportReads:
    """What nanobot noted down of a part of a conversation, in its history.jsonl."""
    made = value["timestamp"]
    yield _dated(f"nanobot:{value['cursor']} {made}", "nanobot", made, value, now)


def _dated(source: str, title: str, made: Any, value: dict[str, Any], now: datetime) -> Any:
    text = word(value.get("content"))
    day, at = in_front(f"created: {made}") or (None, None)
    return placed(ImportKind.MEMORY, source, (title,), day, at, text, now, f"{title} {made}")
