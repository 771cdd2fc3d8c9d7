"""Finding: what a person types finds the lines they mean, in English and in Chinese."""

import random
from datetime import date

import pytest

from desktop_app.notebook.layout import Layout
from desktop_app.search.index import Query
from tests.search.conftest import Shelf

MEMORY = """# Memory

## Work
- The harbour survey moved to 4 December
- Marta deploys on Fridays; the deployment takes an hour
- She speaks of happiness and of C++
- Costs in C and other letters: c c c c

## Home
- 我喜歡吃火鍋，也喜歡喝茶
- The café opens at 9
- 週五改到臺北開會 🎉
"""


@pytest.fixture
def memory(shelf: Shelf) -> Shelf:
    shelf.put("MEMORY.md", MEMORY)
    return shelf


@pytest.mark.parametrize("word", ["harbour", "deployment", "happiness", "Fridays", "December"])
def test_every_beginning_of_a_word_finds_it(memory: Shelf, word: str) -> None:
    for length in range(1, len(word) + 1):
        assert any(word in text for text in memory.texts(word[:length])), word[:length]


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("surveys", "harbour survey"),
        ("deploying", "Marta deploys"),
        ("surveys harb", "harbour survey"),
        ("survey HARBOUR", "harbour survey"),
        ("cafe", "café"),
        ("CAFÉ", "café"),
        ("cafe\u0301", "café"),
        ("４ Dec", "4 December"),
        ("work survey", "harbour survey"),
        ("hom caf", "café"),
        ("🎉", "週五"),
    ],
)
def test_another_form_of_the_words_finds_them(memory: Shelf, text: str, found: str) -> None:
    assert found in memory.texts(text)[0]


@pytest.mark.parametrize(
    "text", ["火锅", "火鍋", "喜欢吃", "火", "茶", "台北", "臺北開會", "会", "周五改到"]
)
def test_both_chinese_scripts_find_each_other(memory: Shelf, text: str) -> None:
    assert memory.find(text)[0].line in (10, 12)


def test_a_chinese_question_finds_the_line_that_answers_it(memory: Shelf) -> None:
    assert "火鍋" in memory.texts("你喜欢吃什么火锅？")[0]


def test_an_english_question_finds_the_line_that_answers_it(memory: Shelf) -> None:
    assert "harbour" in memory.texts("When did the surveys of the harbour move?")[0]


def test_lines_with_all_words_come_before_lines_with_some(shelf: Shelf) -> None:
    lines = ["tide", "survey tide", "survey", "harbour survey of the tide with many other words"]
    shelf.put("MEMORY.md", "".join(f"- {line}\n" for line in lines))
    found = shelf.texts("survey tide ")
    assert set(found[:2]) == {lines[1], lines[3]}
    assert set(found[2:]) == {lines[0], lines[2]}


@pytest.mark.parametrize("text", ["the harbour repo", "harbour report and the new survey"])
def test_of_more_words_each_line_says_whether_it_has_all_that_tell(shelf: Shelf, text: str) -> None:
    shelf.put(
        "MEMORY.md",
        "# Memory\n\n- A report of boats\n- The harbour\n- Report the new harbour survey\n",
    )
    hits = shelf.find(text)
    assert [hit.whole for hit in hits] == [True, False, False]
    assert hits[0].text == "Report the new harbour survey"


@pytest.mark.parametrize("text", ["harbour", "harbour tide", "where is the tide of the harbour?"])
@pytest.mark.parametrize("limit", [3, 10])
def test_a_line_of_very_many_pieces_takes_the_place_of_no_other(
    shelf: Shelf, text: str, limit: int
) -> None:
    shelf.put("memory/2026-11-21.md", f"- {'harbour tide ' * 60_000}\n")
    for day in range(10, 20):
        shelf.put(f"memory/2026-11-{day}.md", f"- the harbour at tide {day}\n")
    found = shelf.find(text, limit=limit)
    assert len(found) == limit
    assert len({(hit.path, hit.line) for hit in found}) == limit


def test_lines_are_not_added_for_words_that_say_nothing(shelf: Shelf) -> None:
    lines = ["the survey", "reports of a survey", "the tide of the sea and the moon"]
    shelf.put("MEMORY.md", "".join(f"- {line}\n" for line in lines))
    assert set(shelf.texts("the surveys", mode="typing")) == set(lines[:2])
    long = "what do the surveys of the sun tell"
    assert set(shelf.texts(long, mode="typing")) == set(lines[:2])


def test_an_unfinished_word_beside_another_form_of_a_word_is_found_first(shelf: Shelf) -> None:
    line = "the survey of the harbour took all of a day and a part of the night"
    shelf.put("MEMORY.md", "- survey\n" * 12 + f"- {line}\n")
    assert shelf.texts("surveys harb")[0] == line


def test_with_ten_lines_that_have_all_words_no_other_is_added(shelf: Shelf) -> None:
    shelf.put("MEMORY.md", "- survey of the tide\n" * 10 + "- tide\n")
    assert shelf.texts("survey tide", limit=50) == ["survey of the tide"] * 10


def test_one_or_two_letters_find_the_newest_first(shelf: Shelf) -> None:
    for day in ("2026-11-03", "2026-11-20", "2026-11-11"):
        shelf.put(f"memory/{day}.md", "- harbour harbour\n")
    assert [hit.path[7:17] for hit in shelf.find("ha")] == [
        "2026-11-20",
        "2026-11-11",
        "2026-11-03",
    ]


@pytest.mark.parametrize(
    ("sought", "older", "newer"),
    [
        ("ferry leaves", "The ferry leaves at 9:00.", "The ferry leaves at 12:00."),
        ("dentist", "The dentist is on 3 May", "The dentist is on 12 September"),
        (
            "健檢",
            "健檢改到3月5日的上午，地點還是在同一間醫院裡。",
            "健檢改到10月12日的上午，地點還是在同一間醫院裡。",
        ),
    ],
)
def test_of_lines_that_differ_in_a_value_the_newest_comes_first(
    shelf: Shelf, sought: str, older: str, newer: str
) -> None:
    shelf.put("memory/2026-11-01.md", f"- {older}\n")
    shelf.put("memory/2026-11-20.md", f"- {newer}\n")
    assert shelf.texts(sought) == [newer, older]


def test_of_a_word_in_many_lines_the_newest_come_first_and_of_a_rarer_one_the_best(
    shelf: Shelf,
) -> None:
    for year in range(2000, 2025):
        lines = "".join(f"- tide and weather {n}\n" for n in range(45))
        shelf.write(f"memory/{year}-05-01.md", f"{lines}- harbour and a long line about the sea\n")
    shelf.write("memory/2001-07-01.md", "- harbour\n- tide\n")
    shelf.index.reconcile(shelf.stats())
    assert [hit.date.year for hit in shelf.find("tide", limit=3) if hit.date] == [2024] * 3
    assert shelf.texts("harbour")[0] == "harbour"
    assert len(shelf.find("tide weather 7", limit=200)) >= 25


def test_what_corrects_a_line_comes_before_it(shelf: Shelf) -> None:
    shelf.put("memory/2026-11-20.md", "- The dentist is on Tuesday at 10:00.\n")
    now = "Correction: the dentist is on Thursday, at 11:30."
    shelf.put("memory/2026-11-27.md", f"- The dentist is on Friday at 9.\n- {now}\n")
    assert shelf.texts("dentist")[0] == now


def test_a_day_is_found_by_its_date_in_words(shelf: Shelf) -> None:
    for day in ("2026-11-19", "2026-11-20"):
        shelf.put(f"memory/{day}.md", "- met Ana\n")
    for text in ("2026-11-20", "20 November", "what happened on November 20?", "11月20日"):
        assert shelf.find(text)[0].path == "memory/2026-11-20.md"


def test_a_topic_is_found_by_the_name_of_its_file(shelf: Shelf) -> None:
    shelf.put("memory/harbour-plans.md", "- three berths\n")
    assert shelf.texts("harbour plans") == ["three berths"]


def test_hits_can_be_narrowed_by_kind_and_by_date(shelf: Shelf) -> None:
    shelf.put("MEMORY.md", "- harbour\n")
    shelf.put("memory/2026-11-19.md", "- harbour\n")
    shelf.put("memory/2026-11-20-walk.md", "- harbour\n")
    shelf.put("memory/dreams/2026-11-21.md", "- harbour\n")

    def paths(**how: object) -> set[str]:
        return {hit.path for hit in shelf.find("harbour", **how)}

    assert paths(kinds=("memory", "dreams")) == {"MEMORY.md", "memory/dreams/2026-11-21.md"}
    assert paths(since=date(2026, 11, 20)) == {
        "memory/2026-11-20-walk.md",
        "memory/dreams/2026-11-21.md",
    }
    assert paths(until=date(2026, 11, 19)) == {"memory/2026-11-19.md"}
    assert paths(since=date(2026, 11, 20), until=date(2026, 11, 20), kinds=("days",)) == {
        "memory/2026-11-20-walk.md"
    }


@pytest.mark.parametrize(
    "name",
    [
        "2026-11-20",
        "2026-11-20-harbour",
        "2026-11-20 1",
        "2026-11-201",
        "2026-02-30",
        "x2026-11-20",
    ],
)
def test_a_file_counts_to_the_day_that_the_layout_says(shelf: Shelf, name: str) -> None:
    path = f"memory/{name}.md"
    shelf.put(path, "- a lantern\n")
    day = Layout().date_of(path)
    (hit,) = shelf.find("lantern")
    assert hit.date == day
    assert bool(shelf.find("lantern", kinds=("topics",))) is (day is None)
    assert bool(shelf.find("lantern", since=date(2000, 1, 1))) is (day is not None)


def test_topics_are_narrowed_apart_from_days_and_one_file_alone(shelf: Shelf) -> None:
    shelf.put("memory/2026-11-19.md", "- harbour of a day\n")
    shelf.put("memory/boats.md", "- harbour of a topic\n- another harbour\n")
    shelf.put("sessions/talk.jsonl", '{"role": "user", "content": "harbour talk"}\n')
    assert shelf.texts("harbour", kinds=("days",)) == ["harbour of a day"]
    assert shelf.texts("harbour", kinds=("topics",)) == ["another harbour", "harbour of a topic"]
    assert shelf.texts("harbour", kinds=("sessions",)) == ["harbour talk"]
    assert len(shelf.texts("harbour", kinds=("days", "topics", "sessions"))) == 4
    (folded,) = shelf.find("harbour", by="file", kinds=("topics",))
    assert folded.count == len(shelf.find("harbour", path=folded.path)) == 2


def test_lines_of_a_file_fold_into_its_best_one(shelf: Shelf) -> None:
    shelf.put("memory/2026-11-19.md", "- a word on the harbour among many others\n" * 3)
    shelf.put("memory/2026-11-20.md", "- the harbour at night\n- nothing\n- harbour\n")
    found = shelf.find("harbour", by="file")
    assert [(hit.path[7:17], hit.count) for hit in found] == [("2026-11-20", 2), ("2026-11-19", 3)]
    assert found[0].line == 3


def test_a_hit_by_its_heading_or_its_neighbours_says_so(memory: Shelf) -> None:
    whys = {hit.text[:3]: hit.why for hit in memory.find("what about happiness at work?")}
    assert whys["She"].startswith("words: ")
    assert whys["The"] == "words around it"
    whys = {hit.text[:3]: hit.why for hit in memory.find("what about happiness?")}
    assert whys["The"] == "words around it"


def test_every_piece_of_chinese_is_found_where_it_stands(shelf: Shelf) -> None:
    chance = random.Random(5)
    common = [chr(0x4E00 + 11 * number) for number in range(40)]
    texts = ["".join(chance.choices(common, k=chance.randint(1, 12))) for _ in range(400)]
    shelf.put("MEMORY.md", "".join(f"- {text}\n" for text in texts))
    for length in (1, 2, 3):
        for _ in range(60):
            text = chance.choice([text for text in texts if len(text) >= length])
            start = chance.randint(0, len(text) - length)
            piece = text[start : start + length]
            right = sorted(text for text in texts if piece in text)
            found = shelf.texts(piece, mode="typing", limit=len(texts))
            assert right == sorted(text for text in found if piece in text), piece


def test_a_search_without_time_shows_what_it_has_and_says_so(shelf: Shelf) -> None:
    shelf.put("MEMORY.md", "- harbour\n" * 3000)
    hurried = shelf.open(shelf.index.path)
    hurried.budget = 0.0
    results = hurried.search(Query("harbour", by="file"))
    assert not results.complete and len(results.hits) == 1
    hurried.close()
    assert shelf.index.search(Query("harbour")).complete


@pytest.mark.parametrize("script", ["部署了 deployment 两次", "deployment 部署了"])
def test_a_word_is_found_from_its_beginning_beside_chinese(shelf: Shelf, script: str) -> None:
    shelf.put("MEMORY.md", f"- {script}\n- 部署 notes\n- deploy now\n")
    for end in range(1, len("deployment") + 1):
        assert shelf.texts(f"部署 {'deployment'[:end]}")[0] == script


def test_scripts_of_both_kinds_are_found_together_and_apart(shelf: Shelf) -> None:
    shelf.put("MEMORY.md", "- 我在Kubernetes上部署\n- Kubernetes alone\n- 部署而已\n")
    assert shelf.texts("部署Kube") == ["我在Kubernetes上部署", "部署而已", "Kubernetes alone"]
    assert set(shelf.texts("kubernetes")) == {"我在Kubernetes上部署", "Kubernetes alone"}


def test_of_one_or_two_letters_the_whole_word_comes_first(shelf: Shelf) -> None:
    shelf.put("memory/2026-11-03.md", "- the AI budget\n")
    shelf.put("memory/2026-11-20.md", "- fresh air\n- what we aim at\n" * 10)
    assert shelf.texts("AI")[0] == "the AI budget"
    assert len(shelf.texts("AI")) == 10


@pytest.mark.parametrize(
    ("question", "line", "words"),
    [
        ("被子在哪裡？", "被子放在儲藏室", ["被子"]),
        ("專案的目的是什麼？", "目的寫在計畫書裡", ["目的"]),
        ("了解什麼？", "多了解一下", ["了解"]),
        ("茶在哪裡？", "綠茶很香", ["茶"]),
    ],
)
def test_a_chinese_question_is_not_cut_inside_a_word(
    shelf: Shelf, question: str, line: str, words: list[str]
) -> None:
    shelf.put("MEMORY.md", f"- 孩子在學校\n- 房子漏水了\n- {line}\n- 桌子修好了\n- 解決了\n")
    hit = shelf.find(question)[0]
    assert hit.text == line
    assert [hit.text[start:end] for start, end in hit.marks] == words


def test_a_diary_does_not_hide_what_it_tells_of(shelf: Shelf) -> None:
    shelf.put("memory/dreams/2026-11-20.md", "- harbour survey\n" * 12)
    shelf.put("memory/2026-11-19.md", "- the harbour survey is in May, as Ana told us at lunch\n")
    for text in ("harbour survey", "when is the harbour survey?"):
        assert shelf.find(text)[0].path == "memory/2026-11-19.md"
    assert shelf.find("harbour", kinds=("dreams",))


def test_a_line_of_very_many_words_is_found_once(shelf: Shelf) -> None:
    shelf.put("MEMORY.md", f"- {'harbour and sea ' * 2000}\n- the harbour at night\n")
    for text in ("harbour", "what about the harbour?"):
        assert [hit.line for hit in shelf.find(text, limit=30)] in ([2, 1], [1, 2])
        (hit,) = shelf.find(text, by="file")
        assert hit.count == 2


def test_a_file_of_very_many_hits_hides_no_other(shelf: Shelf) -> None:
    shelf.put("memory/2026-11-20.md", "- tide\n" * 700)
    for day in ("2026-11-01", "2026-11-02"):
        shelf.put(f"memory/{day}.md", "- tide\n")
    found = shelf.find("tide", by="file", limit=3)
    assert [hit.path[7:17] for hit in found] == ["2026-11-20", "2026-11-02", "2026-11-01"]


def test_words_that_stand_together_as_typed_come_first(shelf: Shelf) -> None:
    together = "what they call the Harbour survey takes place in May of each year"
    shelf.put("MEMORY.md", f"- {together}\n- survey of a harbour\n- harbour, survey\n")
    assert shelf.texts("harbour surv")[0] == together
    assert shelf.texts("harbour survey")[0] == together


def test_what_has_the_signs_as_typed_comes_first_of_very_many(shelf: Shelf) -> None:
    lines = "".join(f"- C {n}\n" for n in range(300))
    shelf.put("MEMORY.md", f"{lines}- C++ is quick\n{'- the C of G' + chr(10)}" + "- in C\n" * 150)
    assert shelf.texts("C++")[0] == "C++ is quick"
