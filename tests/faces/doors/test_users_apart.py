"""Notes of one of several users never reach the notebook that they share."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.support.served import ServedNotebook, json_of, served

SECRET = "Ana is allergic to peanuts, please remember."


@pytest.fixture
def shared(tmp_path: Path) -> Iterator[ServedNotebook]:
    with served(tmp_path) as house:
        for name in ("users/ana/2026-11-20.md", "users/ana/people.md", "Users/ben/log/today.md",
                     "user/cleo/tea.md", "users/dan.md"):  # fmt: skip
            path = house.root / "memory" / name
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(f"- {SECRET}\n", encoding="utf-8")
        yield house


def test_no_door_gives_a_line_of_one_user(shared: ServedNotebook) -> None:
    agent = shared.agent()
    assert json_of(agent.get, "/api/memory/search", params={"q": "peanuts"})["hits"] == []
    assert "allergic" not in str(json_of(agent.get, "/api/context", params={"q": "peanuts"}))
    assert "allergic" not in str(json_of(agent.get, "/api/memory/daily"))
    for path in ("memory/users/ana/2026-11-20.md", "memory/Users/ben/log/today.md",
                 "memory/user/cleo/tea.md", "memory/users/dan.md"):  # fmt: skip
        answer = agent.get("/api/memory/file", params={"path": path})
        assert not answer.is_success and "allergic" not in answer.text, path
