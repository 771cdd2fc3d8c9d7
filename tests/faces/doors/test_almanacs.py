"""Almanacs over REST and MCP: they are read, and none is written."""

import json

import pytest

from desktop_app.notebook.spans import SpanKind
from tests.faces.doors.test_mcp import over_http, said
from tests.faces.doors.test_rest import shaped
from tests.support.served import ServedNotebook

ONE = "/api/almanacs/{span}"


@pytest.mark.anyio
async def test_agents_read_almanacs_and_write_none(house: ServedNotebook) -> None:
    agent = house.agent("read")
    assert shaped(agent.get("/api/almanacs"), "get", "/api/almanacs") == []
    week = f"{house.memory.today():%G-W%V}"
    house.memory.days.remember("We decided to book the boat for the second sounding run.")
    shown = shaped(agent.get(f"/api/almanacs/{week}"), "get", ONE)
    assert shown["sections"][-1]["lines"][-1]["text"].count("book the boat")
    assert not (house.memory.root / shown["path"]).exists()
    assert agent.get("/api/almanacs/2026-W99").status_code == 400
    house.memory.almanacs.write(SpanKind.WEEK)
    (one,) = shaped(agent.get("/api/almanacs"), "get", "/api/almanacs")
    assert one["span"] == week
    async with over_http(house, "read") as client:
        assert json.loads(await said(client, "memory_almanac")) == [one]
        (told,) = json.loads(await said(client, "memory_almanac", span=week))
        assert told["sections"] == shown["sections"]
