"""Codex: `sessions/YYYY/MM/DD/rollout-TIME-SESSION.jsonl`; the first record names all else."""

import json
from collections.abc import Iterator
from contextlib import suppress
from typing import Any

from desktop_app.sessions.agents.adapter import Adapter, AgentName, FoundTranscript, Homes, Values
from desktop_app.sessions.agents.turns import (
    AgentEvent,
    AgentSession,
    inner,
    said,
    text_of,
    tool_call,
    tool_result,
    usage,
    word,
)
from desktop_app.sessions.live_events import CompactionEnded

_OTHERS = frozenset({"turn_context", "world_state", "token_usage_record", "inter_agent_message"})
_CALLS = frozenset({"function_call", "custom_tool_call", "local_shell_call"})
_RESULTS = frozenset({"function_call_output", "custom_tool_call_output"})
_REFUSED = ("exec command rejected by user", "patch rejected by user")
_BY_PROGRAM = "# AGENTS.md instructions"


def _found(homes: Homes) -> Iterator[FoundTranscript]:
    for root in homes.named("CODEX_HOME", ".codex"):
        for path in root.glob("sessions/*/*/*/rollout-*.jsonl*"):
            yield FoundTranscript(path)


def _read(value: Values) -> tuple[AgentEvent, ...] | None:
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
        return _event(payload)
    if kind == "compacted":
        return (CompactionEnded(),)
    return () if kind in _OTHERS else None


def _item(value: Values, payload: Values) -> tuple[AgentEvent, ...]:
    time, kind = word(value.get("timestamp")), payload.get("type")
    if kind == "message":
        return () if _by_program(value, payload) else said(value, word(payload.get("id")))
    if kind in _CALLS:
        given = payload.get("arguments", payload.get("input", payload.get("action")))
        return (tool_call(payload.get("name", kind), given, payload.get("call_id"), time),)
    if kind in _RESULTS:
        words, code = _result(payload.get("output"))
        refused = words.startswith(_REFUSED)
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


def _event(payload: Values) -> tuple[AgentEvent, ...]:
    if payload.get("type") == "token_count":
        tokens = inner(payload, "info", "last_token_usage").get("total_tokens")
        return usage(tokens, inner(payload, "info").get("model_context_window"))
    return ()


CODEX = Adapter(
    AgentName.CODEX,
    "Codex",
    "0.169.0",
    _found,
    _read,
    lambda value: value.get("type") == "session_meta" and bool(inner(value, "payload")),
    window=258_000,
)
