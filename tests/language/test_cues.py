"""Marks of a line: what it says of itself."""

import pytest

from desktop_app.language.cues import heading_says, marks

MARKED = [
    ("Decided to keep SQLite on the tablets.", "decision"),
    ("We agreed to meet at the quay.", "decision"),
    ("From now on the log is in metric.", "decision"),
    ("Went with the refurbished one.", "decision"),
    ("決定年底前不再接新案子", "decision"),
    ("大家说好周五前交稿", "decision"),
    ("Prefers printed charts on field days.", "preference"),
    ("Mara hates voicemail.", "preference"),
    ("Always write depths with one decimal.", "preference"),
    ("媽媽不吃香菜", "preference"),
    ("一律用繁體中文", "preference"),
    ("Remember: the key hangs behind the board.", "remember"),
    ("**Important:** the gate closes at six.", "remember"),
    ("記住，鑰匙在書店。", "remember"),
    ("Lesson learned: never tow with one line.", "lesson"),
    ("原来是插头松了", "lesson"),
    ("Had lunch with Jonas.", "scene"),
    ("Nothing yet, still waiting.", "passing"),
    ("今天好累", "passing"),
    ("Mara is allergic to nuts.", "vital"),
    ("钥匙在门口花盆下面", "vital"),
    ("Mara signed the lease.", "event"),
    ("奶奶上周出院了", "event"),
    ("The server has two disks.", "fact"),
    ("房租每月十五号到期", "fact"),
    ("Bins go out every Tuesday.", "lasting"),
    ("每逢单周收纸", "lasting"),
    ("Maybe it rains.", "doubt"),
    ("说不定下雨", "doubt"),
    ("She said so.", "leaning"),
    ("她也这么说", "leaning"),
    ("haha, sure", "chatter"),
    ("Ran the depth check three times.", "routine"),
    ("洗了两次衣服", "routine"),
    ("Status: green", "status"),
    ("✅ charts exported", "status"),
    ("TODO: call the office", "todo"),
    ("Remember to buy milk", "todo"),
    ("記得買牛奶", "todo"),
    ("Is the quay free?", "question"),
    ("碼頭有空位嗎", "question"),
]
UNMARKED = [
    "The shoal near the fender is gone.",
    "Undecided weather all day over the bay.",
    "第三章完成了一半。",
    "Jonas called about the quay.",
    "Neverland is a book.",
    "The sounder is likely broken.",
]


@pytest.mark.parametrize(("text", "mark"), MARKED)
def test_a_line_is_marked_by_its_words(text: str, mark: str) -> None:
    assert mark in marks(text)


@pytest.mark.parametrize("text", UNMARKED)
def test_a_word_inside_another_marks_nothing(text: str) -> None:
    assert not set(marks(text)) & {"decision", "preference", "remember", "lesson", "todo"}
    assert "question" not in marks(text)


@pytest.mark.parametrize(
    ("text", "times"),
    [
        ("Plotted the chart and moved it.", 2),
        ("Jonas called about the quay, then walked home.", 2),
        ("The chart is stored in the hut.", 0),
        ("Prefers printed charts.", 0),
        ("A hundred boats need speed.", 0),
        ("Decided on the blue one.", 0),
        ("The boat came in and sank.", 1),
    ],
)
def test_verbs_of_the_past_tell_a_story(text: str, times: int) -> None:
    assert marks(text).get("past", 0) == times


def test_a_line_that_opens_with_what_was_done_is_routine() -> None:
    assert "routine" in marks("Re-plotted half of the berth.")
    assert "routine" in marks("**Harbour:** sanded the deck")
    assert "routine" not in marks("The boat we sanded is dry.")


def test_a_label_does_not_hide_how_the_line_behind_it_opens() -> None:
    assert "preference" in marks("Mara: never on Mondays")
    assert "preference" not in marks("Mara said never on Mondays")


@pytest.mark.parametrize(
    ("title", "says"),
    [
        ("Key Decisions", "keeps"),
        ("偏好", "keeps"),
        ("重要", "keeps"),
        ("To do", "drops"),
        ("待辦", "drops"),
        ("Next steps", "drops"),
        ("Trimmed Context (09:12)", ""),
        ("Ruler", ""),
    ],
)
def test_a_heading_keeps_or_drops(title: str, says: str) -> None:
    assert heading_says(title) == says
