"""Freshness: what is said of the index is never better than it is."""

import pytest

from desktop_app.search.freshness import Freshness, Loss, WatchState, WatchStatus

WATCHING = WatchStatus(WatchState.WATCHING)


@pytest.mark.parametrize(
    "state, told",
    [
        (Freshness(), "up to date"),
        (Freshness(watch=WATCHING), "up to date"),
        (Freshness(reading=120, behind=120, watch=WATCHING), "reading 120 files"),
        (Freshness(pending=True, watch=WATCHING), "changes are being read"),
        (Freshness(behind=1, pending=True), "behind: 1 file not read"),
        (
            Freshness(watch=WatchStatus(WatchState.POLLING, "it is on another computer")),
            "behind: cannot watch this folder, checked every 5 s",
        ),
        (Freshness(watch=WatchStatus(WatchState.GONE)), "behind: the folder is gone"),
        (
            Freshness(watch=WatchStatus(WatchState.FAILED, "The disk is full.")),
            "behind: The disk is full.",
        ),
        (
            Freshness(loss=Loss(("a", "b", "c"), (), 5)),
            "behind: 3 notes are lost; search still knows their text",
        ),
    ],
)
def test_the_status_tells_what_is_missing(state: Freshness, told: str) -> None:
    assert state.in_words == told
    assert state.fresh == (told == "up to date")
