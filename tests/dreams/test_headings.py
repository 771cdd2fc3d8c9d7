"""Under which heading an addition goes."""

import pytest

from desktop_app.dreams.headings import Headings
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


def _best(text: str, *above: str, memory: str = MEMORY, language: str = "en") -> str:
    return Headings(MemoryFile(memory.encode()), language).best(text, above)


@pytest.mark.parametrize(
    ("text", "heading"),
    [
        ("Always prefers voice notes.", "Preferences"),
        ("The backups of Borealis run at two.", "Borealis"),
        ("The cluster nodes are renamed in May.", "Borealis"),
        ("Mara comes to visit in May.", "People"),
        ("We agreed on charts in metric.", "Decisions"),
        ("Learned that it helps to wait.", "Lessons"),
        ("Clara graduated in June.", "Events"),
        ("Tides turn late there.", "Facts"),
    ],
)
def test_the_heading_that_fits_is_taken_or_a_usual_one_made(text: str, heading: str) -> None:
    assert _best(text) == heading


def test_a_heading_that_both_have_is_taken() -> None:
    assert _best("Tides turn late there.", "Log", "home") == "Home"


@pytest.mark.parametrize(
    ("language", "names"),
    [
        ("zh-Hant", ["偏好", "決定", "經驗", "事件", "事實"]),
        ("zh-Hans", ["偏好", "决定", "经验", "事件", "事实"]),
    ],
)
def test_a_new_heading_is_in_the_notes_language(language: str, names: list[str]) -> None:
    texts = ("她喜欢茶", "决定用米", "教训是等", "六月毕业", "甲乙丙")
    found = [_best(text, memory="## 別處\n\n- 丁\n", language=language) for text in texts]
    assert found == names


def test_a_list_without_headings_stays_one() -> None:
    assert _best("Mara prefers tea.", memory="- Soup.\n") == ""
