"""P17: whatever path is asked for, not a byte outside the notebook is read or written."""

import asyncio
import itertools
import os
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import closing, suppress
from pathlib import Path

import pytest

from desktop_app.errors import Problem
from desktop_app.faces.cli import run
from desktop_app.memory import Memory
from desktop_app.notebook.files import Snapshot
from desktop_app.notebook.write_journal import Write
from tests.support.dreaming import DAY, a_notebook, opened, places

SECRET = b"the secret outside"
DOTS = ("..", "../..", "..//..", "./..", "memory/..", "memory/../..", "memory/dreams/../../..")
ENDS = ("outside/secret.md", "outside", "notebook-2/secret.md", "MEMORY.md/../outside/secret.md")
TRICKS = (
    "", ".", "/", "//", "~", "~/secret.md", "~root/x.md", "MEMORY.md/", "/MEMORY.md", "./MEMORY.md",
    "memory//2026-11-20.md", "memory/./2026-11-20.md", "memory/", "MEMORY.md\0.txt", "\0",
    "memory\\..\\..\\outside\\secret.md", "..\\outside\\secret.md", "C:\\secret.md", "C:secret.md",
    "\\\\server\\share\\secret.md", "%2e%2e/outside/secret.md", "..%2foutside%2fsecret.md",
    "%2e%2e%2foutside", "．．/outside/secret.md", "‥/outside/secret.md", "..\u2215outside",
    "…/outside/secret.md",
    ".. /outside/secret.md", "../ outside/secret.md", "..;/outside/secret.md",
    "....//outside/secret.md", "file:///etc/passwd", "http://localhost/secret.md", "-", "--help",
    "$HOME/secret.md", "${HOME}", "`cat /etc/passwd`", "|cat /etc/passwd", "*", "memory/*.md",
    "/etc/passwd", "/proc/self/environ", "/proc/self/root/etc/passwd", "/dev/zero", "/dev/stdin",
    ".nightstand.toml/../../outside/secret.md", "memory/\ud800.md", "a" * 300, "x" * 5000,
)  # fmt: skip
LINKS = {
    "link.md": "outside/secret.md", "memory/link.md": "outside/secret.md", "new.md": "outside/new",
    "memory/2026-01-01.md": "outside/secret.md", "folder": "outside", "memory/dreams": "outside",
    "sessions": "outside", "near.md": "notebook-2/secret.md", "memory/up": "", "top.md": "",
    "memory/2026-01-02.md": "link-to-link", "round.md": "notebook/round.md",
    "memory/long.md": "notebook/../notebook/../outside/secret.md",
}  # fmt: skip
THROUGH = (
    "folder/secret.md", "folder/new.md", "memory/dreams/secret.md", "memory/dreams/2026-01-01.md",
    "sessions/secret.jsonl", "memory/up/outside/secret.md",
    "memory/up/notebook/../outside/secret.md",
    "folder/../outside/secret.md", "folder/deep/secret.md", "device.md", "pipe.md", "zero/x.md",
    "proc.md", "memory/environ.md", "memory/up/notebook/memory/up/outside/secret.md",
)  # fmt: skip


def hostile() -> list[str]:
    joined = [f"{dots}/{end}" for dots, end in itertools.product(DOTS, ENDS)]
    return [*joined, *TRICKS, *LINKS, *THROUGH]


def world(tmp_path: Path) -> tuple[Path, Path]:
    """A notebook full of traps, and what lies outside."""
    root = a_notebook(tmp_path, d20261120=DAY)
    outside, near = tmp_path / "outside", tmp_path / "notebook-2"
    for folder in (outside, outside / "deep", near):
        folder.mkdir()
        (folder / "secret.md").write_bytes(SECRET)
        (folder / "secret.jsonl").write_bytes(SECRET)
        (folder / "2026-01-01.md").write_bytes(SECRET)
    (tmp_path / "link-to-link").symlink_to(outside / "secret.md")
    for name, to in LINKS.items():
        (root / name).symlink_to(tmp_path / to)
    (root / "zero").symlink_to("/dev")
    (root / "device.md").symlink_to("/dev/zero")
    (root / "proc.md").symlink_to("/proc/self/environ")
    (root / "memory/environ.md").symlink_to("/proc/self/environ")
    os.mkfifo(root / "pipe.md")
    return root, outside


def seen(tmp_path: Path) -> dict[str, bytes]:
    """Everything outside the notebook and outside our own data."""
    found = {}
    for name in ("outside", "notebook-2"):
        for path in (tmp_path / name).rglob("*"):
            found[str(path)] = path.read_bytes() if path.is_file() else b"a folder"
    return found


def acts(memory: Memory, path: str) -> Iterator[Callable[[], object]]:
    guess = Snapshot(path, b"a guess", "x")
    nothing, version = Snapshot(path, b"", ""), memory.history.versions("MEMORY.md")[0].version
    files = memory._notebook.files
    now = memory.now()
    yield lambda: memory.files.read(path).data
    yield lambda: memory.files.lines(path)
    yield lambda: memory.files.save(path, b"ours", nothing)
    yield lambda: memory.files.save(path, b"ours", guess)
    yield lambda: memory.history.restore(path, version)
    yield lambda: files.read(path).data
    yield lambda: files.stat(path)
    yield lambda: files.list(path)
    yield lambda: files.append(path, b"ours\n")
    yield lambda: files.replace(path, b"ours", guess)
    yield lambda: files.remove(path, guess)
    yield lambda: memory._notebook.append(path, "ours\n", "", "note", now)


@pytest.mark.parametrize("part", range(4))
def test_no_hostile_path_leads_out(tmp_path: Path, part: int) -> None:
    root, _ = world(tmp_path)
    before = seen(tmp_path)
    with closing(Memory.open(root, places(tmp_path))) as memory:
        memory.files.update("A line of ours.")
        for path in hostile()[part::4]:
            for act in acts(memory, path):
                try:
                    answer = act()
                except Problem:
                    continue
                assert SECRET not in str(answer).encode(), path
                assert b"outside" not in str(answer).encode() or path == "", path
        assert seen(tmp_path) == before
        memory.index.refresh()  # two of its folders lead out, which hinders nothing else
        kept = [memory.history.content(one.version) for one in memory.history.versions()]
        assert not [data for data in kept if SECRET in data]
        assert not memory.search.find("secret").hits


@pytest.mark.parametrize("folder", ["memory/dreams", "sessions", "memory"])
def test_a_folder_that_leads_out_is_left_out_and_told_and_the_rest_goes_on(
    tmp_path: Path, folder: str
) -> None:
    root, outside = a_notebook(tmp_path, d20261120=DAY), tmp_path / "outside"
    outside.mkdir()
    for name in ("2026-11-20.md", "2026-11-20 (conflict 2026-11-20 101010).md", "secret.jsonl"):
        (outside / name).write_bytes(SECRET)
    if (root / folder).exists():
        (root / folder).rename(root / "aside")
    (root / folder).symlink_to(outside)
    with closing(Memory.open(root, places(tmp_path))) as memory:
        memory.index.refresh()
        (root / "MEMORY.md").write_bytes(b"- A lighthouse stands there.\n")
        assert memory.index.refresh() == ("MEMORY.md",)
        assert [hit.path for hit in memory.search.find("lighthouse").hits] == ["MEMORY.md"]
        memory.files.update("A line of ours.")
        if folder != "memory":
            assert memory.days.remember("A note").path in [day.path for day in memory.days.heads()]
        assert memory.dreams.diaries() == []
        (found,) = (one for one in memory.doctor() if not one.ok)
        assert (found.check, found.message) == ("names", f"{folder} leads out of the notebook.")
        assert found.hint == "Put the folder itself where the link is."
        assert not memory.search.find("secret").hits
    with closing(Memory.open(root, places(tmp_path))) as memory:
        assert memory.notices == []
    assert len([*outside.iterdir()]) == 3


def test_what_stood_where_a_link_leads_out_now_is_found_no_more(tmp_path: Path) -> None:
    root, outside = a_notebook(tmp_path, d20261120=DAY), tmp_path / "outside"
    (root / "memory/ext").mkdir()
    (root / "memory/ext/plan.md").write_bytes(b"- A quokka.\n")
    with closing(Memory.open(root, places(tmp_path))) as memory:
        memory.index.refresh()
        assert memory.search.find("quokka").hits
        (root / "memory/ext").rename(outside)
        (root / "memory/ext").symlink_to(outside)
        memory.index.refresh()
        assert not memory.search.find("quokka").hits
        assert memory.index.freshness.in_words == "up to date"


def test_a_dream_whose_diary_would_lie_outside_is_not_applied(tmp_path: Path) -> None:
    root, outside = a_notebook(tmp_path, d20261120=DAY), tmp_path / "outside"
    outside.mkdir()
    (root / "memory/dreams").symlink_to(outside)
    before = (root / "MEMORY.md").read_bytes()
    with closing(opened(root, tmp_path)) as memory:
        asyncio.run(memory.dreams.dream(9, force=True))
        changes = memory.dreams.proposal().changes
        with pytest.raises(Problem, match="leads out of the notebook"):
            memory.dreams.apply(only=[one.n for one in changes])
        assert memory.dreams.proposals()
    assert (root / "MEMORY.md").read_bytes() == before
    assert [*outside.iterdir()] == []


@pytest.mark.parametrize("path", ["x/x/x", "x.md", "memory/2026-11-20.txt"])
def test_nothing_is_written_under_a_path_that_is_no_file_of_a_notebook(
    tmp_path: Path, path: str
) -> None:
    root = a_notebook(tmp_path, d20261120=DAY)
    with closing(Memory.open(root, places(tmp_path))) as memory:
        notebook, nothing = memory._notebook, Snapshot(path, b"", "")
        before = sorted(root.rglob("*"))
        for act in (
            lambda: memory.files.save(path, b"ours", nothing),
            lambda: notebook.append(path, "ours\n", "", "note", memory.now()),
            lambda: notebook.remove(path, nothing, memory.now()),
            lambda: notebook.save_all(
                (Write(path, "", b"ours"),), {}, "dream", lambda _: None, memory.now()
            ),
        ):
            with pytest.raises(Problem, match="is not a file of this notebook"):
                act()
        assert sorted(root.rglob("*")) == before


def test_there_are_enough_hostile_paths() -> None:
    assert len(set(hostile())) >= 100
    print(f"P17: {len(set(hostile()))} hostile paths, 12 acts each: 0 outside bytes")


def test_the_command_line_reads_and_writes_nothing_outside(
    tmp_path: Path, capfdbinary: pytest.CaptureFixture[bytes]
) -> None:
    root, _ = world(tmp_path)
    before = seen(tmp_path)
    for path in [path for path in hostile() if "\ud800" not in path][::3]:  # no argument holds it
        for words in (
            ["get", path],
            ["history", path],
            ["show", path, "1"],
            ["restore", path, "1"],
        ):
            try:
                run([*words, "--notebook", str(root)], lambda _: 0)
            except (SystemExit, ValueError) as ended:  # argparse refuses; a NUL is no argument
                assert isinstance(ended, SystemExit) or "\0" in path
    out, told = capfdbinary.readouterr()
    assert SECRET not in out + told
    assert b"Traceback" not in told
    assert seen(tmp_path) == before


@pytest.mark.parametrize("times", [400, pytest.param(10_000, marks=pytest.mark.prove)])
def test_links_put_in_the_way_at_any_moment_never_lead_out(tmp_path: Path, times: int) -> None:
    root = a_notebook(tmp_path, d20261120=DAY)
    outside = tmp_path / "outside"
    outside.mkdir()
    (outside / "2026-11-20.md").write_bytes(SECRET)
    folder, link, aside = root / "memory", root / "link", root / "aside"
    link.symlink_to(outside)
    file, file_link, file_aside = (root / n for n in ("MEMORY.md", "m-link", "m-aside"))
    file_link.symlink_to(outside / "2026-11-20.md")
    stop = threading.Event()

    def juggle(one: Path, other: Path, third: Path) -> None:
        while not stop.is_set():
            for old, new in ((one, third), (other, one), (one, other), (third, one)):
                with suppress(OSError):  # made anew by an act of ours
                    old.rename(new)
            time.sleep(0)

    with closing(Memory.open(root, places(tmp_path))) as memory:
        files = memory._notebook.files
        jugglers = [
            threading.Thread(target=juggle, args=places_)
            for places_ in ((folder, link, aside), (file, file_link, file_aside))
        ]
        for juggler in jugglers:
            juggler.start()
        done = refused = 0
        try:
            for number in itertools.count():
                if number >= times and refused and done:  # the jugglers had their turn, too
                    break
                path = ("memory/2026-11-20.md", "MEMORY.md")[number % 2]
                for act in (
                    lambda path=path: files.read(path).data,
                    lambda path=path: files.append(path, b"- ours\n"),
                    lambda path=path: files.replace(path, b"ours\n", files.read(path)),
                ):
                    try:
                        answer = act()
                    except Problem:
                        refused += 1
                        continue
                    done += 1
                    assert SECRET not in str(answer).encode()
        finally:
            stop.set()
            for juggler in jugglers:
                juggler.join()
    assert {p.name: p.read_bytes() for p in outside.iterdir()} == {"2026-11-20.md": SECRET}
    print(f"P17: {done + refused} acts among links put in the way: 0 outside bytes")
