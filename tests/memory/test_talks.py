"""Talks over a real notebook with a scripted model: turns, tools, stops, transcripts, privacy."""

import asyncio
import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from desktop_app.errors import Problem
from desktop_app.memory import Memory
from desktop_app.memory.open_talk import Talk
from desktop_app.memory.talks import TalkRules
from desktop_app.memory.tools import ToolFamily
from desktop_app.notebook.sync_programs import keepers
from desktop_app.sessions.live import LiveLimits
from desktop_app.sessions.reading import read_conversation
from desktop_app.sessions.talk_view import (
    TalkPiece,
    ToolBegan,
    ToolEnded,
)
from tests.support.dreaming import NOON, StillClock
from tests.support.ollama import OurOllama, called, calls, says
from tests.support.talking import KEY, SMALL, Heard, a_memory
from tests.support.waiting import until

TODAY = "memory/2026-11-21.md"


@pytest.fixture
def memory(tmp_path: Path, ollama: OurOllama, clock: StillClock) -> Iterator[Memory]:
    with a_memory(tmp_path, ollama, clock) as made:
        yield made


def body(ollama: OurOllama, n: int = -1) -> dict[str, Any]:
    return ollama.asked("/api/chat")[n].body


def texts(talk: Talk) -> list[tuple[str, str]]:
    return [(one.role, one.content) for one in talk.view.messages]


def day(memory: Memory) -> str:
    path = memory.root / TODAY
    return path.read_text(encoding="utf-8") if path.exists() else ""


# -- turns ------------------------------------------------------------------------------------


async def test_the_next_turn_has_the_ones_before_and_never_its_own_question_as_memory(
    memory: Memory, ollama: OurOllama
) -> None:
    ollama.answer = "Noted."
    talk = memory.talks.begin()
    await talk.say("The zeppelin lands at noon.", engine=SMALL)
    await talk.say("When does the zeppelin land?", engine=SMALL)
    system, *turns = body(ollama)["messages"]
    assert [turn["content"] for turn in turns] == [
        "The zeppelin lands at noon.",
        "Noted.",
        "When does the zeppelin land?",
    ]
    assert "zeppelin" not in system["content"]
    other = memory.talks.begin()
    await other.say("When does the zeppelin land?", engine=SMALL)
    found, question = body(ollama)["messages"][-1]["content"].rsplit("\n", 1)
    assert "## Relevant Past Context" in found and "The zeppelin lands at noon." in found
    assert question == "When does the zeppelin land?"


async def test_what_a_model_has_read_is_the_same_to_the_byte_before_the_last_question(
    memory: Memory, ollama: OurOllama
) -> None:
    before = memory.talks.begin()
    await before.say("The zeppelin lands at noon.", engine=SMALL)
    talk, asked = memory.talks.begin(), []
    for question in ("Where is the key?", "When does the zeppelin land?", "What did Mara say?"):
        await talk.say(question, engine=SMALL)
        asked.append(body(ollama))
        memory.days.remember(f"After this question: {question}")
    assert len({json.dumps(one["tools"]) for one in asked}) == 1
    plain = [json.dumps(one["messages"])[:-1] for one in asked]
    assert plain[1].startswith(json.dumps(asked[0]["messages"][:1])[:-1])
    assert plain[2].startswith(json.dumps(asked[1]["messages"][:-1])[:-1])
    assert "zeppelin lands at noon" in plain[1] and "zeppelin lands at noon" not in plain[2]
    assert "After this question: Where is the key?" in asked[2]["messages"][-1]["content"]


async def test_a_changed_note_is_in_the_next_prompt_and_not_beside_what_it_said_before(
    memory: Memory, ollama: OurOllama
) -> None:
    talk = memory.talks.begin()
    await talk.say("Where is the key?", engine=SMALL)
    path = memory.root / "MEMORY.md"
    path.write_text(path.read_text().replace(KEY, "The spare key is with Ben."))
    await talk.say("Where is the key now?", engine=SMALL)
    text = json.dumps(body(ollama)["messages"])
    assert "with Ben" in text and "with Ana" not in text


@pytest.mark.parametrize("when", ["before the question", "during the answer"])
async def test_a_notebook_that_vanishes_in_a_talk_is_told_and_nothing_said_is_lost(
    memory: Memory, ollama: OurOllama, when: str
) -> None:
    away = memory.root.with_name("away")
    talk = memory.talks.begin()
    await talk.say("Where is the key?", engine=SMALL)

    def vanish(event: object) -> None:
        if when == "during the answer" and isinstance(event, TalkPiece) and memory.root.exists():
            memory.root.rename(away)

    if when == "before the question":
        memory.root.rename(away)
    with pytest.raises(Problem) as raised:
        await talk.say("And the boat?", engine=SMALL, on_event=vanish)
    assert "folder is gone" in raised.value.message and raised.value.hint
    assert ("user", "And the boat?") in texts(talk)
    await talk.rest()
    assert not memory.root.exists(), "nothing is made in its place"
    away.rename(memory.root)
    await talk.say("And now?", engine=SMALL)
    assert read_again(memory, talk) == talk.view.messages
    said = [text for role, text in texts(talk) if role == "user"]
    assert said == ["Where is the key?", "And the boat?", "And now?"]


def read_again(memory: Memory, talk: Talk) -> Any:
    """The messages as somebody else reads them from the file."""
    from desktop_app.sessions.transcript import read_transcript, shown

    path = memory.root / talk.head.path
    read = read_transcript(path.read_bytes(), path.name)
    assert read is not None
    return shown(read.messages)


# -- tools ------------------------------------------------------------------------------------


async def test_a_tool_is_run_its_result_goes_back_and_the_answer_follows(
    memory: Memory, ollama: OurOllama
) -> None:
    ollama.next(
        "/api/chat",
        calls(called("memory_search", query="spare key"), text="Let me look."),
        says("Ana has it."),
    )
    talk, heard = memory.talks.begin(), Heard()
    await talk.say("Who has it?", engine=SMALL, on_event=heard)
    asked = body(ollama)["messages"]
    assert asked[-2]["tool_calls"][0]["function"]["name"] == "memory_search"
    assert asked[-1]["role"] == "tool" and KEY.rstrip(".") in asked[-1]["content"]
    answer = talk.view.messages[1]
    assert answer.content == "Let me look.\n\nAna has it."
    (use,) = answer.tools
    assert (use.name, use.ok) == ("memory_search", True)
    assert json.loads(use.arguments) == {"query": "spare key"}
    assert len(heard.of(ToolBegan)) == len(heard.of(ToolEnded)) == 1
    assert read_again(memory, talk) == talk.view.messages
    await talk.say("Thanks", engine=SMALL)
    roles = [message["role"] for message in body(ollama)["messages"]]
    assert roles == ["system", "user", "assistant", "tool", "assistant", "user"]
    await talk.again(answer.id, engine=SMALL)
    assert [text for _, text in texts(talk)] == ["Who has it?", "All quiet."]


@pytest.mark.parametrize("family", [ToolFamily.MEMORY, ToolFamily.FACTS])
async def test_a_prompt_offers_one_family(
    memory: Memory, ollama: OurOllama, family: ToolFamily
) -> None:
    memory.talks.rules = lambda: TalkRules(family=family)
    await memory.talks.begin().say("Hello", engine=SMALL)
    names = {tool["function"]["name"] for tool in body(ollama)["tools"]}
    assert len(names) == 4 and ("memory_get" in names) == (family is ToolFamily.MEMORY)


async def test_a_heading_alone_is_no_memory_that_an_answer_used(
    memory: Memory, ollama: OurOllama
) -> None:
    ollama.next("/api/chat", says("At home: the spare key is with Ana."))
    talk = memory.talks.begin()
    await talk.say("What do you know of the spare key at home?", engine=SMALL)
    assert [one.text for one in talk.view.messages[1].used] == [f"- {KEY}"]


NEW = "# Memory\n\n## Home\n\n- The boiler is serviced in March by Ana.\n"


async def test_what_would_replace_memory_becomes_a_proposal(
    memory: Memory, ollama: OurOllama
) -> None:
    before = (memory.root / "MEMORY.md").read_text()
    ollama.next("/api/chat", calls(called("memory_update", mode="replace", text=NEW)), says("Ok."))
    talk = memory.talks.begin()
    await talk.say("The boiler is serviced in March by Ana", engine=SMALL)
    assert (memory.root / "MEMORY.md").read_text() == before
    (proposal,) = memory.dreams.proposals()
    (change,) = proposal.changes
    assert change.old == ("The boiler is serviced in March.",)
    assert change.new == "The boiler is serviced in March by Ana." and not change.accepted
    (source,) = change.sources
    assert source.quote in memory.files.lines(source.path, source.line, 1).text
    assert source.path == talk.head.path


async def test_broken_arguments_and_unknown_tools_are_told_to_the_model(
    memory: Memory, ollama: OurOllama
) -> None:
    ollama.next(
        "/api/chat",
        calls(
            called("memory_search", '{"query": "ke'),
            called("rm", path="/"),
            called("memory_get", path="../../etc/passwd"),
        ),
        says("Sorry."),
    )
    talk = memory.talks.begin()
    await talk.say("Where?", engine=SMALL)
    assert [use.ok for use in talk.view.messages[1].tools] == [False, False, False]
    results = [m["content"] for m in body(ollama)["messages"] if m["role"] == "tool"]
    assert "no JSON object" in results[0] and "no tool" in results[1] and "root:" not in results[2]
    assert read_again(memory, talk) == talk.view.messages


# -- the transcript ---------------------------------------------------------------------------


async def test_a_disk_that_refuses_loses_no_word_of_the_talk(
    memory: Memory, ollama: OurOllama, monkeypatch: pytest.MonkeyPatch
) -> None:
    talk = memory.talks.begin()
    full = Problem("The disk is full.")

    def refuse(*_: object) -> int:
        raise full

    with monkeypatch.context() as patched:
        patched.setattr(memory._notebook, "record", refuse)
        with pytest.raises(Problem, match="full"):
            await talk.say("When does the harbour open?", engine=SMALL)
    assert texts(talk) == [("user", "When does the harbour open?")]
    await talk.say("And on Sundays?", engine=SMALL)
    assert read_again(memory, talk) == talk.view.messages
    assert [text for _, text in texts(talk)] == [
        "When does the harbour open?",
        "And on Sundays?",
        "All quiet.",
    ]
    for one in talk.records:
        assert f'"{one.id}"' in memory.files.lines(talk.head.path, one.line, 1).text


async def test_flushed_by_hand_from_its_file_a_talk_is_the_same_conversation(
    memory: Memory, ollama: OurOllama
) -> None:
    talk = memory.talks.begin()
    await talk.say(FACT, engine=SMALL)
    await talk.say("A wrong word.", engine=SMALL)
    await talk.again(talk.view.messages[2].id, engine=SMALL)
    assert (await talk.flush()).path
    read = read_conversation(str(memory.root / talk.head.path))
    assert read.session == talk.id
    assert [message.content for message in read.messages][2] == "A wrong word."
    assert all(memory.sessions.flushed(read.messages, read.session))
    again = await memory.sessions.flush(read.messages, "session", session=read.session)
    assert again.path is None and day(memory).count(FACT) == 1


@pytest.mark.parametrize(("place", "own"), [("auto", True), ("notebook", False)])
async def test_where_a_notebook_is_copied_a_talk_stays_on_this_computer(
    memory: Memory, ollama: OurOllama, tmp_path: Path, clock: StillClock, place: str, own: bool
) -> None:
    (memory.root / ".stfolder").mkdir()
    memory.talks.rules = lambda: TalkRules(place=place)
    talk = memory.talks.begin()
    await talk.say("When does the zeppelin land?", engine=SMALL)
    assert (talk.head.path == "") == own
    files = [p for p in memory.root.rglob("*") if p.is_file() and b"zeppelin" in p.read_bytes()]
    assert (files == []) == own
    with a_memory(tmp_path, ollama, clock) as second:
        (head,) = second.talks.listed()
        assert second.talks.open(head.id).view.messages == talk.view.messages
        undo = second.talks.delete(head.id)
        assert not second.talks.listed()
        undo()
        assert second.talks.listed()


async def test_what_an_earlier_version_was_told_of_the_place_counts(memory: Memory) -> None:
    (memory.root / ".git").mkdir()
    own = memory._notebook.own / "talks"
    own.mkdir()
    (own / "place.json").write_text('{"place": "ignored"}')
    assert not memory.talks.transcripts.new("4be1c0de", NOON, "auto").own


def test_keepers_are_known_by_their_marks_and_by_the_names_of_folders(tmp_path: Path) -> None:
    notes = tmp_path / "OneDrive - Harbour Ltd" / "notes"
    notes.mkdir(parents=True)
    assert keepers(notes) == ("OneDrive",)
    (notes.parent / ".git").mkdir()
    assert keepers(notes) == ("Git", "OneDrive")
    assert keepers(tmp_path) == ()


# -- memory -----------------------------------------------------------------------------------

FACT = "My brother Tomas moved to Lyon last year."


async def test_a_message_does_not_wait_for_a_sleep_or_an_extraction(
    memory: Memory, ollama: OurOllama
) -> None:
    """A slow model sums up; the person goes on."""
    memory.talks.rules = lambda: TalkRules(LiveLimits(extract_messages=1))
    talk = memory.talks.begin()
    await talk.say(FACT, engine=SMALL)
    ollama.next("/api/chat", says("- User: " + FACT, pause=30.0), says("Hello."))
    resting = asyncio.create_task(talk.rest(SMALL))
    await until(lambda: len(ollama.asked("/api/chat")) == 2)
    assert FACT in day(memory), "the rules have acted at once"
    await talk.say("Hello?", engine=SMALL)
    assert texts(talk)[-1] == ("assistant", "Hello.")
    assert not resting.done()
    resting.cancel()
    with pytest.raises(asyncio.CancelledError):
        await resting
