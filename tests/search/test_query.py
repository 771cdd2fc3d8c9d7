"""Query: what is looked for, and that no text is ever an error."""

import sqlite3
from collections.abc import Iterator
from datetime import date

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from desktop_app.search.query import AnyOf, SearchMode, SearchStep, plan
from tests.search.conftest import Shelf

MODES = list(SearchMode)
ODD = [
    "C++", "don't", "foo-bar", "AND", "OR NOT NEAR", "*", '"', '""', "'", "", " ", "\n", "\0",
    "a\0b", "🎉", "👩‍👩‍👧 family", "(", "a:b", "{body} : x", "^a", "-a", "+", "NEAR(a b, 2)", "?",
    "？", "ＡＢＣ１２", "\ud800", "x\udfff", "é", "e\u0301", "𠮷", "〇", "ㄅ", "ｶﾞ", "가", "ﷺ" * 100,
    "\u202e abc",
    "a" * 10_000, "字" * 10_000, "a b " * 3_000, "字 " * 3_000, '"' * 10_000, "的了是",
]  # fmt: skip


@pytest.fixture(scope="module")
def module_shelf(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Shelf]:
    shelf = Shelf(tmp_path_factory.mktemp("shelf"))
    shelf.put("MEMORY.md", "# Memory\n- C++ and don't, foo-bar 🎉\n- 我喜欢火锅 é a b c\n")
    yield shelf
    shelf.index.close()


@pytest.mark.parametrize("mode", MODES)
@pytest.mark.parametrize(
    "how",
    [
        {"path": "\udcff"}, {"path": "\0"}, {"kinds": ("\ud800",)}, {"limit": 10**30},
        {"limit": -1}, {"since": date.max}, {"until": date.min},
        {"since": date.max, "until": date.min},
    ],
    ids=range(8),
)  # fmt: skip
def test_odd_filters_are_no_error(
    module_shelf: Shelf, how: dict[str, object], mode: SearchMode
) -> None:
    module_shelf.find("family", mode=mode, **how)


@given(text=st.text("\"'*^:(){}+-ANDORTE \0字é?", max_size=30))
@settings(max_examples=300, deadline=None)
def test_signs_of_the_query_language_are_no_error(module_shelf: Shelf, text: str) -> None:
    for mode in MODES:
        module_shelf.find(text, mode=mode)


@pytest.mark.parametrize(
    ("text", "asked"),
    [
        ("harbour", False),
        ("harbour survey moved", False),
        ("the harbour survey moved", True),
        ("harbour?", True),
        ("港口？", True),
        ("港口调查", False),
        ("什么时候去港口调查", True),
    ],
)
def test_four_words_or_a_question_mark_make_a_question(text: str, asked: bool) -> None:
    steps = plan(text).steps
    assert any(isinstance(step, AnyOf) and step.around for step in steps) is asked


def looked_up(step: SearchStep | AnyOf) -> list[str]:
    return list(step.words) if isinstance(step, AnyOf) else [step.match]


def test_every_plan_is_understood_by_the_database(module_shelf: Shelf) -> None:
    connection = sqlite3.connect(module_shelf.index.path)
    for text in ODD:
        for step in (step for mode in MODES for step in plan(text, mode).steps):
            table = "stemmed" if isinstance(step, AnyOf) else step.table
            for match in looked_up(step) if table else ():
                count = f"select count(*) from {table} where {table} match ?"
                connection.execute(count, (match,)).fetchone()
    connection.close()
