"""Word-level marks: what they mark is what differs, in both scripts."""

from hypothesis import given
from hypothesis import strategies as st

from desktop_app.language.difference import differing, differing_from_all


def marked(old: str, new: str) -> tuple[list[str], list[str]]:
    gone, come = differing(old, new)
    return [old[a:b] for a, b in gone], [new[a:b] for a, b in come]


def test_a_replaced_date_is_marked_and_nothing_else() -> None:
    old = "The report is due on 27 November; Jonas signs it off."
    new = "The report is due on 4 December; Jonas signs it off."
    assert marked(old, new) == (["27 November"], ["4 December"])


def test_chinese_is_marked_by_character_and_near_marks_join() -> None:
    assert marked("聚會在第一個星期五", "聚會在第二個星期六") == (
        ["一個星期五"],
        ["二個星期六"],
    )


def test_of_lines_that_become_one_only_what_none_had_is_new() -> None:
    olds = ["Bins on Monday.", "Glass on Friday."]
    new = "Bins on Monday, glass on Friday, paper never."
    gone, come = differing_from_all(olds, new)
    assert [new[a:b] for a, b in come] == [", glass", ", paper never"]
    assert [[old[a:b] for a, b in spans] for old, spans in zip(olds, gone, strict=True)] == [
        [],
        ["Glass"],
    ]


def test_a_line_of_very_many_words_is_shown_without_marks() -> None:
    assert differing("word " * 3000, "word " * 3000 + "more") == ((), ())


@given(st.text(), st.text())
def test_what_is_not_marked_is_in_both_in_the_same_order(old: str, new: str) -> None:
    gone, come = differing(old, new)

    def rest(text: str, spans: tuple[tuple[int, int], ...]) -> str:
        kept = [ch for n, ch in enumerate(text) if not any(a <= n < b for a, b in spans)]
        return "".join("".join(kept).split())

    def within(part: str, whole: str) -> bool:
        letters = iter(whole)
        return all(letter in letters for letter in part)

    if gone or come:
        assert within(rest(old, gone), new)
        assert within(rest(new, come), old)
