"""Conversations dumped into days: whose words are where, and what nobody said."""

from datetime import date

import pytest

from desktop_app.notebook.source import DayText
from desktop_app.notebook.statements.dumps import Turn, dumps
from desktop_app.notebook.statements.reader import statements

ENVELOPE = """\
Conversation info (untrusted metadata):
```json
{
  "message_id": "77",
  "sender": "ana"
}
```

Sender (untrusted metadata):
```json
{"label": "Ana (77)", "id": "77"}
```
"""

SESSION = f"""\
# Session: 2026-11-20 08:15:00 UTC

- **Session Key**: agent:main:main
- **Session ID**: 5d0c
- **Source**: webchat

## Conversation Summary

assistant: The report is written.

## What changed

1. The tide table is in docs/tides.md.
user: {ENVELOPE}
[Fri 2026-11-20 09:16 GMT+1] The boat is at berth 7.

She leaves on Monday.
assistant: [[reply_to_current]] Noted.
user: Read HEARTBEAT.md if it exists. If nothing needs attention, reply HEARTBEAT_OK.
Current time: Friday, 09:20
assistant: HEARTBEAT_OK
"""


def told(text: str) -> list[tuple[str, list[str]]]:
    found = [turn for dump in dumps(text.split("\n")) for turn in dump.turns]
    return [(turn.speaker, [line for _, line in turn.lines]) for turn in found]


def test_a_session_is_read_as_its_turns_with_their_lines() -> None:
    assert told(SESSION) == [
        (
            "assistant",
            ["The report is written.", "## What changed", "1. The tide table is in docs/tides.md."],
        ),
        ("user", ["The boat is at berth 7.", "She leaves on Monday."]),
        ("assistant", ["Noted."]),
    ]
    lines = SESSION.split("\n")
    (dump,) = dumps(lines)
    assert (dump.first, dump.last) == (1, len(lines))
    for turn in dump.turns:
        assert lines[turn.first - 1].startswith(f"{turn.speaker}: ")
        for number, words in turn.lines:
            assert turn.first <= number <= turn.last
            assert words in lines[number - 1]
        assert lines[turn.last - 1].strip()


@pytest.mark.parametrize(
    "said",
    [
        "user: {words}\nassistant: ok then",
        "**User:** {words}\n\n**Assistant:** ok then",
        "User: {words}\n\nAssistant: ok then",
        "[10:31] user: {words}\n[10:32] assistant: ok then",
        "### User\n{words}\n### Assistant\nok then",
        "用户：{words}\nAI：ok then",
    ],
)
@pytest.mark.parametrize(
    "heading",
    ["# Session: 2026-11-20", "## Chat with Ana", "## 聊天记录", "# Conversation Summary"],
)
def test_other_programs_name_speakers_otherwise(heading: str, said: str) -> None:
    text = f"{heading}\n\n" + said.format(words="The boat is in.")
    assert told(text) == [("user", ["The boat is in."]), ("assistant", ["ok then"])]


@pytest.mark.parametrize(
    "part",
    [
        "tool: 3 files found\nand more of them\n",
        "toolResult: ok\n",
        "system: You are a helper.\nBe brief.\n",
        'user: {"status": "ok",\n "rows": [1, 2]}\n',
        "user: [cron:5d0c nightly] Run the nightly report.\n\nWrite it to docs.\n",
        "user: [Fri 09:20 GMT+1] [System Message] A subagent has ended.\n\nResult:\n- 3\n",
        "user: System: [2026-11-20 09:20:00] Exec completed (a-b, code 0) :: dist\n"
        "System: [2026-11-20 09:21:00] Exec failed\n",
        "user: Pre-compaction flush. Store what lasts; if nothing, reply with NO_REPLY.\n",
        "assistant: NO_REPLY\n",
        f"user: {ENVELOPE}",
        "user: [message_id: 5d0c]\n",
        "user:\n",
    ],
    ids=range(12),
)
def test_what_nobody_said_is_left_out(part: str) -> None:
    before, after = "user: The boat is in.\n", "assistant: At berth 7, see docs/a.md.\n"
    whole = f"# Session: 2026-11-20\n\n{before}{part}{after}"
    assert told(whole) == [
        ("user", ["The boat is in."]),
        ("assistant", ["At berth 7, see docs/a.md."]),
    ]


@pytest.mark.parametrize(
    ("line", "words"),
    [
        ("[Fri 2026-11-20 09:16 GMT+1] The boat is in.", "The boat is in."),
        ("[Telegram Ana id:77 2026-11-20 09:16 UTC] 船到了。", "船到了。"),
        ("The boat is in. [message_id: 77]", "The boat is in."),
        ("[[reply_to:77]] The boat is in.", "The boat is in."),
        ("[x] The boat is in.", "[x] The boat is in."),
        ("[the list](docs/a.md) is in", "[the list](docs/a.md) is in"),
        ("[10 boats] are in", "[10 boats] are in"),
        ("Set MAX_BOATS to 5.", "Set MAX_BOATS to 5."),
        ("{curly} words", "{curly} words"),
    ],
)
def test_the_envelope_of_a_message_is_cut_off_and_nothing_else(line: str, words: str) -> None:
    assert told(f"# Session: x\n\nuser: {line}\nassistant: ok") == [
        ("user", [words]),
        ("assistant", ["ok"]),
    ]


def test_queued_messages_are_one_turn_without_their_wrapper() -> None:
    text = (
        "# Session: x\n\nuser: [Queued messages while agent was busy]\n\n---\nQueued #1\n"
        f"System: [2026-11-20 09:20:00] Exec failed\n\n{ENVELOPE}\nThe boat is in.\n\n"
        f"---\nQueued #2\n{ENVELOPE}\nAt berth 7.\nassistant: ok"
    )
    assert told(text)[0] == ("user", ["The boat is in.", "At berth 7."])


def test_code_and_speakers_inside_it_stay_with_their_turn() -> None:
    text = "# Session: x\n\nuser: Look:\n```sh\nuser: no\nls\n```\nassistant: **User:** is a label"
    assert told(text) == [
        ("user", ["Look:", "```sh", "user: no", "ls", "```"]),
        ("assistant", ["**User:** is a label"]),
    ]


def test_a_day_keeps_its_own_notes_around_the_conversations_in_it() -> None:
    lines = [
        "# 2026-11-20",
        "",
        "- Bought rope.",
        "",
        "## Session: morning",
        "",
        "user: The boat is in.",
        "assistant: ok",
        "",
        "### Next",
        "rope",
        "",
        "## Afternoon",
        "",
        "- Sold the lamp.",
        "",
        "## Session: evening",
        "user: At berth 7.",
        "",
    ]
    one, two = dumps(lines)
    assert (one.first, one.last, two.first) == (5, 12, 17)
    assert one.turns[1] == Turn("assistant", 8, 11, ((8, "ok"), (10, "### Next"), (11, "rope")))


def test_a_session_in_which_nothing_was_said_is_a_dump_without_turns() -> None:
    text = "# Session: 2026-11-20\n\n- **Session ID**: 5d0c\n- **Source**: webchat\n"
    for silent in (text, SESSION[: SESSION.index("assistant")]):
        assert [dump.turns for dump in dumps(silent.split("\n"))] == [()]


@pytest.mark.parametrize(
    "text",
    [
        "",
        "# 2026-11-20\n\n- Bought rope.\n",
        "## Session of the afternoon\n\n- **Problem**: the rope\n- **Fix**: a new one\n",
        "## Roles\n\nuser: may read\nassistant: may write\n",
        "## Trimmed Context (12:00)\n\n- User: The boat is in.\n- Assistant: Noted.\n- User: a\n",
        "Notes on the talk.\n\nuser: hi\nassistant: ho\nuser: hu\n",
        "# Session\n\n```\nuser: a\nassistant: b\nuser: c\n```\n",
    ],
    ids=range(7),
)
def test_what_is_no_dump_is_none(text: str) -> None:
    assert dumps(text.split("\n")) == []


def test_speakers_who_take_turns_need_no_telling_heading() -> None:
    said = "user: The boat is in.\nassistant: ok\nuser: At berth 7.\n"
    assert len(told(f"# 2026-11-20\n\n{said}")) == 3
    assert len(told(said)) == 3


def test_lines_that_a_flush_once_wrote_are_read_without_what_programs_said() -> None:
    text = (
        "# Daily Memory: 2026-11-20\n\n## Session Notes (10:07)\n\n"
        "- User: [Fri 2026-11-20 09:16 GMT+1] [message_id: 55] The boat is in. At berth 7.\n"
        "- User: Read HEARTBEAT.md if it exists. If nothing needs attention, reply HEARTBEAT_OK.\n"
        "- **User**: [cron:5d0c nightly] Run the nightly report.\n"
        "- Assistant: HEARTBEAT_OK\n- 用户：如果没有事情，请回复 HEARTBEAT_OK\n"
        '- Assistant: {"error": "no report"}\n- Assistant: The report is written.\n'
    )
    read = statements(DayText(date(2026, 11, 20), "memory/2026-11-20.md", text))
    texts = ["The boat is in.", "At berth 7.", "The report is written."]
    assert [one.text for one in read] == texts


def test_a_long_dump_is_read_at_once() -> None:
    text = "# Session: x\n\n" + 'user: The boat is in.\n{\n[ {"a":\nassistant: ok\n' * 1_500
    assert len(told(text)) == 3_000
    assert len(told("# Session: x\n\nuser: hi\n" + "[\n" * 6_000)) == 1
