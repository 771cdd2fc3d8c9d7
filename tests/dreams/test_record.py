"""The diary without a model: it quotes what is offered and states nothing as a fact."""

import re

import pytest

from tests.dreams.dreaming import dream

MEMORY = (
    "# M\n\n## Work\n\n- The survey is due on 27 November; Jonas signs it off.\n- Tea at 9:00.\n"
)
NOTES = (
    "The survey moves from 27 November to 4 December.\nRemember: Mara paints boats red.\nIs it so?"
)


def test_each_thing_is_told_as_said_offered_or_asked() -> None:
    prose = dream(MEMORY, NOTES).prose
    assert "Memory says “The survey is due on 27 November; Jonas signs it off”, the notes" in prose
    assert "The notes of 21 November say “Remember: Mara paints boats red”." in prose
    assert "which of them holds is for you to decide." in prose


def test_every_quote_stands_in_the_notes_or_in_memory() -> None:
    draft = dream(MEMORY, NOTES)
    said = MEMORY + NOTES + "".join(change.new or "" for change in draft.changes)
    quotes = re.findall("“(.+?)”", draft.title + draft.prose)
    assert quotes and all(quote.rstrip("…") in said for quote in quotes)


def test_the_title_is_what_is_ticked_before_what_only_waits() -> None:
    assert dream(MEMORY, NOTES).title == "“Remember: Mara paints boats red” and 1 more"


@pytest.mark.parametrize(
    ("note", "words"),
    [
        ("Rule: Mara paints boats red.", "The notes of 21 November say"),
        ("決定：下午兩點以後不再喝咖啡。", "11月21日的筆記裡寫著「"),
        ("决定：下午两点以后不再喝咖啡。", "11月21日的笔记里写着“"),
        ("Rule: ne plus boire de café après le dîner avec les amis.", "The notes of"),
    ],
)
def test_it_is_in_the_notes_language(note: str, words: str) -> None:
    assert words in dream("- x y\n", note).prose


def test_a_new_code_for_an_old_one_stays_in_its_day_and_is_told_in_no_diary() -> None:
    draft = dream("- The alarm code is 4471.\n", "The alarm code is now 8842, no longer 4471.")
    assert (draft.changes, draft.set_aside) == ((), {"secret": 1})
    assert "8842" not in draft.title + draft.prose
