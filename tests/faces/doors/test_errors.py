"""Errors through the doors: an agent asks what ended one before it tries."""

import json
from pathlib import Path

import pytest

from tests.faces.doors.test_mcp import over_http, said
from tests.support.erring import ADVICE, met, null_pointer
from tests.support.served import ServedNotebook


@pytest.mark.anyio
async def test_an_agent_asks_over_mcp_before_it_tries(
    house: ServedNotebook, tmp_path: Path
) -> None:
    taken(house, tmp_path)
    async with over_http(house, "read") as client:
        (found,) = json.loads(await said(client, "hindsight_search", error=null_pointer(3)))
        assert (found["resolution"], found["ended"]) == (ADVICE, 3)
        assert found["sources"][0]["session"] == "three"
        assert json.loads(await said(client, "hindsight_search", error="KeyError: 'x'")) == []
        assert "error" in await said(client, "hindsight_search", ok=False)


def taken(house: ServedNotebook, tmp_path: Path) -> None:
    met(tmp_path / "home", house.root, "one", "two", "three")
    for path in sorted((tmp_path / "home").rglob("*.jsonl")):
        house.memory.hindsight.read(str(path))
