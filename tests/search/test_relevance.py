"""Relevance: how surely a line answers, by a fit on texts of the project's own."""

from pathlib import Path

import pytest

from desktop_app.memory import Memory
from desktop_app.search.hits import relevance
from desktop_app.search.query import SearchMode
from desktop_app.settings import Places
from tests.support.relevance_fitting import rated_questions

KEY = "The spare key hangs behind the fuse box"


@pytest.fixture(scope="module")
def questions(tmp_path_factory: pytest.TempPathFactory) -> list:  # type: ignore[type-arg]
    return rated_questions(tmp_path_factory.mktemp("rated"), each=2)


def test_of_lines_said_to_be_so_sure_as_many_answer(questions: list) -> None:  # type: ignore[type-arg]
    pairs = [
        (relevance(signs), answers)
        for question in questions
        for signs, answers in zip(question.signs, question.answers, strict=True)
    ]
    for low, high in ((0.0, 0.1), (0.1, 0.3), (0.3, 0.7), (0.7, 1.0)):
        some = [pair for pair in pairs if low <= pair[0] < high]
        said, true = (sum(values) / len(some) for values in zip(*some, strict=True))
        assert abs(said - true) < 0.1, (low, high)


def test_only_a_question_that_asks_for_it_is_rated(tmp_path: Path) -> None:
    memory = Memory.create(tmp_path / "n", Places(tmp_path / "data", tmp_path / "config"))
    try:
        (memory.root / "MEMORY.md").write_text(f"- {KEY}\n- The fuse box is green\n- Tea\n")
        memory.index.refresh()
        plain = memory.search.find("Where does the spare key hang?").hits
        assert [hit.relevance for hit in plain if hit.relevance is not None] == []
        first, *others = memory.search.find(
            "Where does the spare key hang?", mode=SearchMode.QUESTION, rate=True
        ).hits
        assert first.text == KEY and first.relevance is not None
        assert all((hit.relevance or 0) < first.relevance for hit in others)
        assert memory.search.find("?", mode=SearchMode.QUESTION, rate=True).hits == ()
    finally:
        memory.close()
