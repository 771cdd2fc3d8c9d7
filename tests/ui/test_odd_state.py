"""The window opens whatever stands in the file of what it remembers."""

import json
from pathlib import Path
from typing import Any

import pytest

from desktop_app.notebook.opening import open_notebook
from tests.support.program import running, sample

HUGE = 10**400


@pytest.mark.parametrize(
    "place",
    [["days", "MEMORY.md", HUGE], [["days"], "MEMORY.md", 1], [{}, {}, {}], ["memory", 7, 7],
     ["memory", "MEMORY.md", "9"], ["memory", "MEMORY.md", -HUGE], "memory", None],
)  # fmt: skip
async def test_an_odd_place_size_and_width_are_no_bug(
    place: Any, tmp_path: Path, qapp, qtbot
) -> None:
    root = sample(tmp_path)
    notebook = open_notebook(root, tmp_path / "data")
    odd = {
        f"place.{notebook.id}": place, "size": [HUGE, -HUGE], "list_width": HUGE,
        "maximized": [], "inspector": {}, "recent": {"a": [HUGE]},
    }  # fmt: skip
    notebook.close()
    (tmp_path / "data" / "state.json").write_text(json.dumps(odd), encoding="utf-8")
    async with running(tmp_path, root) as program:
        assert program.window.page.isVisible()
        assert program.window.width() < 10_000
        assert program.window.workspace.isVisible()
