"""Freshness: what is said of the index is never better than it is."""

import pytest

from desktop_app.search.freshness import GONE, Freshness
from desktop_app.search.loss import Loss


@pytest.mark.parametrize(
    "state, told",
    [
        (Freshness(), "up to date"),
        (Freshness(watching="watching"), "up to date"),
        (Freshness(checking=True), "checking the index"),
        (Freshness(reading=120, behind=120, watching="watching"), "reading 120 files"),
        (Freshness(pending=True, watching="watching"), "changes are being read"),
        (Freshness(behind=1, pending=True), "behind: 1 file not read"),
        (
            Freshness(watching="polling: it is on another computer"),
            "behind: cannot watch this folder, checked every 5 s",
        ),
        (Freshness(watching=GONE), "behind: the folder is gone"),
        (Freshness(watching="The disk is full."), "behind: The disk is full."),
        (Freshness(loss=Loss(("a", "b", "c"), (), 5)), "behind: 3 files lost, kept as they were"),
    ],
)
def test_the_status_tells_what_is_missing(state: Freshness, told: str) -> None:
    assert state.told == told
    assert state.fresh == (told in ("up to date", "checking the index"))
