"""What programs noted down of a person by themselves, as entries. Knows texts, no files.

Some of it has no date. It is of the day on which it is imported, and comes again where it changed.
"""

import re
from collections.abc import Iterable
from dataclasses import replace
from datetime import datetime
from typing import Any

from desktop_app.notebook.statements.markup import BETWEEN_ENTRIES
from desktop_app.sessions.agents.turns import inner, objects, word
from desktop_app.sessions.imports.entry import (
    ImportEntry,
    ImportKind,
    ImportReads,
    SkippedEntry,
    SkipWhy,
)
from desktop_app.sessions.imports.notes import in_front, placed
from desktop_app.words import tr

_ENTRY = re.compile(rf"^{BETWEEN_ENTRIES}$", re.MULTILINE)
_SECTION = re.compile(r"\n(?=(?:\*\*[^*\n]+\*\*|#+ [^\n]+)\s*\n)")


def memory(value: dict[str, Any], _name: str, now: datetime) -> ImportReads:
    """The sections of what Claude remembers of all conversations, and of each project."""
    of_projects = inner(value, "project_memories").values()
    for text in map(word, (value["conversations_memory"], *of_projects)):
        yield from _undated(tr("Claude's memory"), filter(None, _SECTION.split(text)), now)


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


def has_entries(text: str) -> bool:
    """Whether a text is a memory as Hermes keeps it."""
    return _ENTRY.search(text) is not None


def entries(title: str, text: str, now: datetime) -> ImportReads:
    """The entries of a memory of Hermes, each of them a bullet."""
    every = (one.strip().replace("\n", "\n  ") for one in _ENTRY.split(text))
    yield from _undated(f"Hermes: {title}", (f"- {one}" for one in every if one), now)


def _undated(title: str, texts: Iterable[str], now: datetime) -> ImportReads:
    for text in texts:
        one = placed(ImportKind.MEMORY, "memory", (title,), now.date(), None, text, now, title)
        yield replace(one, dated=False) if isinstance(one, ImportEntry) else one


def _dated(source: str, title: str, made: Any, value: dict[str, Any], now: datetime) -> Any:
    text = word(value.get("content"))
    day, at = in_front(f"created: {made}") or (None, None)
    return placed(ImportKind.MEMORY, source, (title,), day, at, text, now, f"{title} {made}")
