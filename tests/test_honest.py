"""The sentences about a dream without a model: one wording and one run, wherever they stand."""

from desktop_app import manual, resources
from tests.benchmarks.honest import sentences


def test_settings_and_the_manual_say_what_was_measured() -> None:
    measured = sentences()
    page = next(page for page in manual.pages() if page.name == "engine")
    told = " ".join(page.text.split())
    assert resources.table("honest")["sentences"] == measured
    assert [said for said in measured if said not in told] == []


def test_they_are_whole_sentences() -> None:
    said = resources.table("honest")["sentences"]
    assert len(said) > 4
    assert all(one[0].isupper() and one.endswith(".") for one in said)
