"""Short files of every kind that can be imported, all made up here."""

import json
import zipfile
from datetime import datetime, timedelta, timezone
from pathlib import Path
from typing import Any

NOW = datetime(2026, 11, 21, 12, 0, tzinfo=timezone(timedelta(hours=0)))
SECOND = 1_763_811_000.0  # 2025-11-22 11:30 UTC, the same day in all zones of the tests


def chatgpt(
    number: str = "b7", title: str = "The boat", *said: tuple[str, str, float | None], **more: Any
) -> dict[str, Any]:
    """A conversation of ChatGPT: (role, text, seconds) for each message."""
    told = said or (
        ("user", "We decided to keep the boat in the yard until March.", SECOND),
        ("assistant", "Noted.", SECOND + 60),
    )
    mapping: dict[str, Any] = {"root": {"message": None, "parent": None, "children": ["0"]}}
    for n, (role, text, at) in enumerate(told):
        content = {"content_type": "text", "parts": [text]}
        message = {"author": {"role": role}, "content": content, "create_time": at}
        parent, children = str(n - 1) if n else "root", [str(n + 1)] if n + 1 < len(told) else []
        mapping[str(n)] = {"message": message, "parent": parent, "children": children}
    about = {"title": title, "conversation_id": number, "create_time": SECOND}
    return about | {"current_node": str(len(told) - 1), "mapping": mapping} | more


def claude(number: str = "c1", title: str = "Anchors", *said: Any, **more: Any) -> dict[str, Any]:
    """A conversation of Claude: (sender, text, time) for each message."""
    told = said or (
        ("human", "My sister Ines lives in Lyon since October.", "2025-11-23T11:30:00.000000Z"),
        ("assistant", "Noted: Ines lives in Lyon.", "2025-11-23T11:31:00.000000Z"),
    )
    messages = [
        {
            "uuid": f"{number}-{n}",
            "text": text,
            "content": [{"type": "text", "text": text, "start_timestamp": at}],
            "sender": sender,
            "created_at": at,
            "attachments": [],
        }
        for n, (sender, text, at) in enumerate(told)
    ]
    about = {"uuid": number, "name": title, "created_at": "2025-11-23T11:30:00.000000Z"}
    return about | {"account": {"uuid": "me"}, "chat_messages": messages} | more


def written(path: Path, value: Any) -> Path:
    """A file of JSON."""
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(json.dumps(value, ensure_ascii=False), encoding="utf-8")
    return path


def folder(root: Path, **notes: str) -> Path:
    """A folder of notes; names have "__" for "/", and no ending."""
    for name, text in notes.items():
        noted(root, f"{name.replace('__', '/')}.md", text)
    return root


def noted(root: Path, name: str, text: str | bytes) -> Path:
    path = root / name
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(text.encode() if isinstance(text, str) else text)
    return path


def packed(path: Path, **files: Any) -> Path:
    """A zip; names have "__" for "/" and "_json" or "_md" for their endings."""
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, value in files.items():
            stem, _, ending = name.replace("__", "/").rpartition("_")
            text = value if isinstance(value, str) else json.dumps(value, ensure_ascii=False)
            archive.writestr(f"{stem}.{ending}", text)
    return path
