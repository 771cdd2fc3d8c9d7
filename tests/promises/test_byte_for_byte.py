"""P11: files stay byte for byte what was written, whatever is in them, through the real editor."""

from pathlib import Path
from typing import Any

import pytest
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from tests.support.notes import MEMORY, Notes, notes
from tests.support.odd_files import ODD_FILES
from tests.support.waiting import until
from tests.ui.test_document import opened

TOPIC, DAY = "memory/topic.md", "memory/2026-11-20.md"
BATCHES = 4  # each in one window


def lines_of(data: bytes) -> list[bytes]:
    return data.split(b"\n")


async def reading_and_saving_is_nothing(made: Notes, path: str) -> None:
    before, state = made.bytes_of(path), (made.root / path).stat()
    document = await opened(made, path)
    document.editor.edited.emit()  # as if touched
    document.flush()
    await until(lambda: not document.unsaved)
    after = (made.root / path).stat()
    assert made.bytes_of(path) == before
    assert (after.st_ino, after.st_mtime_ns) == (state.st_ino, state.st_mtime_ns)
    document.close()


async def one_key_changes_one_line(made: Notes, path: str, qtbot: Any, at_end: bool) -> None:
    before = made.bytes_of(path)
    document = await opened(made, path)
    if at_end:
        document.editor.go_to_end()
    else:
        document.editor.go_to(1)
    qtbot.keyClicks(document.editor, "Q")
    document.flush()
    await until(lambda: not document.unsaved)
    after = made.bytes_of(path)
    assert after != before
    assert after.count(b"Q") == before.count(b"Q") + 1
    assert not at_end or after.endswith((b"\n", b"\r"))
    rest = after.replace(b"Q", b"")
    if rest != before.replace(b"Q", b""):  # an edited last line ends as lines do
        assert b"Q" in lines_of(after)[-2] and lines_of(after)[-1] == b""
        rest = rest.removesuffix(b"\n").removesuffix(b"" if before.endswith(b"\r") else b"\r")
        after = after[: len(before) + 1]
    assert rest == before.replace(b"Q", b"")  # all else, to the byte
    pairs = zip(lines_of(before), lines_of(after), strict=True)
    assert sum(was != now for was, now in pairs) == 1
    document.editor.undo()
    document.flush()
    await until(lambda: not document.unsaved)
    assert made.bytes_of(path) == before
    document.close()


@pytest.mark.parametrize("batch", range(BATCHES))
async def test_every_odd_file_survives_the_editor(
    batch: int, tmp_path: Path, qapp: QApplication, qtbot: QtBot
) -> None:
    names = list(ODD_FILES)[batch::BATCHES]
    async with notes(tmp_path, qapp, {"MEMORY.md": MEMORY, DAY: "- a day\n"}) as made:
        for name in names:
            for at_end in (False, True):
                made.write(TOPIC, ODD_FILES[name])
                try:
                    await reading_and_saving_is_nothing(made, TOPIC)
                    await one_key_changes_one_line(made, TOPIC, qtbot, at_end)
                except AssertionError as error:
                    raise AssertionError(
                        f"{name}, at the {'end' if at_end else 'start'}"
                    ) from error
        assert not list(made.root.glob("**/*conflict*"))


def test_there_are_enough_odd_files() -> None:
    assert len(set(ODD_FILES.values())) >= 60
    print(f"P11: {len(ODD_FILES)} odd files read and saved to the byte, one key changes one line")
