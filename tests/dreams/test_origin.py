"""Where a bullet came from: a dream's diary, else the version that first had it."""

from datetime import date

from desktop_app.memory import Memory
from tests.support.dreaming import StillClock

DIARY = """# Dream Diary: 2026-11-21

## Newer (12:00)

Prose.

### What changed

- **Updated** in Work: The report is due on 4 December; Jonas signs it off.
  - was: The report is due on 27 November; Jonas signs it off.
  - from [memory/2026-11-20.md, line 5](../2026-11-20.md): “moves to 4 December”
""".encode()


def edited(memory: Memory, old: str, new: str) -> None:
    there = memory.files.read("MEMORY.md")
    memory.files.save("MEMORY.md", there.text.replace(old, new).encode(), there)


def line_of(memory: Memory, words: str) -> int:
    return next(b.line for b in memory.files.bullets().bullets if words in b.text)


def test_an_edit_dates_the_bullets_it_brought_and_no_others(
    memory: Memory, clock: StillClock
) -> None:
    clock.forward(days=2)
    edited(memory, "serviced in March", "serviced in April")
    clock.forward(days=2)
    edited(memory, "- Raw", "- More words.\n- Raw")
    boiler = memory.history.origin(line_of(memory, "boiler"))
    assert boiler
    assert (boiler.cause, boiler.date) == ("edit", date(2026, 11, 23))
    more = memory.history.origin(line_of(memory, "More words"))
    assert more
    assert (more.cause, more.date) == ("edit", date(2026, 11, 25))
    report = memory.history.origin(line_of(memory, "report"))
    assert report
    assert (report.cause, report.date) == ("before", None)  # in every state that was kept


def test_a_line_just_typed_outside_came_from_outside_today(
    memory: Memory, clock: StillClock
) -> None:
    edited(memory, "serviced in March", "serviced in April")
    clock.forward(days=2)
    path = memory.root / "MEMORY.md"
    path.write_bytes(path.read_bytes() + b"- Typed elsewhere.\n")
    told = {one.bullet.text: (one.cause, one.date) for one in memory.history.origins()}
    assert told["Typed elsewhere."] == ("outside", date(2026, 11, 23))
    assert told["The boiler is serviced in April."] == ("edit", date(2026, 11, 21))
    assert told["Raw soundings live in survey-2026/."] == ("before", None)
    memory.index.refresh()  # once it is in the history it is told the same
    assert {one.bullet.text: (one.cause, one.date) for one in memory.history.origins()} == told


def test_a_dream_names_its_sources_and_the_wording_before(memory: Memory) -> None:
    diary = memory.root / "memory" / "dreams" / "2026-11-21.md"
    diary.parent.mkdir()
    diary.write_bytes(DIARY)
    edited(memory, "27 November", "4 December")
    found = memory.history.origin(line_of(memory, "report"))
    assert found
    assert (found.cause, found.kind, found.date) == ("dream", "updated", date(2026, 11, 21))
    (source,) = found.sources
    assert source.path == "memory/2026-11-20.md"
    day = memory.root / source.path
    day.write_text(f"One.\n\nTwo.\n\nThree.\n\nFour.\n\n- {source.quote}\n")
    found = memory.history.origin(line_of(memory, "report"))
    assert found and [one.line for one in found.sources] == [9], "where its quote stands now"
    assert found.earlier == ("The report is due on 27 November; Jonas signs it off.",)
    diary.write_bytes(DIARY.replace(b"Prose.", b"*Undone on 2026-11-21 at 12:30.*\n\nProse."))
    undone = memory.history.origin(line_of(memory, "report"))
    assert undone
    assert undone.cause == "edit"
