"""What agents write becomes typed turns, tokens, compactions and the agent's own session."""

from collections.abc import Iterable
from pathlib import Path
from typing import Any

import pytest

from desktop_app.sessions.agents.adapter import Adapter
from desktop_app.sessions.agents.every import ADAPTERS, by_session, recognised
from desktop_app.sessions.agents.formats import CLAUDE_CODE, CODEX, COWAGENT, OPENCLAW
from desktop_app.sessions.agents.turns import (
    NOBODY,
    AgentEvent,
    AgentSession,
    AgentTurn,
)
from desktop_app.sessions.live_events import (
    CompactionEnded,
    FlushAsked,
    TurnKind,
    UsageReported,
)
from desktop_app.sessions.reading import parse
from tests.support import agents
from tests.support.agents import ClaudeCode

KEY = [("user", "Where is the key?"), ("assistant", "I look into the shed.")]


def events(adapter: Adapter, records: Iterable[dict[str, Any]]) -> list[AgentEvent]:
    return [event for _, event in told(adapter, records) if not isinstance(event, AgentSession)]


def told(
    adapter: Adapter, records: Iterable[dict[str, Any]]
) -> list[tuple[AgentSession, AgentEvent]]:
    """Each event with its session, as who follows a file hears them."""
    found = [(NOBODY, NOBODY)]
    for one in records:
        found += by_session(adapter, adapter.read(one), found[-1][0])
    return found


def said(found: list[AgentEvent]) -> list[tuple[str, str]]:
    turns = [one for one in found if isinstance(one, AgentTurn) and one.kind is TurnKind.TALK]
    return [(turn.role, turn.content) for turn in turns]


def tools(found: list[AgentEvent]) -> list[tuple[str, str, str, int | None, bool]]:
    turns = [one for one in found if isinstance(one, AgentTurn) and one.kind is not TurnKind.TALK]
    return [(one.tool, one.call, one.arguments, one.exit_code, one.failed) for one in turns]


def of(kind: type[Any], found: list[AgentEvent]) -> list[Any]:
    return [event for event in found if isinstance(event, kind)]


@pytest.fixture
def claude(tmp_path: Path) -> ClaudeCode:
    return ClaudeCode(tmp_path, tmp_path / "boat")


# -- Claude Code -----------------------------------------------------------------------------


def test_claude_code_tells_words_tools_tokens_and_compactions(claude: ClaudeCode) -> None:
    found = events(
        CLAUDE_CODE,
        [
            {"type": "queue-operation", "operation": "enqueue", "sessionId": claude.session},
            claude.user("Where is the key?"),
            claude.answer("I look into the shed.", tokens=1_000),
            claude.call("Bash", command="ls shed"),
            claude.result("Exit code 2\nno shed", failed=True),
            *claude.compacted(),
            claude.user("<command-name>/exit</command-name>"),
        ],
    )
    assert said(found) == KEY
    assert tools(found) == [
        ("Bash", "call-1", '{"command": "ls shed"}', None, False),
        ("", "call-1", "", 2, True),
    ]
    assert of(UsageReported, found) == [UsageReported(1_015)]
    assert len(of(CompactionEnded, found)) == 1
    assert len(of(FlushAsked, found)) == 1


def test_claude_codes_helpers_say_nothing_and_their_tools_are_of_the_same_session(
    claude: ClaudeCode,
) -> None:
    records = [
        claude.user("Look around the yard.", isSidechain=True),
        {**claude.call("Bash", command="ls"), "isSidechain": True},
        claude.answer("An empty yard.", isSidechain=True),
        claude.answer("The yard is empty."),
    ]
    found = events(CLAUDE_CODE, records)
    assert said(found) == [("assistant", "The yard is empty.")]
    assert [tool[0] for tool in tools(found)] == ["Bash"]
    own = [e for one in records for e in CLAUDE_CODE.read(one) if isinstance(e, AgentSession)]
    assert {one.id for one in own} == {claude.session}


def test_what_claude_code_itself_says_or_copies_is_nobodys_word(claude: ClaudeCode) -> None:
    found = events(
        CLAUDE_CODE,
        [
            claude.user("Caveat: these are local commands", isMeta=True),
            claude.said("assistant", "No response requested.", message={"model": "<synthetic>"}),
            claude.answer("API Error: overloaded", isApiErrorMessage=True),
            claude.user("From another talk", forkedFrom={"sessionId": "x", "messageUuid": "y"}),
            claude.user("/compact"),
        ],
    )
    assert said(found) == []


# -- the others ------------------------------------------------------------------------------


def test_codex_tells_words_tools_tokens_and_compactions() -> None:
    found = events(CODEX, agents.CODEX)
    assert said(found) == [("user", "Where is the key?"), ("assistant", "Ines has it.")]
    assert tools(found) == [
        ("exec_command", "k1", '{"cmd": "ls shed"}', None, False),
        ("", "k1", "", 2, True),
    ]
    assert of(UsageReported, found) == [UsageReported(4_200, 9_000)]
    assert len(of(CompactionEnded, found)) == 1


def test_the_words_of_a_helper_of_codex_are_nobodys() -> None:
    first = {**agents.CODEX[0], "payload": {"id": "c", "cwd": "/b", "source": {"subagent": "x"}}}
    assert said(events(CODEX, [first, *agents.CODEX[1:]])) == []


def test_a_codex_transcript_that_begins_with_a_copy_keeps_its_own_name() -> None:
    copied = {**agents.CODEX[0], "payload": {"id": "older", "cwd": "/elsewhere"}}
    session, _ = told(CODEX, (agents.CODEX[0], copied))[-1]
    assert (session.id, session.folder) == ("c0de-1", "/home/ines/boat")


def test_openclaw_tells_words_tools_tokens_and_compactions() -> None:
    found = events(OPENCLAW, agents.OPENCLAW)
    assert said(found) == KEY
    assert tools(found) == [
        ("exec", "k1", '{"command": "ls shed"}', None, False),
        ("", "k1", "", 2, True),
    ]
    assert of(UsageReported, found) == [UsageReported(1_540)]
    assert len(of(CompactionEnded, found)) == 1


def test_cowagent_tells_words_and_tools() -> None:
    call = {"type": "tool_use", "id": "k1", "name": "bash", "input": {"command": "ls shed"}}
    words = {"type": "text", "text": "I look into the shed."}
    result = {
        "type": "tool_result",
        "tool_use_id": "k1",
        "content": "no shed\n\nCommand exited with code 2",
        "is_error": True,
    }
    found = events(
        COWAGENT,
        [
            {"role": "user", "content": "Where is the key?", "time": 1_795_000_000},
            {"role": "assistant", "content": [words, call], "time": 1_795_000_001},
            {"role": "user", "content": [result], "time": 1_795_000_002},
        ],
    )
    assert said(found) == KEY
    assert tools(found) == [
        ("bash", "k1", '{"command": "ls shed"}', None, False),
        ("", "k1", "", 2, True),
    ]


# -- all of them -----------------------------------------------------------------------------


@pytest.mark.parametrize("adapter", ADAPTERS, ids=lambda one: one.name)
@pytest.mark.parametrize(
    "odd",
    [
        {},
        {"type": "something-new", "sessionId": "s"},
        {"type": "user", "message": "no object"},
        {"type": "assistant", "message": {"role": "assistant", "content": 5}},
        {"type": "message", "message": {"role": [], "content": [{"type": "text", "text": 3}]}},
        {"type": "response_item", "payload": {"type": "message", "role": "user", "content": {}}},
        {"type": "session_meta", "payload": {"id": 7, "cwd": None}},
        {"type": "event_msg", "payload": {"type": "token_count", "info": {"last_token_usage": 1}}},
        {"role": "user", "content": [{"type": "tool_result", "content": [None]}], "time": []},
    ],
    ids=range(9),
)
def test_odd_records_are_passed_over(adapter: Adapter, odd: dict[str, Any]) -> None:
    assert said(events(adapter, [odd])) == []


def test_an_agent_is_known_by_its_own_records_and_by_no_other_ones(claude: ClaudeCode) -> None:
    assert recognised([claude.user("Hello")]) is CLAUDE_CODE
    assert recognised(agents.CODEX) is CODEX
    assert recognised(agents.OPENCLAW) is OPENCLAW
    ours = {"type": "session", "id": "20261120", "made": "2026-11-20T10:00:00Z"}
    for other in ({"role": "user", "content": "Hello"}, ours, "text", None, {"type": "user"}):
        assert recognised([other]) is None


@pytest.mark.parametrize(
    ("records", "session"),
    [(agents.CODEX, "c0de-1"), (agents.OPENCLAW, "0c1a-1")],
    ids=["codex", "openclaw"],
)
def test_a_transcript_that_is_opened_or_pasted_has_the_agents_own_name(
    records: tuple[dict[str, Any], ...], session: str
) -> None:
    talk = parse(agents.lines(*records), "FILE")
    assert talk.session == session
    assert ("user", "Where is the key?") in [(one.role, one.content) for one in talk.messages]
    assert len(talk.messages) == 2


def test_lines_that_cannot_be_read_are_counted_in_an_agents_transcript(claude: ClaudeCode) -> None:
    text = agents.lines(claude.user("Where is the key?")) + "{torn\n[1]\n"
    talk = parse(text + agents.lines(claude.answer("Ines has it."), claude.user("Good.")), "FILE")
    assert (talk.session, talk.unreadable) == (claude.session, (2, 3))
    assert len(talk.messages) == 3
