"""A year of days and hundreds of bullets with a model: in parts, told beforehand."""

import re
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

import pytest

from desktop_app.dreams.engine_choice import Engine
from desktop_app.dreams.model.habits import Habits
from desktop_app.memory import Memory
from desktop_app.models.address import Address
from desktop_app.models.ollama import Ollama
from desktop_app.models.pace import Pace
from desktop_app.models.transport import Patience
from tests.support import year
from tests.support.dreaming import opened
from tests.support.ollama import OurOllama, Served

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
