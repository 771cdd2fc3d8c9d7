"""Notes of Google Keep, one file of JSON for each, as Takeout exports them. Knows their shape."""

from contextlib import suppress
from datetime import UTC, datetime
from typing import Any

from desktop_app.sessions.agents.turns import objects, word
from desktop_app.sessions.imports.entry import ImportKind, ImportReads, SkippedEntry, SkipWhy
from desktop_app.sessions.imports.notes import placed

SHAPE = {"userEditedTimestampUsec", "isTrashed"}
_MADE = ("createdTimestampUsec", "userEditedTimestampUsec")


def note(value: dict[str, Any], name: str, now: datetime) -> ImportReads:
    """A note with the items of its list, its files, its links and its labels."""
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
