"""Printouts: what is wanted, and the page of HTML that it becomes."""

import errno
import re
from collections.abc import Iterator
from datetime import date
from pathlib import Path

import pytest

from desktop_app.errors import Missing, Problem, WrongUse
from desktop_app.export.printout import PrintKind, PrintWish, wanted
from desktop_app.memory import Memory
from desktop_app.notebook.storage import disk
from desktop_app.notebook.text.sections import LONG_LINE
from tests.support.dreaming import a_notebook, opened

HARBOUR = """---
tags: sea
---
# Harbour survey

See [[2026-11-19]], [[MEMORY]] and https://example.org/a_b. [out](https://example.org)
[run](javascript:alert(1)) <script>alert(1)</script> <img src=x onerror=alert(1)>

<!-- for who writes -->

- [x] done, [bad](<javascript:1> "x")
- [ ] open <!-- pinned -->

港口
办公室

![here](pic.png) ![above](../../pic.png) ![far](https://example.org/x.png) ![none](gone.png)
"""
DIARIES = """# Dream Diary: 2026-11-18

## First (03:00)

Of the eighteenth.

# Dream Diary: 2026-11-19

## Second (03:00)

Of the nineteenth.
"""


@pytest.fixture
def memory(tmp_path: Path) -> Iterator[Memory]:
    root = a_notebook(
        tmp_path, d20261119="# Daily Memory: 2026-11-19\n\n## Notes\n\n- See [[2026-11-20]]\n",
        d20261120="# Daily Memory: 2026-11-20\n\n- one\n", d20261121="- two\n",
    )  # fmt: skip
    (root / "memory/2026-11-20-quay.md").write_text("# At the quay\n\n- three\n")
    (root / "memory/2026-11-17-sail.md").write_text("- four\n")
    (root / "memory/harbour.md").write_text(HARBOUR)
    (root / "memory/pic.png").write_bytes(b"\x89PNG\r\n\x1a\n")
    (root / "memory/dreams").mkdir(exist_ok=True)
    (root / "memory/dreams/2026-11-19.md").write_text(DIARIES)
    made = opened(root, tmp_path)
    yield made
    made.close()


def page(memory: Memory, asked: str, path: Path) -> str:
    memory.export_page(memory.printout(wanted(asked)), path)
    return path.read_text(encoding="utf-8")


def test_what_is_wanted_is_read_from_words_or_refused() -> None:
    day = date(2026, 11, 20)
    assert wanted("memory").kind is PrintKind.MEMORY
    assert wanted("2026-11-20") == PrintWish(PrintKind.DAYS, day, day)
    assert wanted("2026-11-20..") == PrintWish(PrintKind.DAYS, first=day)
    assert wanted("..2026-11-20") == PrintWish(PrintKind.DAYS, last=day)
    assert wanted("dream:2026-11-20") == PrintWish(PrintKind.DREAM, day, day)
    assert wanted("topic:the quay") == PrintWish(PrintKind.TOPIC, name="the quay")
    for words in ("", "..", "2026-13-01", "dream:", "topic:", "2026-1-1..2026-11-20", "all"):
        with pytest.raises(WrongUse):
            wanted(words)


def test_a_page_is_whole_runs_nothing_and_fetches_nothing(memory: Memory, tmp_path: Path) -> None:
    html = page(memory, "topic:harbour", tmp_path / "a.html")
    assert "<title>Harbour survey</title>" in html and html.count("Harbour survey</h1>") == 1
    assert "default-src 'none'" in html and "<script" not in html and "<img src=x" not in html
    assert set(re.findall(r'href="([^"]*)"', html)) == {
        "https://example.org/a_b", "https://example.org",
    }  # fmt: skip
    sources = re.findall(r'src="([^"]*)"', html)
    assert len(sources) == 1 and sources[0].startswith("data:image/png;base64,")
    for words in ("above", "far", "none"):
        assert f'<span class="gone">{words}</span>' in html
    assert "for who writes" not in html and "pinned" not in html
    assert '<li class="checked"><input type="checkbox" disabled checked> done' in html
    assert "港口办公室" in html and "tags: sea" in html
    assert (tmp_path / "a.html").stat().st_mode & 0o777 == 0o600


def test_days_stand_in_order_with_all_their_files_and_links_among_them(
    memory: Memory, tmp_path: Path
) -> None:
    html = page(memory, "2026-11-19..", tmp_path / "days.html")
    titles = re.findall(r"<h[12]>(.*?)</h[12]>", html)
    assert titles == [
        "19 November 2026 to 21 November 2026", "Thursday, 19 November 2026",
        "Friday, 20 November 2026", "Friday, 20 November 2026 · quay",
        "Saturday, 21 November 2026",
    ]  # fmt: skip
    assert "<h3>Notes</h3>" in html and "<h3>At the quay</h3>" in html
    assert 'href="#2026-11-20"' in html and 'id="2026-11-20"' in html
    assert "Daily Memory" not in html
    saying = memory.root / "memory/2026-11-20-quay.md"
    saying.write_text("- [[../2026-11-19]] [[./2026-11-19|up]] [[../memory/2026-11-21|same]]\n")
    led = page(memory, "2026-11-19..", tmp_path / "led.html")
    assert re.findall(r'#([0-9-]+)"[^>]*>(up|same)', led) == [
        ("2026-11-19", "up"),
        ("2026-11-21", "same"),
    ]
    assert '<span class="named">../2026-11-19</span>' in led, "there is nothing above"
    more = page(memory, "2026-11-01..2026-11-19", tmp_path / "more.html")
    assert 'id="memory/2026-11-17-sail.md"' in more and '<span id="2026-11-17">' in more
    one = page(memory, "2026-11-19", tmp_path / "day.html")
    assert '<span class="named">2026-11-20</span>' in one and "<h2>Notes</h2>" in one
    dream = page(memory, "dream:2026-11-19", tmp_path / "dream.html")
    assert "Of the nineteenth." in dream
    for words in ("2026-01-01", "dream:2026-01-01", "topic:nothing"):
        with pytest.raises(Missing):
            memory.printout(wanted(words))
    with pytest.raises(WrongUse, match="before the first"):
        memory.printout(wanted("2026-11-20..2026-11-19"))


def test_of_one_file_with_many_diaries_one_day_is_taken(tmp_path: Path) -> None:
    root = a_notebook(tmp_path)
    (root / "DREAMS.md").write_text(DIARIES)
    memory = opened(root, tmp_path)
    try:
        html = page(memory, "dream:2026-11-18", tmp_path / "dream.html")
        assert "Of the eighteenth." in html and "Second" not in html
        assert "Dream Diary" not in html
    finally:
        memory.close()


def test_only_an_earlier_page_is_written_over_and_no_half_one_stays(
    memory: Memory, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path, other = tmp_path / "a.html", tmp_path / "b.html"
    other.write_text("<html>mine</html>")
    printout = memory.printout(wanted("2026-11-19.."))
    synced = list[bool]()
    with monkeypatch.context() as changed:
        changed.setattr(disk, "sync", lambda descriptor: synced.append(path.exists()))
        memory.export_page(printout, path)
    assert synced == [False, True], "all of it is on the disk before it has its name"
    before = path.read_bytes()

    def full(done: int, count: int) -> None:
        if done:
            raise OSError(errno.ENOSPC, "no space left")

    def stopped(done: int, count: int) -> None:
        if done == 1:
            raise Problem("Stopped.")

    with pytest.raises(Problem, match="the disk is full"):
        memory.export_page(printout, path, full)
    with pytest.raises(Problem, match="Stopped"):
        memory.export_page(printout, path, stopped)
    with pytest.raises(Problem, match="is there already"):
        memory.export_page(printout, other)
    new = tmp_path / "c.html"
    with pytest.raises(Problem, match="is there already"):  # it came while the page was written
        memory.export_page(printout, new, lambda done, count: new.write_text("mine") and None)
    assert new.read_text() == "mine"
    with pytest.raises(Problem, match="cannot be written"):
        memory.export_page(printout, tmp_path / "missing" / "a.html")
    assert path.read_bytes() == before and other.read_text() == "<html>mine</html>"
    assert not list(tmp_path.glob(".*.part"))
    (memory.root / "memory/2026-11-20.md").unlink()
    unread = memory.root / "memory/2026-11-21.md"
    unread.unlink()
    unread.mkdir()
    told = memory.export_page(printout, path)
    assert told.left_out == ("2026-11-21",)
    assert told.notes == 2 and "<li>one" not in path.read_text()


def test_an_endless_line_and_odd_bytes_are_shown(memory: Memory, tmp_path: Path) -> None:
    note = memory.root / "memory/2026-11-18.md"
    note.write_bytes(b"# a\n" + b"<b" * LONG_LINE + b"\n- caf\xe9 \xed\xa0\x80\n")
    html = page(memory, "2026-11-18", tmp_path / "a.html")
    assert html.count("&lt;b") == LONG_LINE and "caf" in html
