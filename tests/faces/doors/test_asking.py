"""The inbox over REST and MCP: reading is free, answering is for who may decide."""

import json
from typing import Any

import pytest

from desktop_app.notebook.history import Cause
from tests.faces.doors.test_mcp import over_http, said
from tests.faces.doors.test_rest import shaped
from tests.support.served import ServedNotebook

LEASE = "The lease of the garage ends on 30 November 2026"
CORE = f"# Memory\n\n## Home\n\n- {LEASE}\n- Ana signs for parcels\n"
ANSWER, UNDO = "/api/inbox/{id}/answer", "/api/inbox/{id}/undo"


@pytest.fixture
def doubtful(house: ServedNotebook) -> ServedNotebook:
    files = house.memory.files
    files.save("MEMORY.md", CORE.encode(), files.read("MEMORY.md"), Cause.EDIT)
    house.clock.forward(days=10)
    return house


def asked(house: ServedNotebook) -> list[Any]:
    return list(shaped(house.agent("read").get("/api/inbox"), "get", "/api/inbox"))


def test_a_question_is_read_by_all_and_answered_by_who_may_decide(doubtful: ServedNotebook) -> None:
    house = doubtful
    (one,) = asked(house)
    path = ANSWER.format(id=one["id"])
    assert house.agent("write").post(path, json={"answer": "gone"}).status_code == 403
    assert house.text() == CORE
    house.settings.set("agents.decide", True)
    agent = house.agent("decide")
    done = shaped(agent.post(path, json={"answer": "Y"}), "post", ANSWER)
    assert (done["answer"], done["changed"]) == ("still", False) and asked(house) == []
    shaped(agent.post(UNDO.format(id=one["id"]), json={}), "post", UNDO)
    assert house.text() == CORE and asked(house) == [one]
    assert agent.post(path, json={"answer": "keep"}).status_code == 400
    assert agent.post(ANSWER.format(id="ffffffff"), json={"answer": "C"}).status_code == 404
    shaped(agent.post(path, json={"answer": "never"}), "post", ANSWER)
    (never,) = shaped(agent.get("/api/inbox/never"), "get", "/api/inbox/never")
    assert (never["id"], never["texts"]) == (one["id"], [LEASE]) and asked(house) == []


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
