"""The diary of a dream without a model: facts in an order, in the notes' language, nothing else."""

from datetime import date

import pytest
from desktop_app.dreams.builtin.book import Note
from desktop_app.dreams.builtin.diary.record import Told, prose, title
from desktop_app.dreams.builtin.notes.salience import worth
from desktop_app.dreams.builtin.notes.split import Unit
from desktop_app.dreams.builtin.relating.sense import sense

from desktop_app.dreams.proposal import Change, Source


def _note(text: str, day: int = 20, foreign: bool = False) -> Note:
    unit = Unit(text, date(2026, 11, day), f"memory/2026-11-{day}.md", (), (), "", foreign)
    return Note(day, unit, sense(text), worth(unit))


def _change(
    kind: str, new: str | None, *old: str, accepted: bool = True, path: str = "MEMORY.md"
) -> Change:
    source = Source(path, 1, new or old[0])
    return Change(1, kind, "Work", 5, old, new, (source,), "supported", accepted, "because")


def _told(language: str = "en", *changes: Change, **more: object) -> Told:
    given = {"days": 2, "aside": {}, "notes": (), **more}
    return Told(language, changes=changes, **given)  # type: ignore[arg-type]


def test_what_is_told_comes_in_its_order() -> None:
    told = _told(
        "en",
        _change("updated", "Due on 4 December.", "Due on 27 November."),
        _change("merged", "Jonas signs, and dates it.", "Jonas signs."),
        _change("updated", "Maybe.", "No.", accepted=False),
        _change("added", "Mara prefers tea."),
        _change("removed", None, "Bins on odd weeks."),
        _change("removed", None, "The old berth.", accepted=False, path="memory/2026-11-20.md"),
        _change("question", "Purple.", "Cyan.", accepted=False),
        aside={"trivia": 2, "todo": 1, "foreign": 1, "secret": 1, "order": 1},
        notes=(_note("Mara prefers tea."), _note("Es regnet.", foreign=True)),
        again=("Leo is allergic to peanuts.",),
        over=("Mara prefers ferries.", "Mara prefers trains."),
    )
    assert prose(told) == (
        "“Due on 27 November” is out of date; the notes make it “Due on 4 December”. "
        "The notes say more about “Jonas signs”; memory takes “Jonas signs, and dates it” "
        "instead. One change I was not sure of, so it waits for a yes.\n\n"
        "Worth keeping from here on: “Mara prefers tea”. "
        "A dream takes in only so much. These stay in their days: “Mara prefers ferries” and "
        "“Mara prefers trains”. "
        "One line stood twice; once is enough. "
        "The notes ask to forget “The old berth”. That is done only with a yes. "
        "“Leo is allergic to peanuts” was said again and stays as it is.\n\n"
        "Memory says “Cyan”, the notes say “Purple”, and nothing says which of them holds. "
        "That is for you to decide.\n\n"
        "The rest stays where it was written: two passing lines and one thing to do. "
        "One line is in a language I do not read; I judged it by its length and heading only. "
        "One line looks like a secret. It stays in its day and out of memory. "
        "One line tried to give orders; I neither followed nor kept it."
    )


@pytest.mark.parametrize("language", ["en", "zh-Hant", "zh-Hans"])
def test_every_sentence_exists_in_every_language_and_leaves_no_gap(language: str) -> None:
    kinds = ("updated", "merged", "added", "removed", "question")
    changes = [
        _change(
            kind, None if kind == "removed" else f"{kind} {n}", *([] if kind == "added" else "x")
        )
        for kind in kinds
        for n in range(4)
    ]
    forgotten = [
        _change("removed", None, "y", accepted=False, path="memory/2026-11-20.md") for _ in "12"
    ]
    names = ("trivia", "todo", "question", "long", "secret", "order", "foreign")
    notes = tuple(_note("added 1 Es regnet.", 20 + n, foreign=True) for n in range(3))
    for count in (1, 3):
        told = _told(
            language,
            *changes,
            *forgotten,
            aside=dict.fromkeys(names, count),
            notes=notes,
            again=("z",) * count,
            over=("w",) * 9,
        )
        text = prose(told)
        assert "{" not in text and "}" not in text and "None" not in text
        assert title(told)


def test_at_most_two_updates_and_two_additions_are_quoted() -> None:
    updates = [_change("updated", f"new {n}", f"old {n}") for n in "abcd"]
    added = [_change("added", f"fresh {n}") for n in "abcd"]
    text = prose(_told("en", *updates, *added))
    assert [text.count(word) for word in ("old ", "fresh ")] == [2, 2]
    assert "Two more lines have changed." in text and "There are two more lines like that." in text


def test_of_many_lines_over_the_cap_five_are_named() -> None:
    text = prose(_told("en", _change("added", "x"), over=tuple(f"line {n}" for n in range(9))))
    assert "“line 4” and four more." in text and "line 5" not in text


def test_a_long_quote_is_clipped_at_a_word() -> None:
    text = prose(_told("en", _change("added", "word " * 40)))
    assert "word…”" in text and len(text) < 140


def test_names_of_two_days_recur_in_english_before_words() -> None:
    notes = (
        _note("Saw the harbour with Clara.", 19),
        _note("The harbour, the harbour, and Clara.", 20),
        _note("The weather was fine", 19),
        _note("The weather was fine", 20),
    )
    text = prose(_told("en", _change("added", "Clara keeps the harbour key."), notes=notes))
    assert text.startswith("Clara and harbour kept coming back in these two days.")


def test_what_no_change_is_about_does_not_recur() -> None:
    notes = (_note("Saw Clara there.", 19), _note("Saw Clara there.", 20))
    assert "Clara" not in prose(_told("en", _change("added", "The key hangs."), notes=notes))


def test_chinese_words_recur_whole_and_as_they_are_written() -> None:
    notes = (
        _note("翻譯小組以後在河邊聚會。", 19),
        _note("翻譯小組說好輪流帶點心。", 20),
        _note("Borealis 的翻譯小組", 20),
    )
    change = _change("added", "翻譯小組說好輪流帶點心。")
    text = prose(_told("zh-Hant", change, notes=notes))
    assert text.startswith("這2天反覆出現的是翻譯小組。")


def test_pieces_of_a_longer_chinese_word_do_not_recur() -> None:
    notes = (_note("翻譯小組員到齊。", 19), _note("翻譯小組員缺席。", 20))
    text = prose(_told("zh-Hant", _change("added", "翻譯小組員到齊。"), notes=notes))
    assert text.startswith("值得記下")


def test_one_day_has_nothing_that_recurs() -> None:
    notes = (_note("Saw Clara.", 19), _note("Saw Clara.", 20))
    told = _told("en", _change("added", "Clara keeps the key."), notes=notes, days=1)
    assert "coming back" not in prose(told)


def test_nothing_to_keep_still_says_what_was_left() -> None:
    told = _told("en", aside={"secret": 2, "trivia": 1}, days=1)
    assert prose(told) == (
        "I read one day and found nothing that will matter later. Memory stays as it is.\n\n"
        "The rest stays where it was written: one passing line. Two lines look like secrets. "
        "They stay in their days and out of memory."
    )
