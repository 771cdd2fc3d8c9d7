"""Errors through the doors: what agents post, what they ask, and what only a person decides."""

import json
from pathlib import Path
from typing import Any

import pytest

from tests.faces.doors.test_mcp import over_http, said
from tests.faces.doors.test_rest import shaped
from tests.support.erring import ADVICE, GUARD, TESTS, met, null_pointer
from tests.support.served import AGENT, ServedNotebook

EDIT = {"file_path": "src/JwtService.java", "old_string": "x", "new_string": f"x\n{GUARD}"}


def post(house: ServedNotebook, session: str, *messages: dict[str, Any]) -> list[dict[str, Any]]:
    """What an agent is told of after it posted these."""
    path = "/api/sessions/{id}/messages"
    response = house.agent().post(path.format(id=session), json={"messages": list(messages)})
    assert response.status_code == 200, response.text
    did: list[dict[str, Any]] = shaped(response, "post", path)["did"]
    return did


def call(content: str, tool: str = "shell") -> dict[str, Any]:
    return {"role": "assistant", "kind": "tool_call", "tool": tool, "content": content}


def result(content: str, code: int = 0) -> dict[str, Any]:
    return {"role": "tool", "kind": "tool_result", "content": content, "exit_code": code}


def errs(house: ServedNotebook, session: str, line: int) -> list[dict[str, Any]]:
    return post(house, session, call(TESTS), result(null_pointer(line), 1))


def mends(house: ServedNotebook, session: str) -> list[dict[str, Any]]:
    advice = {"role": "assistant", "content": ADVICE}
    edited = call(json.dumps(EDIT), "edit"), result("done")
    return post(house, session, advice, *edited, call(TESTS), result("fine"))


def test_the_third_time_an_agent_is_told_what_ended_what_it_posted(house: ServedNotebook) -> None:
    for n in range(2):
        assert errs(house, f"s{n}", 40 + n) == []
        assert mends(house, f"s{n}") == []
    (step,) = errs(house, "s2", 99)
    assert (step["step"], step["resolution"], step["state"]) == ("recurred", ADVICE, "proposed")
    (pattern,) = house.memory.hindsight.patterns()
    assert pattern.key == step["error"]
    assert {one.agent for one in pattern.encounters} == {AGENT}
    assert [one.command for one in pattern.encounters] == [TESTS] * 3


def test_what_is_not_to_be_remembered_and_what_is_posted_twice_is_no_error(
    house: ServedNotebook,
) -> None:
    secret = [one | {"remembered": False} for one in (call(TESTS), result(null_pointer(1), 1))]
    post(house, "one", *secret)
    assert house.memory.hindsight.patterns() == ()
    twice = [one | {"id": f"m{n}"} for n, one in enumerate((call(TESTS), result("fatal: no", 1)))]
    post(house, "two", *twice)
    post(house, "two", *twice)
    (pattern,) = house.memory.hindsight.patterns()
    assert [one.tries for one in pattern.encounters] == [1]


def test_only_a_person_decides_whether_an_error_is_shared(
    house: ServedNotebook, tmp_path: Path
) -> None:
    taken(house, tmp_path)
    (pattern,) = house.memory.hindsight.patterns()
    path = f"/api/hindsight/{pattern.key}/share"
    assert house.agent("write").post(path, json={}).status_code == 403
    assert house.memory.hindsight.patterns()[0].state == "proposed"
    house.settings.set("agents.decide", True)
    shared = house.agent("decide").post(path, json={"resolution": "Return 401."})
    told = shaped(shared, "post", "/api/hindsight/{id}/share")
    assert (told["state"], told["resolution"]) == ("shared", "Return 401.")
    declined = house.agent("decide").post(path.replace("share", "decline"), json={})
    assert shaped(declined, "post", "/api/hindsight/{id}/decline")["state"] == "declined"
    nobody = "/api/hindsight/nobody/decline"
    assert house.agent("decide").post(nobody, json={}).status_code == 404


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
