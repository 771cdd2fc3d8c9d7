"""A link out of the notebook is not followed, and whoever opens the notebook is told (P17)."""

from pathlib import Path
from typing import Any

import pytest

from desktop_app.errors import Problem
from desktop_app.memory import Memory
from desktop_app.settings import Places
from tests.faces.test_cli import answered


def test_a_place_that_leads_elsewhere_later_is_told_and_not_read(tmp_path: Path) -> None:
    notes, secret = tmp_path / "notes", tmp_path / "secret"
    (notes / "memory").mkdir(parents=True)
    (notes / "MEMORY.md").write_text("# Memory\n\n- Ana keeps the key.\n")
    secret.mkdir()
    (secret / "2026-11-20.md").write_text("- A secret about a harbour.\n")
    memory = Memory.create(notes, Places(tmp_path / "data", tmp_path / "config"))
    (notes / "memory/dreams").rmdir() if (notes / "memory/dreams").exists() else None
    (notes / "memory").rmdir()
    (notes / "memory").symlink_to(secret)
    with pytest.raises(Problem, match="leads out"):
        memory.files.read("memory/2026-11-20.md")
    with pytest.raises(Problem):
        memory.days.remember("A line.")
    assert [path.name for path in secret.iterdir()] == ["2026-11-20.md"]
    told = "memory leads out of the notebook and is not read."
    assert any("memory leads out" in one.message for one in memory.doctor())
    assert memory.status().remarks == (told,)
    found = memory.search.find("harbour secret", operators=True)
    assert found.hint == told and not found.hits
    memory.close()


@pytest.mark.parametrize(
    ("link", "target", "hint"),
    [
        ("memory/dreams", "elsewhere", "Open the folder"),
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
    code, told = answered(capfdbinary, "init", str(tmp_path / "notes"))
    assert code == 3 and hint in told["hint"] and f"{link} leads out" in told["problem"]


def test_doctor_tells_each_link_out_and_a_loop_says_nothing_twice(
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
    answered(capfdbinary, "init", str(notes))
    found = answered(capfdbinary, "--notebook", str(notes), "doctor")[1]
    told = [one["told"] for one in found if "leads out" in one["told"]]
    assert told == [f"memory/{name} leads out of the notebook." for name in ("all", "one.md")]
