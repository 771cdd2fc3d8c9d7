"""Agents: what they wrote is told once, and can be taken back; what they asked is remembered."""

from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from threading import Event
from typing import Any

import pytest

from desktop_app.memory import Memory, agents
from desktop_app.notebook.history import written_by
from tests.support.dreaming import MEMORY, StillClock, a_notebook, opened

TODAY = "memory/2026-11-21.md"


@pytest.fixture
def memory(tmp_path: Path, clock: StillClock) -> Memory:
    made = opened(a_notebook(tmp_path), tmp_path, clock)
    made.index.refresh()
    return made


def text(memory: Memory, path: str = "MEMORY.md") -> str:
    return memory.files.read(path).text


def test_what_an_agent_wrote_is_told_by_file_with_its_lines(memory: Memory) -> None:
    before = memory.agents.newest()
    memory.days.remember("mine")
    with written_by("claude-code"):
        memory.days.remember("the ferry leaves at eight")
        memory.days.remember("tea with Mara")
        memory.files.update("Ana has the spare key")
    works = memory.agents.works(before)
    assert [(one.client, one.path, one.lines) for one in works] == [
        ("claude-code", "MEMORY.md", 1), ("claude-code", TODAY, 2),
    ]  # fmt: skip
    assert text(memory, TODAY).split("\n")[works[1].line - 1] == "- the ferry leaves at eight"
    assert memory.agents.works(works[0].version) == []


def test_what_was_seen_is_not_told_again_while_the_agent_goes_on(memory: Memory) -> None:
    with written_by("codex"):
        memory.days.remember("one")
        (first,) = memory.agents.works(0)
        memory.days.remember("two")
    (second,) = memory.agents.works(first.version, {TODAY: first.after})
    assert (second.lines, second.before) == (1, first.after)


def test_who_hears_of_the_note_finds_what_was_proposed_of_it(memory: Memory) -> None:
    heard = []
    memory.listen(lambda changed: heard.append((changed.paths, len(memory.dreams.proposals()))))
    memory.dreams.propose_notes(["Ana has the spare key to the boat shed."], "")
    assert heard == [((TODAY,), 1)]


def test_works_are_taken_back_and_what_others_wrote_meanwhile_stays(
    memory: Memory, clock: StillClock
) -> None:
    before = memory.agents.newest()
    memory.days.remember("mine, before")
    with written_by("codex"):
        memory.days.remember("from the agent")
        memory.files.update("Ana has the spare key")
    works = memory.agents.works(before)
    clock.forward(minutes=3)
    memory.days.remember("mine, after")
    memory.agents.take_back(works)
    assert text(memory) == MEMORY
    day = text(memory, TODAY)
    assert "from the agent" not in day
    assert "mine, before" in day and "mine, after" in day
    assert memory.agents.works(works[0].version) == [], "the person took it back, no agent"


def test_calls_are_remembered_for_the_window_of_every_server(
    memory: Memory, tmp_path: Path
) -> None:
    for n in range(12):
        memory.agents.note("codex", "mcp", "write", f"call {n}", ok=n % 2 == 0)
    memory.agents.note("curl", "rest", "read", "search", ok=True)
    memory.agents.keep()
    other = opened(memory.root, tmp_path)
    known = {one.client: one for one in other.agents.known()}
    assert (known["codex"].count, len(known["codex"].last)) == (12, 8)
    assert known["codex"].last[0].name == "call 11" and not known["codex"].last[0].ok
    assert (known["curl"].door, known["curl"].scope) == ("rest", "read")


def test_whoever_asks_while_another_keeps_a_call_sees_it(
    memory: Memory, monkeypatch: pytest.MonkeyPatch
) -> None:
    never, write = Event(), agents.write_own_file

    def slowly(*values: Any, **options: Any) -> None:
        never.wait(0.2)  # the second question comes while the first one writes
        write(*values, **options)

    monkeypatch.setattr(agents, "write_own_file", slowly)
    memory.agents.note("codex", "mcp", "write", "note", ok=True)
    with ThreadPoolExecutor(2) as threads:
        both = [threads.submit(memory.agents.known) for _ in range(2)]
        assert [len(one.result()) for one in both] == [1, 1]
