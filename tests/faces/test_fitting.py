"""The command line where MEMORY.md is longer than agents read."""

import re
from datetime import date
from pathlib import Path
from typing import Any

import pytest

from desktop_app.notebook.bullets import MemoryFile
from tests.faces.test_cli import answered, run

BERTHS = "".join(f"- Berth {n} was sounded twice.\n" for n in range(30))
LONG = f"# Memory\n\n## People\n\n- Mara has the spare key.\n\n## Berths\n\n{BERTHS}"


@pytest.fixture
def long(tmp_path: Path, capfdbinary: Any, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A notebook of 38 lines of memory, stood in, of which agents read 30."""
    folder = tmp_path / "long"
    assert run(["init", str(folder)]) == 0
    (folder / "MEMORY.md").write_text(LONG, encoding="utf-8")
    day = folder / "memory" / f"{date.today().isoformat()}.md"
    day.write_text("- Berth 29 was sounded twice, and once more.\n", encoding="utf-8")
    monkeypatch.chdir(folder)
    assert run(["settings", "memory.lines", "30"]) == 0
    capfdbinary.readouterr()
    return folder


def test_status_tells_the_size_against_the_limit(long: Path, capfdbinary: Any) -> None:
    _, status = answered(capfdbinary, "status")
    assert status["memory"] == {
        "lines": 38,
        "characters": len(LONG),
        "limits": {"lines": 30, "characters": 25_000},
        "over": "lines",
        "told": f"38 lines, {len(LONG):,} characters; agents read the first 30 lines",
    }
    assert run(["status"]) == 0
    assert b"Memory    38 lines" in capfdbinary.readouterr().out
    run(["settings", "memory.lines", "0"])
    capfdbinary.readouterr()
    assert answered(capfdbinary, "status")[1]["memory"]["over"] is None


@pytest.mark.parametrize("typed", ["-1", "many", "1e9"])
def test_a_limit_that_is_none_is_refused(long: Path, capfdbinary: Any, typed: str) -> None:
    assert run(["settings", "memory.lines", "--", typed]) == 3
    assert b"0 for no limit" in capfdbinary.readouterr().err


def test_a_dream_moves_what_was_never_found_and_undo_brings_it_back(
    long: Path, capfdbinary: Any
) -> None:
    memory = long / "MEMORY.md"
    assert answered(capfdbinary, "search", "Berth 28", "--limit", "1")[1]["hits"]
    assert answered(capfdbinary, "get", "MEMORY.md", "--from", "36", "--lines", "1")[0] == 0
    _, dream = answered(capfdbinary, "dream")
    moved = [change for change in dream["changes"] if change["kind"] == "moved"]
    assert {change["to"] for change in moved} == {"memory/berths.md"}
    assert not any(change["accepted"] for change in moved)
    assert all("over the limit of 30 lines; never found" in change["reason"] for change in moved)
    going = [number(change["old"][0]) for change in moved]
    assert going[-1] == 26, "27 was fetched, 28 was found, the days say 29 again"
    assert run(["proposals"]) == 0
    assert b"> moved to memory/berths.md (not accepted" in capfdbinary.readouterr().out
    waiting = answered(capfdbinary, "proposals")[1][0]["id"]
    _, dream = answered(capfdbinary, "apply", waiting, "--only", numbers_of(dream))
    assert dream["state"] == "applied"
    assert len(memory.read_text(encoding="utf-8").splitlines()) <= 30
    topic = (long / "memory" / "berths.md").read_bytes()
    assert [number(bullet.text) for bullet in MemoryFile(topic).bullets] == going
    _, found = answered(capfdbinary, "search", "Berth 26", "--in", "topics")
    assert found["hits"][0]["path"] == "memory/berths.md"
    code, undone = answered(capfdbinary, "undo")
    assert (code, undone["conflicts"]) == (0, [])
    assert memory.read_text(encoding="utf-8") == LONG
    assert not (long / "memory" / "berths.md").exists()


def number(text: str) -> int:
    return int(re.findall(r"\d+", text)[0])


def numbers_of(dream: dict[str, Any]) -> str:
    return ",".join(str(one["n"]) for one in dream["changes"] if one["kind"] == "moved")
