"""Day names: every form that is taken for one is written and read again, in every language."""

import json
import re
from datetime import date, time
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from desktop_app.notebook import day_names
from desktop_app.notebook.day_names import in_name, language_of, learned, read, readable, written

FRIDAY = date(2026, 11, 27)
LANGUAGES = sorted(day_names._calendar())
YEARS = ("YYYY", "YY")
MONTHS = ("MM", "M", "MMMM", "MMM")
DAYS = ("DD", "D", "Do")
MORE = ("dddd", "ddd", "[W]WW", "Q", "[log]", "[de]")


@st.composite
def forms(draw: st.DrawFn) -> str:
    """A year, a month and a day in any order, with more in between, apart by any sign."""
    pieces = [draw(st.sampled_from(each)) for each in (YEARS, MONTHS, DAYS)]
    pieces += draw(st.lists(st.sampled_from(MORE), max_size=2, unique=True))
    pieces = draw(st.permutations(pieces))
    signs = st.sampled_from("-_./ ")
    return pieces[0] + "".join(draw(signs) + piece for piece in pieces[1:])


@given(forms(), st.dates(date(1969, 1, 1), date(2068, 12, 31)), st.sampled_from(LANGUAGES))
def test_what_is_written_in_a_form_is_read_again(form: str, day: date, language: str) -> None:
    assert readable(form)
    path = written(form, day, language)
    # A language whose names hold the sign between two pieces may be cut elsewhere: no day then.
    known = (day,) if language in ("en", "de", "fr", "zh", "zh_Hant", "ja", "es") else (day, None)
    assert read(form, path, language) in known


@pytest.mark.parametrize(
    ("form", "language", "path"),
    [
        ("DD. MMMM YYYY", "de", "03. März 2026"),
        ("YYYY/MM-MMMM/YYYY-MM-DD-dddd", "en", "2026/03-March/2026-03-03-Tuesday"),
        ("dddd D MMMM YYYY", "fr", "mardi 3 mars 2026"),
        ("YYYY年MM月DD日 dddd", "zh", "2026年03月03日 星期二"),
        ("YYYY-[W]WW/YYYY-MM-DD", "en", "2026-W10/2026-03-03"),
        ("YY-WW/MM-DD-ddd", "en", "26-10/03-03-Tue"),
        ("MMM Do, YYYY", "en", "Mar 3rd, 2026"),
    ],
)
def test_a_form_in_a_language(form: str, language: str, path: str) -> None:
    assert written(form, date(2026, 3, 3), language) == path
    assert read(form, path, language) == date(2026, 3, 3)
    assert language_of(form, [path]) == (language if re.search("MMM|ddd", form) else "")


MOMENT = json.loads((Path(__file__).parents[1] / "fixtures/moment_days.json").read_text("utf-8"))


@pytest.mark.parametrize(("language", "form", "day", "path"), MOMENT)
def test_days_are_written_and_read_as_moment_js_writes_them(
    language: str, form: str, day: str, path: str
) -> None:
    """Paths that moment.js 2.30 has formatted, by which Obsidian names days."""
    named = date.fromisoformat(day)
    assert path in (written(form, named, language), written(form, named, f"{language}@"))
    if "YYYY" in form:  # two digits name no century
        assert read(form, path, language) == named


def test_the_spelling_of_the_names_that_are_there_is_gone_on_with() -> None:
    for language, path in (("es", "9 ene. 2026"), ("es@", "9 ene 2026"), ("de", "6. Sep. 2026")):
        form = "D. MMM YYYY" if language == "de" else "D MMM YYYY"
        assert language_of(form, [path], "en") == language


@pytest.mark.parametrize(
    "form", ["", "YYYY-MM", "YYYY-MM-DD HH:mm", "gggg-[W]ww", "[daily]", "DD-MM", "x YYYY",
             "Mo-DD-YYYY", "YYYY-DDDo", "YYYY-MM-DD do", "Y-MM-DD", "YYYY Wo E", "GG-[W]WW-E", "L",
             "GGGG-[W]WW-E", "YYYY-DDDD"]
)  # fmt: skip
def test_a_form_that_names_no_day_is_not_followed(form: str) -> None:
    assert not readable(form)


def test_a_month_that_two_languages_know_differently_is_no_guess() -> None:
    assert read("D MMMM YYYY", "3 listopad 2026", "pl") == date(2026, 11, 3)
    assert read("D MMMM YYYY", "3 listopad 2026", "hr") == date(2026, 10, 3)
    assert read("D MMMM YYYY", "3 listopad 2026") is None
    assert in_name("3 listopad 2026") is None


@pytest.mark.parametrize(
    ("name", "rest"),
    [
        ("2026-11-27", ""),
        ("2026_11_27", ""),
        ("2026.11.27", ""),
        ("20261127", ""),
        ("2026年11月27日", ""),
        ("2026-11-27 Friday", ""),
        ("27. November 2026", ""),
        ("27.11.2026", ""),
        ("Friday, 27-11-2026", ""),
        ("27 Nov 2026", ""),
        ("Nov 27th, 2026", ""),
        ("27 de noviembre de 2026", ""),
        ("2026年11月27日 星期五", ""),
        ("2026-11-27-harbour", "harbour"),
        ("harbour 2026-11-27", "harbour"),
    ],
)
def test_a_day_is_read_as_people_write_it(name: str, rest: str) -> None:
    named = in_name(name)
    assert named is not None
    assert (named.day, named.rest) == (FRIDAY, rest)


@pytest.mark.parametrize("name", ["05-01-2024", "2026-02-30", "harbour", "2026", "v 1.2026", ""])
def test_what_may_be_two_days_is_none(name: str) -> None:
    assert in_name(name) is None


@pytest.mark.parametrize(
    ("name", "day"),
    [
        ("6 Jan 2024", date(2024, 1, 6)),
        ("Mar 6, 2024", date(2024, 3, 6)),
        ("3 Out 2024", date(2024, 10, 3)),
        ("2 de 2024", None),
    ],
)
def test_the_great_languages_decide_what_a_short_name_means(name: str, day: date | None) -> None:
    named = in_name(name)
    assert (named and named.day) == day


@pytest.mark.parametrize(
    ("form", "path"),
    [("YYYY-MM-DD", "2023-02-29"), ("YYYY-MM-DD", "2023-13-01"), ("YYYY-MM-Do", "2023-04-31st")],
)
def test_numbers_on_no_calendar_are_no_day(form: str, path: str) -> None:
    assert read(form, path) is None


def test_topics_beside_the_days_do_not_decide_the_language() -> None:
    topics = [f"topic {n}" for n in range(300)]
    assert language_of("D. MMMM YYYY", [*topics, "3. Mai 2024", "4. Juli 2024"]) == "de"
    assert language_of("D. MMMM YYYY", topics) == "en"


def test_a_time_behind_the_day_belongs_to_it() -> None:
    named = in_name("2026-11-27 0930 Harbour")
    assert named is not None
    assert (named.at, named.rest) == (time(9, 30), "Harbour")


@pytest.mark.parametrize(
    ("path", "place"),
    [
        ("notes/2026/2026-11-27.md", ("notes", "YYYY/YYYY-MM-DD")),
        ("27. November 2026.md", ("", "D. MMMM YYYY")),
        ("log/Nov 27th, 2026.md", ("log", "MMM Do, YYYY")),
        ("log/harbour.md", None),
    ],
)
def test_a_form_is_learned_by_a_name(path: str, place: tuple[str, str] | None) -> None:
    assert learned(path) == place


def test_a_plain_name_needs_no_names_of_months_and_weekdays() -> None:
    for kept in (in_name, day_names._weekdays, day_names._numbers, day_names._calendar):
        kept.cache_clear()
    assert in_name("2026-11-20") == day_names.NamedDay(date(2026, 11, 20), None, "", True)
    assert day_names._calendar.cache_info().currsize == 0, "every start would wait for them"
    beside = in_name("Friday 2026-11-20 Harbour")
    assert beside is not None and beside.rest == "Harbour"
