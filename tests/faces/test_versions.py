"""What files were, and where lines came from: blame, history, show, restore, update."""

import json
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest

from desktop_app.memory import Memory
from desktop_app.settings import Places
from tests.support.cli import run

MEMORY = "# Memory\n\n## Work\n\n- The report is due on 27 November; Jonas signs it off.\n"


@pytest.fixture
def notebook(tmp_path: Path, capfdbinary: Any, monkeypatch: pytest.MonkeyPatch) -> Path:
    folder = tmp_path / "notes"
    assert run("init", str(folder)) == 0
    (folder / "MEMORY.md").write_text(MEMORY, encoding="utf-8")
    monkeypatch.chdir(folder)
    capfdbinary.readouterr()
    return folder


def answered(capfdbinary: Any, *words: str) -> tuple[int, Any]:
    code = run(*words, "--json")
    return code, json.loads(capfdbinary.readouterr().out)


def memory_of(notebook: Path) -> str:
    return (notebook / "MEMORY.md").read_text(encoding="utf-8")


def test_a_line_is_added_under_its_heading_and_kept_in_the_history(
    notebook: Path, capfdbinary: Any
) -> None:
    code, answer = answered(capfdbinary, "update", "Ana has the spare key.", "--heading", "People")
    assert (code, answer["path"]) == (0, "MEMORY.md")
    assert memory_of(notebook) == MEMORY + "\n## People\n\n- Ana has the spare key.\n"
    _, versions = answered(capfdbinary, "history", "MEMORY.md")
    assert versions[0]["version"] == answer["version"]
    assert {"version", "path", "at", "cause", "client", "size"} == set(versions[0])
    assert any(version["cause"] == "outside" for version in versions)


def test_what_is_known_already_changes_nothing(notebook: Path, capfdbinary: Any) -> None:
    text = "The report is due on 27 November; Jonas signs it off."
    assert answered(capfdbinary, "update", text)[0] == 3
    assert memory_of(notebook) == MEMORY


def test_an_earlier_version_is_shown_and_comes_back(notebook: Path, capfdbinary: Any) -> None:
    answered(capfdbinary, "update", "Ana has the spare key.")
    _, versions = answered(capfdbinary, "history", "MEMORY.md")
    first = next(version for version in versions if version["cause"] == "outside")
    assert answered(capfdbinary, "show", "MEMORY.md", str(first["version"])) == (
        0,
        {"text": MEMORY},
    )
    code, answer = answered(capfdbinary, "restore", "MEMORY.md", str(first["version"]))
    assert (code, answer["path"]) == (0, "MEMORY.md")
    assert memory_of(notebook) == MEMORY
    assert answered(capfdbinary, "history")[1][0]["cause"] == "restore"


def test_a_version_of_another_file_is_refused(notebook: Path, capfdbinary: Any) -> None:
    answered(capfdbinary, "remember", "Berth 4 is free.")
    _, versions = answered(capfdbinary, "history")
    day = next(version for version in versions if version["path"].startswith("memory/"))
    for words in (("show", "MEMORY.md"), ("restore", "MEMORY.md")):
        code, answer = answered(capfdbinary, *words, str(day["version"]))
        assert code == 3 and answer["problem"].startswith("MEMORY.md has no version")
    assert memory_of(notebook) == MEMORY


def test_each_bullet_tells_where_it_came_from(notebook: Path, capfdbinary: Any) -> None:
    (notebook / "memory").mkdir(exist_ok=True)
    run("remember", "The report moves from 27 November to 4 December.")
    run("remember", "Remember: the spare key hangs behind the tide board.")
    assert run("dream") == 0
    assert run("apply", "--only", "1,2") == 0
    capfdbinary.readouterr()
    answered(capfdbinary, "update", "Ana signs for parcels.", "--heading", "People")
    code, told = answered(capfdbinary, "blame")
    by_text = {one["text"]: one for one in told}
    changed = by_text["The report is due on 4 December; Jonas signs it off."]
    assert (code, changed["cause"]) == (0, "dream")
    assert changed["dream"].startswith("memory/dreams/")
    assert changed["sources"][0]["quote"].endswith("from 27 November to 4 December.")
    assert by_text["Ana signs for parcels."]["cause"] == "update"
    line = changed["line"]
    assert answered(capfdbinary, "blame", "--line", str(line))[1] == [changed]
    assert answered(capfdbinary, "blame", "--line", "1")[0] == 3


def test_what_was_there_before_says_so(notebook: Path, capfdbinary: Any) -> None:
    assert answered(capfdbinary, "blame")[1][0]["cause"] == "before"
    assert run("blame") == 0
    assert "before Nightstand" in capfdbinary.readouterr().out.decode()


def test_a_day_is_deleted_and_comes_back(notebook: Path, capfdbinary: Any) -> None:
    _, noted = answered(capfdbinary, "remember", "Berth 4 is free.")
    day = notebook / noted["path"]
    before = day.read_bytes()
    code, gone = answered(capfdbinary, "delete", noted["path"])
    assert (code, day.exists()) == (0, False)
    assert answered(capfdbinary, "search", "Berth")[1]["hits"] == []
    assert answered(capfdbinary, "restore", noted["path"], str(gone["version"]))[0] == 0
    assert day.read_bytes() == before


def test_a_note_takes_another_name_and_is_found_there(notebook: Path, capfdbinary: Any) -> None:
    _, noted = answered(capfdbinary, "remember", "Berth 4 is free.")
    assert answered(capfdbinary, "rename", noted["path"], "港口 survey")[1]["path"] == (
        "memory/港口 survey.md"
    )
    [hit] = answered(capfdbinary, "search", "Berth")[1]["hits"]
    assert hit["path"] == "memory/港口 survey.md"
    answered(capfdbinary, "remember", "Another line.")
    for name in ("港口 survey", "a/b", " ", "../x", ".hidden"):
        assert answered(capfdbinary, "rename", noted["path"], name)[0] == 3
    for path in ("MEMORY.md", "memory/none.md", "../x.md"):
        assert answered(capfdbinary, "delete", path)[0] == 3
        assert answered(capfdbinary, "rename", path, "other")[0] == 3
    assert memory_of(notebook) == MEMORY


def test_memory_is_shown_as_of_a_day_and_compared_with_now(
    notebook: Path, capfdbinary: Any
) -> None:
    memory = Memory.open(notebook, Places.default())
    history, now = memory._notebook.history, memory.now()
    old, older = MEMORY.replace("27 November", "4 December"), "# Memory\n"
    for days, text in ((9, older), (4, old)):
        history.keep("MEMORY.md", text.encode(), "dream", now - timedelta(days=days))  # type: ignore[arg-type]
    day = lambda ago: (now - timedelta(days=ago)).date().isoformat()
    memory.close()
    show = ("show", "MEMORY.md", "--at")
    assert answered(capfdbinary, *show, day(5))[1] == {"text": older}
    assert answered(capfdbinary, *show, day(4))[1] == {"text": old}
    code, answer = answered(capfdbinary, *show, day(12))
    assert code == 3 and answer["problem"].startswith("The history does not know")
    assert day(9) in answer["hint"]
    assert run(*show, day(4), "--compare", "now") == 0
    told = capfdbinary.readouterr().out.decode()
    assert "- - The report is due on 4 December" in told
    assert "+ - The report is due on 27 November" in told
    assert run(*show, day(4), "--compare", day(5)) == 0
    assert "+" not in capfdbinary.readouterr().out.decode()
    assert run(*show, day(4), "--compare", "foo") == 2
    assert "“foo” is not a day as YYYY-MM-DD, or now" in capfdbinary.readouterr().err.decode()
    assert run("show", "MEMORY.md") == 2  # neither a number nor a day
    capfdbinary.readouterr()
    assert answered(capfdbinary, "restore", "MEMORY.md", "--at", day(4))[0] == 0
    assert memory_of(notebook) == old


def test_a_bullet_tells_its_life_and_one_wording_of_it_comes_back(
    notebook: Path, capfdbinary: Any
) -> None:
    answered(capfdbinary, "update", "Ana has the spare key.", "--heading", "People")
    there = memory_of(notebook)
    (notebook / "MEMORY.md").write_text(
        there.replace("27 November", "4 December").replace("- Ana has the spare key.\n", ""),
        "utf-8",
    )
    code, life = answered(capfdbinary, "life", "report")
    assert (code, life["gone"]) == (0, False)
    assert [step["kind"] for step in life["steps"]] == ["first", "reworded"]
    assert "4 December" in life["text"]
    assert run("life", "spare key") == 0
    told = capfdbinary.readouterr().out.decode()
    assert "Written by a command" in told and "Taken out by another program" in told
    versions = answered(capfdbinary, "history", "MEMORY.md")[1]
    version = next(one["version"] for one in versions if one["cause"] == "update")
    restore = ("restore", "MEMORY.md", str(version), "--bullet")
    assert answered(capfdbinary, *restore, "spare key")[0] == 0
    assert answered(capfdbinary, *restore, "report")[0] == 0
    assert memory_of(notebook) == there
    code, answer = answered(capfdbinary, *restore, "report")
    assert (code, answer["problem"]) == (3, "Already in the file.")
    code, answer = answered(capfdbinary, "life", "no such words")
    assert code == 3 and "No line of MEMORY.md has said" in answer["problem"]


def test_a_forgotten_line_has_no_life(notebook: Path, capfdbinary: Any) -> None:
    answered(capfdbinary, "update", "Ana has the spare key.")
    assert run("forget", "Ana has the spare key.", "--yes") == 0
    capfdbinary.readouterr()
    code, answer = answered(capfdbinary, "life", "spare key")
    assert code == 3 and "No line of MEMORY.md has said" in answer["problem"]
