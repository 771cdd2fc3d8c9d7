"""OpenClaw: `agents/AGENT/sessions/SESSION.jsonl`, in newer versions the agent's database.

Both hold the same records. What was compressed in the database is passed over and counted.
"""

from collections.abc import Iterator

from desktop_app.sessions.agents.adapter import (
    Adapter,
    AgentName,
    FoundTranscript,
    Homes,
    Rows,
    Values,
)
from desktop_app.sessions.agents.turns import (
    AgentEvent,
    AgentSession,
    inner,
    objects,
    said,
    text_of,
    tool_call,
    tool_result,
    usage,
    word,
)
from desktop_app.sessions.live_events import CompactionEnded

_OTHERS = frozenset({
    "model_change", "thinking_level_change", "custom", "custom_message", "branch_summary", "label",
    "session_info", "leaf",
})  # fmt: skip

# A helper's conversation is told by the key under which it is kept.
_HELPER = "':subagent:'"
_ROWS = Rows(
    query=f"""select event.rowid, event.session_id,
        case when node.session_key is null or instr(node.session_key, {_HELPER}) = 0
        then coalesce(event.event_json, '{{}}') else '{{"type": "beside"}}' end
        from transcript_events event
        left join session_windows node on node.session_id = event.session_id
        where event.rowid > ? order by event.rowid limit ?""",
    last="select coalesce(max(rowid), 0) from transcript_events",
    sessions=f"""select event.session_id, count(*) from transcript_events event
        left join session_windows node on node.session_id = event.session_id
        where instr(coalesce(node.session_key, ''), {_HELPER}) = 0
        and json_extract(event.event_json, '$.type') = 'message' group by 1""",
)


def _found(homes: Homes) -> Iterator[FoundTranscript]:
    for root in homes.named("OPENCLAW_STATE_DIR", ".openclaw"):
        for path in root.glob("agents/*/sessions/*.jsonl*"):
            yield FoundTranscript(path)
        for path in root.glob("agents/*/agent/openclaw-agent.sqlite"):
            yield FoundTranscript(path)


def _read(value: Values) -> tuple[AgentEvent, ...] | None:
    kind = value.get("type")
    if kind == "session":
        return (AgentSession(word(value.get("id")), word(value.get("cwd"))),)
    if kind == "message":
        return _message(value, inner(value, "message"))
    if kind == "compaction":
        return (CompactionEnded(),)
    return () if kind in _OTHERS or kind == "beside" else None


def _message(value: Values, message: Values) -> tuple[AgentEvent, ...]:
    time = word(value.get("timestamp"))
    if message.get("role") == "toolResult":
        return (_result(message, time),)
    events: list[AgentEvent] = [*said(value, word(value.get("id")))]
    for part in objects(message.get("content")):
        if part.get("type") == "toolCall":
            events.append(tool_call(part.get("name"), part.get("arguments"), part.get("id"), time))
    return (*events, *usage(inner(message, "usage").get("totalTokens")))


def _result(message: Values, time: str) -> AgentEvent:
    return tool_result(
        text_of(message.get("content")),
        message.get("toolCallId"),
        time,
        code=inner(message, "details").get("exitCode"),
        failed=message.get("isError") is True,
    )


OPENCLAW = Adapter(
    AgentName.OPENCLAW,
    "OpenClaw",
    "2026.3.28, 2026.9.6",
    _found,
    _read,
    lambda value: value.get("type") == "session" and {"id", "cwd", "version"} <= value.keys(),
    window=200_000,
    writes_days=True,
    rows={".sqlite": _ROWS},
)
