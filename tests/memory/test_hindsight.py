"""Hindsight: errors of watched agents are kept, found again, and their ends suggested."""

import asyncio
import sqlite3
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest

from desktop_app.errors import Problem
from desktop_app.memory import Memory
from desktop_app.memory.watched import SourceLook, WatchedAgents, WatchHow
from desktop_app.sessions.agents.adapter import Homes
from desktop_app.sessions.agents.formats import CODEX
from desktop_app.sessions.agents.turns import AgentTurn
from desktop_app.sessions.hindsight.pattern import FoundBy
from desktop_app.sessions.hindsight.trail import ErrorTrail
from desktop_app.sessions.live import LiveLimits
from tests.support.agents import ClaudeCode, append
from tests.support.dreaming import NOON, StillClock, a_notebook, opened, places
from tests.support.erring import ends, meets, met, null_pointer

HOW = WatchHow(LiveLimits())
SECRET = "sk-proj-4f9a8b7c6d5e4f3a2b1c0d9e8f7a6b5c"


class Erring:
    """A notebook that follows agents who err."""

    def __init__(self, tmp_path: Path) -> None:
        self.home, self.tmp_path = tmp_path / "home", tmp_path
        self.memory = opened(a_notebook(tmp_path), tmp_path)
        self.project = self.memory.root
        self.watched = self._watching()

    def _watching(self) -> WatchedAgents:
        return WatchedAgents(self.memory, Homes(self.home, {}), lambda: 0.0)

    def again(self) -> None:
        """As after another start of the program."""
        self.watched.stop()
        self.memory.close()
        self.memory = Memory.open(self.project, places(self.tmp_path), StillClock(NOON))
        self.watched = self._watching()

    def follow(self) -> None:
        for seen in self.watched.sources():
            self.watched.follow(seen.source)

    def look(self) -> tuple[SourceLook, ...]:
        self.watched._searched = None
        return asyncio.run(self.watched.look(HOW))

    def said(self) -> list[str]:
        return [step for look in self.look() for step in look.steps]


@pytest.fixture
def erring(tmp_path: Path) -> Iterator[Erring]:
    made = Erring(tmp_path)
    yield made
    made.watched.stop()
    made.memory.close()


def test_forgotten_errors_leave_no_byte(erring: Erring) -> None:
    met(erring.home, erring.project, "one")
    erring.follow()
    erring.look()
    hindsight = erring.memory.hindsight
    assert hindsight.find("JwtService decode")
    hindsight.forget(hindsight.patterns()[0].key)
    erring.watched.stop()
    erring.memory.close()
    own = erring.memory._notebook.own
    held = b"".join(path.read_bytes() for path in own.glob("history.db*"))
    assert held and b"getSubject" not in held


def test_the_same_transcript_read_twice_is_met_once(erring: Erring) -> None:
    met(erring.home, erring.project, "one")
    path = str(next(erring.home.rglob("*.jsonl")))
    hindsight = erring.memory.hindsight
    assert hindsight.read(path) == (1, 1)
    assert hindsight.read(path)[0] == 0
    assert hindsight.patterns()[0].times == 1
    notes = erring.tmp_path / "notes.jsonl"
    notes.write_text('{"a": 1}\n')
    with pytest.raises(Problem, match="no transcript"):
        hindsight.read(str(notes))
    with pytest.raises(Problem):
        hindsight.read(str(erring.tmp_path / "nowhere.jsonl"))


def test_errors_of_helpers_beside_a_conversation_are_met_too(erring: Erring) -> None:
    talk = ClaudeCode(erring.home, erring.project, "one")
    append(talk.path, talk.user("Fix the login."))
    beside = talk.path.parent / "one" / "subagents" / "agent-1.jsonl"
    append(beside, *meets(talk, null_pointer(42)))
    append(talk.path, *meets(talk, "fatal: no such branch", "git checkout x"))
    append(beside, *ends(talk))
    erring.follow()
    erring.look()
    found = {one.signature.type: len(one.ended) for one in erring.memory.hindsight.patterns()}
    assert found == {"java.lang.NullPointerException": 1, "git": 0}


def test_like_errors_are_found_by_signature_then_elsewhere_then_in_words(erring: Erring) -> None:
    met(erring.home, erring.project, "one")
    erring.follow()
    erring.look()
    find = erring.memory.hindsight.find
    assert find(null_pointer(97, "/srv/ci", "3 s"))[0].by is FoundBy.SIGNATURE
    elsewhere = null_pointer(42).replace("JwtService.", "KeyService.")
    assert find(elsewhere)[0].by is FoundBy.HEAD
    (worded,) = find("NullPointerException in JWT decoding")
    assert worded.by is FoundBy.WORDS and 0 < worded.score < 0.9
    assert find("KeyError: 'total'") == () and find("") == ()
    talk = ClaudeCode(erring.home, erring.project, "one")
    append(talk.path, *meets(talk, "fatal: no upstream branch", "git push"))
    erring.look()
    assert find("fatal: no upstream branch")[0].by is FoundBy.HEAD


def test_no_secret_of_a_command_or_an_answer_is_written(erring: Erring) -> None:
    talk = ClaudeCode(erring.home, erring.project, "one")
    command = f"OPENAI_API_KEY={SECRET} shop up"
    append(talk.path, *meets(talk, f"shop: the key {SECRET} is refused", command))
    append(talk.path, *ends(talk, f"The api key is {SECRET}.", f'KEY = "{SECRET}"', command))
    erring.follow()
    erring.look()
    assert erring.memory.hindsight.patterns()[0].ended
    erring.memory._notebook.database.sync()
    with closing(sqlite3.connect(erring.memory._notebook.database.path)) as db:
        for table in ("error_patterns", "error_encounters"):
            assert SECRET not in repr(db.execute(f"select * from {table}").fetchall())


def test_errors_of_codex_are_read_as_it_tells_them() -> None:
    said = [
        {"type": "function_call", "name": "shell", "call_id": "c1",
         "arguments": '{"command": ["bash", "-lc", "git push"]}'},
        {"type": "function_call_output", "call_id": "c1",
         "output": '{"output": "fatal: no upstream", "metadata": {"exit_code": 128}}'},
        {"type": "function_call", "name": "shell", "call_id": "c2",
         "arguments": '{"command": ["bash", "-lc", "rm -r build"]}'},
        {"type": "function_call_output", "call_id": "c2",
         "output": "exec command rejected by user"},
    ]  # fmt: skip
    trail = ErrorTrail()
    news = []
    for payload in said:
        for event in CODEX.read({"type": "response_item", "payload": payload}) or ():
            assert isinstance(event, AgentTurn)
            news += trail.take(event)
    assert [(one.signature.kind, one.signature.message) for one in news] == [
        ("command", "no upstream"),
        ("refused", "rm"),
    ]


def test_what_a_person_stops_is_refused_and_what_was_left_out_beside_a_failure_is_no_error(
    tmp_path: Path,
) -> None:
    memory = opened(a_notebook(tmp_path), tmp_path)
    talk = ClaudeCode(tmp_path / "home", memory.root)
    stopped = "The user doesn't want to take this action right now. STOP what you are doing."
    beside = "<tool_use_error>Sibling tool call errored</tool_use_error>"
    append(talk.path, *meets(talk, "", "mise fmt"), talk.call("Bash", "c2", command="ls"))
    for call, told in (("c1", stopped), ("c2", beside)):
        append(talk.path, talk.call("Bash", call, command=f"run {call}"))
        append(talk.path, talk.result(told, call, failed=True))
    memory.hindsight.read(str(talk.path))
    assert [one.signature.kind for one in memory.hindsight.patterns()] == ["refused"]
