"""The time that a tier is said to answer in is that of its answer alone."""

from pathlib import Path
from types import SimpleNamespace

import pytest

from desktop_app.memory import tiers
from desktop_app.tiers.places import ChosenStores
from desktop_app.tiers.store import Tier, TierSize, TierStore
from tests.support.dreaming import a_notebook, opened
from tests.support.remembered_tier import RememberedTier

CONNECTS, ANSWERS = 5.0, 0.003  # seconds


class FarServer(RememberedTier):
    """A server that takes its time before the first answer, and none that counts later."""

    def __init__(self) -> None:
        super().__init__()
        self.now, self.connected = 100.0, False

    def size(self) -> TierSize:
        self.now += ANSWERS if self.connected else CONNECTS + ANSWERS
        self.connected = True
        return super().size()


class OneServer(ChosenStores):
    """The warm tier is on a server."""

    def __init__(self, folder: Path, server: FarServer) -> None:
        super().__init__(folder, "notebook")
        self.server = server

    def place(self, tier: str) -> str:
        return "redis://127.0.0.1:6379/0" if tier == Tier.WARM else ""

    def __getitem__(self, tier: str) -> TierStore:
        return self.server


def test_tiers_tell_the_time_of_the_answer_and_not_of_the_connection(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    memory, server = opened(a_notebook(tmp_path), tmp_path), FarServer()
    memory.tiers.stores = OneServer(tmp_path, server)
    monkeypatch.setattr(tiers, "time", SimpleNamespace(perf_counter=lambda: server.now))
    for when in ("at first", "later"):
        (warm,) = (one for one in memory.tiers.status().tiers if one.tier is Tier.WARM)
        assert warm.milliseconds == pytest.approx(ANSWERS * 1e3), when
        assert not warm.trouble
    memory.close()
