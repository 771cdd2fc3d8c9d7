"""The command line tells what dreams learned from reviews, and forgets it."""

from datetime import date
from pathlib import Path
from typing import Any

import pytest

from tests.faces.test_cli import answered, run

DAY = """# Today

## Rules

- The pump in the yard runs on Mondays only.
- The keys of the shed hang behind the door.

## Log

- The wind came from the north all day long.
"""
NOTHING = {
    "kept": 0,
    "left": 0,
    "keeps_under": [],
    "leaves_under": [],
    "told": "Nothing yet. Dreams learn when you apply or discard one.",
    "learn": True,
    "forgotten": False,
}


@pytest.fixture
def yard(tmp_path: Path, capfdbinary: Any, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A notebook with a day of three lines under two headings, stood in."""
    folder = tmp_path / "yard"
    assert run(["init", str(folder)]) == 0
    (folder / "memory" / f"{date.today().isoformat()}.md").write_text(DAY, encoding="utf-8")
    monkeypatch.chdir(folder)
    capfdbinary.readouterr()
    return folder


def test_what_reviews_taught_is_told_and_forgotten(yard: Path, capfdbinary: Any) -> None:
    assert answered(capfdbinary, "learned") == (0, NOTHING)
    _, dream = answered(capfdbinary, "dream")
    assert len(added(dream)) >= 2, "lines under one heading are offered together"
    assert run(["discard"]) == 0
    capfdbinary.readouterr()
    _, found = answered(capfdbinary, "learned")
    assert (found["kept"], found["left"]) == (0, len(added(dream)))
    assert run(["learned"]) == 0
    assert b"From 0 lines you kept and" in capfdbinary.readouterr().out
    assert run(["learned", "--forget"]) == 0
    assert b"Forgotten: what" in capfdbinary.readouterr().out
    assert answered(capfdbinary, "learned") == (0, NOTHING)


def test_an_applied_dream_teaches_and_its_undo_takes_that_back(
    yard: Path, capfdbinary: Any
) -> None:
    _, dream = answered(capfdbinary, "dream")
    first, *others = [str(change["n"]) for change in added(dream)]
    assert run(["apply", "--also", first, "--except", ",".join(others)]) == 0
    capfdbinary.readouterr()
    _, found = answered(capfdbinary, "learned")
    assert (found["kept"], found["left"]) == (1, len(others))
    assert run(["undo"]) == 0
    capfdbinary.readouterr()
    assert answered(capfdbinary, "learned") == (0, NOTHING)


def test_what_is_applied_unseen_teaches_nothing(yard: Path, capfdbinary: Any) -> None:
    _, dream = answered(capfdbinary, "dream", "--apply")
    assert dream["state"] == "applied"
    assert answered(capfdbinary, "learned") == (0, NOTHING)


def test_learning_is_switched_off(yard: Path, capfdbinary: Any) -> None:
    assert run(["settings", "dreams.learn", "off"]) == 0
    assert run(["dream"]) == 0
    assert run(["discard"]) == 0
    capfdbinary.readouterr()
    assert answered(capfdbinary, "learned") == (0, NOTHING | {"learn": False})
    assert run(["learned"]) == 0
    assert (
        b"Learning is off: `nightstand settings dreams.learn on`." in capfdbinary.readouterr().out
    )


def added(dream: dict[str, Any]) -> list[dict[str, Any]]:
    return [change for change in dream["changes"] if change["kind"] == "added"]
