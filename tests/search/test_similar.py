"""Similar: lines that share the telling words of one, by words alone."""

import sqlite3

import pytest

from desktop_app.search.index import Query, Results
from desktop_app.search.similar import line_of
from tests.search.conftest import Shelf
from tests.support.odd_files import ODD_FILES


@pytest.fixture
def full(shelf: Shelf) -> Shelf:
    shelf.put(
        "MEMORY.md", "# Memory\n\n- The harbour report is due on Friday\n- Ana likes tea\n- of\n"
    )
    shelf.put(
        "memory/2026-11-20.md", "- Reports on the harbour are due\n- It is due\n- Rain on Friday\n"
    )
    shelf.put("memory/2026-11-21.md", "- 备用钥匙在安娜那里\n- 安娜有備用鑰匙\n- 今天下雨\n")
    return shelf


def like(shelf: Shelf, path: str, line: int, **how: object) -> Results:
    return shelf.index.similar(path, line, Query("", **how))  # type: ignore[arg-type]


def test_the_line_that_shares_most_comes_first_and_the_line_itself_never(full: Shelf) -> None:
    found = like(full, "MEMORY.md", 3).hits
    assert found[0].text == "Reports on the harbour are due"
    assert all((hit.path, hit.line) != ("MEMORY.md", 3) for hit in found)
    assert [hit.score for hit in found] == sorted((hit.score for hit in found), reverse=True)
    assert all(0 < hit.score <= 1 and hit.why.startswith("words: ") for hit in found)


def test_an_equal_line_is_very_much_alike(full: Shelf) -> None:
    full.put("memory/2026-11-22.md", "- Ana likes tea\n")
    (hit,) = like(full, "MEMORY.md", 4).hits
    assert hit.score > 0.8


def test_no_line_of_any_file_is_an_error(shelf: Shelf) -> None:
    for number, data in enumerate(ODD_FILES.values()):
        shelf.put(f"memory/{number}.md", data)
    connection = sqlite3.connect(shelf.index.path)
    places = connection.execute(
        "select path, line from chunks join files on files.id = file limit 120"
    ).fetchall()
    connection.close()
    assert places
    for path, line in places:
        assert all((hit.path, hit.line) != (path, line) for hit in like(shelf, path, line).hits)


@pytest.mark.parametrize(
    ("text", "line"),
    [
        ("The harbour report is due", 3),
        ("The harbour\nreport is due", 3),  # its lines may be joined otherwise
        ("[ ] Ana likes tea", 5),
        ("Ana likes tea\n- and cake", 5),  # what stands below a bullet is a line of its own
        ("twice", 7),
        ("The harbour report", None),
        ("- Rain", None),
        ("", None),
    ],
)
def test_a_line_is_found_again_where_it_has_moved(
    shelf: Shelf, text: str, line: int | None
) -> None:
    memory = "- twice\n\n- The harbour report is due\n- of\n- [x] Ana likes tea\n  - and cake\n"
    shelf.put("MEMORY.md", f"{memory}- twice\n- Rain on Friday\n")
    found = shelf.index.ask(lambda tables: line_of(tables, "MEMORY.md", 6, text))
    assert found == line


@pytest.mark.parametrize(
    ("path", "line"),
    [("\udc80", 1), ("\0", 1), ("MEMORY.md", 10**30), ("MEMORY.md", -(10**30)), ("MEMORY.md", 0)],
)
def test_no_place_is_an_error(full: Shelf, path: str, line: int) -> None:
    assert full.index.similar(path, line, Query("")).hits == ()
