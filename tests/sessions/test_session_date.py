"""When a conversation was held."""

from datetime import datetime, timedelta, timezone

import pytest

from desktop_app.notebook.text.records import Message
from desktop_app.sessions.session_date import held_at

NOW = datetime(2026, 11, 21, 12, 0, tzinfo=timezone(timedelta(hours=8)))


@pytest.mark.parametrize(
    ("times", "day"),
    [
        (["2026-10-03T09:00:00+08:00", "2026-10-03T09:05:00+08:00"], "2026-10-03"),
        (["2026-10-03T20:30:00Z"], "2026-10-04"),  # as it was here
        (["2026-10-03 09:00"], "2026-10-03"),
        (["1790989200"], "2026-10-03"),
        (["1790989200000"], "2026-10-03"),
        (["2026-10-02T09:00:00Z", "", "not a time", "2026-10-03T09:00:00Z", ""], "2026-10-03"),
        (["2026-11-21T08:00:00+08:00"], ""),
        (["2027-01-01T08:00:00Z"], ""),
        (["2026-10-03T09:00:00Z", "2026-11-21T11:00:00+08:00"], ""),
        (["", "soon", "nan", "inf", "1e400", "9" * 40, "-1e18"], ""),
        ([], ""),
    ],
)
def test_it_is_the_day_of_its_last_message(times: list[str], day: str) -> None:
    held = held_at([Message("user", "words", time) for time in times], NOW)
    assert (held.date().isoformat() if held else "") == day
