"""Tools over a real notebook: what they read and write, what they refuse, and their undo."""

import json
from pathlib import Path
from typing import Any

import pytest

from desktop_app.memory import Memory
from desktop_app.memory.tool_host import NotebookTools
from desktop_app.memory.tools import (
    EVERY,
    ToolFamily,
    ToolOutcome,
    ToolPermission,
    call,
    replacement,
    tools,
)
from tests.support.dreaming import MEMORY, a_notebook, opened

TODAY = "memory/2026-11-21.md"


@pytest.fixture
def memory(tmp_path: Path) -> Memory:
    made = opened(a_notebook(tmp_path), tmp_path)
    made.index.refresh()
    return made


@pytest.fixture
def house(memory: Memory) -> NotebookTools:
    return NotebookTools(memory, dreaming=False)


def run(house: NotebookTools, name: str, /, **arguments: Any) -> ToolOutcome:
    return call(house, EVERY, name, arguments)


def files(memory: Memory) -> dict[str, bytes]:
    found = (path for path in memory.root.rglob("*.md") if path.is_file())
    return {path.relative_to(memory.root).as_posix(): path.read_bytes() for path in found}


def text(memory: Memory, path: str = "MEMORY.md") -> str:
    return (memory.root / path).read_text(encoding="utf-8")


def test_each_family_has_its_tools_and_each_tool_one_permission() -> None:
    families = {family: [tool.name for tool in tools(family)] for family in ToolFamily}
    assert families == {
        ToolFamily.MEMORY: ["memory_search", "memory_get", "memory_save", "memory_update"],
        ToolFamily.ERRORS: ["hindsight_search"],
        ToolFamily.FACTS: ["read_memory", "append_memory", "search_memory", "append_daily_log"],
        ToolFamily.CONTEXT: ["memory_context"],
        ToolFamily.DREAM: ["dream_begin", "dream_propose"],
        ToolFamily.INBOX: ["memory_inbox", "memory_inbox_answer"],
    }
    reading = [tool.name for tool in EVERY if tool.permission is ToolPermission.READ]
    assert reading == [
        "memory_search", "memory_get", "hindsight_search", "read_memory", "search_memory",
        "memory_context", "memory_inbox",
    ]  # fmt: skip
    update = next(tool for tool in EVERY if tool.name == "memory_update")
    assert update.needs({"mode": "append", "text": "x"}) is ToolPermission.APPEND
    assert update.needs({"mode": "replace", "text": "x"}) is ToolPermission.REPLACE


def test_a_context_within_a_budget_comes_with_its_account(memory: Memory) -> None:
    (memory.root / "MEMORY.md").write_text("".join(f"- Berth {n} is dry\n" for n in range(400)))
    memory.index.refresh()
    house = NotebookTools(memory, dreaming=False)
    told = json.loads(run(house, "memory_context", question="Is berth 7 dry?", budget=600).text)
    assert "- Berth 7 is dry\n" in told["text"] and told["budget"] == 600 >= told["tokens"]
    assert told["tokens"] == told["frame"] + sum(one["tokens"] for one in told["inside"])
    surest = max(told["inside"], key=lambda one: one["relevance"] or 0)
    assert (surest["path"], surest["line"], surest["level"] is None) == ("MEMORY.md", 8, False)
    assert told["left_out"] > 100
    for family in (ToolFamily.MEMORY, ToolFamily.FACTS):  # those that a talk offers
        asked = {"question": "Is berth 7 dry?"}
        assert not call(house, tools(family), "memory_context", asked).ok


def test_schemas_name_every_argument_that_is_needed() -> None:
    for tool in EVERY:
        assert set(tool.schema["required"]) <= set(tool.schema["properties"])
        assert json.dumps(tool.schema)


def test_a_search_returns_six_lines_unless_more_are_asked_for_and_never_more_than_ten(
    memory: Memory, house: NotebookTools
) -> None:
    memory.files.update("".join(f"- The tide table number {n}\n" for n in range(30)))
    assert len(json.loads(run(house, "memory_search", query="tide table").text)) == 6
    assert len(json.loads(run(house, "memory_search", query="tide table", limit=3).text)) == 3
    assert len(json.loads(run(house, "memory_search", query="tide table", limit=99).text)) == 10
    assert len(json.loads(run(house, "search_memory", query="tide table").text)) == 10


def test_a_search_finds_no_diary_and_a_diary_is_not_read(
    memory: Memory, house: NotebookTools
) -> None:
    diary = memory.root / "memory" / "dreams" / "2026-11-20.md"
    diary.parent.mkdir()
    diary.write_text("# Dream Diary: 2026-11-20\n\n## Whales (03:00)\n\nA zeppelin of whales.\n")
    memory.index.refresh()
    assert json.loads(run(house, "memory_search", query="zeppelin whales").text) == []
    read = run(house, "memory_get", path="memory/dreams/2026-11-20.md")
    assert not read.ok and "zeppelin" not in read.text


def test_a_long_note_is_cut_and_says_from_where_to_go_on(
    memory: Memory, house: NotebookTools
) -> None:
    (memory.root / "memory" / "2026-11-19.md").write_text(
        "".join(f"- {n} tide\n" for n in range(9_000))
    )
    first = run(house, "memory_get", path="memory/2026-11-19.md").text
    assert len(first) < 21_000
    start = int(first.rsplit("lines from ", 1)[1].split(" ")[0])
    assert first.split("\n")[-2] == f"- {start - 2} tide"
    rest = run(house, "memory_get", path="memory/2026-11-19.md", **{"from": start, "lines": 1})
    assert rest.text == f"- {start - 1} tide\n"


@pytest.mark.parametrize(
    ("name", "argument"), [("memory_save", "text"), ("append_daily_log", "entry")]
)
def test_a_saved_line_is_in_today_is_found_at_once_and_can_be_taken_back(
    memory: Memory, house: NotebookTools, name: str, argument: str
) -> None:
    before = files(memory)
    saved = run(house, name, **{argument: "The gauge reads in feet"})
    assert saved.ok and saved.undo is not None and TODAY in saved.text
    assert text(memory, TODAY).endswith("## Notes (12:00)\n\n- The gauge reads in feet\n")
    assert [hit.path for hit in memory.search.find("gauge feet").hits] == [TODAY]
    saved.undo()
    assert files(memory) == before
    assert not memory.search.find("gauge feet").hits


def test_taking_a_line_back_leaves_what_others_wrote_around_it(
    memory: Memory, house: NotebookTools
) -> None:
    memory.days.remember("Tea at four")
    saved = run(house, "memory_save", text="The gauge reads in feet\nand inches")
    memory.days.remember("Bread")
    assert saved.undo is not None
    saved.undo()
    assert text(memory, TODAY).endswith("## Notes (12:00)\n\n- Tea at four\n- Bread\n")
    changed = run(house, "memory_save", text="The boat is blue")
    day = memory.root / TODAY
    day.write_text(text(memory, TODAY).replace("blue", "green"))
    told = text(memory, TODAY)
    assert changed.undo is not None
    with pytest.raises(Exception, match="changed since"):
        changed.undo()
    assert text(memory, TODAY) == told


@pytest.mark.parametrize(
    ("name", "given"),
    [
        ("append_memory", {"fact": "Prefers printed charts", "category": "preference"}),
        ("memory_update", {"mode": "append", "text": "- Prefers printed charts"}),
    ],
)
def test_a_fact_is_added_to_memory_is_found_at_once_and_can_be_taken_back(
    memory: Memory, house: NotebookTools, name: str, given: dict[str, str]
) -> None:
    added = run(house, name, **given)
    assert added.ok and added.undo is not None
    assert "- Prefers printed charts\n" in text(memory)
    assert ("## Preferences\n\n- Prefers" in text(memory)) == ("category" in given)
    line = text(memory).splitlines().index("- Prefers printed charts") + 1
    assert f"MEMORY.md, line {line}." in added.text or "category" in given
    assert memory.search.find("printed charts").hits[0].path == "MEMORY.md"
    added.undo()
    assert text(memory) == MEMORY


def test_replacing_memory_needs_a_yes_and_drops_nothing_that_is_not_accounted_for(
    memory: Memory, house: NotebookTools
) -> None:
    new = "# Memory\n\n## Home\n\n- The boiler is serviced in March by Ana.\n"
    given = {"mode": "replace", "text": new}
    refused = call(house, EVERY, "memory_update", given)
    assert not refused.ok and text(memory) == MEMORY
    update = next(tool for tool in EVERY if tool.name == "memory_update")
    shown = replacement(house, update, given)
    assert shown is not None and shown.before == MEMORY
    done = call(house, EVERY, "memory_update", given, replaces=True)
    assert done.ok and done.undo is not None
    assert text(memory) == shown.after
    assert "in March by Ana" in shown.after and "in March.\n" not in shown.after
    for kept in ("Raw soundings", "Some words of my own", "27 November; Jonas signs it off."):
        assert kept in shown.after
    done.undo()
    assert text(memory) == MEMORY
    assert "update" in {version.cause for version in memory.history.versions("MEMORY.md")}


@pytest.mark.parametrize(
    ("name", "arguments", "told"),
    [
        ("memory_forget", {}, "no tool"),
        ("memory_search", {}, "missing"),
        ("memory_search", None, "no JSON object"),
        ("memory_search", ["harbour"], "no JSON object"),
        ("memory_search", {"query": ["harbour"]}, "no text"),
        ("memory_search", {"query": "  "}, "no text"),
        ("memory_search", {"query": None}, "missing"),
        ("memory_search", {"query": "x", "limit": "many"}, "no whole number"),
        ("memory_search", {"query": "x", "limit": 0}, "less than 1"),
        ("memory_search", {"query": "x", "limit": True}, "no whole number"),
        ("memory_search", {"query": "x", "where": "all"}, "no argument"),
        ("memory_get", {"path": "MEMORY.md", "from": 1.5}, "no whole number"),
        ("memory_update", {"mode": "delete", "text": "x"}, "none of append, replace"),
        ("memory_update", {"text": "x"}, "missing"),
        ("append_memory", {"fact": "x" * 200_000}, "too long"),
    ],
)
def test_what_is_wrong_with_a_call_is_told_in_words_and_nothing_is_written(
    memory: Memory, house: NotebookTools, name: str, arguments: object, told: str
) -> None:
    before = files(memory)
    outcome = call(house, EVERY, name, arguments)
    assert not outcome.ok and told in outcome.text
    assert files(memory) == before


def test_numbers_that_can_mean_only_one_thing_are_taken(house: NotebookTools) -> None:
    for first in (5, "5", 5.0, " 5 "):
        assert run(house, "memory_get", path="memory/2026-11-20.md", **{"from": first}).ok
    far = run(house, "memory_get", path="memory/2026-11-20.md", **{"from": "9" * 40})
    assert far.ok and not far.text


def test_tools_begin_no_dream_where_nobody_has_allowed_it(house: NotebookTools) -> None:
    assert "switched off" in run(house, "dream_begin").text
    with pytest.raises(TypeError, match="dreaming"):  # told nothing, it would only guess
        NotebookTools(house.memory)  # type: ignore[call-arg]


def test_a_tool_that_was_not_offered_is_not_run(memory: Memory, house: NotebookTools) -> None:
    outcome = call(house, tools(ToolFamily.MEMORY)[:2], "memory_save", {"text": "Tea"})
    assert not outcome.ok and not (memory.root / TODAY).exists()
    other = call(house, tools(ToolFamily.FACTS), "memory_save", {"text": "Tea"})
    assert not other.ok and not (memory.root / TODAY).exists()
