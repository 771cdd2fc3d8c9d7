"""Under which heading an addition goes."""

import pytest
from desktop_app.dreams.builtin.headings import Headings

from desktop_app.notebook.bullets import MemoryFile

MEMORY = """# Memory

## People

- Mara is my sister; she lives in Porto.

## Borealis

- The cluster has four nodes.

## Home

- Bins on odd weeks.

## Preferences

- Short answers.
"""


def _best(text: str, kind: str = "fact", memory: str = MEMORY, language: str = "en") -> str:
    return Headings(MemoryFile(memory.encode()), language).best(text, kind)


@pytest.mark.parametrize(
    ("text", "kind", "heading"),
    [
        ("Voice notes, never mails.", "preference", "Preferences"),
        ("The backups of Borealis run at two.", "fact", "Borealis"),
        ("The cluster nodes are renamed in May.", "fact", "Borealis"),
        ("Mara comes to visit in May.", "event", "People"),
        ("Clara is the landlord's daughter.", "fact", "People"),
        ("The boiler is serviced every March.", "fact", "Home"),
        ("Charts in metric.", "decision", "Decisions"),
        ("It helps to wait.", "lesson", "Lessons"),
        ("Clara won the regatta.", "event", "Events"),
        ("Tides turn late there.", "fact", "Facts"),
    ],
)
def test_the_heading_that_fits_is_taken_or_a_usual_one_made(
    text: str, kind: str, heading: str
) -> None:
    assert _best(text, kind) == heading


@pytest.mark.parametrize(
    ("language", "names"),
    [
        ("zh-Hant", ["偏好", "決定", "經驗", "事件", "事實"]),
        ("zh-Hans", ["偏好", "决定", "经验", "事件", "事实"]),
    ],
)
def test_a_new_heading_is_in_the_notes_language(language: str, names: list[str]) -> None:
    kinds = ("preference", "decision", "lesson", "event", "fact")
    assert [_best("甲乙丙", kind, "## 別處\n\n- 丁\n", language) for kind in kinds] == names


def test_headings_in_chinese_have_topics_too() -> None:
    memory = "## 家人\n\n- 甲\n\n## 技術\n\n- 乙\n"
    assert _best("奶奶的生日是三月五日", "fact", memory, "zh-Hant") == "家人"
    assert _best("數據庫每晚備份到新的服務器", "fact", memory, "zh-Hant") == "技術"


def test_a_capitalised_verb_is_no_name() -> None:
    memory = "## Ferry\n\n- Prefers the slow ferry.\n\n## Else\n\n- Soup.\n"
    assert _best("Prefers printed charts.", "preference", memory) == "Preferences"


def test_a_list_without_headings_stays_one() -> None:
    assert _best("Mara prefers tea.", "preference", "- Soup.\n") == ""
