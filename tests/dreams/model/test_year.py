"""A year of days and hundreds of bullets with a model: in parts, told beforehand, resumed."""

import json
import os
import re
import signal
import subprocess
import sys
import time
from collections import Counter
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest

from desktop_app.dreams.engine_choice import Engine
from desktop_app.dreams.model.habits import Habits
from desktop_app.memory import Memory
from desktop_app.models.address import Address
from desktop_app.models.ollama import Ollama
from desktop_app.models.pace import Pace
from desktop_app.models.transport import Patience
from desktop_app.settings import Places
from tests.support import year
from tests.support.dreaming import opened
from tests.support.ollama import OurOllama, Served, says

SMALL = "small:latest"
ASKED = Engine("ollama", SMALL)
SLOW = Pace(400, 10, 100, 10)  # tokens and seconds
ANSWER = '{"new": [3, 5], "changed": [], "ended": []}'


@pytest.fixture
def server() -> Iterator[OurOllama]:
    served = Served(SMALL, parameters="1.7B", size=1_400_000_000, context=4_096)
    with OurOllama(served) as found:
        found.answer = ANSWER
        yield found


def prompts(server: OurOllama) -> Counter[str]:
    """What the server was asked, and how often, without the fence that differs in each run."""
    texts = (str(each.body["messages"]) for each in server.asked("/api/chat"))
    return Counter(re.sub(r"=== [a-z]{11} ===", "", text) for text in texts)


def knows(memory: Memory, server: OurOllama, pace: Pace) -> None:
    """The notebook asks this server, whose model was heard before."""
    memory.models.ollama = Ollama(Address("127.0.0.1", server.port), Patience(pauses=(0.0, 0.0)))
    address = memory.models.ollama.wire.address
    memory.dreams._engines._habits.keep(SMALL, address, Habits(pace))


async def test_many_days_are_read_in_parts_and_each_step_says_how_long_is_left(
    tmp_path: Path, server: OurOllama
) -> None:
    root = year.notebook(tmp_path / "n", days=40, bullets=120)
    memory = opened(root, tmp_path)
    knows(memory, server, SLOW)
    told = await memory.dreams.expected(ASKED, 40)
    assert told.seconds is not None
    steps: list[str] = []
    outcome = await memory.dreams.dream(40, engine=ASKED, report=steps.append)
    assert outcome.proposal is not None
    parts = len(server.asked("/api/chat"))
    assert parts == told.parts > 4
    assert prompts(server).most_common(1)[0][1] == 1
    first = next(step for step in steps if step.startswith("Asking"))
    assert first.startswith(f"Asking {SMALL} (part 1 of {parts}, about ")
    assert first.endswith(" left)")
    assert len(outcome.proposal.days_read) == 40


def run(root: Path, home: Path, server: OurOllama, *words: str) -> "subprocess.Popen[str]":
    names = {"XDG_DATA_HOME": home / "data", "XDG_CONFIG_HOME": home / "config"}
    environment = {name: str(path) for name, path in names.items()}
    environment["OLLAMA_HOST"] = f"127.0.0.1:{server.port}"
    return subprocess.Popen(
        [sys.executable, "-m", "desktop_app", *words, "--notebook", str(root), "--json",
         "--engine", "ollama", "--model", SMALL],
        stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
        env=os.environ | environment | {"QT_QPA_PLATFORM": ""},
    )  # fmt: skip


def killed_and_resumed(
    tmp_path: Path, server: OurOllama, days: int, bullets: int, kills: int
) -> int:
    """How many questions a dream takes that is killed so often; raises where one that had its
    answer is asked again.
    """
    root = year.notebook(tmp_path / "n", days=days, bullets=bullets)
    words = ("dream", "--days", str(days), "--until", year.END.isoformat())
    for _ in range(kills):
        dream = run(root, tmp_path, server, *words)
        before = len(server.asked("/api/chat"))
        deadline = time.monotonic() + 240
        while len(server.asked("/api/chat")) < before + 4:
            assert dream.poll() is None, dream.communicate()
            assert time.monotonic() < deadline
            time.sleep(0.02)
        dream.send_signal(signal.SIGKILL)
        dream.communicate()
    dream = run(root, tmp_path, server, *words)
    out, told = dream.communicate(timeout=600)
    assert dream.returncode == 0, told
    proposal = json.loads(out)
    assert len(proposal["days_read"]) == days
    asked, again, seen = prompts(server), 0, set[str]()
    for prompt in asked.elements():
        notes = {one for one in re.findall(r"number (\d+) in", prompt) if int(one) < 10_000}
        again += not notes.isdisjoint(seen)
        seen |= notes
    assert len(seen) == days * 8, "each note is asked about"
    assert again <= kills, "only one under way may be asked again"
    with closing(Memory.open(root, Places(tmp_path / "data" / "nightstand", tmp_path))) as memory:
        assert not memory._answers.has_answers()
        assert len(memory.dreams.proposals()) == 1
        assert memory.files.read("MEMORY.md").data == year.memory(bullets).encode()
    return asked.total()


def test_a_dream_that_was_killed_goes_on_and_asks_no_question_twice(
    tmp_path: Path, server: OurOllama
) -> None:
    server.next("/api/chat", *[says(ANSWER, pause=0.01)] * 8)
    assert killed_and_resumed(tmp_path, server, days=16, bullets=40, kills=1) >= 5


@pytest.mark.prove
def test_a_year_that_was_killed_five_times_asks_no_question_twice(
    tmp_path: Path, server: OurOllama
) -> None:
    server.next("/api/chat", *[says(ANSWER, pause=0.01)] * 40)
    total = killed_and_resumed(tmp_path, server, days=365, bullets=200, kills=5)
    print(f"{total} questions for a year and 200 bullets, killed five times")
    assert total > 30
