"""Watched agents: what is found, one yes, and that each conversation is flushed once."""

import asyncio
import os
import sqlite3
import subprocess
import sys
from contextlib import closing
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest

from desktop_app.errors import Problem
from desktop_app.memory import Memory
from desktop_app.memory.watched import IDLE, SourceLook, WatchedAgents, WatchHow
from desktop_app.notebook.notebook import Notebook
from desktop_app.sessions.agents.adapter import Homes
from desktop_app.sessions.agents.sources import AgentSource
from desktop_app.sessions.live import LiveLimits
from desktop_app.sessions.reading import read_conversation
from tests.support import agents
from tests.support.agents import ClaudeCode, append
from tests.support.dreaming import NOON, a_notebook, opened

BOAT = "We decided to keep the boat in the yard until March."
KEY = "My sister Ines has the spare key for the boat from now on."
SAIL = "The new sail is 42 square metres, and it cost 1,900 euros."
NOW = WatchHow(LiveLimits(), idle=0)
LATER = WatchHow(LiveLimits())


class House:
    """A home with agents in it, and a notebook that follows them."""

    def __init__(self, tmp_path: Path, memory: Memory, notebook: Notebook) -> None:
        self.home = tmp_path / "home"
        self.memory, self.notebook = memory, notebook
        self.project = memory.root
        self.seconds = 0.0
        self.watched = self.anew()

    def anew(self) -> WatchedAgents:
        """As after another start of the program."""
        if "watched" in vars(self):
            self.watched.stop()
        self.watched = WatchedAgents(self.memory, Homes(self.home, {}), lambda: self.seconds)
        return self.watched

    def claude(self, session: str = "5e55-10n") -> ClaudeCode:
        return ClaudeCode(self.home, self.project, session)

    def follow(self, **how: Any) -> AgentSource:
        (seen,) = self.watched.sources()
        self.watched.follow(seen.source, **how)
        return seen.source

    def look(self, how: WatchHow = NOW, seconds: float = 20) -> tuple[SourceLook, ...]:
        """So long after the last look; after 15 seconds files that came are looked for, too."""
        self.seconds += seconds
        return asyncio.run(self.watched.look(how))

    def day(self, name: str = "*") -> str:
        """The text of one day, or of all since the agents came."""
        days = sorted((self.project / "memory").glob(f"{name}.md"))
        return "".join(day.read_text() for day in days if day.stem > "2026-11")


@pytest.fixture
def house(tmp_path: Path) -> House:
    memory = opened(a_notebook(tmp_path, d20260101="# Daily Memory: 2026-01-01\n"), tmp_path)
    return House(tmp_path, memory, memory._notebook)


def old(path: Path) -> None:
    """Nobody wrote there for a day."""
    moment = (NOON - timedelta(days=1)).timestamp()
    os.utime(path, (moment, moment))


# -- what is found ---------------------------------------------------------------------------


def test_helpers_files_locks_and_empty_homes_are_no_conversations(house: House) -> None:
    assert house.watched.sources() == ()
    talk = house.claude()
    append(talk.path, talk.user(BOAT))
    append(talk.path.parent / talk.session / "subagents" / "agent-1.jsonl", talk.user(BOAT))
    talk.path.with_name("other.jsonl.lock").write_text("1")
    (seen,) = house.watched.sources()
    assert seen.source.conversations == 1


def test_a_name_means_the_project_of_the_notebook_and_else_has_to_be_exact(house: House) -> None:
    with pytest.raises(Problem, match="no conversations"):
        house.watched.named("claude-code")
    talk, other = house.claude(), ClaudeCode(house.home, Path("/x"), "x")
    append(other.path, other.user(KEY))
    assert house.watched.named("claude-code")[0].folder == "/x"
    append(talk.path.parent.with_name("-b") / "b.jsonl", talk.user(BOAT))
    assert house.watched.named("claude-code")[0].folder == str(house.project)
    assert house.watched.named("claude-code:/x")[0].folder == "/x"


# -- following -------------------------------------------------------------------------------


def test_what_an_earlier_version_followed_of_another_agent_hinders_nothing(house: House) -> None:
    append(house.claude().path, house.claude().user(BOAT))
    followed = house.follow()
    house.watched.books.follow("gemini-cli:/yard", True, ())
    assert [one.source.id for one in house.look()] == [followed.id]
    assert len(house.watched.sources()) == 1


def test_a_look_loads_what_it_needs_beside_the_loop() -> None:
    code = """
import asyncio, sys, tempfile, threading
from pathlib import Path
from desktop_app.memory.watched import WatchedAgents, WatchHow
from desktop_app.sessions.agents.adapter import Homes
from desktop_app.sessions.live import LiveLimits
from tests.support.agents import ClaudeCode, append
from tests.support.dreaming import a_notebook, opened

class Finder:
    def find_spec(name, path, target=None):
        if name in {"desktop_app.memory.followed_talks", "desktop_app.memory.live_session"}:
            print(threading.current_thread() is threading.main_thread())

sys.meta_path.insert(0, Finder)
folder = Path(tempfile.mkdtemp())
memory = opened(a_notebook(folder), folder)
talk = ClaudeCode(folder / "home", memory.root, "5e55-10n")
append(talk.path, talk.user("The boat stays in the yard."))
watched = WatchedAgents(memory, Homes(folder / "home", {}))
(seen,) = watched.sources()
watched.follow(seen.source)
asyncio.run(watched.look(WatchHow(LiveLimits())))
watched.stop()
memory.close()
"""
    ended = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert ended.stdout.split() == ["False", "False"]


def test_nothing_is_read_before_the_yes_and_the_agents_files_stay_as_they_are(
    house: House,
) -> None:
    talk = house.claude()
    append(talk.path, talk.user(BOAT))

    def state() -> tuple[Any, ...]:
        files = sorted(talk.path.parent.iterdir())
        return talk.path.stat().st_mtime_ns, talk.path.read_bytes(), files

    before = state()
    assert house.look() == ()
    assert house.day() == ""
    house.follow()
    house.look()
    assert BOAT in house.day()
    assert state() == before


def test_a_conversation_is_flushed_when_it_was_idle_for_the_time_set(house: House) -> None:
    talk = house.claude()
    append(talk.path, talk.user(BOAT))
    house.follow()
    (look,) = house.look(LATER)
    assert (look.turns, house.day()) == (1, "")
    house.seconds += IDLE - 60
    append(talk.path, talk.answer("Noted."))
    house.look(LATER)
    house.seconds += IDLE - 60
    house.look(LATER)
    assert house.day() == ""
    house.seconds += 60
    (look,) = house.look(LATER)
    assert BOAT in house.day()
    assert look.steps == ("Saved notes into memory/2026-11-21.md, line 3.",)
    (seen,) = house.watched.sources()
    assert seen.said == look.steps[0]


def test_what_lay_there_before_the_yes_is_left_unless_it_is_under_way(house: House) -> None:
    ended, alive = house.claude("ended"), house.claude("alive")
    append(ended.path, ended.user(BOAT))
    append(alive.path, alive.user(KEY))
    old(ended.path)
    house.follow()
    house.look()
    assert KEY in house.day() and BOAT not in house.day()
    append(ended.path, ended.user(SAIL))
    house.look()
    assert SAIL in house.day() and BOAT not in house.day()


def test_a_conversation_that_the_person_left_is_flushed_at_once(house: House) -> None:
    talk = house.claude()
    append(talk.path, talk.user(BOAT), talk.user("<command-name>/exit</command-name>"))
    house.follow()
    house.look(LATER)
    assert BOAT in house.day()


def test_what_was_said_on_two_days_goes_into_two_days(house: House) -> None:
    talk = house.claude()
    append(
        talk.path,
        talk.user(BOAT, time="2026-11-18T10:00:00Z"),
        talk.user(KEY, time="2026-11-19T10:00:00Z"),
    )
    house.follow()
    house.look()
    assert BOAT in house.day("2026-11-18")
    assert KEY in house.day("2026-11-19")


# -- once ------------------------------------------------------------------------------------


def test_it_is_the_same_conversation_whichever_way_it_arrives(house: House) -> None:
    talk = house.claude()
    append(talk.path, talk.user(BOAT), talk.answer("Noted."))
    given = read_conversation(str(talk.path))
    assert given.session == talk.session
    asyncio.run(house.memory.sessions.flush(given.messages, "session", session=given.session))
    assert house.day().count(BOAT) == 1
    house.follow()
    append(talk.path, talk.user(KEY))
    house.look()
    assert (house.day().count(BOAT), house.day().count(KEY)) == (1, 1)
    given = read_conversation(str(talk.path))
    assert all(house.memory.sessions.flushed(given.messages, given.session))


@pytest.mark.parametrize("seconds", [2, 20], ids=["at once", "later"])
@pytest.mark.parametrize("copied", [False, True], ids=["renamed", "copied and cut"])
def test_what_was_written_before_a_rotation_is_not_lost(
    house: House, copied: bool, seconds: float
) -> None:
    talk = house.claude()
    append(talk.path, talk.user(BOAT))
    house.follow()
    house.look(LATER)
    append(talk.path, talk.user(KEY))
    rotated = talk.path.with_name(f"{talk.path.name}.1")
    if copied:
        rotated.write_bytes(talk.path.read_bytes())
        talk.path.write_bytes(b"")
    else:
        talk.path.rename(rotated)
    append(talk.path, talk.user(SAIL))
    house.look(seconds=seconds)
    assert [house.day().count(words) for words in (BOAT, KEY, SAIL)] == [1, 1, 1]
    house.look()
    assert [house.day().count(words) for words in (BOAT, KEY, SAIL)] == [1, 1, 1]


def test_a_file_that_came_and_was_rotated_between_two_looks_is_read_as_well(house: House) -> None:
    talk = house.claude()
    append(talk.path, talk.user(BOAT))
    house.follow()
    house.look(LATER)
    append(talk.path, talk.user(KEY))
    talk.path.rename(talk.path.with_name(f"{talk.path.name}.2"))
    append(talk.path.with_name(f"{talk.path.name}.1"), talk.user(SAIL))
    append(talk.path, talk.user("The rudder is oak."))
    house.look()
    assert [house.day().count(words) for words in (KEY, SAIL, "rudder")] == [1, 1, 1]


# -- the agent's own days, and who follows -----------------------------------------------------


def test_where_the_agent_writes_these_days_itself_flushing_is_off_until_it_is_asked_for(
    house: House,
) -> None:
    header = {**agents.OPENCLAW[0], "cwd": str(house.project)}
    path = house.home / ".openclaw/agents/main/sessions/0c1a-1.jsonl"
    append(path, header, *agents.OPENCLAW[1:])
    (seen,) = house.watched.sources()
    assert (seen.here, seen.flush) == (True, False)
    house.watched.follow(seen.source)
    house.look()
    assert house.day() == ""
    house.watched.follow(seen.source, flush=True)
    append(path, {**agents.OPENCLAW[2], "message": {"role": "user", "content": SAIL}})
    house.look()
    assert SAIL in house.day()


# -- databases -------------------------------------------------------------------------------


def test_a_database_is_followed_by_its_rows_and_nothing_is_made_beside_it(house: House) -> None:
    path = house.home / "cow/sessions/conversations.db"
    agents.cowagent(path, ("u1", "user", BOAT))
    house.follow()
    agents.cowagent(path, ("u1", "user", KEY), ("u2", "user", SAIL))
    before = path.read_bytes(), sorted(path.parent.iterdir())
    house.look()
    text = house.day()
    assert KEY in text and SAIL in text and BOAT not in text
    assert (path.read_bytes(), sorted(path.parent.iterdir())) == before


def test_a_database_that_its_program_has_open_is_read_with_its_log(house: House) -> None:
    path = house.home / ".openclaw/agents/main/agent/openclaw-agent.sqlite"
    agents.openclaw_database(path, "agent:main:main", agents.OPENCLAW[0], agents.OPENCLAW[5])
    house.follow()
    with closing(sqlite3.connect(path)) as held:  # so that the log stays
        held.execute("select count(*) from transcript_events").fetchone()
        agents.openclaw_database(path, "agent:main:main", *agents.OPENCLAW[2:4])
        agents.openclaw_database(
            path,
            "agent:main:subagent:1",
            {**agents.OPENCLAW[2], "message": {"role": "user", "content": SAIL}},
        )
        files = sorted(path.parent.iterdir())
        assert path.with_name(f"{path.name}-wal") in files
        (look,) = house.look()
        assert sorted(path.parent.iterdir()) == files
    assert look.turns == 2
    assert SAIL not in house.day()


def test_a_database_that_is_none_is_left_alone(house: House) -> None:
    path = house.home / "cow/sessions/conversations.db"
    agents.cowagent(path, ("u1", "user", BOAT))
    house.follow()
    path.write_bytes(b"no database at all" * 100)
    (look,) = house.look()
    assert look.turns == 0
    path.unlink()
    house.look()
    agents.cowagent(path, ("u1", "user", KEY))
    house.look()
    assert KEY in house.day()


# -- many and large --------------------------------------------------------------------------


def test_a_large_transcript_is_read_in_pieces_from_where_it_stopped(house: House) -> None:
    talk = house.claude()
    result = agents.lines(talk.result("x" * 100_000))
    append(talk.path, talk.user(BOAT))
    with talk.path.open("a") as file:
        for _ in range(200):  # 20 MB
            file.write(result)
    house.follow()
    (look,) = house.look(LATER)
    assert look.turns == 1
    house.anew()
    append(talk.path, talk.user(KEY))
    house.look()
    assert BOAT in house.day() and KEY in house.day()
