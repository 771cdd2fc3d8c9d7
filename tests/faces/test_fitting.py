"""The command line where MEMORY.md is longer than agents read."""

from datetime import date

import pytest

from tests.support.cli import Shell

PIERS = {pier: [f"- Berth {pier}{n} was sounded twice.\n" for n in range(8)] for pier in "ABC"}
BERTHS = "".join(f"## Pier {pier}\n\n{''.join(lines)}\n" for pier, lines in PIERS.items())
LONG = f"# Memory\n\n## People\n\n- Mara has the spare key.\n\n{BERTHS}"


@pytest.fixture(autouse=True)
def long(shell: Shell) -> None:
    """A notebook of 39 lines of memory, of which agents read 30."""
    (shell.folder / "MEMORY.md").write_text(LONG, encoding="utf-8")
    day = shell.folder / "memory" / f"{date.today().isoformat()}.md"
    day.write_text("- Berth C3 was sounded twice, and once more.\n", encoding="utf-8")
    assert shell.run("settings", "memory.lines", "30") == 0


def test_status_tells_the_size_against_the_limit(shell: Shell) -> None:
    status = shell.do("status")
    assert status["memory"] == {
        "lines": 39,
        "characters": len(LONG),
        "limits": {"lines": 30, "characters": 25_000},
        "over": "lines",
        "told": f"39 lines, {len(LONG):,} characters; agents read the first 30 lines",
    }
    assert "Memory    39 lines" in shell.says("status")
    shell.run("settings", "memory.lines", "0")
    assert shell.do("status")["memory"]["over"] is None


@pytest.mark.parametrize("typed", ["-1", "many", "1e9"])
def test_a_limit_that_is_none_is_refused(shell: Shell, typed: str) -> None:
    assert "0 for no limit" in shell.says("settings", "memory.lines", "--", typed, code=3)
