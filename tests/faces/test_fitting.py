"""The command line where MEMORY.md is longer than agents read."""

from datetime import date
from pathlib import Path
from typing import Any

import pytest

from tests.faces.test_cli import answered, run

PIERS = {pier: [f"- Berth {pier}{n} was sounded twice.\n" for n in range(8)] for pier in "ABC"}
BERTHS = "".join(f"## Pier {pier}\n\n{''.join(lines)}\n" for pier, lines in PIERS.items())
LONG = f"# Memory\n\n## People\n\n- Mara has the spare key.\n\n{BERTHS}"


@pytest.fixture
def long(tmp_path: Path, capfdbinary: Any, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A notebook of 39 lines of memory, stood in, of which agents read 30."""
    folder = tmp_path / "long"
    assert run(["init", str(folder)]) == 0
    (folder / "MEMORY.md").write_text(LONG, encoding="utf-8")
    day = folder / "memory" / f"{date.today().isoformat()}.md"
    day.write_text("- Berth C3 was sounded twice, and once more.\n", encoding="utf-8")
    monkeypatch.chdir(folder)
    assert run(["settings", "memory.lines", "30"]) == 0
    capfdbinary.readouterr()
    return folder


def test_status_tells_the_size_against_the_limit(long: Path, capfdbinary: Any) -> None:
    _, status = answered(capfdbinary, "status")
    assert status["memory"] == {
        "lines": 39,
        "characters": len(LONG),
        "limits": {"lines": 30, "characters": 25_000},
        "over": "lines",
        "told": f"39 lines, {len(LONG):,} characters; agents read the first 30 lines",
    }
    assert run(["status"]) == 0
    assert b"Memory    39 lines" in capfdbinary.readouterr().out
    run(["settings", "memory.lines", "0"])
    capfdbinary.readouterr()
    assert answered(capfdbinary, "status")[1]["memory"]["over"] is None


@pytest.mark.parametrize("typed", ["-1", "many", "1e9"])
def test_a_limit_that_is_none_is_refused(long: Path, capfdbinary: Any, typed: str) -> None:
    assert run(["settings", "memory.lines", "--", typed]) == 3
    assert b"0 for no limit" in capfdbinary.readouterr().err
