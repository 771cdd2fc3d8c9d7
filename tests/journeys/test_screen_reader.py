"""The story on a real screen, as a screen reader such as Orca tells it: by the bus alone."""

from pathlib import Path

import pytest

from tests.support import screen_reader
from tests.support.program import sample


@pytest.mark.prove
@pytest.mark.skipif(not screen_reader.HERE, reason="needs Xvfb, dbus-daemon and at-spi2-core")
def test_a_dream_is_reviewed_applied_and_undone_without_a_screen_to_see(tmp_path: Path) -> None:
    notebook = sample(tmp_path)
    core = notebook / "MEMORY.md"
    before = core.read_bytes()
    with screen_reader.read_aloud(tmp_path, notebook) as reader:
        reader.press("Dreams", "check box")
        reader.press("Dream now", "push button")
        reader.find(r"Question\. .*To decide", "panel")
        assert core.read_bytes() == before, "a dream only proposes"
        reader.press(r"Apply \d+ changes", "push button")
        reader.find(r"What changed: \d added", "label")
        assert core.read_bytes() != before
        reader.press("Undo this dream", "push button")
        reader.find("Undone .*", "label")
        assert core.read_bytes() == before
