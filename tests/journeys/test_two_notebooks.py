"""One notebook after another: nothing of the first reaches the second, nothing typed is lost."""

from pathlib import Path
from threading import Event
from typing import Any

from tests.support.program import quiet, running, sample
from tests.support.waiting import until


async def test_nothing_that_was_asked_of_one_notebook_arrives_in_another(
    qtbot: Any, tmp_path: Path
) -> None:
    (tmp_path / "other").mkdir()
    (tmp_path / "other/MEMORY.md").write_text("# The other one\n")
    async with running(tmp_path, sample(tmp_path)) as program:
        memory, page = program.memory, program.history_page
        memory.save("MEMORY.md", b"# first\n", memory.read("MEMORY.md"), "restore")
        page.show_file("MEMORY.md")
        await until(lambda: page.shown)
        begun, go, read = Event(), Event(), memory.version_data

        def slow(version: int) -> bytes:
            begun.set()
            go.wait(10)
            return read(version)

        memory.version_data = slow
        page.pane.rows.choose(page.pane.rows.versions.steps[-1].version.version)
        await until(begun.is_set)
        program.open(tmp_path / "other")
        await until(lambda: program.memory is not memory)
        go.set()
        await quiet(program)
        assert page.shown is None
        assert not page.restore_button.isEnabled()
        assert (tmp_path / "other/MEMORY.md").read_text() == "# The other one\n"
