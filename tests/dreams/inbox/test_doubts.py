"""What of memory is asked about, and what is not."""

from collections.abc import Sequence
from datetime import date

from desktop_app.dreams.inbox.doubts import passed
from desktop_app.notebook.bullets import MemoryFile
from desktop_app.notebook.memory_text import Bullet

TODAY = date(2026, 11, 24)
WRITTEN = date(2026, 10, 1)


def memory(*lines: str, heading: str = "Home") -> MemoryFile:
    body = "".join(f"- {line}\n" for line in lines)
    return MemoryFile(f"# Memory\n\n## {heading}\n\n{body}".encode())


def over(*lines: str, written: date | None = WRITTEN, today: date = TODAY) -> list[str]:
    def since(bullets: Sequence[Bullet]) -> list[date | None]:
        return [written] * len(bullets)

    found = passed(memory(*lines).bullets, "MEMORY.md", since, today)
    return [one.text for one in found]


def test_a_day_that_was_to_come_and_is_over_is_asked_about() -> None:
    lines = ["The lease ends on 15 November 2026", "Tomorrow the boiler is serviced"]
    assert over(*lines) == lines
    assert over("租约到2026年11月15日为止") == ["租约到2026年11月15日为止"]
    months = ["Passport expires in October 2026", "护照2026年10月到期"]
    late = "The pass expires in November 2026"
    assert over(*months, late, written=date(2026, 9, 1)) == months
    assert over("Moves to the new flat on 3 November") == ["Moves to the new flat on 3 November"]


def test_a_day_of_the_past_or_the_future_or_each_year_is_not() -> None:
    assert not over(
        "Chose oak on 20 September 2026",  # it was over when it was written
        "The lease ends on 15 December 2026",
        "Moved in in October 2026",  # the month of writing
        "Away from 3 November to 9 December 2026",
        "Ana's birthday is 3 November",
        "Mum's birthday: 9 May",
        "Moved all of it to the new runner, 11/3 of them passed",  # no day, perhaps
        "The suite grew by 50 tests in 2 days",
        "The team meets every Monday, next week too",
        "The lease ends on 15 November 2026 <!-- pinned -->",
        "Ana signs for parcels",
    )
    assert not over("The lease ends on 15 November 2026", written=None)
    assert not over("The lease ends on 24 November 2026")  # it is not over before tomorrow
