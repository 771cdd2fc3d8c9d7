"""A line read once: its sentences, clauses and words, each where it stands."""

import time

from desktop_app.language.reading import read
from desktop_app.language.values import values


def test_sentences_and_clauses_stand_in_their_order() -> None:
    line = read("We moved, but Ben stays. He rows.")
    assert [line.text[a:b].strip() for a, b in line.sentences] == [
        "We moved, but Ben stays.", "He rows.",
    ]  # fmt: skip
    clauses = [line.text[a:b].strip(" .") for a, b in line.clauses]
    assert clauses == ["We moved", "Ben stays", "He rows"]
    assert [word.level for word in line.within(line.clauses[1])] == ["ben", "stays"]


def test_a_run_of_figures_is_read_once_and_not_from_each_of_them() -> None:
    before = time.process_time()
    for figure in ("9", "一"):
        read(figure * 100_000)
        values(figure * 100_000)
    assert time.process_time() - before < 30  # from each it took many minutes
