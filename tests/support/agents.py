"""Transcripts as agents write them: records of their shapes with words of our own."""

import json
import sqlite3
from contextlib import closing
from pathlib import Path
from typing import Any

Record = dict[str, Any]


def lines(*records: Record) -> str:
    return "".join(f"{json.dumps(record, ensure_ascii=False)}\n" for record in records)


def append(path: Path, *records: Record) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    with path.open("a", encoding="utf-8") as file:
        file.write(lines(*records))


class ClaudeCode:
    """One conversation of Claude Code in a home."""

    def __init__(self, home: Path, folder: Path, session: str = "5e55-10n") -> None:
        self.folder, self.session, self.count = str(folder), session, 0
        self.path = home / ".claude" / "projects" / "-some-folder" / f"{session}.jsonl"

    def said(self, role: str, words: Any, **more: Any) -> Record:
        self.count += 1
        minute, second = divmod(self.count, 60)
        return {
            "parentUuid": None,
            "isSidechain": False,
            "type": role,
            "message": {"role": role, "content": words, **more.pop("message", {})},
            "uuid": f"{self.session}-{self.count}",
            "timestamp": more.pop("time", f"2026-11-21T10:{minute % 60:02}:{second:02}.000Z"),
            "cwd": self.folder,
            "sessionId": self.session,
            **more,
        }

    def user(self, words: Any, **more: Any) -> Record:
        return self.said("user", words, **more)

    def answer(self, words: str, tokens: int = 0, **more: Any) -> Record:
        usage = {"input_tokens": 10, "cache_read_input_tokens": tokens, "output_tokens": 5}
        return self.said(
            "assistant",
            [{"type": "text", "text": words}],
            message={"usage": usage if tokens else {}, "model": "m"},
            **more,
        )

    def call(self, name: str, call: str = "call-1", **arguments: Any) -> Record:
        part = {"type": "tool_use", "id": call, "name": name, "input": arguments}
        return self.said("assistant", [part])

    def result(self, words: str, call: str = "call-1", failed: bool = False) -> Record:
        part = {"type": "tool_result", "tool_use_id": call, "content": words, "is_error": failed}
        return self.said("user", [part])

    def compacted(self) -> tuple[Record, Record]:
        return (
            {
                "type": "system",
                "subtype": "compact_boundary",
                "content": "Conversation compacted",
                "sessionId": self.session,
                "uuid": f"{self.session}-boundary-{self.count}",
            },
            self.user("This goes on from before. A summary.", isCompactSummary=True),
        )


def _written(agent: str) -> tuple[Record, ...]:
    path = Path(__file__).parents[1] / "fixtures" / "transcripts" / f"{agent}.jsonl"
    return tuple(map(json.loads, path.read_text(encoding="utf-8").splitlines()))


CODEX, OPENCLAW = map(_written, ("codex", "openclaw"))


def cowagent(path: Path, *messages: tuple[str, str, Any]) -> None:
    """Append (session, role, content) to the database of CowAgent, as its own code does."""
    path.parent.mkdir(parents=True, exist_ok=True)
    with closing(sqlite3.connect(path)) as db, db:
        db.execute(
            "create table if not exists messages (id integer primary key autoincrement, "
            "session_id text not null, seq integer not null, role text not null, "
            "content text not null, created_at integer not null, unique (session_id, seq))"
        )
        for session, role, content in messages:
            sql = "select coalesce(max(seq), -1) + 1 from messages where session_id = ?"
            seq = db.execute(sql, [session]).fetchone()[0]
            row = (session, seq, role, json.dumps(content), 1_795_000_000 + seq)
            db.execute(
                "insert into messages (session_id, seq, role, content, created_at) "
                "values (?, ?, ?, ?, ?)",
                row,
            )


def openclaw_database(path: Path, key: str, *events: Record) -> None:
    """Append events to the database of OpenClaw's newer versions, under a session's key."""
    path.parent.mkdir(parents=True, exist_ok=True)
    with closing(sqlite3.connect(path)) as db, db:
        db.execute("pragma journal_mode = wal")
        db.execute(
            "create table if not exists session_windows (session_id text primary key, "
            "session_key text)"
        )
        db.execute(
            "create table if not exists transcript_events (session_id text, seq integer, "
            "event_json text, event_zstd blob, primary key (session_id, seq))"
        )
        session = f"session of {key}"
        db.execute("insert or ignore into session_windows values (?, ?)", [session, key])
        for event in events:
            sql = "select coalesce(max(seq), -1) + 1 from transcript_events where session_id = ?"
            seq = db.execute(sql, [session]).fetchone()[0]
            row = [session, seq, json.dumps(event)]
            db.execute("insert into transcript_events values (?, ?, ?, null)", row)
