"""Before a dream builds on MEMORY.md, it is asked whether that was put back or has lost lines."""

from contextlib import closing
from datetime import timedelta
from pathlib import Path

import pytest

from desktop_app.dreams.schedule.mass_loss import MemoryState, alarm, alarm_of
from desktop_app.notebook.history import Cause
from tests.support.dreaming import NOON, StillClock, a_notebook, opened


def states(*bullets_and_causes: tuple[int, str]) -> list[MemoryState]:
    return [MemoryState(count, Cause(cause), NOON) for count, cause in bullets_and_causes]


@pytest.mark.parametrize(
    ("became", "alarms"),
    [
        ([(30, "edit"), (19, "outside")], True),  # 11 of 30
        ([(30, "edit"), (20, "outside")], False),  # a third, and not more
        ([(28, "edit"), (18, "outside")], True),
        ([(12, "edit"), (3, "outside")], False),  # fewer than ten
        ([(30, "edit"), (15, "outside"), (0, "edit")], True),  # bit by bit
        ([(30, "edit"), (5, "dream")], False),  # a person or the table took them
        ([(30, "edit"), (5, "undo")], False),
        ([(30, "edit"), (10, "outside"), (30, "outside")], False),  # they are back
        ([(5, "edit"), (30, "dream"), (18, "update:some-agent")], True),
        ([(5, "edit"), (5, "restore")], True),
        ([(5, "restore"), (5, "edit")], False),  # that was before
        ([], False),
    ],
)
def test_dreams_pause_after_a_sudden_loss_or_a_restore(
    became: list[tuple[int, str]], alarms: bool
) -> None:
    assert bool(alarm_of(states(*became))) is alarms


def test_what_another_program_has_just_taken_out_is_seen(tmp_path: Path) -> None:
    memory_text = "# Memory\n\n" + "".join(f"- Line {n} of mine.\n" for n in range(30))
    root = a_notebook(tmp_path, memory_text, d20261120="- one\n")
    clock = StillClock()
    with closing(opened(root, tmp_path, clock)) as memory:
        memory.index.refresh()
        memory.files.update("- One more.", heading="")
        assert alarm(memory._notebook, None, clock.now()) == ""
        (root / "MEMORY.md").write_bytes(b"# Memory\n\n- Line 1 of mine.\n")
        told = alarm(memory._notebook, None, clock.now())
        assert "30 of 31" in told
        clock.forward(hours=1)
        memory.index.refresh()
        assert alarm(memory._notebook, None, clock.now()) == told
        later = clock.now() + timedelta(hours=1)
        assert alarm(memory._notebook, later, later) == ""  # somebody has looked since
