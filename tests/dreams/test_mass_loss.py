"""Before a dream builds on MEMORY.md, it is asked whether that was put back or has lost lines."""

from datetime import timedelta
from pathlib import Path

from desktop_app.memory.schedule import alarm
from tests.support.dreaming import StillClock, a_notebook, opened


def test_what_another_program_has_just_taken_out_is_seen(tmp_path: Path) -> None:
    memory_text = "# Memory\n\n" + "".join(f"- Line {n} of mine.\n" for n in range(30))
    root = a_notebook(tmp_path, memory_text, d20261120="- one\n")
    clock = StillClock()
    memory = opened(root, tmp_path, clock)
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
