"""What of memory is doubtful, and what is not asked."""

from collections.abc import Sequence
from datetime import date

from desktop_app.dreams.inbox.doubts import old, passed
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


def test_what_nobody_changed_or_found_for_long_is_old_where_it_may_change() -> None:
    lines = ["The rent is 900 euros", "The hall holds 80 people", "Ana signs for parcels",
             "The fee is 30 euros <!-- pinned -->"]  # fmt: skip
    now = memory(*lines, "The deposit is 2000 euros")
    lately = {"The hall holds 80 people": date(2026, 11, 1)}
    found = old(now, "MEMORY.md", memory(*lines), lambda one: lately.get(one.text), TODAY)
    assert [one.text for one in found] == ["The rent is 900 euros"]


def stale(*lines: str, heading: str = "Home") -> list[str]:
    told = memory(*lines, heading=heading)
    return [one.text for one in old(told, "MEMORY.md", told, lambda one: None, TODAY)]


def test_a_line_is_old_that_tells_how_something_stands() -> None:
    lines = [
        "[ ] Find a plumber",
        "**To do**: a new lock for the shed",
        "Backup: every night at 3:00",
        "**Sunday 22:00**: the rules of the week",
        "The rent is 900 euros",
        "房租是900元",
    ]
    assert stale(*lines) == lines
    assert stale("Find a plumber", heading="Next steps") == ["Find a plumber"]
    now = memory("The rent is 900 euros", "[ ] Find a plumber")
    todo, rent = sorted(old(now, "M", now, lambda one: None, TODAY), key=lambda one: -one.weight)
    assert (todo.text, rent.text) == ("[ ] Find a plumber", "The rent is 900 euros")


def test_what_was_done_or_names_a_thing_or_is_one_of_many_is_not_old() -> None:
    assert not stale(
        "[x] Find a plumber",
        "✅ The suite has 395 tests",
        "The heartbeat went 30m → 55m",
        "Sold the boat for 900 euros",
        "On 12 May 2026 the rent was 900 euros",
        "Ticket 4365414",
        "Vegetarian since 2019",
        "Keys: `~/.secrets/site.txt` (chmod 600)",
        "The site is https://one.example/v2",
        "A deck of 54 cards, and how to shuffle them and to deal them out",
        "Berth 4",
        *(f"No rollback for {n} days" for n in range(40, 45)),
        *(f"The skill {name} costs 30" for name in ("one", "two", "three")),
        "Rent 900, power 80, water 30",
        "The rent is 900 euros\n  - power 80",
    )
