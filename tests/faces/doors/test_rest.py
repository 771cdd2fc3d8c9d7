"""REST: every endpoint answers in the shape that OpenAPI names, and does what the command does."""

import json
import time
from typing import Any

import httpx
import pytest
from jsonschema import Draft202012Validator

from desktop_app.faces.doors.endpoints import ENDPOINTS
from desktop_app.faces.doors.rest import document
from tests.support.dreaming import DAY, MEMORY
from tests.support.served import AGENT, ServedNotebook, json_of

TODAY = "memory/2026-11-21.md"
FACT = "Ana has the spare key to the boat shed."


def shaped(response: httpx.Response, method: str, path: str) -> Any:
    """The JSON of a response, held against what OpenAPI says of it."""
    described = document()["paths"][path][method.lower()]["responses"]
    content = described.get(str(response.status_code), described["default"])["content"]
    content = content["application/json"]
    Draft202012Validator({**content["schema"], "components": document()["components"]}).validate(
        response.json()
    )
    return response.json()


def dreamt(agent: httpx.Client) -> str:
    """The id of a proposal that a dream left."""
    return str(json_of(agent.post, "/api/dreams", json={"days": 3})["id"])


READS = [
    ("/api/status", {}),
    ("/api/memory/main", {}),
    ("/api/memory/search", {"q": "report", "limit": 3, "in": "memory,days"}),
    ("/api/memory/file", {"path": "memory/2026-11-20.md", "from": 3, "lines": 2}),
    ("/api/memory/daily", {}),
    ("/api/memory/daily/{date}", {"date": "2026-11-20"}),
    ("/api/memory/config", {}),
    ("/api/context", {"q": "When is the report due?", "budget": 2000}),
    ("/api/history", {"path": "MEMORY.md"}),
    ("/api/dreams", {}),
]


@pytest.mark.parametrize(("path", "given"), READS)
def test_what_is_read_has_the_shape_that_openapi_names(
    house: ServedNotebook, path: str, given: dict[str, Any]
) -> None:
    agent = house.agent("read")
    filled = path.format(**given)
    query = {name: value for name, value in given.items() if f"{{{name}}}" not in path}
    response = agent.get(filled, params=query)
    assert response.status_code == 200, response.text
    shaped(response, "get", path)


def test_every_endpoint_is_in_openapi_and_openapi_is_served(house: ServedNotebook) -> None:
    served = json_of(house.agent("read").get, "/api/openapi.json")
    assert served == json.loads(json.dumps(document()))
    named = {(path, one.upper()) for path, ways in served["paths"].items() for one in ways}
    assert named == {(one.path, one.method) for one in ENDPOINTS}


def test_memory_is_replaced_only_over_the_version_that_was_read(house: ServedNotebook) -> None:
    house.settings.set("agents.decide", True)
    agent, text = house.agent("decide"), MEMORY.replace("March", "April")
    read = agent.get("/api/memory/main")
    without = agent.put("/api/memory/main", json={"text": text})
    assert without.status_code == 428 and house.text() == MEMORY
    tag = {"if-match": read.headers["etag"]}
    (house.root / "MEMORY.md").write_text(MEMORY + "- From elsewhere.\n", encoding="utf-8")
    stale = agent.put("/api/memory/main", json={"text": text}, headers=tag)
    assert stale.status_code == 412 and "From elsewhere." in house.text()
    tag = {"if-match": agent.get("/api/memory/main").headers["etag"]}
    done = agent.put("/api/memory/main", json={"text": text}, headers=tag)
    assert shaped(done, "put", "/api/memory/main")["text"] == house.text()
    assert done.headers["etag"] == f'"{done.json()["version"]}"'
    assert "serviced in April" in house.text() and "From elsewhere." in house.text()


def test_a_replace_of_an_agent_that_may_not_decide_waits_for_a_person(
    house: ServedNotebook,
) -> None:
    agent = house.agent("write")
    tag = {"if-match": agent.get("/api/memory/main").headers["etag"]}
    text = f"{MEMORY}- {FACT}\n"
    response = agent.put("/api/memory/main", json={"text": text}, headers=tag)
    assert response.status_code == 202 and house.text() == MEMORY
    told = shaped(response, "put", "/api/memory/main")
    proposal = json_of(agent.get, f"/api/dreams/{told['proposal']}")
    (change,) = proposal["changes"]
    assert change["new"] == FACT and change["sources"][0]["path"] == TODAY


def test_a_dream_is_dreamt_shown_applied_and_undone(house: ServedNotebook) -> None:
    house.settings.set("agents.decide", True)
    agent = house.agent("decide")
    proposal = dreamt(agent)
    shown = shaped(agent.get(f"/api/dreams/{proposal}"), "get", "/api/dreams/{id}")
    numbers = [one["n"] for one in shown["changes"] if one["kind"] != "question"]
    assert numbers and house.text() == MEMORY
    path = "/api/dreams/{id}/apply"
    applied = shaped(agent.post(path.format(id=proposal), json={"only": numbers}), "post", path)
    assert applied["state"] == "applied" and house.text() != MEMORY
    path = "/api/dreams/{id}/undo"
    shaped(agent.post(path.format(id=proposal)), "post", path)
    assert house.text() == MEMORY


def test_a_whole_number_may_be_written_with_a_fraction_of_nothing(house: ServedNotebook) -> None:
    told = json_of(house.agent().post, "/api/sessions/one/usage", json={"tokens": 7.0})
    assert told["session"] == "one"
    half = house.agent().post("/api/sessions/one/usage", json={"tokens": 7.5})
    assert half.status_code == 400


def test_a_path_says_which_methods_it_takes(house: ServedNotebook) -> None:
    refused = house.agent().delete("/api/memory/main")
    assert set(refused.headers["allow"].split(", ")) >= {"GET", "POST", "PUT"}


@pytest.mark.parametrize(
    ("method", "path", "status"),
    [
        ("GET", "/api/memory/search", 400),
        ("GET", "/api/memory/search?q=a&q=b", 400),
        ("GET", "/api/memory/search?q=a&limit=0", 400),
        ("GET", "/api/memory/search?q=a&limit=99999999999999999999", 400),
        ("GET", "/api/memory/search?q=a&in=everywhere", 400),
        ("GET", "/api/memory/search?q=a&since=2026-13-01", 400),
        ("GET", "/api/memory/search?q=a&nonsense=1", 400),
        ("GET", "/api/memory/daily/2026-02-30", 400),
        ("GET", "/api/memory/daily/yesterday", 400),
        ("GET", "/api/memory/daily/2019-01-01", 404),
        ("GET", "/api/memory/file?path=none.md", 404),
        ("GET", "/api/nothing", 404),
        ("DELETE", "/api/memory/main", 405),
        ("POST", "/api/memory/daily", 400),
        ("POST", "/api/memory/daily?text=in+the+address", 400),
    ],
)
def test_what_is_asked_wrongly_is_told_so(
    house: ServedNotebook, method: str, path: str, status: int
) -> None:
    before = house.state()
    response = house.agent().request(method, path)
    assert (response.status_code, set(response.json())) == (status, {"problem", "hint"})
    assert house.state() == before


@pytest.mark.parametrize(
    "body",
    [b"{", b"[]", b'"text"', b"NaN", b'{"text": NaN}', b'{"text": "\\ud800"}', b"\xff{}",
     b"[" * 100_000, b'{"text": 7}', b'{"text": ""}', b'{"text": "a", "more": 1}'],
)  # fmt: skip
def test_a_body_that_is_no_right_json_writes_nothing(house: ServedNotebook, body: bytes) -> None:
    before = house.state()
    response = house.agent().post(
        "/api/memory/daily", content=body, headers={"content-type": "application/json"}
    )
    assert response.status_code in (400, 409), response.text
    assert house.state() == before


def test_a_change_by_another_program_is_found(house: ServedNotebook) -> None:
    agent = house.agent("read")
    json_of(agent.get, "/api/memory/search", params={"q": "anything"})
    day = house.root / "memory" / "2026-11-20.md"
    day.write_text(DAY + "- The lighthouse keeper is called Otis.\n", encoding="utf-8")
    end = time.monotonic() + 60  # only a failing test waits that long
    while True:
        found = json_of(agent.get, "/api/memory/search", params={"q": "lighthouse keeper Otis"})
        if any("Otis" in hit["text"] for hit in found["hits"]):
            return
        assert time.monotonic() < end, found
        time.sleep(0.05)


def test_who_appends_is_told_the_line_on_which_it_stands(house: ServedNotebook) -> None:
    house.settings.set("agents.may_write", [AGENT])
    agent = house.agent()
    for text in ("# Memory\n", "- The ferry leaves at eight.\n\n## Project\n\n- It is red.\n", "x"):
        (house.root / "MEMORY.md").write_text(text)
        for given in (
            {"text": "Ana is a diver."},
            {"text": "Siv is a diver.", "category": "project"},
            {"text": "Siv has a boat.", "category": "tool"},
        ):
            told = json_of(agent.post, "/api/memory/main", json=given)
            assert house.text().split("\n")[told["line"] - 1] == f"- {given['text']}"


def test_of_settings_that_do_not_all_fit_none_is_changed(house: ServedNotebook) -> None:
    house.settings.set("agents.decide", True)
    front = house.agent("decide")
    before = front.get("/api/memory/config")
    wanted = {"enabled": False, "maxTurns": 1_000_000}
    tag = {"if-match": before.headers["etag"]}
    refused = front.put("/api/memory/config", json=wanted, headers=tag)
    assert refused.status_code in (400, 409, 422)
    assert front.get("/api/memory/config").json() == before.json()
