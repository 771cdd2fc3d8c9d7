"""`nightstand check`: is a sentence supported by these lines?"""

import json

import pytest

from tests.support.cli import Shell

DAY = "memory/2026-11-20.md"
LINES = (
    "# Daily Memory: 2026-11-20\n\n- The report is due on 4 December.\n- Never deploy on Fridays.\n"
)


@pytest.fixture(autouse=True)
def day(shell: Shell) -> None:
    (shell.folder / DAY).write_text(LINES, encoding="utf-8")


def test_a_line_supports_what_it_says(shell: Shell) -> None:
    code, answer = shell.answer("check", "The report is due on 4 December", "--against", f"{DAY}:3")
    assert (code, answer) == (0, {"verdict": "supported", "reasons": []})


def test_another_number_is_named_with_the_nearest_line(shell: Shell) -> None:
    code, answer = shell.answer("check", "The report is due on 9 December.", "--against", DAY)
    assert code == 0 and answer["verdict"] != "supported"
    reason = answer["reasons"][0]
    assert reason["kind"] == "date"
    assert reason["nearest"] == {
        "path": DAY, "line": 3, "text": "The report is due on 4 December.",
    }  # fmt: skip
    said = shell.says("check", "Deploy on Fridays.", "--against", f"{DAY}:3-4")
    assert said.startswith("Unsupported.") and f"{DAY}:4" in said


@pytest.mark.parametrize(
    ("words", "code"),
    [
        (["check", "The report", "--against", "memory/1999-01-01.md"], 3),
        (["check", "The report", "--against", f"{DAY}:99"], 3),
        (["check", "The report", "--against", f"{DAY}:4-3"], 3),
        (["check", "The report", "--against", "../../etc/passwd"], 3),
        (["check", " ", "--against", DAY], 3),
        (["check", "The report"], 2),
    ],
)
def test_what_cannot_be_checked_says_why(shell: Shell, words: list[str], code: int) -> None:
    assert shell.says(*words, code=code)


def test_a_batch_answers_each_line_with_its_id(shell: Shell) -> None:
    rows = [
        {"id": 1, "claim": "媽媽不吃香菜", "sources": ["- 媽媽說她不吃香菜。"]},
        {"id": 2, "claim": "媽媽吃香菜", "sources": ["- 媽媽說她不吃香菜。"]},
        {"id": 3, "claim": "See you on 2026-11-21.", "sources": ["See you tomorrow."],
         "date": "2026-11-20"},
        {"id": 4, "claim": "No sources", "sources": "text"},
        {"id": 5, "claim": "A day", "sources": ["A day"], "date": "yesterday"},
    ]  # fmt: skip
    (shell.folder / "claims.jsonl").write_text(
        "".join(json.dumps(row) + "\n" for row in rows) + "nonsense\n", encoding="utf-8"
    )
    assert (
        shell.run("check", "--batch", str(shell.folder / "claims.jsonl")) == 3
    )  # three lines could not be answered
    answers = [json.loads(line) for line in shell.out().splitlines()]
    assert [answer.get("id") for answer in answers] == [1, 2, 3, 4, 5, None]
    assert [answer.get("verdict") for answer in answers[:3]] == [
        "supported", "unsupported", "supported",
    ]  # fmt: skip
    assert all("problem" in answer for answer in answers[3:])
