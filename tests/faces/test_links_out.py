"""A link out of the notebook is followed after one yes, to where it led then, and by agents only
after another one. Without a yes P17 holds as before.
"""

from contextlib import closing
from datetime import date
from pathlib import Path
from typing import Any

import pytest

from desktop_app.errors import Problem
from desktop_app.memory import Memory
from desktop_app.notebook.history import written_by
from desktop_app.settings import Places
from tests.support.cli import Shell

TODAY = date.today()


@pytest.fixture
def vault(tmp_path: Path) -> Path:
    """A notebook whose days lie elsewhere."""
    notes, other = tmp_path / "notes", tmp_path / "elsewhere/daily"
    notes.mkdir()
    other.mkdir(parents=True)
    (notes / "MEMORY.md").write_text("# Memory\n\n- Ana keeps the key.\n")
    (other / "2026-11-20.md").write_text("- The harbour report is due.\n")
    (notes / "memory").symlink_to(other)
    return notes


@pytest.fixture
def shell(vault: Path, capfdbinary: Any) -> Shell:
    return Shell(vault, capfdbinary)


@pytest.fixture
def memory(vault: Path, tmp_path: Path) -> Any:
    places = Places(tmp_path / "data", tmp_path / "config")
    made = Memory.create(vault, places, follow=["memory"])
    made.index.refresh()
    yield made
    made.close()


def test_a_notebook_is_made_with_one_yes(shell: Shell, vault: Path) -> None:
    told = shell.do("init", code=3)
    assert "--follow memory" in told["hint"]
    assert str(vault.parent / "elsewhere/daily") in told["problem"]
    assert not (vault / ".nightstand.toml").exists()
    shell.do("init", "--follow", "memory")
    told = shell.do("remember", "The mooring is 12.", code=3)
    assert "link that agents may not use" in told["problem"], "an agent's command"
    assert told["hint"].endswith("nightstand doctor --follow memory --for-agents")
    shell.answer("doctor", "--follow", "memory", "--for-agents")
    noted = shell.do("remember", "The mooring is 12.")
    assert noted["path"] == f"memory/{TODAY}.md"
    assert "mooring" in (vault.parent / f"elsewhere/daily/{TODAY}.md").read_text()
    hits = shell.do("search", "harbour report")["hits"]
    assert [hit["path"] for hit in hits] == ["memory/2026-11-20.md"]
    assert shell.do("status")["days"] == 2


def test_a_link_to_a_file_is_not_followed(tmp_path: Path, capfdbinary: Any) -> None:
    notes, other = tmp_path / "notes", tmp_path / "other.md"
    (notes / "memory").mkdir(parents=True)
    other.write_text("# Memory\n")
    (notes / "MEMORY.md").symlink_to(other)
    told = Shell(notes, capfdbinary).do("init", "--follow", "MEMORY.md", code=3)
    assert "no link to a folder" in told["problem"]
    assert not (notes / ".nightstand.toml").exists()


@pytest.mark.parametrize(
    ("link", "target", "hint"),
    [
        ("memory/dreams", "elsewhere", "--follow memory/dreams"),
        ("MEMORY.md", "elsewhere/n.md", "Put the file itself"),
        ("memory", "gone", "whether its disk is plugged in"),
    ],
)
def test_what_is_said_of_a_link_out_can_be_done(
    tmp_path: Path, capfdbinary: Any, link: str, target: str, hint: str
) -> None:
    (tmp_path / "elsewhere").mkdir()
    (tmp_path / "elsewhere/n.md").write_text("- One.\n")
    (tmp_path / "notes" / link).parent.mkdir(parents=True)
    (tmp_path / "notes" / link).symlink_to(tmp_path / target)
    told = Shell(tmp_path / "notes", capfdbinary).do("init", code=3)
    assert hint in told["hint"] and f"{link} leads out" in told["problem"]


def test_only_what_can_be_followed_is_offered_and_a_loop_says_nothing_twice(
    tmp_path: Path, capfdbinary: Any
) -> None:
    notes, other = tmp_path / "notes", tmp_path / "other"
    (notes / "memory").mkdir(parents=True)
    other.mkdir()
    (other / "one.md").write_text("- One.\n")
    (notes / "memory/2026-11-20.md").write_text("- Two.\n")
    for link, target in {
        "one.md": other / "one.md",
        "all": other,
        "loop": notes / "memory",
    }.items():
        (notes / "memory" / link).symlink_to(target)
    shell = Shell(notes, capfdbinary)
    shell.do("init")
    _, found = shell.answer("doctor")
    hints = {one["told"]: one["hint"] for one in found if "leads out" in one["told"]}
    assert [*hints] == [f"memory/{name} leads out of the notebook." for name in ("all", "one.md")]
    assert ["--follow" in hint for hint in hints.values()] == [True, False]


def test_an_undone_dream_is_undone_behind_a_link(shell: Shell, vault: Path) -> None:
    shell.do("init", "--follow", "memory")
    shell.answer("doctor", "--follow", "memory", "--for-agents")
    shell.do("remember", "Remember: the new mooring is number 12.")
    before = shell.text()
    shell.do("dream")
    shell.do("apply", "--only", "1")
    assert (vault.parent / "elsewhere/daily/dreams").is_dir()
    shell.do("undo")
    assert shell.text() == before


def test_a_link_that_leads_elsewhere_later_is_asked_about_again(
    vault: Path, memory: Memory, tmp_path: Path
) -> None:
    assert memory.files.read("memory/2026-11-20.md").exists
    secret = tmp_path / "secret"
    secret.mkdir()
    (secret / "2026-11-20.md").write_text("- A secret.\n")
    (vault / "memory").unlink()
    (vault / "memory").symlink_to(secret)
    with pytest.raises(Problem, match="leads out"):
        memory.files.read("memory/2026-11-20.md")
    with pytest.raises(Problem):
        memory.days.remember("A line.")
    assert [path.name for path in secret.iterdir()] == ["2026-11-20.md"]
    told = "memory leads out of the notebook and is not read."
    assert any("memory leads out" in one.message for one in memory.doctor())
    assert memory.status().remarks == (told,)
    assert memory.search.find("harbour report", operators=True).hint == told
    memory.follow("memory")
    assert not memory.status().remarks
    assert not memory.search.find("harbour report", operators=True).hint
    assert "secret" in memory.files.read("memory/2026-11-20.md").text


def test_a_link_within_what_is_followed_stays_within(
    vault: Path, memory: Memory, tmp_path: Path
) -> None:
    (tmp_path / "outside.md").write_text("- A secret.\n")
    (tmp_path / "elsewhere/daily/2026-11-21.md").symlink_to(tmp_path / "outside.md")
    (tmp_path / "elsewhere/daily/loop").symlink_to(tmp_path / "elsewhere/daily")
    (tmp_path / "elsewhere/daily/back").symlink_to(vault)
    with pytest.raises(Problem):
        memory.files.read("memory/2026-11-21.md")
    memory.index.refresh()
    assert not memory.search.find("secret").hits
    assert len(memory.search.find("harbour report").hits) == 1


def test_agents_need_a_yes_of_their_own(memory: Memory, tmp_path: Path) -> None:
    with written_by("an agent"):
        with pytest.raises(Problem):
            memory.files.read("memory/2026-11-20.md")
        with pytest.raises(Problem):
            memory.files.lines("memory/2026-11-20.md")
        with pytest.raises(Problem):
            memory.days.remember("A line.")
        assert not memory.search.find("harbour report").hits
        assert not memory.history.versions("memory/2026-11-20.md")
        pieces = memory.context.material("harbour report").pieces
        assert {piece.path for piece in pieces} == {"MEMORY.md"}
        assert not memory.days.heads()
        assert not memory.note_links.to("MEMORY.md")
    assert len(memory.search.find("harbour report").hits) == 1
    memory.follow("memory", doors=True)
    with written_by("an agent"):
        assert memory.files.read("memory/2026-11-20.md").exists
        assert memory.search.find("harbour report").hits


def test_what_is_closed_takes_no_place_among_the_hits(vault: Path, memory: Memory) -> None:
    (vault / "MEMORY.md").write_text("# Memory\n\n- A report on the old harbour wall.\n")
    memory.index.refresh()
    found = memory.search.find("harbour report", limit=1).hits
    with written_by("an agent"):
        seen = memory.search.find("harbour report", limit=1).hits
    assert ([one.path for one in found], [one.path for one in seen]) == (
        ["memory/2026-11-20.md"], ["MEMORY.md"],
    )  # fmt: skip


async def test_a_waiting_dream_quotes_nothing_that_is_closed(memory: Memory) -> None:
    memory.days.remember("Remember: the harbour report is due on 4 December.")
    day = memory.root / "memory/2026-11-20.md"
    day.write_text(f"{day.read_text()}- The password of the router is hunter2hunter2.\n")
    await memory.dreams.dream()
    whole = memory.dreams.proposal()
    assert "harbour report" in str(whole.changes)
    with written_by("an agent"):
        assert "harbour report" not in str(memory.dreams.proposals())
        assert "harbour report" not in str(memory.dreams.proposal(whole.id))
        assert not memory.dreams.proposal(whole.id).aside, "its places are closed, too"
    memory.follow("memory", doors=True)
    with written_by("an agent"):
        assert memory.dreams.proposal(whole.id) == whole
    assert whole.aside


def test_the_history_of_what_is_closed_is_closed_too(memory: Memory) -> None:
    memory.days.remember("A secret line.")
    path = f"memory/{TODAY}.md"
    number = memory.history.versions(path)[0].version
    memory.leave("memory")
    with written_by("an agent"):
        assert not memory.history.versions(path) and not memory.history.steps(path)
        assert memory.history.version(path, number) is None
        with pytest.raises(Problem):
            memory.history.content(number)
    assert not memory.search.find("secret").hits, "nothing of it is in the index any more"


def test_a_yes_that_another_program_took_back_holds_no_more(
    vault: Path, memory: Memory, tmp_path: Path
) -> None:
    with closing(Memory.open(vault, Places(tmp_path / "data", tmp_path / "config"))) as other:
        assert other.files.read("memory/2026-11-20.md").exists
        memory.leave("memory")
        with pytest.raises(Problem):
            other.files.read("memory/2026-11-20.md")


def test_a_yes_is_no_part_of_the_folder(vault: Path, memory: Memory, tmp_path: Path) -> None:
    other = Memory.open(vault, Places(tmp_path / "another's", tmp_path / "config2"))
    with pytest.raises(Problem):
        other.files.read("memory/2026-11-20.md")
    other.close()
    memory.leave("memory")
    with pytest.raises(Problem):
        memory.files.read("memory/2026-11-20.md")


@pytest.mark.parametrize("path", ["MEMORY.md", "nowhere", "up", "../x"])
def test_what_is_no_link_out_is_not_followed(vault: Path, memory: Memory, path: str) -> None:
    (vault / "up").symlink_to(vault.parent)
    with pytest.raises(Problem):
        memory.follow(path)
