"""The formats of agents: what each writes, where it lies and what its records say, by an adapter.

Claude Code has `projects/FOLDER/SESSION.jsonl` and helpers in `SESSION/subagents/agent-ID.jsonl`.
Codex has `sessions/YYYY/MM/DD/rollout-TIME-SESSION.jsonl`, whose first record names all else.
OpenClaw has `agents/AGENT/sessions/SESSION.jsonl`, in newer versions the same records in a database
of the agent; what was compressed there is passed over and counted. All was tried on files of
Claude Code 2.1.197, Codex 0.169.0, OpenClaw 2026.3.28 and 2026.9.6, and CowAgent of May 2026.
"""

import json
from collections.abc import Iterator
from contextlib import suppress
from typing import Any

from desktop_app.sessions.agents.adapter import (
    Adapter,
    AgentName,
    Find,
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
    total,
    usage,
    uses_of_tools,
    word,
)
from desktop_app.sessions.live_events import CompactionEnded, FlushAsked

_COUNTED = (
    "input_tokens",
    "cache_creation_input_tokens",
    "cache_read_input_tokens",
    "output_tokens",
)
_REFUSED = (  # how the program tells the model that a tool was not let run
    "The user doesn't want to", "Claude requested permissions to", "Permission to use",
    "This command requires approval", "[Request interrupted by user for tool use]",
)  # fmt: skip
_LEFT_OUT = "<tool_use_error>Sibling tool call errored"  # not run, for one beside it had failed
_LEFT = "<command-name>/exit</command-name>"


def _below(variable: str, usual: tuple[str, ...], *forms: str) -> Find:
    """Finds what has one of these forms below an agent's folders; a helper's file says so."""

    def found(homes: Homes) -> Iterator[FoundTranscript]:
        for root in homes.named(variable, *usual):
            for path in (path for form in forms for path in root.glob(form)):
                helper = path.name.startswith("agent-") or path.parent.name == "subagents"
                yield FoundTranscript(path, beside=helper)

    return found


def _read(value: Values) -> tuple[AgentEvent, ...]:
    kind = value.get("type")
    session = AgentSession(
        word(value.get("sessionId")), word(value.get("cwd")), value.get("isSidechain") is True
    )
    events: tuple[AgentEvent, ...] = ()
    if kind in ("user", "assistant"):
        events = _message(value)
    elif kind == "system" and value.get("subtype") == "compact_boundary":
        events = (CompactionEnded(),)
    return (session, *events) if session.id else events


def _message(value: Values) -> tuple[AgentEvent, ...]:
    message, time = inner(value, "message"), word(value.get("timestamp"))
    if value.get("forkedFrom"):  # it stands in the conversation from which it was copied
        return ()
    events: list[AgentEvent] = [*said(value, word(value.get("uuid")))]
    uses = uses_of_tools(message.get("content"), time, _REFUSED)
    events += (one for one in uses if not (one.failed and one.content.startswith(_LEFT_OUT)))
    events += usage(total(inner(message, "usage"), _COUNTED))
    if _LEFT in text_of(message.get("content")):
        events.append(FlushAsked())
    return tuple(events)


def _own(value: Values) -> bool:
    named = isinstance(value.get("sessionId"), str) and isinstance(value.get("type"), str)
    return named and "uuid" in value


CLAUDE_CODE = Adapter(
    AgentName.CLAUDE_CODE,
    "Claude Code",
    _below(
        "CLAUDE_CONFIG_DIR",
        (".claude", ".config/claude"),
        "projects/*/*.jsonl*",
        "projects/*/*/subagents/*.jsonl*",
    ),
    _read,
    _own,
    window=200_000,
    mixed=True,
)


_CALLS = frozenset({"function_call", "custom_tool_call", "local_shell_call"})
_RESULTS = frozenset({"function_call_output", "custom_tool_call_output"})
_CODEX_REFUSED = ("exec command rejected by user", "patch rejected by user")
_BY_PROGRAM = "# AGENTS.md instructions"


def _codex_read(value: Values) -> tuple[AgentEvent, ...]:
    kind, payload = value.get("type"), inner(value, "payload")
    if kind == "session_meta":
        source = payload.get("source")
        beside = payload.get("thread_source") == "subagent" or (
            isinstance(source, dict) and "subagent" in source
        )
        name = word(payload.get("id")) or word(payload.get("session_id"))
        return (AgentSession(name, word(payload.get("cwd")), beside),)
    if kind == "response_item":
        return _item(value, payload)
    if kind == "event_msg":
        info = inner(payload, "info") if payload.get("type") == "token_count" else {}
        tokens = inner(info, "last_token_usage").get("total_tokens")
        return usage(tokens, info.get("model_context_window"))
    if kind == "compacted":
        return (CompactionEnded(),)
    return ()


def _item(value: Values, payload: Values) -> tuple[AgentEvent, ...]:
    time, kind = word(value.get("timestamp")), payload.get("type")
    if kind == "message":
        return () if _by_program(value, payload) else said(value, word(payload.get("id")))
    if kind in _CALLS:
        given = payload.get("arguments", payload.get("input", payload.get("action")))
        return (tool_call(payload.get("name", kind), given, payload.get("call_id"), time),)
    if kind in _RESULTS:
        words, code = _result(payload.get("output"))
        refused = words.startswith(_CODEX_REFUSED)
        return (tool_result(words, payload.get("call_id"), time, code=code, refused=refused),)
    return ()  # thoughts and the like


def _by_program(value: Values, payload: Values) -> bool:
    """Whether the program itself said this to the model."""
    if inner(value, "metadata").get("compaction_output") is True:
        return True
    if payload.get("role") != "user":
        return False
    kinds = inner(payload, "internal_chat_message_metadata_passthrough").get("content_item_kinds")
    if isinstance(kinds, list) and kinds and not any(str(one).startswith("user") for one in kinds):
        return True
    return text_of(payload.get("content")).lstrip().startswith(_BY_PROGRAM)


def _result(output: Any) -> tuple[str, int | None]:
    """A tool's words and exit code; some versions wrap both into JSON."""
    if isinstance(output, str):
        with suppress(ValueError, RecursionError):
            wrapped = json.loads(output)
            if isinstance(wrapped, dict) and "output" in wrapped:
                code = inner(wrapped, "metadata").get("exit_code")
                return word(wrapped["output"]), code if isinstance(code, int) else None
    return text_of(output), None


CODEX = Adapter(
    AgentName.CODEX,
    "Codex",
    _below("CODEX_HOME", (".codex",), "sessions/*/*/*/rollout-*.jsonl*"),
    _codex_read,
    lambda value: value.get("type") == "session_meta" and bool(inner(value, "payload")),
    window=258_000,
)


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


def _openclaw_read(value: Values) -> tuple[AgentEvent, ...]:
    kind = value.get("type")
    if kind == "session":
        return (AgentSession(word(value.get("id")), word(value.get("cwd"))),)
    if kind == "message":
        return _openclaw_message(value, inner(value, "message"))
    if kind == "compaction":
        return (CompactionEnded(),)
    return ()


def _openclaw_message(value: Values, message: Values) -> tuple[AgentEvent, ...]:
    time = word(value.get("timestamp"))
    if message.get("role") == "toolResult":
        code, failed = inner(message, "details").get("exitCode"), message.get("isError") is True
        words, call = text_of(message.get("content")), message.get("toolCallId")
        return (tool_result(words, call, time, code=code, failed=failed),)
    events: list[AgentEvent] = [*said(value, word(value.get("id")))]
    for part in objects(message.get("content")):
        if part.get("type") == "toolCall":
            events.append(tool_call(part.get("name"), part.get("arguments"), part.get("id"), time))
    return (*events, *usage(inner(message, "usage").get("totalTokens")))


OPENCLAW = Adapter(
    AgentName.OPENCLAW,
    "OpenClaw",
    _below(
        "OPENCLAW_STATE_DIR",
        (".openclaw",),
        "agents/*/sessions/*.jsonl*",
        "agents/*/agent/openclaw-agent.sqlite",
    ),
    _openclaw_read,
    lambda value: value.get("type") == "session" and {"id", "cwd", "version"} <= value.keys(),
    window=200_000,
    writes_days=True,
    rows={".sqlite": _ROWS},
)


_COWAGENT_ROWS = Rows(
    query="""select id, session_id, json_object('role', role, 'time', created_at, 'content',
        case when json_valid(content) then json(content) else content end)
        from messages where id > ? order by id limit ?""",
    last="select coalesce(max(id), 0) from messages",
    sessions="select session_id, count(*) from messages group by 1",
)


def _cowagent_found(homes: Homes) -> Iterator[FoundTranscript]:
    root = homes.home / "cow"
    path = root / "sessions" / "conversations.db"
    if path.is_file():
        yield FoundTranscript(path, str(root))


def _cowagent_read(value: Values) -> tuple[AgentEvent, ...]:
    if value.get("role") not in ("user", "assistant"):
        return ()
    time = str(value.get("time", ""))
    return (*said(value), *uses_of_tools(value.get("content"), time))


COWAGENT = Adapter(
    AgentName.COWAGENT,
    "CowAgent",
    _cowagent_found,
    _cowagent_read,
    lambda value: False,  # it writes no file of lines
    window=50_000,
    writes_days=True,
    counts=False,
    rows={".db": _COWAGENT_ROWS},
)
