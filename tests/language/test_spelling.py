"""Which words are asked about, and whether somebody knows them."""

from time import process_time

import pytest

from desktop_app.errors import Problem
from desktop_app.language.spelling import Speller, asked_words, system_books

KNOWN = {"the", "quay", "is", "deep", "here", "receive", "don't", "we", "and", "word", "list"}


class FewWords:
    """A dictionary of a few words."""

    def check(self, word: str) -> bool:
        return word.lower() in KNOWN

    def suggest(self, word: str) -> list[str]:
        return sorted(KNOWN - {word})


@pytest.mark.parametrize(
    ("line", "words"),
    [
        ("- [ ] Teh quay, recieve it; ask Jonas.", ["Teh", "quay", "recieve", "ask"]),
        ("1. Depp `codde` [[linkk]] #tagg x_y camelCase SQLite NASA", ["Depp"]),
        ("see https://exampel.org, a@b.cd, notes/teh.md, file.txtt and v2x", ["see", "and"]),
        ("码头 teh 很深，中文recieve中文。Ths ok", ["teh", "Ths"]),
        ("It’s done. “Hereu” café naïve", ["It’s", "done", "Hereu", "café", "naïve"]),
    ],
)
def test_only_words_that_a_dictionary_should_know_are_asked_about(
    line: str, words: list[str]
) -> None:
    found = list(asked_words(line))
    assert [word for _start, _end, word in found] == words
    assert all(line[start:end] == word for start, end, word in found)


@pytest.mark.parametrize(
    "line", ["码头很深" * 2_500, "a" * 10_000, "Word Other " * 1_000, "a.b]" * 2_500]
)
def test_an_endless_line_is_looked_at_at_once(line: str) -> None:
    began = process_time()
    list(asked_words(line))
    assert process_time() - began < 0.5


def test_what_the_dictionary_the_person_or_the_notebook_knows_is_right() -> None:
    speller = Speller([FewWords()], ["Hafenlotse"])
    line = "The quay of mara is deap, says the hafenlotse’s word."
    assert [line[at:end] for at, end in speller.wrong(line)] == ["mara", "deap", "says"]
    speller.know(["people/mara"])
    speller.add("says")
    assert [line[at:end] for at, end in speller.wrong(line)] == ["deap"]
    assert [line[at:end] for at, end in speller.wrong(line, [(20, 30)])] == []
    assert speller.offers("deap")[0] == "and" and len(speller.offers("deap")) == 5


def test_the_dictionaries_of_the_system_are_asked_where_they_are() -> None:
    try:
        books = system_books(["xx-XX"])
    except Problem as problem:
        pytest.skip(str(problem))
    assert Speller(books).wrong("I recieve it") == [(2, 9)]
    assert "receive" in Speller(books).offers("recieve")
