"""Claude Code: `projects/FOLDER/SESSION.jsonl`, helpers in `SESSION/subagents/agent-ID.jsonl`."""

from collections.abc import Iterator
from pathlib import Path

from desktop_app.sessions.agents.adapter import Adapter, AgentName, FoundTranscript, Homes, Values
from desktop_app.sessions.agents.turns import (
    AgentEvent,
    AgentSession,
    inner,
    said,
    text_of,
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
_OTHERS = frozenset({
    "summary", "attachment", "queue-operation", "last-prompt", "mode", "file-history-snapshot",
    "file-history-delta", "progress", "ai-title", "custom-title", "agent-name", "agent-setting",
    "permission-mode", "pr-link", "tag", "worktree-state", "content-replacement",
})  # fmt: skip
_REFUSED = (  # how the program tells the model that a tool was not let run
    "The user doesn't want to", "Claude requested permissions to", "Permission to use",
    "This command requires approval", "[Request interrupted by user for tool use]",
)  # fmt: skip
_LEFT_OUT = "<tool_use_error>Sibling tool call errored"  # not run, for one beside it had failed
_LEFT = "<command-name>/exit</command-name>"


def _found(homes: Homes) -> Iterator[FoundTranscript]:
    for root in homes.named("CLAUDE_CONFIG_DIR", ".claude", ".config/claude"):
        for path in root.glob("projects/*/*.jsonl*"):
            yield FoundTranscript(path, beside=_is_beside(path))
        for path in root.glob("projects/*/*/subagents/*.jsonl*"):
            yield FoundTranscript(path, beside=True)


def _is_beside(path: Path) -> bool:
    return path.name.startswith("agent-")


def _read(value: Values) -> tuple[AgentEvent, ...] | None:
    kind = value.get("type")
    session = AgentSession(
        word(value.get("sessionId")), word(value.get("cwd")), value.get("isSidechain") is True
    )
    events: tuple[AgentEvent, ...] | None
    if kind in ("user", "assistant"):
        events = _message(value)
    elif kind == "system":
        events = _system(value)
    else:
        events = () if kind in _OTHERS else None
    return events if events is None or not session.id else (session, *events)


def _system(value: Values) -> tuple[AgentEvent, ...]:
    return (CompactionEnded(),) if value.get("subtype") == "compact_boundary" else ()


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
    return named and ("uuid" in value or value["type"] in _OTHERS)


CLAUDE_CODE = Adapter(
    AgentName.CLAUDE_CODE,
    "Claude Code",
    "2.1.197",
    _found,
    _read,
    _own,
    window=200_000,
    mixed=True,
)
