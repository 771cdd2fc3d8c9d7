"""Uses of notes are counted at every door: what was found, was read whole, or is in a context."""

from collections.abc import Callable
from contextlib import closing
from pathlib import Path

import pytest

from desktop_app.faces import cli
from desktop_app.memory import Memory
from desktop_app.settings import Places
from tests.faces.doors.test_mcp import over_http, said
from tests.support.dreaming import a_notebook
from tests.support.served import ServedNotebook, json_of

DAY, DATE = "memory/2026-11-20.md", "2026-11-20"
ASKED = "Does the report move from 27 November to 4 December?"
pytestmark = pytest.mark.anyio


@pytest.fixture
def counted(house: ServedNotebook) -> Callable[[], int]:
    """How often the note was used since this was asked last."""
    before = 0

    def since() -> int:
        nonlocal before
        uses = sum(house.memory._accesses.uses().get(DAY, {}).values())
        news, before = uses - before, uses
        return news

    house.memory.index.refresh()
    return since


def test_rest_counts_hits_notes_and_contexts(
    house: ServedNotebook, counted: Callable[[], int]
) -> None:
    agent = house.agent()
    for path, given in (
        ("search", {"q": "report"}),
        ("file", {"path": DAY}),
        ("file", {"path": DAY, "from": 5, "lines": 1}),
        (f"daily/{DATE}", {}),
    ):
        json_of(agent.get, f"/api/memory/{path}", params=given)
        assert counted() == 1, path
    json_of(agent.get, "/api/context", params={"q": ASKED})
    assert counted() == 1


async def test_mcp_counts_hits_notes_and_contexts(
    house: ServedNotebook, counted: Callable[[], int]
) -> None:
    async with over_http(house) as client:
        for tool, given in (
            ("memory_search", {"query": "report"}),
            ("search_memory", {"query": "report"}),
            ("memory_get", {"path": DAY}),
            ("memory_context", {"question": ASKED}),
        ):
            await said(client, tool, **given)
            assert counted() == 1, tool


def test_commands_count_hits_notes_and_contexts(tmp_path: Path) -> None:
    root = a_notebook(tmp_path)
    for n, words in enumerate((("search", "report"), ("get", DAY), ("context", ASKED)), start=1):
        cli.run(("--notebook", str(root), *words), lambda folder: 0)
        with closing(Memory.open(root, Places.default())) as memory:
            assert sum(memory._accesses.uses()[DAY].values()) == n, words
