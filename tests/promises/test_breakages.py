"""The deliberate mistakes can still be made: each finds its text in the program, and its tests."""

import re
from pathlib import Path

from tests.promises.breakages import BREAKAGES, Breakage

ROOT = Path(__file__).parents[2]


def names_tests(breakage: Breakage) -> bool:
    """Whether its files are there and have a test with each word that is chosen by."""
    paths, _, chosen = breakage.tests.partition(" -")
    files = [ROOT / path.partition("::")[0] for path in paths.split()]
    if not all(file.is_file() for file in files):
        return False
    text = "\n".join(file.read_text(encoding="utf-8") for file in files)
    words = re.findall(r"\w+", chosen[2:]) if chosen.startswith("k ") else []
    return all(word in text for word in words if word not in ("and", "or", "not"))


def test_each_mistake_finds_its_text_and_its_tests() -> None:
    lost = [
        one.name
        for one in BREAKAGES
        if one.old not in (ROOT / one.path).read_text(encoding="utf-8") or not names_tests(one)
    ]
    assert lost == []
