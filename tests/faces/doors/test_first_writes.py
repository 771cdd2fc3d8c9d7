"""What a new agent writes for MEMORY.md waits for the person; a word of the person changes that."""

import json
from pathlib import Path
from typing import Any

import pytest

from desktop_app.faces import cli
from tests.faces.doors.test_mcp import over_stdio, said
from tests.support.dreaming import MEMORY, a_notebook
from tests.support.served import AGENT, ServedNotebook, json_of

FACT = "Ana has the spare key to the boat shed."
TEA = "Tea is at four."


def written(house: ServedNotebook, text: str = FACT, **given: Any) -> tuple[int, dict[str, Any]]:
    """The status and the answer of a fact that an agent adds."""
    answer = house.agent(**given).post("/api/memory/main", json={"text": text})
    return answer.status_code, answer.json()


def test_a_new_agent_is_asked_about_first_and_told_once_how_to_change_that(
    house: ServedNotebook,
) -> None:
    status, told = written(house)
    assert status == 202 and house.text() == MEMORY
    assert told["told"].startswith("Pending") and told["proposal"] in told["told"]
    assert "agents.may_write" in told["told"] and f"“Ask me first” beside {AGENT}" in told["told"]
    (change,) = json_of(house.agent().get, f"/api/dreams/{told['proposal']}")["changes"]
    assert change["new"] == FACT and not change["accepted"]
    assert change["reason"] == f"{AGENT} asked for it"
    status, told = written(house, TEA)
    assert status == 202 and "agents.may_write" not in told["told"]
    assert house.agent().post("/api/memory/daily", json={"text": TEA}).status_code == 201


def test_what_waits_already_is_named_and_not_noted_again(house: ServedNotebook) -> None:
    _, first = written(house)
    day = house.text("memory/2026-11-21.md")
    status, again = written(house)
    assert (status, again["proposal"]) == (202, first["proposal"])
    assert first["proposal"] in again["told"] and house.text("memory/2026-11-21.md") == day


def test_what_an_agent_asks_for_waits_in_its_section_also_a_task_and_a_question(
    house: ServedNotebook,
) -> None:
    agent = house.agent()
    for text in ("- [ ] Book the boat for the survey.", "Does the tide gauge drift?", FACT):
        answer = agent.post("/api/memory/main", json={"text": text, "category": "project"})
        assert answer.json()["proposal"], text
    changes = json_of(agent.get, f"/api/dreams/{answer.json()['proposal']}")["changes"]
    assert [one["heading"] for one in changes] == ["Projects"] * 3


def test_what_a_person_refused_is_not_said_to_wait(house: ServedNotebook) -> None:
    _, told = written(house)
    house.memory.dreams.decide(told["proposal"], 1, False)
    house.memory.dreams.discard(told["proposal"])
    status, again = written(house)
    assert status == 202 and again["proposal"] is None
    assert "Pending" not in again["told"] and house.text() == MEMORY


def test_an_agent_that_may_write_adds_and_replaces_at_once(house: ServedNotebook) -> None:
    house.settings.set("agents.may_write", ["Claude-Code"])
    assert written(house)[0] == 201 and FACT in house.text()
    assert written(house, TEA, name="codex")[0] == 202
    agent = house.agent()
    tag = {"if-match": agent.get("/api/memory/main").headers["etag"]}
    whole = {"text": f"{house.text()}- {TEA}\n"}
    assert agent.put("/api/memory/main", json=whole, headers=tag).status_code == 200
    assert TEA in house.text()


def test_a_word_on_one_agent_counts_more_than_one_on_all(house: ServedNotebook) -> None:
    house.settings.set("agents.may_write", ["*"])
    house.settings.set("agents.review", ["codex"])
    assert written(house, name="codex")[0] == 202
    assert written(house)[0] == 201
    house.settings.set("agents.review", ["*"])
    house.settings.set("agents.may_write", ["codex"])
    assert written(house, TEA)[0] == 202
    assert written(house, TEA, name="codex")[0] == 201


def test_agents_from_before_stay_as_they_were(house: ServedNotebook) -> None:
    folder = house.memory.agents._folder
    folder.mkdir(parents=True)
    for name in (AGENT, "codex"):  # as it was kept before a new agent was asked about
        call = {"name": "append", "at": "2026-11-20T10:00:00+01:00", "ok": True}
        kept = {"client": name, "door": "rest", "scope": "write", "count": 1, "last": [call]}
        (folder / f"{name}.json").write_text(json.dumps(kept), encoding="utf-8")
    house.settings.set("agents.review", ["codex"])
    assert written(house)[0] == 201 and FACT in house.text()
    assert AGENT in {one.client for one in house.memory.agents.known()}  # kept anew, and read again
    assert house.memory.agents.of(AGENT).asked is None
    assert written(house, TEA)[0] == 201
    assert written(house, "Otis keeps bees.", name="codex")[0] == 202
    assert written(house, "Otis keeps bees.", name="cursor")[0] == 202


def test_who_may_decide_is_not_asked_about(house: ServedNotebook) -> None:
    house.settings.set("agents.decide", True)
    assert written(house, scope="decide")[0] == 201 and FACT in house.text()


async def test_a_command_lets_an_agent_write_at_once(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capfdbinary: Any
) -> None:
    root = a_notebook(tmp_path)
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path))
    async with over_stdio(tmp_path) as client:
        assert (await said(client, "append_memory", fact=FACT)).startswith("Pending")
        assert (root / "MEMORY.md").read_text(encoding="utf-8") == MEMORY
        assert cli.run(("settings", "agents.may_write", "*"), lambda folder: 0) == 0
        told = capfdbinary.readouterr().out.decode()
        assert "* means every agent, in every notebook of this computer." in told
        assert "Written to" in await said(client, "append_memory", fact=TEA)
    assert TEA in (root / "MEMORY.md").read_text(encoding="utf-8")


pytestmark = pytest.mark.anyio
