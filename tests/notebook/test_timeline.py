"""Which version of a file stood at a moment."""

from datetime import UTC, datetime, timedelta

from desktop_app.notebook.history import Cause, Version
from desktop_app.notebook.timeline import Timeline, end_of


def test_a_moment_has_the_version_that_stood_then_also_after_a_clock_that_went_back() -> None:
    noon = datetime(2026, 11, 21, 12, tzinfo=UTC)
    hours = (0, 2, 1, 5)  # the third was written with the clock set back
    versions = [
        Version(n + 1, "MEMORY.md", noon + timedelta(hours=h), Cause.EDIT, 1, str(n))
        for n, h in enumerate(hours)
    ]
    timeline = Timeline(versions)
    at = [
        timeline.at(noon + timedelta(hours=h, minutes=m))
        for h, m in ((0, -1), (0, 0), (1, 30), (2, 0), (9, 0))
    ]
    assert [one and one.version for one in at] == [None, 1, 1, 3, 4]
    assert timeline.at(end_of(noon.date(), UTC)) == versions[-1]
