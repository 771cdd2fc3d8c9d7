"""An answer taken apart: what is forgiven and what is not."""

import pytest

from desktop_app.dreams.consolidator.answer import Fault, Item, Parsed, list_lines, parsed

PLAIN = "[MEMORY]\n## Work\n- Tea at four. {D2026-11-20:5}\n[DREAM]\nTea\nIt was quiet.\n"
TEA = Item("Tea at four.", "Work", ("D2026-11-20:5",))


def only(answer: str) -> Parsed:
    found = parsed(answer)
    assert isinstance(found, Parsed), found
    return found


def said(found: Parsed) -> list[str]:
    return [line for line in found.diary or () if line]


@pytest.mark.parametrize(
    "answer",
    [
        PLAIN,
        PLAIN.replace("\n", "\r\n"),
        f"<think>First [MEMORY] and\n[DREAM]\nthen</think>\n{PLAIN}",
        f"Hm, let me see.\n[MEMORY]\n- no\n</think>\n{PLAIN}",
        f"```markdown\n{PLAIN}```",
        f"Here you are:\n\n```\n{PLAIN}\n```\n\nI hope this helps!",
        PLAIN.replace("[MEMORY]", "**[MEMORY]**").replace("[DREAM]", "## [DREAM]"),
        PLAIN.replace("[MEMORY]", "【MEMORY】").replace("[DREAM]", "[DREAM]:"),
        PLAIN.replace("- Tea", "* Tea"),
        PLAIN.replace("- Tea", "1. Tea"),
        PLAIN.replace("- Tea", "- \x00Tea"),
        PLAIN.replace("Tea at four.", "Tea at\n  four."),
        PLAIN.replace("[MEMORY]\n", "[MEMORY]\n```\n").replace("\n[DREAM]", "\n```\n[DREAM]"),
        f"[MEMORY]\n- a draft\n[DREAM]\nx\ny\n{PLAIN}",
        PLAIN.replace("## Work", "Here are the changes:\n## Work"),
        "\ufeff" + PLAIN,
    ],
)
def test_the_same_answer_in_many_dresses(answer: str) -> None:
    found = only(answer)
    assert found.items == (TEA,)
    assert said(found) == ["Tea", "It was quiet."]


@pytest.mark.parametrize(
    ("answer", "fault"),
    [
        ("", Fault.NOTHING),
        ("<think>[MEMORY]\n- x\n[DREAM]\ny</think>", Fault.NOTHING),
        ("<think>[MEMORY]\n- x\n[DREAM]\ny", Fault.NOTHING),
        ("- Tea at four.", Fault.NO_MEMORY),
        ("[DREAM]\nTea", Fault.NO_MEMORY),
        ("Below [MEMORY] stands:\n- Tea", Fault.NO_MEMORY),
        ("[memory]\n- Tea\n[dream]\nx", Fault.NO_MEMORY),
        ("[DREAM]\nTea\n[MEMORY]\n- Tea", Fault.OUT_OF_ORDER),
        ("[MEMORY]\n- Tea\n[MEMORY]\n- Tea\n[DREAM]\nx", Fault.OUT_OF_ORDER),
        ("[MEMORY]\n- Tea\n[DREAM]\nx\n[DREAM]\ny", Fault.OUT_OF_ORDER),
        ("[MEMORY]\n- Tea\n[DREAM]\nx\n[MEMORY]\n- begun", Fault.OUT_OF_ORDER),
        ("[MEMORY]\nTea is served at four.\n[DREAM]\nx", Fault.NO_LINES),
    ],
)
def test_half_an_answer_is_none(answer: str, fault: Fault) -> None:
    assert parsed(answer) is fault


@pytest.mark.parametrize(
    "words", ["", "none", "- none", "(No changes.)", "无", "没有变化。", "N/A"]
)
def test_nothing_to_change_is_no_fault(words: str) -> None:
    assert only(f"[MEMORY]\n{words}\n[DREAM]\nQuiet\n").items == ()


def test_nested_lists_belong_to_their_bullet() -> None:
    found = only("[MEMORY]\n- Jonas {M1}\n  - signs reports {D2026-11-20:7}\n- Mara\n")
    assert [item.text for item in found.items] == ["Jonas\n- signs reports", "Mara"]
    assert found.items[0].marks == ("M1", "D2026-11-20:7")


def test_a_list_is_read_or_named_unreadable() -> None:
    assert list_lines("- User: tea\n- Assistant: fine") == ["User: tea", "Assistant: fine"]
    assert list_lines("None.") == []
    assert list_lines("**无**") == []
    assert list_lines("<think>None.</think>") is Fault.NOTHING
    assert list_lines("They spoke about tea for a while.") is Fault.NO_LINES


def test_of_a_hundred_thousand_lines_the_first_are_read() -> None:
    found = only("[MEMORY]\n" + "- a\n" * 100_000 + "[DREAM]\nTitle\n")
    assert len(found.items) <= 1_000
