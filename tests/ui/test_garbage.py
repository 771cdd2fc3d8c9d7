"""Objects of Qt's that nobody holds any more end in the interface's thread."""

import gc
import threading
from typing import Any

import pytest
from PySide6.QtCore import QObject, QTimer

from desktop_app.ui.frame import loop
from desktop_app.ui.frame.loop import collect_due, collected_here
from tests.support.waiting import until


class Knot(QObject):
    """Holds itself, so that only the collector can end it."""

    def __init__(self, ended_in: list[int]) -> None:
        super().__init__()
        self.itself = self
        self.clock = QTimer(self, interval=10)
        self.clock.start()
        self._ended_in = ended_in

    def __del__(self) -> None:
        self._ended_in.append(threading.get_ident())


def _busy() -> list[list[int]]:
    """Allocates as much as makes the collector look at everything, were it on."""
    return [[] for _ in range(200_000)]


async def test_a_busy_thread_ends_no_object_of_the_window(
    qtbot: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(loop, "EVERY_MS", 10)
    gc.collect()
    gc.enable()
    ended_in: list[int] = []
    with collected_here():
        assert gc.get_freeze_count() > 10_000, "a collection looks through all that was loaded"
        Knot(ended_in)
        kept: list[list[int]] = []
        busy = threading.Thread(target=lambda: kept.extend(_busy()))
        busy.start()
        busy.join()
        await until(lambda: ended_in)
    assert kept, "what is let go of again makes no collection due"
    assert ended_in == [threading.get_ident()]
    assert gc.isenabled()
    assert gc.get_freeze_count() == 0


def test_nothing_is_collected_before_it_is_due(qtbot: Any) -> None:
    gc.disable()
    gc.collect()
    ended_in: list[int] = []
    Knot(ended_in)
    collect_due()
    assert not ended_in
    kept = _busy()
    collect_due()
    assert kept
    assert ended_in == [threading.get_ident()]
