"""Flush: a conversation reaches today's file once, whatever fails on the way."""

import asyncio
import logging
import subprocess
import sys
import threading
from collections.abc import Sequence
from datetime import timedelta
from pathlib import Path

import pytest

from desktop_app.dreams import flush as flushing
from desktop_app.dreams.flush import Flushed, flush, flushed_before
from desktop_app.errors import Problem
from desktop_app.memory import Memory
from desktop_app.notebook import days
from desktop_app.notebook.notebook import Notebook
from desktop_app.notebook.opening import open_notebook
from desktop_app.notebook.text.records import Message
from tests.support.dreaming import NOON, a_notebook, opened

TODAY = "memory/2026-11-21.md"
TALK = (
    Message("user", "My boat is called Nanuq.", "2026-11-21T11:00:00+01:00"),
    Message("assistant", "Noted: Nanuq has berth 7, see boats.md.", "2026-11-21T11:00:05+01:00"),
)


class Summarizer:
    """Answers as told, one answer an attempt; a Problem is raised."""

    name = "told"

    def __init__(self, *answers: str | Problem | None) -> None:
        self.answers = list(answers)
        self.asked: list[Sequence[Message]] = []

    async def summarize(self, messages: Sequence[Message]) -> str | None:
        self.asked.append(messages)
        answer = self.answers.pop(0)
        if isinstance(answer, Problem):
            raise answer
        return answer


async def flushed(notebook: Notebook, *messages: Message, **options: object) -> Flushed:
    options = {"cause": "trim", "now": NOON, "session": "s1"} | options
    return await flush(notebook, messages, **options)


def today(notebook: Notebook) -> str:
    return notebook.read(TODAY).text


async def test_the_answer_to_a_question_flushed_before_is_read_with_it(notebook: Notebook) -> None:
    asked = Message("assistant", "What is the password of the router?")
    await flushed(notebook, asked)
    told = await flushed(notebook, asked, Message("user", "hunter2x9"))
    assert (told.path, told.reason) == (None, "Nothing in it was worth keeping.")
    assert "hunter2x9" not in today(notebook)


async def test_the_same_words_said_again_stand_in_a_day_once(notebook: Notebook) -> None:
    yes = Message("user", "Yes, at berth 7.")
    await flushed(notebook, yes)
    twice = await flushed(notebook, yes, yes)
    assert twice.path is None and "already" in twice.reason
    other = await flushed(notebook, yes, session="s2")
    assert other.path is None and today(notebook).count(yes.content) == 1
    later = await flushed(notebook, yes, yes, yes, now=NOON + timedelta(days=1))
    assert later.path == "memory/2026-11-22.md", "it is content of its own"


@pytest.mark.parametrize("answer", [None, "", "None", " none. ", "无", "無。"])
async def test_a_model_may_find_nothing_worth_keeping(
    notebook: Notebook, answer: str | None
) -> None:
    model = Summarizer(answer)
    told = await flushed(notebook, *TALK, summarizer=model)
    assert (told.path, told.engine) == (None, "told")
    assert not notebook.read(TODAY).exists
    assert (await flushed(notebook, *TALK, summarizer=model)).path is None
    assert len(model.asked) == 1  # it was asked; it is not asked the same again


async def test_the_listener_hears_the_written_text_once_and_may_fail(
    notebook: Notebook, caplog: pytest.LogCaptureFixture
) -> None:
    heard: list[str] = []

    def hear(text: str) -> None:
        assert text in today(notebook)
        heard.append(text)
        raise RuntimeError("a mistake of the listener's")

    with caplog.at_level(logging.ERROR):
        told = await flushed(notebook, *TALK, on_summary=hear)
    assert heard == [told.text]
    assert "listener" in caplog.text
    await flushed(notebook, *TALK, on_summary=hear)
    await flushed(notebook, Message("user", "x"), on_summary=hear, summarizer=Summarizer("None"))
    assert len(heard) == 1


@pytest.mark.parametrize("answer", ["- User: Boat.", "None", None])
async def test_messages_count_as_flushed_only_once_their_summary_is_written(
    notebook: Notebook, answer: str | None
) -> None:
    summarizer, heard = Summarizer(answer, answer), list[str]()
    (notebook.root / TODAY).mkdir()
    if answer == "- User: Boat.":
        with pytest.raises(Problem, match="is a folder"):
            await flushed(notebook, *TALK, summarizer=summarizer, on_summary=heard.append)
        assert flushed_before(notebook, TALK, "s1") == (False,) * len(TALK) and heard == []
        (notebook.root / TODAY).rmdir()
        told = await flushed(notebook, *TALK, summarizer=summarizer, on_summary=heard.append)
        assert (told.path, heard) == (TODAY, [told.text])
        assert len(summarizer.asked) == 2
    else:  # nothing is to be written, so there is nothing that could fail
        assert (await flushed(notebook, *TALK, summarizer=summarizer)).path is None
    assert flushed_before(notebook, TALK, "s1") == (True,) * len(TALK)


async def test_a_flush_stopped_while_a_model_sums_up_has_flushed_nothing(
    notebook: Notebook,
) -> None:
    asked = asyncio.Event()

    class Slow(Summarizer):
        async def summarize(self, messages: Sequence[Message]) -> str | None:
            asked.set()
            await asyncio.sleep(3600)
            return None

    heard: list[str] = []
    work = asyncio.create_task(
        flushed(notebook, *TALK, summarizer=Slow("x"), on_summary=heard.append)
    )
    await asked.wait()
    work.cancel()
    with pytest.raises(asyncio.CancelledError):
        await work
    assert heard == []
    assert not (notebook.root / TODAY).exists()
    assert flushed_before(notebook, TALK, "s1") == (False,) * len(TALK)


async def test_books_that_could_not_be_kept_are_kept_before_the_next_flush(
    notebook: Notebook, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(*_: object, **__: object) -> None:
        raise Problem("The disk is full.")

    with monkeypatch.context() as patch:
        patch.setattr(flushing.talk_store, "end", full)
        assert (await flushed(notebook, *TALK)).path == TODAY
    assert (await flushed(notebook, *TALK)).path is None
    assert today(notebook).count("Nanuq has berth 7") == 1


async def test_a_flush_that_a_crash_cuts_short_is_written_once(
    notebook: Notebook, monkeypatch: pytest.MonkeyPatch
) -> None:
    class Crash(BaseException):
        """No exception of ours."""

    append_block = days.append_block

    def crashes(*details: object) -> None:
        append_block(*details)
        raise Crash

    with monkeypatch.context() as patch:
        patch.setattr(flushing.days, "append_block", crashes)
        with pytest.raises(Crash):
            await flushed(notebook, *TALK)
    flushing.talk_store.settle(notebook)  # as each start does
    assert flushed_before(notebook, TALK, "s1") == (True,) * len(TALK)
    assert (await flushed(notebook, *TALK)).path is None
    assert today(notebook).count("Nanuq has berth 7") == 1


async def test_a_flush_cancelled_while_it_writes_is_written_once(
    notebook: Notebook, monkeypatch: pytest.MonkeyPatch
) -> None:
    begun, go_on = threading.Event(), threading.Event()

    append_block = days.append_block

    def slow(*details: object) -> tuple[str, int]:
        begun.set()
        assert go_on.wait(60)
        return append_block(*details)

    monkeypatch.setattr(flushing.days, "append_block", slow)
    task = asyncio.create_task(flushed(notebook, *TALK))
    await asyncio.to_thread(begun.wait, 60)
    task.cancel()
    go_on.set()
    with pytest.raises(asyncio.CancelledError):
        await task
    again = await flushed(notebook, *TALK)
    assert again.path is None
    assert today(notebook).count("## Trimmed Context") == 1


async def test_a_flush_that_has_a_part_of_another_writes_only_the_rest(
    notebook: Notebook, tmp_path: Path
) -> None:
    other = open_notebook(notebook.root, tmp_path / "data")
    more = Message("user", "The rudder was mended in Porto.", "2026-11-21T11:01:00+01:00")

    class Meanwhile(Summarizer):
        async def summarize(self, messages: Sequence[Message]) -> str | None:
            if not self.asked:
                await flushed(other, *TALK, cause="session")
            return await super().summarize(messages)

    summarizer = Meanwhile("- User: My boat is called Nanuq. It has a rudder.", "- User: Rudder.")
    told = await flushed(notebook, *TALK, more, summarizer=summarizer)
    other.close()
    assert told.text == "- User: Rudder." and summarizer.asked == [[*TALK, more], [more]]
    assert today(notebook).count("Nanuq") == 2, "those of the other one"
    assert flushed_before(notebook, [*TALK, more], "s1") == (True,) * 3
    every = [*TALK, more, Message("user", "The keel is oak.")]
    drafted = await flushing.draft(notebook, every, session="s2")
    await flushed(notebook, *TALK, session="s2")
    with pytest.raises(flushing.FlushOverlap, match="same time"):
        flushing.write(notebook, drafted, "session", now=NOON, text="- User: Chosen.")


FLUSHING = """
import asyncio, sys
from pathlib import Path
from desktop_app.dreams.flush import flush
from desktop_app.notebook.notebook import Notebook
from desktop_app.notebook.opening import open_notebook
from tests.dreams.test_flush import FLUSHED_BY_TWO
from tests.support.dreaming import NOON

notebook = open_notebook(Path(sys.argv[1]), Path(sys.argv[2]))
print("open", flush=True)
sys.stdin.readline()
for n in range(int(sys.argv[3]), len(FLUSHED_BY_TWO) + 1, 2):
    asyncio.run(flush(notebook, FLUSHED_BY_TWO[:n], "session", now=NOON, session="s"))
"""
FLUSHED_BY_TWO = [
    Message("user", f"The boat number {n}x lies in berth {n * 7}y of the harbour.")
    for n in range(40)
]


def test_two_processes_that_flush_one_growing_talk_write_each_message_once(
    notebook: Notebook, tmp_path: Path
) -> None:
    command = [sys.executable, "-c", FLUSHING, str(notebook.root), str(tmp_path / "data")]
    root, pipe = Path(__file__).parents[2], subprocess.PIPE
    both = [
        subprocess.Popen([*command, first], stdin=pipe, stdout=pipe, text=True, cwd=root)
        for first in ("1", "2")
    ]
    for process in both:
        assert process.stdout and process.stdout.readline() == "open\n"
    for process in both:
        process.communicate("go\n")
    assert [process.returncode for process in both] == [0, 0]
    written = today(notebook)
    assert all(flushed_before(notebook, FLUSHED_BY_TWO, "s"))
    assert [one.content for one in FLUSHED_BY_TWO if written.count(one.content) != 1] == []


async def test_what_is_taken_back_can_be_flushed_again(tmp_path: Path) -> None:
    memory: Memory = opened(a_notebook(tmp_path), tmp_path)
    memory.index.refresh()
    assert memory.sessions.flushed(TALK, "s1") == (False, False)
    await memory.sessions.flush(TALK[:1], "day", session="s1")
    before = memory.files.read(TODAY).data
    told = await memory.sessions.flush(TALK, "day", session="s1")
    assert memory.sessions.flushed(TALK, "s1") == (True, True)
    memory.sessions.take_back(told)
    assert memory.files.read(TODAY).data == before
    assert memory.sessions.flushed(TALK, "s1") == (True, False)
    assert memory.index.refresh() == (), "it is our own change"
    assert not any("Noted:" in hit.text for hit in memory.search.find("noted").hits)
    assert (await memory.sessions.flush(TALK, "day", session="s1")).path == TODAY
    memory.close()


async def test_a_flush_that_cannot_be_taken_back_stays_known(tmp_path: Path) -> None:
    memory: Memory = opened(a_notebook(tmp_path), tmp_path)
    told = await memory.sessions.flush(TALK, "day", session="s1")
    (memory.root / TODAY).write_text("By hand.\n")
    with pytest.raises(Problem, match="changed since"):
        memory.sessions.take_back(told)
    assert memory.files.read(TODAY).text == "By hand.\n"
    assert memory.sessions.flushed(TALK, "s1") == (True, True)
    nothing = await memory.sessions.flush(TALK, "day", session="s1")
    with pytest.raises(Problem, match="Nothing was written"):
        memory.sessions.take_back(nothing)
    memory.close()
