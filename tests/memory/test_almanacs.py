"""Almanacs over a notebook: what they say stands in the days, and what a person wrote stays."""

from datetime import date
from pathlib import Path

import pytest

from desktop_app.errors import Problem
from desktop_app.memory import Memory
from desktop_app.notebook.almanacs import AlmanacPart, parse, render
from desktop_app.notebook.layout import FileKind
from desktop_app.notebook.spans import SpanKind, named_span, span_around
from tests.support.dreaming import StillClock, opened

WEEK = SpanKind.WEEK
DAYS = {
    "2025-11-18": "- The harbour crane was painted green before the storm season.\n",
    "2026-11-16": (
        "- The harbour crane was painted yellow by the Delta crew before the storm season.\n"
        "- [ ] Book the boat for the second sounding run.\n"
        "- [ ] Send the tide tables to Okafor at the office.\n"
        "- The boat shed's alarm code is 8842.\n"
    ),
    "2026-11-18": (
        "- The Delta crew put a second coat on the yellow harbour crane.\n"
        "- We decided to keep SQLite for the field tablets.\n"
        "- Sent the tide tables to Okafor at the office.\n"
        "- Lunch with Okafor by the water, and the new map for Okafor came.\n"
    ),
}


def notebook(tmp_path: Path) -> Memory:
    root = tmp_path / "notebook"
    (root / "memory/dreams").mkdir(parents=True)
    (root / "MEMORY.md").write_text("# Memory\n")
    for day, text in DAYS.items():
        (root / f"memory/{day}.md").write_text(f"# Daily Memory: {day}\n\n{text}")
    return opened(root, tmp_path)


def test_weeks_months_and_years_have_names() -> None:
    week = span_around(WEEK, date(2026, 11, 20))
    assert (week.name, week.first, week.last) == (
        "2026-W47", date(2026, 11, 16), date(2026, 11, 22),
    )  # fmt: skip
    assert named_span("2026-11") == span_around(SpanKind.MONTH, date(2026, 11, 3))
    assert named_span("2026") == span_around(SpanKind.YEAR, date(2026, 11, 3))
    assert span_around(WEEK, date(2027, 1, 1)).name == "2026-W53"
    assert [named_span(one) for one in ("2026-W54", "2026-13", "2026-11-20", "0000", "x")] == (
        [None] * 5
    )


def test_it_says_what_came_back_and_what_was_decided(tmp_path: Path) -> None:
    memory = notebook(tmp_path)
    written = memory.almanacs.write(WEEK)
    assert written.path == "memory/dreams/2026-W47.md" and written.done == "made"
    [almanac] = memory.almanacs.every()
    parts = {one.part: [item.text for item in one.items] for one in almanac.sections}
    assert any("crane" in one and "(2 lines on 2 days)" in one for one in parts[AlmanacPart.ABOUT])
    assert parts[AlmanacPart.DECIDED] == ["“We decided to keep SQLite for the field tablets”"]
    assert "8842" not in (memory.root / written.path).read_text()
    for section in almanac.sections:
        for item in section.items:
            assert item.sources
            for one in item.sources:
                lines = (memory.root / one.path).read_text().split("\n")
                assert one.quote in lines[one.line - 1]
    memory.close()


def test_it_lies_beside_the_diaries_and_is_none(tmp_path: Path) -> None:
    memory = notebook(tmp_path)
    for kind in SpanKind:
        path = memory.almanacs.write(kind).path
        assert memory.layout.kind(path) is FileKind.DREAMS
        assert memory.layout.date_of(path) is None
    assert {one.span.kind for one in memory.almanacs.every()} == set(SpanKind)
    assert memory.dreams.diaries() == []
    almanac = memory.almanacs.every()[0]
    assert parse(almanac.path, render(almanac, "en")) == almanac
    with pytest.raises(Problem, match="No day of 2020-W01 has notes"):
        memory.almanacs.write(WEEK, date(2020, 1, 1))
    memory.close()


def test_what_a_person_wrote_into_it_stays(tmp_path: Path) -> None:
    memory = notebook(tmp_path)
    first = memory.almanacs.write(WEEK)
    path = memory.root / first.path
    plain = path.read_text()
    assert memory.almanacs.write(WEEK).done == "same" and path.read_text() == plain
    mine = plain.replace("## Decided", "My own thought.\n\n## Decided").replace(
        "We decided to keep SQLite", "We did decide to keep SQLite"
    )
    path.write_text(mine)
    day = memory.root / "memory/2026-11-18.md"
    day.write_text(day.read_text() + "- The Delta crew left the yellow harbour crane.\n")
    again = memory.almanacs.write(WEEK)
    text = path.read_text()
    assert (again.done, again.kept) == ("renewed", True)
    assert "My own thought." in text and "We did decide to keep SQLite" in text
    assert "(3 lines on 2 days)" in text and "(3 lines on 2 days)" not in plain
    memory.almanacs.take_back(again)
    assert path.read_text() == mine
    memory.close()


def test_a_text_that_nobody_knows_is_not_written_over(tmp_path: Path) -> None:
    memory = notebook(tmp_path)
    path = memory.root / "memory/dreams/2026-W47.md"
    path.write_text("# My week\n\nmine\n")
    with pytest.raises(Problem, match="no almanac"):
        memory.almanacs.write(WEEK)
    path.write_text("# Almanac: 2026-W47\n\nfrom elsewhere\n")
    with pytest.raises(Problem, match="Nothing is known of who wrote"):
        memory.almanacs.write(WEEK)
    assert path.read_text().endswith("from elsewhere\n")
    assert memory.almanacs.write(WEEK, anew=True).done == "renewed"
    versions = memory.history.versions("memory/dreams/2026-W47.md")
    assert any(b"from elsewhere" in memory.history.content(one.version) for one in versions)
    memory.close()


def test_a_new_one_goes_when_it_is_taken_back_but_not_once_it_was_edited(tmp_path: Path) -> None:
    memory = notebook(tmp_path)
    written = memory.almanacs.write(SpanKind.MONTH)
    path = memory.root / written.path
    text = path.read_text()
    path.write_text(text + "\nmine\n")
    with pytest.raises(Problem, match="edited since"):
        memory.almanacs.take_back(written)
    path.write_text(text)
    memory.almanacs.take_back(written)
    assert not path.exists()
    memory.close()


def test_one_that_has_nothing_to_tell_is_read_all_the_same(tmp_path: Path) -> None:
    memory = notebook(tmp_path)
    (memory.root / "memory/2026-11-11.md").write_text("- Rain.\n")
    written = memory.almanacs.write(WEEK, date(2026, 11, 11))
    (one,) = memory.almanacs.every()
    assert (one.sections, one.prose) == ((), written.almanac.prose) and one.prose


async def test_the_last_week_month_and_year_are_written_once_by_themselves(tmp_path: Path) -> None:
    memory = notebook(tmp_path)  # on 21 November 2026
    clock = StillClock()
    memory.close()
    memory = opened(tmp_path / "notebook", tmp_path, clock)
    assert [one.path for one in await memory.almanacs.write_due()] == ["memory/dreams/2025.md"]
    clock.forward(days=2)  # Monday
    (week,) = await memory.almanacs.write_due()
    assert (week.path, week.done) == ("memory/dreams/2026-W47.md", "made")
    (memory.root / week.path).unlink()
    clock.forward(days=8)  # the first of December
    assert [one.path for one in await memory.almanacs.write_due()] == ["memory/dreams/2026-11.md"]
    memory.close()
    memory = opened(tmp_path / "notebook", tmp_path, clock)
    assert await memory.almanacs.write_due() == []  # it was written, and somebody has deleted it


def test_an_almanac_is_read_by_its_name_as_it_is_written_or_would_be(tmp_path: Path) -> None:
    memory = notebook(tmp_path)
    assert memory.almanacs.named("2026-W47").sections == memory.almanacs.made(WEEK)[0].sections
    assert not (memory.root / "memory/dreams/2026-W47.md").exists()
    path = memory.almanacs.write(WEEK).path
    file = memory.root / path
    file.write_text(file.read_text() + "\n## Mine\n\n- The tide was high\n")
    assert memory.almanacs.named("2026-W47").sections[-1].title == "Mine"
    with pytest.raises(Problem):
        memory.almanacs.named("../secret")
