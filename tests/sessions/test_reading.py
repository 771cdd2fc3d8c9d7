"""Conversations in their forms: JSON lines, transcripts, documents, plain text; what is none."""

import json
from pathlib import Path
from typing import Any

import pytest

from desktop_app.errors import Problem
from desktop_app.notebook.text.records import Message
from desktop_app.sessions import reading
from desktop_app.sessions.reading import parse, read_conversation

HI = {"role": "user", "content": "The boat is in."}
OK = {"role": "assistant", "content": "Noted."}
READ = (Message("user", "The boat is in."), Message("assistant", "Noted."))


def lines(*rows: Any) -> str:
    return "".join(f"{json.dumps(row, ensure_ascii=False)}\n" for row in rows)


def problem(text: str | bytes, *, plain: bool = True) -> str:
    with pytest.raises(Problem) as raised:
        parse(text, "FILE", plain=plain)
    return str(raised.value.message)


def said(text: str) -> list[tuple[str, str]]:
    return [(message.role, message.content) for message in parse(text, "FILE").messages]


# -- JSON ------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "text",
    [
        lines(HI, OK),
        lines(HI, OK).replace("\n", "\r\n"),
        "\ufeff\n\n" + lines(HI, OK),
        json.dumps([HI, OK]),
        json.dumps([HI, OK], indent=2),
        "[\n" + json.dumps(HI) + ",\n" + json.dumps(OK) + "\n]\n",
        json.dumps({"messages": [HI, OK]}),
        json.dumps({"title": "Boats", "messages": [HI, OK]}, indent=4),
        '{"messages": [\n' + json.dumps(HI) + ",\n" + json.dumps(OK) + "\n]}",
    ],
    ids=range(9),
)
def test_json_lines_arrays_and_objects_with_messages_say_the_same(text: str) -> None:
    for form in (text, text.encode(), text.encode("utf-16")):
        conversation = parse(form, "FILE", plain=False)
        assert conversation.messages == READ
        assert (conversation.skipped, conversation.named) == (0, True)


@pytest.mark.parametrize(
    ("text", "told"),
    [
        (lines(HI) + '{"role": "user", "content": "cut o', "Line 2 of FILE is not JSON."),
        ('{"role": "user", "content": "cut o\n' + lines(OK), "Line 1 of FILE is not JSON."),
        (lines(HI, 7), "Line 2 of FILE is not a JSON object."),
        (lines(HI, {"role": "user"}), "Line 2 of FILE has no content."),
        (lines(HI, {"role": "boss", "content": "x"}), "Line 2 of FILE has “boss” for a role"),
        (json.dumps([HI, {"role": "user"}]), "Message 2 of FILE has no content."),
        (json.dumps({"messages": [HI, 3]}), "Message 2 of FILE is not a JSON object."),
        ('[\n{"role": "user",\n "content": }\n]', "Line 3 of FILE is not JSON."),
        (json.dumps({"colour": "blue"}, indent=1), "FILE holds no messages, only tool lines"),
        (lines({"content": "x"}), "Line 1 of FILE has nothing for a role"),
        (lines({"type": "summary", "summary": "x"}), "FILE holds no messages, only tool lines"),
        ("[]", "FILE holds no messages."),
        ("", "FILE holds no messages."),
        (" \n\ufeff\n", "FILE holds no messages."),
        (b"\n\xff\xfe", "Line 2 of FILE is not UTF-8 text."),
        (b'[{"role": "user",\n "content": "\xff"}]', "Line 2 of FILE is not UTF-8 text."),
        (b"\xff\xfeU\x00s", "FILE begins like UTF-16 text, and is none."),
    ],
    ids=range(17),
)
def test_what_cannot_be_read_is_named_with_its_line(text: str | bytes, told: str) -> None:
    assert told in problem(text)


@pytest.mark.parametrize(
    "bad",
    [
        b'{"role": "user", "content": "cut o',
        b"7",
        b'{"role": "user"}',
        b'{"role": "boss", "content": "x"}',
        b'{"role": "user", "content": "\xff"}',
        b"\xff\xfe",
    ],
    ids=range(6),
)
def test_one_bad_line_among_many_is_left_out_and_named(bad: bytes) -> None:
    rows = [lines(HI, OK).encode()] * 106 + [lines(HI).encode(), bad + b"\n", lines(OK).encode()]
    conversation = parse(b"".join(rows), "FILE", plain=False)
    assert conversation.unreadable == (214,)
    assert not conversation.listed
    assert len(conversation.messages) == 214
    assert conversation.messages[-2:] == READ


@pytest.mark.parametrize(
    "first",
    [
        {"_type": "metadata", "created_at": "2026-11-22", "metadata": {}},
        {"id": "b7", "title": "Boats"},
        {"type": "model_change", "provider": "ollama", "modelId": "qwen3:8b"},
        {"type": "model_change", "role": "assistant", "model": "qwen3:8b"},
        {"event": "model_change", "model": "qwen3:8b"},
    ],
)
def test_records_about_a_session_are_left_out_wherever_they_stand(first: Any) -> None:
    for rows in ([first, HI, OK], [HI, first, OK, first]):
        conversation = parse(lines(*rows), "FILE", plain=False)
        assert (conversation.messages, conversation.unreadable) == (READ, ())
        assert conversation.skipped == len(rows) - 2


def test_a_file_of_lines_is_never_taken_for_plain_text(tmp_path: Path) -> None:
    for name in ("talk.jsonl", "talk.json", "talk"):
        path = tmp_path / name
        path.write_text("User: hi\n")
        with pytest.raises(Problem, match=r"Line 1 of .* is not JSON"):
            read_conversation(str(path))
    path = tmp_path / "talk.md"
    path.write_text("User: hi\n")
    assert read_conversation(str(path)).messages == (Message("user", "hi"),)


# -- plain text ------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "text",
    [
        "User: The boat is in.\nAssistant: Noted.",
        "Me: The boat is in.\n\n\nAI: Noted.\n",
        "用户：The boat is in.\n助手：Noted.",
        "我：The boat is in.\nAI：Noted.",
        "**User:** The boat is in.\n\n**Assistant:** Noted.",
        "**User**: The boat is in.\n\n**ChatGPT**: Noted.",
        "## User\n\nThe boat is in.\n\n## Assistant\n\nNoted.\n",
        "**You**\nThe boat is in.\n**Claude**\nNoted.",
        "You said:\nThe boat is in.\nChatGPT said:\nNoted.",
        "- User: The boat is in.\n- Assistant: Noted.",
        "> USER: The boat is in.\r\n> assistant: Noted.\r\n",
        "\ufeffUser: The boat is in.\nqwen3:8b: Noted.",
    ],
    ids=range(12),
)
def test_speakers_are_known_however_they_are_marked(text: str) -> None:
    assert parse(text, "FILE").messages == READ


@pytest.mark.parametrize(
    "text",
    [
        "Claude Monet: a painter",
        "User guide: read it",
        "Gemini season: June",
        "Meanwhile: nothing",
        "# User manual",
        "User",
        "The user: me",
        "AI is here",
        "{curly} words",
        "[x] done, and more",
        "船已经到了。\n明天再说。",
    ],
)
def test_text_without_a_speaker_is_one_message_of_the_user(text: str) -> None:
    conversation = parse(f"\n{text}\r\nmore\n", "FILE")
    assert conversation.messages == (Message("user", f"{text}\nmore"),)
    assert not conversation.named


# -- sizes and names -------------------------------------------------------------------------


def test_what_nobody_can_have_said_is_too_large(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(reading, "MOST", 1024 * 1024)
    assert problem("x" * (1024 * 1024 + 1)) == "FILE is larger than 1 MB."


def test_what_programs_put_in_is_left_out_and_tags_that_never_end_are_text() -> None:
    def read(text: str) -> str:
        row = {"type": "user", "message": {"role": "user", "content": text}}
        (message,) = parse(json.dumps(row), "FILE").messages
        return message.content

    assert read("<command-name>/x</command-name>\nGo <bash-input a=1>ls</bash-input> on") == "Go on"
    assert read("a <system-reminder>b <command-name>c") == "a <system-reminder>b <command-name>c"
    assert read("说 <system-reminder>简短</system-reminder> 好") == "说 好"
    assert read("<ide_selection>a</ide_selection") == "<ide_selection>a</ide_selection"
    # Looked for anew at each of them, the closing tag would take an hour.
    for tag in ("<command-name> ", "<command-name ", "<system-reminder></command-name> "):
        assert read(f"{tag * 40_000}end").endswith("end")
