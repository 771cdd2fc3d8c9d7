"""The inbox over MCP: reading is free, answering is for who may decide."""

import json

import pytest

from desktop_app.notebook.history import Cause
from tests.faces.doors.test_mcp import over_http, said
from tests.support.served import ServedNotebook

LEASE = "The lease of the garage ends on 30 November 2026"
CORE = f"# Memory\n\n## Home\n\n- {LEASE}\n- Ana signs for parcels\n"


@pytest.fixture
def doubtful(house: ServedNotebook) -> ServedNotebook:
    files = house.memory.files
    files.save("MEMORY.md", CORE.encode(), files.read("MEMORY.md"), Cause.EDIT)
    house.clock.forward(days=10)
    return house


@pytest.mark.anyio
async def test_an_agent_asks_its_person_over_mcp(doubtful: ServedNotebook) -> None:
    house = doubtful
    async with over_http(house, "write") as client:
        (one,) = json.loads(await said(client, "memory_inbox"))
        assert one["text"] == LEASE
        answer = {"id": one["id"], "answer": "gone"}
        assert "may not decide" in await said(client, "memory_inbox_answer", ok=False, **answer)
        assert "memory_inbox_answer" not in {t.name for t in (await client.list_tools()).tools}
    house.settings.set("agents.decide", True)
    async with over_http(house, "decide") as client:
        await said(client, "memory_inbox_answer", ok=False, id=one["id"], answer="perhaps")
        assert "changed" in await said(client, "memory_inbox_answer", **answer)
        assert json.loads(await said(client, "memory_inbox")) == []
    assert LEASE not in house.text() and "Ana signs" in house.text()
