"""Talks over a real notebook with a scripted model: turns, tools, stops, transcripts, privacy."""

import asyncio
import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from desktop_app.errors import Problem
from desktop_app.memory import Memory
from desktop_app.memory.live_session import ExtractedStep, FlushedStep, SleptStep
from desktop_app.memory.talk import Talk, TalkRules
from desktop_app.memory.talk_turn import ROUNDS
from desktop_app.models.endings import Ending
from desktop_app.models.problem import ModelProblem
from desktop_app.notebook.sync_programs import keepers
from desktop_app.sessions.live_state import LiveLimits
from desktop_app.sessions.reading import read_conversation
from desktop_app.sessions.talk_view import (
    TalkChanged,
    TalkPiece,
    ToolAsk,
    ToolBegan,
    ToolEnded,
    TranscriptPlace,
)
from desktop_app.sessions.tools import ToolFamily
from tests.support.dreaming import StillClock
from tests.support.ollama import OurOllama, Served, called, calls, lines, reset, said, says
from tests.support.talking import KEY, SMALL, Heard, a_memory
from tests.support.waiting import until

TODAY = "memory/2026-11-21.md"


@pytest.fixture
def clock() -> StillClock:
    return StillClock()


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


async def test_an_answer_streams_is_kept_and_names_the_memory_it_used(
    memory: Memory, ollama: OurOllama
) -> None:
    ollama.next("/api/chat", says("Ana has the spare key."))
    talk, heard = memory.talks.begin(), Heard()
    await talk.say("Where is the spare key?", engine=SMALL, on_event=heard)
    assert texts(talk) == [
        ("user", "Where is the spare key?"),
        ("assistant", "Ana has the spare key."),
    ]
    pieces = [event.text for event in heard.of(TalkPiece)]  # type: ignore[attr-defined]
    assert len(pieces) > 1 and "".join(pieces) == "Ana has the spare key."
    answer = talk.view.messages[1]
    assert answer.model == "small:latest" and not answer.stopped
    assert [(one.path, one.text) for one in answer.used] == [("MEMORY.md", f"- {KEY}")]
    assert KEY in memory.files.lines("MEMORY.md", answer.used[0].line, 1).text
    system, user = body(ollama)["messages"]
    assert system["role"] == "system" and user == {
        "role": "user",
        "content": "Where is the spare key?",
    }
    assert "## Long-term Memory (MEMORY.md)" in system["content"] and KEY in system["content"]
    assert heard.of(TalkChanged)
    assert talk.view.reported and talk.view.tokens > 100
    assert (talk.view.window, talk.view.flush_at, talk.view.sleep_at) == (8192, 6144, 6553)


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


async def test_a_clock_that_is_set_back_keeps_a_talk_in_order_and_loses_nothing(
    memory: Memory, ollama: OurOllama, clock: StillClock
) -> None:
    memory.talks.use_rules(TalkRules(LiveLimits(extract_messages=1, extract_gap=3600)))
    talk = memory.talks.begin()
    await talk.say(FACT, engine=SMALL)
    await talk.rest()
    clock.forward(days=-2)
    await talk.say("My boat is called Nanuq since spring.", engine=SMALL)
    await talk.rest()
    clock.forward(hours=2)
    await talk.rest()
    again = read_again(memory, talk)
    assert again == talk.view.messages
    assert [one.content for one in again][::2] == [FACT, "My boat is called Nanuq since spring."]
    days = "".join(path.read_text() for path in (memory.root / "memory").glob("2026-11-*.md"))
    assert days.count(FACT) == 1 and days.count("called Nanuq") == 1
    assert [head.id for head in memory.talks.listed()] == [talk.id]


async def test_a_model_that_is_gone_in_the_middle_leaves_the_question_and_what_came(
    memory: Memory, ollama: OurOllama
) -> None:
    ollama.next("/api/chat", lines(said("The key "), said("is "), then=reset))
    talk = memory.talks.begin()
    with pytest.raises(ModelProblem) as raised:
        await talk.say("Where is the spare key?", engine=SMALL)
    assert raised.value.ending is Ending.BROKEN_OFF
    assert texts(talk) == [("user", "Where is the spare key?"), ("assistant", "The key is ")]
    assert talk.view.messages[1].stopped
    again = read_again(memory, talk)
    assert again == talk.view.messages
    ollama.answer = "With Ana."
    await talk.again(talk.view.messages[1].id, engine=SMALL)
    assert texts(talk)[1:] == [("assistant", "With Ana.")]


def read_again(memory: Memory, talk: Talk) -> Any:
    """The messages as somebody else reads them from the file."""
    from desktop_app.sessions.transcript import read_transcript, shown

    path = memory.root / talk.head.path
    read = read_transcript(path.read_bytes(), path.name)
    assert read is not None
    return shown(read.messages)


async def test_a_talk_without_a_model_keeps_what_was_said_and_says_what_is_missing(
    memory: Memory, ollama: OurOllama
) -> None:
    del ollama.models["small:latest"]
    talk = memory.talks.begin()
    with pytest.raises(Problem, match="small"):
        await talk.say("Where is the spare key?", engine=SMALL)
    with pytest.raises(Problem, match="No model is chosen"):
        await talk.say("Hello?")
    assert [text for _, text in texts(talk)] == ["Where is the spare key?", "Hello?"]


async def test_stopping_keeps_what_came_and_the_server_is_left(
    memory: Memory, ollama: OurOllama
) -> None:
    ollama.next("/api/chat", says("The key is with Ana. " * 40, pause=0.02))
    talk = memory.talks.begin()
    came = asyncio.Event()
    heard = Heard(lambda event: came.set() if isinstance(event, TalkPiece) else None)
    turn = asyncio.create_task(talk.say("Where?", engine=SMALL, on_event=heard))
    await came.wait()
    turn.cancel()
    with pytest.raises(asyncio.CancelledError):
        await turn
    answer = talk.view.messages[1]
    assert answer.stopped and "The key is with Ana.".startswith(answer.content[:8])
    assert read_again(memory, talk) == talk.view.messages
    await talk.say("And now?", engine=SMALL)
    assert body(ollama)["messages"][-1]["content"] == "And now?"


async def test_nothing_is_said_while_an_answer_is_on_its_way(
    memory: Memory, ollama: OurOllama
) -> None:
    ollama.next("/api/chat", says("Wait. " * 100, pause=0.05))
    talk = memory.talks.begin()
    came = asyncio.Event()
    heard = Heard(lambda event: came.set() if isinstance(event, TalkPiece) else None)
    turn = asyncio.create_task(talk.say("Where?", engine=SMALL, on_event=heard))
    await came.wait()
    with pytest.raises(Problem, match="on its way"):
        await talk.say("Hello?", engine=SMALL)
    turn.cancel()
    with pytest.raises(asyncio.CancelledError):
        await turn
    with pytest.raises(Problem, match="nothing to say"):
        await talk.say("  \n", engine=SMALL)


async def test_a_question_that_is_edited_takes_back_all_that_followed(
    memory: Memory, ollama: OurOllama
) -> None:
    talk = memory.talks.begin()
    for question, answer in (("One?", "1"), ("Two?", "2"), ("Three?", "3")):
        ollama.answer = answer
        await talk.say(question, engine=SMALL)
    ollama.answer = "22"
    await talk.again(talk.view.messages[2].id, text="Twenty-two?", engine=SMALL)
    assert [text for _, text in texts(talk)] == ["One?", "1", "Twenty-two?", "22"]
    assert [m["content"] for m in body(ollama)["messages"][1:]] == ["One?", "1", "Twenty-two?"]
    assert read_again(memory, talk) == talk.view.messages
    whole = (memory.root / talk.head.path).read_text()
    assert "Three?" in whole, "the file keeps it"
    assert not [hit for hit in memory.search.find("Three").hits if hit.path == talk.head.path]
    with pytest.raises(Problem, match="not in the talk"):
        await talk.again("nobody", engine=SMALL)


async def test_thinking_is_kept_apart_and_stays_out_of_the_next_prompt(
    memory: Memory, ollama: OurOllama
) -> None:
    ollama.models["small:latest"] = Served(capabilities=("completion", "thinking"))
    ollama.next("/api/chat", says("With Ana.", thinking="The note says Ana."))
    talk, heard = memory.talks.begin(), Heard()
    await talk.say("Where is the key?", engine=SMALL, on_event=heard)
    assert body(ollama)["think"] is True
    assert talk.view.messages[1].thinking == "The note says Ana."
    assert "".join(e.thinking for e in heard.of(TalkPiece)) == "The note says Ana."  # type: ignore[attr-defined]
    await talk.say("Thanks", engine=SMALL)
    assert "The note says" not in json.dumps(body(ollama)["messages"][1:])
    assert read_again(memory, talk) == talk.view.messages


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
    memory.talks.use_rules(TalkRules(family=family))
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


async def test_what_a_tool_appended_can_be_taken_back(memory: Memory, ollama: OurOllama) -> None:
    ollama.next(
        "/api/chat", calls(called("memory_save", text="The gauge reads in feet")), says("Saved.")
    )
    talk, heard = memory.talks.begin(), Heard()
    await talk.say("Remember that the gauge reads in feet", engine=SMALL, on_event=heard)
    assert "- The gauge reads in feet\n" in day(memory)
    (ended,) = heard.of(ToolEnded)
    talk.take_back(ended.undo)  # type: ignore[attr-defined]
    assert day(memory) == ""
    with pytest.raises(Problem, match="nothing to undo"):
        talk.take_back(ended.undo)  # type: ignore[attr-defined]


NEW = "# Memory\n\n## Home\n\n- The boiler is serviced in March by Ana.\n"


@pytest.mark.parametrize("yes", [True, False])
async def test_replacing_memory_asks_the_person(
    memory: Memory, ollama: OurOllama, yes: bool
) -> None:
    before = (memory.root / "MEMORY.md").read_text()
    asked: list[ToolAsk] = []

    async def ask(one: ToolAsk) -> bool:
        asked.append(one)
        return yes

    ollama.next("/api/chat", calls(called("memory_update", mode="replace", text=NEW)), says("Ok."))
    talk = memory.talks.begin()
    await talk.say("Tidy up my memory", engine=SMALL, ask=ask)
    after = (memory.root / "MEMORY.md").read_text()
    assert [(one.path, one.before) for one in asked] == [("MEMORY.md", before)]
    assert after == (asked[0].after if yes else before)
    assert talk.view.messages[1].tools[0].ok is yes
    proposed = [change.new for one in memory.dreams.proposals() for change in one.changes]
    assert proposed == ([] if yes else ["The boiler is serviced in March by Ana."])


async def test_where_nobody_can_be_asked_replacing_becomes_a_proposal(
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


async def test_a_model_that_calls_tools_for_ever_is_asked_to_answer(
    memory: Memory, ollama: OurOllama
) -> None:
    again = calls(called("memory_search", query="key"))
    ollama.next("/api/chat", *[again] * ROUNDS, says("I give up."))
    talk = memory.talks.begin()
    await talk.say("Where?", engine=SMALL)
    assert len(ollama.asked("/api/chat")) == ROUNDS + 1
    assert not body(ollama).get("tools")
    assert texts(talk)[1] == ("assistant", "I give up.")
    assert len(talk.view.messages[1].tools) == ROUNDS
    ollama.next("/api/chat", *[again] * (ROUNDS + 5))
    with pytest.raises(ModelProblem) as raised:
        await talk.say("Where now?", engine=SMALL)
    assert raised.value.ending is Ending.TOOL_CALL
    assert talk.view.messages[-1].stopped


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


async def test_a_talk_is_listed_found_renamed_reopened_and_deleted(
    memory: Memory, ollama: OurOllama, tmp_path: Path, clock: StillClock
) -> None:
    talks = memory.talks
    talk = talks.begin()
    assert talks.listed() == ()
    ollama.answer = "At six."
    await talk.say("When does the harbour open?", engine=SMALL)
    clock.forward(minutes=1)
    other = talks.begin()
    await other.say("What about the boat?", engine=SMALL)
    assert [head.title for head in talks.listed()] == [
        "What about the boat?",
        "When does the harbour open?",
    ]
    (head,) = talks.listed("HARBOUR open")
    assert (head.id, head.messages, head.model) == (talk.id, 2, "small:latest")
    assert head.path == f"sessions/2026-11-21-{talk.id}.jsonl"
    assert [one.id for one in talks.listed("six")] == [other.id, talk.id]
    assert talks.open(talk.id) is talk
    hit = next(hit for hit in memory.search.find("harbour open").hits if hit.path == head.path)
    assert "When does the harbour open?" in memory.files.lines(hit.path, hit.line, 1).text
    talks.rename(talk.id, " Opening  hours ")
    with a_memory(tmp_path, ollama, clock) as second:
        again = second.talks.open(talk.id)
        assert again.view.messages == talk.view.messages
        assert again.head.title == "Opening hours" == second.talks.listed("opening")[0].title
        second.talks.rename(talk.id, "")
        assert second.talks.listed("harbour")[0].title == "When does the harbour open?"
        await again.say("And on Sundays?", engine=SMALL)
        assert [m["content"] for m in body(ollama)["messages"][1:]] == [
            "When does the harbour open?",
            "At six.",
            "And on Sundays?",
        ]
    undo = talks.delete(talk.id)
    assert [head.id for head in talks.listed()] == [other.id]
    assert not (memory.root / head.path).exists()
    undo()
    assert talks.open(talk.id).view.messages[-2].content == "And on Sundays?"
    with pytest.raises(Problem, match="not there"):
        talks.open("nobody")


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
    for one in talk._records:
        assert f'"{one.id}"' in memory.files.lines(talk.head.path, one.line, 1).text


async def test_flushed_by_hand_from_its_file_a_talk_is_the_same_conversation(
    memory: Memory, ollama: OurOllama
) -> None:
    talk = memory.talks.begin()
    await talk.say(FACT, engine=SMALL)
    await talk.say("A wrong word.", engine=SMALL)
    await talk.again(talk.view.messages[2].id, text="A right word.", engine=SMALL)
    assert (await talk.flush()).path
    read = read_conversation(str(memory.root / talk.head.path))
    assert read.session == talk.id
    assert [message.content for message in read.messages][2] == "A right word."
    assert all(memory.sessions.flushed(read.messages, read.session))
    again = await memory.sessions.flush(read.messages, "session", session=read.session)
    assert again.path is None and day(memory).count(FACT) == 1


def test_of_a_folder_that_is_copied_elsewhere_a_place_is_asked(memory: Memory) -> None:
    talks = memory.talks
    assert talks.place_question() is None
    (memory.root / ".git").mkdir()
    question = talks.place_question()
    assert question is not None and question.keeper == "Git"
    assert question.places[0] is TranscriptPlace.IGNORED
    talks.choose_place(TranscriptPlace.IGNORED)
    assert (memory.root / ".gitignore").read_text() == "/sessions/\n"
    assert talks.place_question() is None


@pytest.mark.parametrize("answered", [True, False])
async def test_in_our_own_data_a_talk_is_kept_listed_and_reopened_and_no_copy_has_it(
    memory: Memory, ollama: OurOllama, tmp_path: Path, clock: StillClock, answered: bool
) -> None:
    (memory.root / ".stfolder").mkdir()
    question = memory.talks.place_question()
    assert question is not None and TranscriptPlace.IGNORED not in question.places
    if answered:
        memory.talks.choose_place(TranscriptPlace.OWN)
    talk = memory.talks.begin()
    await talk.say("When does the zeppelin land?", engine=SMALL)
    assert talk.head.path == ""
    assert not [p for p in memory.root.rglob("*") if p.is_file() and b"zeppelin" in p.read_bytes()]
    assert (memory.talks.place_question() is None) == answered
    with a_memory(tmp_path, ollama, clock) as second:
        (head,) = second.talks.listed("zeppelin")
        assert second.talks.open(head.id).view.messages == talk.view.messages
        undo = second.talks.delete(head.id)
        assert not second.talks.listed()
        undo()
        assert second.talks.listed("zeppelin")


def test_keepers_are_known_by_their_marks_and_by_the_names_of_folders(tmp_path: Path) -> None:
    notes = tmp_path / "OneDrive - Harbour Ltd" / "notes"
    notes.mkdir(parents=True)
    assert keepers(notes) == ("OneDrive",)
    (notes.parent / ".git").mkdir()
    assert keepers(notes) == ("Git", "OneDrive")
    assert keepers(tmp_path) == ()


# -- memory -----------------------------------------------------------------------------------

FACT = "My brother Tomas moved to Lyon last year."


async def test_facts_of_a_turn_are_remembered_once_it_rests_and_can_be_undone(
    memory: Memory, ollama: OurOllama
) -> None:
    memory.talks.use_rules(TalkRules(LiveLimits(extract_messages=2)))
    talk, heard = memory.talks.begin(), Heard()
    await talk.say(FACT, engine=SMALL)
    assert day(memory) == ""
    await talk.rest(on_event=heard)
    assert f"- {FACT}\n" in day(memory)
    (step,) = heard.of(ExtractedStep)
    step.undo()  # type: ignore[attr-defined]
    assert day(memory) == ""
    await talk.rest(on_event=heard)
    assert day(memory) == "", "these messages are dealt with"


async def test_what_is_not_to_be_remembered_is_not_and_off_means_off(
    memory: Memory, ollama: OurOllama
) -> None:
    memory.talks.use_rules(TalkRules(LiveLimits(extract_messages=1)))
    talk = memory.talks.begin()
    await talk.say(FACT, engine=SMALL)
    talk.remember(talk.view.messages[0].id, False)
    assert not talk.view.messages[0].remembered
    await talk.rest()
    assert (await talk.flush()).path is None or FACT not in day(memory)
    assert FACT not in day(memory)
    assert not memory.search.find("Tomas Lyon").hits
    memory.talks.use_rules(TalkRules(LiveLimits(extract_messages=1, remember=False)))
    other = memory.talks.begin()
    await other.say(FACT, engine=SMALL)
    await other.rest()
    assert day(memory) == "" or FACT not in day(memory)


async def test_a_flush_by_hand_writes_what_matters_once(memory: Memory, ollama: OurOllama) -> None:
    talk, heard = memory.talks.begin(), Heard()
    await talk.say(FACT, engine=SMALL)
    flushed = await talk.flush(on_event=heard)
    assert flushed.path == TODAY and FACT in day(memory)
    assert heard.of(FlushedStep)
    again = await talk.flush()
    assert again.path is None and again.reason
    assert day(memory).count(FACT) == 1


async def test_a_talk_that_fills_its_window_sleeps_and_goes_on_where_it_was_reopened(
    memory: Memory, ollama: OurOllama, tmp_path: Path, clock: StillClock
) -> None:
    rules = TalkRules(LiveLimits(window=4096, sleep_messages=4, keep=2, remember=False))
    memory.talks.use_rules(rules)
    talk, heard = memory.talks.begin(), Heard()
    slept = False
    for n in range(30):
        clock.forward(minutes=1)
        ollama.answer = f"Noted number {n}. " + "The tide tables were checked again today. " * 12
        await talk.say(f"Decided that buoy {n} is painted red. " * 6, engine=SMALL)
        await talk.rest(on_event=heard)
        slept = slept or bool(heard.of(SleptStep))
        if slept:
            break
    assert slept
    view = talk.view
    assert view.compacted > 0 and view.summary
    assert view.tokens < view.sleep_at
    assert len(view.messages) > view.compacted, "the transcript keeps everything"
    ollama.answer = "Yes."
    await talk.say("Which buoys are red?", engine=SMALL)
    sent = body(ollama)["messages"]
    assert view.summary.split("\n")[0] in sent[0]["content"]
    assert len(sent) - 1 == len(view.messages) - view.compacted + 1
    with a_memory(tmp_path, ollama, clock) as second:
        second.talks.use_rules(rules)
        again = second.talks.open(talk.id)
        assert again.view.messages == talk.view.messages
        assert (again.view.summary, again.view.compacted) == (view.summary, view.compacted)
        await again.say("And the green ones?", engine=SMALL)
        resent = body(ollama)["messages"]
        assert resent[1:-3] == sent[1:-1]
        assert sent[-1]["content"].endswith(resent[-3]["content"])  # memory stood before it


async def test_a_message_does_not_wait_for_a_sleep_or_an_extraction(
    memory: Memory, ollama: OurOllama
) -> None:
    """A slow model sums up; the person goes on."""
    memory.talks.use_rules(TalkRules(LiveLimits(extract_messages=1)))
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


# -- private ----------------------------------------------------------------------------------


def everything(tmp_path: Path) -> dict[str, bytes]:
    found = (path for path in tmp_path.rglob("*") if path.is_file())
    return {path.relative_to(tmp_path).as_posix(): path.read_bytes() for path in found}


async def test_a_private_talk_leaves_no_trace_anywhere(
    tmp_path: Path, ollama: OurOllama, clock: StillClock, caplog: pytest.LogCaptureFixture
) -> None:
    """Files, index, history, drafts, logs: nothing there has changed, nothing has its words."""
    caplog.set_level(0)
    with a_memory(tmp_path, ollama, clock) as memory:
        memory.search.find("warm")
    before = everything(tmp_path)
    with a_memory(tmp_path, ollama, clock) as memory:
        memory.talks.use_rules(TalkRules(LiveLimits(extract_messages=1, turns=2)))
        talk = memory.talks.begin(private=True)
        ollama.next(
            "/api/chat",
            calls(
                called("memory_search", query="zeppelin"), called("memory_save", text="zeppelin")
            ),
            says("The zeppelin it is."),
        )
        for text in ("My zeppelin lands at noon.", FACT, "Decided to paint the zeppelin red."):
            await talk.say(text, engine=SMALL)
            await talk.rest(SMALL)
        assert [use.ok for use in talk.view.messages[1].tools] == [True, False]
        assert {
            tool["function"]["name"] for tool in ollama.asked("/api/chat")[0].body["tools"]
        } == {
            "memory_search",
            "memory_get",
        }
        talk.remember(talk.view.messages[0].id, False)
        talk.rename("Zeppelin")
        assert talk.head.private and talk.head.path == ""
        assert [head.id for head in memory.talks.listed("zeppelin")] == [talk.id]
        assert (await talk.flush(SMALL)).path is None
        with pytest.raises(Problem):
            await talk.say("zeppelin", engine=SMALL.__class__(SMALL.kind, "none:latest"))
        await talk.end()
        assert not talk.view.messages and not memory.talks.listed()
    after = everything(tmp_path)
    texts_of = {path: data for path, data in after.items() if before.get(path) != data}
    traces = [
        path for path, data in after.items() if b"zeppelin" in data.lower() or b"Tomas" in data
    ]
    assert traces == []
    assert [path for path in texts_of if not path.endswith((".db", "-wal", "-shm"))] == []
    assert "zeppelin" not in caplog.text.lower() and "Tomas" not in caplog.text
