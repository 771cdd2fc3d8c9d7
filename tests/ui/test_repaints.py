"""The repaint soak: painting goes on and on without losing a reference or growing."""

import gc
from pathlib import Path
from typing import Any

import pytest
from PySide6.QtWidgets import QWidget

from tests.support.program import quiet, running, sample

PAGES = ("memory", "days", "dreams", "search", "settings")


async def _soak(tmp_path: Path, times: int) -> None:
    async with running(tmp_path, sample(tmp_path)) as program:
        for name in PAGES:
            program.window.show_page(name)
            await quiet(program)
            parts = [
                widget for widget in program.window.findChildren(QWidget) if widget.isVisible()
            ]
            assert parts
            for n in range(times // len(PAGES) // len(parts) + 1):
                for widget in parts:
                    widget.repaint()
                if n % 50 == 0:
                    gc.collect()


async def test_repaints_leave_the_program_alive(qtbot: Any, tmp_path: Path) -> None:
    await _soak(tmp_path, 1000)


@pytest.mark.prove
async def test_twenty_thousand_repaints_leave_the_program_alive(qtbot: Any, tmp_path: Path) -> None:
    await _soak(tmp_path, 20_000)
