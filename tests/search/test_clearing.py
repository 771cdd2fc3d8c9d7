"""Clearing: what a person deleted is in no byte of what was made of the notes."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from desktop_app.search.clearing import clear
from tests.search.conftest import Shelf
from tests.search.meaning.conftest import Desk, desk  # noqa: F401  # the fixture

SECRET = "The gate opens with xyzzy-4711 and a bow"


def bytes_of(folder: Path) -> bytes:
    """All that stands in the files beside the notebook, open logs too."""
    return b"".join(path.read_bytes() for path in sorted(folder.iterdir()) if path.is_file())


def with_secret(shelf: Shelf) -> None:
    shelf.index.update(
        shelf.write(f"memory/2026-10-{n + 1:02}.md", f"- The ferry left at {n}\n- A lantern\n")
        for n in range(30)
    )
    shelf.put("MEMORY.md", f"- {SECRET}\n- Another\n")


def test_no_byte_of_a_removed_line_stays_in_the_index(shelf: Shelf) -> None:
    folder = shelf.index.path.parent
    with_secret(shelf)
    assert b"xyzzy" in bytes_of(folder)
    shelf.put("MEMORY.md", "- Another\n")
    shelf.put("memory/2026-11-01.md", "- A line that comes later\n")
    shelf.index.clear()
    assert b"xyzzy" not in bytes_of(folder)
    assert b"4711" not in bytes_of(folder)
    assert shelf.index.check() == []
    assert len(shelf.find("lantern", limit=50)) == 30
    assert shelf.texts("comes later") == ["A line that comes later"]


def test_what_is_removed_while_it_is_cleared_goes_the_next_time(shelf: Shelf) -> None:
    with_secret(shelf)
    shelf.put("memory/2026-11-01.md", "- plugh\n")
    shelf.put("MEMORY.md", "- Another\n")
    steps = 0

    @contextmanager
    def change() -> Iterator[None]:
        nonlocal steps
        steps += 1
        if steps == 4:
            shelf.put("memory/2026-11-01.md", "- nothing\n")
        yield

    shelf.index.ask(lambda connection: clear(connection, change))
    assert steps >= 4
    shelf.index.clear()
    assert b"plugh" not in bytes_of(shelf.index.path.parent)


def test_nothing_is_rewritten_where_no_line_went(shelf: Shelf) -> None:
    with_secret(shelf)
    shelf.index.clear()
    before = shelf.index.path.read_bytes()
    shelf.index.clear()
    assert shelf.index.path.read_bytes() == before
