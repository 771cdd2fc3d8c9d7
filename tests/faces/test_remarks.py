"""A mark that a note opens and never closes hides nothing."""

from datetime import date
from pathlib import Path
from typing import Any

import pytest

from tests.support.cli import run

DAY = f"memory/{date.today()}.md"


@pytest.mark.parametrize("opened", ["```\ncode", "~~~~\nx", "<!-- draft", "<details>", "$$\nx"])
def test_what_follows_an_open_mark_is_found_and_dreamt(
    tmp_path: Path, capfdbinary: Any, opened: str
) -> None:
    notebook = tmp_path / "notes"

    def told(*words: str) -> str:
        run("--notebook", str(notebook), *words)
        return str(capfdbinary.readouterr().out.decode())

    assert run("init", str(notebook)) == 0
    (notebook / DAY).write_text(f"# Day\n\n- start\n\n{opened}\n")
    told("remember", "Decided: Siv paints pier 4 in June.")
    told("update", "Ana has a boat")
    lines = (notebook / DAY).read_text().split("\n")
    line = next(n for n, text in enumerate(lines, 1) if "Siv" in text)
    assert told("search", "Siv").startswith(f"{DAY}:{line}: Decided: Siv paints pier 4 in June.")
    assert f"{DAY}:{line}" in told("dream", "--engine", "builtin")
    assert "Ana has a boat" in told("search", "boat")
