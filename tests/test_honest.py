"""The sentences of the manual about a dream without a model: what was measured, word for word."""

from desktop_app import manual
from tests.benchmarks.honest import sentences


def test_the_manual_says_what_was_measured() -> None:
    page = next(page for page in manual.pages() if page.name == "models")
    told = " ".join(page.text.split())
    assert [said for said in sentences() if said not in told] == []
