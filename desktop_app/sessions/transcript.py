"""Transcript: a talk as JSON lines, which only grow. Pure: lines to talk, talk to lines.

The first line is `{"type": "session", "id", "made"}`, and a message is `{"id", "role", "content",
"time", ...}`. Later lines change what stands before them: `title`, `replaced` (a message and all
that follow it are taken back), `unremembered`, `slept` (what stands for the talk in the prompt) and
`extracted`. A line that was cut off, or that nobody here wrote, is passed over. The next line then
begins on a line of its own, so nothing whole is ever lost.
"""

import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Any

from desktop_app.models.model import ToolCall
from desktop_app.notebook.layout import TRANSCRIPT
from desktop_app.sessions.live_events import LiveMessage, TurnKind
from desktop_app.sessions.talk_view import TalkRecord, ToolUse, UsedMemory

_BEGINS = b'{"type": "session"'
_KINDS = {kind.value: kind for kind in TurnKind}
_LONGEST_TITLE = 60  # characters of one that is made of the first message


@dataclass(frozen=True)
class TranscriptHead:
    """What a transcript says of itself. `changed` is when its last message came, as ISO text."""

    id: str
    made: str
    title: str = ""
    model: str = ""
    changed: str = ""


@dataclass(frozen=True)
class TranscriptRead:
    """A transcript as it stands now.

    `messages` are those that were not taken back. `summary` and the messages `kept` (ids) stand for
    the talk in the prompt; None where it was never compacted. `slept` and `extraction` are when
    that last happened, as ISO text, and `extracted` the ids whose facts are dealt with.
    """

    head: TranscriptHead
    messages: tuple[TalkRecord, ...] = ()
    summary: str = ""
    kept: tuple[str, ...] | None = None
    slept: str = ""
    extraction: str = ""
    extracted: frozenset[str] = frozenset()
    skipped: int = 0

    @property
    def title(self) -> str:
        """The title that was given, else one made of the first message."""
        said = (one.content for one in self.messages if one.role == "user")
        return self.head.title or title_of(next(said, ""))


def title_of(text: str) -> str:
    """A title made of a message: its first line with words, cut after a word."""
    line = next((" ".join(one.split()) for one in text.split("\n") if one.strip()), "")
    if len(line) <= _LONGEST_TITLE:
        return line
    cut = line[:_LONGEST_TITLE]
    return f"{cut[: max(cut.rfind(' '), _LONGEST_TITLE // 2)].rstrip()} …"


# -- lines that are written -------------------------------------------------------------------


def head_line(id: str, made: datetime) -> str:  # noqa: A002
    """The first line of a transcript."""
    return transcript_line("session", id=id, made=made.isoformat())


def message_line(one: TalkRecord) -> str:
    """A message. What is as usual is not written."""
    fields: dict[str, Any] = {"id": one.id, "role": one.role, "content": one.content}
    fields["time"] = one.time
    usual = TalkRecord("", "", "")
    for name in ("kind", "tokens", "model", "thinking", "stopped", "ok"):
        value = getattr(one, name)
        fields |= {name: value} if value != getattr(usual, name) else {}
    if one.used:
        fields["used"] = [[used.path, used.line, used.text] for used in one.used]
    if one.calls:
        fields["tool"] = [[call.name, call.raw] for call in one.calls]
    return _line(fields)


def transcript_line(kind: str, **fields: object) -> str:
    """A line of this type, such as `title`: those that are read are named above."""
    return _line({"type": kind} | fields)


def _line(fields: Mapping[str, Any]) -> str:
    """One line of JSON. Half a sign, which a model may send, is written as JSON names it."""
    text = json.dumps(fields, ensure_ascii=False)
    try:
        text.encode("utf-8")
    except UnicodeEncodeError:
        text = json.dumps(fields)
    return f"{text}\n"


# -- lines that are read ----------------------------------------------------------------------


def read_transcript(data: bytes, name: str) -> TranscriptRead | None:
    """The talk in the bytes of a file; None if it does not begin as a transcript of ours does.

    Any bytes will do. `name` is the file's, such as `2026-11-20-4be1c0de.jsonl`: it tells the day
    and the id where the first line was cut off.
    """
    if not is_transcript(data):
        return None
    lines = _objects(data)
    _, first = next(lines, (0, {}))
    day, stem = name[:10], name[11:].removesuffix(TRANSCRIPT)
    head = TranscriptHead(_text(first, "id") or stem, _text(first, "made") or day)
    read, every, skipped = TranscriptRead(head), dict[str, TalkRecord](), 0
    for number, fields in lines:
        taken = _taken(read, every, fields, number)
        skipped += taken is None
        read = taken or read
    messages = tuple(every.values())
    talked = [one for one in messages if one.kind is TurnKind.TALK]
    model = next((one.model for one in reversed(talked) if one.model), "")
    head = replace(read.head, model=model, changed=talked[-1].time if talked else read.head.made)
    return replace(read, head=head, messages=messages, skipped=skipped)


def is_transcript(data: bytes) -> bool:
    """Whether bytes begin as a transcript of ours does, or did before it was cut off."""
    first = data[: len(_BEGINS)].split(b"\n")[0]
    return bool(first) and _BEGINS.startswith(first)


def _taken(
    read: TranscriptRead, messages: dict[str, TalkRecord], fields: dict[str, Any], line: int
) -> TranscriptRead | None:
    """A transcript with one more line, also in its messages; None if that says nothing here."""
    match fields:
        case {"id": str(id), "role": str(), "content": str()} if id not in messages:
            messages[id] = _record(fields, line)
            return read if read.kept is None else replace(read, kept=(*read.kept, id))
        case {"type": "title", "title": str(title)}:
            return replace(read, head=replace(read.head, title=title))
        case {"type": "replaced", "from": str(id)} if id in messages:
            for gone in [*messages][[*messages].index(id) :]:
                del messages[gone]
            return read
        case {"type": "unremembered", "id": str(id), "value": bool(value)}:
            if id in messages:
                messages[id] = replace(messages[id], remembered=not value)
            return read
        case {"type": "slept", "summary": str(summary), "kept": list(kept)}:
            ids = tuple(one for one in kept if isinstance(one, str))
            at = _text(fields, "time") or read.slept
            return replace(read, summary=summary, kept=ids, slept=at)
        case {"type": "extracted", "ids": list(kept)}:
            done = read.extracted | {one for one in kept if isinstance(one, str)}
            return replace(read, extracted=done, extraction=_text(fields, "time"))
    return None


def _record(fields: dict[str, Any], line: int) -> TalkRecord:
    tokens = fields.get("tokens")
    return TalkRecord(
        fields["id"],
        fields["role"],
        fields["content"],
        _text(fields, "time"),
        _kind(fields),
        tokens if type(tokens) is int and tokens > 0 else 0,
        _text(fields, "model"),
        _text(fields, "thinking"),
        fields.get("stopped") is True,
        used=tuple(UsedMemory(*row) for row in _rows(fields.get("used"), str, int, str)),
        calls=tuple(ToolCall(*row) for row in _rows(fields.get("tool"), str, str)),
        ok=fields.get("ok") is not False,
        line=line,
    )


def _kind(fields: Mapping[str, Any]) -> TurnKind:
    return _KINDS.get(_text(fields, "kind"), TurnKind.TALK)


def _rows(value: object, *kinds: type) -> Iterator[list[Any]]:
    """The rows of a list whose values are of these kinds."""
    for row in value if isinstance(value, list) else ():
        if isinstance(row, list) and [type(one) for one in row] == list(kinds):
            yield row


def _objects(data: bytes) -> Iterator[tuple[int, dict[str, Any]]]:
    """The lines that are not blank, with their numbers from 1; {} for one that is no object."""
    for number, line in enumerate(data.split(b"\n"), start=1):
        if line.strip():
            value = None
            with suppress(ValueError, RecursionError):
                value = json.loads(line.decode("utf-8"))
            yield number, value if isinstance(value, dict) else {}


def _text(fields: Mapping[str, Any], name: str) -> str:
    value = fields.get(name)
    return value if isinstance(value, str) else ""


# -- as they are shown: an answer and the tools that were called for it are one message -----------


def shown(records: Iterable[TalkRecord]) -> tuple[TalkRecord, ...]:
    """The messages of a talk. Tools without an answer after them belong to a stopped one."""
    messages: list[TalkRecord] = []
    rounds: list[TalkRecord] = []  # what the model said and called before its answer
    uses: list[ToolUse] = []

    def answer(last: TalkRecord) -> None:
        every = [*rounds, last]
        text = "\n\n".join(one.content for one in every if one.content.strip())
        thinking = "\n\n".join(one.thinking for one in every if one.thinking)
        whole = replace(last, content=text, thinking=thinking, tools=tuple(uses))
        messages.append(whole)
        rounds.clear()
        uses.clear()

    def broken_off() -> None:
        if rounds:
            last = rounds.pop()
            answer(replace(last, stopped=True))

    for one in records:
        if one.kind is TurnKind.TOOL_CALL:
            rounds.append(one)
        elif one.kind is TurnKind.TOOL_RESULT:
            uses.append(one.use)
        elif one.role == "assistant":
            answer(one)
        else:
            broken_off()
            messages.append(one)
    broken_off()
    return tuple(messages)


def answer_start(records: Sequence[TalkRecord], message_id: str) -> str:
    """The id from which a shown message has to be taken back: of an answer that is the first record
    after the person's message. "" for an id that is not there."""
    at = next((n for n, one in enumerate(records) if one.id == message_id), None)
    if at is None or records[at].role == "user":
        return "" if at is None else message_id
    while at and records[at - 1].role != "user":
        at -= 1
    return records[at].id


def live_message(one: TalkRecord) -> LiveMessage:
    """A record as the state machine knows it."""
    text = one.content
    if one.kind is TurnKind.TOOL_CALL:
        text = "\n".join([text, *(f"{call.name} {call.raw}" for call in one.calls)]).strip()
    return LiveMessage(
        one.id, one.role, text, one.time, one.kind, one.tokens, remembered=one.remembered
    )
