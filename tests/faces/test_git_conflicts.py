"""A file in which Git left a conflict is no text: every door names it, and none reads it."""

import json
from datetime import date, timedelta

from tests.support.cli import Shell

TORN = "<<<<<<< HEAD\n- {one}\n=======\n- {other}\n>>>>>>> laptop\n"
MEMORY = "# Memory\n\n" + TORN.format(one="The survey is on Mondays.", other="It is on Tuesdays.")
DAY = "# Day\n\n" + TORN.format(one="Decided: pier 9 in May.", other="Decided: pier 9 in June.")
TODAY = f"memory/{date.today()}.md"
YESTERDAY = f"memory/{date.today() - timedelta(days=1)}.md"


def told(shell: Shell, *words: str) -> tuple[int, str]:
    code = shell.run(*words)
    return code, shell.out() + shell.complaint


def test_memory_with_a_conflict_is_named_and_neither_dreamt_over_nor_written(shell: Shell) -> None:
    (shell.folder / TODAY).write_text("# Day\n\n- Please remember that Siv paints pier 4.\n")
    _, said = told(shell, "dream", "--engine", "builtin", "--json")
    (shell.folder / "MEMORY.md").write_text(MEMORY)
    for words in (
        ["doctor"],
        ["update", "Ana has a boat"],
        ["dream", "--engine", "builtin", "--apply"],
        ["dream", "--ask"],
        ["apply", json.loads(said)["id"], "--only", "1"],
    ):
        code, said = told(shell, *words)
        assert code != 0, words
        assert "MEMORY.md holds a conflict of Git, from line 3 on." in said, words
    assert (shell.folder / "MEMORY.md").read_text() == MEMORY


def test_context_leaves_it_out_and_says_so(shell: Shell) -> None:
    (shell.folder / "MEMORY.md").write_text(MEMORY)
    (shell.folder / YESTERDAY).write_text(DAY)
    (shell.folder / "memory/2020-01-01.md").write_text(DAY.replace("pier", "survey"))
    (shell.folder / "memory/2020-01-02.md").write_text("- The survey of 2020 is done.\n")
    code, said = told(shell, "context", "the survey")
    assert code == 0
    assert "MEMORY.md holds a conflict" in said and f"{YESTERDAY} holds a conflict" in said
    assert "The survey of 2020 is done" in said
    for line in ("Mondays", "Tuesdays", "in May", "in June", "<<<<", "===="):
        assert line not in said.replace("=== ", "").replace(" ===", "")
    code, said = told(shell, "search", "survey")
    assert "Mondays" in said, "a person finds it"


def test_a_dream_of_other_days_goes_on_and_names_the_day_it_left_out(shell: Shell) -> None:
    (shell.folder / TODAY).write_text(DAY)
    sentence = f"{TODAY} holds a conflict of Git, from line 3 on."
    for words in (["dream", "--engine", "builtin"], ["dream", "--ask"]):
        _, said = told(shell, *words)
        assert sentence in said
    (shell.folder / YESTERDAY).write_text("# Day\n\n- Decided: Siv paints pier 4.\n")
    code, said = told(shell, "dream", "--engine", "builtin")
    assert code == 0
    assert "Siv paints pier 4" in said and "pier 9" not in said and sentence in said
    (shell.folder / TODAY).write_text("# Day\n\n- Decided: pier 9 in June.\n")
    code, said = told(shell, "dream", "--engine", "builtin")
    assert "pier 9 in June" in said and "conflict" not in said


def test_a_note_is_never_refused(shell: Shell) -> None:
    (shell.folder / TODAY).write_text(DAY)
    code, _ = told(shell, "remember", "Ana is a diver.")
    assert code == 0
    assert (shell.folder / TODAY).read_text().startswith(DAY)
    assert "Ana is a diver." in (shell.folder / TODAY).read_text()
