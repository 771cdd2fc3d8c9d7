"""P2: forgetting that is killed at any moment has not begun, or is finished by the next start."""

import random
import shutil
from collections import Counter
from contextlib import closing
from pathlib import Path

import pytest

from tests.promises.test_kills import KILLED, Dreams
from tests.support.every_byte import standing

LINE = "Dr. Okafor is the physio"
EVERYWHERE = ("--days", "--diaries", "--conversations", "--yes")


def kill(folder: Path, times: int, seed: int) -> Counter[str]:
    """Kill so many times, each on the same notebook; how each had gone."""
    dreams, dice = Dreams(folder), random.Random(seed)
    data, kept = dreams.places.data, folder / "kept"
    dreams.command("dream", "--force")
    dreams.command("apply", "--kind", "added")
    dreams.command("update", f"{LINE} of Ana, too")
    for place in (dreams.root, data):
        shutil.copytree(place, kept / place.name)
    dreams.command("forget", LINE, *EVERYWHERE)
    longest, found = dreams.took["forget"] * 1.1, Counter[str]()
    while sum(found.values()) < times:
        for place in (dreams.root, data):
            shutil.rmtree(place)
            shutil.copytree(kept / place.name, place)
        before = {path: path.read_bytes() for path in dreams.root.rglob("*") if path.is_file()}
        code = dreams.command("forget", LINE, *EVERYWHERE, kill_after=dice.uniform(0, longest))
        assert code in (KILLED, 0)
        cut = standing(LINE, dreams.root, data) != []
        with closing(dreams.memory()) as memory:
            assert memory.notices == []
            assert not list(memory._notebook.own.glob("forgetting/*"))
        left = standing(LINE, dreams.root, data)
        if left:
            there = {path: path.read_bytes() for path in dreams.root.rglob("*") if path.is_file()}
            assert there == before, f"half forgotten: {left}"
        found["not begun" if left else "finished at the next start" if cut else "done"] += 1
    dreams.commands.close()
    return found


@pytest.mark.parametrize("times", [30, pytest.param(300, marks=pytest.mark.prove)])
def test_forgetting_killed_at_any_moment_is_finished_or_not_begun(
    times: int, tmp_path: Path
) -> None:
    found = kill(tmp_path, times, times)
    print(f"P2: {times} times killed while forgetting: 0 half forgotten: {dict(found)}")
    assert found["finished at the next start"]
