"""The sentences about the built-in engine: one wording and one run, wherever they stand."""

from pathlib import Path

from desktop_app import resources
from tests.benchmarks.honest import sentences

ROOT = Path(__file__).parent.parent


def test_settings_and_the_readme_say_what_was_measured() -> None:
    measured = sentences()
    readme = " ".join((ROOT / "README.md").read_text(encoding="utf-8").split())
    assert resources.table("honest")["sentences"] == measured
    assert [said for said in measured if said not in readme] == []


def test_they_are_whole_sentences() -> None:
    said = resources.table("honest")["sentences"]
    assert len(said) > 4
    assert all(one[0].isupper() and one.endswith(".") for one in said)
