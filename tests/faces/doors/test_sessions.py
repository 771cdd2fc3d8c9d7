"""Conversations that agents lead: six calls give the whole flow of memory."""

import os
import subprocess
import sys
from pathlib import Path
from typing import Any

from tests.faces.doors.test_rest import shaped
from tests.support.served import AGENT, ServedNotebook, json_of

EXAMPLE = Path(__file__).parents[3] / "examples" / "agent.py"
TODAY = "memory/2026-11-21.md"
MOVED = "I moved the survey to berth 7 on Monday."
TURN = [
    {"role": "user", "content": MOVED},
    {"role": "assistant", "content": "Understood, the survey is at berth 7."},
]


def tell(house: ServedNotebook, name: str, session: str = "one", **body: Any) -> Any:
    path = "/api/sessions/{id}/" + name
    response = house.agent().post(path.format(id=session), json=body)
    assert response.status_code == 200, response.text
    return shaped(response, "post", path)


def steps(told: Any) -> list[str]:
    return [one["step"] for one in told["did"]]


def test_the_example_runs_and_has_no_more_than_forty_lines(house: ServedNotebook) -> None:
    ended = subprocess.run(
        [sys.executable, str(EXAMPLE)],
        env=os.environ
        | {"NIGHTSTAND_URL": house.server.url, "NIGHTSTAND_KEY": house.token("write")},
        capture_output=True,
        text=True,
        timeout=120,
    )
    assert ended.returncode == 0, ended.stderr
    assert "usage 79% of the window, ['flushed']" in ended.stdout
    assert "berth 7" in ended.stdout.partition("to inject:")[2]
    assert house.text(TODAY).count("moved the survey to berth 7") == 1
    versions = house.memory.history.versions(TODAY)
    assert {version.cause.client for version in versions} == {"example-agent"}
    code = EXAMPLE.read_text().split('"""\n', 2)[1].strip().splitlines()
    assert len(code) <= 40, len(code)


def test_a_full_window_is_flushed_once_in_a_cycle(house: ServedNotebook) -> None:
    tell(house, "messages", messages=TURN)
    assert tell(house, "usage", tokens=700, window=1000)["used"] == 0.7
    assert not (house.root / TODAY).exists()
    flushed = tell(house, "usage", tokens=760, window=1000)
    assert steps(flushed) == ["flushed"] and flushed["did"][0]["path"] == TODAY
    assert MOVED in house.text(TODAY)
    assert steps(tell(house, "usage", tokens=790, window=1000)) == []


def test_a_compaction_without_a_flush_flushes_first_and_gives_the_summary_to_inject(
    house: ServedNotebook,
) -> None:
    tell(house, "messages", messages=TURN)
    assert steps(tell(house, "compaction_start")) == ["flushed"]
    after = tell(house, "compaction_end", kept=[])
    assert after["messages"] == [] and after["compacted"] == 2
    assert any("berth 7" in text for text in after["inject"])


def test_the_end_flushes_and_forgets_the_conversation(house: ServedNotebook) -> None:
    tell(house, "messages", messages=TURN)
    assert json_of(house.agent("read").get, "/api/sessions/one")["messages"] == ["1", "2"]
    listed = shaped(house.agent("read").get("/api/sessions"), "get", "/api/sessions")
    assert [one["session"] for one in listed] == ["one"]
    assert steps(tell(house, "end")) == ["flushed"]
    assert house.agent("read").get("/api/sessions/one").status_code == 404
    newest = house.memory.history.versions(TODAY)[0]
    assert (newest.cause.kind, newest.cause.client) == ("flush", AGENT)


def test_a_message_that_is_not_to_be_remembered_goes_nowhere(house: ServedNotebook) -> None:
    secret = {"role": "user", "content": "I moved my savings to the red tin.", "remembered": False}
    tell(house, "messages", messages=[secret])
    tell(house, "end")
    assert not (house.root / TODAY).exists()


def test_a_message_with_a_known_id_is_no_news_and_two_conversations_stand_apart(
    house: ServedNotebook,
) -> None:
    named = [{"id": "a", **TURN[0]}]
    tell(house, "messages", messages=named)
    assert tell(house, "messages", messages=named)["messages"] == ["a"]
    assert tell(house, "messages", session="two", messages=TURN)["messages"] == ["1", "2"]


def test_a_server_that_stops_flushes_what_was_said(house: ServedNotebook) -> None:
    tell(house, "messages", messages=TURN)
    house.server.stop()
    assert MOVED in house.text(TODAY)
    assert house.memory.history.versions(TODAY)[0].cause == f"flush:{AGENT}"


def test_what_is_no_message_is_refused(house: ServedNotebook) -> None:
    agent = house.agent()
    for wrong in ([], [{}], [{"role": "user"}], ["text"], "text", [{**TURN[0], "kind": "shout"}]):
        response = agent.post("/api/sessions/one/messages", json={"messages": wrong})
        assert response.status_code == 400, wrong
    assert agent.get("/api/sessions/one").status_code == 404
