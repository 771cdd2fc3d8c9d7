"""What of memory is doubtful, and what is not asked."""

from collections.abc import Sequence
from datetime import date

import pytest

from desktop_app.dreams.comparing.exchange import opposed
from desktop_app.dreams.comparing.gist import gist
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


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("The gate code is 4711", "The gate code is 4712"),
        ("The report is due on Friday 27 November", "The report is due on 4 December"),
        ("Sommer works from home on Tuesdays", "Sommer works from home on Thursdays"),
        ("The site is kept in /srv/www/site", "The site is kept in /srv/www/site2"),
        ("会议室的密码是1234", "会议室的密码是5678"),
        ("Takes 50 mg of iron every morning", "Takes 75 mg of iron every morning"),
        ("The rent is 900 euros a month", "Rent is €950 a month, due on the 3rd"),
        ("每天早上九点半开站会", "每天早上十点开站会"),
        ("The contract renews in March; see the blue folder", "The contract renews in April"),
    ],
)
def test_another_value_in_the_same_statement_speaks_against_it(one: str, other: str) -> None:
    pair = opposed(gist(one), gist(other))
    assert pair and opposed(gist(other), gist(one)) == pair[::-1]


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("Jonas signs off the report", "Jonas does not sign off the report"),
        ("对花生过敏", "对花生不过敏"),
        ("Always run the tests first", "Don't run the tests first, CI does"),
        ("Kevin 是前端负责人", "Kevin 不再是前端负责人，现在是 Amy"),
        ("The gate code is 4711", "The gate code is 4711."),
        ("The wiki listens on port 8080", "The blog listens on port 8090"),
        ("Ana works on Mondays", "Ben works on Tuesdays"),
        ("12 May, post 1: share 74309121", "12 May, post 2: share 74309194"),
        ("Start time: Friday 9:00", "Start time: Sunday 10:00"),
        ("A direct user has 14 days of trial", "A user with a card has 0 days of trial"),
        ("The base address is https://api.one.example/v2", "The base address is https://two.org/x"),
        ("Never push to the main branch", "Pushed the site to the main branch"),
        ("Model: Heron 4-5", "Heron model ID: heron-4-5 (NOT 3-5)"),
        ("Client A pays within 30 days", "Client B pays within 14 days"),
        ("The rate is 85 euros an hour", "The rate is 95 euros an hour for Ana"),
        ("Mara is allergic to nuts", "Mara is allergic to nuts, Jonas is not"),
        ("Hosted at Harbour Cloud (not Tide Web)", "Switched from Tide Web to Harbour Cloud"),
        ("Berth 4 belongs to Lena and Jonas", "Berth 5 belongs to Lena and Jonas"),
        ("Bought oat milk at the market", "Bought rye bread at the market"),
        ("Prefers light mode in editors", "Prefers dark mode in editors"),
    ],
)
def test_a_denial_is_no_other_value_nor_is_what_may_be_right_beside_it(
    one: str, other: str
) -> None:
    assert opposed(gist(one), gist(other)) is None


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
