"""What a prompt gets of memory at every door: MEMORY.md first, two days, then what was found."""

import json
from collections.abc import Awaitable, Callable, Iterator
from datetime import date, timedelta
from pathlib import Path
from typing import Any

import pytest

from desktop_app.faces import cli
from tests.faces.doors.test_mcp import over_http, said
from tests.support.served import ServedNotebook, json_of

pytestmark = pytest.mark.anyio

MEMORY = "# Memory\n\n- Ana has the spare key.\n- Ben rows on Tuesdays.\n"
PLACES = ("crane", "north berth", "tide gauge", "ferry", "store", "fuel barge", "light", "slip")
FULL = (
    "The {place} of berth {n} was looked at before noon with the new tools, because the night "
    "shift had heard it creak after the storm, and the survey book names no reason for it."
)
HERON = "The heron nests on the roof."

Asked = Callable[[str, int], Awaitable[dict[str, Any]]]


def sixty_days(root: Path, today: date, memory: str = MEMORY) -> None:
    """A small MEMORY.md and sixty full days, of which one tells of a heron."""
    (root / "MEMORY.md").write_text(memory)
    (root / "memory").mkdir(exist_ok=True)
    for back in range(60):
        day = today - timedelta(days=back)
        lines = [FULL.format(place=PLACES[(back + n) % 8], n=10 * back + n) for n in range(4)]
        lines.insert(2, HERON if back == 40 else "Soup for the crew.")
        text = "".join(f"- {line}\n" for line in lines)
        (root / "memory" / f"{day}.md").write_text(f"# Daily Memory: {day}\n\n{text}")


@pytest.fixture(params=["command line", "REST", "MCP"])
def door(
    request: pytest.FixtureRequest, house: ServedNotebook, capfdbinary: Any
) -> Iterator[Asked]:
    """How a question is asked for its context at a door, within a budget."""

    async def by_command(question: str, budget: int) -> dict[str, Any]:
        capfdbinary.readouterr()
        words = ("--json", "context", question, "--budget", str(budget))
        assert cli.run(("--notebook", str(house.root), *words), lambda folder: 0) == 0
        answer: dict[str, Any] = json.loads(capfdbinary.readouterr().out)
        return answer

    async def by_rest(question: str, budget: int) -> dict[str, Any]:
        asked = {"q": question, "budget": budget}
        answer: dict[str, Any] = json_of(house.agent().get, "/api/context", params=asked)
        return answer

    async def by_mcp(question: str, budget: int) -> dict[str, Any]:
        async with over_http(house) as client:
            told = await said(client, "memory_context", question=question, budget=budget)
        answer: dict[str, Any] = json.loads(told)
        return answer

    today = date.today() if request.param == "command line" else house.clock.now().date()
    sixty_days(house.root, today)
    house.memory.index.refresh()
    yield {"command line": by_command, "REST": by_rest, "MCP": by_mcp}[request.param]


@pytest.mark.parametrize("budget", [512, 1_024, 2_048, 4_096])
async def test_a_small_memory_and_today_are_in_whatever_else_was_found(
    door: Asked, budget: int
) -> None:
    answer = await door("Who looked at the survey of the berth before the storm?", budget)
    assert answer["tokens"] <= budget
    assert "- Ana has the spare key.\n- Ben rows on Tuesdays.\n" in answer["text"]
    assert "(today)" in answer["text"] and answer["cut"] == {}


async def test_a_memory_that_is_too_long_loses_its_least_relevant_sections_and_names_them(
    door: Asked, house: ServedNotebook
) -> None:
    sections = {
        "Boat": "The boat is blue, number {n}, and lies at the old pier behind the sheds.",
        "Birds": "The heron nests on the roof, number {n}, above the office of the pilots.",
        "Tea": "Tea is on the upper shelf, number {n}, beside the sugar and the biscuits.",
    }
    text = "".join(
        f"\n## {title}\n\n" + "".join(f"- {line.format(n=n)}\n" for n in range(18))
        for title, line in sections.items()
    )
    (house.root / "MEMORY.md").write_text(f"# Memory\n{text}")
    house.memory.index.refresh()
    answer = await door("Where does the heron nest?", 1_024)
    assert answer["tokens"] <= 1_024
    assert answer["text"].count("The heron nests on the roof, number") == 18
    assert set(answer["cut"]) == {"Boat", "Tea"} and max(answer["cut"].values()) == 18
    assert "(today)" not in answer["text"] and "Relevant Past" not in answer["text"]
