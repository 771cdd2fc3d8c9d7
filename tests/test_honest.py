"""The five sentences about the built-in engine: one wording, wherever they stand."""

from pathlib import Path

from desktop_app import resources

ROOT = Path(__file__).parent.parent


def test_the_readme_says_what_settings_says_in_the_same_words() -> None:
    readme = " ".join((ROOT / "README.md").read_text(encoding="utf-8").split())
    missing = [said for said in resources.table("honest")["sentences"] if said not in readme]
    assert missing == []


def test_there_are_five_whole_sentences() -> None:
    sentences = resources.table("honest")["sentences"]
    assert len(sentences) == 5
    assert all(said[0].isupper() and said.endswith(".") for said in sentences)
